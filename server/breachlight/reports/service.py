"""The monthly exposure report of an account: a calendar month in UTC, also the one that is running.

Nothing is stored but counters: a report is read each time, so it has what was erased no longer, and each reader sees the leaks that
they may see (decision 66).
"""

import json
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from breachlight.alerts.leak_audience import LeakReader, reader_of
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.replica import current_position, read_from_replica
from breachlight.database.session import Connection, reading
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, UnavailableError
from breachlight.kit.messages import say
from breachlight.leaks.models import LeakKind
from breachlight.reports import repository
from breachlight.reports.months import Month
from breachlight.reports.repository import Flow, Raised
from breachlight.stats.exposure import SeverityCounts
from breachlight.stats.exposure_repository import fetch_seen

MONTHS_OF_TREND: Final = 12
MOST_LISTED: Final = 10
"""People, sites and leaks that a report lists of each."""
MOST_MONTHS: Final = 60
"""Months in the list of reports, the latest."""
RESOLUTIONS: Final = (
    "password_reset",
    "account_inactive",
    "false_positive",
    "accepted",
    "duplicate",
    "withdrawn",
    "none",
)
"""Why incidents were closed; withdrawn: no leak confirms them any more; none: nobody said why."""
PENDING: Final = say("This report is being prepared. Try again in a minute.")
UNKNOWN: Final = say("There is no report for this month.")


@dataclass(frozen=True, slots=True)
class MonthSummary:
    """A month in the list of reports."""

    month: str
    is_running: bool
    new_detections: int
    closed_detections: int
    open_detections: int


