"""GraphQL: history of incidents and of what members did with them."""

from datetime import date, datetime
from typing import cast

import strawberry

from breachlight.alerts.incidents import history, operations
from breachlight.alerts.incidents.history import IncidentEventKind
from breachlight.alerts.incidents.models import IncidentResolution
from breachlight.alerts.models import IncidentCause
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import Sentence

strawberry.enum(IncidentCause)
strawberry.enum(IncidentEventKind)


@strawberry.type
class IncidentEvent:
    """One thing that happened to an incident."""

    kind: IncidentEventKind
    at: datetime
    by: str | None = strawberry.field(
        description="The member's name; null for automatic changes and for former members."
    )
    cause: IncidentCause | None = strawberry.field(
        description="Null for a member's operation on incidents. DETECTION: a new detection. TRIAGE: its detections were closed or "
        "reopened. EVIDENCE: a leak was retracted, merged or confirmed. EXPIRY: the risk was accepted until then."
    )
    assignee: str | None = strawberry.field(description="For ASSIGNED: the member, or null if unassigned.")
    resolution: IncidentResolution | None = strawberry.field(description="For CLOSED: why, if that was said.")
    accepted_until: date | None = strawberry.field(
        description="Until when the risk was accepted, with that resolution."
    )
    operation_id: strawberry.ID | None = strawberry.field(
        description="For undoIncidentOperation; null for what can't be undone or was undone."
    )
    incidents: int = strawberry.field(description="Number of incidents that the operation changed.")
    undone: IncidentEventKind | None = strawberry.field(description="For UNDONE: what was undone.")
    step: strawberry.ID | None = strawberry.field(description="For STEP_COMPLETED and STEP_REOPENED: the step.")


@strawberry.type(description="The newest events, those of at most 100 changes.")
class IncidentHistory:
    """What happened to an incident."""

    events: list[IncidentEvent]
    has_more: bool


@strawberry.type
class ChangedIncident:
    """The incident of an operation."""

    id: strawberry.ID
    title: Sentence


@strawberry.type
class IncidentOperation:
    """An assignment of incidents, or a change of their state, by a member."""

    id: strawberry.ID = strawberry.field(description="For undoIncidentOperation.")
    kind: IncidentEventKind = strawberry.field(description="OPENED, WAITING, CLOSED or ASSIGNED.")
    at: datetime
    by: str | None = strawberry.field(description="The member's name; null for former members.")
    is_own: bool = strawberry.field(description="Whether the caller did it.")
    incidents: int = strawberry.field(description="Number of incidents that it changed.")
    detections: int = strawberry.field(description="Number of detections that it closed or reopened.")
    incident: ChangedIncident | None = strawberry.field(description="Its incident, if it changed only one.")
    assignee: str | None = strawberry.field(description="For ASSIGNED: the member, or null if unassigned.")
    resolution: IncidentResolution | None
    accepted_until: date | None
    undone_at: datetime | None = strawberry.field(description="It can be undone once.")
    undone_by: str | None


@strawberry.type
class IncidentOperationPage:
    """Some operations on incidents."""

    results: list[IncidentOperation]
    has_more: bool
    cursor: str = strawberry.field(description="Position of the last operation: pass it as `after` for the next page.")


@strawberry.type
class IncidentHistoryQuery:
    """Queries of an incident's history."""

    @strawberry.field
    async def incident_history(self, info: Info, id: strawberry.ID) -> IncidentHistory | None:  # noqa: A002 -- the schema's name for it
        """Return the history of an incident, newest first; null if it is unknown or another account's."""
        subject = await require_subject(info, with_keys=True)
        try:
            return cast("IncidentHistory", await history.get_history(subject, id))
        except NotFoundError:
            return None

    @strawberry.field
    async def incident_operations(
        self, info: Info, first: int = operations.DEFAULT_PAGE, after: str | None = strawberry.UNSET
    ) -> IncidentOperationPage:
        """List what members of the account did with incidents, newest first, at most 100 at once."""
        subject = await require_subject(info, with_keys=True)
        return cast("IncidentOperationPage", await operations.list_operations(subject, first, after or None))
