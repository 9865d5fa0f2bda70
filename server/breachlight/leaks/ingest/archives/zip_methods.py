"""Compression methods of zip members that Python's library lacks: Deflate64, xz and Zstandard."""

from typing import Final

import inflate64
from isal import isal_zlib

from breachlight.leaks.ingest.archives.compressed import Compression, Decompressed
from breachlight.leaks.ingest.archives.members import ByteStream, MemberError, MemberProblem

_DEFLATE64: Final = 9
_STREAMS: Final = {20: Compression.ZSTANDARD, 93: Compression.ZSTANDARD, 95: Compression.XZ}
METHODS: Final = frozenset({_DEFLATE64, *_STREAMS})
"""Numbers of the methods (APPNOTE 4.4.5). PPMd is missing: its only library crashes on damaged data."""

# A match may have 64 KiB, and the decompressor can't be asked for less output.
_INFLATE64_READ_BYTES: Final = 256


class Unpacked:
    """The plain bytes of a member, which are checked against its size and checksum (None: the archive has none)."""

    def __init__(self, packed: ByteStream, method: int, size: int, checksum: int | None) -> None:
        self._plain: ByteStream = _Inflate64(packed) if method == _DEFLATE64 else Decompressed(packed, _STREAMS[method])
        self._left = size
        self._checksum = checksum
        self._running = 0

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes."""
        data = self._plain.read(size)
        self._running = isal_zlib.crc32(data, self._running)
        self._left -= len(data)
        if self._left < 0:
            raise MemberError(MemberProblem.DAMAGED)
        if not data and self._left:
            raise MemberError(MemberProblem.TRUNCATED)
        if not data and self._checksum is not None and self._running != self._checksum:
            raise MemberError(MemberProblem.WRONG_CHECKSUM)
        return data


class _Inflate64:
    def __init__(self, packed: ByteStream) -> None:
        self._packed = packed
        self._inflater = inflate64.Inflater()
        self._output = b""

    def read(self, size: int, /) -> bytes:
        while not self._output and not self._inflater.eof:
            data = self._packed.read(_INFLATE64_READ_BYTES)
            if not data:
                raise MemberError(MemberProblem.TRUNCATED)
            try:
                self._output = bytes(self._inflater.inflate(data))
            except ValueError as error:
                raise MemberError(MemberProblem.DAMAGED) from error
        data, self._output = self._output[:size], self._output[size:]
        return data
