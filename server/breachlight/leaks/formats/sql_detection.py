"""Whether a text is an SQL dump, and which columns its tables have (leak-formats §3 and §16)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from breachlight.leaks.formats.columns import find_columns
from breachlight.leaks.formats.decoding import MAXIMUM_ROW_BYTES
from breachlight.leaks.formats.dialects import SqlDialect, SqlTable
from breachlight.leaks.formats.options import ReadOptions
from breachlight.leaks.formats.sql_statements import Head, Reading, table_name, target_of, with_table

_STATEMENT: Final = re.compile(
    r"(?:insert\s+(?:\w+\s+){0,3}into\s|insert\s+\[|insert\s+(?:all|first)\s*$|update\s+\S{1,128}\s+set\s+\S+?\s?=|replace\s+into\s|create\s+(?:\w+\s+)?table\s|drop\s+table\s"
    r"|copy\s\S+\s.{0,4096}from\s+stdin|--\s+(?:mysql|mariadb|postgresql)\b.{0,80}dump|pragma\s+foreign_keys)",
    re.IGNORECASE,
)
_BARE_ROW: Final = re.compile(r"\(\s*(?:\d+|N?'[^']*'|null)\s*,.*'.*\)\s*[,;]?", re.IGNORECASE)
_MOST: Final = 0.8
_SAMPLE_ROWS: Final = 200
_MOST_COLUMNS: Final = 200
_MYSQL: Final = (b"`", b"MySQL", b"MariaDB", b"ENGINE=", b"\\'", b'\\"', b"\\\\")
_STANDARD: Final = (b"PostgreSQL", b"[dbo]", b"PRAGMA ", b"FROM stdin", b" N'", b",N'")


@dataclass(frozen=True, slots=True)
class SqlDetection:
    """A dump: its dialect, or the sentence that says why it can't be read, without its full stop."""

    dialect: SqlDialect | None
    problem: str | None = None


def is_sql(texts: Sequence[str]) -> bool:
    """Return whether trimmed lines are those of an SQL dump."""
    if any(_STATEMENT.match(text) for text in texts):
        return True
    rows = sum(_BARE_ROW.fullmatch(text[:4096]) is not None for text in texts)
    return rows >= _MOST * len(texts)


def find_sql(decoded: bytes, options: ReadOptions) -> SqlDetection:
    """Return how a dump is written, by its head. Tables without named columns get them by the content of their rows."""
    # Compiled code takes a second to import, which only ingestion needs.
    from breachlight.leaks.formats.sql import SqlScanner

    is_standard = any(mark in decoded for mark in _STANDARD)
    backslash = not is_standard and any(mark in decoded for mark in _MYSQL)
    scanner = SqlScanner(decoded, SqlDialect(backslash, choices=options.numbered), is_final=False, skips_rows=True)
    problems: list[str] = []
    readings: list[Reading] = []

    def look_at(head: Head, position: int) -> None:
        target = target_of(head.text, scanner.dialect.tables, options.numbered)
        name = table_name(head.text)
        if target.reading is Reading.REJECT and not target.roles:
            rows = _copied_rows(decoded, position) if head.is_copy else _sampled_rows(decoded, position, backslash)
            columns = find_columns((), rows, options.numbered) if rows else None
            if columns is not None and columns.problem is None:
                table = SqlTable(name, roles=columns.roles)
                scanner.dialect = replace(scanner.dialect, tables=with_table(scanner.dialect, table))
                target = target_of(head.text, scanner.dialect.tables, options.numbered)
            elif columns is not None and columns.problem is not None:
                problems.append(f"{f'table {name}' if name else 'its rows'}: {columns.problem}")
        elif target.problem is not None:
            problems.append(f"table {name}: {target.problem}")
        readings.append(target.reading)

    scanner.run(look_at)
    if problems and Reading.READ not in readings:
        return SqlDetection(None, problems[0])
    by_content = tuple(table for table in scanner.dialect.tables if table.roles)
    return SqlDetection(SqlDialect(backslash, by_content, choices=options.numbered))


def _copied_rows(decoded: bytes, position: int) -> list[list[str]]:
    lines = decoded[position:].decode("utf-8", "replace").split("\n")[:_SAMPLE_ROWS]
    return [line.rstrip("\r").split("\t") for line in lines if line and not line.startswith("\\.")]


def _sampled_rows(decoded: bytes, position: int, backslash: bool) -> list[list[str]]:
    """Return the texts of the first rows behind ``VALUES``; a kernel finds a few columns at a time."""
    from breachlight.leaks.kernels.cells import SLOTS
    from breachlight.leaks.kernels.sql import OPEN, RAGGED, scan_sql_row

    data = np.frombuffer(decoded, np.uint8)
    cells, kinds = np.empty((SLOTS, 2), np.int32), np.zeros(SLOTS, np.uint8)
    rows: list[list[str]] = []
    while len(rows) < _SAMPLE_ROWS:
        while position < len(decoded) and decoded[position : position + 1] in b" \t\r\n,":
            position += 1
        if decoded[position : position + 1] != b"(":
            break
        row: list[str] = []
        while len(row) < _MOST_COLUMNS:
            slots = np.full(len(row) + SLOTS, -1, np.int32)
            slots[len(row) :] = np.arange(SLOTS)
            end, state = scan_sql_row(
                data, position, len(decoded), backslash, slots, 0, MAXIMUM_ROW_BYTES, False, cells, kinds
            )
            found = [decoded[start:stop].decode("utf-8", "replace") for start, stop in cells.tolist() if start >= 0]
            row += found
            if len(found) < SLOTS or state > RAGGED:
                break
        if state >= OPEN or state > RAGGED:
            break
        rows.append(row)
        position = end
    return rows
