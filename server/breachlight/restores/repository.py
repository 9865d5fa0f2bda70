"""Queries of the installation's generation and of security-relevant changes."""

import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import asyncpg

from breachlight.database.session import Connection
from breachlight.restores.changes import Change
from breachlight.restores.detection import Identity, State

RESTORED_SCHEMA: Final = "breachlight_restored"
"""An empty schema that marks a database as restored by the product. No dump of a backup has it."""

MOST_CHANGES: Final = 20_000
"""Listed changes that are kept; before the oldest of them, a restore can't know what changed."""

_IDENTITY: Final = """
SELECT system_identifier::text AS system_identifier,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline FROM pg_control_system()
"""
# The timeline that is written to. That of the last checkpoint lags minutes behind a promotion.
_STATE: Final = """
SELECT installation_id, generation, system_identifier, timeline, folder_mark, changes_since
FROM installation_state WHERE id = 1 FOR UPDATE
"""
_STORE: Final = """
INSERT INTO installation_state AS kept
    (id, installation_id, generation, system_identifier, timeline, folder_mark, change_count, changes_since)
VALUES (1, $1, $2, $3, $4, $5, 0, $6)
ON CONFLICT (id) DO UPDATE SET installation_id = excluded.installation_id, generation = excluded.generation,
    system_identifier = excluded.system_identifier, timeline = excluded.timeline, folder_mark = excluded.folder_mark,
    changes_since = excluded.changes_since
"""
_ADVANCE: Final = """
UPDATE installation_state SET generation = generation + 1, change_count = coalesce($1, change_count)
RETURNING generation, installation_id, system_identifier, timeline, changes_since
"""
_DROP: Final = """
WITH dropped AS (
    DELETE FROM security_changes WHERE id <= (SELECT max(id) FROM security_changes) - $1::bigint RETURNING generation
)
UPDATE installation_state SET changes_since = greatest(changes_since, (SELECT max(generation) FROM dropped))
WHERE EXISTS (SELECT FROM dropped)
"""


@dataclass(frozen=True, slots=True)
class Pulse:
    """What is read every second. Every transaction that had counted a change has an id below ``next_transaction``.

    ``oldest_transaction`` is the lowest id of a transaction that still runs.
    """

    generation: int
    included_count: int
    change_count: int
    oldest_transaction: int
    next_transaction: int


@dataclass(frozen=True, slots=True)
class Advanced:
    """A generation as it was stored."""

    generation: int
    installation_id: uuid.UUID
    system_identifier: str | None
    timeline: int | None
    changes_since: int
    last_change: int


@asynccontextmanager
async def durable_transaction(connection: Connection) -> AsyncIterator[None]:
    """Open a transaction that no crash takes back once it has ended, whatever the server's default."""
    async with connection.transaction():
        await connection.execute("SET LOCAL synchronous_commit = on")
        yield


async def read_identity(connection: Connection, folder_mark: str | None) -> Identity:
    """Return what identifies the database cluster; without its identifier and timeline where the server hides them."""
    try:
        row = await connection.fetchrow(_IDENTITY)
    except (asyncpg.InsufficientPrivilegeError, asyncpg.UndefinedFunctionError, asyncpg.FeatureNotSupportedError):
        row = None
    if row is None:
        return Identity(None, None, folder_mark)
    return Identity(row["system_identifier"], row["timeline"], folder_mark)


async def lock_state(connection: Connection) -> State | None:
    """Lock the installation's state until the caller's transaction ends and return it; None before the first start."""
    row = await connection.fetchrow(_STATE)
    if row is None:
        return None
    identity = Identity(row["system_identifier"], row["timeline"], row["folder_mark"])
    return State(row["installation_id"], row["generation"], identity, row["changes_since"])


async def store_state(connection: Connection, state: State) -> None:
    """Store the installation's state."""
    identity = state.identity
    await connection.execute(
        _STORE,
        state.installation_id,
        state.generation,
        identity.system_identifier,
        identity.timeline,
        identity.folder_mark,
        state.changes_since,
    )


