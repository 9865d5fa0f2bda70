"""History of backups, as the operators' audit log has it: any process that reaches the database knows their age."""

from datetime import UTC, datetime
from typing import Final

from breachlight.audit.operators import list_operator_events
from breachlight.database.session import Connection

BACKUP_MADE: Final = "backup_made"
"""The kind of the entry of a backup in the operators' audit log."""

_NAME: Final = "%Y-%m-%dT%H-%M-%SZ"


def name_of(created_at: datetime) -> str:
    """Return the name of a backup of an instant."""
    return created_at.strftime(_NAME)


async def last_backup(connection: Connection) -> datetime | None:
    """Return the instant, in UTC, whose state the newest recorded backup has, or None if none is recorded.

    A backup is recorded when it is complete. The database must be migrated.
    """
    events = await list_operator_events(connection, BACKUP_MADE, 1)
    return datetime.strptime(str(events[0].detail["name"]), _NAME).replace(tzinfo=UTC) if events else None
