"""Parts of files of one-line records, read by compiled code (leak-formats §5)."""

from typing import Final

import numpy as np

from breachlight.leaks.formats.dialects import LineDialect
from breachlight.leaks.kernels.line_batches import (
    COUNT_CUT,
    COUNT_LEGACY,
    COUNT_LINES,
    COUNTERS,
    count_line_ends,
    read_lines,
)
from breachlight.leaks.parsed import (
    JUDGE_BY_SHAPE,
    REJECT_REASONS,
    ParsedPart,
    RawFields,
    Rejections,
    finish,
    names_table,
)
from breachlight.leaks.records import SkipReason, Tally

_SKIP_REASONS: Final = tuple(SkipReason)
_ROOM: Final = 1 << 12


def parse_lines(
    data: bytes | memoryview, start_offset: int, dialect: LineDialect, machine: str | None = None
) -> ParsedPart:
    """Read whole lines that begin at an offset of the decoded stream (bytes)."""
    text = np.empty(len(data) + len(data) // 8 + _ROOM, np.uint8)
    text[: len(data)] = np.frombuffer(data, np.uint8)
    lines = count_line_ends(text, len(data)) + 2
    fields = np.empty((lines, 8, 2), np.int32)
    starts, lengths, flags = np.empty(lines, np.int64), np.empty(lines, np.int32), np.empty(lines, np.int32)
    rejected, counters = np.empty((lines, 3), np.int64), np.zeros(COUNTERS, np.int64)
    text, size, rows, refused = read_lines(
        names_table(),
        text,
        len(data),
        start_offset,
        ord(dialect.separator),
        dialect.is_email_last,
        fields,
        starts,
        lengths,
        flags,
        rejected,
        counters,
    )
    rejected = rejected[:refused]
    rejections = Rejections(rejected[:, 0].copy(), rejected[:, 1].astype(np.int32), rejected[:, 2].astype(np.uint8))
    raw = RawFields(
        text,
        size,
        fields[:rows],
        starts[:rows],
        lengths[:rows],
        np.ones(rows, np.int32),
        flags[:rows],
        np.full(rows, JUDGE_BY_SHAPE, np.uint8),
    )
    return finish(raw, machine=machine, rejections=rejections, tally=_tally(counters, rows, rejections))


def _tally(counters: np.ndarray[tuple[int], np.dtype[np.int64]], rows: int, rejections: Rejections) -> Tally:
    tally = Tally(
        lines=int(counters[COUNT_LINES]) - rows,
        legacy_encoded=int(counters[COUNT_LEGACY]),
        cut_lines=int(counters[COUNT_CUT]),
    )
    for number, reason in enumerate(_SKIP_REASONS):
        if counters[number]:
            tally.skipped[reason] = int(counters[number])
    for number, count in enumerate(np.bincount(rejections.reasons, minlength=1).tolist()):
        if count:
            tally.rejected[REJECT_REASONS[number]] = count
    return tally
