"""Statements of the history of incidents."""

import uuid
from typing import Any, Final

from breachlight.alerts.directory_repository import fetch_member_names
from breachlight.database.session import Connection

MOST_CHANGES: Final = 100
"""Changes in one answer; it says whether there are earlier ones."""

# What an operation on incidents does to their detections is part of it. An undone operation on detections turned them back itself.
_CHANGES: Final = f"""
SELECT c.changed_at, c.state, c.cause, o.id::text AS operation_id, o.state AS operation_state, o.resolution, o.accepted_until, o.updated,
    o.assignee_id, o.undone_at, o.undone_by,
    CASE WHEN c.cause IS NULL THEN o.user_id WHEN t.undone_at IS NULL OR c.changed_at < t.undone_at THEN t.user_id END AS user_id
FROM incident_changes AS c
LEFT JOIN incident_operations AS o ON o.account_id = $1 AND o.id = c.operation_id
LEFT JOIN alert_operations AS t ON t.account_id = $1 AND t.id = c.operation_id AND c.cause = 'triage'
WHERE c.account_id = $1 AND c.incident_id = $2 AND (c.cause IS DISTINCT FROM 'triage' OR o.id IS NULL)
ORDER BY c.id DESC LIMIT {MOST_CHANGES + 1}
"""

_STEP_CHANGES: Final = f"""SELECT step, is_completed, user_id, changed_at FROM incident_step_changes
WHERE account_id = $1 AND incident_id = $2 ORDER BY id DESC LIMIT {MOST_CHANGES + 1}"""


async def fetch_changes(connection: Connection, account_id: uuid.UUID, incident_id: uuid.UUID) -> list[dict[str, Any]]:
    """Return the newest changes of an incident with the names of members, at most one more than ``MOST_CHANGES``."""
    changes = await connection.fetch(_CHANGES, account_id, incident_id)
    columns = {"user_id": "author", "assignee_id": "assignee", "undone_by": "undone_author"}
    members = {change[column] for change in changes for column in columns} - {None}
    names = await fetch_member_names(connection, account_id, members)
    return [
        {**change, **{name: names.get(str(change[column])) for column, name in columns.items()}} for change in changes
    ]


async def fetch_step_changes(
    connection: Connection, account_id: uuid.UUID, incident_id: uuid.UUID
) -> list[dict[str, Any]]:
    """Return the newest changes of an incident's steps with the names of members, at most one more than ``MOST_CHANGES``."""
    changes = await connection.fetch(_STEP_CHANGES, account_id, incident_id)
    names = await fetch_member_names(connection, account_id, {change["user_id"] for change in changes})
    return [{**change, "author": names.get(str(change["user_id"]))} for change in changes]
