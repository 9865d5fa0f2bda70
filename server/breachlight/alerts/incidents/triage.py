"""Triage of incidents: assign, close, reopen, wait, and undo.

Closing and reopening are operations on the incident's detections with the same id (``alerts.triage``), so that undo gives exactly
those their former state that the operation changed.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from breachlight.alerts.incidents import repository as incidents
from breachlight.alerts.incidents import triage_repository as repository
from breachlight.alerts.incidents.filters import IncidentFilter
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.selection_repository import fetch_selection
from breachlight.alerts.incidents.service import MOST_CHANGED
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import AlertFilter
from breachlight.alerts.triage import repository as alerts
from breachlight.alerts.triage.messages import QUEUED, undo_queued
from breachlight.alerts.triage.repository import Change
from breachlight.alerts.triage.service import LARGEST_DIRECT, MOST_IDS, enqueue_undo, enqueue_update
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import is_member, lock_accounts
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import new_id, parse_id
from breachlight.kit.messages import Sentence, say, say_counted

Wanted = Sequence[str] | IncidentFilter
"""Incidents by their names, or all that a filter selects when they are changed."""
_MOST_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class IncidentsUpdated:
    """The result of an operation; ``detections`` counts those that were closed, reopened or restored at once.

    ``incidents`` are at most 100 of them.
    """

    message: Sentence
    updated: int
    detections: int
    operation_id: str
    incidents: list[IncidentView]


async def assign_incidents(subject: Subject, wanted: Wanted, assignee_id: str | None) -> IncidentsUpdated:
    """Assign incidents to a member, or to nobody.

    Raises:
        ForbiddenError: the subject may not triage.
        ValidationError: too many incidents, or an assignee who is no member of the account.
        NotFoundError: an incident is unknown or another account's; nothing is changed then.
    """
    subject.require(Permission.TRIAGE)
    member = parse_id(assignee_id) if assignee_id else None
    if assignee_id and (member is None or not await is_member(subject.account_id, member)):
        raise ValidationError({"assignee_id": [say("This account has no such member.")]})
    operation_id = new_id()
    async with transaction() as connection:
        await lock_accounts(connection, [subject.account_id])
        states = await _chosen(connection, subject, wanted)
        change = IncidentChange(assignee_id=member)
        await repository.add_operation(connection, subject, operation_id, change, list(states), clock.now())
        await repository.assign(connection, subject.account_id, list(states), member)
        await alerts.announce(connection, subject.account_id, operation_id)
        return await _updated(connection, subject, operation_id, list(states), 0)


async def set_incidents_state(subject: Subject, wanted: Wanted, change: IncidentChange) -> IncidentsUpdated:
    """Open incidents, let them wait, or close them with all their open detections.

    Raises:
        ForbiddenError: the subject may not triage.
        ValidationError: too many incidents, or a resolution or date that doesn't fit.
        NotFoundError: an incident is unknown or another account's; nothing is changed then.
    """
    subject.require(Permission.TRIAGE)
    _check(change)
    is_closing = change.state is IncidentState.CLOSED
    action = AlertAction.CLOSE if is_closing else AlertAction.REOPEN
    operation_id = new_id()
    async with transaction() as connection:
        await lock_accounts(connection, [subject.account_id])
        states = await _chosen(connection, subject, wanted)
        await repository.add_operation(connection, subject, operation_id, change, list(states), clock.now())
        turned = [each for each, state in states.items() if (state is IncidentState.CLOSED) != is_closing]
        count, is_queued = 0, False
        if turned:
            count, is_queued = await _change_detections(connection, subject, operation_id, action, turned)
        await repository.set_state(connection, subject.account_id, list(states), change)
        await alerts.announce(connection, subject.account_id, operation_id)
        done = await _updated(connection, subject, operation_id, list(states), count)
    if not is_queued:
        return done
    return IncidentsUpdated(QUEUED[action](LARGEST_DIRECT), done.updated, 0, done.operation_id, done.incidents)


async def undo_incident_operation(subject: Subject, operation_id: str) -> IncidentsUpdated:
    """Restore the incidents and detections that an operation changed; possible once per operation.

    Raises:
        ForbiddenError: the subject may not triage.
        NotFoundError: the operation is unknown, or another account's.
        ProblemError: ALREADY_UNDONE.
    """
    subject.require(Permission.TRIAGE)
    identifier = parse_id(operation_id)
    async with transaction() as connection:
        await lock_accounts(connection, [subject.account_id])
        is_assignment = await repository.begin_undo(connection, subject, identifier, clock.now())
        if is_assignment is None or identifier is None:
            if await repository.exists(connection, subject.account_id, identifier):
                raise ProblemError(say("Already undone."), "ALREADY_UNDONE")
            raise NotFoundError(say("Operation not found."))
        count = await alerts.begin_undo(connection, subject.account_id, identifier, clock.now()) or 0
        is_queued = count > LARGEST_DIRECT
        if is_queued:
            await enqueue_undo(connection, subject.account_id, identifier)
        elif count:
            await alerts.restore_alerts(connection, subject.account_id, identifier, 0, LARGEST_DIRECT)
        ids = await repository.restore(connection, subject.account_id, identifier, is_assignment=is_assignment)
        await alerts.announce(connection, subject.account_id, identifier)
        views = await incidents.fetch_by_ids(connection, subject.account_id, reader_of(subject), ids[:_MOST_SHOWN])
    message = say_counted("{count} incident restored.", "{count} incidents restored.", len(ids))
    if is_queued:
        return IncidentsUpdated(undo_queued(LARGEST_DIRECT), len(ids), 0, str(identifier), views)
    return IncidentsUpdated(message, len(ids), count, str(identifier), views)


def _check(change: IncidentChange) -> None:
    problems: dict[str, list[Sentence]] = {}
    if change.state is not IncidentState.CLOSED and change.resolution is not None:
        problems["resolution"] = [say("Only closing takes a resolution.")]
    is_accepted = change.resolution is IncidentResolution.ACCEPTED
    is_future = change.accepted_until is not None and change.accepted_until > clock.now().date()
    if is_accepted != (change.accepted_until is not None) or (is_accepted and not is_future):
        problems["accepted_until"] = [say("Pass a future date with the resolution ACCEPTED, and with no other.")]
    if problems:
        raise ValidationError(problems)


async def _chosen(connection: Connection, subject: Subject, wanted: Wanted) -> dict[uuid.UUID, IncidentState]:
    if not isinstance(wanted, IncidentFilter):
        return await _known(connection, subject, wanted)
    selection = await fetch_selection(connection, subject, wanted)
    states = {} if selection is None else await repository.select_states(connection, selection, MOST_CHANGED + 1)
    if len(states) > MOST_CHANGED:
        raise ValidationError({"filter": [say("Choose at most {most} incidents.", most=MOST_CHANGED)]})
    return states


async def _known(connection: Connection, subject: Subject, ids: Sequence[str]) -> dict[uuid.UUID, IncidentState]:
    if not 1 <= len(ids) <= MOST_IDS:
        raise ValidationError({"ids": [say("Pass 1 to {most} ids.", most=MOST_IDS)]})
    names = {parse_id(text) for text in ids}
    states = await repository.fetch_states(connection, subject.account_id, [name for name in names if name])
    if names - states.keys():
        raise NotFoundError(say("Incident not found."))
    return states


async def _change_detections(
    connection: Connection, subject: Subject, operation_id: uuid.UUID, action: AlertAction, ids: Sequence[uuid.UUID]
) -> tuple[int, bool]:
    """Close or reopen the detections of incidents; return how many, and whether there are so many that jobs do it."""
    selection = repository.detections_of(subject.account_id, ids)
    change = Change(action)
    count = await alerts.change_alerts(connection, selection, change, operation_id, LARGEST_DIRECT, all_or_none=True)
    is_queued = count > LARGEST_DIRECT
    await alerts.add_operation(
        connection,
        subject.account_id,
        operation_id,
        change,
        user_id=subject.user_id,
        updated=0 if is_queued else count,
        at=clock.now(),
    )
    if is_queued:
        for incident_id in ids:
            await enqueue_update(connection, subject, operation_id, AlertFilter(incident_id=str(incident_id)))
    return (0 if is_queued else count), is_queued


async def _updated(
    connection: Connection, subject: Subject, operation_id: uuid.UUID, ids: Sequence[uuid.UUID], detections: int
) -> IncidentsUpdated:
    views = await incidents.fetch_by_ids(connection, subject.account_id, reader_of(subject), ids[:_MOST_SHOWN])
    message = say_counted("{count} incident updated.", "{count} incidents updated.", len(ids))
    return IncidentsUpdated(message, len(ids), detections, str(operation_id), views)
