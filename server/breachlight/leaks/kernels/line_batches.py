"""All lines of a part of a file: where they are, their text, and the fields of each (leak-formats §2 and §5)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.encoding import LONGEST_CLEAN, append_clean, append_legacy, is_utf8
from breachlight.leaks.kernels.lines import RECORD, REJECTED, SKIPPED, read_line
from breachlight.leaks.kernels.runtime import compiled, compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import with_room
from breachlight.leaks.kernels.trailing_columns import ends_with_column
from breachlight.leaks.kernels.usual_fields import UNUSUAL
from breachlight.leaks.kernels.usual_lines import read_usual_line
from breachlight.leaks.kernels.vectors import WIDTH, bit_count, bits_below, first_bit, mask_of

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

MAXIMUM_LINE_BYTES: Final = 65_536
"""A longer line is cut there, flagged and counted."""

_LINE_FEED: Final = 0x0A
_CARRIAGE_RETURN: Final = 0x0D

_line_ends = mask_of((_LINE_FEED, _LINE_FEED), (_CARRIAGE_RETURN, _CARRIAGE_RETURN))
_nul_or_not_ascii = mask_of((0, 0), (0x80, 0xFF))
_not_ascii = mask_of((0x80, 0xFF))

# Counters that ``read_lines`` adds to, behind those of the reasons to skip a line.
COUNT_LINES: Final = 16
COUNT_LEGACY: Final = 17
COUNT_CUT: Final = 18
COUNTERS: Final = 19


@compiled_inline
def next_line(text: Bytes, position: int, end: int) -> int:
    """Return where the next line begins behind the end of a line: LF, CR LF or a lone CR."""
    if position + 1 < end and text[position] == _CARRIAGE_RETURN and text[position + 1] == _LINE_FEED:
        return position + 2
    return min(position + 1, end)


@compiled_inline
def end_of_line(text: Bytes, start: int, end: int) -> tuple[int, bool, bool]:
    """Return where a line ends, and whether it has bytes that aren't ASCII, and NUL."""
    last = start
    high = 0
    has_nul = False
    while last < end and last + WIDTH <= len(text):
        inside = bits_below(end - last)
        ends = _line_ends(text, last) & inside
        if ends != 0:
            inside = (ends & -ends) - 1  # what is in front of the first
        odd = _nul_or_not_ascii(text, last) & inside
        if odd != 0:
            high |= _not_ascii(text, last) & inside
            has_nul |= odd & ~_not_ascii(text, last) != 0
        if ends != 0:
            return last + first_bit(ends), high != 0, has_nul
        last = min(last + WIDTH, end)
    while last < end and text[last] != _LINE_FEED and text[last] != _CARRIAGE_RETURN:
        high |= int(text[last] >= 0x80)
        has_nul |= text[last] == 0
        last += 1
    return last, high != 0, has_nul


@compiled_inline
def last_shown(text: Bytes, start: int, end: int) -> int:
    """Return where a line ends, or where it is cut if it is too long."""
    if end - start <= MAXIMUM_LINE_BYTES:
        return end
    last = start + MAXIMUM_LINE_BYTES
    # A character is not cut in two; one has at most four bytes.
    for _ in range(3):
        if int(text[last]) & 0xC0 == 0x80:
            last -= 1
    return last


@compiled_leaf
def count_line_ends(text: Bytes, size: int) -> int:
    """Return how many LF and CR there are, one less than the most lines that there can be."""
    count = index = 0
    while index + WIDTH <= size:
        count += bit_count(_line_ends(text, index))
        index += WIDTH
    while index < size:
        count += (text[index] == _LINE_FEED) | (text[index] == _CARRIAGE_RETURN)
        index += 1
    return count


