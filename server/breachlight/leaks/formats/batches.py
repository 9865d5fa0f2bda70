"""Where a buffer of the decoded stream may be cut so that no line and no block is split."""

from collections.abc import Iterator

from breachlight.leaks.formats.blocks import BlockReader, parse_blocks
from breachlight.leaks.formats.decoding import last_line_end, split_lines
from breachlight.leaks.formats.dialects import BlockDialect, Dialect
from breachlight.leaks.formats.lines import parse_lines
from breachlight.leaks.records import Outcome


def split_point(buffer: bytes, dialect: Dialect) -> int:
    """How many bytes of a buffer may be parsed as one batch; 0 means that more must be read first.

    The buffer must begin where a batch may begin: at the start of the decoded stream or at an earlier split point. What
    is parsed from the pieces is then the same as what is parsed from the whole, and 0 is the answer only for buffers
    smaller than ``decoding.MAXIMUM_LINE_BYTES`` (lines) or ``blocks.MAXIMUM_BLOCK_BYTES`` and one line (blocks). At the
    end of the stream the whole rest is the last batch.
    """
    end = last_line_end(buffer)
    if not isinstance(dialect, BlockDialect):
        return end
    reader = BlockReader(dialect)
    for offset, line in split_lines(buffer[:end]):
        reader.feed(offset, line)
    return end if reader.record_start is None else reader.record_start


def parse_batch(batch: bytes, offset: int, dialect: Dialect) -> Iterator[Outcome]:
    """The outcomes of one batch that begins at this offset of the decoded stream."""
    lines = split_lines(batch, offset)
    return parse_blocks(lines, dialect) if isinstance(dialect, BlockDialect) else parse_lines(lines, dialect)
