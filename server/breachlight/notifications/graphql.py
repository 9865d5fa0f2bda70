"""GraphQL: what is new for the user."""

from datetime import datetime
from typing import Annotated, cast

import strawberry

from breachlight.alerts.models import AlertList
from breachlight.alerts.severity import SeverityLevel
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import ValidationProblem
from breachlight.graphql.limits import cost
from breachlight.kit.messages import Sentence
from breachlight.notifications import service
from breachlight.notifications.service import NotificationKind

strawberry.enum(NotificationKind)
_COST: int = 40


@strawberry.type
class Notification:
    """Something that is new for the user."""

    id: strawberry.ID
    kind: NotificationKind
    happened_at: datetime
    is_seen: bool
    actor: str | None = strawberry.field(
        description="The name of the member who assigned or mentioned; null for former members."
    )
    target: Sentence | None = strawberry.field(
        description="The title of the incident, the login or site of the detection, the domain, the address or domain that was "
        "scanned, or the month of the report as in 2026-11; null if several detections or incidents were assigned."
    )
    count: int = strawberry.field(
        description="Detections of the incident, incidents or detections that were assigned, or addresses and domains that were scanned "
        "within an hour."
    )
    found: int = strawberry.field(description="For BACKFILL_FINISHED: the detections that were found.")
    severity: SeverityLevel | None = strawberry.field(description="That of the incident.")
    incident_id: strawberry.ID | None = strawberry.field(description="If it is about one incident.")
    leak_title: Sentence | None = strawberry.field(
        description="The leak of the incident; null for infected devices and all others."
    )
    alert_id: strawberry.ID | None = strawberry.field(description="If it is about one detection.")
    alert_kind: AlertList | None = strawberry.field(
        description="The list of the detection, or of the first of several."
    )


@strawberry.type
class Notifications:
    """What is new for the user: at most 50 notifications of the last 30 days, the newest first."""

    results: list[Notification] = strawberry.field(metadata=cost(items=service.MOST_SHOWN))
    unseen: int = strawberry.field(description="How many of them the user hasn't seen.")
    cursor: str = strawberry.field(
        description="Pass it as `after` to subscriptions: they begin where these notifications end."
    )


@strawberry.type
class MarkNotificationsSeenSuccess:
    """What is new after the change."""

    notifications: Notifications


MarkNotificationsSeenResult = Annotated[
    MarkNotificationsSeenSuccess | ValidationProblem, strawberry.union("MarkNotificationsSeenResult")
]


async def _notifications(info: Info) -> Notifications:
    return cast("Notifications", await service.list_notifications(await require_subject(info)))


@strawberry.type
class NotificationQuery:
    """Queries of notifications."""

    notifications: Notifications = strawberry.field(
        resolver=_notifications,
        description="Return what is new for the user: incidents, what others assigned to the user, notes that mention the user, lost "
        "domains, finished retroactive scans and the report of the last month.",
        metadata=cost(_COST),
    )


@strawberry.type
class NotificationMutation:
    """Mutations of notifications."""

    @strawberry.mutation
    async def mark_notifications_seen(self, info: Info, ids: list[strawberry.ID]) -> MarkNotificationsSeenResult:
        """Mark notifications of the user as seen, at most 50."""
        seen = await service.mark_seen(await require_subject(info), ids)
        return MarkNotificationsSeenSuccess(notifications=cast("Notifications", seen))
