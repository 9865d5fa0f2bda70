"""Queries of the audit log."""

import json
import uuid
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime
from typing import Final

import asyncpg
from tortoise.expressions import Q

from breachlight.audit.chain import CHAIN_ENDED, OPERATORS, Entry, Head, Link
from breachlight.audit.models import SUMMED_UP_EVENT, SecurityEvent
from breachlight.database.session import Connection, reading

_INSERT_SECURITY_EVENTS: Final = """
INSERT INTO security_events (account_id, id, user_id, kind, happened_at, address, user_agent, detail, sequence, salt,
    personal_digest, previous_digest, digest)
SELECT $1, rows.* FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::jsonb[],
    $9::bigint[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[]) AS rows"""
_INSERT_OPERATOR_EVENTS: Final = """
INSERT INTO operator_events (id, kind, happened_at, operator, detail, sequence, salt, personal_digest, previous_digest, digest)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::jsonb[],
    $6::bigint[], $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[])"""

_LINK: Final = "id, kind, happened_at, sequence, salt, personal_digest, previous_digest, digest"
_SECURITY_ROWS: Final = f"""
SELECT account_id AS chain, user_id, address, user_agent, detail::text AS detail, {_LINK} FROM security_events"""
_OPERATOR_ROWS: Final = f"""
SELECT '{OPERATORS}'::uuid AS chain, NULL::uuid AS user_id, operator AS address, '' AS user_agent, detail::text AS detail, {_LINK}
FROM operator_events"""


async def lock_chain(connection: Connection, chain: uuid.UUID) -> Head:
    """Lock the end of a chain until the transaction ends, and return it; in one statement, be it the first row or not."""
    row = await connection.fetchrow(
        """INSERT INTO audit_chains AS c (id, sequence, digest) VALUES ($1, 0, '')
        ON CONFLICT (id) DO UPDATE SET sequence = c.sequence RETURNING sequence, digest""",
        chain,
    )
    assert row is not None
    return Head(row["sequence"], row["digest"])


async def move_head(connection: Connection, chain: uuid.UUID, head: Head) -> None:
    """Write the new end of a locked chain."""
    await connection.execute("UPDATE audit_chains SET sequence = $2, digest = $3 WHERE id = $1", chain, *head)


async def insert_entries(connection: Connection, chain: uuid.UUID, rows: Sequence[tuple[Entry, Link]]) -> None:
    """Insert chained rows in one statement."""
    columns: list[Iterable[object]] = [
        [entry.id for entry, _ in rows],
        [entry.user_id for entry, _ in rows],
        [entry.kind for entry, _ in rows],
        [entry.happened_at for entry, _ in rows],
        [entry.personal.address for entry, _ in rows],
        [entry.personal.user_agent for entry, _ in rows],
        [json.dumps(entry.personal.detail) for entry, _ in rows],
        *zip(*(link for _, link in rows), strict=True),
    ]
    if chain == OPERATORS:
        identifiers, _, kinds, times, operators, _, *rest = columns
        await connection.execute(_INSERT_OPERATOR_EVENTS, identifiers, kinds, times, operators, *rest)
    else:
        await connection.execute(_INSERT_SECURITY_EVENTS, chain, *columns)


async def last_sequence(account_id: uuid.UUID) -> int:
    """Return the sequence of an account's last row. All rows before it are committed, since writers take turns."""
    async with reading() as connection:
        last: int | None = await connection.fetchval("SELECT sequence FROM audit_chains WHERE id = $1", account_id)
        return last or 0


async def page_of_events(
    account_id: uuid.UUID, user_id: uuid.UUID, last: int, page: int, page_size: int
) -> tuple[list[SecurityEvent], int]:
    """Return one page of the events of a user and of the whole account, newest first, and the number of all.

    Rows behind the sequence ``last`` are left out, and passwords disclosed together: one entry sums them up.
    """
    events = SecurityEvent.filter(
        Q(user_id=user_id) | Q(user_id=None), ~Q(kind=SUMMED_UP_EVENT), account_id=account_id, sequence__lte=last
    )
    total = await events.count()
    results = await events.order_by("-happened_at", "-id").offset((page - 1) * page_size).limit(page_size)
    return results, total


