"""Tar archives, read once from front to back."""

import tarfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Self, cast

from breachlight.leaks.ingest.archives.files import FullReads
from breachlight.leaks.ingest.archives.members import (
    ByteStream,
    Member,
    MemberError,
    MemberInfo,
    MemberProblem,
)

BLOCK_BYTES: Final = 512
_BUFFER_BYTES: Final = 1 << 18
_MOST_HEADER_BYTES: Final = 1 << 20
_MOST_ENTRIES_KEPT: Final = 1000
_LONG_HEADERS: Final = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
_headers: Any = tarfile  # typeshed lacks the kinds of header errors


def is_tar(head: bytes) -> bool:
    """Say whether a stream begins with the header of a tar archive, old ones without the word "ustar" included."""
    try:
        tarfile.TarInfo.frombuf(head[:BLOCK_BYTES], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


class _Header(tarfile.TarInfo):
    """A header whose extensions fit into memory, whatever size they claim."""

    def _proc_member(self, tar: tarfile.TarFile) -> Self:
        if self.type in _LONG_HEADERS and self.size > _MOST_HEADER_BYTES:
            raise _headers.SubsequentHeaderError("an extended header of implausible size")
        return super()._proc_member(tar)  # type: ignore[misc,no-any-return]  # the entry point for subclasses

    @classmethod
    def fromtarfile(cls, tar: tarfile.TarFile) -> Self:
        """Read the next header; a broken one is an error and not the end of the archive."""
        try:
            return super().fromtarfile(tar)
        except (_headers.InvalidHeaderError, _headers.TruncatedHeaderError) as error:
            raise _headers.SubsequentHeaderError("a broken header") from error


class TarContainer:
    """A tar archive in a stream; its members are known when it has been read."""

    comment = ""

    def __init__(self, stream: ByteStream) -> None:
        self.listing: list[MemberInfo] | None = None
        self._stream = FullReads(stream)
        self.links = 0
        self.problem: MemberProblem | None = None

    def members(self, wanted: Callable[[MemberInfo], bool]) -> Iterator[Member]:
        """Yield the wanted members; the archive can be read once."""
        number, info = -1, None
        try:
            with tarfile.open(
                fileobj=cast("Any", self._stream),  # in stream mode read() is all it needs
                mode="r|",
                bufsize=_BUFFER_BYTES,
                tarinfo=_Header,
                errors="surrogateescape",
            ) as archive:
                for entry in archive:
                    number += 1
                    if number % _MOST_ENTRIES_KEPT == 0:
                        cast("Any", archive).members = []
                    if entry.isdir():
                        continue
                    if not entry.isreg():
                        self.links += 1
                        continue
                    name = entry.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
                    info = MemberInfo(number, name, entry.size)
                    if wanted(info):
                        yield Member(info, self._opener(archive, entry))
        except (tarfile.TarError, OSError, ValueError, EOFError) as error:
            # Within the data of an entry it is that one which is cut off, else the archive.
            is_within = str(error) == "unexpected end of data"
            problem = MemberProblem.TRUNCATED if is_within else MemberProblem.DAMAGED
            cause = self._stream.error.problem if self._stream.error else problem
            raise MemberError(cause, info if is_within else None) from error
        if self._stream.error is not None:
            raise self._stream.error

    def close(self) -> None:
        """Do nothing: the stream belongs to its owner."""

    def _opener(self, archive: tarfile.TarFile, entry: tarfile.TarInfo) -> Callable[[], ByteStream]:
        def opened() -> ByteStream:
            stretches = cast("Any", entry).sparse
            if stretches is None:
                return _TarStream(archive, entry.size, self._stream)
            stored = _TarStream(archive, sum(length for _, length in stretches), self._stream)
            return _SparseStream(stored, stretches, entry.size)

        return opened


class _TarStream:
    """The data of the present entry, taken from tarfile's stream itself: its own files lose what precedes an error."""

    def __init__(self, archive: tarfile.TarFile, size: int, source: FullReads) -> None:
        self._stream = archive.fileobj
        self._left = size
        self._source = source

    def read(self, size: int, /) -> bytes:
        if self._left <= 0 or self._stream is None:
            return b""
        data = self._stream.read(min(size, self._left))
        if not data:
            raise self._source.error or MemberError(MemberProblem.TRUNCATED)
        self._left -= len(data)
        return data


class _SparseStream:
    """The data of a sparse entry: its stretches at their offsets, and zeros between and behind them."""

    def __init__(self, stored: ByteStream, stretches: Iterable[tuple[int, int]], size: int) -> None:
        self._stored = stored
        self._stretches = iter([*sorted(stretches), (size, 0)])
        self._start, self._left = next(self._stretches)
        self._position = 0

    def read(self, size: int, /) -> bytes:
        while not self._left and self._position >= self._start:
            following = next(self._stretches, None)
            if following is None:
                return b""
            self._start, self._left = following
            if self._start < self._position:
                raise MemberError(MemberProblem.DAMAGED)
        if self._position < self._start:
            data = bytes(min(size, self._start - self._position))
        else:
            data = self._stored.read(min(size, self._left))
            if not data:
                raise MemberError(MemberProblem.TRUNCATED)
            self._left -= len(data)
            self._start += len(data)
        self._position += len(data)
        return data
