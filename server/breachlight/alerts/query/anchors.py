"""Anchored pages: lists of alerts as of the moment when their first page was read.

The anchor is a snapshot of PostgreSQL: it says of each transaction whether the first page has seen its effects. Alerts that later
transactions raised are left out; alerts that they changed are filtered and ordered by what they were (``models.AlertVersion``).
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from breachlight.kit.anchors import Anchor, refusal

SNAPSHOT: Final = "pg_current_snapshot()::text"
"""In SQL: the snapshot of the statement."""
ALERTS: Final = "alerts"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Which transactions a statement saw: those below ``xmin``, and those below ``xmax`` that are not ``running``."""

    xmin: int
    xmax: int
    running: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what PostgreSQL writes.

        Raises:
            ValueError: it is no snapshot.
        """
        xmin, xmax, running = text.split(":")
        found = cls(int(xmin), int(xmax), tuple(int(number) for number in running.split(",") if number))
        if not 0 < found.xmin <= found.xmax < 2**63 or any(not found.xmin <= n < found.xmax for n in found.running):
            raise ValueError(text)
        return found

    def sees(self, transaction_id: int) -> bool:
        """Return whether the effects of a transaction were visible."""
        return transaction_id < self.xmin or (transaction_id < self.xmax and transaction_id not in self.running)


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


def write_anchor(snapshot: str, kind: str = ALERTS) -> str:
    """Return the ``as_of`` of a page that was read in a snapshot."""
    return Anchor.now(kind, snapshot).encode()


def read_anchor(text: str, kind: str = ALERTS) -> Snapshot:
    """Return the snapshot of an ``as_of`` of a list of ``kind``.

    Raises:
        ValidationError: it is invalid, or too old.
    """
    try:
        return Snapshot.parse(Anchor.decode(text, kind).state)
    except ValueError:
        raise refusal() from None
