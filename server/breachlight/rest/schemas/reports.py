"""Requests and answers of the reports base (rest-contract §4)."""

from datetime import date
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field

from breachlight.kit.errors import UnfitValueError
from breachlight.kit.messages import say
from breachlight.leaks.models import LeakKind
from breachlight.reports.months import Month
from breachlight.rest.schemas.base import Answer, Count, Instant, Query
from breachlight.rest.schemas.parameters import text_of

_BAD_MONTH: Final = say("Use a month such as 2026-11.")


def _month(text: str) -> str:
    if Month.parse(text) is None:
        raise UnfitValueError(_BAD_MONTH)
    return text


class ReportQuery(Query):
    """The month of a report."""

    month: Annotated[str, AfterValidator(_month), BeforeValidator(text_of)] = Field(
        description="In UTC, such as 2026-11.",
        examples=["2026-11"],
        json_schema_extra={"pattern": "^([2-8][0-9]{3}|9000)-(0[1-9]|1[0-2])$"},
    )


class ReportMonth(Answer):
    """A month that has a report."""

    month: str
    is_running: bool
    new_detections: Count
    closed_detections: Count
    open_detections: int


class SeverityCounts(Answer):
    """Detections by severity."""

    info: int
    low: int
    medium: int
    high: int
    critical: int


class KindCounts(Answer):
    """Detections of Workforce and of Portals."""

    workforce: int
    portals: int


class Breakdown(Answer):
    """Detections, in all, by severity and by kind."""

    total: int
    by_severity: SeverityCounts
    by_kind: KindCounts


class TrendMonth(Answer):
    """A month of the trend; open detections at its end."""

    month: str
    new_detections: Count
    new_by_severity: SeverityCounts
    closed_detections: Count
    open_detections: int


class RankedPerson(Answer):
    """A person with detections of the month."""

    id: str
    email: str
    detections: Count
    still_open: Count


class RankedSite(Answer):
    """A site or app with detections of the month."""

    site: str
    detections: Count
    still_open: Count


class RankedLeak(Answer):
    """A leak with detections of the month, which are the account's share of its records."""

    name: str
    title: str
    kind: LeakKind
    breach_date: date | None
    records: Count
    detections: Count
    still_open: Count


class ResolutionCount(Answer):
    """Incidents that were closed for a reason."""

    resolution: str
    incidents: Count


class StepCount(Answer):
    """Incidents for which a step was completed."""

    step: str
    incidents: Count


class Report(Answer):
    """What happened to the detections of the account in a month."""

    month: str
    is_running: bool
    created_at: Instant
    is_individual: bool
    organization: str
    previous_month: str | None
    next_month: str | None
    new: Breakdown
    closed: Breakdown
    reopened: Count
    open_before: int
    open: Breakdown
    trend: list[TrendMonth]
    median_seconds: Count | None
    ninetieth_seconds: Count | None
    incidents_opened: Count
    incidents_reopened: Count
    incidents_closed: Count
    resolutions: list[ResolutionCount]
    steps: list[StepCount]
    people_total: Count
    people: list[RankedPerson]
    sites_total: Count
    sites: list[RankedSite]
    leaks_total: Count
    leaks: list[RankedLeak]
    is_exact: bool = Field(description="False if there was more than is read for people, sites, leaks or times.")
