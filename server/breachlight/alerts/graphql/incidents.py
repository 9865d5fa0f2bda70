"""GraphQL: incidents listed, counted and triaged."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, cast

import strawberry

from breachlight.alerts.graphql.incident_types import Incident
from breachlight.alerts.graphql.types import input_of
from breachlight.alerts.incidents import filters, groups, service, steps, triage
from breachlight.alerts.incidents.filters import IncidentGrouping, IncidentOrder
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.alerts.query.filters import checked
from breachlight.alerts.severity import SeverityLevel
from breachlight.alerts.triage.service import MOST_IDS
from breachlight.auth.graphql_info import Info
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ValidationProblem
from breachlight.graphql.limits import cost
from breachlight.kit.errors import NotFoundError, ValidationError
from breachlight.kit.messages import Sentence, say

strawberry.enum(IncidentGrouping)

if TYPE_CHECKING:
    IncidentFilter = Mapping[str, Any]  # what resolvers get
else:
    IncidentFilter = input_of(filters.IncidentFilter)


@strawberry.type
class IncidentPage:
    """Some incidents of a list."""

    results: list[Incident]
    total: int = strawberry.field(description="Number of matching incidents, counted up to 100,000.")
    total_is_exact: bool
    has_more: bool
    cursor: str = strawberry.field(description="Position of the last incident: pass it as `after` for the next page.")


@strawberry.type
class IncidentGroup:
    """Incidents of one device, of one leak or of one person; each incident is in one group."""

    key: strawberry.ID = strawberry.field(description="For `group` in a filter.")
    computer: str | None = strawberry.field(
        description="For DEVICE: devices are known by computer name and user; null for incidents of leaks, and for unnamed devices."
    )
    user_name: str | None
    leak_name: str | None = strawberry.field(
        description="For LEAK: its name in the catalogue; empty for a sensitive leak, null for devices whose leak can't be named."
    )
    leak_title: Sentence | None
    person_id: strawberry.ID | None = strawberry.field(
        description="For PERSON: the email account with the most detections of a device, or the only one of a leak."
    )
    person_email: str | None
    has_several: bool = strawberry.field(description="For PERSON: each incident has several people.")
    incidents: int
    detections: int
    open_detections: int
    level: SeverityLevel = strawberry.field(description="That of its worst incident.")
    last_detected_at: datetime
    results: list[Incident] = strawberry.field(
        description="The first ten incidents.", metadata=cost(items=groups.FIRST_INCIDENTS)
    )


@strawberry.type
class IncidentGroupPage:
    """A page of groups."""

    results: list[IncidentGroup]
    total: int = strawberry.field(description="Number of groups.")
    page: int
    page_size: int


@strawberry.type
class IncidentTotals:
    """What a list of incidents has in all."""

    incidents: int
    detections: int
    open_detections: int


@strawberry.type
class IncidentCounts:
    """How many incidents each tab has, counted up to 100,000."""

    new: int
    mine: int
    waiting: int
    closed: int


@strawberry.type
class IncidentQuery:
    """Queries of incidents."""

    @strawberry.field
    async def incidents(
        self,
        info: Info,
        *,
        filter: IncidentFilter | None = strawberry.UNSET,  # noqa: A002 -- the schema's name for it
        order_by: IncidentOrder = IncidentOrder.SEVERITY,
        first: int = service.DEFAULT_PAGE,
        after: str | None = strawberry.UNSET,
        page: int = 1,
    ) -> IncidentPage:
        """List incidents, at most 100 at once: those behind a cursor, or a page of `first` incidents."""
        subject = await require_subject(info, with_keys=True)
        conditions = checked(filters.IncidentFilter, filter or {})
        found = await service.list_incidents(subject, conditions, order_by, first, after or None, page)
        return cast("IncidentPage", found)

    @strawberry.field
    async def incident_groups(  # noqa: PLR0917 -- arguments of the schema
        self,
        info: Info,
        group_by: IncidentGrouping,
        filter: IncidentFilter | None = strawberry.UNSET,  # noqa: A002 -- the schema's name for it
        order_by: IncidentOrder = IncidentOrder.SEVERITY,
        page: int = 1,
        page_size: int = groups.GROUPS_PER_PAGE,
    ) -> IncidentGroupPage:
        """Divide the first 10,000 incidents of a list into groups, at most 25 at once; that of the first incident comes first."""
        subject = await require_subject(info, with_keys=True)
        conditions = checked(filters.IncidentFilter, filter or {})
        found = await groups.list_groups(subject, group_by, conditions, order_by, page, page_size)
        return cast("IncidentGroupPage", found)

    @strawberry.field
    async def incident_totals(
        self,
        info: Info,
        filter: IncidentFilter | None = strawberry.UNSET,  # noqa: A002 -- the schema's name for it
    ) -> IncidentTotals:
        """Count the incidents of a list and their detections, of at most 10,001 incidents."""
        subject = await require_subject(info, with_keys=True)
        return cast("IncidentTotals", await service.sum_up(subject, checked(filters.IncidentFilter, filter or {})))

    @strawberry.field
    async def incident(self, info: Info, id: strawberry.ID) -> Incident | None:  # noqa: A002 -- the schema's name for it
        """Return an incident; null if it is unknown or another account's."""
        subject = await require_subject(info, with_keys=True)
        try:
            return await service.get_incident(subject, id)
        except NotFoundError:
            return None

    @strawberry.field
    async def incident_counts(self, info: Info) -> IncidentCounts:
        """Count the incidents of each tab."""
        return cast("IncidentCounts", await service.count_incidents(await require_subject(info, with_keys=True)))


