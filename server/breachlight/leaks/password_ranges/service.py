"""The answer for a prefix: every suffix with its count, as Pwned Passwords has it."""

import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import blake2b
from typing import Final

from breachlight.leaks.password_ranges.lookup_repository import find
from breachlight.leaks.ranges.kinds import HashKind, entries_of

PREFIX_DIGITS: Final = 5
_LEAST_LINES, _MOST_LINES = 800, 1000
_MADE_UP_LINES: Final = 10_000
_LINE_END: Final = b"\r\n"
_CHANCE: Final = random.SystemRandom()


class NotBuiltError(Exception):
    """The index is being built: an answer would say of leaked passwords that they aren't."""


@dataclass(frozen=True, slots=True)
class Range:
    """The hashes of a prefix: ``text`` has a line for each, in order; ``tag`` names this state of them."""

    kind: HashKind
    lines: int
    text: bytes
    tag: str
    changed_at: datetime

    def padded(self) -> bytes:
        """Return the lines followed by made-up ones of the count 0, so that the size says nothing."""
        padding = _padding(self.kind, self.lines)
        return _LINE_END.join([self.text, padding]) if self.text and padding else self.text or padding


async def find_range(kind: HashKind, prefix: str) -> Range | None:
    """Return the hashes that begin with a prefix of five hexadecimal digits; None while the feature is off.

    Raises:
        NotBuiltError: the index isn't complete yet.
    """
    number = int(prefix, 16)
    found = await find(kind, number)
    if not found.is_enabled:
        return None
    if found.built_at is None or found.changed_at is None:
        raise NotBuiltError
    least = max(1, found.minimum)
    entries = _summed([entries_of(kind, bits, row, number) for bits, row in found.rows])
    shown = [entry for entry in entries if entry[1] >= least]
    digits, width = b"".join([rest for rest, _ in shown]).hex().upper(), 2 * kind.size - PREFIX_DIGITS + 1
    # The first digit of each belongs to the prefix.
    starts = range(1, len(digits), width)
    lines = [f"{digits[start : start + width - 1]}:{count}" for start, (_, count) in zip(starts, shown, strict=True)]
    text = "\r\n".join(lines).encode()
    tag = blake2b(text, digest_size=12, person=kind.label.encode()).hexdigest()
    return Range(kind, len(lines), text, tag, found.changed_at)


def _summed(rows: list[Iterator[tuple[bytes, int]]]) -> Iterable[tuple[bytes, int]]:
    """Add up the counts of several rows; one row is in order already."""
    if len(rows) == 1:
        return rows[0]
    counts: dict[bytes, int] = {}
    for row in rows:
        for rest, count in row:
            counts[rest] = counts.get(rest, 0) + count
    return sorted(counts.items())


def _padding(kind: HashKind, lines: int) -> bytes:
    """Return as many made-up lines as bring some to a number between the bounds, at random."""
    number = _CHANCE.randint(max(_LEAST_LINES, min(lines, _MOST_LINES)), _MOST_LINES) - lines
    if number <= 0:
        return b""
    made_up, width = _made_up(kind)
    start = _CHANCE.randrange(_MADE_UP_LINES - number)
    return made_up[start * width : (start + number) * width - len(_LINE_END)]


@cache
def _made_up(kind: HashKind) -> tuple[bytes, int]:
    """Return lines to choose from and the size of one. They needn't be fresh: their count of 0 gives them away."""
    digits = 2 * kind.size - PREFIX_DIGITS
    made_up = os.urandom((_MADE_UP_LINES * digits + 1) // 2).hex().upper().encode()
    lines = [made_up[place * digits : (place + 1) * digits] + b":0" + _LINE_END for place in range(_MADE_UP_LINES)]
    return b"".join(lines), len(lines[0])
