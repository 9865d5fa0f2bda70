"""Statements of the history of incidents."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import asyncpg

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

_OPERATIONS: Final = """
SELECT o.id, o.user_id, o.state, o.resolution, o.accepted_until, o.assignee_id, o.updated, o.created_at, o.undone_at, o.undone_by,
    coalesce(t.updated, 0) AS detections,
    (SELECT min(c.incident_id::text)::uuid FROM incident_changes AS c
        WHERE o.updated = 1 AND c.account_id = $1 AND c.operation_id = o.id AND c.cause IS NULL) AS incident_id
FROM incident_operations AS o LEFT JOIN alert_operations AS t ON t.account_id = $1 AND t.id = o.id
WHERE o.account_id = $1 AND ($3::timestamptz IS NULL OR (o.created_at, o.id) < ($3, $4::uuid))
ORDER BY o.created_at DESC, o.id DESC LIMIT $2
"""

_STEP_CHANGES: Final = f"""SELECT step, is_completed, user_id, changed_at FROM incident_step_changes
WHERE account_id = $1 AND incident_id = $2 ORDER BY id DESC LIMIT {MOST_CHANGES + 1}"""


async def fetch_changes(connection: Connection, account_id: uuid.UUID, incident_id: uuid.UUID) -> list[dict[str, Any]]:
    """Return the newest changes of an incident with the names of members, at most one more than ``MOST_CHANGES``."""
    return await _with_names(connection, account_id, await connection.fetch(_CHANGES, account_id, incident_id))


async def fetch_operations(
    connection: Connection, account_id: uuid.UUID, limit: int, after: tuple[datetime, uuid.UUID] | None
) -> list[dict[str, Any]]:
    """Return the newest operations of members on incidents behind a position, with the names of members."""
    at, operation_id = after or (None, None)
    return await _with_names(
        connection, account_id, await connection.fetch(_OPERATIONS, account_id, limit, at, operation_id)
    )


async def _with_names(
    connection: Connection, account_id: uuid.UUID, rows: Sequence[asyncpg.Record]
) -> list[dict[str, Any]]:
    columns = {"user_id": "author", "assignee_id": "assignee", "undone_by": "undone_author"}
    names = await fetch_member_names(
        connection, account_id, {row[column] for row in rows for column in columns} - {None}
    )
    return [{**row, **{name: names.get(str(row[column])) for column, name in columns.items()}} for row in rows]


async def fetch_step_changes(
    connection: Connection, account_id: uuid.UUID, incident_id: uuid.UUID
) -> list[dict[str, Any]]:
    """Return the newest changes of an incident's steps with the names of members, at most one more than ``MOST_CHANGES``."""
    changes = await connection.fetch(_STEP_CHANGES, account_id, incident_id)
    names = await fetch_member_names(connection, account_id, {change["user_id"] for change in changes})
    return [{**change, "author": names.get(str(change["user_id"]))} for change in changes]
