"""Rows of delimited tables: where the wanted cells of each row begin and end.

A row ends at a line end outside quotes. A quoted cell opens at its first character and closes at a quote that a separator
or a line end follows; quotes inside are doubled or, in some files, escaped with a backslash. A quote that never closes, or
closes in the middle of a later line, breaks the row: it ends with its first line, and the next line is read as usual.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.cells import MOST_RECORDS, ROOM, SLOTS, emit_row, has_needed_cells, place_records
from breachlight.leaks.kernels.escapes import ESCAPES_SEPARATOR, unescape
from breachlight.leaks.kernels.runtime import compiled, compiled_leaf
from breachlight.leaks.kernels.text import behind_mark, with_room

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

GOOD: Final = 0
SHORT: Final = 1
RAGGED: Final = 2
BROKEN: Final = 3
TOO_LONG: Final = 4
BLANK: Final = 5
HEADER: Final = 6
OPEN: Final = 7
"""States of a row. ``SHORT``: cells at the end are missing; ``RAGGED``: it has more cells than the table has columns;
``OPEN``: what decides about it lies behind the end of the data."""

_TAB: Final = 9
_LF: Final = 10
_CR: Final = 13
_SPACE: Final = 32
_BACKSLASH: Final = 92
_BAR: Final = 124
_LEAST_DASHES: Final = 3


@compiled_leaf
def scan_row(
    data: Bytes,
    start: int,
    size: int,
    separator: int,
    quote: int,
    backslash: int,
    slots: Integers,
    columns: int,
    limit: int,
    is_final: bool,
    cells: Integers,
    escaped: Bytes,
) -> tuple[int, int, int, int]:
    """Find the cells of the row at ``start``; ``start`` < ``size`` <= len(data).

    ``slots[column]`` is the slot of a column, -1: not wanted. ``cells`` (SLOTS, 2) gets the spans, -1 where the row has no
    such cell; ``escaped`` (SLOTS) whether the span has to be unescaped. ``quote`` 0: nothing is quoted.

    Returns the end of the row without its line end, the start of the next row, the state and the number of lines.
    """
    for slot in range(SLOTS):
        cells[slot, 0] = -1
        cells[slot, 1] = -1
        escaped[slot] = 0
    position = behind_mark(data, start, size)
    column = 0
    breaks = 0
    first_break = -1
    surplus = False
    while True:
        slot = -1
        if column < len(slots):
            slot = slots[column]
        opening = position
        if quote:
            while opening < size and (data[opening] == _SPACE or (data[opening] == _TAB and separator != _TAB)):
                opening += 1
        if quote and opening < size and data[opening] == quote:
            position = opening + 1
            closing = -1
            has_escapes = False
            has_separator = False
            is_malformed = False
            while position < size:
                byte = data[position]
                if byte == quote:
                    if position + 1 < size and data[position + 1] == quote:
                        has_escapes = True
                        position += 2
                        continue
                    after = position + 1
                    while after < size and (data[after] == _SPACE or (data[after] == _TAB and separator != _TAB)):
                        after += 1
                    if after >= size:
                        if not is_final:
                            return size, size, OPEN, breaks + 1
                        closing = position
                        position = size
                        break
                    if data[after] == separator or data[after] == _LF or data[after] == _CR:
                        closing = position
                        position = after
                        break
                    is_malformed = True
                    if first_break >= 0:
                        break
                    position += 1
                elif byte == _BACKSLASH and backslash:
                    has_escapes = True
                    if position + 1 < size and (data[position + 1] == _LF or data[position + 1] == _CR):
                        position += 1  # the line end is counted below
                    else:
                        position += 2
                elif byte == _LF or byte == _CR:
                    if is_malformed:
                        break
                    if first_break < 0:
                        first_break = position
                    if byte == _CR and position + 1 < size and data[position + 1] == _LF:
                        position += 1
                    breaks += 1
                    position += 1
                    if position - start > limit:
                        break
                else:
                    if byte == separator:
                        has_separator = True
                    position += 1
            if closing < 0 or (is_malformed and (first_break >= 0 or has_separator)):
                if closing < 0 and position >= size and size - start <= limit and not is_final:
                    return size, size, OPEN, breaks + 1
                # Broken. The row is its first line, whatever the quotes say.
                end = start
                while end < size and data[end] != _LF and data[end] != _CR:
                    end += 1
                if end >= size and not is_final and size - start <= limit:
                    return size, size, OPEN, 1
                return end, _after_line_end(data, end, size), BROKEN, 1
            if slot >= 0 and cells[slot, 0] < 0:
                cells[slot, 0] = opening + 1
                cells[slot, 1] = closing
                escaped[slot] = has_escapes
            if column >= columns and closing > opening + 1:
                surplus = True
        else:
            begin = position
            has_escapes = False
            if backslash:
                while position < size:
                    byte = data[position]
                    if byte == separator or byte == _LF or byte == _CR:
                        break
                    if (
                        byte == _BACKSLASH
                        and position + 1 < size
                        and (backslash != ESCAPES_SEPARATOR or data[position + 1] == separator)
                    ):
                        has_escapes = True
                        position += 1
                        if data[position] == _LF or data[position] == _CR:
                            breaks += 1
                    position += 1
                position = min(position, size)
            else:
                while position < size:
                    byte = data[position]
                    if byte == separator or byte == _LF or byte == _CR:
                        break
                    position += 1
            if slot >= 0 and cells[slot, 0] < 0:
                cells[slot, 0] = begin
                cells[slot, 1] = position
                escaped[slot] = has_escapes
            if column >= columns and position > begin:
                surplus = True
        column += 1
        if position < size and data[position] == separator:
            position += 1
            if position < size or is_final:
                continue
            return size, size, OPEN, breaks + 1
        break
    end = position
    if end >= size and not is_final and size - start <= limit:
        return size, size, OPEN, breaks + 1
    if end < size and data[end] == _CR and end + 1 >= size and not is_final:
        return size, size, OPEN, breaks + 1
    state = GOOD
    if end - start > limit:
        state = TOO_LONG
    elif column == 1 and columns > 1 and _is_blank(data, behind_mark(data, start, end), end):
        state = BLANK
    elif surplus:
        state = RAGGED
    elif column < columns:
        state = SHORT
    return end, _after_line_end(data, end, size), state, breaks + 1


@compiled_leaf
def _after_line_end(data: Bytes, position: int, size: int) -> int:
    """Return where the line after the line end at ``position`` begins; LF, CR LF and a lone CR end a line."""
    if position >= size:
        return size
    if data[position] == _CR and position + 1 < size and data[position + 1] == _LF:
        return position + 2
    return position + 1


@compiled_leaf
def _is_blank(data: Bytes, start: int, end: int) -> bool:
    for position in range(start, end):
        if data[position] > _SPACE:
            return False
    return True


@compiled_leaf
def _is_at(data: Bytes, start: int, end: int, text: Bytes) -> bool:
    if end - start != len(text):
        return False
    for index in range(len(text)):
        if data[start + index] != text[index]:
            return False
    return True


@compiled_leaf
def _is_rule(data: Bytes, start: int, end: int) -> bool:
    """Return whether a row only draws a line: ``|---|:-:|`` in Markdown, ``+----+----+`` in the output of a database's client."""
    dashes = 0
    for position in range(start, end):
        byte = data[position]
        if byte == 0x2D or byte == 0x3D:  # - =
            dashes += 1
        elif byte != _BAR and byte != 0x2B and byte != 0x3A and byte != _SPACE and byte != _TAB:  # + :
            return False
    return dashes >= _LEAST_DASHES


