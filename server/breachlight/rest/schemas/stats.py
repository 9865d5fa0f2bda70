"""Requests and answers of the stats base (rest-contract §2)."""

from datetime import date
from typing import Annotated, Final

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema, field_validator

from breachlight.kit.errors import UnfitValueError
from breachlight.kit.messages import say
from breachlight.rest.schemas.base import Answer, Count, Query
from breachlight.rest.schemas.parameters import MOMENT, read_moment, text_of
from breachlight.stats.ranges import LONGEST_DAYS, Days, days_between, range_end, read_day
from breachlight.stats.service import GlobalStatisticName


class RecordCount(Answer):
    """Number of breach records of the account."""

    count: Count


class StatsBlock(Answer):
    """Numbers of detections; the last days end today, in UTC."""

    total: Count
    unread: Count
    last_90_days: Count
    last_60_days: Count
    last_365_days: Count


class NotificationSummary(Answer):
    """Workforce and Portals."""

    user_notifications: StatsBlock
    domain_notifications: StatsBlock


class DomainCount(Answer):
    """Detections of one domain."""

    domain: str
    total: Count
    unread: Count


class TimelineItem(Answer):
    """Detections of one day, in UTC."""

    day: date
    total_events: Count


class DetectionStats(Answer):
    """Detections in the range, and how many of them are unread."""

    total: Count
    new: Count


class GlobalStatistic(Answer):
    """One number about all leaks."""

    row_name: GlobalStatisticName
    count: Annotated[int | float, WithJsonSchema({"type": "number", "minimum": 0})]


def _read_day(value: object) -> date | None:
    text = text_of(value)
    return read_day(text) if text else None


def _read_start(value: object) -> date | None:
    moment = read_moment(value)
    return moment.date() if moment else None


def _read_end(value: object) -> date | None:
    moment = read_moment(value)
    return range_end(moment) if moment else None


# JSON Schema has no format for dd-mm-yyyy, so the pattern knows the calendar: months of 31 and 30 days, February, leap years.
_YEAR: Final = "(?!0000)[0-9]{4}"
_LEAP_YEAR: Final = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)"
CALENDAR_DAY: Final = (
    f"^((0[1-9]|[12][0-9]|3[01])-(0[13578]|1[02])-{_YEAR}|(0[1-9]|[12][0-9]|30)-(0[469]|11)-{_YEAR}"
    f"|(0[1-9]|1[0-9]|2[0-8])-02-{_YEAR}|29-02-{_LEAP_YEAR})?$"
)
"""A day written dd-mm-yyyy, or nothing."""

_Day = Annotated[date, WithJsonSchema({"type": "string", "pattern": CALENDAR_DAY})]
_DayOfMoment = Annotated[date, MOMENT]


class RangeQuery(Query):
    """A range of days in UTC; each end is given as a day or as an instant."""

    start_date: Annotated[_Day | None, BeforeValidator(_read_day)] = Field(
        None, alias="startDate", description="First day, dd-mm-yyyy, in UTC. By default, a week before the end."
    )
    end_date: Annotated[_Day | None, BeforeValidator(_read_day)] = Field(
        None,
        alias="endDate",
        description=f"Day after the last, dd-mm-yyyy. By default, tomorrow. A range has at most {LONGEST_DAYS:,} days.",
    )
    start_datetime: Annotated[_DayOfMoment | None, BeforeValidator(_read_start)] = Field(
        None, description="ISO 8601, instead of startDate: the range starts on this day in UTC."
    )
    end_datetime: Annotated[_DayOfMoment | None, BeforeValidator(_read_end)] = Field(
        None, description="ISO 8601, instead of endDate: the range ends before it. A day that has begun counts in full."
    )

    @field_validator("start_datetime", "end_datetime")
    @classmethod
    def _one_form(cls, value: date | None, info: ValidationInfo) -> date | None:
        other = "start_date" if info.field_name == "start_datetime" else "end_date"
        if value is not None and info.data.get(other) is not None:
            raise UnfitValueError(say("Pass this or {other}, not both.", other=cls.model_fields[other].alias or other))
        return value

    def days(self) -> Days:
        """Return the days of the range.

        Raises:
            ValidationError: as ``days_between``.
        """
        names = (
            "startDate" if self.start_datetime is None else "start_datetime",
            "endDate" if self.end_datetime is None else "end_datetime",
        )
        return days_between(self.start_date or self.start_datetime, self.end_date or self.end_datetime, names=names)
