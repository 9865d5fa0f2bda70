"""The history of an incident: who assigned, closed and reopened it, and what did so by itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from breachlight.alerts.incidents import history_repository as repository
from breachlight.alerts.incidents.models import IncidentResolution
from breachlight.alerts.incidents.service import get_incident
from breachlight.alerts.models import IncidentCause
from breachlight.alerts.playbooks.checklists import Step
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit.identifiers import parse_id


class IncidentEventKind(StrEnum):
    """Kinds of events in an incident's history."""

    OPENED = "open"
    WAITING = "waiting"
    CLOSED = "closed"
    ASSIGNED = "assigned"
    UNDONE = "undone"
    STEP_COMPLETED = "step_completed"
    STEP_REOPENED = "step_reopened"


@dataclass(frozen=True, slots=True)
class IncidentEvent:
    """One event. ``by`` is the member's name, None where nobody did it or who did has left the account.

    Without a cause, it is an operation of a member on this and perhaps more ``incidents``. ``operation_id`` is that of an operation
    that can be undone; ``undone`` is what an undone one did.
    """

    kind: IncidentEventKind
    at: datetime
    by: str | None = None
    cause: IncidentCause | None = None
    assignee: str | None = None
    resolution: IncidentResolution | None = None
    accepted_until: date | None = None
    operation_id: str | None = None
    incidents: int = 1
    undone: IncidentEventKind | None = None
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class IncidentHistory:
    """The newest events of an incident; ``has_more`` says that there are earlier ones."""

    events: list[IncidentEvent]
    has_more: bool


async def get_history(subject: Subject, incident_id: str) -> IncidentHistory:
    """Return the newest events of an incident, those of at most 100 changes.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: unknown, or another account's.
    """
    identifier = parse_id((await get_incident(subject, incident_id)).id)
    assert identifier is not None
    async with reading() as connection:
        changes = await repository.fetch_changes(connection, subject.account_id, identifier)
        steps = await repository.fetch_step_changes(connection, subject.account_id, identifier)
    events = [event for change in changes[: repository.MOST_CHANGES] for event in _events_of(change)]
    events += [_event_of_step(change) for change in steps[: repository.MOST_CHANGES]]
    return IncidentHistory(
        sorted(events, key=lambda event: event.at, reverse=True),
        max(len(changes), len(steps)) > repository.MOST_CHANGES,
    )


def _event_of_step(change: Mapping[str, Any]) -> IncidentEvent:
    kind = IncidentEventKind.STEP_COMPLETED if change["is_completed"] else IncidentEventKind.STEP_REOPENED
    return IncidentEvent(kind, change["changed_at"], change["author"], step=Step(change["step"]))


def _events_of(change: Mapping[str, Any]) -> Iterable[IncidentEvent]:
    if change["cause"] is not None or change["operation_id"] is None:
        cause = IncidentCause(change["cause"] or IncidentCause.DETECTION)
        yield IncidentEvent(IncidentEventKind(change["state"]), change["changed_at"], change["author"], cause)
        return
    state, resolution = change["operation_state"], change["resolution"]
    kind = IncidentEventKind.ASSIGNED if state is None else IncidentEventKind(state)
    if change["undone_at"] is not None:
        yield IncidentEvent(
            IncidentEventKind.UNDONE,
            change["undone_at"],
            change["undone_author"],
            incidents=change["updated"],
            undone=kind,
        )
    yield IncidentEvent(
        kind,
        change["changed_at"],
        change["author"],
        assignee=change["assignee"],
        resolution=resolution and IncidentResolution(resolution),
        accepted_until=change["accepted_until"],
        operation_id=change["operation_id"] if change["undone_at"] is None else None,
        incidents=change["updated"],
    )
