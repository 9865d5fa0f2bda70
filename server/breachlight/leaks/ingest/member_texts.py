"""The texts of an archive's members: most as they are, those of workbooks and databases as the tables in them.

A workbook or a database is kept in memory while it is read, never in a file.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Final, NamedTuple

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import (
    HEAD_BYTES,
    ArchiveDialect,
    Detection,
    FileKind,
    ReadOptions,
    StreamDecoder,
    StreamEncoding,
)
from breachlight.leaks.formats.batches import longest_line
from breachlight.leaks.formats.decoding import MAXIMUM_LINE_BYTES
from breachlight.leaks.formats.detection import SQLITE
from breachlight.leaks.formats.dialects import BlockDialect, Dialect, LineDialect
from breachlight.leaks.ingest.archives.files import Content, Prefixed, read_up_to
from breachlight.leaks.ingest.archives.limits import LimitedContent
from breachlight.leaks.ingest.archives.members import Address, ByteStream, MemberError, MemberProblem, shown
from breachlight.leaks.ingest.archives.shapes import ShapeDetector
from breachlight.leaks.ingest.archives.survey import ChosenMember
from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.json_lists import OtherwiseError, json_list, lines_of
from breachlight.leaks.ingest.spreadsheets import MOST_WORKBOOK_BYTES, Workbook
from breachlight.leaks.ingest.sqlite_databases import (
    MOST_BYTES_IN_MEMORY,
    connect_in_memory,
    find_logins,
    rows_as_sql,
)
from breachlight.leaks.ingest.sqlite_pages import PageBudget

_READ_BYTES: Final = 1 << 20
_ZIP: Final = b"PK\x03\x04"
_WHOLE_FILES: Final = (SQLITE, _ZIP)
_PART_OF_WORKBOOK: Final = re.compile(rb"xl/(?:workbook|worksheets|_rels|styles|sharedStrings|theme)")
_TO_CHOOSE: Final = re.compile("--(?:columns|format)")
_WITHOUT_LOGINS: Final = "no column has"
_PROBLEMS: Final = {
    "too_large": MemberProblem.MEMORY,
    "compression_ratio": MemberProblem.RATIO,
    "locked": MemberProblem.ENCRYPTED,
    "unreadable": MemberProblem.DAMAGED,
}


class MemberText(NamedTuple):
    """Decoded bytes of a member, without the ``dropped`` ones of endless lines; those of one ``owner`` belong together."""

    data: bytes
    dropped: int
    dialect: Dialect
    owner: object
    name: str


class MemberTexts:
    """Reads members, and counts each as read, skipped or refused."""

    def __init__(self, options: ReadOptions, tally: MemberTally) -> None:
        self._options = options
        self._tally = tally
        self._detector = ShapeDetector(options)

    def of(self, member: ChosenMember, stream: ByteStream) -> Iterable[MemberText]:
        """Return the text of a member in pieces; what is in front of an error in it counts."""
        if not isinstance(stream, LimitedContent):
            return self._texts(member, stream)
        try:
            content = stream.take()
        except MemberError as error:
            self._tally.refuse(member.address, error.problem)
            return ()
        # Most members of stealer logs are small: what they are is known at once, and so is all of their text.
        if len(content) <= HEAD_BYTES and not content.startswith(_WHOLE_FILES):
            detection = self._detector.detect(content, member.address.names[-1])
            dialect = detection.dialect
            is_plain = detection.encoding is StreamEncoding.BYTES and len(content) <= MAXIMUM_LINE_BYTES
            if is_plain and isinstance(dialect, LineDialect | BlockDialect):
                self._tally.read += 1
                return (MemberText(content, 0, dialect, member, member.address.name),)
            return self._text(member, content, Content(content), detection, is_whole=True)
        return self._texts(member, Content(content))

    def _texts(self, member: ChosenMember, stream: ByteStream) -> Iterator[MemberText]:
        head, error = read_up_to(stream, HEAD_BYTES)
        if error is not None:
            self._tally.refuse(member.address, error.problem)
        whole = Prefixed(head, stream)
        if head.startswith(SQLITE):
            yield from self._database(member, whole)
        elif head.startswith(_ZIP) and _PART_OF_WORKBOOK.search(head):
            yield from self._workbook(member, whole)
        else:
            detection = self._detector.detect(head, member.address.names[-1])
            yield from self._text(member, head, whole, detection, is_whole=error is None)

    def _text(
        self, member: ChosenMember, head: bytes, whole: ByteStream, detection: Detection, *, is_whole: bool
    ) -> Iterator[MemberText]:
        if detection.kind is FileKind.JSON and detection.dialect is None:
            texts = json_list(head, self._options)
            if texts is not None:
                yield from self._json_list(member, whole, texts)
                return
        dialect = detection.dialect
        if dialect is None or isinstance(dialect, ArchiveDialect):
            if is_whole:
                self._leave_out(member, detection.kind, detection.problem)
            return
        self._tally.read += 1
        if detection.encoding is not StreamEncoding.BYTES:
            self._tally.encodings[detection.encoding.value] += 1
        decoder = StreamDecoder(detection.encoding, longest_line(dialect))
        ended = False
        while not ended:
            data = self._read(member, whole)
            ended = not data
            dropped = decoder.dropped_bytes
            decoded = decoder.feed(data, final=ended)
            yield MemberText(decoded, decoder.dropped_bytes - dropped, dialect, member, member.address.name)

    def _json_list(self, member: ChosenMember, whole: ByteStream, detection: Detection) -> Iterator[MemberText]:
        dialect = detection.dialect
        if dialect is None or isinstance(dialect, ArchiveDialect):
            return
        self._tally.read += 1
        try:
            for lines in lines_of(iter(lambda: self._read(member, whole), b""), detection):
                yield MemberText(lines, 0, dialect, member, member.address.name)
        except OtherwiseError:
            self._tally.refuse(member.address, MemberProblem.DAMAGED)

    def _database(self, member: ChosenMember, whole: ByteStream) -> Iterator[MemberText]:
        data = self._kept(member, whole, MOST_BYTES_IN_MEMORY)
        if data is None:
            return
        address = member.address

        def refuse(number: int, table: str, problem: MemberProblem) -> None:
            self._tally.refuse(Address((*address.numbers, number), (*address.names, table)), problem)

        try:
            with closing(connect_in_memory(data)) as connection:
                size = len(data)
                budget = PageBudget(lambda offset, length: bytes(data[offset : offset + length]), size)
                logins = find_logins(connection, self._options, budget)
                data.clear()
                self._tally.read += 1
                for piece in rows_as_sql(connection, logins, size, refuse):
                    yield MemberText(piece, 0, logins.dialect, member, address.name)
        except sqlite3.Error:
            self._tally.refuse(address, MemberProblem.DAMAGED)
        except RefusedError as error:
            self._refuse(member, FileKind.DATABASE, error)

    def _workbook(self, member: ChosenMember, whole: ByteStream) -> Iterator[MemberText]:
        data = self._kept(member, whole, MOST_WORKBOOK_BYTES)
        if data is None:
            return
        try:
            workbook = Workbook(bytes(data), self._options)
            self._tally.read += 1
            for sheet, dialect in workbook.sheets:
                name, owner = f"{member.address.name}/{shown(sheet)}", object()
                for piece in workbook.pieces(sheet):
                    yield MemberText(piece, 0, dialect, owner, name)
        except RefusedError as error:
            self._refuse(member, FileKind.SPREADSHEET, error)

    def _kept(self, member: ChosenMember, whole: ByteStream, most: int) -> bytearray | None:
        """Return all bytes of a member; None: it is too large or damaged, which is counted."""
        data = bytearray()
        try:
            while piece := whole.read(_READ_BYTES):
                data += piece
                if len(data) > most:
                    raise MemberError(MemberProblem.MEMORY)
        except MemberError as error:
            self._tally.refuse(member.address, error.problem)
            return None
        return data

    def _read(self, member: ChosenMember, whole: ByteStream) -> bytes:
        """Return more bytes of a member, none at its end or if it is damaged, which is counted."""
        try:
            return whole.read(_READ_BYTES)
        except MemberError as error:
            self._tally.refuse(member.address, error.problem)
            return b""

    def _refuse(self, member: ChosenMember, kind: FileKind, error: RefusedError) -> None:
        problem = _PROBLEMS.get(error.reason)
        if problem is None:
            self._leave_out(member, kind, None if _WITHOUT_LOGINS in error.message else error.message)
        else:
            self._tally.refuse(member.address, problem)

    def _leave_out(self, member: ChosenMember, kind: FileKind, problem: str | None) -> None:
        """Count a member without credentials, or one that the operator must say more about."""
        if problem is None or not _TO_CHOOSE.search(problem):
            self._tally.skipped[kind.value] += 1
        else:
            self._tally.refuse(member.address, MemberProblem.UNCLEAR, problem)
