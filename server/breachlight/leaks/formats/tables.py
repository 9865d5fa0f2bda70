"""Tables with a row a line: where they may be cut, and the records of their rows (leak-formats §15)."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.formats.decoding import MAXIMUM_ROW_BYTES
from breachlight.leaks.formats.device_columns import devices_of_rows
from breachlight.leaks.formats.dialects import TableDialect
from breachlight.leaks.kernels import cells, codes
from breachlight.leaks.kernels.tables import scan_table, table_boundary
from breachlight.leaks.parsed import Bytes, Integers, ParsedPart, Positions, RawFields, Rejections, finish
from breachlight.leaks.records import PasswordType, RejectReason, SkipReason, Tally

_PART_ROWS: Final = 1 << 15
_NEXT_URL: Final = re.compile(rb"\s*,\s*(?P<url>[A-Za-z][A-Za-z0-9+.-]*://)")
_REJECT_REASONS: Final = tuple(RejectReason)
_SKIP_REASONS: Final = tuple(SkipReason)
_SLOTS: Final = {
    ColumnRole.EMAIL: (cells.EMAIL, cells.EMAILS),
    ColumnRole.USERNAME: (cells.USERNAME, cells.USERNAMES),
    ColumnRole.PHONE: (cells.PHONE, 1),
    ColumnRole.PASSWORD: (cells.PASSWORD, 1),
    ColumnRole.HASH: (cells.HASH, 1),
    ColumnRole.SALT: (cells.SALT, 1),
    ColumnRole.URL: (cells.URL, 1),
    ColumnRole.SOFTWARE: (cells.SOFTWARE, 1),
}


def table_split_point(window: bytes | memoryview, dialect: TableDialect) -> int:
    """Return where the last row ends that is complete whatever follows the window; 0: none is."""
    data = np.frombuffer(window, np.uint8)
    return table_boundary(data, 0, *_syntax(dialect), MAXIMUM_ROW_BYTES)


def table_parts(data: bytes | memoryview, dialect: TableDialect, size: int) -> Iterator[tuple[int, int]]:
    """Yield where parts of about ``size`` bytes begin and end, each of whole rows."""
    start, wanted = 0, size
    while start < len(data):
        window = memoryview(data)[start : start + wanted]
        end = len(data) if start + wanted >= len(data) else start + table_split_point(window, dialect)
        if end == start:
            wanted *= 2
            continue
        yield start, end
        start, wanted = end, size


def parse_table(
    data: bytes | memoryview, start_offset: int, dialect: TableDialect, machine: str | None = None
) -> ParsedPart:
    """Read whole rows that begin at ``start_offset`` (bytes) of the decoded stream."""
    rows = RowBuffers(data)
    slots = slots_of(dialect.roles)
    header = np.frombuffer(dialect.header.encode("latin-1", "replace"), np.uint8)
    start = 0
    while start < len(data):
        rows.make_room()
        rows.text, rows.size, start, records, rejections = scan_table(
            rows.text,
            rows.size,
            len(data),
            start,
            *_syntax(dialect),
            slots,
            len(dialect.roles),
            header,
            hash_number(dialect.hash_type),
            MAXIMUM_ROW_BYTES,
            rows.fields,
            rows.places,
            rows.flags,
            rows.hash_types,
            rows.rejected,
            rows.skipped,
        )
        rows.keep(records, rejections)
    return rows.finish(start_offset, machine, dialect)


def _syntax(dialect: TableDialect) -> tuple[int, int, int]:
    return ord(dialect.separator), ord(dialect.quote) if dialect.quote else 0, dialect.backslash


def slots_of(roles: Sequence[ColumnRole]) -> Integers:
    """Return the slot of each column for the kernels, -1 for columns that no record needs."""
    slots = np.full(len(roles), -1, np.int32)
    taken: dict[ColumnRole, int] = {}
    for column, role in enumerate(roles):
        if role in _SLOTS:
            first, count = _SLOTS[role]
            number = taken.get(role, 0)
            if number < count:
                slots[column] = first + number
                taken[role] = number + 1
    return slots


def _separate_urls(text: bytes, start: int) -> list[tuple[int, int]]:
    """Return the span of each URL in a list of them, which begins at ``start``."""
    ends = [*_NEXT_URL.finditer(text)]
    starts = [0, *(match.start("url") for match in ends)]
    return [
        (start + first, start + last)
        for first, last in zip(starts, [*(match.start() for match in ends), len(text)], strict=True)
    ]


def hash_number(hash_type: PasswordType | None) -> int:
    """Return a type of hash as kernels have it."""
    return codes.JUDGE_BY_SHAPE if hash_type is None else tuple(PasswordType).index(hash_type)


class RowBuffers:
    """What kernels write while they read the rows of one part, in portions of so many rows at a time."""

    def __init__(self, data: bytes | memoryview) -> None:
        """Start with the part's data; unescaped text is appended to it."""
        self.size = len(data)
        self.text: Bytes = np.empty(len(data) + (len(data) >> 2) + 1024, np.uint8)
        self.text[: self.size] = np.frombuffer(data, np.uint8)
        self.skipped = np.zeros(len(_SKIP_REASONS), np.int64)
        self._kept: list[tuple[Integers, Integers, Integers, Bytes]] = []
        self._rejected: list[Integers] = []
        self.make_room()

    def make_room(self) -> None:
        """Make room for another portion."""
        self.fields = np.empty((_PART_ROWS, codes.RAW_FIELDS, 2), np.int32)
        self.places = np.empty((_PART_ROWS, 3), np.int32)
        self.flags = np.empty(_PART_ROWS, np.int32)
        self.hash_types = np.empty(_PART_ROWS, np.uint8)
        self.rejected = np.empty((_PART_ROWS, 4), np.int32)

    def keep(self, records: int, rejections: int) -> None:
        """Keep the records and rejections that a kernel has written into the portion."""
        self._kept.append(
            (self.fields[:records], self.places[:records], self.flags[:records], self.hash_types[:records])
        )
        self._rejected.append(self.rejected[:rejections])

    def reject(self, start: int, length: int, reason: int, lines: int) -> None:
        """Reject a stretch of the part as a whole."""
        self._rejected.append(np.array([[start, length, reason, lines]], np.int32))

    def _by_url(self, fields: Integers) -> tuple[Positions, Integers]:
        """Return the rows of records with one URL each: the number of the row that each was, and its fields."""
        numbers: list[int] = []
        spans: list[tuple[int, int]] = []
        for number, (start, end) in enumerate(fields[:, codes.URL].tolist()):
            urls = _separate_urls(self.text[start:end].tobytes(), start) if start >= 0 else [(-1, -1)]
            numbers += [number] * len(urls)
            spans += urls
        rows = np.array(numbers, np.int64)
        separate = fields[rows]
        separate[:, codes.URL] = np.array(spans, np.int32).reshape(-1, 2)
        return rows, separate

    def finish(self, start_offset: int, machine: str | None, dialect: TableDialect | None = None) -> ParsedPart:
        """Return the finished records; ``start_offset`` is that of the part in the decoded stream.

        A ``dialect`` says whether a record with several URLs becomes one of each, and which columns describe infected devices.
        """
        self.keep(0, 0)
        fields, places, flags, hash_types = (np.concatenate([part[index] for part in self._kept]) for index in range(4))
        machines = devices_of_rows(self.text, places, dialect) if dialect is not None and dialect.devices else None
        if dialect is not None and dialect.has_url_lists:
            rows, fields = self._by_url(fields)
            is_further = np.diff(rows, prepend=-1) == 0
            places, flags, hash_types = places[rows], flags[rows], hash_types[rows]
            machines = None if machines is None else (machines[0], machines[1][rows])
            places[is_further, 2] = 0  # the lines count once
        rejected = np.concatenate(self._rejected)
        tally = Tally()
        for number, count in enumerate(self.skipped.tolist()):
            if count:
                tally.skipped[_SKIP_REASONS[number]] += count
                tally.lines += count
        for number in np.unique(rejected[:, 2]).tolist():
            lines = int(rejected[rejected[:, 2] == number, 3].sum())
            tally.rejected[_REJECT_REASONS[number]] += lines
            tally.lines += lines
        raw = RawFields(
            self.text,
            self.size,
            fields,
            places[:, 0].astype(np.int64) + start_offset,
            np.ascontiguousarray(places[:, 1]),
            np.ascontiguousarray(places[:, 2]),
            flags,
            hash_types,
        )
        rejections = Rejections(
            rejected[:, 0].astype(np.int64) + start_offset,
            np.ascontiguousarray(rejected[:, 1]),
            rejected[:, 2].astype(np.uint8),
        )
        return finish(raw, machine=machine, machines=machines, rejections=rejections, tally=tally)
