"""Checks of what the database, the key file and the lake hold, without changing any of them."""

import asyncio
import os
import tempfile
from pathlib import Path
from typing import Final

from breachlight.config import Settings, key_service
from breachlight.database.errors import DatabaseError
from breachlight.database.migration_log import read_pending
from breachlight.database.session import Connection
from breachlight.doctor.findings import Finding, failing, ok, skipped, warning
from breachlight.doctor.repository import server_state
from breachlight.keys.registry import misfit, unprepared
from breachlight.keys.repository import known_keys
from breachlight.kit.keys import KeyFileError, KeyRing
from breachlight.leaks.lake.repository import stored_data_path
from breachlight.processes.repository import has_data

_FEW_CONNECTIONS: Final = 10
_TRIAL: Final = b"written to check this folder"


async def check_server(connection: Connection) -> Finding:
    """Check that the server can be written and has connections left."""
    state = await server_state(connection)
    if not state.is_writable:
        return failing(
            "database", "The server is read-only.", "Point DATABASE_URL at the primary, or make the server writable."
        )
    if state.free_connections < _FEW_CONNECTIONS:
        return warning(
            "database",
            f"Only {state.free_connections} connections are left.",
            "Raise max_connections of the server, or lower BREACHLIGHT_DATABASE_POOL_SIZE.",
        )
    return ok("database", f"PostgreSQL {state.version} answers, {state.free_connections} connections are free.")


async def check_migrations(connection: Connection) -> Finding:
    """Compare the migrations of the database with those of this version."""
    try:
        found = await read_pending(connection)
    except DatabaseError as error:
        return failing("migrations", "The database is of a newer version.", str(error))
    lacking = found.needed
    if not lacking and found.waiting:
        return warning(
            "migrations",
            f"Contract steps wait: {', '.join(step.name for step in found.waiting)}.",
            "Restart all hosts with this version, then run breachlight migrate.",
        )
    if not lacking:
        return ok("migrations", "The database is up to date.")
    how_many = "1 migration" if len(lacking) == 1 else f"{len(lacking)} migrations"
    return failing(
        "migrations", f"The database lacks {how_many}.", "Run breachlight migrate, or start breachlight serve."
    )


async def check_keys(connection: Connection | None, settings: Settings) -> Finding:
    """Check the key file, and compare it with the database; no file is made."""
    path = settings.key_file
    if not path.exists():
        if connection is None or await has_data(connection) or await known_keys(connection):
            remedy = "Restore it from its backup: without it the stored data cannot be opened."
            return failing("keys", f"The key file {path} is missing.", remedy)
        return warning("keys", f"There is no key file {path} yet.", "The first start makes it: back it up then.")
    try:
        ring = await asyncio.to_thread(KeyRing.load, path, key_service(settings))
    except KeyFileError as error:
        return failing("keys", "The key file cannot be used.", str(error))
    if connection is None:
        return skipped("keys", f"The key file {path} can be read; without the database it can't be compared.")
    known = await known_keys(connection)
    reason = misfit(ring, known)
    if reason:
        remedy = (
            "Copy the current one from a host that works or from its backup, or set its path in BREACHLIGHT_KEY_FILE."
        )
        return failing("keys", f"The key file {path} {reason}.", remedy)
    waited_for = unprepared(ring, known)
    if waited_for:
        return warning(
            "keys", f"The key file lacks {', '.join(waited_for)}.", "Copy it from the host that rotates keys."
        )
    return ok("keys", f"The key file {path} is that of this installation.")


async def check_lake_path(connection: Connection | None, settings: Settings) -> Finding:
    """Compare the lake's path with the one in its catalogue, and write to a folder."""
    path = settings.lake_path.rstrip("/")
    stored = None if connection is None else await stored_data_path(connection)
    if stored is not None and stored.rstrip("/") != (path if "://" in path else str(Path(path).absolute())):
        remedy = "Correct BREACHLIGHT_LAKE_PATH, or move the lake as the runbook describes."
        return failing("lake", f"The lake is at {stored}, not at {path}.", remedy)
    if "://" in path:
        return ok("lake", f"The lake is at {path}.")
    return await asyncio.to_thread(_check_folder, Path(path), is_made=stored is not None)


def _check_folder(folder: Path, *, is_made: bool) -> Finding:
    if not folder.exists():
        if is_made:
            remedy = "Mount it, or restore it from its backup; don't create an empty one."
            return failing("lake", f"The folder {folder} is missing.", remedy)
        return warning("lake", f"The folder {folder} doesn't exist yet.", "The first start makes it.")
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as trial:
            trial.write(_TRIAL)
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as error:
        remedy = "Correct its owner or free some space, or set another path in BREACHLIGHT_LAKE_PATH."
        return failing("lake", f"The folder {folder} cannot be written ({error.strerror}).", remedy)
    return ok("lake", f"The folder {folder} can be written.")


async def check_object_store(settings: Settings) -> Finding:
    """Write an object to the lake's store and read it again."""
    if "://" not in settings.lake_path:
        return skipped("object store", "The lake is a folder.")
    from breachlight.leaks.lake.ducklake import check_store  # DuckDB, for object stores only
    from breachlight.leaks.lake.faults import LakeError

    try:
        await asyncio.to_thread(check_store, settings, writes=True)
    except LakeError as error:
        return failing("object store", "The object store cannot be written.", error.reason)
    return ok("object store", f"{settings.lake_path} can be written and read.")
