"""A file as a sequence of batches, always cut at the same offsets, wherever an ingestion starts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from breachlight.leaks.formats.decoding import MAXIMUM_LINE_BYTES, StreamDecoder, StreamEncoding
from breachlight.leaks.formats.dialects import Dialect

BATCH_BYTES = 16 << 20
_READ_BYTES = 8 << 20

ReadAt = Callable[[int, int], bytes]
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


@dataclass(frozen=True, slots=True)
class Chunk:
    """Decoded bytes from ``start`` to ``end`` of the decoded stream.

    ``read`` is how much of the file had been read when it was cut; ``dropped`` counts the bytes of endless lines that
    were dropped since the chunk before. ``segments`` cover the chunk, without gaps and in order.
    """

    start: int
    data: bytes
    read: int
    dropped: int
    segments: tuple[Segment, ...] = ()

    @property
    def end(self) -> int:
        """Return where the next chunk starts."""
        return self.start + len(self.data)


def cut(
    read_at: ReadAt,
    encoding: StreamEncoding,
    split_point: SplitPoint,
    start: int,
    size: int = BATCH_BYTES,
    *,
    longest_line: int | None = MAXIMUM_LINE_BYTES,
    longest_record: int = 0,
) -> Iterator[Chunk]:
    """Yield the chunks of a file from the offset ``start`` of its decoded stream.

    ``start`` is 0 or the end of an earlier chunk; the file is always decoded from its beginning, because offsets count
    decoded bytes. Memory is bounded by ``size`` and ``longest_record`` (bytes): a window in which no record ends grows until
    it is larger than both.
    """
    decoder = StreamDecoder(encoding, longest_line)
    wanted = size
    waiting: list[bytes] = []
    length = position = read = dropped_before = 0
    ended = False
    while not ended:
        data = read_at(read, _READ_BYTES)
        read += len(data)
        ended = len(data) < _READ_BYTES
        decoded = decoder.feed(data, final=ended)
        passed = min(max(start - position, 0), len(decoded))
        position += len(decoded)
        waiting.append(decoded[passed:])
        length += len(decoded) - passed
        if position <= start:
            dropped_before = decoder.dropped_bytes
        while length >= wanted or (ended and length):
            window, rest = _divided(waiting, wanted)
            # Only the last window of a file may end anywhere: a window without a boundary is taken whole.
            end = len(window) if ended and not rest else split_point(window)
            if not end and len(window) < longest_record + size:
                wanted = min(2 * wanted, longest_record + size)
                waiting = [window, rest]
                continue
            wanted = size
            end = end or len(window)
            dropped = decoder.dropped_bytes - dropped_before
            dropped_before = decoder.dropped_bytes
            yield Chunk(position - length, window[:end], read, dropped)
            waiting = [window[end:], rest]
            length -= end


def _divided(pieces: list[bytes], size: int) -> tuple[bytes, bytes]:
    """Join the pieces and divide them after ``size`` bytes; the rest is short, apart from very small sizes."""
    first: list[bytes] = []
    for number, piece in enumerate(pieces):
        if len(piece) > size:
            return b"".join([*first, piece[:size]]), b"".join([piece[size:], *pieces[number + 1 :]])
        first.append(piece)
        size -= len(piece)
    return b"".join(first), b""
