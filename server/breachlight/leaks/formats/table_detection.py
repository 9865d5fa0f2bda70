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

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.formats.column_content import Content, content_of
from breachlight.leaks.formats.column_names import role_of_name, words_of
from breachlight.leaks.formats.columns import find_columns
from breachlight.leaks.formats.device_columns import device_columns
from breachlight.leaks.formats.dialects import TableDialect
from breachlight.leaks.formats.options import ReadOptions

_SEPARATORS: Final = (",", ";", "\t", "|", ":")
_SAMPLE_BYTES: Final = 1 << 18
_SAMPLE_ROWS: Final = 1000
_PREAMBLE_ROWS: Final = 5
_LEAST_COLUMNS: Final = 3
_WIDE: Final = 4
_LEAST_LINES: Final = 3
_CONSISTENT: Final = 0.9
_MOST: Final = 0.8
_EMPTY_URLS: Final = 0.05
_LONGEST_NAME: Final = 64
_ESCAPES_SEPARATOR: Final = 3
_RULE: Final = re.compile(r"[ \t]*[|+]?(?:[ \t]*:?[-=]+:?[ \t]*[|+])+[ \t]*(?::?[-=]+:?[ \t]*)?")
_LEAST_DASHES: Final = 3
_URL_LISTS: Final = "loginuri"
_NEXT_URL: Final = re.compile(r",\s*[A-Za-z][A-Za-z0-9+.-]*://")
_CREDENTIALS: Final = frozenset(
    (ColumnRole.EMAIL, ColumnRole.USERNAME, ColumnRole.PASSWORD, ColumnRole.HASH, ColumnRole.SALT)
)
_LOGIN: Final = (ColumnRole.EMAIL, ColumnRole.USERNAME, ColumnRole.PHONE)
_SECRET: Final = (ColumnRole.PASSWORD, ColumnRole.HASH)
_CERTAIN_BEHIND: Final = frozenset((Content.IP, Content.DATE))
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
    rows = _regular(reading)
    columns = find_columns(reading.names, rows, options.numbered or _columns_of_list(reading))
    if columns.problem is not None:
        return TableDetection(None, columns.problem)
    dialect = TableDialect(
        reading.separator,
        columns.roles if options.numbered else columns.roles[: _filled_width(reading)],
        reading.quote,
        reading.backslash,
        _header_line(decoded, reading),
        columns.hash_type,
        _has_url_lists(reading, columns.roles, rows),
        device_columns(reading.names),
    )
    return TableDetection(dialect)


def _filled_width(reading: _Reading) -> int:
    """Return the number of columns without empty ones at the end: rows may end with a separator.

    Any text in their place is then one cell too many.
    """
    rows = [reading.names] * (reading.header > 0) + _regular(reading)
    width = _width(reading)
    while width > 1 and not any(row[width - 1].strip() for row in rows):
        width -= 1
    return width


def _has_url_lists(reading: _Reading, roles: Sequence[ColumnRole], rows: Sequence[Sequence[str]]) -> bool:
    urls = [column for column, role in enumerate(roles) if role is ColumnRole.URL]
    return any(
        (reading.header > 0 and "".join(words_of(reading.names[column])) == _URL_LISTS)
        or any(_NEXT_URL.search(row[column]) for row in rows)
        for column in urls
    )


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
    lines = text.splitlines(keepends=True)
    is_ruled = separator == "|" and any(_is_rule(line) for line in lines)
    if is_ruled:
        lines = [line.replace("\\|", " ") for line in lines if not _is_rule(line)]
        has_backslash = False
    quote = '"' if separator != ":" and not is_ruled else ""
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
    backslash = _ESCAPES_SEPARATOR if is_ruled else int(has_backslash)
    return _Reading(separator, quote, backslash, rows, _header(rows), is_quoted)


def _is_rule(line: str) -> bool:
    """Whether a line draws a line between the rows of a table, as in Markdown or in the output of a database's client."""
    return _RULE.fullmatch(line.strip()) is not None and line.count("-") + line.count("=") >= _LEAST_DASHES


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
    if reading.separator == ":" and _is_list_with_columns(kinds, reading):
        return True
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


def _is_list_with_columns(kinds: Sequence[Content], reading: _Reading) -> bool:
    """Whether the lines are ``address:secret``, or an address, with columns of IP addresses, dates and times behind it."""
    behind = set(kinds[2:])
    return (
        len(reading.body) >= _LEAST_LINES
        and kinds[0] is Content.EMAIL
        and bool(_CERTAIN_BEHIND & behind)
        and behind <= _CERTAIN_BEHIND | {Content.NUMBER}
    )


def _columns_of_list(reading: _Reading) -> tuple[tuple[ColumnRole, int], ...]:
    """Return the columns of a list with columns behind its secrets: what follows the address, unless it is one of those."""
    if reading.separator != ":" or reading.header:
        return ()
    kinds = [content_of(column).kind for column in zip(*_regular(reading), strict=True)]
    if not _is_list_with_columns(kinds, reading) or kinds[1] in _CERTAIN_BEHIND:
        return ()
    return (ColumnRole.EMAIL, 1), (ColumnRole.PASSWORD, 2)


def _most_lines_are_quoted(reading: _Reading) -> bool:
    # csv has taken the quotes away, so a quoted sample has none left at the ends of its cells.
    loose = sum(any(cell[:1] == '"' for cell in row) for row in reading.body)
    return loose <= (1 - _MOST) * len(reading.body)


def _is_table_with_names(reading: _Reading) -> bool:
    roles = [role_of_name(name) or ColumnRole.OTHER for name in reading.names]
    is_line = _is_line_order(roles)
    if reading.separator == ":":
        return len(roles) >= _LEAST_COLUMNS and not is_line
    is_cells = (
        reading.is_quoted
        or reading.backslash == _ESCAPES_SEPARATOR
        or (roles[0] is ColumnRole.URL and _has_empty_urls(reading))
    )
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
        if line.strip(b' \t"' + reading.separator.encode()) and not (
            reading.backslash == _ESCAPES_SEPARATOR and _is_rule(line.decode("latin-1"))
        ):
            seen += 1
            if seen == reading.header:
                return line.decode("latin-1").replace("\x00", "")
    return ""
