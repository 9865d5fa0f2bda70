"""Triage of alerts by ids or by filter: read, unread, close, reopen, assign and undo.

An operation keeps the former state of every alert that it changed. Undo gives each of them that state back, once; it
touches only what the operation touched, so that closing what was read before stays possible to undo by itself.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from breachlight.alerts.leak_audience import LeakReader, reader_of
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import AlertFilter
from breachlight.alerts.query.password_search import guard_password_search
from breachlight.alerts.query.selection_repository import fetch_selection
from breachlight.alerts.query.where import select_ids
from breachlight.alerts.repository import fetch_by_ids
from breachlight.alerts.triage import repository
from breachlight.alerts.triage.messages import DONE, QUEUED, undo_queued, undone
from breachlight.alerts.triage.repository import Change
from breachlight.alerts.views import AlertView, disclosed
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import is_member, lock_accounts
from breachlight.auth.subject import Subject
from breachlight.config import get_key_ring
from breachlight.database.sealed_values import SealedPayload, register
from breachlight.database.session import Connection, transaction
from breachlight.jobs import Payload, enqueue, job
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import new_id, parse_id
from breachlight.kit.messages import Sentence, say

MOST_IDS: Final = 1_000
"""Alerts that one call may name."""
LARGEST_DIRECT: Final = 100_000
"""Rows that are changed while the caller waits; more become a job (rest-contract §3)."""
CHUNK: Final = 10_000
"""Rows of one transaction of a job: the account's other writers wait no longer than for these."""

_SEAL_PURPOSE: Final = "alerts.operation"

_log = structlog.get_logger("breachlight.alerts")


@dataclass(frozen=True, slots=True)
class AlertsUpdated:
    """The result of an action. ``is_queued``: a job performs it, and ``updated`` is 0.

    ``missing`` are the names that were passed over, where that was asked for.
    """

    message: Sentence
    updated: int
    operation_id: str
    alerts: list[AlertView]
    is_queued: bool = False
    missing: Sequence[str] = ()


async def update_alerts(
    subject: Subject,
    action: AlertAction,
    *,
    ids: Sequence[str] | None = None,
    filter: AlertFilter | None = None,  # noqa: A002 -- the schema's name for it
    assignee_id: str | None = None,
    skip_missing: bool = False,
) -> AlertsUpdated:
    """Perform an action on the given alerts, or on all that a filter selects.

    Alerts that are in that state already are left alone and not counted. More than 100,000 rows become a job, which the
    message says. ``assignee_id`` belongs to ASSIGN: the member who gets the alerts, or None for nobody. With
    ``skip_missing``, names of no alert are passed over and told in the answer.

    Raises:
        ForbiddenError: the subject may not triage.
        ValidationError: neither or both are given, too many names, an empty filter, or an assignee who is no member
            of the account or stands with another action.
        NotFoundError: a named alert is unknown or another account's; nothing is changed then.
        ThrottledError: too many filters that name a password (``revealing.guard_password_search``).
    """
    subject.require(Permission.TRIAGE)
    if (ids is None) == (filter is None):
        raise ValidationError({"filter": [say("Pass either ids or a filter.")]})
    change = await _checked_change(subject, action, assignee_id)
    if filter is not None:
        return await _update_by_filter(subject, change, filter)
    return await _update_by_ids(subject, change, ids or (), skip_missing=skip_missing)


async def _checked_change(subject: Subject, action: AlertAction, assignee_id: str | None) -> Change:
    if assignee_id is None:
        return Change(action)
    if action is not AlertAction.ASSIGN:
        raise ValidationError({"assignee_id": [say("Only the assign action takes an assignee.")]})
    identifier = parse_id(assignee_id)
    if identifier is None or not await is_member(subject.account_id, identifier):
        raise ValidationError({"assignee_id": [say("This account has no such member.")]})
    return Change(action, identifier)


async def undo_operation(subject: Subject, operation_id: str) -> AlertsUpdated:
    """Restore the former state of every alert that an operation changed; possible once per operation.

    Raises:
        ForbiddenError: the subject may not triage.
        NotFoundError: the operation is unknown, or another account's.
        ProblemError: ALREADY_UNDONE.
    """
    subject.require(Permission.TRIAGE)
    identifier = parse_id(operation_id)
    async with transaction() as connection:
        await lock_accounts(connection, [subject.account_id])
        updated = await repository.begin_undo(connection, subject.account_id, identifier, clock.now())
        if updated is None or identifier is None:
            raise await _undo_refusal(connection, subject, identifier)
        if updated > LARGEST_DIRECT:
            await enqueue_undo(connection, subject.account_id, identifier)
            return AlertsUpdated(undo_queued(LARGEST_DIRECT), 0, str(identifier), [], is_queued=True)
        count, _ = await repository.restore_alerts(connection, subject.account_id, identifier, 0, LARGEST_DIRECT)
    return AlertsUpdated(undone(count), count, str(identifier), [])


async def _update_by_ids(subject: Subject, change: Change, ids: Sequence[str], *, skip_missing: bool) -> AlertsUpdated:
    if not 1 <= len(ids) <= MOST_IDS:
        raise ValidationError({"ids": [say("Pass 1 to {most} ids, or a filter.", most=MOST_IDS)]})
    identifiers = {text: parse_id(text) for text in ids}
    named = list(dict.fromkeys(identifier for identifier in identifiers.values() if identifier is not None))
    async with transaction() as connection:
        await lock_accounts(connection, [subject.account_id])
        selection = select_ids(subject.account_id, named)
        operation_id = new_id()
        count = await repository.change_alerts(connection, selection, change, operation_id, len(named))
        alerts = disclosed(subject, await fetch_by_ids(connection, subject.account_id, named))
        known = {alert.id for alert in alerts}
        missing = [text for text, identifier in identifiers.items() if str(identifier) not in known]
        if missing:
            _log.warning("alerts_not_found", account_id=str(subject.account_id), alert_ids=missing)
            if not skip_missing:
                raise NotFoundError(say("Detection not found."))
        await _add_operation(connection, subject, change, operation_id, count)
    return AlertsUpdated(DONE[change.action](count), count, str(operation_id), alerts, missing=missing)


