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


def write_anchor(number: int, kind: str = ALERTS) -> str:
    """Return the ``as_of`` of a page that was read when this was the account's last number."""
    return Anchor.now(kind, str(number)).encode()


def read_anchor(text: str, kind: str = ALERTS) -> int:
    """Return the number of an ``as_of`` of a list of ``kind``.

    Raises:
        ValidationError: it is invalid, or too old.
    """
    state = Anchor.decode(text, kind).state
    if ":" in state:  # a snapshot of PostgreSQL, from before sequence numbers
        raise refusal(EXPIRED)
    if not (state.isascii() and state.isdigit() and int(state) <= LARGEST_NUMBER):
        raise refusal()
    return int(state)
