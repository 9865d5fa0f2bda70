"""History of backups, as the operators' audit log has it: any process that reaches the database knows their age."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from breachlight.audit.operators import list_operator_events, record_operator_event
from breachlight.database.session import Connection

BACKUP_MADE: Final = "backup_made"
"""The kind of the entry of a backup in the operators' audit log."""

_BACKUP_VERIFIED: Final = "backup_verified"

_NAME: Final = "%Y-%m-%dT%H-%M-%SZ"


@dataclass(frozen=True, slots=True)
class Verification:
    """A recorded verification: which instant the backup has the state of, in UTC, and whether it is as it was made."""

    backup_at: datetime
    verified_at: datetime
    is_intact: bool


def name_of(created_at: datetime) -> str:
    """Return the name of a backup of an instant."""
    return created_at.strftime(_NAME)


async def last_backup(connection: Connection) -> datetime | None:
    """Return the instant, in UTC, whose state the newest recorded backup has, or None if none is recorded.

    A backup is recorded when it is complete. The database must be migrated.
    """
    events = await list_operator_events(connection, BACKUP_MADE, 1)
    return _instant(events[0].detail["name"]) if events else None


async def record_verification(connection: Connection, name: str, *, is_intact: bool) -> None:
    """Record that a backup of this installation was verified, in the caller's transaction."""
    await record_operator_event(connection, _BACKUP_VERIFIED, {"name": name, "is_intact": is_intact})


async def last_verification(connection: Connection) -> Verification | None:
    """Return the newest recorded verification, or None if none is recorded. The database must be migrated."""
    events = await list_operator_events(connection, _BACKUP_VERIFIED, 1)
    if not events:
        return None
    (event,) = events
    return Verification(_instant(event.detail["name"]), event.happened_at, event.detail["is_intact"] is True)


def _instant(name: object) -> datetime:
    return datetime.strptime(str(name), _NAME).replace(tzinfo=UTC)
