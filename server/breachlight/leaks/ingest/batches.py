"""A file as a sequence of batches, always cut at the same offsets, wherever an ingestion starts."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from breachlight.leaks.formats.decoding import MAXIMUM_LINE_BYTES, StreamEncoding
from breachlight.leaks.formats.dialects import Dialect
from breachlight.leaks.ingest.cuts import Cuts
from breachlight.leaks.ingest.decoded_stream import DecodedStream, ReadAt

BATCH_BYTES = 16 << 20

SplitPoint = Callable[[bytes], int]


@dataclass(frozen=True, slots=True)
class Segment:
    """Consecutive bytes of the decoded stream that are written in one dialect: a file, or a part of an archive's member.

    ``machine`` is the infected device of a stealer log, as JSON; ``member`` names the member, which begins at the offset
    ``member_start``.
    """

    start: int
    end: int
    dialect: Dialect
    machine: str | None = None
    member: str = ""
    member_start: int = 0


class Pieces:
    """Consecutive bytes, joined only where somebody wants them so: to copy all members takes longer than to find their lines."""

    __slots__ = ("_ends", "_pieces")

    def __init__(self, *pieces: bytes | memoryview) -> None:
        self._pieces = pieces
        self._ends = list(accumulate(map(len, pieces), initial=0))

    def __len__(self) -> int:
        return self._ends[-1]

    def joined(self) -> bytes:
        """Return all bytes."""
        match self._pieces:
            case (bytes() as only,):
                return only
        return b"".join(self._pieces)

    def view(self, start: int, end: int) -> bytes | memoryview:
        """Return the bytes from ``start`` to ``end``, without copying them if they are in one piece."""
        number, following = bisect_right(self._ends, start) - 1, bisect_left(self._ends, end)
        first = self._ends[number]
        if following - number != 1:
            return b"".join(self._pieces[number:following])[start - first : end - first]
        piece = self._pieces[number]
        return piece if end - start == len(piece) else memoryview(piece)[start - first : end - first]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Decoded bytes from ``start`` to ``end`` of the decoded stream.

    ``read`` is how much of the file had been read when it was cut; ``dropped`` counts the bytes of endless lines that
    were dropped within it. ``segments`` cover the chunk, without gaps and in order. ``source_end`` is the offset in the file
    from which what follows can be read by itself, None if it can't.
    """

    start: int
    pieces: Pieces
    read: int
    dropped: int
    segments: tuple[Segment, ...] = ()
    source_end: int | None = None

    @property
    def end(self) -> int:
        """Return where the next chunk starts."""
        return self.start + len(self.pieces)

    @property
    def data(self) -> bytes:
        """Return the bytes, joined each time."""
        return self.pieces.joined()

    def view(self, start: int, end: int) -> bytes | memoryview:
        """Return the bytes between two offsets of the decoded stream."""
        return self.pieces.view(start - self.start, end - self.start)


def cut(
    read_at: ReadAt,
    encoding: StreamEncoding,
    split_point: SplitPoint,
    start: int,
    size: int = BATCH_BYTES,
    *,
    longest_line: int | None = MAXIMUM_LINE_BYTES,
    longest_record: int = 0,
    cuts: Cuts | None = None,
    from_beginning: bool = False,
) -> Iterator[Chunk]:
    """Yield the chunks of a file from the offset ``start`` of its decoded stream, which is 0 or the end of an earlier chunk.

    Batches that ``cuts`` knows are passed over, without reading them if possible; it may learn of more meanwhile. With
    ``from_beginning`` all chunks are yielded, those in front of ``start`` and known ones too. Memory is bounded by ``size``
    and ``longest_record`` (bytes): a window in which no record ends grows until it is larger than both.
    """
    cuts = Cuts() if cuts is None else cuts
    stream = DecodedStream(read_at, encoding, longest_line)
    if not from_beginning:
        offset, source = cuts.nearest_source(start)
        stream.go_to(offset, source)
        stream.go_to(start, None)
    while True:
        if not from_beginning:
            following = cuts.next_open(stream.start)
            stream.go_to(following, cuts.source_at(following))
        begin = stream.start
        limit, is_exact = cuts.limit_at(begin)
        if from_beginning and begin < start:
            limit = min(start, limit or start)
        if limit is not None and is_exact:
            window, _ = stream.window(limit - begin)
            end = len(window)
        else:
            end = _end(stream, split_point, size, size + longest_record)
            end = end if limit is None else min(end, limit - begin)
        if not end:
            return
        data = stream.take(end)
        yield Chunk(begin, Pieces(data), stream.read, stream.dropped, source_end=stream.source_after(data))


def _end(stream: DecodedStream, split_point: SplitPoint, size: int, most: int) -> int:
    """Return how long the next chunk is. Only the last one may end anywhere; a window without a boundary is taken whole."""
    while True:
        window, is_rest = stream.window(size)
        if is_rest:
            return len(window)
        if end := split_point(window):
            return end
        if len(window) >= most:
            return len(window)
        size = min(2 * size, most)