@compiled_leaf
def _scan_rows(
    text: Bytes,
    size: int,
    data_size: int,
    position: int,
    separator: int,
    quote: int,
    backslash: int,
    slots: Integers,
    columns: int,
    header: Bytes,
    hash_type: int,
    limit: int,
    fields: Integers,
    places: Integers,
    flags: Integers,
    hash_types: Bytes,
    rejected: Integers,
    skipped: Positions,
    cells: Integers,
    escaped: Bytes,
    count: int,
    refused: int,
) -> tuple[int, int, int, int, int]:
    """Read rows as ``scan_table`` does, until one may have no room in ``text``.

    Returns the size of the text, the start of the first row not read, the numbers of records and rejections, and how many bytes that
    row needs, 0 if it isn't for want of room.
    """
    while position < data_size and count + MOST_RECORDS <= len(fields) and refused < len(rejected):
        end, following, state, lines = scan_row(
            text, position, data_size, separator, quote, backslash, slots, columns, limit, True, cells, escaped
        )
        begin = behind_mark(text, position, end)
        if len(header) and state <= RAGGED and _is_at(text, begin, end, header):
            skipped[codes.SKIPPED_HEADER] += lines
        elif state == BLANK:
            skipped[codes.SKIPPED_BLANK] += lines
        elif separator == _BAR and _is_rule(text, begin, end):
            skipped[codes.SKIPPED_SEPARATOR] += lines
        else:
            if state <= SHORT:
                if size + ROOM * (end - position) > len(text):
                    return size, position, count, refused, ROOM * (end - position)
                for slot in range(SLOTS):
                    if escaped[slot]:
                        first = size
                        size = unescape(text, size, int(cells[slot, 0]), int(cells[slot, 1]), quote, backslash)
                        cells[slot, 0] = first
                        cells[slot, 1] = size
                if state == SHORT and not has_needed_cells(text, cells, slots):
                    state = RAGGED
            if state <= SHORT:
                first = count
                size, count = emit_row(text, size, cells, state == GOOD, hash_type, fields, flags, hash_types, count)
                place_records(places, first, count, position, end - position, lines)
            else:
                rejected[refused, 0] = position
                rejected[refused, 1] = end - position
                rejected[refused, 2] = (
                    codes.REJECTED_RAGGED_ROW
                    if state == RAGGED
                    else codes.REJECTED_BROKEN_QUOTES
                    if state == BROKEN
                    else codes.REJECTED_TOO_LONG
                )
                rejected[refused, 3] = lines
                refused += 1
        position = following
    return size, position, count, refused, 0


