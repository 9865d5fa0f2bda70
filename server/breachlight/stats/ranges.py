"""Which days a statistic is about: read from what callers send, checked, and filled with the usual week.

The kept counters know days in UTC, so a range is one of whole days, half-open: ``start`` is its first day and ``end`` the day
after its last. An instant within a day takes the whole day in, at the beginning as at the end of a range.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from breachlight.kit import clock
from breachlight.kit.errors import UnfitValueError, ValidationError
from breachlight.kit.messages import Sentence, say

USUAL_DAYS: Final = 7
"""Days of a range that nobody has named, ending today (specification section 9)."""
LONGEST_DAYS: Final = 1_096
"""Days that a range has at most: three years."""

_ONE_DAY: Final = timedelta(days=1)
_DAY: Final = re.compile(r"([0-9]{2})-([0-9]{2})-([0-9]{4})")
_BAD_DAY: Final = say("The day must be one of the calendar, as in 21-11-2026.")
_BAD_TIME: Final = say("The time must be an ISO 8601 date or time, as in 2026-11-21T09:30:00Z.")
_TOO_FAR: Final = say("The range leads out of the calendar.")


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
        raise ValidationError({start_name: [say("A range has at most {most} days.", most=LONGEST_DAYS)]})
    return Days(first, last)


def days_from_parameters(parameters: Iterable[tuple[str, str]]) -> Days:
    """Read the range of a REST request, by name and value as they came: days (``startDate``, ``endDate``) or instants
    (``start_datetime``, ``end_datetime``). Parameters of other names are left alone, an empty one counts as absent.

    Raises:
        ValidationError: a parameter comes twice or says neither day nor time, one bound is given in both forms, or
            ``days_between`` refuses the range.
    """
    problems: dict[str, list[Sentence]] = {}
    bounds: dict[str, tuple[str, date]] = {}
    seen: set[str] = set()
    for name, text in parameters:
        if name not in _READERS:
            continue
        bound, reader = _READERS[name]
        if name in seen:
            problems[name] = [say("This parameter may be given once only.")]
        elif text:
            try:
                if bound in bounds:
                    raise UnfitValueError(say("Give this or {other}, not both.", other=bounds[bound][0]))
                bounds[bound] = (name, reader(text))
            except (UnfitValueError, OverflowError) as error:
                problems[name] = [_TOO_FAR if isinstance(error, OverflowError) else error.sentence]
        seen.add(name)
    if problems:
        raise ValidationError(problems)
    start_name, start = bounds.get("start", ("startDate", None))
    end_name, end = bounds.get("end", ("endDate", None))
    return days_between(start, end, names=(start_name, end_name))


def _read_day(text: str) -> date:
    found = _DAY.fullmatch(text)
    try:
        if found is None:
            raise ValueError
        day, month, year = map(int, found.groups())
        return date(year, month, day)
    except ValueError:
        raise UnfitValueError(_BAD_DAY) from None


def _read_start(text: str) -> date:
    return _read_time(text).date()


def _read_end(text: str) -> date:
    instant = _read_time(text)
    return instant.date() if instant.time() == time.min else instant.date() + _ONE_DAY


def _read_time(text: str) -> datetime:
    # In a query string, an unescaped + arrives as a blank.
    instant = clock.read_instant(text.replace(" ", "+") if "T" in text else text)
    if instant is None:
        raise UnfitValueError(_BAD_TIME)
    return instant


_READERS: Final[dict[str, tuple[str, Callable[[str], date]]]] = {
    "startDate": ("start", _read_day),
    "endDate": ("end", _read_day),
    "start_datetime": ("start", _read_start),
    "end_datetime": ("end", _read_end),
}
