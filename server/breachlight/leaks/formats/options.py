"""What an operator may say about a file instead of leaving it to detection."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from breachlight.leaks.choices import ColumnRole, Format, read_column, read_format
from breachlight.leaks.formats.kinds import FileKind

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
    name = None if chosen is None else read_format(chosen)
    choices = tuple(read_column(text) for texts in columns for text in texts.split(",") if text.strip())
    return ReadOptions(None if name is None else _KINDS[name], "\t" if name is Format.TSV else None, choices)
