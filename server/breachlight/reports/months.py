"""Calendar months in UTC, written as in ``2026-11``."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Final

_TEXT: Final = re.compile(r"([0-9]{4})-([0-9]{2})")
_MONTHS: Final = 12
_FIRST_YEAR, _LAST_YEAR = 2000, 9000


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month; ``number`` is 1 for January."""

    year: int
    number: int

    @classmethod
    def of(cls, day: date) -> "Month":
        """Return the month of a day."""
        return cls(day.year, day.month)

    @classmethod
    def parse(cls, text: str) -> "Month | None":
        """Read a month, None if the text names none."""
        found = _TEXT.fullmatch(text)
        if found is None:
            return None
        year, number = int(found[1]), int(found[2])
        return cls(year, number) if 1 <= number <= _MONTHS and _FIRST_YEAR <= year <= _LAST_YEAR else None

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"

    @property
    def first_day(self) -> date:
        """Return the first day."""
        return date(self.year, self.number, 1)

    @property
    def begins(self) -> datetime:
        """Return the first instant."""
        return datetime.combine(self.first_day, time.min, UTC)

    @property
    def ends(self) -> datetime:
        """Return the first instant of the next month."""
        return self.plus(1).begins

    def plus(self, months: int) -> "Month":
        """Return the month that is so many later."""
        total = self.year * _MONTHS + self.number - 1 + months
        return Month(total // _MONTHS, total % _MONTHS + 1)
