"""Rows of SQL dumps: ``(1,'a',NULL),(2,...);`` after ``VALUES``, of MySQL, PostgreSQL, SQL Server and SQLite.

A value is its string, whatever is written around it (``N'a'``, ``_binary 'a'``, ``CAST(N'a' AS ...)``), or the text between
the commas. A row that can't be read ends where the next one seems to begin.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.cells import MOST_RECORDS, ROOM, SLOTS, emit_row, place_records
from breachlight.leaks.kernels.escapes import append_bytes, is_mssql_hash, unescape
from breachlight.leaks.kernels.runtime import compiled, compiled_leaf
from breachlight.leaks.kernels.statements import begins_insert, skip_space
from breachlight.leaks.kernels.text import lower_byte, with_room

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

GOOD: Final = 0
RAGGED: Final = 1
BROKEN: Final = 2
TOO_LONG: Final = 3
OPEN: Final = 4
"""States of a row; ``OPEN``: its end lies behind the data."""

READ: Final = 0
SKIP: Final = 1
REJECT: Final = 2
"""What to do with the rows of a table."""

MORE: Final = 0
ENDED: Final = 1
FULL: Final = 2
WITHIN: Final = 3
"""Why ``scan_values`` stops: the data ends in the statement, the statement has ended, there is no room for more, or the data ends
within a row that is too long."""

_PLAIN: Final = 0
_STRING: Final = 1
_ESCAPED: Final = 2
_HEXADECIMAL: Final = 3
_C_STRING: Final = 4

_QUOTE: Final = 0x27
_DOUBLE: Final = 0x22
_BACKSLASH: Final = 0x5C
_OPEN: Final = 0x28
_CLOSE: Final = 0x29
_COMMA: Final = 0x2C
_SEMICOLON: Final = 0x3B
_SPACE: Final = 0x20
_LF: Final = 0x0A
_RESCANS: Final = 16


@compiled_leaf
def _is_word(byte: int) -> bool:
    return 0x30 <= byte <= 0x39 or 0x61 <= lower_byte(byte) <= 0x7A or byte == 0x5F or byte >= 0x80


@compiled_leaf
def scan_sql_row(
    text: Bytes,
    start: int,
    size: int,
    backslash: bool,
    slots: Integers,
    columns: int,
    limit: int,
    is_final: bool,
    cells: Integers,
    kinds: Bytes,
) -> tuple[int, int]:
    """Find the values of the row whose parenthesis opens at ``start``; return where it ends and its state.

    The end of a broken row is where reading failed. ``slots``, ``columns`` and ``cells`` are as in ``tables.scan_row``;
    ``kinds`` says how the text of each cell is written.
    """
    for slot in range(SLOTS):
        cells[slot, 0] = -1
        cells[slot, 1] = -1
        kinds[slot] = _PLAIN
    column = 0
    position = start + 1
    while True:
        position = skip_space(text, position, size)
        begin = position
        depth = 0
        literal = literal_end = -1
        kind = _PLAIN
        while position < size:
            byte = int(text[position])
            if byte in (_QUOTE, _DOUBLE):
                before = int(text[position - 1])  # position > start
                is_c = lower_byte(before) == 0x65 and position - 1 == begin
                is_hexadecimal = lower_byte(before) == 0x78 and position - 1 == begin
                escapes = backslash or is_c
                first = position + 1
                position = first
                has_escapes = False
                is_closed = False
                while position < size:
                    inner = int(text[position])
                    if inner == byte:
                        if position + 1 < size and text[position + 1] == byte:
                            has_escapes = True
                            position += 2
                            continue
                        is_closed = position + 1 < size or is_final
                        break
                    if inner == _BACKSLASH and escapes:
                        has_escapes = True
                        position += 1
                    position += 1
                if not is_closed:
                    position = size
                    break
                if literal < 0:
                    literal, literal_end = first, position
                    kind = _STRING
                    if is_hexadecimal:
                        kind = _HEXADECIMAL
                    elif has_escapes:
                        kind = _C_STRING if escapes else _ESCAPED
                position += 1
                if position < size and _is_word(int(text[position])):
                    return position, BROKEN
                continue
            if byte == _OPEN:
                depth += 1
            elif byte == _CLOSE:
                if depth == 0:
                    break
                depth -= 1
            elif byte == _COMMA and depth == 0:
                break
            elif byte == _SEMICOLON:
                return position, BROKEN
            position += 1
        if position >= size:
            if size - start > limit:
                return size, TOO_LONG
            return size, BROKEN if is_final else OPEN
        if column < len(slots) and slots[column] >= 0:
            slot = int(slots[column])
            if literal >= 0:
                cells[slot, 0] = literal
                cells[slot, 1] = literal_end
                kinds[slot] = kind
            else:
                last = position
                while last > begin and text[last - 1] <= _SPACE:
                    last -= 1
                cells[slot, 0] = begin
                cells[slot, 1] = last
                if last - begin > 2 and text[begin] == 0x30 and lower_byte(int(text[begin + 1])) == 0x78:
                    cells[slot, 0] = begin + 2
                    kinds[slot] = _HEXADECIMAL
                elif _is_default(text, begin, last):
                    cells[slot, 0] = -1
        column += 1
        position += 1
        if text[position - 1] == _CLOSE:
            break
    if position - start > limit:
        return position, TOO_LONG
    return position, GOOD if column == columns else RAGGED


@compiled_leaf
def _is_default(text: Bytes, start: int, end: int) -> bool:
    """Whether a value is ``DEFAULT``, which is the only word of seven letters that begins with D."""
    return end - start == 7 and lower_byte(int(text[start])) == 0x64


@compiled_leaf
def next_row(text: Bytes, start: int, size: int) -> int:
    """Return where a row or statement seems to begin behind ``start``, -1: nowhere."""
    position = start
    while position < size:
        byte = text[position]
        if byte == _LF:
            following = skip_space(text, position, size)
            if following < size and (text[following] == _OPEN or begins_insert(text, following, size)):
                return following
        elif byte == _CLOSE:
            following = skip_space(text, position + 1, size)
            if following < size and text[following] == _COMMA:
                following = skip_space(text, following + 1, size)
                if following < size and text[following] == _OPEN:
                    return following
            elif following < size and text[following] == _SEMICOLON:
                return following
        position += 1
    return -1


@compiled_leaf
def _scan_rows(
    text: Bytes,
    size: int,
    data_size: int,
    position: int,
    backslash: bool,
    mode: int,
    slots: Integers,
    columns: int,
    header: Bytes,
    hash_type: int,
    limit: int,
    is_final: bool,
    fields: Integers,
    places: Integers,
    flags: Integers,
    hash_types: Bytes,
    rejected: Integers,
    skipped: Positions,
    cells: Integers,
    kinds: Bytes,
    count: int,
    refused: int,
    budget: int,
) -> tuple[int, int, int, int, int, int]:
    """Read rows as ``scan_values`` does, until one may have no room in ``text``.

    Returns the size of the text, where reading stopped, the numbers of records and rejections, what is left of the budget, and why it
    stopped: below 0, how many bytes the row needs.
    """
    is_within = False
    while True:
        if count + MOST_RECORDS > len(fields) or refused >= len(rejected):
            return size, position, count, refused, budget, FULL
        following = skip_space(text, position, data_size)
        if following < data_size and text[following] == _COMMA:
            following = skip_space(text, following + 1, data_size)
        if following >= data_size:
            why = WITHIN if is_within else MORE
            return size, data_size if is_final else position, count, refused, budget, why
        byte = int(text[following])
        if byte != _OPEN:
            end = following + 1 if byte == _SEMICOLON else following
            if byte == _SEMICOLON or _is_word(byte) or byte in (0x2D, 0x2F, 0x23):  # a comment: - / #
                again = _same_header(text, end, data_size, header)
                if again < 0:
                    return size, end, count, refused, budget, ENDED
                position = again
                continue
        end = following
        state = BROKEN
        if byte == _OPEN:
            end, state = scan_sql_row(
                text, following, data_size, backslash, slots, columns, limit, is_final, cells, kinds
            )
        if state == OPEN:
            return size, position, count, refused, budget, MORE
        if state >= BROKEN:
            search = following + 1
            budget -= end - following
            if budget < 0:
                search = max(end, search)
            end = next_row(text, search, data_size)
            if end < 0:
                if not is_final and data_size - following <= limit:
                    return size, position, count, refused, budget, MORE
                is_within = data_size - following > limit
                end = data_size
        if mode == SKIP:
            skipped[codes.SKIPPED_OTHER_TABLE] += 1
        elif mode == READ and state == GOOD:
            if size + ROOM * (end - following) > len(text):
                return size, position, count, refused, budget, -ROOM * (end - following)
            size = _unescape(text, size, cells, kinds)
            first = count
            size, count = emit_row(text, size, cells, True, hash_type, fields, flags, hash_types, count)
            place_records(places, first, count, following, end - following, 1)
        else:
            rejected[refused, 0] = following
            rejected[refused, 1] = end - following
            rejected[refused, 2] = (
                codes.REJECTED_TOO_LONG
                if state == TOO_LONG
                else codes.REJECTED_BROKEN_QUOTES
                if state == BROKEN
                else codes.REJECTED_UNKNOWN_COLUMNS
                if mode == REJECT
                else codes.REJECTED_RAGGED_ROW
            )
            rejected[refused, 3] = 1
            refused += 1
        position = end


@compiled
def scan_values(
    text: Bytes,
    size: int,
    data_size: int,
    start: int,
    backslash: bool,
    mode: int,
    slots: Integers,
    columns: int,
    header: Bytes,
    hash_type: int,
    limit: int,
    is_final: bool,
    fields: Integers,
    places: Integers,
    flags: Integers,
    hash_types: Bytes,
    rejected: Integers,
    skipped: Positions,
) -> tuple[Bytes, int, int, int, int, int]:
    """Read the rows of a statement from ``start`` on, and those of the following ones that begin with the same ``header``.

    The arrays are those of ``tables.scan_table``. Returns the text, its size, where reading stopped, the numbers of records
    and rejections, and why it stopped.
    """
    cells = np.empty((SLOTS, 2), np.int32)
    kinds = np.zeros(SLOTS, np.uint8)
    position, budget = start, _RESCANS * data_size
    count = refused = int(np.int64(0))  # not the literal 0, for which everything below would be compiled once more
    while True:
        size, position, count, refused, budget, why = _scan_rows(
            text, size, data_size, position, backslash, mode, slots, columns, header, hash_type, limit, is_final,
            fields, places, flags, hash_types, rejected, skipped, cells, kinds, count, refused, budget,
        )  # fmt: skip
        if why >= 0:
            return text, size, position, count, refused, why
        text = with_room(text, size, -why)


@compiled_leaf
def _same_header(text: Bytes, position: int, size: int, header: Bytes) -> int:
    """Return where the values of a following statement with the same header begin, -1 if it is another statement."""
    if not len(header):
        return -1
    position = skip_space(text, position, size)
    if (
        position + 2 < size
        and lower_byte(int(text[position])) == 0x67
        and lower_byte(int(text[position + 1])) == 0x6F
        and text[position + 2] <= _SPACE
    ):
        position = skip_space(text, position + 2, size)  # GO
    if position + len(header) > size:
        return -1
    for index in range(len(header)):
        if text[position + index] != header[index]:
            return -1
    return position + len(header)


@compiled_leaf
def _unescape(text: Bytes, size: int, cells: Integers, kinds: Bytes) -> int:
    for slot in range(SLOTS):
        if cells[slot, 0] < 0 or kinds[slot] <= _STRING:
            continue
        start, end = int(cells[slot, 0]), int(cells[slot, 1])
        first = size
        if kinds[slot] == _HEXADECIMAL:
            size = append_bytes(text, size, start, end)
            if size == first:
                if text[start - 1] != _QUOTE and is_mssql_hash(text, start, end):
                    cells[slot, 0] = start - 2
                continue
        else:
            quote = int(text[start - 1])
            size = unescape(text, size, start, end, quote, 2 if kinds[slot] == _C_STRING else 0)
        cells[slot, 0] = first
        cells[slot, 1] = size
    return size
