"""Queries of the watchlist: identities, their epoch and their retroactive scans."""

import uuid
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import asyncpg

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.watchlist.models import IdentityKind

_IS_REFERENCED: Final = """
SELECT 1 FROM email_claims JOIN users ON users.id = email_claims.user_id
JOIN memberships ON memberships.user_id = users.id
WHERE memberships.account_id = $1 AND email_claims.email_key = $2 AND users.email_verified_at IS NOT NULL
    AND users.id IS DISTINCT FROM $3::uuid
UNION ALL
SELECT 1 FROM monitored_emails WHERE account_id = $1 AND email_key = $2 AND verified_at IS NOT NULL
    AND id IS DISTINCT FROM $4::uuid
LIMIT 1
"""


class WatchedKeys(NamedTuple):
    """What one account monitors of one ``IdentityKind``: email keys, or A-label domains with the ids of the domains."""

    account_id: uuid.UUID
    kind: str
    keys: Sequence[str]
    domain_ids: Sequence[uuid.UUID | None] | None


async def current_epoch(connection: Connection) -> int:
    """Return the epoch of the identities; it may rise right after."""
    epoch: int = await connection.fetchval("SELECT value FROM identity_epoch WHERE id = 1")
    return epoch


async def lock_epoch(connection: Connection) -> int:
    """Return the epoch of the identities and keep it until the transaction ends."""
    epoch: int = await connection.fetchval("SELECT value FROM identity_epoch WHERE id = 1 FOR SHARE")
    return epoch


async def raise_epoch(connection: Connection) -> int:
    """Raise the epoch and return it; waits for batches that are being committed, and makes later ones wait."""
    epoch: int = await connection.fetchval("UPDATE identity_epoch SET value = value + 1 WHERE id = 1 RETURNING value")
    return epoch


async def watched_keys(connection: Connection) -> list[WatchedKeys]:
    """Return all identities."""
    return await _watched_keys(connection, "true")


async def watched_keys_among(
    connection: Connection, account_ids: Collection[uuid.UUID], email_keys: Collection[str]
) -> list[WatchedKeys]:
    """Return the domains that some accounts monitor, and those of some addresses that they monitor."""
    condition = "account_id = any($1) AND (kind = 'domain' OR (kind = 'email' AND key = any($2)))"
    return await _watched_keys(connection, condition, list(account_ids), list(email_keys))


async def _watched_keys(connection: Connection, condition: str, *values: object) -> list[WatchedKeys]:
    # A row for each account is read in a quarter of the time of one for each identity.
    rows = await connection.fetch(
        f"""SELECT account_id, kind, array_agg(key), array_agg(domain_id) FILTER (WHERE kind = 'domain')
        FROM identities WHERE {condition} GROUP BY account_id, kind""",
        *values,
    )
    return [*map(WatchedKeys._make, rows)]


async def add_identity(
    connection: Connection,
    account_id: uuid.UUID,
    kind: IdentityKind,
    key: str,
    *,
    domain_id: uuid.UUID | None,
    epoch: int,
) -> uuid.UUID | None:
    """Add an identity and return its id; None if the account has it already."""
    added: uuid.UUID | None = await connection.fetchval(
        """INSERT INTO identities (id, account_id, kind, key, domain_id, epoch, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account_id, kind, key) DO NOTHING RETURNING id""",
        new_id(),
        account_id,
        kind.value,
        key,
        domain_id,
        epoch,
        clock.now(),
    )
    return added


async def remove_identity(
    connection: Connection, account_id: uuid.UUID, kind: IdentityKind, key: str
) -> uuid.UUID | None:
    """Delete an identity and return its id; None if there is none."""
    removed: uuid.UUID | None = await connection.fetchval(
        "DELETE FROM identities WHERE account_id = $1 AND kind = $2 AND key = $3 RETURNING id",
        account_id,
        kind.value,
        key,
    )
    return removed


async def remove_all(connection: Connection, account_id: uuid.UUID) -> None:
    """Delete all identities of an account and their scans."""
    await connection.execute("DELETE FROM identities WHERE account_id = $1", account_id)
    await connection.execute("DELETE FROM backfills WHERE account_id = $1", account_id)


async def is_referenced(
    connection: Connection,
    account_id: uuid.UUID,
    email_key: str,
    *,
    without_user: uuid.UUID | None,
    without_monitored: uuid.UUID | None,
) -> bool:
    """Return whether a member or a monitored email of the account has an address, apart from the given ones."""
    return await connection.fetchval(_IS_REFERENCED, account_id, email_key, without_user, without_monitored) is not None


async def add_backfill(connection: Connection, account_id: uuid.UUID, identity_id: uuid.UUID, epoch: int) -> None:
    """Add the retroactive scan of a new identity over all batches before ``epoch``."""
    await connection.execute(
        """INSERT INTO backfills (id, account_id, identity_id, batches_total, batches_done, alerts, created_at)
        SELECT $1, $2, $3, count(*), 0, 0, $5 FROM batches WHERE identity_epoch < $4 AND done_at IS NOT NULL""",
        new_id(),
        account_id,
        identity_id,
        epoch,
        clock.now(),
    )


async def unfinished_backfills(
    connection: Connection, account_id: uuid.UUID, identity_id: uuid.UUID
) -> list[uuid.UUID]:
    """Return the retroactive scans of an identity that have not ended."""
    rows = await connection.fetch(
        "SELECT id FROM backfills WHERE account_id = $1 AND identity_id = $2 AND finished_at IS NULL",
        account_id,
        identity_id,
    )
    return [row["id"] for row in rows]


async def backfills_of_domains(
    connection: Connection, account_id: uuid.UUID, domain_ids: Sequence[uuid.UUID]
) -> list[asyncpg.Record]:
    """Return the latest retroactive scan of each monitored domain."""
    return await connection.fetch(
        """SELECT DISTINCT ON (domain_id) domain_id, batches_total, batches_done, alerts, finished_at
        FROM identities JOIN backfills ON backfills.account_id = identities.account_id AND identity_id = identities.id
        WHERE identities.account_id = $1 AND domain_id = any($2)
        ORDER BY domain_id, backfills.created_at DESC, backfills.id DESC""",
        account_id,
        list(domain_ids),
    )
