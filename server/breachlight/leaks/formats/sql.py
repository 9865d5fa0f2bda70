"""SQL dumps: where they may be cut, what is known at each point, and the records of their rows (leak-formats §16)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from breachlight.leaks.formats.decoding import MAXIMUM_ROW_BYTES
from breachlight.leaks.formats.dialects import SqlDialect
from breachlight.leaks.formats.sql_statements import (
    Head,
    Reading,
    Target,
    created_table,
    head_at,
    target_of,
    with_table,
)
from breachlight.leaks.formats.tables import RowBuffers, hash_number, slots_of
from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.sql import ENDED, MORE, WITHIN, next_row, scan_values
from breachlight.leaks.kernels.statements import begins_insert, skip_space, statement_end
from breachlight.leaks.kernels.tables import scan_table
from breachlight.leaks.parsed import ParsedPart

_COPY_END: Final = b"\\."
_LONGEST_HEAD: Final = 1 << 17
_SHOWS_ROW_BYTES: Final = 64
_TAB: Final = ord("\t")
_NO_HEADER: Final = np.frombuffer(b"", np.uint8)


class SqlScanner:
    """Goes through a part of a dump, statement by statement.

    ``is_final``: nothing follows the data. ``boundary`` is where the next part may begin, and ``known`` what is known there.
    """

    def __init__(self, data: bytes, dialect: SqlDialect, *, is_final: bool, skips_rows: bool = False) -> None:
        self.data = data
        self.dialect = dialect
        self.position = 0
        self.rows = RowBuffers(data)
        self.boundary = 0
        self.known = dialect
        self._rows_read = True
        self._is_final = is_final
        self._skips_rows = skips_rows

    def run(self, on_head: Callable[[Head, int], None] | None = None) -> None:
        """Read to the end of the data, or as far as it is certain; ``on_head`` sees each statement with rows."""
        if self.dialect.is_within and not self._pass_long_row():
            self.boundary, self.known = self._here()
            return
        while self.position < len(self.data):
            self.boundary, self.known = (self.boundary, self.known) if self._is_behind_head() else self._here()
            if self.dialect.open:
                text = self.dialect.open.encode("latin-1", "replace")
                head = head_at(text + b"(", 0)
                begin = self.position
                if head is None:
                    raise ValueError("the dialect has a beginning of no statement")
                is_done = self._read_rows(head)
                if self.position > begin:
                    self._rows_read = True
                if not is_done:
                    break
                continue
            start = int(skip_space(self.rows.text, self.position, len(self.data)))
            if start >= len(self.data):
                self.position = start
                break
            if self.data[start : start + 3].strip().lower() == b"go":
                self.position = start + 2
                continue
            comment = _comment_end(self.data, start)
            if comment == 0 and not self._is_final and len(self.data) - start <= MAXIMUM_ROW_BYTES:
                break
            if comment is not None:
                self.position = comment or len(self.data)
                continue
            window = self.data[start : start + _LONGEST_HEAD]
            head = head_at(window, 0)
            if head is not None:
                if on_head is not None:
                    on_head(head, start + len(head.text))
                self.position = start + len(head.text)
                self.dialect = replace(self.dialect, open=(head.text or b"(").decode("latin-1"))
                self._rows_read = False
            elif not self._skip_statement(start):
                break
        if not self._is_behind_head():
            self.boundary, self.known = self._here()

    def _pass_long_row(self) -> bool:
        """Go on behind the row that began in front of the data and was rejected there; False: it doesn't end in the data."""
        text, size = self.rows.text, len(self.data)
        start = int(skip_space(text, 0, size))
        if start == size or (self.data[start] not in b"(;" and not begins_insert(text, start, size)):
            start = int(next_row(text, 0, size))
        if start < 0:
            # What shows that a row begins may be cut.
            self.position = size if self._is_final else max(size - _SHOWS_ROW_BYTES, 0)
            return False
        self.position, self.dialect = start, replace(self.dialect, is_within=False)
        return True

    def _here(self) -> tuple[int, SqlDialect]:
        return self.position, self.dialect

    def _is_behind_head(self) -> bool:
        """Whether no row has been read yet, so that a statement's beginning would be cut from its first row."""
        return bool(self.dialect.open) and not self._rows_read

    def _read_rows(self, head: Head) -> bool:
        target = target_of(head.text, self.dialect.tables, self.dialect.choices)
        is_done = self._read_copy(target) if head.is_copy else self._read_values(head, target)
        if is_done:
            self.dialect = replace(self.dialect, open="")
        return is_done

    def _read_values(self, head: Head, target: Target) -> bool:
        rows = self.rows
        slots, header = slots_of(target.roles), np.frombuffer(head.text, np.uint8)
        while True:
            rows.make_room()
            rows.text, rows.size, self.position, records, rejections, why = scan_values(
                rows.text,
                rows.size,
                len(self.data),
                self.position,
                self.dialect.backslash,
                Reading.SKIP.value if self._skips_rows else target.reading.value,
                slots,
                len(target.roles),
                header,
                hash_number(target.hash_type),
                MAXIMUM_ROW_BYTES,
                self._is_final,
                rows.fields,
                rows.places,
                rows.flags,
                rows.hash_types,
                rows.rejected,
                rows.skipped,
            )
            rows.keep(records, rejections)
            if why == WITHIN:
                self.dialect = replace(self.dialect, is_within=True)
            if why in (MORE, ENDED, WITHIN):
                return bool(why == ENDED)

    def _read_copy(self, target: Target) -> bool:
        """Read rows up to the line that ends them."""
        data, start = self.data, self.position
        end, following = _copy_end(data, start)
        if end < 0:
            end = len(data) if self._is_final else _last_row_end(data, start)
        if target.reading is Reading.READ and not self._skips_rows:
            self._read_lines(target, end)
        else:
            lines = data.count(b"\n", start, end)
            if target.reading is Reading.REJECT and lines:
                self.rows.reject(start, end - start, codes.REJECTED_UNKNOWN_COLUMNS, lines)
            else:
                self.rows.skipped[codes.SKIPPED_OTHER_TABLE] += lines
        self.position = end if following < 0 else following
        return following >= 0

    def _read_lines(self, target: Target, end: int) -> None:
        rows, position = self.rows, self.position
        slots = slots_of(target.roles)
        while position < end:
            rows.make_room()
            rows.text, rows.size, position, records, rejections = scan_table(
                rows.text,
                rows.size,
                end,
                position,
                _TAB,
                0,
                2,
                slots,
                len(target.roles),
                _NO_HEADER,
                hash_number(target.hash_type),
                MAXIMUM_ROW_BYTES,
                rows.fields,
                rows.places,
                rows.flags,
                rows.hash_types,
                rows.rejected,
                rows.skipped,
            )
            rows.keep(records, rejections)

    def _skip_statement(self, start: int) -> bool:
        begins_rows = self.data[start : start + len("insert")].lower().startswith((b"copy", b"insert", b"into"))
        if begins_rows and not self._is_final and len(self.data) - start < _LONGEST_HEAD:
            return False  # what follows may show that rows come
        end = int(statement_end(self.rows.text, start, len(self.data), self.dialect.backslash))
        if end < 0:
            if not self._is_final and len(self.data) - start <= MAXIMUM_ROW_BYTES:
                return False
            end = len(self.data)
        elif end + len("\r\n") > len(self.data) and not self._is_final:
            return False  # COPY ends with a line end
        table = created_table(self.data, start, end)
        if table is not None:
            self.dialect = replace(self.dialect, tables=with_table(self.dialect, table))
        self.rows.skipped[codes.SKIPPED_STATEMENT] += 1
        self.position = end
        return True


