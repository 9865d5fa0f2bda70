"""Records of a block as bytes, straight from the spans that parsing found (``lake.packed_blocks`` describes the layout)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.copying import copy_bytes, copy_text
from breachlight.leaks.kernels.runtime import compiled, compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import equal, with_room

TEXT_COLUMNS: Final = 9
OTHER_USERNAMES: Final = 3
HEAD_BYTES: Final = 4 + 8
"""Number of records and the first offset; little-endian, as everything in a block."""

EMPTY: Final = 0
NARROW: Final = 1
WIDE: Final = 2
LONG: Final = 3
"""How a column is stored: not at all (all null or zero), or one, four or eight bytes a number or length."""

NARROW_NULL: Final = 255
NARROW_SAME: Final = 254
WIDE_NULL: Final = -1
WIDE_SAME: Final = -2
"""Lengths that are none: the text is null, or that of the column before."""

IN_URL: Final = 128
_LONGEST_IN_URL: Final = NARROW_SAME - IN_URL - 1
"""A host that its URL contains isn't stored, and ``IN_URL`` is added to its length. A block with a longer host stores all of them."""
_NOT_STORED: Final = 1 << 30  # marks such a length until it is written

_URL: Final = 0
_HOST: Final = 1
_COLON: Final = ord(":")
_SLASH: Final = ord("/")
_SCHEME: Final = 4  # of http

_NUMBER_COLUMNS: Final = 4
_FIRST_ROOM: Final = 1 << 16
_LARGEST_WIDE: Final = (1 << 31) - 1

Bytes = npt.NDArray[np.uint8]
Spans = npt.NDArray[np.int32]


@compiled_leaf
def _put(out: Bytes, place: int, number: int, size: int) -> int:
    """Write ``size`` bytes of a number, negative ones as their complement; return where they end."""
    for _ in range(size):
        out[place] = number & 0xFF
        number >>= 8
        place += 1
    return place


@compiled_inline
def _is_same(text: Bytes, start: int, end: int, other_start: int, other_end: int) -> bool:
    if other_start < 0 or end - start != other_end - other_start:
        return False
    return start == other_start or equal(text, start, end, other_start, other_end)


@compiled_leaf
def _measure(text: Bytes, spans: Spans, column: int, before: int, lengths: npt.NDArray[np.int32]) -> tuple[int, int]:
    """Fill the lengths of a column of texts, which may be signs; return the longest one, -1 if there is no text, and their sum.

    A text of the column ``before`` (-1: of none) isn't stored again.
    """
    longest, total = -1, 0
    for row in range(len(spans)):
        start, end = int(spans[row, column, 0]), int(spans[row, column, 1])
        if start < 0:
            lengths[row] = WIDE_NULL
        elif before >= 0 and _is_same(text, start, end, int(spans[row, before, 0]), int(spans[row, before, 1])):
            lengths[row] = WIDE_SAME
            longest = max(longest, 0)
        else:
            lengths[row] = end - start
            longest = max(longest, end - start)
            total += end - start
    return longest, total


@compiled_inline
def _is_in_url(text: Bytes, url: int, url_end: int, start: int, end: int) -> bool:
    """Return whether a host follows ``http://`` or ``https://`` in a URL. Any scheme of the same length will do."""
    if url < 0 or url_end - url <= _SCHEME:
        return False
    colon = url + _SCHEME if text[url + _SCHEME] == _COLON else url + _SCHEME + 1
    host = colon + 3
    if host + end - start > url_end or text[colon] != _COLON or text[colon + 1] != _SLASH or text[colon + 2] != _SLASH:
        return False
    return host == start or equal(text, start, end, host, host + end - start)


@compiled_leaf
def _leave_out_hosts(text: Bytes, spans: Spans, lengths: npt.NDArray[np.int32]) -> int:
    """Mark the lengths of the hosts that their URLs have; return the sum of these lengths."""
    total = 0
    for row in range(len(spans)):
        size = int(lengths[row])
        if size > 0 and _is_in_url(
            text,
            int(spans[row, _URL, 0]),
            int(spans[row, _URL, 1]),
            int(spans[row, _HOST, 0]),
            int(spans[row, _HOST, 1]),
        ):
            lengths[row] = size + IN_URL + _NOT_STORED
            total += size
    return total


