"""The batches of a file that are known, whichever process entered them: where a pass over the file goes on, and where it cuts."""

from bisect import bisect_right, insort
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownBatch:
    """A batch that is done, or that a process works on: offsets in the decoded stream (bytes).

    ``source_end`` is the offset in the file from which what follows can be read by itself, None if it can't.
    """

    number: int
    start: int
    end: int
    source_end: int | None
    is_done: bool


class Cuts:
    """Known batches by their offsets; what lies between them is open. A thread may ask while another adds some."""

    def __init__(self, batches: Iterable[KnownBatch] = ()) -> None:
        self._starts: list[int] = []
        self._batches: dict[int, KnownBatch] = {}
        self._ends: dict[int, KnownBatch] = {}
        for batch in batches:
            self.add(batch)

    def __len__(self) -> int:
        return len(self._batches)

    def done(self) -> int:
        """Return how many of the batches are done."""
        return sum(batch.is_done for batch in self._batches.values())

    def add(self, batch: KnownBatch) -> None:
        """Add a batch, or replace the one that begins with it."""
        if batch.start not in self._batches:
            insort(self._starts, batch.start)
        self._ends[batch.end] = batch
        self._batches[batch.start] = batch

    def at(self, start: int) -> KnownBatch | None:
        """Return the batch that begins there."""
        return self._batches.get(start)

    def number_at(self, start: int) -> int | None:
        """Return the number of the batch that begins there; None if the one in front of it is unknown."""
        if not start:
            return 0
        before = self._ends.get(start)
        return None if before is None else before.number + 1

    def next_open(self, offset: int) -> int:
        """Return the first offset from this one on where no known batch begins."""
        while (batch := self._batches.get(offset)) is not None:
            offset = batch.end
        return offset

    def done_until(self) -> int:
        """Return the end of the batches that are done, from the first one on."""
        offset = 0
        while (batch := self._batches.get(offset)) is not None and batch.is_done:
            offset = batch.end
        return offset

    def source_at(self, offset: int) -> int | None:
        """Return where in the file reading can begin for this offset, None if what is in front of it must be read."""
        if not offset:
            return 0
        before = self._ends.get(offset)
        return None if before is None else before.source_end

    def nearest_source(self, offset: int) -> tuple[int, int]:
        """Return the last offset up to this one for which ``source_at`` knows where reading can begin, and where that is."""
        known = (
            (end, batch.source_end)
            for end, batch in self._ends.items()
            if end <= offset and batch.source_end is not None
        )
        return max(known, default=(0, 0))

    def limit_at(self, start: int) -> tuple[int | None, bool]:
        """Return where a chunk that begins there ends at the latest, and whether it ends there exactly.

        Batches that another version has cut to another size are taken as they are.
        """
        batch = self._batches.get(start)
        if batch is not None:
            return batch.end, True
        index = bisect_right(self._starts, start)
        if index == len(self._starts):
            return None, False
        following = self._batches[self._starts[index]]
        number = self.number_at(start)
        return following.start, number is not None and number + 1 >= following.number
