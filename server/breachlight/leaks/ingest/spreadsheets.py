"""XLSX workbooks: each sheet with logins becomes a table in the decoded stream."""

import csv
import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import IO, Final

import python_calamine

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import ArchiveDialect, Detection, FileKind
from breachlight.leaks.formats.dialects import TableDialect
from breachlight.leaks.formats.options import ReadOptions
from breachlight.leaks.formats.table_detection import find_table
from breachlight.leaks.ingest.archives.files import RandomFile
from breachlight.leaks.ingest.assembly import ChunkAssembler
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.cuts import Cuts
from breachlight.leaks.ingest.readings import FileReading
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.models import LeakKind

MOST_WORKBOOK_BYTES: Final = 128 << 20
"""Bytes of a workbook, and of its parts unpacked."""

_MOST_ENTRIES: Final = 2000
_SAMPLE_BYTES: Final = 1 << 18
_READ_BYTES: Final = 1 << 20
_PIECE_BYTES: Final = 1 << 20
_MOST_CELLS: Final = 8_000_000
_REFERENCE: Final = re.compile(rb"""\br\s{0,9}=\s{0,9}["']([A-Za-z]{0,9})([0-9]{1,9})""")
_LONGEST_REFERENCE: Final = 64
_WORKBOOK: Final = "xl/workbook.xml"
_TOO_LARGE: Final = "this workbook is too large to be read safely: save its sheets as CSV and ingest those"


class Workbook:
    """A workbook in memory; ``sheets`` are those with logins, with their names and dialects."""

    def __init__(self, data: bytes, options: ReadOptions) -> None:
        """Look at all sheets.

        Raises:
            RefusedError: it is no workbook or too large, or no sheet has certain columns with logins.
        """
        self._workbook = _load(data)
        self.sheets: list[tuple[str, TableDialect]] = []
        problems: list[str] = []
        for number, name in enumerate(self._workbook.sheet_names, 1):
            table = find_table(
                self._beginning(name), ReadOptions(separator=",", columns=options.columns), is_certain=True
            )
            if table is not None and table.dialect is not None:
                self.sheets.append((name, table.dialect))
            elif table is not None and table.problem is not None:
                problems.append(f"sheet {number}: {table.problem}")
        if not self.sheets:
            raise RefusedError(
                FileKind.SPREADSHEET.value, problems[0] if problems else "this workbook has no sheet with logins"
            )

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the rows of a sheet as CSV, about a mebibyte at a time.

        Raises:
            RefusedError: it is damaged.
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        try:
            for row in self._workbook.get_sheet_by_name(name).iter_rows():
                writer.writerow([_text(value) for value in row])
                if text.tell() >= _PIECE_BYTES:
                    yield text.getvalue().encode("utf-8", "replace")
                    text.seek(0)
                    text.truncate()
        except (python_calamine.CalamineError, csv.Error, ValueError) as error:
            raise RefusedError("unreadable", "this workbook is damaged") from error
        yield text.getvalue().encode("utf-8", "replace")

    def _beginning(self, name: str) -> bytes:
        beginning = b""
        for piece in self.pieces(name):
            beginning += piece
            if len(beginning) >= _SAMPLE_BYTES:
                break
        return beginning


class SpreadsheetReading(FileReading):
    """A workbook, which is read into memory: its parts may unpack to 128 MiB."""

    def __init__(self, opened: OpenSource, options: ReadOptions) -> None:
        """Look at all sheets. Blocks: call it in a thread.

        Raises:
            RefusedError: it is no workbook or too large, or no sheet has certain columns with logins.
        """
        if opened.size > MOST_WORKBOOK_BYTES:
            raise RefusedError("too_large", _TOO_LARGE)
        self._workbook = Workbook(opened.read_at(0, opened.size), options)
        dialects = repr([dialect for _, dialect in self._workbook.sheets]).encode()
        detection = Detection(FileKind.SPREADSHEET, dialect=ArchiveDialect(hashlib.sha256(dialects).hexdigest()))
        super().__init__(opened, detection, LeakKind.TABLE_DUMP)

    def chunks(self, registered: Detection, start: int, size: int, cuts: Cuts | None = None) -> Iterator[Chunk]:
        """Yield the chunks of the sheets' rows, written as CSV.

        Raises:
            RefusedError: an earlier run has read other sheets or columns.
        """
        if registered.dialect != self.detection.dialect:
            raise RefusedError("changed", "its columns were chosen otherwise by the run that began it")
        assembler = ChunkAssembler(start, size, cuts)
        for name, dialect in self._workbook.sheets:
            for piece in self._workbook.pieces(name):
                assembler.append(piece, 0, dialect, None, name, member=name)
                yield from assembler.full_chunks(self.size)
        yield from assembler.rest(self.size)


def is_workbook(opened: OpenSource) -> bool:
    """Return whether a file that begins as a ZIP archive is an XLSX workbook."""
    try:
        with zipfile.ZipFile(RandomFile(opened.read_at, opened.size)) as archive:
            return len(archive.namelist()) <= _MOST_ENTRIES and _WORKBOOK in archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError):
        return False


def _load(data: bytes) -> python_calamine.CalamineWorkbook:
    if len(data) > MOST_WORKBOOK_BYTES:
        raise RefusedError("too_large", _TOO_LARGE)
    file = io.BytesIO(data)
    left = MOST_WORKBOOK_BYTES
    try:
        with zipfile.ZipFile(file) as archive:
            for entry in archive.infolist():
                # The sizes in the directory may be false, those of the content are not.
                with archive.open(entry) as content:
                    size = _checked_size(content, left)
                left -= size
        file.seek(0)
        return python_calamine.CalamineWorkbook.from_filelike(file)
    except python_calamine.PasswordError as error:
        raise RefusedError("locked", "this workbook is protected by a password: save it without one") from error
    except (
        python_calamine.CalamineError,
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        ValueError,
        RuntimeError,
        EOFError,
    ) as error:
        raise RefusedError("unreadable", "this workbook is damaged") from error


def _checked_size(content: IO[bytes], most: int) -> int:
    """Return how many bytes a part has.

    Raises:
        RefusedError: more than ``most``, or its cells span a rectangle that would not fit into memory.
    """
    size = last_row = last_column = 0
    carried = b""
    while piece := content.read(_READ_BYTES):
        size += len(piece)
        for letters, row in _REFERENCE.findall(carried + piece):
            last_row = max(last_row, int(row))
            column = 0
            for letter in letters.upper():
                column = 26 * column + letter - 64
            last_column = max(last_column, column)
        if size > most or last_row * last_column > _MOST_CELLS:
            raise RefusedError("too_large", _TOO_LARGE)
        carried = piece[-_LONGEST_REFERENCE:]
    return size


def _text(value: object) -> str:
    """Return a cell as text; a number without decimals is written as one."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return str(value).replace("\x00", "")