def _last_row_end(data: bytes, start: int) -> int:
    """Return where the last whole row of a COPY ends; a line end behind a backslash is part of a value."""
    position = data.rfind(b"\n", start)
    while position >= 0:
        last = position - (data[max(position - 1, start) : position] == b"\r")
        first = last
        while first > start and data[first - 1] == ord("\\"):
            first -= 1
        if (last - first) % 2 == 0:
            return position + 1
        position = data.rfind(b"\n", start, position)
    return start


def _copy_end(data: bytes, start: int) -> tuple[int, int]:
    """Return where the rows of a COPY end and what follows begins; -1 if the data ends before that."""
    position = start
    while True:
        if not data.startswith(_COPY_END, position):
            position = data.find(b"\n" + _COPY_END, position) + 1
            if position <= 0:
                return -1, -1
        rest = data[position + 2 : position + 4]
        if rest[:1] == b"\n" or rest == b"\r\n":
            return position, position + 2 + len(rest[: rest.index(b"\n") + 1])
        position += 2


def _comment_end(data: bytes, start: int) -> int | None:
    """Return where the comment at ``start`` ends, 0: behind the data; None if there is no comment."""
    if data.startswith((b"--", b"#"), start):
        return data.find(b"\n", start) + 1
    if data.startswith(b"/*", start):
        end = data.find(b"*/", start + 2)
        return 0 if end < 0 else end + 2
    return None


def sql_split_point(window: bytes, dialect: SqlDialect) -> int:
    """Return where the last row or statement ends that is complete whatever follows the window; 0: none is."""
    scanner = SqlScanner(window, dialect, is_final=False, skips_rows=True)
    scanner.run()
    return scanner.boundary


def dialect_after(data: bytes, dialect: SqlDialect) -> SqlDialect:
    """Return what is known behind a part of a dump that ends at a split point."""
    scanner = SqlScanner(data, dialect, is_final=True, skips_rows=True)
    scanner.run()
    return scanner.dialect


def parse_sql(data: bytes, start_offset: int, dialect: SqlDialect, machine: str | None = None) -> ParsedPart:
    """Read whole rows and statements that begin at ``start_offset`` (bytes) of the decoded stream."""
    scanner = SqlScanner(data, dialect, is_final=True)
    scanner.run()
    return scanner.rows.finish(start_offset, machine)
