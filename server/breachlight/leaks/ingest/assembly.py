"""Chunks put together from the members of an archive, always cut at the same offsets."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from breachlight.leaks.formats import split_point
from breachlight.leaks.formats.batches import dialect_after, longest_record
from breachlight.leaks.formats.dialects import Dialect, SqlDialect
from breachlight.leaks.ingest.batches import Chunk, Pieces, Segment
from breachlight.leaks.ingest.cuts import Cuts


class ChunkAssembler:
    """Cuts a stream of segments into chunks of about ``size`` bytes.

    A chunk ends where a segment ends or may be cut. It is cut only when more is known to follow, so that where it ends
    depends on the bytes alone. It is larger if no record ends within ``size`` bytes, by the longest record at most. Batches
    that ``cuts`` knows are cut as they are there.
    """

    def __init__(self, start: int, size: int, cuts: Cuts | None = None) -> None:
        """Leave out what is before the offset ``start``, which is 0 or the end of an earlier chunk."""
        self._cuts = Cuts() if cuts is None else cuts
        self._start = start
        self._size = size
        self._position = 0
        self._drops: deque[tuple[int, int]] = deque()
        self._waiting = 0
        self._segments: deque[Segment] = deque()
        self._pieces: deque[list[bytes | memoryview]] = deque()  # of each segment
        self._owner: object = None
        self._owner_start = 0
        self._skipped = bytearray()
        self._skipped_dialect: Dialect | None = None

    def append(
        self, data: bytes, dropped: int, dialect: Dialect, machine: str | None, owner: object, *, member: str = ""
    ) -> None:
        """Add decoded bytes; those of one ``owner`` are one segment. ``dropped`` bytes of endless lines are not among them.

        ``member`` is the owner's name.
        """
        begin = self._position
        if self._owner is not owner:
            self._owner_start = begin
            self._skipped_dialect = None
        self._position += len(data)
        if dropped and begin >= self._start:
            self._drops.append((begin, dropped))
        begin_new = max(begin, self._start)
        if begin < self._start and isinstance(dialect, SqlDialect):
            self._skip(data[: begin_new - begin], dialect)
        is_known, self._owner = self._owner is owner, owner
        if begin_new >= self._position:
            return
        if self._skipped_dialect is not None and not self._segments:
            dialect = self._skipped_dialect
        new = data[begin_new - begin :]
        self._waiting += len(new)
        if self._segments and is_known:
            self._segments.append(replace(self._segments.pop(), end=self._position))
            self._pieces[-1].append(new)
        else:
            self._segments.append(Segment(begin_new, self._position, dialect, machine, member, self._owner_start))
            self._pieces.append([new])

    def _skip(self, data: bytes, dialect: Dialect) -> None:
        """Read on in a dump that began before the start: its rows depend on what is in front of them."""
        if self._skipped_dialect is None:
            self._skipped.clear()
            self._skipped_dialect = dialect
        self._skipped += data
        is_all = self._position >= self._start
        known = bytes(self._skipped)
        end = len(known) if is_all else split_point(known, self._skipped_dialect)
        self._skipped_dialect = dialect_after(known[:end], self._skipped_dialect)
        del self._skipped[:end]

    def full_chunks(self, read: int) -> Iterator[Chunk]:
        """Yield the chunks that are complete; ``read`` is how much of the file has been read."""
        while self._waiting and (end := self._end()) is not None:
            yield self._taken(end, read)

    def rest(self, read: int) -> Iterator[Chunk]:
        """Yield all chunks that are left at the end of the stream."""
        yield from self.full_chunks(read)
        if self._waiting:
            yield self._taken(self._segments[-1].end, read)

    def _end(self) -> int | None:
        """Return where the next chunk ends; None: more must be known first."""
        begin = self._segments[0].start
        limit, is_exact = self._cuts.limit_at(begin)
        if limit is not None and is_exact:
            return limit if limit <= begin + self._waiting else None
        end = self._natural_end()
        return end if end is None or limit is None else min(end, limit)

    def _natural_end(self) -> int | None:
        first = self._segments[0]
        begin, size = first.start, self._size
        most = size + longest_record(first.dialect)
        while size < self._waiting:
            end = self._boundary(begin + size)
            if end > begin:
                return end
            if size == most:
                # A window without a boundary is taken whole.
                return begin + size
            size = min(2 * size, most)
        return None

    def _boundary(self, limit: int) -> int:
        """Return the last offset up to a limit where a segment ends or may be cut."""
        for segment, pieces in zip(self._segments, self._pieces, strict=True):
            if segment.end > limit:
                return segment.start + split_point(_first(pieces, limit - segment.start), segment.dialect)
        return limit

    def _taken(self, end: int, read: int) -> Chunk:
        begin = self._segments[0].start
        taken: list[Segment] = []
        data: list[bytes] = []
        while self._segments and self._segments[0].start < end:
            segment, pieces = self._segments.popleft(), self._pieces.popleft()
            if segment.end > end:
                known, others = _first(pieces, end - segment.start), _others(pieces, end - segment.start)
                dialect = dialect_after(known, segment.dialect)
                self._segments.appendleft(replace(segment, start=end, dialect=dialect))
                self._pieces.appendleft(others)
                segment, pieces = replace(segment, end=end), [known]
            taken.append(segment)
            only = pieces[0]
            data.append(only if len(pieces) == 1 and isinstance(only, bytes) else b"".join(pieces))
        self._waiting -= end - begin
        dropped = 0
        while self._drops and (self._drops[0][0] < end or not self._waiting):
            dropped += self._drops.popleft()[1]
        return Chunk(begin, Pieces(*data), read, dropped, tuple(taken))


def _first(pieces: Iterable[bytes | memoryview], size: int) -> bytes:
    """Return the first ``size`` bytes of some pieces."""
    parts = []
    for piece in pieces:
        parts.append(piece[:size])
        size -= len(piece)
        if size <= 0:
            break
    return b"".join(parts)


def _others(pieces: Iterable[bytes | memoryview], size: int) -> list[bytes | memoryview]:
    """Return what is behind the first ``size`` bytes of some pieces, without copying it."""
    others = []
    for piece in pieces:
        if len(piece) > size:
            others.append(memoryview(piece)[size:] if size else piece)
        size = max(size - len(piece), 0)
    return others
