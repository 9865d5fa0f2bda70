"""Anchored pages: lists of alerts as of the moment when their first page was read.

The anchor is the last number of the account at that moment (``models.AlertSequence``). Alerts with later numbers are left out;
alerts that later statements changed are filtered and ordered by what they were (``models.AlertVersion``).
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from breachlight.alerts.bookkeeping_repository import LARGEST_NUMBER
from breachlight.kit.anchors import EXPIRED, Anchor, refusal

ALERTS: Final = "alerts"

_MOST_DIGITS: Final = len(str(LARGEST_NUMBER))


@dataclass(frozen=True, slots=True)
class Past:
    """What has changed since an anchor: alerts that didn't exist, and versions of alerts that were different."""

    raised: Sequence[uuid.UUID] = field(default_factory=list)
    changed: Sequence[uuid.UUID] = field(default_factory=list)
    versions: Sequence[int] = field(default_factory=list)

    @property
    def absent(self) -> list[uuid.UUID]:
        """The alerts whose present rows say nothing of the past."""
        return [*self.raised, *self.changed]


def write_anchor(account_id: uuid.UUID, number: int, kind: str = ALERTS) -> str:
    """Return the ``as_of`` of a page that was read when this was the account's last number."""
    return Anchor.now(kind, f"{account_id}/{number}").encode()


def read_anchor(account_id: uuid.UUID, text: str, kind: str = ALERTS) -> int:
    """Return the number of an ``as_of`` of an account's list of ``kind``.

    Raises:
        ValidationError: it is invalid, another account's, or too old.
    """
    state = Anchor.decode(text, kind).state
    if ":" in state:  # a snapshot of PostgreSQL, from before sequence numbers
        raise refusal(EXPIRED)
    owner, _, digits = state.partition("/")
    if owner != str(account_id) or not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        raise refusal()
    if (number := int(digits)) > LARGEST_NUMBER:
        raise refusal()
    return number
