"""Whether a text is a table, and how it is written (leak-formats §3 and §15).

``email:password`` and ``url,login,password`` lists are lines, not tables: nothing is quoted in them and their passwords
contain separators. Only quoted cells or more columns make a table.
"""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from breachlight.leaks.formats.column_content import Content, content_of
from breachlight.leaks.formats.column_names import role_of_name, words_of
from breachlight.leaks.formats.columns import find_columns
from breachlight.leaks.formats.dialects import TableDialect
from breachlight.leaks.formats.options import ColumnRole, ReadOptions

_SEPARATORS: Final = (",", ";", "\t", "|", ":")
_SAMPLE_BYTES: Final = 1 << 18
_SAMPLE_ROWS: Final = 1000
_PREAMBLE_ROWS: Final = 5
_LEAST_COLUMNS: Final = 3
_WIDE: Final = 4
_CONSISTENT: Final = 0.9
_MOST: Final = 0.8
_EMPTY_URLS: Final = 0.05
_LONGEST_NAME: Final = 64
_CREDENTIALS: Final = frozenset(
    (ColumnRole.EMAIL, ColumnRole.USERNAME, ColumnRole.PASSWORD, ColumnRole.HASH, ColumnRole.SALT)
)
_LOGIN: Final = (ColumnRole.EMAIL, ColumnRole.USERNAME, ColumnRole.PHONE)
_SECRET: Final = (ColumnRole.PASSWORD, ColumnRole.HASH)
_TYPED: Final = frozenset((Content.DATE, Content.IP, Content.NUMBER, Content.PHONE, Content.NAME, Content.SENTENCE))

csv.field_size_limit(_SAMPLE_BYTES)


@dataclass(frozen=True, slots=True)
class TableDetection:
    """A table: its dialect, or the sentence that says why it can't be read, without its full stop."""

    dialect: TableDialect | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class _Reading:
    """The sample of a table as read with one separator; ``header`` counts the rows up to the names, 0: it has none."""

    separator: str
    quote: str
    backslash: int
    rows: list[list[str]]
    header: int
    is_quoted: bool

    @property
    def names(self) -> list[str]:
        return [name.strip() for name in self.rows[self.header - 1]] if self.header else []

    @property
    def body(self) -> list[list[str]]:
        return self.rows[self.header :]


def find_table(decoded: bytes, options: ReadOptions, *, is_certain: bool = False) -> TableDetection | None:
    """Return the table that a text is; None: it is none. ``is_certain``: the operator says that it is one."""
    text = _sample(decoded)
    separators = (options.separator,) if options.separator else _SEPARATORS
    readings = [reading for separator in separators if (reading := _read(text, separator)) is not None]
    candidates = [reading for reading in readings if is_certain or _is_table(reading)]
    if not candidates:
        return TableDetection(None, "no rows with columns were found") if is_certain else None
    reading = max(candidates, key=lambda each: (each.header > 0, _consistency(each), len(each.rows[each.header - 1])))
    columns = find_columns(reading.names, _regular(reading), options.numbered)
    if columns.problem is not None:
        return TableDetection(None, columns.problem)
    dialect = TableDialect(
        reading.separator,
        columns.roles,
        reading.quote,
        reading.backslash,
        _header_line(decoded, reading),
        columns.hash_type,
    )
    return TableDetection(dialect)


