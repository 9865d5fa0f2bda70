"""Hashes with counts as arrays: added up, and as rows of an index."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from breachlight.leaks.ranges.kinds import COUNT_BYTES, PREFIX_BITS, HashKind

_ENTRIES_OF_A_ROW: Final = 48
"""What a row of a smaller run has at least; a row of 100 million hashes has 95."""

_Bytes = npt.NDArray[np.uint8]
_Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Hashes:
    """Distinct hashes in order, one in each line of ``values``, and how often each occurs; a count may be negative."""

    kind: HashKind
    values: _Bytes
    counts: _Counts

    @classmethod
    def none(cls, kind: HashKind) -> Self:
        """Return no hashes."""
        return cls(kind, np.empty((0, kind.size), np.uint8), np.empty(0, np.int64))

    @classmethod
    def of_digests(cls, kind: HashKind, digests: Iterable[bytes], counts: Sequence[int]) -> Self:
        """Return digests that occur so often."""
        values = np.frombuffer(b"".join(digests), np.uint8).reshape(-1, kind.size)
        return cls(kind, values, np.array(counts, np.int64)).summed()

    @classmethod
    def of_rows(cls, kind: HashKind, bits: int, rows: Sequence[tuple[int, bytes]]) -> Self:
        """Read rows of a run, each with its bucket."""
        if not rows:
            return cls.none(kind)
        skipped = bits // 8
        width = kind.size - skipped + COUNT_BYTES
        stored = np.frombuffer(b"".join(row for _, row in rows), np.uint8).reshape(-1, width)
        values = np.empty((len(stored), kind.size), np.uint8)
        values[:, skipped:] = stored[:, :-COUNT_BYTES]
        if skipped:
            buckets = np.array([bucket >> (bits % 8) for bucket, _ in rows], ">u4")
            first = buckets.view(np.uint8).reshape(-1, 4)[:, 4 - skipped :]
            values[:, :skipped] = np.repeat(first, [len(row) // width for _, row in rows], axis=0)
        counts = np.ascontiguousarray(stored[:, -COUNT_BYTES:]).view(">i8").ravel().astype(np.int64)
        return cls(kind, values, counts)

    @classmethod
    def sum_of(cls, kind: HashKind, parts: Iterable["Hashes"]) -> Self:
        """Add up hashes; what amounts to nothing is left out."""
        every = [part for part in parts if len(part.counts)]
        if not every:
            return cls.none(kind)
        values = np.concatenate([part.values for part in every])
        return cls(kind, values, np.concatenate([part.counts for part in every])).summed()

    @property
    def negative(self) -> Self:
        """What takes these away again."""
        return type(self)(self.kind, self.values, -self.counts)

    @property
    def bits(self) -> int:
        """The first bits of a hash that choose its row: rows are neither many and tiny nor few and huge."""
        return bits_of(len(self.counts))

    def between(self, first: int, end: int) -> Self:
        """Return those whose prefix is ``first`` or greater and less than ``end``."""
        prefixes = self._prefixes(PREFIX_BITS)
        chosen = slice(*np.searchsorted(prefixes, [first, end]).tolist())
        return type(self)(self.kind, self.values[chosen], self.counts[chosen])

    def rows(self, bits: int) -> Iterator[tuple[int, bytes]]:
        """Yield the rows of a run with so many bits: bucket and entries."""
        if not len(self.counts):
            return
        buckets = self._prefixes(bits)
        stored = np.concatenate(
            [self.values[:, bits // 8 :], self.counts.astype(">i8").view(np.uint8).reshape(-1, COUNT_BYTES)], axis=1
        )
        numbers, starts = np.unique(buckets, return_index=True)
        data, width = stored.tobytes(), stored.shape[1]
        limits = [*(starts * width).tolist(), len(data)]
        for place, number in enumerate(numbers.tolist()):
            yield number, data[limits[place] : limits[place + 1]]

    def _prefixes(self, bits: int) -> npt.NDArray[np.uint32]:
        first: Any = np.ascontiguousarray(self.values[:, :4]).view(">u4").ravel().astype(np.uint64)
        prefixes: npt.NDArray[np.uint32] = (first >> np.uint64(32 - bits)).astype(np.uint32)
        return prefixes

    def summed(self) -> Self:
        """Order them and add up the counts of equal ones."""
        if not len(self.counts):
            return self
        words = _words(self.values)
        order = np.argsort(words[0], kind="stable")
        is_same = words[0][order[1:]] == words[0][order[:-1]]
        later = np.flatnonzero(is_same)
        # Nearly always, hashes that share their first 64 bits are equal.
        if (self.values[order[later]] != self.values[order[later + 1]]).any():
            order = np.lexsort(words[::-1])
            is_same = (self.values[order[1:]] == self.values[order[:-1]]).all(axis=1)
        values, counts = self.values[order], self.counts[order]
        starts = np.flatnonzero(np.concatenate([[True], ~is_same]))
        totals = np.add.reduceat(counts, starts)
        kept = totals != 0
        return type(self)(self.kind, values[starts][kept], totals[kept])


def bits_of(count: int) -> int:
    """Return the bits of the buckets of a run of so many hashes."""
    return min(PREFIX_BITS, max(0, (count // _ENTRIES_OF_A_ROW).bit_length()))


def _words(values: _Bytes) -> list[Any]:
    """Return the hashes as columns of numbers, the first of 64 bits."""
    rest = np.ascontiguousarray(values[:, 8:]).view(">u4").reshape(len(values), -1)
    first = np.ascontiguousarray(values[:, :8]).view(">u8").ravel().astype(np.uint64)
    return [first, *(rest[:, column].astype(np.uint32) for column in range(rest.shape[1]))]