async def mark_restored(connection: Connection, backup: str) -> None:
    """Let every comparison from now on find that the database was restored; before anything of the backup is in it."""
    await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {RESTORED_SCHEMA}")
    comment = await connection.fetchval("SELECT quote_literal($1)", backup)  # DDL takes no parameters
    await connection.execute(f"COMMENT ON SCHEMA {RESTORED_SCHEMA} IS {comment}")


async def restored_backup(connection: Connection) -> str | None:
    """Return the name of the backup that was or is being restored, until the consequences apply; None otherwise."""
    name: str | None = await connection.fetchval(
        "SELECT coalesce(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = $1",
        RESTORED_SCHEMA,
    )
    return name


async def unmark_restored(connection: Connection) -> None:
    """Forget that the database was restored, in the transaction of the consequences."""
    await connection.execute(f"DROP SCHEMA {RESTORED_SCHEMA}")


async def read_pulse(connection: Connection) -> Pulse | None:
    """Return the generation and how far changes have got; None before the first start of this version."""
    # Read the count first, in its own statement: any transaction that it includes has its id before the second statement begins.
    count = await connection.fetchval(
        "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM security_change_count"
    )
    row = await connection.fetchrow(
        "SELECT generation, change_count, pg_snapshot_xmin(now)::text::bigint AS oldest, "
        "pg_snapshot_xmax(now)::text::bigint AS next FROM installation_state, pg_current_snapshot() AS now"
    )
    if row is None:
        return None
    return Pulse(row["generation"], row["change_count"], int(count), row["oldest"], row["next"])


async def advance(connection: Connection, included_count: int | None) -> Advanced | None:
    """Store the next generation durably, with the changes that it includes; None before the first start.

    ``included_count`` is the number of changes that it certainly includes, if that is known.
    """
    async with durable_transaction(connection):
        row = await connection.fetchrow(_ADVANCE, included_count)
        if row is None:
            return None
        last_change = await number_changes(connection, row["generation"])
        await connection.execute(_DROP, MOST_CHANGES)
    return Advanced(**row, last_change=last_change)


async def read_advanced(connection: Connection) -> Advanced | None:
    """Return the generation as it is stored, or None before the first start."""
    row = await connection.fetchrow(
        "SELECT generation, installation_id, system_identifier, timeline, changes_since FROM installation_state"
    )
    return None if row is None else Advanced(**row, last_change=await _last_change(connection))


async def number_changes(connection: Connection, generation: int) -> int:
    """Assign the listed changes that have none a generation, and return the id of the last one, 0 if there is none."""
    await connection.execute("UPDATE security_changes SET generation = $1 WHERE generation IS NULL", generation)
    return await _last_change(connection)


async def _last_change(connection: Connection) -> int:
    return int(
        await connection.fetchval("SELECT coalesce(max(id), 0) FROM security_changes WHERE generation IS NOT NULL")
    )


async def list_changes(connection: Connection) -> list[Change]:
    """Return the listed changes that have a generation, oldest first."""
    rows = await connection.fetch(
        "SELECT id, kind, subject_id, generation FROM security_changes WHERE generation IS NOT NULL ORDER BY id"
    )
    return [Change(**row) for row in rows]


async def add_changes(connection: Connection, changes: Sequence[Change]) -> None:
    """Add changes that are listed outside the database only; later ones get higher ids."""
    await connection.executemany(
        "INSERT INTO security_changes (id, kind, subject_id, generation) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
        [(each.id, each.kind, each.subject_id, each.generation) for each in changes],
    )
    await connection.execute(
        "SELECT setval(pg_get_serial_sequence('security_changes', 'id'), max(id)) FROM security_changes HAVING max(id) > 0"
    )


async def has_users(connection: Connection) -> bool:
    """Return whether there is anything that a restore could revive."""
    return bool(await connection.fetchval("SELECT EXISTS (SELECT FROM users)"))
