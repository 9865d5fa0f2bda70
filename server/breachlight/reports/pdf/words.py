"""What a file says, in its language: texts, numbers, months and durations, and names from leaks, which are hostile input."""

import json
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from babel.dates import format_skeleton, format_timedelta

from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE, LANGUAGES, day, is_right_to_left, number
from breachlight.reports.months import Month

_FOLDER: Final = Path(__file__).parents[1] / "locales"
_LONGEST: Final = 160
"""Characters of a name that are looked at; what doesn't fit its column is cut further."""
_LATIN_DIGITS: Final = {ord(digit): str(value) for value, digit in enumerate("٠١٢٣٤٥٦٧٨٩")}
_HUNDRED: Final = 100


class _Unit(NamedTuple):
    """A unit of Babel's, and the least seconds that are written in it."""

    name: Literal["day", "hour", "minute"]
    least: int


_UNITS: Final = (_Unit("day", 48 * 3_600), _Unit("hour", 90 * 60), _Unit("minute", 0))
_NO_LARGER_UNIT: Final = 1e9


def clean(name: str) -> str:
    """Return a name on one line, without what is invisible, turns the reading direction or piles marks on a letter."""
    kept, marks = [], 0
    for letter in name[: 4 * _LONGEST]:
        category = unicodedata.category(letter)
        marks = marks + 1 if category.startswith("M") else 0
        if category[0] != "C" and marks <= 2:
            kept.append(" " if category.startswith("Z") else letter)
    return " ".join("".join(kept).split())[:_LONGEST]


class Words:
    """The texts of a language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else DEFAULT_LANGUAGE
        self.is_right_to_left = is_right_to_left(self.language)
        self._texts = _texts(self.language)

    def __getitem__(self, name: str) -> str:
        text: str = self._texts[name]
        return text

    def filled(self, name: str, **values: object) -> str:
        """Return a text with its values."""
        return self[name].format(**values)

    def among(self, group: str) -> Mapping[str, str]:
        """Return the texts of a group by name."""
        texts: dict[str, str] = self._texts[group]
        return texts

    def number(self, value: int) -> str:
        """Write a whole number."""
        return number(value, self.language)

    def day(self, value: datetime) -> str:
        """Write a date."""
        return day(value.date(), self.language).translate(_LATIN_DIGITS)

    def month(self, month: Month, *, is_short: bool = False) -> str:
        """Write a month with its year; short, without it."""
        skeleton = "MMM" if is_short else "yMMMM"
        return format_skeleton(skeleton, month.first_day, locale=self.language).translate(_LATIN_DIGITS)

    def duration(self, seconds: int | None) -> str:
        """Write a duration in minutes, hours from 90 minutes on, or days from 48 hours on."""
        if seconds is None:
            return "–"
        unit = next(each for each in _UNITS if seconds >= each.least)
        written = format_timedelta(
            timedelta(seconds=max(seconds, 60)), unit.name, threshold=_NO_LARGER_UNIT, locale=self.language
        )
        return written.translate(_LATIN_DIGITS)

    def share(self, part: int, whole: int) -> str:
        """Write a share in percent, or that it is below the smallest one that is shown."""
        if not whole or part > whole:
            return "–"
        percent = _HUNDRED * part / whole
        written = "< 0.01" if percent < 0.01 else f"{percent:.2f}" if percent < 1 else f"{percent:.1f}"
        if self.language in {"de", "es", "fr"}:
            written = written.replace(".", ",")
        return f"{written}\u00a0%" if self.language in {"de", "es", "fr"} else f"{written}%"


@cache
def _texts(language: str) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return texts
