"""The TXT records of a domain as several resolvers see them, and what follows from their votes."""

from dataclasses import dataclass
from typing import Final

LABEL: Final = "_breachlight"
LEAST_AGREEING: Final = 2
"""Resolvers that must agree before a domain moves to another account."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one resolver sees at the label and at the domain itself; None where it gave no answer in time."""

    at_label: frozenset[bytes] | None
    at_domain: frozenset[bytes] | None

    @property
    def is_answer(self) -> bool:
        """Whether both names were answered for; that there is no such record is an answer."""
        return self.at_label is not None and self.at_domain is not None

    def shows(self, value: bytes) -> bool:
        """Return whether one record is exactly this value."""
        return value in (self.at_label or ()) or value in (self.at_domain or ())

    def lacks(self, value: bytes) -> bool:
        """Return whether both names were answered for without such a record."""
        return self.is_answer and not self.shows(value)


@dataclass(frozen=True, slots=True)
class TxtRecords:
    """The TXT records of a domain, as each configured resolver sees them.

    A majority is one of all configured resolvers, so resolvers that don't answer are votes against any conclusion.
    """

    seen: tuple[Seen, ...]

    @property
    def is_answer(self) -> bool:
        """Whether a majority answered."""
        return self._is_majority(sum(one.is_answer for one in self.seen))

    def verifies(self, value: str) -> bool:
        """Return whether a majority sees a record that is exactly this value."""
        return self._is_majority(sum(one.shows(value.encode()) for one in self.seen))

    def shows(self, value: str) -> bool:
        """Return whether any resolver sees a record that is exactly this value."""
        return any(one.shows(value.encode()) for one in self.seen)

    def lacks(self, value: str) -> bool:
        """Return whether a majority says that there is no such record."""
        return self._is_majority(sum(one.lacks(value.encode()) for one in self.seen))

    def replaces(self, old: str, new: str) -> bool:
        """Return whether a majority of at least two resolvers sees the new record and says that the old one is gone."""
        agreed = sum(one.shows(new.encode()) and one.lacks(old.encode()) for one in self.seen)
        return agreed >= LEAST_AGREEING and self._is_majority(agreed)

    def _is_majority(self, votes: int) -> bool:
        return 2 * votes > len(self.seen)
