"""The migrations of the database: those that were applied, and what a process of another version makes of them."""

from dataclasses import dataclass
from typing import Final

from breachlight.database.connection import APP
from breachlight.database.errors import DatabaseError
from breachlight.database.migration_files import Migration, Phase, migration_files, own_release, read_release
from breachlight.database.relations import exists
from breachlight.database.session import Connection

# aerich's table has no room for it, and must exist before the first migration.
_STEPS: Final = """
CREATE TABLE IF NOT EXISTS migration_steps (
    version text PRIMARY KEY,
    phase text NOT NULL,
    release text NOT NULL,
    position text,
    is_filled boolean NOT NULL DEFAULT true
);
COMMENT ON TABLE migration_steps IS
    'Phases of applied migrations, for versions that lack their files, and how far their batches are.'
"""


@dataclass(frozen=True, slots=True)
class Pending:
    """What the database lacks: ``needed`` by this version, in order, and contract steps that may wait."""

    needed: list[Migration]
    waiting: list[Migration]


async def pending(connection: Connection) -> list[str]:
    """Return the names of the migrations that the database lacks and this version needs, in order.

    Raises:
        DatabaseError: the database has migrations that this version doesn't know and can't run with.
    """
    return [migration.name for migration in (await read_pending(connection)).needed]


async def waiting(connection: Connection) -> list[str]:
    """Return the names of the contract steps that aren't applied yet, which no process waits for.

    Raises:
        DatabaseError: as ``pending``.
    """
    return [migration.name for migration in (await read_pending(connection)).waiting]


async def read_pending(connection: Connection) -> Pending:
    """Compare the database with the files; contract steps at the end may wait, and on a new database nothing does.

    Raises:
        DatabaseError: as ``pending``.
    """
    files = migration_files()
    applied: set[str] = set()
    if await exists(connection, "aerich"):
        applied = {row[0] for row in await connection.fetch("SELECT version FROM aerich WHERE app = $1", APP)}
    await _check_unknown(connection, sorted(applied - {migration.name for migration in files}))
    needed = [migration for migration in files if migration.name not in applied]
    last = len(needed)
    while applied and last and needed[last - 1].phase is Phase.CONTRACT:
        last -= 1
    return Pending(needed[:last], needed[last:])


async def _check_unknown(connection: Connection, unknown: list[str]) -> None:
    """Refuse migrations of later versions, unless all are expand steps of this release or the next minor one."""
    if not unknown:
        return
    known = []
    if await exists(connection, "migration_steps"):
        known = await connection.fetch(
            "SELECT version, phase, release FROM migration_steps WHERE version = ANY($1)", unknown
        )
    major, minor = own_release()
    fitting = {
        row["version"]
        for row in known
        if row["phase"] == Phase.EXPAND and read_release(row["release"]) in {(major, minor), (major, minor + 1)}
    }
    refused = [name for name in unknown if name not in fitting]
    if refused:
        raise DatabaseError(
            f"The database was migrated by a newer Breachlight ({refused[-1]}): run that version, "
            "or restore a backup from before."
        )


async def prepare_log(connection: Connection) -> None:
    """Create the table of phases."""
    if not await exists(connection, "migration_steps"):
        await connection.execute(_STEPS)


async def record(connection: Connection, migration: Migration) -> None:
    """Record that a migration was applied; in its transaction, if it has one."""
    from aerich.coder import encoder
    from aerich.utils import decompress_dict

    await connection.execute(
        "INSERT INTO aerich (version, app, content) VALUES ($1, $2, $3)",
        migration.name,
        APP,
        encoder(decompress_dict(migration.models_state)),
    )
    if migration.phase is not Phase.STOP:
        await connection.execute(
            "INSERT INTO migration_steps (version, phase, release, is_filled) VALUES ($1, $2, $3, $4)",
            migration.name,
            migration.phase,
            migration.release,
            migration.batches is None,
        )


async def fill_next(connection: Connection) -> bool:
    """Fill the next batch of a migration's columns and say whether there was one.

    Position and rows are stored in one transaction, so whatever stops it, the next call goes on from there. Another process
    that fills at the same time is left to it.
    """
    files = {migration.name: migration for migration in migration_files()}
    async with connection.transaction():
        step = await connection.fetchrow(
            "SELECT version, position FROM migration_steps WHERE NOT is_filled AND version = ANY($1) "
            "ORDER BY split_part(version, '_', 1)::int LIMIT 1 FOR UPDATE SKIP LOCKED",
            list(files),
        )
        if step is None:
            return False
        statement = files[step["version"]].batches
        position = None if statement is None else await connection.fetchval(statement, step["position"])
        await connection.execute(
            "UPDATE migration_steps SET position = coalesce($2, position), is_filled = $2 IS NULL WHERE version = $1",
            step["version"],
            position,
        )
        return True


async def is_filling(connection: Connection) -> bool:
    """Return whether columns of an applied migration are still to be filled."""
    if not await exists(connection, "migration_steps"):
        return False
    return bool(await connection.fetchval("SELECT EXISTS (SELECT FROM migration_steps WHERE NOT is_filled)"))