async def _update_by_filter(subject: Subject, change: Change, conditions: AlertFilter) -> AlertsUpdated:
    if conditions.is_empty:
        raise ValidationError(
            {"filter": [say("Pass at least one condition. An empty filter would match every detection.")]}
        )
    await guard_password_search(subject, conditions)
    operation_id = new_id()
    async with transaction() as connection:
        selection = await fetch_selection(connection, subject.account_id, conditions, reader_of(subject))
        await lock_accounts(connection, [subject.account_id])
        count = 0
        if not selection.is_nothing:
            count = await repository.change_alerts(
                connection, selection, change, operation_id, LARGEST_DIRECT, all_or_none=True
            )
        if count > LARGEST_DIRECT:
            await _add_operation(connection, subject, change, operation_id, 0)
            await enqueue_update(connection, subject, operation_id, conditions)
            message = QUEUED[change.action](LARGEST_DIRECT)
            return AlertsUpdated(message, 0, str(operation_id), [], is_queued=True)
        await _add_operation(connection, subject, change, operation_id, count)
    return AlertsUpdated(DONE[change.action](count), count, str(operation_id), [])


async def enqueue_update(
    connection: Connection, subject: Subject, operation_id: uuid.UUID, conditions: AlertFilter
) -> None:
    """Let a worker perform an operation on all alerts that a filter selects."""
    await enqueue(connection, "alerts.update", _payload(subject, operation_id, conditions))


async def enqueue_undo(connection: Connection, account_id: uuid.UUID, operation_id: uuid.UUID) -> None:
    """Let a worker undo an operation."""
    await enqueue(
        connection,
        "alerts.undo",
        {"account_id": str(account_id), "operation_id": str(operation_id)},
        f"alerts.undo/{operation_id}",
    )


@job("alerts.update")
async def run_update(payload: Payload) -> None:
    """Perform a large operation in chunks; after a crash it continues where it stopped."""
    account_id, operation_id = uuid.UUID(payload["account_id"]), uuid.UUID(payload["operation_id"])
    sealed = bytes.fromhex(payload["filter"])
    conditions = AlertFilter.model_validate_json(get_key_ring().open(sealed, operation_id.bytes, _SEAL_PURPOSE))
    count = CHUNK
    while count == CHUNK:
        async with transaction() as connection:
            await lock_accounts(connection, [account_id])
            operation = await repository.fetch_operation(connection, account_id, operation_id, if_not_undone=True)
            if operation is None:
                return
            selection = await fetch_selection(connection, account_id, conditions, _reader(payload))
            repository.narrow_to_unchanged(selection, operation_id, operation)
            count = await repository.change_alerts(connection, selection, operation.change, operation_id, CHUNK)
            await repository.count_updated(connection, account_id, operation_id, count)


@job("alerts.undo")
async def run_undo(payload: Payload) -> None:
    """Undo a large operation in chunks; running it again has the same result."""
    account_id, operation_id = uuid.UUID(payload["account_id"]), uuid.UUID(payload["operation_id"])
    last, count = 0, CHUNK
    while count == CHUNK:
        async with transaction() as connection:
            await lock_accounts(connection, [account_id])
            count, last = await repository.restore_alerts(connection, account_id, operation_id, last, CHUNK)


async def _add_operation(
    connection: Connection, subject: Subject, change: Change, operation_id: uuid.UUID, updated: int
) -> None:
    await repository.add_operation(
        connection,
        subject.account_id,
        operation_id,
        change,
        user_id=subject.user_id,
        updated=updated,
        at=clock.now(),
    )


async def _undo_refusal(connection: Connection, subject: Subject, identifier: uuid.UUID | None) -> ProblemError:
    if await repository.fetch_operation(connection, subject.account_id, identifier) is not None:
        return ProblemError(say("Already undone."), "ALREADY_UNDONE")
    _log.warning("operation_not_found", account_id=str(subject.account_id), operation_id=str(identifier))
    return NotFoundError(say("Operation not found."))


def _payload(subject: Subject, operation_id: uuid.UUID, conditions: AlertFilter) -> Payload:
    # Jobs lie readable in the database, and a filter may hold a password.
    text = conditions.model_dump_json(exclude_none=True).encode()
    sealed = get_key_ring().seal(text, operation_id.bytes, _SEAL_PURPOSE)
    reader = reader_of(subject)
    return {
        "account_id": str(subject.account_id),
        "operation_id": str(operation_id),
        "filter": sealed.hex(),
        "user_id": str(reader.user_id),
        "reads_for_domains": reader.for_domains,
    }


def _reader(payload: Payload) -> LeakReader | None:
    """Return whose operation it is; None for a job of an earlier version, whose filters named no leak."""
    user_id = payload.get("user_id")
    return None if user_id is None else LeakReader(uuid.UUID(user_id), payload["reads_for_domains"])


register(
    SealedPayload("alerts.update", "filter", lambda payload: uuid.UUID(payload["operation_id"]).bytes, _SEAL_PURPOSE)
)
