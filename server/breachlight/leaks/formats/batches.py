"""Cutting the decoded stream of a file where no record is split, and reading its parts."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from breachlight.leaks.formats.blocks import BlockReader, parse_blocks
from breachlight.leaks.formats.decoding import MAXIMUM_LINE_BYTES, MAXIMUM_ROW_BYTES, last_line_end, split_lines
from breachlight.leaks.formats.dialects import Dialect, JsonDialect, LineDialect, ProseDialect, SqlDialect, TableDialect
from breachlight.leaks.formats.prose import parse_prose, prose_parts, split_prose
from breachlight.leaks.records import Tally, counted

if TYPE_CHECKING:
    from breachlight.leaks.parsed import ParsedPart

_PART_BYTES: Final = 2 << 20
MAXIMUM_ENTRY_BYTES: Final = 8 << 20
"""Of a longer entry of a JSON file only what looks like entries inside it is read."""


def longest_line(dialect: Dialect) -> int | None:
    """Return how many bytes of a line are kept, None if lines may have any length."""
    if isinstance(dialect, JsonDialect | SqlDialect):
        return None
    return MAXIMUM_ROW_BYTES if isinstance(dialect, TableDialect) else MAXIMUM_LINE_BYTES


def longest_record(dialect: Dialect) -> int:
    """Return how many bytes a record may have whose end ``split_point`` has to see."""
    if isinstance(dialect, JsonDialect):
        return MAXIMUM_ENTRY_BYTES
    return MAXIMUM_ROW_BYTES if isinstance(dialect, TableDialect | SqlDialect) else 0


def dialect_after(data: bytes, dialect: Dialect) -> Dialect:
    """Return how the rest of a file is written, behind data that ends at a split point."""
    if isinstance(dialect, SqlDialect):
        from breachlight.leaks.formats import sql

        return sql.dialect_after(data, dialect)
    return dialect


def split_point(buffer: bytes, dialect: Dialect) -> int:
    """How many bytes of a buffer may be parsed as one batch; 0 means that more must be read first.

    The buffer must begin where a batch may begin: at the start of the decoded stream or at an earlier split point. What
    is parsed from the pieces is then the same as what is parsed from the whole, and 0 is the answer only for buffers
    smaller than ``decoding.MAXIMUM_LINE_BYTES`` (lines) or ``blocks.MAXIMUM_BLOCK_BYTES`` and one line (blocks). At the
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
    if isinstance(dialect, SqlDialect):
        from breachlight.leaks.formats.sql import sql_split_point

        return sql_split_point(buffer, dialect)
    end = last_line_end(buffer)
    if isinstance(dialect, LineDialect):
        return end
    reader = BlockReader(dialect)
    for offset, line in split_lines(buffer[:end]):
        reader.feed(offset, line)
    return end if reader.record_start is None else reader.record_start


def parts_of(data: bytes, dialect: Dialect) -> Iterator[tuple[int, int]]:
    """Where the parts of a batch begin and end that can be read by themselves: a few megabytes of whole lines each."""
    if isinstance(dialect, TableDialect):
        from breachlight.leaks.formats.tables import table_parts

        yield from table_parts(data, dialect, _PART_BYTES)
        return
    if isinstance(dialect, JsonDialect):
        from breachlight.leaks.formats.json_parts import json_parts

        yield from json_parts(data, dialect)
        return
    if isinstance(dialect, ProseDialect):
        yield from prose_parts(data)
        return
    if not isinstance(dialect, LineDialect):
        yield 0, len(data)
        return
    start = 0
    while start < len(data):
        end = data.find(b"\n", start + _PART_BYTES) + 1 or len(data)
        yield start, end
        start = end


def parse_part(data: bytes, start_offset: int, dialect: Dialect, machine: str | None = None) -> "ParsedPart":
    """Read one part of a file's decoded stream that begins at ``start_offset`` (bytes).

    ``machine`` is the JSON of the stealer log's machine, the same for all records.
    """
    # Compiled code takes a second to import, which only ingestion needs.
    from breachlight.leaks.formats.lines import parse_lines
    from breachlight.leaks.formats.sql import parse_sql
    from breachlight.leaks.formats.tables import parse_table
    from breachlight.leaks.parsed import part_of_table
    from breachlight.leaks.record_schema import table_of

    if isinstance(dialect, JsonDialect):
        from breachlight.leaks.formats.json_parts import parse_json

        return parse_json(data, start_offset, dialect, machine)
    if isinstance(dialect, ProseDialect):
        return parse_prose(data, start_offset, machine)
    if isinstance(dialect, LineDialect):
        return parse_lines(data, start_offset, dialect, machine)
    if isinstance(dialect, TableDialect):
        return parse_table(data, start_offset, dialect, machine)
    if isinstance(dialect, SqlDialect):
        return parse_sql(data, start_offset, dialect, machine)
    tally = Tally()
    table = table_of(counted(parse_blocks(split_lines(data, start_offset), dialect), tally))
    return part_of_table(table, tally, machine)
