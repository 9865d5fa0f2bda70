"""Check of the backups: their age, and whether they were verified."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from breachlight.backups.errors import BackupError
from breachlight.backups.history import last_backup
from breachlight.backups.manifest import Repository
from breachlight.backups.repository import installation_id
from breachlight.config import Settings
from breachlight.database.errors import DatabaseError
from breachlight.database.migration_log import pending
from breachlight.database.session import Connection
from breachlight.doctor.findings import Finding, ok, skipped, warning
from breachlight.kit import clock

_CHECK: Final = "backups"
_OLD: Final = timedelta(days=2)
_LONG_UNVERIFIED: Final = timedelta(days=30)
_CHECK_TIMER: Final = "Check the timer that runs breachlight backup."


async def check_backups(connection: Connection | None, settings: Settings) -> Finding:
    """Check the folder of backups, or without one what the operators' audit log says of the last backup."""
    if settings.backup_folder is not None:
        ours = None if connection is None else await installation_id(connection)
        return await asyncio.to_thread(_check_folder, settings.backup_folder, ours)
    made = None if connection is None else await _recorded(connection)
    if made is not None:
        text = f"The last backup is {_age(made)} old; no folder is set, so it wasn't looked at."
        return ok(_CHECK, text) if clock.now() - made < _OLD else warning(_CHECK, text, _CHECK_TIMER)
    if settings.is_demonstration or connection is None:
        return skipped(_CHECK, "No backup is known.")
    remedy = (
        "Run breachlight backup from a timer, and set BREACHLIGHT_BACKUP_FOLDER to have its backups checked. Ignore this if "
        "another tool backs up database and lake."
    )
    return warning(_CHECK, "No backup is known.", remedy)


async def _recorded(connection: Connection) -> datetime | None:
    try:
        return None if await pending(connection) else await last_backup(connection)
    except DatabaseError:  # of a newer version
        return None


def _check_folder(folder: Path, ours: str | None) -> Finding:
    backups = Repository(folder)
    try:
        newest = backups.manifest()
    except BackupError as error:
        return warning(_CHECK, str(error), "Run breachlight backup, or correct BREACHLIGHT_BACKUP_FOLDER.")
    if None not in {ours, newest.installation_id} and ours != newest.installation_id:
        remedy = "Correct BREACHLIGHT_BACKUP_FOLDER."
        return warning(_CHECK, f"The backups in {folder} are those of another installation.", remedy)
    made = datetime.fromisoformat(newest.created_at)
    text = f"The last backup in {folder} is {_age(made)} old"
    if clock.now() - made >= _OLD:
        return warning(_CHECK, f"{text}.", _CHECK_TIMER)
    if backups.verified_at(newest.name):
        return ok(_CHECK, f"{text}, and was verified.")
    verified = max((each for name in backups.names() if (each := backups.verified_at(name))), default=None)
    text = f"{text}; {'none was verified' if verified is None else f'one was verified {_age(verified)} ago'}."
    if verified is None or clock.now() - verified >= _LONG_UNVERIFIED:
        return warning(_CHECK, text, "Run breachlight verify, best from a timer of its own.")
    return ok(_CHECK, text)


def _age(instant: datetime) -> str:
    hours = int((clock.now() - instant) / timedelta(hours=1))
    number, unit = (hours, "hour") if hours < 48 else (hours // 24, "day")
    return f"{number} {unit}{'' if number == 1 else 's'}"