@dataclass(frozen=True, slots=True)
class KindCounts:
    """Numbers of alerts that are tied to no domain, and of those tied to one."""

    workforce: int = 0
    portals: int = 0


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Numbers of alerts, in all, by severity and by kind."""

    total: int
    by_severity: SeverityCounts
    by_kind: KindCounts


@dataclass(frozen=True, slots=True)
class TrendMonth:
    """A month of the trend; ``open_detections`` at its end."""

    month: str
    new_detections: int
    new_by_severity: SeverityCounts
    closed_detections: int
    open_detections: int


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """A mailbox with alerts of the month; ``id`` is that of one of its email accounts."""

    id: str
    email: str
    detections: int
    still_open: int


@dataclass(frozen=True, slots=True)
class RankedSite:
    """A host or app with alerts of the month."""

    site: str
    detections: int
    still_open: int


@dataclass(frozen=True, slots=True)
class RankedLeak:
    """A leak with alerts of the month, and its share of the account: ``detections`` of ``records``."""

    name: str
    title: str
    kind: LeakKind
    breach_date: date | None
    records: int
    detections: int
    still_open: int


@dataclass(frozen=True, slots=True)
class ResolutionCount:
    """The incidents that were closed for a reason, one of ``RESOLUTIONS``."""

    resolution: str
    incidents: int


@dataclass(frozen=True, slots=True)
class StepCount:
    """The incidents for which a step of their playbooks was completed."""

    step: str
    incidents: int


@dataclass(frozen=True, slots=True)
class Report:
    """A report; people, sites and leaks are of the newest detections if there are more than are read."""

    month: str
    is_running: bool
    created_at: datetime
    is_individual: bool
    organization: str
    previous_month: str | None
    next_month: str | None
    new: Breakdown
    closed: Breakdown
    reopened: int
    open_before: int
    open: Breakdown
    trend: list[TrendMonth]
    median_seconds: int | None
    ninetieth_seconds: int | None
    incidents_opened: int
    incidents_reopened: int
    incidents_closed: int
    resolutions: list[ResolutionCount]
    steps: list[StepCount]
    people_total: int
    people: list[RankedPerson]
    sites_total: int
    sites: list[RankedSite]
    leaks_total: int
    leaks: list[RankedLeak]
    is_exact: bool


@dataclass(slots=True)
class _Ledger:
    """Counters by month."""

    raised: list[Raised]
    levels: list[Raised]
    flow: list[Flow]
    by_month: dict[Month, list[Flow]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for each in self.flow:
            self.by_month[each.month].append(each)

    def new(self, month: Month) -> Breakdown:
        kinds = {each.key: each.alerts for each in self.raised if each.month == month}
        levels = {each.key: each.alerts for each in self.levels if each.month == month}
        return Breakdown(sum(kinds.values()), SeverityCounts.of(levels), KindCounts(kinds.get(0, 0), kinds.get(1, 0)))

    def closed(self, month: Month) -> Breakdown:
        return _breakdown([(each, each.closed) for each in self.by_month[month]])

    def reopened(self, month: Month) -> int:
        return sum(each.reopened for each in self.by_month[month])

    def open(self, month: Month) -> Breakdown:
        return _breakdown([(each, each.open_change) for each in self.flow if each.month <= month])


def _breakdown(rows: Sequence[tuple[Flow, int]]) -> Breakdown:
    levels: dict[int, int] = defaultdict(int)
    kinds: dict[bool, int] = defaultdict(int)
    for flow, count in rows:
        levels[flow.level] += count
        kinds[flow.has_domain] += count
    return Breakdown(sum(kinds.values()), SeverityCounts.of(levels), KindCounts(kinds[False], kinds[True]))


async def list_months(subject: Subject) -> list[MonthSummary]:
    """Return the months that have reports, the running one first; none before the account has a detection.

    Raises:
        ForbiddenError: the subject may not read.
        UnavailableError: existing alerts are still being counted, after an upgrade.
    """
    subject.require(Permission.READ)
    running = Month.of(clock.now().date())
    async with reading() as connection:
        await _require_counted(connection, subject.account_id)
        end = running.plus(1).first_day
        ledger = _Ledger(
            await repository.fetch_raised_by_kind(connection, subject.account_id, end),
            [],
            await repository.fetch_flow(connection, subject.account_id, end),
        )
    if not ledger.raised:
        return []
    first = max(min(each.month for each in ledger.raised), running.plus(1 - MOST_MONTHS))
    months, month = [], running
    while month >= first:
        months.append(
            MonthSummary(
                str(month),
                month == running,
                ledger.new(month).total,
                ledger.closed(month).total,
                ledger.open(month).total,
            )
        )
        month = month.plus(-1)
    return months


async def get_report(subject: Subject, month: str) -> Report:
    """Return the report of a month, as in ``2026-11``.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: the month is none, in the future, or from before the account and its first detection.
        UnavailableError: existing alerts are still being counted, after an upgrade.
    """
    subject.require(Permission.READ)
    return await read_report(subject.account_id, reader_of(subject), month)


async def read_report(account_id: uuid.UUID, reader: LeakReader, month: str) -> Report:
    """Return a report for a reader of leaks, as ``get_report`` does."""
    wanted, now = Month.parse(month), clock.now()
    running = Month.of(now.date())
    if wanted is None or wanted > running:
        raise NotFoundError(UNKNOWN)
    async with reading() as connection:
        await _require_counted(connection, account_id)
        account = await repository.fetch_account(connection, account_id)
    if account is None:
        raise NotFoundError(UNKNOWN)

    async def read(connection: Connection) -> tuple[_Ledger, Any, list[tuple[str, int]], list[Any]]:
        end, begins, ends = wanted.plus(1).first_day, wanted.begins, wanted.ends
        start = wanted.plus(1 - MONTHS_OF_TREND).first_day
        return (
            _Ledger(
                await repository.fetch_raised_by_kind(connection, account_id, end),
                await repository.fetch_raised_by_level(connection, account_id, start, end),
                await repository.fetch_flow(connection, account_id, end),
            ),
            await repository.fetch_remediation(connection, account_id, begins, ends),
            await repository.fetch_steps(connection, account_id, begins, ends),
            await repository.fetch_ranked(connection, account_id, begins, ends, MOST_LISTED),
        )

    ledger, remediation, steps, ranked = await read_from_replica(read, await current_position())
    first = min([Month.of(account["created_at"].date()), *(each.month for each in ledger.raised)])
    if wanted < first:
        raise NotFoundError(UNKNOWN)
    async with reading() as connection:
        leaks_total, leaks = await _leaks(
            connection, account_id, reader, [row for row in ranked if row["kind"] == "leak"]
        )
    people = [row for row in ranked if row["kind"] == "person"]
    sites = [row for row in ranked if row["kind"] == "site"]
    new = ledger.new(wanted)
    return Report(
        month=str(wanted),
        is_running=wanted == running,
        created_at=now,
        is_individual=account["is_individual"],
        organization=account["company_name"],
        previous_month=str(wanted.plus(-1)) if wanted > first else None,
        next_month=str(wanted.plus(1)) if wanted < running else None,
        new=new,
        closed=ledger.closed(wanted),
        reopened=ledger.reopened(wanted),
        open_before=ledger.open(wanted.plus(-1)).total,
        open=ledger.open(wanted),
        trend=_trend(ledger, wanted),
        median_seconds=_seconds(remediation["seconds"], 0),
        ninetieth_seconds=_seconds(remediation["seconds"], 1),
        incidents_opened=remediation["opened"],
        incidents_reopened=remediation["reopened"],
        incidents_closed=remediation["closed"],
        resolutions=_resolutions(remediation["resolutions"]),
        steps=[StepCount(step, completed) for step, completed in steps],
        people_total=people[0]["total"] if people else 0,
        people=[RankedPerson(row["id"], row["name"], row["detections"], row["still_open"]) for row in people],
        sites_total=sites[0]["total"] if sites else 0,
        sites=[RankedSite(row["name"], row["detections"], row["still_open"]) for row in sites],
        leaks_total=leaks_total,
        leaks=leaks,
        is_exact=new.total <= repository.MOST_READ
        and remediation["closed"] + remediation["reopened"] < repository.MOST_CLOSED,
    )


async def _require_counted(connection: Connection, account_id: uuid.UUID) -> None:
    if not await repository.is_counted(connection, account_id):
        raise UnavailableError(PENDING)


async def _leaks(
    connection: Connection, account_id: uuid.UUID, reader: LeakReader, rows: Sequence[Any]
) -> tuple[int, list[RankedLeak]]:
    """Return how many leaks the reader may see, and those with the most alerts."""
    ids = [uuid.UUID(row["id"]) for row in rows]
    facts = await repository.fetch_leaks(connection, ids)
    sensitive = [leak_id for leak_id, leak in facts.items() if leak.is_sensitive]
    seen = await fetch_seen(connection, account_id, sensitive, reader)
    shown = [
        RankedLeak(
            leak.name,
            leak.title,
            LeakKind(leak.kind),
            leak.breach_date,
            leak.records,
            row["detections"],
            row["still_open"],
        )
        for leak_id, row in zip(ids, rows, strict=True)
        if (leak := facts.get(leak_id)) is not None and (not leak.is_sensitive or leak_id in seen)
    ]
    unread = (rows[0]["total"] if rows else 0) - len(rows)
    return len(shown) + unread, shown[:MOST_LISTED]


def _trend(ledger: _Ledger, last: Month) -> list[TrendMonth]:
    months = [last.plus(-ago) for ago in reversed(range(MONTHS_OF_TREND))]
    trend = []
    for month in months:
        new = ledger.new(month)
        trend.append(
            TrendMonth(str(month), new.total, new.by_severity, ledger.closed(month).total, ledger.open(month).total)
        )
    return trend


def _seconds(percentiles: Sequence[int | None] | None, which: int) -> int | None:
    return None if percentiles is None else percentiles[which]


def _resolutions(written: str | None) -> list[ResolutionCount]:
    counts: dict[str, int] = json.loads(written) if written else {}
    return [ResolutionCount(name, counts[name]) for name in RESOLUTIONS if counts.get(name)]
