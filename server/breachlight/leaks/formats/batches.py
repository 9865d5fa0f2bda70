"""Cutting the decoded stream of a file where no record is split, and reading its parts."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from breachlight.leaks.formats import ldif
from breachlight.leaks.formats.decoding import MAXIMUM_LINE_BYTES, MAXIMUM_ROW_BYTES, last_line_end
from breachlight.leaks.formats.dialects import (
    Dialect,
    JsonDialect,
    LdifDialect,
    LineDialect,
    ProseDialect,
    SqlDialect,
    TableDialect,
)
from breachlight.leaks.formats.prose import parse_prose, prose_parts, split_prose

if TYPE_CHECKING:
    from breachlight.leaks.parsed import ParsedPart

_PART_BYTES: Final = 2 << 20
_LINE_END: Final = re.compile(rb"\n")
MAXIMUM_ENTRY_BYTES: Final = 8 << 20
"""Of a longer entry of a JSON file only what looks like entries inside it is read."""


def longest_line(dialect: Dialect) -> int | None:
    """Return how many bytes of a line are kept, None if lines may have any length."""
    if isinstance(dialect, JsonDialect | SqlDialect | LdifDialect):
        return None
    return MAXIMUM_ROW_BYTES if isinstance(dialect, TableDialect) else MAXIMUM_LINE_BYTES


def longest_record(dialect: Dialect) -> int:
    """Return how many bytes a record may have whose end ``split_point`` has to see."""
    if isinstance(dialect, JsonDialect):
        return MAXIMUM_ENTRY_BYTES
    if isinstance(dialect, LdifDialect):
        return ldif.MAXIMUM_ENTRY_BYTES
    return MAXIMUM_ROW_BYTES if isinstance(dialect, TableDialect | SqlDialect) else 0


def dialect_after(data: bytes | memoryview, dialect: Dialect) -> Dialect:
    """Return how the rest of a file is written, behind data that ends at a split point."""
    if isinstance(dialect, SqlDialect):
        from breachlight.leaks.formats import sql

        return sql.dialect_after(bytes(data), dialect)
    return dialect


def split_point(buffer: bytes, dialect: Dialect) -> int:
    """How many bytes of a buffer may be parsed as one batch; 0 means that more must be read first.

    The buffer must begin where a batch may begin: at the start of the decoded stream or at an earlier split point. What
    is parsed from the pieces is then the same as what is parsed from the whole, and 0 is the answer only for buffers
    smaller than ``decoding.MAXIMUM_LINE_BYTES`` (lines) or ``kernels.blocks.MAXIMUM_BLOCK_BYTES`` and one line (blocks). At the
    end of the stream the whole rest is the last batch.
    """
    if isinstance(dialect, TableDialect):
        from breachlight.leaks.formats.tables import table_split_point

        return table_split_point(buffer, dialect)
    if isinstance(dialect, JsonDialect):
        from breachlight.leaks.formats.json_parts import split_json

        return split_json(buffer, dialect)
    if isinstance(dialect, ProseDialect):
        return split_prose(buffer)
    if isinstance(dialect, LdifDialect):
        return ldif.split_ldif(buffer)
    if isinstance(dialect, SqlDialect):
        from breachlight.leaks.formats.sql import sql_split_point

        return sql_split_point(buffer, dialect)
    end = last_line_end(buffer)
    if isinstance(dialect, LineDialect) or not end:
        return end
    from breachlight.leaks.formats.blocks import split_blocks

    return split_blocks(buffer[:end], dialect)


def parts_of(data: bytes | memoryview, dialect: Dialect) -> Iterator[tuple[int, int]]:
    """Where the parts of a batch begin and end that can be read by themselves: a few megabytes of whole lines each."""
    if isinstance(dialect, LineDialect):
        start = 0
        while start < len(data):
            found = _LINE_END.search(data, start + _PART_BYTES)
            end = found.end() if found else len(data)
            yield start, end
            start = end
        return
    if isinstance(dialect, TableDialect):
        from breachlight.leaks.formats.tables import table_parts

        yield from table_parts(data, dialect, _PART_BYTES)
        return
    if isinstance(dialect, JsonDialect):
        from breachlight.leaks.formats.json_parts import json_parts

        yield from json_parts(data, dialect)
        return
    data = bytes(data)  # not copied if it is one piece
    if isinstance(dialect, ProseDialect):
        yield from prose_parts(data)
        return
    if isinstance(dialect, LdifDialect):
        yield from ldif.ldif_parts(data)
        return
    if isinstance(dialect, SqlDialect):
        yield 0, len(data)
        return
    start = 0
    while start < len(data):
        if len(data) - start <= _PART_BYTES:
            end = len(data)
        else:
            end = start + (split_point(data[start : start + _PART_BYTES], dialect) or _PART_BYTES)
        yield start, end
        start = end


def parse_part(
    data: bytes | memoryview, start_offset: int, dialect: Dialect, machine: str | None = None
) -> "ParsedPart":
    """Read one part of a file's decoded stream that begins at ``start_offset`` (bytes).

    ``machine`` is the JSON of the stealer log's machine, the same for all records.
    """
    # Compiled code takes a second to import, which only ingestion needs.
    from breachlight.leaks.formats.blocks import parse_blocks
    from breachlight.leaks.formats.lines import parse_lines
    from breachlight.leaks.formats.sql import parse_sql
    from breachlight.leaks.formats.tables import parse_table

    if isinstance(dialect, JsonDialect):
        from breachlight.leaks.formats.json_parts import parse_json

        return parse_json(data, start_offset, dialect, machine)
    if isinstance(dialect, LineDialect):
        return parse_lines(data, start_offset, dialect, machine)
    if isinstance(dialect, TableDialect):
        return parse_table(data, start_offset, dialect, machine)
    data = bytes(data)
    if isinstance(dialect, ProseDialect):
        return parse_prose(data, start_offset, machine)
    if isinstance(dialect, LdifDialect):
        return ldif.parse_ldif(data, start_offset, machine)
    if isinstance(dialect, SqlDialect):
        return parse_sql(data, start_offset, dialect, machine)
    return parse_blocks(data, start_offset, dialect, machine)
