"""GraphQL: the statistics of the overview."""

from datetime import date
from typing import cast

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.limits import cost
from breachlight.stats import service
from breachlight.stats.ranges import LONGEST_DAYS, days_between


@strawberry.type
class StatsBlock:
    """How many alerts there are; the last days end today, in UTC."""

    total: int
    unread: int
    last_90_days: int
    last_60_days: int
    last_365_days: int


@strawberry.type
class DetectionStats:
    """The alerts of the range; new are those that nobody has read."""

    total: int
    new: int


@strawberry.type
class NotificationSummary:
    """Alerts tied to no domain (Workforce), and alerts tied to one (Portals)."""

    user_notifications: StatsBlock
    domain_notifications: StatsBlock


@strawberry.type
class GlobalStatistic:
    """One number about everything ingested, across all accounts."""

    row_name: str
    count: float


@strawberry.type
class TimelineItem:
    """The alerts that were raised on one day, in UTC."""

    day: date
    total_events: int
    user_events: int
    domain_events: int


@strawberry.type
class DomainCount:
    """The alerts of one domain in the range."""

    domain: str
    total: int
    unread: int


@strawberry.type
class Stats:
    """Statistics of the account."""

    detections: DetectionStats
    totals: StatsBlock
    notification_summary: NotificationSummary
    global_statistics: list[GlobalStatistic] = strawberry.field(name="global", metadata=cost(items=3))
    timeline: list[TimelineItem] = strawberry.field(
        description="Every day of the range, including days without alerts.", metadata=cost(items=LONGEST_DAYS)
    )
    domain_counts: list[DomainCount] = strawberry.field(
        description="The 100 domains with the most alerts in the range.", metadata=cost(items=100)
    )
    cursor: str = strawberry.field(
        description="Cursor of these numbers: pass it as `after` to a subscription to miss nothing that follows."
    )


@strawberry.type
class StatsQuery:
    """Queries of statistics."""

    @strawberry.field
    async def stats(
        self, info: Info, start_date: date | None = strawberry.UNSET, end_date: date | None = strawberry.UNSET
    ) -> Stats:
        """Count the alerts of the days from startDate on and before endDate, in UTC; the last seven if there is none."""
        subject = await require_subject(info, with_keys=True)
        return cast("Stats", await service.get_overview(subject, days_between(start_date or None, end_date or None)))
