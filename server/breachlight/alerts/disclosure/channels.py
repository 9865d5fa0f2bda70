"""The ways on which leaked passwords leave the server."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from breachlight.alerts.query.filters import AlertFilter


class Channel(StrEnum):
    """A way on which passwords leave; audit entries, histories and emails name it."""

    REVEAL = "reveal"
    EXPORT = "export"


class Selection(StrEnum):
    """How the alerts of a disclosure were chosen."""

    NAMED = "named"
    FILTER = "filter"
    ALL = "all"


_HIDDEN: Final = "breach_record_passwords"
_LONGEST_VALUE: Final = 100


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a disclosure is for.

    ``conditions`` are the filter that chose the alerts; None: they were named. ``event`` is the kind of the audit entry
    that sums a disclosure up, with ``facts`` and the figures; without it only several passwords are summed up.
    """

    channel: Channel
    conditions: AlertFilter | None = None
    event: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def selection(self) -> Selection:
        """How the alerts were chosen."""
        if self.conditions is None:
            return Selection.NAMED
        return Selection.ALL if self.conditions.is_empty else Selection.FILTER

    @property
    def filter_text(self) -> str:
        """The filter as ``name=value`` pairs, in the names of the API; a password in it stays hidden."""
        if self.conditions is None:
            return ""
        given = self.conditions.model_dump(mode="json", exclude_none=True)
        return ", ".join(
            f"{name}={'(hidden)' if name == _HIDDEN else _shortened(value)}" for name, value in given.items()
        )


def _shortened(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}…"
