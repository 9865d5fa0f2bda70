"""What is done with alerts: read, unread, close, reopen, assign, by name or by filter, and Undo.

An operation keeps the former state of every alert that it changed. Undo gives each of them that state back, once; it
touches only what the operation touched, so that closing what was read before stays possible to undo by itself.
"""

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

import orjson
import structlog

from breachlight.alerts import repository
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import AlertFilter, checked
from breachlight.alerts.query.where import Selection, select
from breachlight.alerts.reveal import guard_password_search
from breachlight.alerts.triage.messages import DONE, QUEUED, undo_queued, undone
from breachlight.alerts.views import AlertView
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import is_member
from breachlight.auth.subject import Subject
from breachlight.config import get_key_ring
from breachlight.database.session import Connection, transaction
from breachlight.jobs import Payload, enqueue, job
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import new_id, parse_id
from breachlight.kit.messages import Sentence, say

MOST_IDS: Final = 1_000
"""Alerts that one call may name."""
LARGEST_DIRECT: Final = 100_000
"""Rows that are changed while the caller waits; more become a job (contract, "Alert query")."""
CHUNK: Final = 10_000
"""Rows of one transaction of a job: the account's other writers wait no longer than for these."""

_FORMER: Final = {"is_read": "was_read", "is_closed": "was_closed", "assignee_id": "was_assigned_to"}
_COLUMNS: Final = {
    AlertAction.READ: "is_read",
    AlertAction.UNREAD: "is_read",
    AlertAction.CLOSE: "is_closed",
    AlertAction.REOPEN: "is_closed",
    AlertAction.ASSIGN: "assignee_id",
}
_TARGETS: Final = {
    AlertAction.READ: True,
    AlertAction.UNREAD: False,
    AlertAction.CLOSE: True,
    AlertAction.REOPEN: False,
}
_SEAL_PURPOSE: Final = "alerts.operation"

