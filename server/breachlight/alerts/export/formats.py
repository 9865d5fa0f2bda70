"""Exported alerts as CSV and JSON, piece by piece.

CSV follows RFC 4180, in UTF-8 with a byte order mark, without which spreadsheets assume another encoding. A cell that a
spreadsheet could run as a formula is prefixed with a single quote (ASVS 5.0, 1.2.10). So is a cell that begins with one, so
removing one leading quote from every cell yields the exact values (decision 35).
"""

import csv
import io
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any, Final

from breachlight.alerts.fields import export_columns
from breachlight.alerts.views import AlertView
from breachlight.kit import clock
from breachlight.kit.json import encode

BYTE_ORDER_MARK: Final = "\ufeff"
_FORMAT: Final = 1
# Spreadsheets that are set to East Asian languages also take the full-width forms.
_GUARDED: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠", "'")
# Few alerts have a machine: its columns come last.
_READERS: Final = dict(sorted(export_columns(AlertView).items(), key=lambda column: column[0].startswith("machine_")))
_PASSWORDS: Final = ("password", "password_error")
UNREADABLE: Final = "unreadable"
"""The error of a password that is stored damaged; its own cell is empty."""

Row = dict[str, Any]
"""One alert by the names of the columns; ``password`` and ``password_error`` only where they were asked for."""


def columns(*, include_passwords: bool) -> tuple[str, ...]:
    """Return the columns of a file, in order."""
    return (*_READERS, *_PASSWORDS) if include_passwords else tuple(_READERS)


def row_of(alert: AlertView) -> Row:
    """Return an alert by the names of the columns, without its password."""
    return {name: read(alert) for name, read in _READERS.items()}


async def as_csv(pieces: AsyncIterator[Sequence[Row]], *, include_passwords: bool) -> AsyncIterator[bytes]:
    """Yield a CSV file: a header and a row per alert; several usernames are on lines of one cell."""
    names = columns(include_passwords=include_passwords)
    yield (BYTE_ORDER_MARK + _lines([names])).encode()
    async for piece in pieces:
        yield _lines([[_cell(row[name]) for name in names] for row in piece]).encode("utf-8", "replace")


async def as_json(pieces: AsyncIterator[Sequence[Row]], *, exported_at: datetime, count: int) -> AsyncIterator[bytes]:
    """Yield one JSON object: ``format``, ``exported_at``, ``count`` and ``results``."""
    yield encode({"format": _FORMAT, "exported_at": exported_at, "count": count})[:-1] + b',"results":['
    separator = b""
    async for piece in pieces:
        yield separator + encode([_plain(row) for row in piece])[1:-1]
        separator = b","
    yield b"]}\n"


def guarded(text: str) -> str:
    """Return a cell's text with a quote before it where a spreadsheet would run it, or where it begins with a quote."""
    return "'" + text if text.startswith(_GUARDED) else text


def _lines(rows: Sequence[Sequence[str]]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\r\n").writerows(rows)
    return file.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return clock.write_instant(value)
    if isinstance(value, list):
        return guarded("\n".join(map(str, value)))
    return guarded(str(value))


def _plain(row: Row) -> Row:
    """Return a row that JSON can encode: a lone surrogate in a password has no UTF-8 form."""
    return {
        name: value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
        for name, value in row.items()
    }