async def operator_events(
    connection: Connection, kind: str | None, limit: int
) -> list[tuple[str, datetime, str, dict[str, object]]]:
    """Return kind, time, operator and detail of the newest events of operators, the newest first."""
    rows = await connection.fetch(
        """SELECT kind, happened_at, operator, detail::text AS detail FROM operator_events
        WHERE $1::text IS NULL OR kind = $1 ORDER BY sequence DESC LIMIT $2""",
        kind,
        limit,
    )
    return [(row["kind"], row["happened_at"], row["operator"], json.loads(row["detail"])) for row in rows]


async def find_head(connection: Connection, chain: uuid.UUID) -> Head | None:
    """Lock the end of a chain and return it; None for a chain without rows."""
    row = await connection.fetchrow("SELECT sequence, digest FROM audit_chains WHERE id = $1 FOR UPDATE", chain)
    return None if row is None else Head(row["sequence"], row["digest"])


async def last_before(connection: Connection, chain: uuid.UUID, instant: datetime) -> Head | None:
    """Return the last row of an account's chain before which, and including which, all are older than an instant."""
    row = await connection.fetchrow(
        """SELECT sequence, digest FROM security_events WHERE account_id = $1 AND sequence < coalesce(
            (SELECT min(sequence) FROM security_events WHERE account_id = $1 AND happened_at >= $2), $3)
        ORDER BY sequence DESC LIMIT 1""",
        chain,
        instant,
        2**63 - 1,
    )
    return None if row is None else Head(row["sequence"], row["digest"])


async def delete_through(connection: Connection, chain: uuid.UUID, sequence: int) -> int:
    """Delete the rows of an account's chain up to a sequence that a checkpoint names, and return how many."""
    deleted: int = await connection.fetchval("SELECT audit_delete_rows($1, $2)", chain, sequence)
    return deleted


async def delete_head(connection: Connection, chain: uuid.UUID) -> None:
    """Delete the end of a chain whose rows are deleted, and the position up to which it was shipped."""
    await connection.execute("DELETE FROM audit_chains WHERE id = $1", chain)
    await connection.execute("DELETE FROM audit_positions WHERE chain = $1", chain)


async def heads(connection: Connection) -> dict[uuid.UUID, Head]:
    """Return the ends of all chains."""
    rows = await connection.fetch("SELECT id, sequence, digest FROM audit_chains ORDER BY id")
    return {uuid.UUID(str(row["id"])): Head(row["sequence"], row["digest"]) for row in rows}


async def ended_chains(connection: Connection) -> set[uuid.UUID]:
    """Return the chains that were deleted although their account exists."""
    rows = await connection.fetch(
        """SELECT DISTINCT a.id FROM operator_events AS o JOIN accounts AS a ON a.id::text = o.detail ->> 'chain'
        WHERE o.kind = $1""",
        CHAIN_ENDED,
    )
    return {uuid.UUID(str(row["id"])) for row in rows}


async def chained_rows(connection: Connection, chunk: int) -> AsyncIterator[asyncpg.Record]:
    """Yield all rows by chain and sequence; within a transaction, whose snapshot they are of."""
    # What reads an export may be slow, and nobody waits for a snapshot.
    await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    for statement in (f"{_OPERATOR_ROWS} ORDER BY sequence", f"{_SECURITY_ROWS} ORDER BY account_id, sequence"):
        async for row in connection.cursor(statement, prefetch=chunk):
            yield row


async def rows_behind(connection: Connection, chain: uuid.UUID, sequence: int, limit: int) -> list[asyncpg.Record]:
    """Return at most ``limit`` rows of a chain behind a sequence, in order."""
    order = f"sequence > $1 ORDER BY sequence LIMIT {limit}"
    if chain == OPERATORS:
        return await connection.fetch(f"{_OPERATOR_ROWS} WHERE {order}", sequence)
    return await connection.fetch(f"{_SECURITY_ROWS} WHERE account_id = $2 AND {order}", sequence, chain)


async def positions(connection: Connection) -> dict[uuid.UUID, Head]:
    """Return the last row of each chain that was shipped."""
    rows = await connection.fetch("SELECT chain, sequence, digest FROM audit_positions")
    return {uuid.UUID(str(row["chain"])): Head(row["sequence"], row["digest"]) for row in rows}


async def save_position(connection: Connection, chain: uuid.UUID, head: Head) -> None:
    """Store the last row of a chain that was shipped."""
    await connection.execute(
        """INSERT INTO audit_positions (chain, sequence, digest) VALUES ($1, $2, $3)
        ON CONFLICT (chain) DO UPDATE SET sequence = excluded.sequence, digest = excluded.digest""",
        chain,
        *head,
    )
