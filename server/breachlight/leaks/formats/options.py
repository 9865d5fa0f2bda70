"""What an operator may say about a file instead of leaving it to detection."""

from dataclasses import dataclass, field
from enum import StrEnum

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
