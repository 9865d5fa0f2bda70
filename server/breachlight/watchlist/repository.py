"""Statements of the watchlist: identities, their epoch and their retroactive scans."""

import uuid
from collections.abc import Sequence
from typing import NamedTuple

import asyncpg

from breachlight.database.session import Connection


class IdentityRow(NamedTuple):
    """One identity: ``kind`` is that of ``IdentityKind``, ``key`` an e-mail key or an A-label domain."""

    account_id: uuid.UUID
    kind: str
    key: str
    domain_id: uuid.UUID | None


async def current_epoch(connection: Connection) -> int:
    """Return the epoch of the watched identities; it may rise at once."""
    epoch: int = await connection.fetchval("SELECT value FROM identity_epoch WHERE id = 1")
    return epoch


async def lock_epoch(connection: Connection) -> int:
    """Return the epoch of the watched identities and hold it still until the transaction ends."""
    epoch: int = await connection.fetchval("SELECT value FROM identity_epoch WHERE id = 1 FOR SHARE")
    return epoch


async def raise_epoch(connection: Connection) -> int:
    """Raise the epoch and return it; waits for batches that are being marked, and makes later ones wait."""
    epoch: int = await connection.fetchval("UPDATE identity_epoch SET value = value + 1 WHERE id = 1 RETURNING value")
    return epoch


async def watched(connection: Connection, account_id: uuid.UUID | None = None) -> list[IdentityRow]:
    """Return every watched identity, or those of one account."""
    rows = await connection.fetch(
        "SELECT account_id, kind, key, domain_id FROM identities WHERE $1::uuid IS NULL OR account_id = $1", account_id
    )
    return [IdentityRow(row["account_id"], row["kind"], row["key"], row["domain_id"]) for row in rows]


async def backfills_of_domains(
    connection: Connection, account_id: uuid.UUID, domain_ids: Sequence[uuid.UUID]
) -> list[asyncpg.Record]:
    """Return the newest look-back of each domain that is watched."""
    return await connection.fetch(
        """SELECT DISTINCT ON (domain_id) domain_id, batches_total, batches_done, alerts, finished_at
        FROM identities JOIN look_backs ON look_backs.account_id = identities.account_id AND identity_id = identities.id
        WHERE identities.account_id = $1 AND domain_id = any($2)
        ORDER BY domain_id, look_backs.created_at DESC, look_backs.id DESC""",
        account_id,
        list(domain_ids),
    )