@compiled_leaf
def _put_texts(
    out: Bytes, place: int, text: Bytes, spans: Spans, column: int, longest: int, lengths: npt.NDArray[np.int32]
) -> int:
    """Write one column of texts, whose lengths ``_measure`` found, where there is room for it."""
    count = len(spans)
    if longest < 0:
        return _put(out, place, EMPTY, 1)
    if longest < NARROW_SAME:
        place = _put(out, place, NARROW, 1)
        for row in range(count):
            # The two lengths that are none wrap around to their narrow forms; a mark is left out.
            out[place + row] = int(lengths[row]) & 0xFF
        place += count
    else:
        place = _put(out, place, WIDE, 1)
        for row in range(count):
            place = _put(out, place, int(lengths[row]), 4)
    for row in range(count):
        size = int(lengths[row])
        if 0 < size < _NOT_STORED:  # it is negative if there is no text to write
            copy_text(out, place, text, int(spans[row, column, 0]), size)
            place += size
    return place


@compiled_leaf
def _put_numbers(out: Bytes, place: int, numbers: npt.NDArray[np.int64]) -> int:
    """Write numbers in as few bytes as the largest one needs."""
    least, largest = 0, 0
    for number in numbers:
        least, largest = min(least, int(number)), max(largest, int(number))
    kind, size = LONG, 8
    if least == 0 and largest == 0:
        kind, size = EMPTY, 0
    elif least == 0 and largest <= 0xFF:
        kind, size = NARROW, 1
    elif least == 0 and largest <= _LARGEST_WIDE:
        kind, size = WIDE, 4
    place = _put(out, place, kind, 1)
    if size == 1:
        for row in range(len(numbers)):
            out[place + row] = numbers[row]
        return place + len(numbers)
    for number in numbers:
        place = _put(out, place, int(number), size)
    return place


@compiled
def pack_blocks(
    text: Bytes,
    spans: Spans,
    other_usernames: Spans,
    offsets: npt.NDArray[np.int64],
    password_types: Bytes,
    flags: npt.NDArray[np.int32],
    machines: Bytes,
    machine_limits: npt.NDArray[np.int64],
    machine_numbers: npt.NDArray[np.int32],
    block_records: int,
) -> tuple[Bytes, npt.NDArray[np.int64]]:
    """Return the records as blocks of so many, one after the other, and where each begins and the last one ends.

    ``machines`` is copied, to each block what is between its two of the ``machine_limits``. The spans are inside ``text``.
    """
    count = len(spans)
    blocks = len(machine_limits) - 1
    # As much as usual records need; what others need is added when it is.
    out, limits = np.empty(len(text) * 3 // 2 + len(machines) + _FIRST_ROOM, np.uint8), np.zeros(blocks + 1, np.int64)
    numbers, lengths = np.zeros(block_records, np.int64), np.empty(block_records, np.int32)
    place = 0
    for block in range(blocks):
        first = block * block_records
        last = min(first + block_records, count)
        begin = int(machine_limits[block])
        size = int(machine_limits[block + 1]) - begin
        out = with_room(out, place, HEAD_BYTES + size + _NUMBER_COLUMNS * (1 + 8 * (last - first)))
        place = _put(out, place, last - first, 4)
        place = _put(out, place, int(offsets[first]), 8)
        copy_bytes(out, place, machines, begin, size)
        place += size
        own = numbers[: last - first]
        own[0] = 0
        for row in range(first + 1, last):
            own[row - first] = int(offsets[row]) - int(offsets[row - 1])
        place = _put_numbers(out, place, own)
        for row in range(first, last):
            own[row - first] = int(password_types[row])
        place = _put_numbers(out, place, own)
        for row in range(first, last):
            own[row - first] = int(flags[row])
        place = _put_numbers(out, place, own)
        for row in range(first, last):
            own[row - first] = int(machine_numbers[row])
        place = _put_numbers(out, place, own)
        for column in range(TEXT_COLUMNS):
            longest, total = _measure(text, spans[first:last], column, column - 1, lengths)
            if column == _HOST and longest > _LONGEST_IN_URL:
                longest = max(longest, NARROW_SAME)  # wide lengths: larger ones mean nothing else
            elif column == _HOST:
                total -= _leave_out_hosts(text, spans[first:last], lengths)
            out = with_room(out, place, 1 + 4 * (last - first) + total)
            place = _put_texts(out, place, text, spans[first:last], column, longest, lengths)
        for column in range(OTHER_USERNAMES):
            longest, total = _measure(text, other_usernames[first:last], column, -1, lengths)
            out = with_room(out, place, 1 + 4 * (last - first) + total)
            place = _put_texts(out, place, text, other_usernames[first:last], column, longest, lengths)
        limits[block + 1] = place
    return out[:place], limits
