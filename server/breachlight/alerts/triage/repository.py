"""Queries of operations on alerts: changes, undo and notifications."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.alerts.bookkeeping_repository import CHANGED, FORMER, after_changing
from breachlight.alerts.models import AlertAction, IncidentCause
from breachlight.alerts.query.where import Selection
from breachlight.database.session import Connection

CHANNEL: Final = "alerts_changed"
"""Where PostgreSQL announces changes on commit: JSON {account_id, sequence, operation_id, ids}; the last two may be null."""
MOST_ANNOUNCED: Final = 100
"""Alerts that a notification names; without names it says that many have changed.

No page has more rows (``filters.LARGEST_PAGE_SIZE``), so reading the page again costs a reader less than applying more changes
than this. A notification of 100 identifiers has about 4,100 of the 8,000 bytes that PostgreSQL allows.
"""

_TARGETS: Final = {
    AlertAction.READ: ("is_read", True),
    AlertAction.UNREAD: ("is_read", False),
    AlertAction.CLOSE: ("is_closed", True),
    AlertAction.REOPEN: ("is_closed", False),
}
_ASSIGNEE: Final = "assignee_id"
_FORMER: Final = {"is_read": "was_read", "is_closed": "was_closed", _ASSIGNEE: "was_assigned_to"}


@dataclass(frozen=True, slots=True)
class Change:
    """An action, with the member whom ASSIGN gives the alerts to; None for nobody."""

    action: AlertAction
    assignee_id: uuid.UUID | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that is stored."""

    change: Change
    created_at: datetime


def _announcement(operation: str) -> str:
    """Return the SQL of the notification of ``changes`` of the account ``$1``; null without any, as these have no number."""
    return f"""(SELECT json_build_object(
        'account_id', $1::uuid, 'sequence', last_number, 'operation_id', {operation}::uuid,
        'ids', CASE WHEN (SELECT count(*) FROM changes) <= {MOST_ANNOUNCED} THEN (SELECT json_agg(id) FROM changes) END
    )::text FROM numbered) AS announcement"""


async def announce_payloads(connection: Connection, *announcements: str | None) -> None:
    """Notify on commit. A statement of its own: those that change distributed tables may run on a server that nobody listens to."""
    payloads = [announcement for announcement in announcements if announcement is not None]
    if payloads:
        await connection.execute("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", CHANNEL, payloads)


async def announce(
    connection: Connection,
    account_id: uuid.UUID,
    operation_id: uuid.UUID | None = None,
    ids: Sequence[uuid.UUID] | None = None,
) -> None:
    """Let these alerts be read again, or without any all lists of the account, which the caller has locked.

    Each change of alerts announces itself.
    """
    number = await connection.fetchval(
        """INSERT INTO alert_sequences AS kept (account_id, last_number, announced, operation_id) VALUES ($1, 1, 1, $2)
        ON CONFLICT (account_id) DO UPDATE SET last_number = kept.last_number + 1, announced = kept.last_number + 1,
            operation_id = excluded.operation_id, announced_before = kept.announced
        RETURNING last_number""",
        account_id,
        operation_id,
    )
    content = {
        "account_id": str(account_id),
        "sequence": number,
        "operation_id": None if operation_id is None else str(operation_id),
        "ids": None if ids is None else [str(alert_id) for alert_id in ids],
    }
    await announce_payloads(connection, json.dumps(content))


def narrow_to_unchanged(selection: Selection, operation_id: uuid.UUID, operation: Operation) -> None:
    """Narrow a selection to alerts from before an operation that it hasn't changed yet.

    What somebody has turned back since stays as they left it.
    """
    selection.add("a.datetime <= {}", operation.created_at)
    selection.add(
        "NOT EXISTS (SELECT 1 FROM alert_changes AS done WHERE done.account_id = $1"
        " AND done.operation_id = {} AND done.alert_id = a.id)",
        operation_id,
    )


async def change_alerts(
    connection: Connection,
    selection: Selection,
    change: Change,
    operation_id: uuid.UUID,
    limit: int,
    *,
    all_or_none: bool = False,
) -> int:
    """Change at most ``limit`` selected alerts that aren't in the target state yet, and store their former state.

    With ``all_or_none``, more than ``limit`` such alerts give ``limit + 1`` and nothing is changed.
    """
    arguments = [*selection.arguments, operation_id]
    operation = f"${len(arguments)}"
    if change.action is AlertAction.ASSIGN:
        arguments.append(change.assignee_id)
        column, wanted = _ASSIGNEE, f"${len(arguments)}::uuid"
        where = selection.where(f"a.{column} IS DISTINCT FROM {wanted}")
    else:
        column, target = _TARGETS[change.action]
        wanted = str(target).lower()
        where = selection.where(f"a.{column} = {str(not target).lower()}")
    row = await connection.fetchrow(
        f"""WITH former AS MATERIALIZED (
            SELECT {FORMER} FROM alerts AS a WHERE {where} LIMIT {limit + all_or_none}
        ), chosen AS (
            SELECT count(*) AS rows FROM former
        ), changes AS (
            UPDATE alerts SET {column} = {wanted} FROM former, chosen
            WHERE alerts.account_id = $1 AND alerts.id = former.id AND rows <= {limit}
            RETURNING {CHANGED}
        ), kept AS (
            INSERT INTO alert_changes (account_id, operation_id, alert_id, was_read, was_closed, was_assigned_to)
            SELECT $1, {operation}, id, was_read, was_closed, was_assigned_to FROM changes
        ), {after_changing(operation=operation)}
        SELECT rows, {_announcement(operation)} FROM chosen""",
        *arguments,
    )
    assert row is not None
    await announce_payloads(connection, row["announcement"])
    rows: int = row["rows"]
    return rows


