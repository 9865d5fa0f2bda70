"""GraphQL: the statistics of the overview."""

from datetime import date, datetime
from typing import cast

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.limits import cost
from breachlight.graphql.scalars import BigInt
from breachlight.leaks.models import LeakKind
from breachlight.stats import exposure, service
from breachlight.stats.ranges import LONGEST_DAYS, days_between
from breachlight.stats.types import SeverityCounts


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
class SeverityDay:
    """The alerts that were raised on one day, in UTC, by level of severity."""

    day: date
    counts: SeverityCounts


@strawberry.type
class ExposedPerson:
    """A person with open alerts; `person` has the whole of it by this ID."""

    id: strawberry.ID
    email: str
    open_detections: int
    last_seen: datetime


@strawberry.type
class LeakShare:
    """A leak, and how many alerts of the account it raised; up to 20,000 are counted."""

    name: str
    title: str
    kind: LeakKind
    added_date: datetime
    records: BigInt
    detections: int
    open_detections: int
    is_exact: bool = strawberry.field(description="Whether there are no more than were counted.")


@strawberry.type
class IngestedLeak:
    """A leak that raised alerts of the account, and the day on which it was added, in UTC."""

    day: date
    name: str
    title: str


@strawberry.type
class LeakYear:
    """How many leaks of one year raised alerts of the account."""

    year: int | None = strawberry.field(description="The year of the breach; null if unknown.")
    leaks: int


@strawberry.type(
    description="How exposed the account is at present. Sensitive leaks are shown to those whom they concern."
)
class AccountExposure:
    """The exposure as GraphQL prints it."""

    open_by_severity: SeverityCounts | None = strawberry.field(
        description="Open alerts by level; null for a minute or more after an upgrade, until existing alerts were counted."
    )
    severity_timeline: list[SeverityDay] | None = strawberry.field(
        description="Every day of the range, including days without alerts; null as long as openBySeverity is.",
        metadata=cost(items=LONGEST_DAYS),
    )
    median_seconds_to_close: int | None = strawberry.field(
        description="How long incidents were open: the median of the 1,000 latest closed ones, without duplicates; null "
        "without any."
    )
    exposed_people: int = strawberry.field(description="Number of people with open alerts.")
    most_exposed: list[ExposedPerson] = strawberry.field(
        description="The 5 people with the most open alerts.", metadata=cost(items=exposure.MOST_PEOPLE)
    )
    reused_passwords: int = strawberry.field(
        description="Number of readable passwords that one login has at several sites and that are open there, among the newest "
        "20,000 alerts."
    )
    reused_passwords_are_exact: bool = strawberry.field(description="Whether there are no more alerts than that.")
    leak_count: int = strawberry.field(description="Number of leaks that raised alerts; up to 1,000 are counted.")
    latest_leaks: list[LeakShare] = strawberry.field(
        description="The 5 of these that were added last.", metadata=cost(items=exposure.MOST_LEAKS)
    )
    ingested_leaks: list[IngestedLeak] = strawberry.field(
        description="Those that were added in the range, the newest 100.", metadata=cost(items=exposure.MOST_INGESTED)
    )
    leak_years: list[LeakYear] = strawberry.field(
        description="These leaks by the year of the breach, the newest first.", metadata=cost(items=50)
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

    @strawberry.field
    async def account_exposure(
        self, info: Info, start_date: date | None = strawberry.UNSET, end_date: date | None = strawberry.UNSET
    ) -> AccountExposure:
        """Return what is open, who and what is affected, and the days from startDate on and before endDate by severity."""
        subject = await require_subject(info, with_keys=True)
        days = days_between(start_date or None, end_date or None)
        return cast("AccountExposure", await exposure.get_exposure(subject, days))
