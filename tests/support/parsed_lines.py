"""What one line of a leak file is read as."""

from parsed_rows import Row, rows_of
from tallies import is_balanced

from breachlight.leaks.formats.dialects import LineDialect
from breachlight.leaks.formats.lines import parse_lines
from breachlight.leaks.records import RejectReason, SkipReason

COLON = LineDialect()
EMAIL = "user@example.com"


def outcome(line: str | bytes, dialect: LineDialect = COLON, offset: int = 1) -> Row | SkipReason | RejectReason:
    data = line.encode() if isinstance(line, str) else line
    part = parse_lines(data + b"\n", offset, dialect)
    assert part.tally.lines == 1
    assert is_balanced(part.tally)
    if len(part):
        return rows_of(part)[0]
    if part.tally.skipped:
        return next(iter(part.tally.skipped))
    assert (part.rejections.starts.tolist(), part.rejections.lengths.tolist()) == ([offset], [len(data)])
    return next(iter(part.tally.rejected))


def read(line: str | bytes, dialect: LineDialect = COLON, offset: int = 1) -> Row:
    row = outcome(line, dialect, offset)
    assert isinstance(row, Row), row
    assert row.offset == offset
    return row


def fields(record: Row) -> tuple[str | None, str | None, str | None]:
    return record.url, record.username, record.password
