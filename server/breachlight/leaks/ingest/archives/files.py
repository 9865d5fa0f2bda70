"""Files of archives: bytes at offsets as the seekable file that libraries expect, and streams as unseekable ones."""

import io
from collections.abc import Callable
from typing import Final

from breachlight.leaks.ingest.archives.members import ByteStream, MemberError

ReadAt = Callable[[int, int], bytes]

_BUFFER_BYTES: Final = 1 << 18


class RandomFile(io.RawIOBase):
    """A seekable, read-only file over ``read_at(offset, length)``; ``reached`` is where the last read ended."""

    def __init__(self, read_at: ReadAt, size: int) -> None:
        super().__init__()
        self._read_at = read_at
        self._position = 0
        self.size: Final = size
        self.reached = 0

    def close(self) -> None:
        """Do nothing: libraries close what they are given, and the bytes belong to somebody else."""

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return the position in bytes."""
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Set the position; before the start is an error, as in any file."""
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self.size}[whence]
        if base + offset < 0:
            raise OSError("seek before the start of the file")
        self._position = base + offset
        return self._position

    def read(self, size: int | None = -1) -> bytes:
        """Return up to ``size`` bytes, all others if it is negative or None."""
        left = max(self.size - self._position, 0)
        data = self.read_at(self._position, left if size is None or size < 0 else min(size, left))
        self._position = self.reached
        return data

    def read_at(self, offset: int, length: int) -> bytes:
        """Return ``length`` bytes from ``offset``, fewer at the end; the position stays."""
        data = self._read_at(offset, length)
        self.reached = offset + len(data)
        return data

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # typeshed's type is private
        """Fill the buffer as far as there are bytes."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def buffered(file: RandomFile) -> io.BufferedReader:
    """Return the file with a buffer, for libraries that read a few bytes at a time."""
    return io.BufferedReader(file, _BUFFER_BYTES)


class FullReads:
    """A stream of which every read is full but the last, as tarfile expects; ``error`` keeps what ended it early."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self.error: MemberError | None = None

    def read(self, size: int, /) -> bytes:
        """Return ``size`` bytes, fewer only at the end."""
        parts: list[bytes] = []
        while size > 0:
            try:
                data = self._stream.read(size)
            except MemberError as error:
                self.error = error
                break
            if not data:
                break
            parts.append(data)
            size -= len(data)
        return parts[0] if len(parts) == 1 else b"".join(parts)


class Content:
    """A stream all of whose bytes are known."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes."""
        data, self._data = self._data[:size], self._data[size:]
        return data

    def take(self) -> bytes:
        """Return all bytes that are left."""
        data, self._data = self._data, b""
        return data


class Prefixed:
    """A stream with bytes that were read from it before."""

    def __init__(self, first: bytes, stream: ByteStream) -> None:
        self._first = first
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes."""
        if self._first:
            data, self._first = self._first[:size], self._first[size:]
            return data
        return self._stream.read(size)


def read_up_to(stream: ByteStream, size: int) -> tuple[bytes, MemberError | None]:
    """Return the first ``size`` bytes of a stream, fewer if it ends before; with the error that ended it."""
    full = FullReads(stream)
    return full.read(size), full.error
