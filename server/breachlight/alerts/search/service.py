"""Search in the texts of an account's alerts: the index says which alerts to compare with the text."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

import asyncpg

from breachlight.alerts.bookkeeping_repository import LARGEST_NUMBER
from breachlight.alerts.query.where import Selection
from breachlight.alerts.search import repository
from breachlight.alerts.search.trigrams import SEGMENT_BITS, Lookup, Postings, intersection, lookup, offsets
from breachlight.database.session import Connection

_SEGMENT: Final = 1 << SEGMENT_BITS
LEAST_ALERTS: Final = _SEGMENT
"""Fewer are compared one by one."""
_MOST_ALERTS: Final = 50_000
_LARGEST_SHARE: Final = 8
"""Beyond both, and one alert in so many, reading a list in its order finds a page and the largest total sooner."""


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Numbers of alerts that may contain a text, and ranges of numbers that aren't indexed."""

    numbers: list[int]
    ranges: list[tuple[int, int]]


async def narrow(connection: Connection, selection: Selection, alerts: int | None = None) -> Selection:
    """Return a selection that reads only those alerts that may contain the text it looks for, if the index has few of them.

    Its conditions are the same. Alerts that are raised later are read, too. ``alerts`` is how many its base list has, if that is known.
    """
    if selection.is_nothing or not selection.texts or (alerts is not None and alerts < LEAST_ALERTS):
        return selection
    text = max(selection.texts, key=len)
    wanted = lookup(text.lower() if text.isascii() else await repository.lowered(connection, text))
    if not wanted.pairs:
        size = await repository.range_bytes(connection, selection.account_id, wanted)
        if size > 2 * _MOST_ALERTS:
            return selection
    rows = await repository.fetch_postings(connection, selection.account_id, wanted)
    found = await asyncio.to_thread(_candidates, rows, wanted) if rows else None
    if found is None:
        return selection
    narrowed = selection.copy()
    firsts, lasts = [first for first, _ in found.ranges], [last for _, last in found.ranges]
    narrowed.source = repository.CANDIDATES.format(
        numbers=narrowed.place(found.numbers), firsts=narrowed.place(firsts), lasts=narrowed.place(lasts)
    )
    narrowed.is_narrow = True
    return narrowed


def _candidates(rows: Sequence[asyncpg.Record], wanted: Lookup) -> _Candidates | None:
    """Return which alerts to compare with a text; None if they are too many."""
    segments: dict[int, list[asyncpg.Record]] = {}
    missing = set[int]()
    for row in rows:
        if row["is_built"]:
            segments.setdefault(row["segment"], []).append(row)
        else:
            missing.add(row["segment"])
    room = max(_MOST_ALERTS, len(segments) * _SEGMENT // _LARGEST_SHARE)
    sets: dict[int, int] = {}
    for segment, found in segments.items():
        sets[segment] = _alerts(found, wanted)
        room -= sets[segment].bit_count()
        if room < 0:
            return None
    numbers = [(segment << SEGMENT_BITS) + offset for segment in sorted(sets) for offset in offsets(sets[segment])]
    ranges = [(segment << SEGMENT_BITS, (segment + 1 << SEGMENT_BITS) - 1) for segment in sorted(missing)]
    return _Candidates(numbers, [*ranges, (max(*segments, *missing, -1) + 1 << SEGMENT_BITS, LARGEST_NUMBER)])


def _alerts(rows: Sequence[asyncpg.Record], wanted: Lookup) -> int:
    """Return the alerts of a segment, a bit for each, that may contain a text."""
    unindexed = int.from_bytes(rows[0]["unindexed"] or b"", "little")
    found = [(row["pair"], Postings(row["postings"])) for row in rows if row["postings"] is not None]
    if not found:
        return unindexed
    if wanted.pairs:
        return unindexed | intersection(
            postings.alerts(third) for pair, postings in found for third in wanted.pairs[pair]
        )
    return unindexed | reduce(or_, (postings.all() for _, postings in found))
