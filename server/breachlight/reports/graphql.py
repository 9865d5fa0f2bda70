"""GraphQL: the monthly reports."""

from datetime import date, datetime
from typing import TYPE_CHECKING, cast

import strawberry

from breachlight.alerts.playbooks.checklists import Step
from breachlight.alerts.playbooks.texts import StepSentence
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.limits import cost
from breachlight.graphql.scalars import BigInt
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import Sentence
from breachlight.leaks.models import LeakKind
from breachlight.reports import repository, service
from breachlight.stats.types import SeverityCounts

_MOST: int = service.MOST_LISTED
_COST: int = 40


@strawberry.type
class ReportMonth:
    """A month that has a report."""

    month: str = strawberry.field(description="Such as 2026-11.")
    is_running: bool
    new_detections: int
    closed_detections: int
    open_detections: int = strawberry.field(description="Open at the end of the month; now, if it is running.")


@strawberry.type
class KindCounts:
    """Numbers of alerts tied to no domain (Workforce), and of those tied to one (Portals)."""

    workforce: int
    portals: int


@strawberry.type
class Breakdown:
    """Numbers of alerts, in all, by severity and by kind."""

    total: int
    by_severity: SeverityCounts
    by_kind: KindCounts


@strawberry.type
class TrendMonth:
    """A month of the trend."""

    month: str
    new_detections: int
    new_by_severity: SeverityCounts
    closed_detections: int
    open_detections: int


@strawberry.type
class RankedPerson:
    """A person with alerts that were raised in the month; `person` has the whole of it by this ID."""

    id: strawberry.ID
    email: str
    detections: int
    still_open: int


@strawberry.type
class RankedSite:
    """A site or app with alerts that were raised in the month."""

    site: str
    detections: int
    still_open: int


@strawberry.type
class RankedLeak:
    """A leak with alerts that were raised in the month; these are the account's share of its records."""

    name: str
    title: str
    kind: LeakKind
    breach_date: date | None
    records: BigInt
    detections: int
    still_open: int


@strawberry.type
class ResolutionCount:
    """The incidents that were closed in the month for a reason."""

    resolution: str = strawberry.field(
        description="A value of IncidentResolution in lower case, `withdrawn` if no leak confirms them any more, or `none`."
    )
    incidents: int


def _title(root: strawberry.Parent[service.StepCount]) -> Sentence:
    return StepSentence.of(Step(root.step), "title")


if TYPE_CHECKING:
    StepCount = service.StepCount
else:

    @strawberry.type
    class StepCount:
        """The incidents for which a step of their playbooks was completed in the month."""

        step: strawberry.ID
        title: Sentence = strawberry.field(resolver=_title)
        incidents: int


@strawberry.type(
    description="What happened to the account's detections in a calendar month, in UTC. Sensitive leaks are shown to those whom "
    "they concern."
)
class Report:
    """A report as GraphQL prints it."""

    month: str
    is_running: bool = strawberry.field(description="Whether the month has not ended.")
    created_at: datetime
    is_individual: bool
    organization: str
    previous_month: str | None
    next_month: str | None
    new: Breakdown = strawberry.field(description="Detections that were raised in the month.")
    closed: Breakdown = strawberry.field(
        description="How often detections were closed in the month, also duplicates that were closed when they were raised."
    )
    reopened: int = strawberry.field(description="How often detections were reopened in the month, also by undoing.")
    open_before: int = strawberry.field(description="Open detections when the month began.")
    open: Breakdown = strawberry.field(description="Open detections when the month ended; now, if it is running.")
    trend: list[TrendMonth] = strawberry.field(
        description="Twelve months, the report's last.", metadata=cost(items=service.MONTHS_OF_TREND)
    )
    median_seconds: int | None = strawberry.field(
        description="How long incidents that were closed in the month had been open: the median, without duplicates and "
        "withdrawn evidence; null without any."
    )
    ninetieth_seconds: int | None = strawberry.field(description="Likewise the 90th percentile.")
    incidents_opened: int = strawberry.field(description="Incidents whose first detection was raised in the month.")
    incidents_reopened: int
    incidents_closed: int = strawberry.field(description="How often incidents were closed, without what was undone.")
    resolutions: list[ResolutionCount] = strawberry.field(metadata=cost(items=len(service.RESOLUTIONS)))
    steps: list[StepCount] = strawberry.field(metadata=cost(items=len(Step)))
    people_total: int
    people: list[RankedPerson] = strawberry.field(
        description="The 10 people with the most detections of the month.", metadata=cost(items=_MOST)
    )
    sites_total: int
    sites: list[RankedSite] = strawberry.field(metadata=cost(items=_MOST))
    leaks_total: int
    leaks: list[RankedLeak] = strawberry.field(metadata=cost(items=_MOST))
    is_exact: bool = strawberry.field(
        description=f"False if people, sites and leaks are of the newest {repository.MOST_READ:,} detections of the month only, or "
        f"times and resolutions of the last {repository.MOST_CLOSED:,} incidents that were closed or reopened."
    )


async def _reports(info: Info) -> list[ReportMonth]:
    subject = await require_subject(info, with_keys=True)
    return cast("list[ReportMonth]", await service.list_months(subject))


async def _report(info: Info, month: str) -> Report | None:
    subject = await require_subject(info, with_keys=True)
    try:
        return cast("Report", await service.get_report(subject, month))
    except NotFoundError:
        return None


@strawberry.type
class ReportQuery:
    """Queries of reports."""

    reports: list[ReportMonth] = strawberry.field(
        resolver=_reports,
        description="Return the months that have reports, the running one first; none before the first detection.",
        metadata=cost(10, items=service.MOST_MONTHS),
    )
    report: Report | None = strawberry.field(
        resolver=_report,
        description="Return the report of a month, such as 2026-11; null if there is none.",
        metadata=cost(_COST),
    )