# The same first lock as in raising: all writers of an account's alerts come one after the other.
_LOCK_ACCOUNT = "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE"
_ADD_OPERATION = """
INSERT INTO alert_operations (id, account_id, user_id, action, assignee_id, updated, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_BEGIN_UNDO = """
UPDATE alert_operations SET undone_at = $3 WHERE account_id = $1 AND id = $2 AND undone_at IS NULL
RETURNING action, updated
"""

_log = structlog.get_logger("breachlight.alerts")


@dataclass(frozen=True, slots=True)
class AlertsUpdated:
    """What an action came to. ``is_queued``: a job does the rest and ``updated`` counts nothing yet.

    ``missing`` are the names that were passed over, where that was asked for.
    """

    message: Sentence
    updated: int
    operation_id: str
    alerts: list[AlertView]
    is_queued: bool = False
    missing: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class _Deed:
    """An action, with the member whom ASSIGN gives the alerts to; None for nobody."""

    action: AlertAction
    assignee_id: uuid.UUID | None = None


async def update_alerts(
    subject: Subject,
    action: AlertAction,
    *,
    ids: Sequence[str] | None = None,
    filter: AlertFilter | None = None,  # noqa: A002 -- the schema's name for it
    assignee_id: str | None = None,
    skip_missing: bool = False,
) -> AlertsUpdated:
    """Do an action with the alerts that are named, or with all that a filter chooses.

    Alerts that are in that state already are left alone and not counted. More than 100,000 rows become a job, which the
    message says. ``assignee_id`` belongs to ASSIGN: the member who gets the alerts, or None for nobody. With
    ``skip_missing``, names of no alert are passed over and told in the answer.

    Raises:
        ForbiddenError: the subject may not triage.
        ValidationError: neither or both are given, too many names, a fault of the filter, or an assignee who is no member
            of the account or stands with another action.
        NotFoundError: a named alert is unknown or another account's; nothing is changed then.
        ThrottledError: too many filters that name a password (``revealing.guard_password_search``).
    """
    subject.require(Permission.TRIAGE)
    if (ids is None) == (filter is None):
        raise ValidationError({"filter": [say("Give either ids or a filter.")]})
    deed = await _deed(subject, action, assignee_id)
    if filter is not None:
        return await _update_by_filter(subject, deed, filter)
    return await _update_by_ids(subject, deed, ids or (), skip_missing=skip_missing)


async def _deed(subject: Subject, action: AlertAction, assignee_id: str | None) -> _Deed:
    if assignee_id is None:
        return _Deed(action)
    if action is not AlertAction.ASSIGN:
        raise ValidationError({"assignee_id": [say("Only the action assign takes an assignee.")]})
    identifier = parse_id(assignee_id)
    if identifier is None or not await is_member(subject.account_id, identifier):
        raise ValidationError({"assignee_id": [say("There is no such member in this account.")]})
    return _Deed(action, identifier)


async def undo_operation(subject: Subject, operation_id: str) -> AlertsUpdated:
    """Give each alert that an operation changed its former state back; an operation can be undone once.

    Raises:
        ForbiddenError: the subject may not triage.
        NotFoundError: the operation is unknown, or another account's.
        ProblemError: ALREADY_UNDONE.
    """
    subject.require(Permission.TRIAGE)
    identifier = parse_id(operation_id)
    async with transaction() as connection:
        await connection.execute(_LOCK_ACCOUNT, subject.account_id)
        begun = await connection.fetchrow(_BEGIN_UNDO, subject.account_id, identifier, clock.now())
        if begun is None or identifier is None:
            await _refuse_undo(connection, subject, identifier)
        elif begun["updated"] > LARGEST_DIRECT:
            await enqueue(
                connection,
                "alerts.undo",
                {"account_id": str(subject.account_id), "operation_id": str(identifier)},
                f"alerts.undo/{identifier}",
            )
            return AlertsUpdated(undo_queued(LARGEST_DIRECT), 0, str(identifier), [], is_queued=True)
        else:
            count, _ = await _restore(connection, subject.account_id, identifier, 0, LARGEST_DIRECT)
            return AlertsUpdated(undone(count), count, str(identifier), [])
    raise AssertionError("a refused undo returned")


async def _update_by_ids(subject: Subject, deed: _Deed, ids: Sequence[str], *, skip_missing: bool) -> AlertsUpdated:
    if not 1 <= len(ids) <= MOST_IDS:
        raise ValidationError({"ids": [say("Name 1 to {most} alerts, or give a filter.", most=MOST_IDS)]})
    identifiers = {text: parse_id(text) for text in ids}
    named = list(dict.fromkeys(identifier for identifier in identifiers.values() if identifier is not None))
    async with transaction() as connection:
        await connection.execute(_LOCK_ACCOUNT, subject.account_id)
        rows = await connection.fetch(
            "SELECT id FROM alerts WHERE account_id = $1 AND id = ANY($2::uuid[])", subject.account_id, named
        )
        known = {row["id"] for row in rows}
        missing = [text for text, identifier in identifiers.items() if identifier not in known]
        if missing:
            _log.warning("alerts_not_found", account_id=str(subject.account_id), alert_ids=missing)
            if not skip_missing:
                raise NotFoundError(say("There is no such alert."))
        selection = Selection(subject.account_id, arguments=[subject.account_id])
        selection.add("a.id = ANY({}::uuid[])", named)
        operation_id = new_id()
        count = await _change(connection, selection, deed, operation_id, len(named))
        await _add_operation(connection, subject, deed, operation_id, count)
        alerts = await repository.fetch_by_ids(connection, subject.account_id, named)
    return AlertsUpdated(DONE[deed.action](count), count, str(operation_id), alerts, missing=missing)


async def _update_by_filter(subject: Subject, deed: _Deed, given: AlertFilter) -> AlertsUpdated:
    conditions = checked(given)
    if conditions.is_empty:
        raise ValidationError({"filter": [say("Give at least one condition; an empty filter would take every alert.")]})
    await guard_password_search(subject, conditions)
    selection = select(subject.account_id, conditions, get_key_ring())
    operation_id = new_id()
    async with transaction() as connection:
        await connection.execute(_LOCK_ACCOUNT, subject.account_id)
        count = 0
        if not selection.is_nothing:
            count = await _change(connection, selection, deed, operation_id, LARGEST_DIRECT, all_or_none=True)
        if count > LARGEST_DIRECT:
            await _add_operation(connection, subject, deed, operation_id, 0)
            await enqueue(connection, "alerts.update", _payload(subject, operation_id, conditions))
            message = QUEUED[deed.action](LARGEST_DIRECT)
            return AlertsUpdated(message, 0, str(operation_id), [], is_queued=True)
        await _add_operation(connection, subject, deed, operation_id, count)
    return AlertsUpdated(DONE[deed.action](count), count, str(operation_id), [])


@job("alerts.update")
async def run_update(payload: Payload) -> None:
    """Do a large operation piece by piece; run again after a crash, it goes on where it stood."""
    account_id, operation_id = uuid.UUID(payload["account_id"]), uuid.UUID(payload["operation_id"])
    sealed = bytes.fromhex(payload["filter"])
    conditions = _read_filter(get_key_ring().open(sealed, operation_id.bytes, _SEAL_PURPOSE))
    count = CHUNK
    while count == CHUNK:
        async with transaction() as connection:
            await connection.execute(_LOCK_ACCOUNT, account_id)
            operation = await connection.fetchrow(
                """SELECT action, assignee_id, created_at FROM alert_operations
                WHERE account_id = $1 AND id = $2 AND undone_at IS NULL""",
                account_id,
                operation_id,
            )
            if operation is None:
                return
            selection = select(account_id, conditions, get_key_ring())
            selection.add("a.datetime <= {}", operation["created_at"])
            # What somebody has turned back since stays as they left it.
            selection.add(
                "NOT EXISTS (SELECT 1 FROM alert_changes AS done WHERE done.account_id = $1"
                " AND done.operation_id = {} AND done.alert_id = a.id)",
                operation_id,
            )
            deed = _Deed(AlertAction(operation["action"]), operation["assignee_id"])
            count = await _change(connection, selection, deed, operation_id, CHUNK)
            await connection.execute(
                "UPDATE alert_operations SET updated = updated + $3 WHERE account_id = $1 AND id = $2",
                account_id,
                operation_id,
                count,
            )


@job("alerts.undo")
async def run_undo(payload: Payload) -> None:
    """Undo a large operation piece by piece; run again after a crash, it comes to the same."""
    account_id, operation_id = uuid.UUID(payload["account_id"]), uuid.UUID(payload["operation_id"])
    last, count = 0, CHUNK
    while count == CHUNK:
        async with transaction() as connection:
            await connection.execute(_LOCK_ACCOUNT, account_id)
            count, last = await _restore(connection, account_id, operation_id, last, CHUNK)


async def _change(
    connection: Connection,
    selection: Selection,
    deed: _Deed,
    operation_id: uuid.UUID,
    limit: int,
    *,
    all_or_none: bool = False,
) -> int:
    """Change at most ``limit`` of the selected alerts that are not in the wanted state, and keep their former one.

    With ``all_or_none``, more than ``limit`` such alerts give ``limit + 1`` and nothing is changed.
    """
    column = _COLUMNS[deed.action]
    arguments = [*selection.arguments, operation_id]
    operation = len(arguments)
    if deed.action is AlertAction.ASSIGN:
        arguments.append(deed.assignee_id)
        wanted = f"${len(arguments)}::uuid"
        where = selection.where(f"a.assignee_id IS DISTINCT FROM {wanted}")
    else:
        wanted = str(_TARGETS[deed.action]).lower()
        where = selection.where(f"a.{column} = {str(not _TARGETS[deed.action]).lower()}")
    count: int = await connection.fetchval(
        f"""WITH chosen AS MATERIALIZED (
            SELECT a.id, a.is_read, a.is_closed, a.assignee_id FROM alerts AS a WHERE {where} LIMIT {limit + all_or_none}
        ), counted AS (
            SELECT count(*) AS rows FROM chosen
        ), kept AS (
            INSERT INTO alert_changes (account_id, operation_id, alert_id, was_read, was_closed, was_assigned_to)
            SELECT $1, ${operation}, id, is_read, is_closed, assignee_id FROM chosen, counted WHERE rows <= {limit}
        ), changed AS (
            UPDATE alerts SET {column} = {wanted} FROM chosen, counted
            WHERE alerts.account_id = $1 AND alerts.id = chosen.id AND rows <= {limit}
        )
        SELECT rows FROM counted""",
        *arguments,
    )
    return count


async def _restore(
    connection: Connection, account_id: uuid.UUID, operation_id: uuid.UUID, after: int, limit: int
) -> tuple[int, int]:
    """Restore at most ``limit`` alerts behind change ``after``; return how many changes were read and the last one."""
    action = await connection.fetchval(
        "SELECT action FROM alert_operations WHERE account_id = $1 AND id = $2", account_id, operation_id
    )
    if action is None:
        return 0, after  # the account has been deleted
    column = _COLUMNS[AlertAction(action)]
    row = await connection.fetchrow(
        f"""WITH chosen AS MATERIALIZED (
            SELECT id, alert_id, {_FORMER[column]} AS former FROM alert_changes
            WHERE account_id = $1 AND operation_id = $2 AND id > $3 ORDER BY id LIMIT {limit}
        ), restored AS (
            UPDATE alerts SET {column} = former FROM chosen
            WHERE alerts.account_id = $1 AND alerts.id = chosen.alert_id AND alerts.{column} IS DISTINCT FROM former
        )
        SELECT count(*) AS rows, coalesce(max(id), 0) AS last FROM chosen""",
        account_id,
        operation_id,
        after,
    )
    return (row["rows"], row["last"]) if row else (0, 0)


async def _refuse_undo(connection: Connection, subject: Subject, identifier: uuid.UUID | None) -> None:
    known = await connection.fetchval(
        "SELECT 1 FROM alert_operations WHERE account_id = $1 AND id = $2", subject.account_id, identifier
    )
    if known:
        raise ProblemError(say("This has been undone already."), "ALREADY_UNDONE")
    _log.warning("operation_not_found", account_id=str(subject.account_id), operation_id=str(identifier))
    raise NotFoundError(say("There is no such operation."))


async def _add_operation(
    connection: Connection, subject: Subject, deed: _Deed, operation_id: uuid.UUID, count: int
) -> None:
    await connection.execute(
        _ADD_OPERATION,
        operation_id,
        subject.account_id,
        subject.user_id,
        deed.action.value,
        deed.assignee_id,
        count,
        clock.now(),
    )


def _payload(subject: Subject, operation_id: uuid.UUID, conditions: AlertFilter) -> Payload:
    # Jobs lie readable in the database, and a filter may hold a password.
    sealed = get_key_ring().seal(orjson.dumps(asdict(conditions)), operation_id.bytes, _SEAL_PURPOSE)
    return {"account_id": str(subject.account_id), "operation_id": str(operation_id), "filter": sealed.hex()}


def _read_filter(text: bytes) -> AlertFilter:
    values = orjson.loads(text)
    for name in ("start_datetime", "datetime", "end_datetime"):
        if values[name] is not None:
            values[name] = datetime.fromisoformat(values[name])
    return AlertFilter(**values)
