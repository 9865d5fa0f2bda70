"""Statistics of an account, and those of the whole lake, for the overview and for the stats base of REST.

All of them are read from kept counters and never counted, so they cost the same for ten alerts and for ten million.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from breachlight.alerts.query.cursors import encode_cursor
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.stats import repository
from breachlight.stats.ranges import Days, today
from breachlight.stats.repository import Block, DayCount, DomainCount

__all__ = [
    "MOST_DOMAINS",
    "Block",
    "DayCount",
    "Detections",
    "DomainCount",
    "GlobalStatistic",
    "GlobalStatisticName",
    "NotificationSummary",
    "Overview",
    "get_days",
    "get_domain_counts",
    "get_global_statistics",
    "get_notification_summary",
    "get_overview",
]

MOST_DOMAINS: Final = 1_000
"""Domains that are listed at most, those with the most alerts."""
_DOMAINS_OF_OVERVIEW: Final = 100


class GlobalStatisticName(StrEnum):
    """The rows of the global statistics (spec §3), in their order."""

    RECORDS = "records"
    AVERAGE_LEAKS_PER_EMAIL = "average_leaks_per_email"
    AVERAGE_LEAKS_PER_DOMAIN = "average_leaks_per_domain"


@dataclass(frozen=True, slots=True)
class GlobalStatistic:
    """One row of the global statistics; averages have two decimals."""

    row_name: GlobalStatisticName
    count: float


@dataclass(frozen=True, slots=True)
class NotificationSummary:
    """The alerts tied to no domain (Workforce), and those tied to one (Portals)."""

    user_notifications: Block
    domain_notifications: Block

    @property
    def totals(self) -> Block:
        """Both together."""
        return self.user_notifications + self.domain_notifications


@dataclass(frozen=True, slots=True)
class Detections:
    """How many alerts were raised in a range, and how many of these are new, which is unread."""

    total: int
    new: int

    @classmethod
    def of(cls, days: Sequence[DayCount]) -> "Detections":
        """Add the days of a range up."""
        return cls(sum(day.total_events for day in days), sum(day.unread for day in days))


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the overview shows; the subscriptions report what happened after ``cursor``."""

    cursor: str
    detections: Detections
    totals: Block
    notification_summary: NotificationSummary
    global_statistics: list[GlobalStatistic]
    timeline: list[DayCount]
    domain_counts: list[DomainCount]


async def get_overview(subject: Subject, days: Days) -> Overview:
    """Return all statistics at once; some don't depend on the range.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        numbers = await repository.fetch_numbers(connection, subject.account_id, today(), days, _DOMAINS_OF_OVERVIEW)
    summary, timeline = NotificationSummary(*numbers.blocks), _every(days, numbers.days)
    return Overview(
        encode_cursor(subject.account_id, numbers.last),
        Detections.of(timeline),
        summary.totals,
        summary,
        _statistics(numbers.lake_statistics),
        timeline,
        numbers.domains,
    )


async def get_notification_summary(subject: Subject) -> NotificationSummary:
    """Return both kinds of alerts, in all and in the 60, 90 and 365 days that end today (UTC).

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        return NotificationSummary(*await repository.fetch_blocks(connection, subject.account_id, today()))


async def get_days(subject: Subject, days: Days) -> list[DayCount]:
    """Return every day of a range with its alerts, those without any too.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        return _every(days, await repository.fetch_days(connection, subject.account_id, days))


def _every(days: Days, counts: Iterable[DayCount]) -> list[DayCount]:
    found = {count.day: count for count in counts}
    return [found.get(day) or DayCount(day) for day in days.every()]


async def get_domain_counts(subject: Subject, days: Days, *, limit: int = MOST_DOMAINS) -> list[DomainCount]:
    """Return the domains with alerts in a range, the most first, ``limit`` of them at most.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        return await repository.fetch_domain_counts(connection, subject.account_id, days, limit)


async def get_global_statistics(subject: Subject) -> list[GlobalStatistic]:
    """Return the statistics of everything ingested, as last computed; zeros before the first time.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        return _statistics(await repository.fetch_lake_statistics(connection))


def _statistics(taken: Mapping[str, float]) -> list[GlobalStatistic]:
    return [GlobalStatistic(name, round(taken.get(name, 0.0), 2)) for name in GlobalStatisticName]
