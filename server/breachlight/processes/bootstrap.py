"""Prerequisites of serving: a migrated database and the keys to its contents."""

import asyncio
import sys
from pathlib import Path

import structlog

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.migrations import migrate
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.key_check import is_old_lake
from breachlight.processes.errors import StartError
from breachlight.processes.repository import has_data

_log = structlog.get_logger(__name__)


async def prepare(settings: Settings) -> KeyRing:
    """Migrate database and lake and open the key file, made on the first start; the server must be up.

    Raises:
        DatabaseError: the database cannot be used.
        KeyFileError: the key file is lost, damaged or open to others.
        StartError: the lake's folder cannot be written, or the lake cannot be migrated.
    """
    await migrate(settings)
    connection = await connect(settings)
    try:
        ring = KeyRing.load_or_create(settings.key_file, data_exists=await has_data(connection))
        is_old = await is_old_lake(connection, ring)
    finally:
        await connection.close()
    if is_old:
        await _migrate_lake()
    if "://" not in settings.lake_path:
        _make_lake_folder(Path(settings.lake_path))
    return ring


def warn_of_gaps(settings: Settings) -> None:
    """Log once at a start what runs without being complete: a production that cannot write to anybody."""
    if settings.environment == "production" and settings.smtp_host is None:
        _log.warning(
            "no emails are sent, so nobody can verify an address, reset a password or log in with an "
            "email code: set BREACHLIGHT_SMTP_HOST"
        )


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
