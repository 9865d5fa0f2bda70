"""How exposed an account is at present: what is open, who and what is affected, and how quickly it is closed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.severity import SeverityLevel
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.leaks.models import LeakKind
from breachlight.stats import exposure_repository as repository
from breachlight.stats.exposure_repository import AccountLeak, ExposedPerson
from breachlight.stats.ranges import Days

MOST_PEOPLE: Final = 5
MOST_LEAKS: Final = 5
MOST_INGESTED: Final = 100

_LEVELS: Final = tuple(SeverityLevel)


@dataclass(frozen=True, slots=True)
class SeverityCounts:
    """Numbers of alerts by level."""

    info: int = 0
    low: int = 0
    medium: int = 0
    high: int = 0
    critical: int = 0

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> "SeverityCounts":
        """Name the levels 0 to 4."""
        return cls(**{level.value: counts.get(number, 0) for number, level in enumerate(_LEVELS)})


@dataclass(frozen=True, slots=True)
class SeverityDay:
    """The alerts that were raised on a day, in UTC, by level."""

    day: date
    counts: SeverityCounts = field(default_factory=SeverityCounts)


@dataclass(frozen=True, slots=True)
class LeakShare:
    """A leak and how much of the account is in it; exact unless more alerts were raised than are counted."""

    name: str
    title: str
    kind: LeakKind
    added_date: datetime
    records: int
    detections: int
    open_detections: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class IngestedLeak:
    """A leak that was added to the catalogue on a day, in UTC."""

    day: date
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class LeakYear:
    """The number of leaks of a year; None for those whose date is unknown."""

    year: int | None
    leaks: int


@dataclass(frozen=True, slots=True)
class AccountExposure:
    """Numbers of an account; those by severity are None until existing alerts were counted once, after an upgrade."""

    open_by_severity: SeverityCounts | None
    severity_timeline: list[SeverityDay] | None
    median_seconds_to_close: int | None
    exposed_people: int
    most_exposed: list[ExposedPerson]
    reused_passwords: int
    reused_passwords_are_exact: bool
    leak_count: int
    latest_leaks: list[LeakShare]
    ingested_leaks: list[IngestedLeak]
    leak_years: list[LeakYear]


async def get_exposure(subject: Subject, days: Days) -> AccountExposure:
    """Return how exposed the account is; only the timeline and the ingested leaks depend on the range.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    account_id = subject.account_id
    async with reading() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        is_counted = await repository.has_severity_counters(connection, account_id)
        opened = await repository.count_open(connection, account_id)
        severities = await repository.fetch_severities(connection, account_id, days)
        median = await repository.fetch_median_seconds(connection, account_id)
        people, exposed = await repository.fetch_exposed(connection, account_id, MOST_PEOPLE)
        reused, is_exact = await repository.count_reused(connection, account_id)
        leaks = await repository.fetch_leaks(connection, account_id, reader_of(subject))
        latest = leaks[:MOST_LEAKS]
        counted = await repository.count_of_leaks(connection, account_id, [leak.id for leak in latest])
    return AccountExposure(
        open_by_severity=SeverityCounts.of(opened) if is_counted else None,
        severity_timeline=_timeline(severities, days) if is_counted else None,
        median_seconds_to_close=median,
        exposed_people=exposed,
        most_exposed=people,
        reused_passwords=reused,
        reused_passwords_are_exact=is_exact,
        leak_count=len(leaks),
        latest_leaks=[_share(leak, *counted[leak.id]) for leak in latest],
        ingested_leaks=_ingested(leaks, days),
        leak_years=_years(leaks),
    )


def _timeline(severities: Sequence[repository.SeverityCount], days: Days) -> list[SeverityDay]:
    by_day: dict[date, dict[int, int]] = {}
    for day, level, alerts in severities:
        by_day.setdefault(day, {})[level] = alerts
    return [SeverityDay(day, SeverityCounts.of(by_day.get(day, {}))) for day in days.every()]


def _share(leak: AccountLeak, detections: int, opened: int) -> LeakShare:
    return LeakShare(
        leak.name,
        leak.title,
        LeakKind(leak.kind),
        leak.added_at,
        leak.pwn_count,
        min(detections, repository.MOST_COUNTED),
        min(opened, repository.MOST_COUNTED),
        is_exact=detections <= repository.MOST_COUNTED,
    )


def _ingested(leaks: Sequence[AccountLeak], days: Days) -> list[IngestedLeak]:
    added = [IngestedLeak(leak.added_at.astimezone(UTC).date(), leak.name, leak.title) for leak in leaks]
    return [leak for leak in added if days.start <= leak.day < days.end][:MOST_INGESTED]


def _years(leaks: Sequence[AccountLeak]) -> list[LeakYear]:
    years: dict[int | None, int] = {}
    for leak in leaks:
        year = leak.breach_date.year if leak.breach_date else None
        years[year] = years.get(year, 0) + 1
    newest_first = sorted(years.items(), key=lambda item: -(item[0] or 0))
    return [LeakYear(year, count) for year, count in newest_first]
