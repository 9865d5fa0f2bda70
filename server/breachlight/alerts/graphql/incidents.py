"""GraphQL: incidents listed, counted and triaged."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, cast

import strawberry

from breachlight.alerts.graphql.incident_types import Incident
from breachlight.alerts.graphql.types import input_of
from breachlight.alerts.incidents import filters, service, steps, triage
from breachlight.alerts.incidents.filters import IncidentOrder
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.alerts.query.filters import checked
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ValidationProblem
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import Sentence

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
    ) -> IncidentPage:
        """List incidents, at most 100 at once."""
        subject = await require_subject(info, with_keys=True)
        conditions = checked(filters.IncidentFilter, filter or {})
        found = await service.list_incidents(subject, conditions, order_by, first, after or None)
        return cast("IncidentPage", found)

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


@strawberry.input
class AssignIncidentsInput:
    """Incidents, and the member who gets them."""

    ids: list[strawberry.ID]
    assignee_id: strawberry.ID | None = strawberry.field(default=None, description="The member, or null to unassign.")


@strawberry.input
class SetIncidentsStateInput:
    """Incidents and their new state."""

    ids: list[strawberry.ID]
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
    incidents: list[Incident] = strawberry.field(description="The incidents in their new state.")


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
        return _updated(await triage.assign_incidents(subject, input.ids, input.assignee_id))

    @strawberry.mutation
    async def set_incidents_state(self, info: Info, input: SetIncidentsStateInput) -> UpdateIncidentsResult:  # noqa: A002 -- the schema's name for it
        """Open incidents, let them wait, or close them with all their open detections."""
        subject = await require_subject(info, with_keys=True)
        change = IncidentChange(input.state, input.resolution, input.accepted_until)
        return _updated(await triage.set_incidents_state(subject, input.ids, change))

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


def _updated(updated: triage.IncidentsUpdated) -> UpdateIncidentsSuccess:
    return UpdateIncidentsSuccess(
        message=updated.message,
        updated=updated.updated,
        detections=updated.detections,
        operation_id=strawberry.ID(updated.operation_id),
        incidents=updated.incidents,
    )