_INSTEAD = "Instead of ids: at most 10,000 incidents that it selects at that time."


@strawberry.input
class AssignIncidentsInput:
    """Incidents, by ids or by a filter, and the member who gets them."""

    ids: list[strawberry.ID] | None = strawberry.field(default=None, description="At most 1,000.")
    filter: IncidentFilter | None = strawberry.field(default=None, description=_INSTEAD)
    assignee_id: strawberry.ID | None = strawberry.field(default=None, description="The member, or null to unassign.")


@strawberry.input
class SetIncidentsStateInput:
    """Incidents, by ids or by a filter, and their new state."""

    ids: list[strawberry.ID] | None = strawberry.field(default=None, description="At most 1,000.")
    filter: IncidentFilter | None = strawberry.field(default=None, description=_INSTEAD)
    state: IncidentState = strawberry.field(
        description="CLOSED closes all open detections; the others reopen a closed incident."
    )
    resolution: IncidentResolution | None = strawberry.field(default=None, description="Why they are closed.")
    accepted_until: date | None = strawberry.field(
        default=None, description="Required for ACCEPTED, not allowed otherwise."
    )


@strawberry.type
class UpdateIncidentsSuccess:
    """The result of an operation on incidents."""

    message: Sentence
    updated: int
    detections: int = strawberry.field(description="Detections that were closed, reopened or restored at once.")
    operation_id: strawberry.ID
    incidents: list[Incident] = strawberry.field(description="At most 100 of the incidents, in their new state.")


UpdateIncidentsResult = Annotated[
    UpdateIncidentsSuccess | ValidationProblem | NotFoundProblem | RefusedProblem,
    strawberry.union("UpdateIncidentsResult"),
]


@strawberry.input
class StepInput:
    """A step of an incident's playbook."""

    incident_id: strawberry.ID
    step_id: strawberry.ID


@strawberry.type
class UpdateStepSuccess:
    """The result of completing or reopening a step."""

    incident: Incident


UpdateStepResult = Annotated[UpdateStepSuccess | NotFoundProblem | RefusedProblem, strawberry.union("UpdateStepResult")]


@strawberry.type
class IncidentMutation:
    """Mutations of incidents."""

    @strawberry.mutation
    async def assign_incidents(self, info: Info, input: AssignIncidentsInput) -> UpdateIncidentsResult:  # noqa: A002 -- the schema's name for it
        """Assign incidents, but not their detections, to a member or to nobody."""
        subject = await require_subject(info, with_keys=True)
        return _updated(await triage.assign_incidents(subject, _wanted(subject, input), input.assignee_id))

    @strawberry.mutation
    async def set_incidents_state(self, info: Info, input: SetIncidentsStateInput) -> UpdateIncidentsResult:  # noqa: A002 -- the schema's name for it
        """Open incidents, let them wait, or close them with all their open detections."""
        subject = await require_subject(info, with_keys=True)
        change = IncidentChange(input.state, input.resolution, input.accepted_until)
        return _updated(await triage.set_incidents_state(subject, _wanted(subject, input), change))

    @strawberry.mutation
    async def undo_incident_operation(self, info: Info, operation_id: strawberry.ID) -> UpdateIncidentsResult:
        """Undo an operation on incidents and on their detections."""
        subject = await require_subject(info, with_keys=True)
        return _updated(await triage.undo_incident_operation(subject, operation_id))

    @strawberry.mutation
    async def complete_step(self, info: Info, input: StepInput) -> UpdateStepResult:  # noqa: A002 -- the schema's name for it
        """Mark a step of an incident's playbook as completed."""
        return await _change_step(info, input, is_completed=True)

    @strawberry.mutation
    async def reopen_step(self, info: Info, input: StepInput) -> UpdateStepResult:  # noqa: A002 -- the schema's name for it
        """Mark a step of an incident's playbook as not completed."""
        return await _change_step(info, input, is_completed=False)


async def _change_step(info: Info, chosen: StepInput, *, is_completed: bool) -> UpdateStepSuccess:
    subject = await require_subject(info, with_keys=True)
    view = await steps.change_step(subject, chosen.incident_id, chosen.step_id, is_completed=is_completed)
    return UpdateStepSuccess(incident=view)


def _wanted(subject: Subject, chosen: AssignIncidentsInput | SetIncidentsStateInput) -> triage.Wanted:
    subject.require(Permission.TRIAGE)
    if (chosen.ids is None) == (chosen.filter is None):
        raise ValidationError({"ids": [say("Pass 1 to {most} ids, or a filter.", most=MOST_IDS)]})
    return chosen.ids if chosen.ids is not None else checked(filters.IncidentFilter, chosen.filter or {})


def _updated(updated: triage.IncidentsUpdated) -> UpdateIncidentsSuccess:
    return UpdateIncidentsSuccess(
        message=updated.message,
        updated=updated.updated,
        detections=updated.detections,
        operation_id=strawberry.ID(updated.operation_id),
        incidents=updated.incidents,
    )
