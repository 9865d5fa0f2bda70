"""Division of claimed scans into chunks: each is one reading of the lake and one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from breachlight.leaks.backfill.repository import Backfill
from breachlight.leaks.lake.store import Place

CHUNK_BLOCKS: Final = 200
"""Some 200,000 records are opened for a part of a long scan; it ends with the batch in which it reaches so many blocks."""

SHARED_BLOCKS: Final = 1000
"""Scans share a chunk up to so many blocks: a file is read nearly as a whole for a few of its blocks, so once is best."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is left of a scan, or its next batches; then ``is_last`` is false."""

    backfill: Backfill
    places: Sequence[Place]
    is_last: bool


@dataclass(slots=True)
class Chunk:
    """Parts of scans that are searched together, and the blocks that they need, each with the scans that need it."""

    parts: list[Part] = field(default_factory=list)
    blocks: dict[tuple[int, int], list[Backfill]] = field(default_factory=dict)

    def add(self, part: Part) -> None:
        """Search for one more scan."""
        self.parts.append(part)
        for place in part.places:
            for block in place.blocks:
                self.blocks.setdefault((place.batch_id, block), []).append(part.backfill)


@dataclass(frozen=True, slots=True)
class Plan:
    """The chunks of a round: ``shared`` ones of whole scans in the order of their turns, and those of a scan alone."""

    shared: Sequence[Chunk]
    single: Sequence[Chunk]


def plan(backfills: Sequence[Backfill], located: Mapping[Backfill, Sequence[Place]]) -> Plan:
    """Divide scans, which are in the order of their turns; of several long ones only the first goes on in this round."""
    shared: list[Chunk] = []
    single: list[Chunk] = []
    long: list[Part] = []
    filling = Chunk()
    for backfill in backfills:
        part = _next_part(backfill, located[backfill])
        if not part.is_last:
            long.append(part)
        elif backfill.is_alone:
            single.append(_chunk(part))
        else:
            filling.add(part)
            if len(filling.blocks) >= SHARED_BLOCKS:
                shared.append(filling)
                filling = Chunk()
    if filling.parts:
        shared.append(filling)
    return Plan(shared, [*single, *map(_chunk, long[:1])])


def _next_part(backfill: Backfill, places: Sequence[Place]) -> Part:
    count = 0
    for number, place in enumerate(places, 1):
        count += len(place.blocks)
        if count >= CHUNK_BLOCKS and number < len(places):
            return Part(backfill, places[:number], is_last=False)
    return Part(backfill, places, is_last=True)


def _chunk(part: Part) -> Chunk:
    chunk = Chunk()
    chunk.add(part)
    return chunk
