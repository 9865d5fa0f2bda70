"""GraphQL: incidents listed, counted and triaged."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, cast

import strawberry
from strawberry.dataloader import DataLoader

from breachlight.alerts.graphql.types import input_of, type_of
from breachlight.alerts.incidents import filters, service, steps, triage
from breachlight.alerts.incidents.filters import IncidentOrder, IncidentTab
from breachlight.alerts.incidents.models import IncidentKind, IncidentResolution, IncidentState
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.playbooks.checklists import PlaybookKind, Step
from breachlight.alerts.query.filters import checked
from breachlight.auth.graphql_info import Info
from breachlight.auth.subject import Subject
from breachlight.graphql.context import Context, require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ValidationProblem
from breachlight.graphql.limits import cost
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import Sentence

for _enum in (IncidentKind, IncidentOrder, IncidentResolution, IncidentState, IncidentTab, PlaybookKind):
    strawberry.enum(_enum)


@strawberry.type
class StepMember:
    """The member who completed a step."""

    id: strawberry.ID
    name: str | None = strawberry.field(description="Null for former members.")


@strawberry.type
class PlaybookStep:
    """A step of a playbook."""

    id: strawberry.ID
    title: Sentence
    body: Sentence
    completed_at: datetime | None
    completed_by: StepMember | None


@strawberry.type(
    description="The steps to take about an incident, chosen by the evidence of its worst and its newest 100 detections."
)
class Playbook:
    """The steps of an incident."""

    kind: PlaybookKind = strawberry.field(description="The strongest kind of evidence.")
    reuses_password: bool = strawberry.field(
        description="Whether a readable password was leaked for another site of the same login, too."
    )
    steps: list[PlaybookStep] = strawberry.field(description="In their order.", metadata=cost(items=len(Step)))
    done: int = strawberry.field(description="How many steps are completed.")
    total: int


def _playbooks(context: Context[Subject]) -> DataLoader[uuid.UUID, steps.Playbook | None]:
    async def load(ids: Sequence[uuid.UUID]) -> list[steps.Playbook | None]:
        subject = await context.subject()
        assert subject is not None  # an incident was shown to them
        found = await steps.get_playbooks(subject, ids)
        return [found.get(incident_id) for incident_id in ids]

    return DataLoader(load_fn=load)


async def _playbook(root: strawberry.Parent[IncidentView], info: Info) -> Playbook | None:
    return cast("Playbook | None", await info.context.loader(_playbooks).load(uuid.UUID(root.id)))


if TYPE_CHECKING:
    Incident = IncidentView  # what resolvers return is what the type shows
    IncidentFilter = Mapping[str, Any]  # what resolvers get
else:

    @strawberry.type
    class Incident(type_of(IncidentView, "IncidentView")):
        """All detections of one infected device, or else of one leak and list."""

        playbook: Playbook | None = strawberry.field(
            resolver=_playbook,
            description="Null if the incident has just lost its last detection.",
            metadata=cost(20),
        )

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