@compiled
def clean_line(text: Bytes, size: int, start: int, end: int, flags: Integers, row: int) -> tuple[Bytes, int, int]:
    """Append a line as valid UTF-8 without NUL, U+FEFF and CR behind ``size``.

    Returns the text, and where the line begins and ends in it; the end is the new size.
    """
    text = with_room(text, size, (LONGEST_CLEAN + 1) * (end - start))
    cleaned = append_clean(text, size, start, end)
    if is_utf8(text, size, cleaned):
        return text, size, cleaned
    flags[row] |= codes.LEGACY_ENCODING
    # The legacy text goes behind the clean bytes that it is made of, which nothing points to.
    return text, cleaned, append_legacy(text, cleaned, size, cleaned)


@compiled_leaf
def is_clean(text: Bytes, start: int, end: int) -> bool:
    """Return whether a line is valid UTF-8 without NUL and U+FEFF."""
    for index in range(start, end):
        byte = text[index]
        if byte == 0:
            return False
        if byte == 0xEF and index + 2 < end and text[index + 1] == 0xBB and text[index + 2] == 0xBF:
            return False
    return is_utf8(text, start, end)


@compiled_leaf
def _read_usual_lines(
    names: Bytes,
    text: Bytes,
    start: int,
    end: int,
    offset: int,
    fields: Integers,
    starts: Positions,
    lengths: Integers,
    flags: Integers,
    rows: int,
) -> tuple[int, int]:
    """Read lines from ``start`` on; return where the first unusual one begins, or the end, and how many rows there are."""
    while start < end:
        last = read_usual_line(names, text, start, end, fields, flags, rows)
        if last == UNUSUAL:
            break
        starts[rows] = offset + start
        lengths[rows] = last - start
        rows += 1
        start = next_line(text, last, end)
    return start, rows


@compiled
def read_lines(
    names: Bytes,
    text: Bytes,
    size: int,
    offset: int,
    separator: int,
    is_email_last: bool,
    fields: Integers,
    starts: Positions,
    lengths: Integers,
    flags: Integers,
    rejected: Positions,
    counters: Positions,
) -> tuple[Bytes, int, int, int]:
    """Read all lines of a part that begins at an offset of the decoded stream (bytes).

    The arrays have as many rows as there are lines and one more; ``rejected`` (rows, 3) gets start, length and reason.
    Returns the text, its size, and how many lines became fields and how many were rejected.
    """
    end = size
    refused = 0
    rows = int(np.int64(0))  # not the literal 0, for which everything below would be compiled once more
    start = 0
    while True:
        # A loop that may replace the text counts references for each line, which takes as long as a part of its work.
        before = rows
        start, rows = _read_usual_lines(names, text, start, end, offset, fields, starts, lengths, flags, rows)
        counters[COUNT_LINES] += rows - before
        if start >= end:
            return text, size, rows, refused
        last, is_high, has_nul = end_of_line(text, start, end)
        following = next_line(text, last, end)
        first, shown = start, last_shown(text, start, last)
        flags[rows] = codes.LINE_CUT if shown < last else 0
        if has_nul or (is_high and not is_clean(text, start, shown)):
            text, first, shown = clean_line(text, size, start, shown, flags, rows)
            size = shown
        outcome = read_line(
            names, text, first, shown, separator, is_email_last, offset + start == 0, fields, flags, rows
        )
        counters[COUNT_LINES] += 1
        if outcome == RECORD:
            if ends_with_column(text, int(fields[rows, codes.SECRET, 0]), int(fields[rows, codes.SECRET, 1])):
                flags[rows] |= codes.AMBIGUOUS
            starts[rows] = offset + start
            lengths[rows] = last - start
            rows += 1
        else:
            counters[COUNT_LEGACY] += flags[rows] & codes.LEGACY_ENCODING != 0
            counters[COUNT_CUT] += flags[rows] & codes.LINE_CUT != 0
            if outcome >= REJECTED:
                rejected[refused, 0] = offset + start
                rejected[refused, 1] = last - start
                rejected[refused, 2] = outcome - REJECTED
                refused += 1
            else:
                counters[outcome - SKIPPED] += 1
        start = following
