"""Queries of opt-outs."""

import json
import uuid
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.addresses import parent_domains
from breachlight.leaks.address_requests.repository import COLUMNS, RequestRow
from breachlight.leaks.models import AddressRequestState

MOST_WAITING: Final = 200
"""The console shows the oldest requests."""
_WORD: Final = 1 << 64


class Confirmed(NamedTuple):
    """A confirmed request, and who approved it."""

    request: RequestRow
    state: AddressRequestState
    operator: str | None


class Waiting(NamedTuple):
    """A request that waits for an operator: how many detections the named organizations have."""

    id: uuid.UUID
    digest: bytes
    created_at: datetime
    detections: int
    organizations: list[str]


class OptOut(NamedTuple):
    """An opt-out: the digest of its address, and since when it is there."""

    digest: bytes
    created_at: datetime
    level: int


async def set_level(connection: Connection, digest: bytes, level: int, *, lake_digest: int | None = None) -> None:
    """Store the level of an opt-out; ``lake_digest``, of 64 bits, is that of an address whose records aren't stored."""
    await connection.execute(
        """INSERT INTO opt_outs (digest, created_at, level, lake_digest) VALUES ($1, $2, $3, $4)
        ON CONFLICT (digest) DO UPDATE SET level = excluded.level, lake_digest = excluded.lake_digest""",
        digest,
        clock.now(),
        level,
        None if lake_digest is None else _signed(lake_digest),
    )


async def remove(connection: Connection, digest: bytes) -> bool:
    """Remove an opt-out; False if there is none."""
    return bool(await connection.fetchval("DELETE FROM opt_outs WHERE digest = $1 RETURNING true", digest))


async def highest_level(connection: Connection, digests: Collection[bytes]) -> int:
    """Return the highest level among some digests, 0 if none has an opt-out."""
    level: int = await connection.fetchval(
        "SELECT coalesce(max(level), 0) FROM opt_outs WHERE digest = any($1)", list(digests)
    )
    return level


async def opted_out(connection: Connection, digests: Collection[bytes]) -> set[bytes]:
    """Return those of some digests that have an opt-out."""
    rows = await connection.fetch("SELECT digest FROM opt_outs WHERE digest = any($1)", list(digests))
    return {row["digest"] for row in rows}


async def newest(connection: Connection, most: int) -> tuple[int, list[OptOut]]:
    """Return the number of opt-outs and the newest of them."""
    number: int = await connection.fetchval("SELECT count(*) FROM opt_outs")
    rows = await connection.fetch(
        "SELECT digest, created_at, level FROM opt_outs ORDER BY created_at DESC, digest LIMIT $1", most
    )
    return number, [OptOut(row["digest"], row["created_at"], row["level"]) for row in rows]


async def remove_requests(connection: Connection, digest: bytes) -> None:
    """Delete the confirmed requests of an address with what they have of it: a later choice replaces them."""
    await connection.execute("DELETE FROM address_requests WHERE digest = $1", digest)


async def set_digest(connection: Connection, request_id: uuid.UUID, digest: bytes) -> None:
    """Name the opt-out that a confirmed request is for."""
    await connection.execute("UPDATE address_requests SET digest = $2 WHERE id = $1", request_id, digest)


async def lock_confirmed(connection: Connection, request_id: uuid.UUID) -> Confirmed | None:
    """Lock a request that a worker has to carry out and return it."""
    row = await connection.fetchrow(
        f"""SELECT {COLUMNS}, state, operator FROM address_requests
        WHERE id = $1 AND state IN ('confirmed', 'approved') FOR UPDATE""",
        request_id,
    )
    if row is None:
        return None
    return Confirmed(RequestRow.of(row), AddressRequestState(row["state"]), row["operator"])


async def detections_of_organizations(connection: Connection, email_key: str) -> dict[uuid.UUID, int]:
    """Return how many detections of a mailbox the organizations have that verified its domain."""
    domains = parent_domains(email_key.rpartition("@")[2])
    accounts = await connection.fetch(
        """SELECT DISTINCT accounts.id FROM domains JOIN accounts ON accounts.id = domains.account_id
        WHERE domains.domain = any($1) AND domains.is_verified AND accounts.kind = 'org'""",
        domains,
    )
    counts = {}
    for account in accounts:
        # One account at a time: detections are distributed by it (decision 61).
        count = await connection.fetchval(
            """SELECT count(*) FROM alerts AS a LEFT JOIN email_accounts AS e
                ON e.account_id = a.account_id AND e.id = a.email_account_id
            WHERE a.account_id = $1 AND a.erased_at IS NULL AND (a.username_key = $2 OR e.email = $2)""",
            account["id"],
            email_key,
        )
        if count:
            counts[account["id"]] = count
    return counts


async def let_wait(connection: Connection, request_id: uuid.UUID, detections: Mapping[uuid.UUID, int]) -> None:
    """Let a request wait for an operator."""
    await connection.execute(
        "UPDATE address_requests SET state = 'waiting', detections = $2 WHERE id = $1",
        request_id,
        json.dumps({str(account_id): count for account_id, count in detections.items()}),
    )


async def waiting(connection: Connection) -> list[Waiting]:
    """Return the requests that wait for an operator, the oldest first."""
    rows = await connection.fetch(
        "SELECT id, digest, detections, created_at FROM address_requests WHERE state = 'waiting' ORDER BY created_at, id LIMIT $1",
        MOST_WAITING,
    )
    found = [json.loads(row["detections"]) for row in rows]
    ids = {uuid.UUID(account_id) for counts in found for account_id in counts}
    accounts = await connection.fetch("SELECT id, company_name FROM accounts WHERE id = any($1)", list(ids))
    names = {str(account["id"]): account["company_name"] or "" for account in accounts}
    return [
        Waiting(
            row["id"],
            row["digest"],
            row["created_at"],
            sum(counts.values()),
            sorted(names[account_id] for account_id in counts if account_id in names),
        )
        for row, counts in zip(rows, found, strict=True)
    ]


async def approve(connection: Connection, request_id: uuid.UUID, operator: str) -> bytes | None:
    """Approve a request that waits and return its digest; None if it doesn't wait."""
    digest: bytes | None = await connection.fetchval(
        "UPDATE address_requests SET state = 'approved', operator = $2 WHERE id = $1 AND state = 'waiting' RETURNING digest",
        request_id,
        operator,
    )
    return digest


async def refuse(connection: Connection, request_id: uuid.UUID) -> tuple[RequestRow, bytes] | None:
    """Delete a request that waits and return it as it was, with its digest; None if it doesn't wait."""
    row = await connection.fetchrow(
        f"DELETE FROM address_requests WHERE id = $1 AND state = 'waiting' RETURNING {COLUMNS}, digest", request_id
    )
    return None if row is None else (RequestRow.of(row), row["digest"])


def _signed(word: int) -> int:
    return word - _WORD if word >= _WORD // 2 else word
