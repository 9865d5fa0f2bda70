"""Decompressors of xz, LZMA and LZMA2, by a liblzma that takes three fifths of the time of the standard library's.

``lzma_mt`` brings liblzma 5.8, whose decoder has hardly a branch; Python is mostly linked to an older one. It decodes xz and
``.lzma`` files only, so what a 7z archive holds gets the header of one.
"""

import struct
import zlib
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from lzma import FORMAT_AUTO, FORMAT_XZ
from typing import Final, Protocol

MEMORY_BYTES: Final = 256 << 20
# A stream of one block, without checksums and sizes (xz-file-format.txt, 2.1.1 and 3.1).
_STREAM_FLAGS: Final = b"\0\0"
_STREAM_HEADER: Final = b"\xfd7zXZ\0" + _STREAM_FLAGS + struct.pack("<I", zlib.crc32(_STREAM_FLAGS))
_LZMA2_FILTER: Final = 0x21
_LZMA_PROPERTIES: Final = struct.Struct("<BI")
_USUAL_DICTIONARIES: Final = {factor << power for power in range(31) for factor in (1, 3)}
_UNUSUAL_SIZE: Final = 1 << 38


class Decompressor(Protocol):
    """A decompressor in the shape of the standard library's."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What came after the end."""
        ...

    @property
    def needs_input(self) -> bool:
        """Whether there is no more output without more input."""
        ...

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Return at most so many bytes of output, any number if it is negative."""
        ...


# It has no wheel for some platforms.
LZMADecompressor: Callable[..., Decompressor] = import_module(
    "lzma_mt" if find_spec("lzma_mt") else "lzma"
).LZMADecompressor


def xz_decompressor() -> Decompressor:
    """Return the decompressor of an xz stream."""
    return LZMADecompressor(FORMAT_XZ, memlimit=MEMORY_BYTES)


def bare_lzma2(properties: bytes) -> Decompressor:
    """Return the decompressor of LZMA2 without a container, by its property, the size of the dictionary.

    It must be given nothing but the LZMA2, and is never at its ``eof``: the index of an xz stream would come next.

    Raises:
        LZMAError: there is no such dictionary.
    """
    block = struct.pack("<4B4s", 2, 0, _LZMA2_FILTER, 1, properties)
    decompressor = xz_decompressor()
    decompressor.decompress(_STREAM_HEADER + block + struct.pack("<I", zlib.crc32(block)))
    return decompressor


def bare_lzma(properties: bytes, size: int) -> Decompressor | None:
    """Return the decompressor of LZMA of so many bytes without a container; None if liblzma knows no file of these properties."""
    if len(properties) != _LZMA_PROPERTIES.size:
        return None
    _, dictionary = _LZMA_PROPERTIES.unpack(properties)
    # What isn't told to be LZMA must look like a usual file.
    if size >= _UNUSUAL_SIZE or dictionary not in _USUAL_DICTIONARIES:
        return None
    # For FORMAT_ALONE, lzma_mt takes the standard library's.
    decompressor = LZMADecompressor(FORMAT_AUTO, memlimit=MEMORY_BYTES)
    decompressor.decompress(properties + struct.pack("<Q", size))
    return decompressor