async def restore_alerts(  # noqa: PLR0917 -- a chunk of an operation
    connection: Connection,
    account_id: uuid.UUID,
    operation_id: uuid.UUID,
    after: int,
    limit: int,
    expired_incident: uuid.UUID | None = None,
) -> tuple[int, int]:
    """Restore at most ``limit`` alerts behind change ``after``; return how many changes were read and the last one.

    With an incident whose risk was accepted until now, only its alerts that a leak still confirms.
    """
    operation = await fetch_operation(connection, account_id, operation_id)
    if operation is None:
        return 0, after  # the account has been deleted
    action = operation.change.action
    column = _ASSIGNEE if action is AlertAction.ASSIGN else _TARGETS[action][0]
    cause = IncidentCause.TRIAGE if expired_incident is None else IncidentCause.EXPIRY
    row = await connection.fetchrow(
        f"""WITH chosen AS MATERIALIZED (
            SELECT id, alert_id, {_FORMER[column]} AS target FROM alert_changes
            WHERE account_id = $1 AND operation_id = $2 AND id > $3 ORDER BY id LIMIT {limit}
        ), former AS MATERIALIZED (
            SELECT {FORMER}, chosen.target FROM chosen JOIN alerts AS a ON a.account_id = $1 AND a.id = chosen.alert_id
            WHERE $4::uuid IS NULL OR (a.incident_id = $4 AND a.retracted_at IS NULL)
        ), changes AS (
            UPDATE alerts SET {column} = target FROM former
            WHERE alerts.account_id = $1 AND alerts.id = former.id AND alerts.{column} IS DISTINCT FROM target
            RETURNING {CHANGED}
        ), {after_changing(operation="$2", cause=cause)}
        SELECT count(*) AS rows, coalesce(max(id), 0) AS last, {_announcement("$2")} FROM chosen""",
        account_id,
        operation_id,
        after,
        expired_incident,
    )
    assert row is not None
    await announce_payloads(connection, row["announcement"])
    return row["rows"], row["last"]


async def announce_changed(connection: Connection, alerts: Sequence[tuple[uuid.UUID, uuid.UUID]]) -> None:
    """Notify each account of changes to its alerts, given as pairs of account and alert, that no member has made.

    The statements that made them have numbered them in the same transaction.
    """
    by_account: dict[uuid.UUID, list[str]] = {}
    for account_id, alert_id in alerts:
        by_account.setdefault(account_id, []).append(str(alert_id))
    numbers = await connection.fetch(
        "SELECT account_id, announced FROM alert_sequences WHERE account_id = ANY($1::uuid[])", list(by_account)
    )
    payloads = [
        json.dumps(
            {
                "account_id": str(account_id),
                "operation_id": None,
                "ids": ids if len(ids) <= MOST_ANNOUNCED else None,
                "sequence": announced,
            }
        )
        for account_id, announced in numbers
        for ids in [by_account[account_id]]
    ]
    await announce_payloads(connection, *payloads)


async def unassign_member(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> None:
    """Assign the alerts of a member to nobody."""
    announcement = await connection.fetchval(
        f"""WITH former AS MATERIALIZED (
            SELECT {FORMER} FROM alerts AS a WHERE a.account_id = $1 AND a.assignee_id = $2
        ), changes AS (
            UPDATE alerts SET assignee_id = NULL FROM former WHERE alerts.account_id = $1 AND alerts.id = former.id
            RETURNING {CHANGED}
        ), {after_changing(operation="NULL")}
        SELECT {_announcement("NULL")}""",
        account_id,
        user_id,
    )
    await announce_payloads(connection, announcement)


async def add_operation(
    connection: Connection,
    account_id: uuid.UUID,
    operation_id: uuid.UUID,
    change: Change,
    *,
    user_id: uuid.UUID,
    updated: int,
    at: datetime,
) -> None:
    """Store an operation that has changed ``updated`` alerts so far."""
    await connection.execute(
        """INSERT INTO alert_operations (id, account_id, user_id, action, assignee_id, updated, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)""",
        operation_id,
        account_id,
        user_id,
        change.action.value,
        change.assignee_id,
        updated,
        at,
    )


async def fetch_operation(
    connection: Connection, account_id: uuid.UUID, operation_id: uuid.UUID | None, *, if_not_undone: bool = False
) -> Operation | None:
    """Return an operation, None where there is none."""
    row = await connection.fetchrow(
        f"""SELECT action, assignee_id, created_at FROM alert_operations
        WHERE account_id = $1 AND id = $2 {"AND undone_at IS NULL" if if_not_undone else ""}""",
        account_id,
        operation_id,
    )
    return Operation(Change(AlertAction(row["action"]), row["assignee_id"]), row["created_at"]) if row else None


async def count_updated(connection: Connection, account_id: uuid.UUID, operation_id: uuid.UUID, more: int) -> None:
    """Add to how many alerts an operation has changed."""
    await connection.execute(
        "UPDATE alert_operations SET updated = updated + $3 WHERE account_id = $1 AND id = $2",
        account_id,
        operation_id,
        more,
    )


async def begin_undo(
    connection: Connection, account_id: uuid.UUID, operation_id: uuid.UUID | None, at: datetime
) -> int | None:
    """Mark an operation as undone and return how many alerts it changed; None if there is none to undo."""
    updated: int | None = await connection.fetchval(
        """UPDATE alert_operations SET undone_at = $3 WHERE account_id = $1 AND id = $2 AND undone_at IS NULL
        RETURNING updated""",
        account_id,
        operation_id,
        at,
    )
    return updated