def _sample(decoded: bytes) -> str:
    data = decoded[:_SAMPLE_BYTES].removeprefix(codecs.BOM_UTF8)
    text = _text(data).replace("\x00", "")
    if len(decoded) >= _SAMPLE_BYTES:
        # The last line may be cut.
        text = text[: text.rfind("\n") + 1] or text
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _text(data: bytes) -> str:
    """Return a text of which some lines may be cp1252."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return b"\n".join(_as_utf8(line) for line in data.split(b"\n")).decode("utf-8", "replace")


def _as_utf8(line: bytes) -> bytes:
    try:
        line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace").encode()
    return line


def _read(text: str, separator: str) -> _Reading | None:
    if separator not in text:
        return None
    has_backslash = '\\"' in text and text.count('\\"') >= text.count('""')
    quote = '"' if separator != ":" else ""
    lines = text.splitlines(keepends=True)
    rows: list[list[str]] = []
    try:
        reader = csv.reader(
            lines,
            delimiter=separator,
            quotechar=quote or None,
            quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
            escapechar="\\" if has_backslash else None,
            skipinitialspace=True,
        )
        for row in reader:
            if any(row):
                rows.append(row)
            if len(rows) >= _SAMPLE_ROWS:
                break
    except csv.Error:
        return None
    if not rows:
        return None
    mark = re.escape(separator)
    is_quoted = bool(quote) and re.search(rf'(?:^|{mark})"[^\n]*"(?:{mark}|$)', text, re.MULTILINE) is not None
    return _Reading(separator, quote, int(has_backslash), rows, _header(rows), is_quoted)


def _header(rows: Sequence[Sequence[str]]) -> int:
    """Return the number of rows up to the header, 0 if there is none."""
    for number, row in enumerate(rows[:_PREAMBLE_ROWS], 1):
        names = [name.strip() for name in row]
        if len(names) < 2 or any(
            "@" in name or len(name) > _LONGEST_NAME or "://" in name or name.startswith("//") for name in names
        ):
            continue
        known = [role_of_name(name) for name in names if words_of(name)]
        credentials = sum(role in _CREDENTIALS for role in known)
        if credentials and sum(role is not None for role in known) * 3 >= len(names):
            numbers = sum(name.isdigit() for name in names)
            if not numbers and len({name.lower() for name in names}) * 2 > len(names):
                return number
    return 0


def _consistency(reading: _Reading) -> float:
    return len(_regular(reading)) / max(len(reading.body), 1)


def _regular(reading: _Reading) -> list[list[str]]:
    """Return the rows with as many columns as the table has."""
    width = _width(reading)
    return [row for row in reading.body if len(row) == width]


def _width(reading: _Reading) -> int:
    if reading.header:
        return len(reading.names)
    return Counter(map(len, reading.body)).most_common(1)[0][0]


def _is_table(reading: _Reading) -> bool:
    if reading.header:
        return _is_table_with_names(reading)
    width = _width(reading)
    if _consistency(reading) < _CONSISTENT:
        return False
    contents = [content_of(column) for column in zip(*_regular(reading), strict=True)]
    kinds = [content.kind for content in contents]
    if reading.separator == ":":
        # Dumps of forums: id, name, address, hash, perhaps its salt. Other secrets may contain colons.
        return width >= _WIDE and len(reading.body) > 1 and {Content.EMAIL, Content.HASH} <= set(kinds)
    if width == 2:
        return reading.is_quoted and _most_lines_are_quoted(reading) and Content.EMAIL in kinds
    if width < _LEAST_COLUMNS or (width < _WIDE and len(reading.body) < 2):
        return False
    if width == _LEAST_COLUMNS and not reading.is_quoted and Content.URL in kinds:
        return False
    if Content.EMAIL in kinds:
        return True
    return Content.HASH in kinds and bool(_TYPED & set(kinds)) and width >= _WIDE


def _most_lines_are_quoted(reading: _Reading) -> bool:
    # csv has taken the quotes away, so a quoted sample has none left at the ends of its cells.
    loose = sum(any(cell[:1] == '"' for cell in row) for row in reading.body)
    return loose <= (1 - _MOST) * len(reading.body)


def _is_table_with_names(reading: _Reading) -> bool:
    roles = [role_of_name(name) or ColumnRole.OTHER for name in reading.names]
    is_line = _is_line_order(roles)
    if reading.separator == ":":
        return len(roles) >= _LEAST_COLUMNS and not is_line
    is_cells = reading.is_quoted or (roles[0] is ColumnRole.URL and _has_empty_urls(reading))
    return not is_line or (is_cells and _consistency(reading) >= _CONSISTENT)


def _has_empty_urls(reading: _Reading) -> bool:
    """Return whether so many rows lack their URL that a list without them could not be read."""
    rows = _regular(reading)
    return sum(not row[0].strip() for row in rows) > _EMPTY_URLS * len(rows)


def _is_line_order(roles: Sequence[ColumnRole]) -> bool:
    rest = roles[1:] if roles[0] is ColumnRole.URL else roles
    return len(rest) == 2 and rest[0] in _LOGIN and rest[1] in _SECRET


def _header_line(decoded: bytes, reading: _Reading) -> str:
    """Return the bytes of the line with the names as Latin-1, '' if there is none."""
    if not reading.header:
        return ""
    lines = (
        decoded[:_SAMPLE_BYTES].removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    )
    seen = 0
    for line in lines:
        if line.strip(b' \t"' + reading.separator.encode()):
            seen += 1
            if seen == reading.header:
                return line.decode("latin-1").replace("\x00", "")
    return ""
