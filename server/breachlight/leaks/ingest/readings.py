"""Readings: how the bytes of a source become the chunks of its decoded stream."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final, Protocol

from breachlight.leaks.formats import ArchiveDialect, Detection, FileKind, LineDialect, StreamEncoding, split_point
from breachlight.leaks.formats.batches import dialect_after, longest_line, longest_record
from breachlight.leaks.formats.dialects import Dialect, SqlDialect
from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.batches import Chunk, Pieces, Segment, cut
from breachlight.leaks.ingest.cuts import Cuts
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.models import LeakKind


class Reading(Protocol):
    """One source, ready to be ingested; ``digest`` is the key of its row in the catalogue, ``size`` is in bytes.

    ``leak_kind`` is that of a leak which begins with it, ``members`` what happened to the members of an archive.
    """

    detection: Detection
    leak_kind: LeakKind
    members: MemberTally | None
    digest: bytes
    size: int

    def chunks(self, registered: Detection, start: int, size: int, cuts: Cuts | None = None) -> Iterator[Chunk]:
        """Yield the chunks from the offset ``start`` on, each of about ``size`` bytes and the same in every run.

        ``registered`` is what an earlier run detected, or this one. Batches that ``cuts`` knows are cut as they are there; they
        may be among the chunks or not.
        """

    def check_unchanged(self) -> None:
        """Make sure that the ingested bytes are those of the digest.

        Raises:
            RefusedError: the file was written in the meantime.
        """


_KIND_OF_LEAK: Final = {
    FileKind.BLOCKS: LeakKind.STEALER_LOG,
    FileKind.LINES: LeakKind.COMBOLIST,
    FileKind.TABLE: LeakKind.TABLE_DUMP,
    FileKind.SQL: LeakKind.TABLE_DUMP,
    FileKind.JSON: LeakKind.TABLE_DUMP,
    FileKind.LDIF: LeakKind.TABLE_DUMP,
}


class FileReading:
    """What the readings of one opened file share."""

    def __init__(self, opened: OpenSource, detection: Detection, leak_kind: LeakKind) -> None:
        self.detection = detection
        self.leak_kind = leak_kind
        self.members: MemberTally | None = None
        self.digest = opened.digest
        self.size = opened.size
        self._opened = opened

    def check_unchanged(self) -> None:
        """Make sure that the ingested bytes are those of the digest."""
        self._opened.check_unchanged()


class PlainReading(FileReading):
    """A file that is read as it is; ``machine`` is the infected device of a stealer log, as JSON."""

    def __init__(self, opened: OpenSource, detection: Detection, machine: str | None) -> None:
        super().__init__(opened, detection, _KIND_OF_LEAK.get(detection.kind, LeakKind.MIXED))
        self._machine = machine

    def chunks(self, registered: Detection, start: int, size: int, cuts: Cuts | None = None) -> Iterator[Chunk]:
        """Yield the chunks of the file, one segment each."""
        if registered.dialect is None or isinstance(registered.dialect, ArchiveDialect):
            raise RuntimeError("a file without a dialect was registered")
        dialect: Dialect = registered.dialect

        def split(window: bytes) -> int:
            return split_point(window, dialect)

        for chunk in cut(
            self._opened.read_at,
            registered.encoding,
            split,
            start,
            size,
            longest_line=longest_line(dialect),
            longest_record=longest_record(dialect),
            cuts=cuts,
            # How a dump goes on follows from all that is in front of it.
            from_beginning=isinstance(dialect, SqlDialect),
        ):
            if chunk.start >= start:
                yield replace(chunk, segments=(Segment(chunk.start, chunk.end, dialect, self._machine),))
            dialect = dialect_after(chunk.view(chunk.start, chunk.end), dialect)

    def samples(self, head_bytes: int, stretch_bytes: int, stretches: int) -> Iterator[Chunk]:
        """Yield the beginning of the file and, where lines can be read by themselves, some stretches across the rest.

        ``read`` of each chunk is its own length.
        """
        for chunk in islice(self.chunks(self.detection, 0, head_bytes), 1):
            yield replace(chunk, read=len(chunk.pieces))
        dialect = self.detection.dialect
        if not isinstance(dialect, LineDialect) or self.detection.encoding is not StreamEncoding.BYTES:
            return
        rest = self.size - head_bytes
        if rest < stretch_bytes * stretches:
            return
        for number in range(stretches):
            offset = head_bytes + number * (rest // stretches)
            data = self._opened.read_at(offset, stretch_bytes)
            first, end = data.find(b"\n") + 1, data.rfind(b"\n") + 1
            if first and end > first:
                start = offset + first
                segment = Segment(start, offset + end, dialect, self._machine)
                yield Chunk(start, Pieces(data[first:end]), end - first, 0, (segment,))
