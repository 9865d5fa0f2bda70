"""The range of days of a statistic: parsed, checked, and a week by default.

The kept counters know days in UTC, so a range is one of whole days, half-open: ``start`` is its first day and ``end`` the day
after its last. An instant within a day takes the whole day in, at the beginning as at the end of a range.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from breachlight.kit import clock
from breachlight.kit.errors import UnfitValueError, ValidationError
from breachlight.kit.messages import say

USUAL_DAYS: Final = 7
"""Days of a range that nobody has named, ending today (spec §9)."""
LONGEST_DAYS: Final = 1_096
"""Days that a range has at most: three years."""

_ONE_DAY: Final = timedelta(days=1)
_DAY: Final = re.compile(r"([0-9]{2})-([0-9]{2})-([0-9]{4})")
_BAD_DAY: Final = say("Use a valid date, such as 21-11-2026.")
_TOO_FAR: Final = say("The range is outside the supported calendar.")


@dataclass(frozen=True, slots=True)
class Days:
    """Days in UTC, from ``start`` on and before ``end``."""

    start: date
    end: date

    def every(self) -> list[date]:
        """Return the days, in order."""
        return [self.start + number * _ONE_DAY for number in range((self.end - self.start).days)]


def today() -> date:
    """Return the present day in UTC."""
    return clock.now().date()


def days_between(start: date | None, end: date | None, *, names: tuple[str, str] = ("startDate", "endDate")) -> Days:
    """Return a range; a missing end is the end of today, a missing start a week before the end.

    Raises:
        ValidationError: it ends before it starts, is longer than ``LONGEST_DAYS`` or leads out of the calendar; told under
            the callers' ``names`` of both.
    """
    start_name, end_name = names
    try:
        last = end or today() + _ONE_DAY
        first = start or last - timedelta(days=USUAL_DAYS)
    except OverflowError:
        raise ValidationError({end_name: [_TOO_FAR]}) from None
    if last < first:
        raise ValidationError({end_name: [say("The range must not end before it starts.")]})
    if (last - first).days > LONGEST_DAYS:
        raise ValidationError({start_name: [say("A range can have at most {most} days.", most=LONGEST_DAYS)]})
    return Days(first, last)


def read_day(text: str) -> date:
    """Read a day that is written dd-mm-yyyy (spec §7).

    Raises:
        UnfitValueError: the calendar has no such day.
    """
    found = _DAY.fullmatch(text)
    try:
        if found is None:
            raise ValueError
        day, month, year = map(int, found.groups())
        return date(year, month, day)
    except ValueError:
        raise UnfitValueError(_BAD_DAY) from None


def range_end(instant: datetime) -> date:
    """Return the end of a range that ends at an instant: a day that has begun counts in full.

    Raises:
        UnfitValueError: it would be outside the calendar.
    """
    try:
        return instant.date() if instant.time() == time.min else instant.date() + _ONE_DAY
    except OverflowError:
        raise UnfitValueError(_TOO_FAR) from None
