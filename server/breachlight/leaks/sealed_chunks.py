"""Bytes at offsets, of a file whose chunks of 1 MiB are sealed one by one."""

import os
from abc import ABC, abstractmethod
from typing import Final

CHUNK_BYTES: Final = 1 << 20


class SealedChunks(ABC):
    """What can be read of such a file; ``size`` (bytes) is that of its text. Several threads may read."""

    def __init__(self) -> None:
        self._held: tuple[int, bytes] = (-1, b"")
        self.size = 0

    def read_at(self, offset: int, length: int) -> bytes:
        """Return up to ``length`` bytes from ``offset``; fewer only at the end."""
        parts: list[bytes] = []
        end = min(offset + length, self.size)
        while offset < end:
            number, inside = divmod(offset, CHUNK_BYTES)
            part = self._chunk(number)[inside : inside + end - offset]
            parts.append(part)
            offset += len(part)
        return b"".join(parts)

    @abstractmethod
    def close(self) -> None:
        """Close the file."""

    def _chunk(self, number: int) -> bytes:
        held = self._held
        if held[0] != number:
            self._held = held = (number, self._opened(number))
        return held[1]

    @abstractmethod
    def _opened(self, number: int) -> bytes:
        """Return the text of a chunk."""


def write_at(descriptor: int, data: bytes, offset: int) -> None:
    """Write all of the bytes.

    Raises:
        OSError: the disk is full or can't be written.
    """
    view = memoryview(data)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view, offset = view[written:], offset + written
