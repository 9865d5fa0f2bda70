"""Archives by their content: which kind, and the container that reads it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, cast

from breachlight.leaks.ingest.archives.compressed import Compression, Decompressed, compression_of
from breachlight.leaks.ingest.archives.files import Prefixed, RandomFile, read_up_to
from breachlight.leaks.ingest.archives.members import (
    ByteStream,
    Container,
    Member,
    MemberInfo,
    MemberProblem,
)
from breachlight.leaks.ingest.archives.passwords import Passwords
from breachlight.leaks.ingest.archives.tars import BLOCK_BYTES, TarContainer, is_tar
from breachlight.leaks.ingest.spool import Spool

if TYPE_CHECKING:  # loaded when the first archive of this kind is opened
    from breachlight.leaks.ingest.archives.zips import ZipContainer

PEEKED_BYTES: Final = BLOCK_BYTES
"""How much of a stream says whether it is an archive."""

_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_SEVEN_ZIP: Final = b"7z\xbc\xaf\x27\x1c"
_RAR: Final = b"Rar!\x1a\x07"
_SUFFIXES: Final = re.compile(rf"\.(?:{'|'.join(Compression)}|gzip|bzip2|zstd)$", re.IGNORECASE)
_SPOOLED_BYTES: Final = 1 << 20
# The first member of documents that are zip archives: Word, Excel, OpenDocument, EPUB, Java and Android packages.
_DOCUMENTS: Final = (
    *("[Content_Types].xml", "_rels/", "docProps/", "xl/workbook.xml", "xl/_rels/", "xl/worksheets/", "xl/styles.xml"),
    *("xl/sharedStrings.xml", "xl/theme/", "mimetype", "META-INF/", "AndroidManifest.xml"),
)
_LOCAL_HEADER_BYTES: Final = 30


def is_archive(head: bytes) -> bool:
    """Say whether a stream that begins so is an archive or compressed."""
    if head.startswith(_ZIP):
        return not head[_LOCAL_HEADER_BYTES:].startswith(tuple(name.encode() for name in _DOCUMENTS))
    return head.startswith((_SEVEN_ZIP, _RAR)) or compression_of(head) is not None or is_tar(head)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the bytes of an archive come from: a ``stream`` that begins with ``head``, or a ``file``, maybe with a path."""

    name: str
    head: bytes
    stream: ByteStream
    file: RandomFile | None = None
    path: Path | None = None


class Workshop:
    """Opens archives; those in a stream whose libraries seek are spooled, sealed, for as long as they are open."""

    def __init__(self, spool_folder: Path, passwords: Passwords, check_stopped: Callable[[], None]) -> None:
        self.passwords: Final = passwords
        self.check_stopped: Final = check_stopped
        self._spool_folder = spool_folder
        # An archive is opened two or three times; reading its list takes longer than the logins of most.
        self._outermost: ZipContainer | None = None

    def open(self, origin: Origin) -> Container:
        """Open an archive.

        Raises:
            MemberError: it cannot be read.
        """
        head = origin.head
        if head.startswith((*_ZIP, _SEVEN_ZIP, _RAR)):
            return self._seeking(origin)
        compression = compression_of(head)
        if compression is None:
            return TarContainer(origin.stream)
        plain = Decompressed(origin.stream, compression)
        first, error = read_up_to(plain, PEEKED_BYTES)
        if error is None and is_tar(first):
            return TarContainer(Prefixed(first, plain))
        packed = origin.file.size if origin.file else -1
        info = MemberInfo(0, _SUFFIXES.sub("", PurePosixPath(origin.name).name), packed=packed)
        return _Single(info, Prefixed(first, plain))

    def _seeking(self, origin: Origin) -> Container:
        if origin.file is not None:
            return self._from_outermost(origin.head, origin.file, origin.path)
        spool = Spool(self._spool_folder)
        try:
            spool.fill_from(_parts(origin.stream, self.check_stopped))
            container = self._from_file(origin.head, RandomFile(spool.read_at, spool.size), None)
        except BaseException:
            spool.close()
            raise
        return _Spooled(container, spool)

    def _from_outermost(self, head: bytes, file: RandomFile, path: Path | None) -> Container:
        if self._outermost is not None:
            return self._outermost.over(file)
        container = self._from_file(head, file, path)
        if head.startswith(_ZIP):
            self._outermost = cast("ZipContainer", container)
        return container

    def _from_file(self, head: bytes, file: RandomFile, path: Path | None) -> Container:
        if head.startswith(_RAR):
            from breachlight.leaks.ingest.archives.rars import RarContainer

            return RarContainer(file, None if path is None else str(path), self.passwords)
        if head.startswith(_SEVEN_ZIP):
            from breachlight.leaks.ingest.archives.seven_zips import SevenZipContainer

            return SevenZipContainer(file, self.passwords)
        from breachlight.leaks.ingest.archives.zips import ZipContainer

        return ZipContainer(file, self.passwords)


def _parts(stream: ByteStream, check_stopped: Callable[[], None]) -> Iterator[bytes]:
    while part := stream.read(_SPOOLED_BYTES):
        check_stopped()
        yield part


class _Single:
    """A compressed stream with one file in it."""

    comment = ""
    links = 0
    problem: MemberProblem | None = None

    def __init__(self, info: MemberInfo, stream: ByteStream) -> None:
        self.listing: list[MemberInfo] | None = [info]
        self._stream = stream

    def members(self, wanted: Callable[[MemberInfo], bool]) -> "list[Member]":
        info = (self.listing or [])[0]
        return [Member(info, lambda: self._stream)] if wanted(info) else []

    def close(self) -> None:
        """Do nothing: the stream belongs to its owner."""


class _Spooled:
    """A container over a spool, which is closed with it."""

    def __init__(self, container: Container, spool: Spool) -> None:
        self._container = container
        self._spool = spool
        self.comment = container.comment
        self.listing = container.listing
        self.links = container.links
        self.problem = container.problem
        self.members = container.members

    def close(self) -> None:
        """Close the container, and give the spool's disk space back."""
        self._container.close()
        self._spool.close()
