"""Prerequisites of serving: a migrated database and the keys to its contents."""

import asyncio
import sys
from pathlib import Path

import asyncpg
import structlog

from breachlight.config import Settings, open_key_ring
from breachlight.database.connection import connect
from breachlight.database.errors import DatabaseError
from breachlight.database.migration_log import is_filling
from breachlight.database.migrations import OlderProcessesError, contract, migrate
from breachlight.database.sealed_values import Opening, sample
from breachlight.database.session import Connection
from breachlight.keys.registry import register_keys, require_fit
from breachlight.keys.repository import known_keys
from breachlight.kit.key_file import KeyFileError
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.key_check import is_lake_of, is_old_lake
from breachlight.leaks.lake.repository import stored_key_checks
from breachlight.processes.errors import StartError
from breachlight.processes.repository import has_data
from breachlight.restores.startup import check_restore

_log = structlog.get_logger(__name__)


async def prepare(settings: Settings) -> KeyRing:
    """Migrate database and lake, open the key file, made on the first start, and detect a restore; the server must be up.

    Raises:
        DatabaseError, KeyFileError, StartError: as ``prepare_data``.
    """
    ring = await prepare_data(settings)
    await check_restore(settings)
    return ring


async def prepare_data(settings: Settings) -> KeyRing:
    """Migrate database and lake, and open the key file, made on the first start; the server must be up.

    Raises:
        DatabaseError: the database cannot be used.
        KeyFileError: the key file is lost, damaged, open to others, old, or another installation's; nothing was written.
        StartError: a new lake cannot be written, or the lake cannot be migrated.
    """
    connection = await connect(settings)
    try:
        has_content = await has_data(connection)
        await _check(connection, settings, has_content=has_content)
        await _check_new_lake(connection, settings, has_content=has_content)
        await migrate(settings)
        if settings.database_url is None and not await is_filling(connection):
            await _contract(settings)
        ring = open_key_ring(settings, data_exists=has_content)
        await register_keys(connection, ring)
        is_old = await is_old_lake(connection, ring)
    except asyncpg.ReadOnlySQLTransactionError:
        raise DatabaseError("The PostgreSQL server is read-only. Make it writable, then run this again.") from None
    finally:
        await connection.close()
    if is_old:
        await _migrate_lake()
    return ring


async def _contract(settings: Settings) -> None:
    """Apply contract steps where nobody restarts hosts in turn: a process that needs what they remove ends by itself."""
    try:
        await contract(settings)
    except OlderProcessesError as error:
        _log.warning("contract steps wait", reason=str(error))


async def check_key_file(settings: Settings) -> None:
    """Check that the key file is the one of this database, if there are any data yet.

    Raises:
        DatabaseError: the database cannot be used.
        KeyFileError: as ``prepare``.
    """
    connection = await connect(settings)
    try:
        await _check(connection, settings, has_content=await has_data(connection))
    finally:
        await connection.close()


async def _check(connection: Connection, settings: Settings, *, has_content: bool) -> None:
    known = await known_keys(connection)
    if not has_content and not known:
        return
    ring = open_key_ring(settings, data_exists=True)
    if known:
        require_fit(ring, known)
    elif not await _opens(connection, ring):
        raise KeyFileError(
            f"The key file {settings.key_file} is not that of this installation: it can't open what is stored. Restore the "
            "right one, or set its path in BREACHLIGHT_KEY_FILE. Nothing was changed."
        )


async def _opens(connection: Connection, ring: KeyRing) -> bool:
    """Return whether a key file fits data of a version that didn't store which keys it has; damaged values prove nothing."""
    is_right_lake = await is_lake_of(connection, ring)
    if is_right_lake is False:
        return False
    found = await sample(connection, ring)
    if found[Opening.LACKS_KEY]:
        return False
    return is_right_lake or bool(found[Opening.OPENED]) or not found


def warn_of_gaps(settings: Settings) -> None:
    """Log once at a start what runs without being complete: a production that cannot write to anybody."""
    if settings.environment == "production" and settings.smtp_host is None:
        _log.warning(
            "no emails are sent, so nobody can verify an address, reset a password or log in with an "
            "email code: set BREACHLIGHT_SMTP_HOST"
        )
    is_near = settings.host in {"127.0.0.1", "::1", "localhost"}
    if settings.environment == "production" and not is_near and not settings.public_url.startswith("https://"):
        _log.warning(
            "passwords and tokens cross the network unencrypted: put a TLS proxy in front and set BREACHLIGHT_PUBLIC_URL "
            "to its https address"
        )


async def _check_new_lake(connection: Connection, settings: Settings, *, has_content: bool) -> None:
    """Refuse a first start whose lake can't be written, before anything is; later a start goes on without the lake.

    Raises:
        StartError: the folder or the store can't be written.
    """
    is_store = "://" in settings.lake_path
    if is_store and await stored_key_checks(connection):
        return
    try:
        if is_store:
            await asyncio.to_thread(_check_store, settings)
        else:
            _make_lake_folder(Path(settings.lake_path))
    except StartError as error:
        if not has_content:
            raise
        _log.warning(
            "the lake cannot be used: ingestion and retroactive scans wait, everything else works", reason=str(error)
        )


def _check_store(settings: Settings) -> None:
    from breachlight.leaks.lake.ducklake import check_store  # DuckDB, for object stores only
    from breachlight.leaks.lake.faults import LakeError

    try:
        check_store(settings, writes=True)
    except LakeError as error:
        raise StartError(error.reason) from None


async def _migrate_lake() -> None:
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", "breachlight.leaks.lake.migration")
    if await child.wait():
        raise StartError('The lake cannot be migrated: correct what is reported above, then run "breachlight migrate".')


def _make_lake_folder(folder: Path) -> None:
    trial = folder / ".writable"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as error:
        raise StartError(
            f"The lake's folder {folder} cannot be written ({error.strerror}): correct its owner and free some space, "
            "or set another path in BREACHLIGHT_LAKE_PATH."
        ) from error