@compiled
def scan_table(
    text: Bytes,
    size: int,
    data_size: int,
    start: int,
    separator: int,
    quote: int,
    backslash: int,
    slots: Integers,
    columns: int,
    header: Bytes,
    hash_type: int,
    limit: int,
    fields: Integers,
    places: Integers,
    flags: Integers,
    hash_types: Bytes,
    rejected: Integers,
    skipped: Positions,
) -> tuple[Bytes, int, int, int, int]:
    """Read rows of the first ``data_size`` bytes of ``text`` from ``start`` on, until they or the room for records end.

    Each record gets its raw fields, the start, length and lines of its row in ``places`` (only the first record of a row
    has lines), flags and hash type. Each row of ``rejected``: start, length, reason, lines. ``skipped`` counts the lines of
    each ``SkipReason``. A row equal to ``header`` is a header. All of them have room for as many rows as ``fields``.

    Returns the text, its size, the start of the first row not read, and the numbers of records and rejections.
    """
    cells = np.empty((SLOTS, 2), np.int32)
    escaped = np.zeros(SLOTS, np.uint8)
    position = start
    count = refused = int(np.int64(0))  # not the literal 0, for which everything below would be compiled once more
    while True:
        size, position, count, refused, needed = _scan_rows(
            text, size, data_size, position, separator, quote, backslash, slots, columns, header, hash_type, limit,
            fields, places, flags, hash_types, rejected, skipped, cells, escaped, count, refused,
        )  # fmt: skip
        if not needed:
            return text, size, position, count, refused
        text = with_room(text, size, needed)


@compiled
def table_boundary(data: Bytes, start: int, separator: int, quote: int, backslash: int, limit: int) -> int:
    """Return the end of the last row that is complete whatever follows the data; ``start`` if none is."""
    size = len(data)
    slots = np.zeros(0, np.int32)
    cells = np.empty((SLOTS, 2), np.int32)
    escaped = np.zeros(SLOTS, np.uint8)
    position = start
    while position < size:
        _, following, state, _ = scan_row(
            data, position, size, separator, quote, backslash, slots, 1 << 30, limit, False, cells, escaped
        )
        if state == OPEN:
            break
        position = following
    return position
