"""What an operator may say about a file instead of leaving it to detection: names that every process knows."""

from enum import StrEnum
from typing import Final


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


CHOSEN_ROLES: Final = tuple(role.value for role in ColumnRole if role is not ColumnRole.OTHER)
_MOST_COLUMNS: Final = 10_000


def read_format(text: str) -> Format:
    """Return a format by its name.

    Raises:
        ValueError: there is none; the message says what is right.
    """
    try:
        return Format(text)
    except ValueError:
        raise ValueError(f"The formats are {', '.join(Format)}.") from None


def read_column(text: str) -> tuple[ColumnRole, int | str]:
    """Return a column that is written as ``email=3``, or ``email=profile.mail`` in JSON.

    Raises:
        ValueError: it is written wrongly; the message says what is right.
    """
    name, _, column = (part.strip() for part in text.partition("="))
    if name not in CHOSEN_ROLES or not column:
        raise ValueError(f"Write --columns as email=3,password=5; the names are {', '.join(CHOSEN_ROLES)}.")
    if not column.isdecimal():
        return ColumnRole(name), column
    if not 0 < int(column) <= _MOST_COLUMNS:
        raise ValueError(f"Columns are counted from 1 to {_MOST_COLUMNS}.")
    return ColumnRole(name), int(column)
