"""GraphQL: history of incidents."""

from datetime import date, datetime
from typing import cast

import strawberry

from breachlight.alerts.incidents import history
from breachlight.alerts.incidents.history import IncidentEventKind
from breachlight.alerts.incidents.models import IncidentResolution
from breachlight.alerts.models import IncidentCause
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.kit.errors import NotFoundError

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
