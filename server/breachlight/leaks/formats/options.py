"""What an operator may say about a file instead of leaving it to detection."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from breachlight.leaks.formats.kinds import FileKind


class ColumnRole(StrEnum):
    """What a column of a table holds; ``OTHER`` is everything that no record needs."""

    EMAIL = "email"
    USERNAME = "username"
    PASSWORD = "password"  # noqa: S105 (the name of a column)
    HASH = "hash"
    SALT = "salt"
    URL = "url"
    PHONE = "phone"
    SOFTWARE = "software"
    NAME = "name"
    DATE = "date"
    IP = "ip"
    OTHER = "other"


class Format(StrEnum):
    """What ``--format`` accepts."""

    CSV = "csv"
    TSV = "tsv"
    SQL = "sql"
    JSON = "json"
    LINES = "lines"
    BLOCKS = "blocks"
    LDIF = "ldif"
    PROSE = "prose"


_KINDS: Final = {
    Format.CSV: FileKind.TABLE,
    Format.TSV: FileKind.TABLE,
    Format.SQL: FileKind.SQL,
    Format.JSON: FileKind.JSON,
    Format.LINES: FileKind.LINES,
    Format.BLOCKS: FileKind.BLOCKS,
    Format.LDIF: FileKind.LDIF,
    Format.PROSE: FileKind.PROSE,
}
_CHOSEN_ROLES: Final = tuple(role.value for role in ColumnRole if role is not ColumnRole.OTHER)
_MOST_COLUMNS: Final = 10_000


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Choices for a file: its format, None to detect it, and its columns, () to find them.

    A column is a number (1-based) in a table, or a key or a path of keys (``profile.mail``) in JSON. ``separator`` is that of
    a table, None to detect it.
    """

    format: FileKind | None = None
    separator: str | None = None
    columns: tuple[tuple[ColumnRole, int | str], ...] = field(default=())

    @property
    def numbered(self) -> tuple[tuple[ColumnRole, int], ...]:
        """Return the columns that are given by number."""
        return tuple((role, column) for role, column in self.columns if isinstance(column, int))


def read_options(chosen: str | None, columns: Sequence[str]) -> ReadOptions:
    """Return the options of a command line; ``columns`` are lists such as ``email=3,password=5``.

    Raises:
        ValueError: there is no such format, or a column is written wrongly; the message says what is right.
    """
    if chosen is not None and chosen not in tuple(Format):
        raise ValueError(f"The formats are {', '.join(Format)}.")
    name = None if chosen is None else Format(chosen)
    choices = tuple(_choice(text) for texts in columns for text in texts.split(",") if text.strip())
    return ReadOptions(None if name is None else _KINDS[name], "\t" if name is Format.TSV else None, choices)


def _choice(text: str) -> tuple[ColumnRole, int | str]:
    name, _, column = (part.strip() for part in text.partition("="))
    if name not in _CHOSEN_ROLES or not column:
        raise ValueError(f"Write --columns as email=3,password=5; the names are {', '.join(_CHOSEN_ROLES)}.")
    if not column.isdecimal():
        return ColumnRole(name), column
    if not 0 < int(column) <= _MOST_COLUMNS:
        raise ValueError(f"Columns are counted from 1 to {_MOST_COLUMNS}.")
    return ColumnRole(name), int(column)
