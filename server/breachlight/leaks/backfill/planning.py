"""Division of claimed scans into chunks: each is one reading of the lake and one transaction, or a few if much is found."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from breachlight.leaks.backfill.repository import Backfill, Block

CHUNK_BLOCKS: Final = 200
"""A scan that needs more blocks is long: it advances by so many of them at a time, alone."""

FIRST_BLOCKS: Final = 25
"""Scans of several accounts share the first chunk of a round up to so many blocks, so that the first of each end soon."""

SHARED_BLOCKS: Final = 1000
"""Other chunks have up to so many: a file is read nearly as a whole for a few of its blocks, so once is best."""


@dataclass(frozen=True, slots=True)
class Part:
    """The blocks that a scan still needs; of a long one a chunk searches the first ``CHUNK_BLOCKS``."""

    backfill: Backfill
    blocks: Sequence[Block]

    def after(self, block: Block) -> "Part":
        """Return what is left behind a block."""
        return Part(self.backfill, self.blocks[bisect_right(self.blocks, block) :])

    def next(self, searched: Block | None) -> Block | None:
        """Return the block with which the scan goes on behind one that was searched, None if there is none."""
        left = self if searched is None else self.after(searched)
        return left.blocks[0] if left.blocks else None


@dataclass(slots=True)
class Chunk:
    """Parts of scans that are searched together, and the blocks that they need, each with the scans that need it."""

    parts: list[Part] = field(default_factory=list)
    blocks: dict[Block, list[Backfill]] = field(default_factory=dict)

    @classmethod
    def of(cls, *parts: Part) -> "Chunk":
        """Return a chunk of these scans."""
        chunk = cls()
        for part in parts:
            chunk.add(part)
        return chunk

    def keys(self, batch_id: int, block: int) -> set[str]:
        """Return the addresses and domains that are searched for in a block."""
        return {scan.key for scan in self.blocks[batch_id, block]}

    def add(self, part: Part) -> None:
        """Search for one more scan."""
        self.parts.append(part)
        for block in part.blocks[:CHUNK_BLOCKS]:
            self.blocks.setdefault(block, []).append(part.backfill)


@dataclass(frozen=True, slots=True)
class Plan:
    """The chunks of a round: ``shared`` ones of whole scans in the order of their turns, and those of a scan alone."""

    shared: Sequence[Chunk]
    single: Sequence[Chunk]


def left_of(backfill: Backfill, blocks: Sequence[Block]) -> Part:
    """Return what a scan has not searched yet of the blocks that were located for it, which are in order."""
    begin = max((backfill.position + 1, 0), backfill.next)
    return Part(backfill, blocks[bisect_left(blocks, begin) :])


def plan(parts: Sequence[Part]) -> Plan:
    """Divide scans, which are in the order of their turns; of several long ones only the first goes on in this round."""
    shared: list[Chunk] = []
    single: list[Chunk] = []
    long: list[Chunk] = []
    filling = Chunk()
    most = FIRST_BLOCKS if len({part.backfill.account_id for part in parts}) > 1 else SHARED_BLOCKS
    for part in parts:
        if len(part.blocks) > CHUNK_BLOCKS:
            long.append(Chunk.of(part))
        elif part.backfill.is_alone:
            single.append(Chunk.of(part))
        else:
            filling.add(part)
            if len(filling.blocks) >= most:
                shared.append(filling)
                filling, most = Chunk(), SHARED_BLOCKS
    if filling.parts:
        shared.append(filling)
    return Plan(shared, [*single, *long[:1]])
