"""The beginnings of SQL statements: ``INSERT``, ``COPY`` and ``CREATE TABLE``, and the columns that they name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.formats.columns import find_columns
from breachlight.leaks.formats.dialects import SqlDialect, SqlTable
from breachlight.leaks.records import PasswordType

_NAME: Final = rb'(?:`[^`]{1,128}`|"[^"]{1,128}"|\[[^\]]{1,128}\]|[\w$]{1,128})'
_PATH: Final = _NAME + rb"(?:\s*\.\s*" + _NAME + rb"){0,3}"
_LIST: Final = rb"\(([^()']{0,65536})\)"
_INSERT: Final = re.compile(
    # The second INTO of Oracle's INSERT ALL begins a statement of its own here.
    rb"(?:(?:insert|replace)\s+(?:(?:low_priority|delayed|high_priority|ignore|all|first|or\s+\w+)\s+){0,3}(?:into\s+)?|into\s+)("
    + _PATH
    + rb")\s*(?:"
    + _LIST
    + rb"\s*)?(?:overriding\s+\w+\s+value\s+)?values?\s*",
    re.IGNORECASE,
)
_COPY: Final = re.compile(
    rb"copy\s+(" + _PATH + rb")\s*(?:" + _LIST + rb"\s*)?from\s+stdin[^;\n]{0,200};[ \t]*\r?\n", re.IGNORECASE
)
_CREATE: Final = re.compile(
    rb"create\s+(?:(?:global|local)\s+)?(?:temporary\s+|temp\s+|unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?("
    + _PATH
    + rb")\s*\(",
    re.IGNORECASE,
)
_COLUMN: Final = re.compile(rb"\s*(" + _NAME + rb")\s+[\w\[\"]")
_NO_COLUMNS: Final = frozenset(
    ("primary", "key", "unique", "constraint", "index", "fulltext", "foreign", "check", "spatial", "exclude", "period")
)
_MOST_TABLES: Final = 2000
_MOST_COLUMNS: Final = 4096
_CREDENTIAL: Final = frozenset((ColumnRole.USERNAME, ColumnRole.PHONE, ColumnRole.URL))
_SECRET: Final = frozenset((ColumnRole.PASSWORD, ColumnRole.HASH))


class Reading(IntEnum):
    """What to do with the rows of a statement; the numbers are those of ``kernels.sql``."""

    READ = 0
    SKIP = 1
    REJECT = 2


@dataclass(frozen=True, slots=True)
class Target:
    """The table of a statement: whether and how its rows are read."""

    reading: Reading
    roles: tuple[ColumnRole, ...] = ()
    hash_type: PasswordType | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a statement with rows: its bytes, and whether the rows are those of ``COPY``."""

    text: bytes
    is_copy: bool


def head_at(data: bytes, position: int) -> Head | None:
    """Return the beginning of the ``INSERT`` or ``COPY`` statement at a position; None if there is none."""
    if data[position : position + 1] == b"(":
        return Head(b"", is_copy=False)
    match = _INSERT.match(data, position)
    # INSERT ... SELECT has no rows.
    if match is not None and data[match.end() : match.end() + 1] == b"(":
        return Head(match[0], is_copy=False)
    match = _COPY.match(data, position)
    return None if match is None else Head(match[0], is_copy=True)


def created_table(data: bytes, start: int, end: int) -> SqlTable | None:
    """Return the table that the statement at ``start`` creates; None if it creates none."""
    match = _CREATE.match(data, start, end)
    if match is None:
        return None
    columns = []
    for part in _parts(data[match.end() : end]):
        column = _COLUMN.match(part)
        if column is not None and (name := _plain(column[1])).lower() not in _NO_COLUMNS:
            columns.append(name)
    return SqlTable(_table_name(match[1]), tuple(columns[:_MOST_COLUMNS])) if columns else None


def _parts(body: bytes) -> list[bytes]:
    """Return the comma-separated definitions in front of the closing parenthesis."""
    parts: list[bytes] = []
    depth = begin = 0
    quote = b""
    for position in range(len(body)):
        character = body[position : position + 1]
        if quote:
            quote = b"" if character == quote else quote
        elif character in (b"'", b'"', b"`"):
            quote = character
        elif character == b"(":
            depth += 1
        elif character == b")":
            depth -= 1
            if depth < 0:
                return [*parts, body[begin:position]]
        elif character == b"," and depth == 0:
            parts.append(body[begin:position])
            begin = position + 1
    return [*parts, body[begin:]]


def with_table(dialect: SqlDialect, table: SqlTable) -> tuple[SqlTable, ...]:
    """Return the tables of a dialect with one more; a later one of the same name wins."""
    others = tuple(other for other in dialect.tables if other.name != table.name)
    return (*others, table)[-_MOST_TABLES:]


def table_name(head: bytes) -> str:
    """Return the name of the table of a statement, '' for bare rows."""
    match = _INSERT.match(head + b"(") or _COPY.match(head)
    return "" if match is None else _table_name(match[1])


@lru_cache(1024)
def target_of(head: bytes, tables: tuple[SqlTable, ...], choices: tuple[tuple[ColumnRole, int], ...]) -> Target:
    """Return how the rows behind the beginning of a statement are read."""
    match = _INSERT.match(head + b"(") or _COPY.match(head)
    if match is not None and match[2] is not None:
        return _target([_plain(name) for name in match[2].split(b",")], choices)
    name = "" if match is None else _table_name(match[1])
    table = next((table for table in tables if table.name == name), None)
    if table is None:
        return Target(Reading.REJECT, problem="its columns aren't named")
    if table.roles:
        return Target(reading_of(table.roles), table.roles, table.hash_type)
    return _target(table.columns, choices)


def _target(names: Sequence[str], choices: tuple[tuple[ColumnRole, int], ...]) -> Target:
    columns = find_columns(names, ())
    problem = columns.problem
    if problem is None:
        return Target(reading_of(columns.roles), columns.roles, columns.hash_type)
    if choices and max(column for _, column in choices) <= len(names):
        columns = find_columns(names, (), choices)
        return Target(Reading.READ, columns.roles, columns.hash_type)
    if problem.startswith("no column has"):
        return Target(Reading.SKIP, columns.roles)
    return Target(Reading.REJECT, columns.roles, problem=problem)


def reading_of(roles: Sequence[ColumnRole]) -> Reading:
    """Return what to do with rows of these columns: they are read for their addresses, or for other logins with a secret."""
    has_secret = bool(_SECRET & set(roles))
    return Reading.READ if ColumnRole.EMAIL in roles or (has_secret and _CREDENTIAL & set(roles)) else Reading.SKIP


def _table_name(path: bytes) -> str:
    return _plain(re.findall(_NAME, path)[-1]).lower()


def _plain(name: bytes) -> str:
    return name.strip().strip(b'`"[]').decode("utf-8", "replace").replace("\x00", "")
