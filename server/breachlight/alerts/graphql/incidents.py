"""GraphQL: incidents listed and counted."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import strawberry

from breachlight.alerts.graphql.types import input_of, type_of
from breachlight.alerts.incidents import filters, service
from breachlight.alerts.incidents.filters import IncidentOrder, IncidentTab
from breachlight.alerts.incidents.models import IncidentKind, IncidentResolution, IncidentState
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.query.filters import checked
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.kit.errors import NotFoundError

for _enum in (IncidentKind, IncidentOrder, IncidentResolution, IncidentState, IncidentTab):
    strawberry.enum(_enum)

if TYPE_CHECKING:
    Incident = IncidentView  # what resolvers return is what the type shows
    IncidentFilter = Mapping[str, Any]  # what resolvers get
else:
    Incident = type_of(IncidentView, "Incident")
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
