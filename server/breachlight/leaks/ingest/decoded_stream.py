"""The decoded stream of a file, read forward."""

from collections.abc import Callable
from typing import Final

from breachlight.leaks.formats.decoding import StreamDecoder, StreamEncoding

_READ_BYTES: Final = 16 << 20
_SHORT_BYTES: Final = 64 << 10
"""What is left of a window is read again with the next one if it is shorter: joining them would copy both."""
_LARGEST_OVERHEAD: Final = 1.25
"""Bytes that are kept in memory for each byte that was taken."""

ReadAt = Callable[[int, int], bytes]


class DecodedStream:
    """What a file says from ``start`` on, an offset in its decoded stream (bytes).

    ``read`` is how much of the file has been read, ``dropped`` how many bytes of endless lines were in what was taken last.
    """

    def __init__(self, read_at: ReadAt, encoding: StreamEncoding, longest_line: int | None) -> None:
        """Begin with the beginning of the file."""
        self._read_at = read_at
        self._encoding = encoding
        self._longest_line = longest_line
        self._begin(0, 0)

    def _begin(self, start: int, source: int) -> None:
        self.start = self._origin = start
        self.read = self._source = source
        self.dropped = 0
        self._decoder = StreamDecoder(self._encoding, self._longest_line)
        self._pieces: list[bytes] = []
        self._length = 0
        self._is_ended = False
        self._next: int | None = None

    def go_to(self, offset: int, source: int | None) -> None:
        """Go forward to an offset, without reading what is in front of it if ``source`` says where in the file it is."""
        if source is not None and source > self.read:
            self._begin(offset, source)
        while self.start < offset:
            window, _ = self.window(min(offset - self.start, _READ_BYTES))
            if not window:
                return
            self.take(len(window))

    def window(self, size: int) -> tuple[bytes, bool]:
        """Return the next ``size`` bytes, or what is left, and whether this is all that is left."""
        if self._next is not None and self._length < _SHORT_BYTES and not self._is_ended:
            self._begin(self.start, self._next)
        self._next = None
        is_dropping = False
        while self._length <= size and not self._is_ended:
            # What is read beyond the window is copied once more; of an endless line, any number of bytes may be left out.
            wanted = _READ_BYTES if is_dropping else min(max(size - self._length, 1), _READ_BYTES)
            data = self._read_at(self.read, wanted)
            self.read += len(data)
            self._is_ended = len(data) < wanted
            decoded = self._decoder.feed(data, final=self._is_ended)
            is_dropping = not decoded
            self._pieces.append(decoded)
            self._length += len(decoded)
        window, rest = _divided(self._pieces, size)
        self._pieces = [window, rest]
        return window, not rest

    def take(self, length: int) -> bytes | memoryview:
        """Take bytes of the last window, without copying them if they are most of it."""
        window, rest = self._pieces
        self._pieces = [window[length:], rest]
        self._length -= length
        self.start += length
        is_rest = not self._length
        self.dropped = 0
        # What is dropped behind the last byte kept belongs to the next chunk, if there is one.
        while (drops := self._decoder.drops) and (self._origin + drops[0][0] < self.start or is_rest):
            self.dropped += drops.popleft()[1]
        self._source += length + self.dropped
        self._next = self.source_after(window[length - 1 : length])
        return memoryview(window)[:length] if len(window) < _LARGEST_OVERHEAD * length else window[:length]

    def source_after(self, taken: bytes | memoryview) -> int | None:
        """Return where in the file what follows can be read by itself, None if it depends on what was taken."""
        is_line_end = self._longest_line is None or taken[-1:] == b"\n"
        return self._source if self._encoding is StreamEncoding.BYTES and is_line_end else None


def _divided(pieces: list[bytes], size: int) -> tuple[bytes, bytes]:
    """Join the pieces and divide them after ``size`` bytes; the rest is short, apart from very small sizes."""
    first: list[bytes] = []
    for number, piece in enumerate(pieces):
        if len(piece) > size:
            if size:  # one piece by itself isn't copied
                first.append(piece[:size])
            return b"".join(first), b"".join([piece[size:], *pieces[number + 1 :]])
        first.append(piece)
        size -= len(piece)
    return b"".join(first), b""
