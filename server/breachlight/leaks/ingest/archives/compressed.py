"""Compressed streams: gzip, bzip2, xz, LZMA and Zstandard, in bounded memory."""

import bz2
import lzma
import struct
from collections.abc import Callable
from enum import StrEnum
from typing import Final, cast

import zstandard
from isal import isal_zlib

from breachlight.leaks.ingest.archives.lzma_streams import MEMORY_BYTES, Decompressor, xz_decompressor
from breachlight.leaks.ingest.archives.members import ByteStream, MemberError, MemberProblem

_READ_BYTES: Final = 1 << 16
# A block of Zstandard is 4 bytes of input and 128 KiB of output at worst, and its decompressor can't be asked for less.
_ZSTANDARD_READ_BYTES: Final = 1 << 12
_WINDOW_BYTES: Final = 128 << 20
_GZIP: Final = 31
DEFLATE_ERROR: Final = cast("type[Exception]", isal_zlib.error)
"""What ISA-L raises; its types say that this is an instance."""
_LZMA_HEADER_BYTES: Final = 13
_USUAL_PROPERTIES: Final = 0x5D
_SMALLEST_DICTIONARY: Final = 1 << 12
_UNKNOWN_SIZE: Final = (1 << 64) - 1
_LARGEST_SIZE: Final = 1 << 40


class Compression(StrEnum):
    """How a stream is compressed."""

    GZIP = "gz"
    BZIP2 = "bz2"
    XZ = "xz"
    ZSTANDARD = "zst"
    LZMA = "lzma"


_MARKS: Final = (
    (b"\x1f\x8b\x08", Compression.GZIP),
    (b"BZh", Compression.BZIP2),
    (b"\xfd7zXZ\x00", Compression.XZ),
    (b"\x28\xb5\x2f\xfd", Compression.ZSTANDARD),
)


def compression_of(head: bytes) -> Compression | None:
    """Return how a stream is compressed, by its first bytes."""
    if _is_lzma(head):
        return Compression.LZMA
    return next((compression for mark, compression in _MARKS if head.startswith(mark)), None)


def _is_lzma(head: bytes) -> bool:
    """Return whether a stream begins as ``.lzma`` files do, which have no mark: properties, dictionary and size."""
    if len(head) < _LZMA_HEADER_BYTES or head[0] != _USUAL_PROPERTIES:
        return False
    dictionary: int
    size: int
    dictionary, size = struct.unpack_from("<IQ", head, 1)
    is_usual = dictionary.bit_count() <= 2 and dictionary >= _SMALLEST_DICTIONARY
    return is_usual and (size == _UNKNOWN_SIZE or size <= _LARGEST_SIZE)


class _Gzip:
    """The decompressor of ISA-L, twice as fast as zlib's, in the shape of the others'."""

    def __init__(self) -> None:
        self._zlib = isal_zlib.decompressobj(_GZIP)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max(max_length, 0))


class _Zstandard:
    needs_input = True

    def __init__(self) -> None:
        self._zstandard = zstandard.ZstdDecompressor(max_window_size=_WINDOW_BYTES).decompressobj()

    @property
    def eof(self) -> bool:
        return self._zstandard.eof

    @property
    def unused_data(self) -> bytes:
        return self._zstandard.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:  # noqa: ARG002 -- bounded by its input
        return self._zstandard.decompress(data)


_NEW: Final[dict[Compression, Callable[[], Decompressor]]] = {
    Compression.GZIP: _Gzip,
    Compression.BZIP2: bz2.BZ2Decompressor,
    Compression.XZ: xz_decompressor,
    Compression.ZSTANDARD: _Zstandard,
    Compression.LZMA: lambda: lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=MEMORY_BYTES),
}


class Decompressed:
    """The plain bytes of a compressed stream; several streams in a row are one, as ``cat`` makes them."""

    def __init__(self, source: ByteStream, compression: Compression) -> None:
        self._source = source
        self._new = _NEW[compression]
        self._step = _ZSTANDARD_READ_BYTES if compression is Compression.ZSTANDARD else _READ_BYTES
        self._decompressor = self._new()
        self._was_empty = False
        self._over: MemberError | None = None
        self._ahead = b""  # of the source
        self._output = b""

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes."""
        while not self._output:
            if self._over is not None:
                raise self._over
            try:
                data = self._input()
                if data is None:
                    return b""
                self._output = self._decompressor.decompress(data, size)
            except MemberError as error:
                self._over = error
            except (DEFLATE_ERROR, lzma.LZMAError, OSError, EOFError, ValueError, zstandard.ZstdError) as error:
                self._over = MemberError(_problem(error))
        data, self._output = self._output[:size], self._output[size:]
        return data

    def _input(self) -> bytes | None:
        """Return bytes for the decompressor; None at the end of the last stream."""
        if self._decompressor.eof:
            # Zeros pad xz to multiples of four bytes, and any stream on a tape.
            rest = self._decompressor.unused_data.lstrip(b"\0")
            while not rest:
                more = self._source.read(self._step)
                if not more:
                    return None
                rest = more.lstrip(b"\0")
            self._decompressor = self._new()
            self._ahead = rest + self._ahead
        elif not self._decompressor.needs_input:
            return b""
        data = self._ahead[: self._step] or self._source.read(self._step)
        self._ahead = self._ahead[self._step :]
        if not data:
            # zlib may keep output when its input is used up.
            if self._was_empty:
                raise MemberError(MemberProblem.TRUNCATED)
            self._was_empty = True
        return data


def _problem(error: Exception) -> MemberProblem:
    text = str(error).lower()
    if "memory" in text:
        return MemberProblem.MEMORY
    return MemberProblem.WRONG_CHECKSUM if "checksum" in text else MemberProblem.DAMAGED
