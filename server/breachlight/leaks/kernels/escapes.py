r"""Escaped cells of tables and SQL: quotes that are doubled, backslashes, and bytes as hexadecimal digits."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.text import lower_byte

Bytes = npt.NDArray[np.uint8]

ESCAPES_SEPARATOR: Final = 3
"""The ``backslash`` of a Markdown table: it escapes the separator alone."""

_TAB: Final = 9
_LF: Final = 10
_CR: Final = 13
_SPACE: Final = 32
_BACKSLASH: Final = 92
_BAR: Final = 124


@compiled_leaf
def unescape(text: Bytes, size: int, start: int, end: int, quote: int, backslash: int) -> int:
    r"""Append the text of an escaped cell, which is never longer than the cell, behind ``size``; return the new size.

    ``backslash`` 1: it escapes quotes, line ends and itself; 2: as in C, and ``\N`` is a missing value; ``ESCAPES_SEPARATOR``:
    the bar, which separates such tables. There is room for it.
    """
    position = start
    while position < end:
        byte = int(text[position])
        if byte == quote and quote and position + 1 < end and text[position + 1] == quote:
            position += 1
        elif byte == _BACKSLASH and backslash == 1 and position + 1 < end:
            following = int(text[position + 1])
            if following in (_BACKSLASH, 0x22, 0x27, _LF, _CR):
                position += 1
                byte = following
        elif byte == _BACKSLASH and backslash == ESCAPES_SEPARATOR:
            if position + 1 < end and text[position + 1] == _BAR:
                position += 1
                byte = _BAR
        elif byte == _BACKSLASH and backslash and position + 1 < end:
            position += 1
            byte = int(text[position])
            if byte == 0x4E and end - start == 2:  # \N alone is a missing value
                text[size] = _BACKSLASH
                size += 1
            elif byte == 0x6E:  # n
                byte = _LF
            elif byte == 0x72:  # r
                byte = _CR
            elif byte == 0x74:  # t
                byte = _TAB
            elif byte == 0x62:  # b
                byte = 8
            elif byte == 0x66:  # f
                byte = 12
            elif byte == 0x76:  # v
                byte = 11
            elif byte == 0x30:  # 0
                byte = 0
            elif byte == 0x5A:  # Z
                byte = 26
        text[size] = byte
        size += 1
        position += 1
    return size


@compiled_leaf
def is_mssql_hash(text: Bytes, start: int, end: int) -> bool:
    """Return whether the digits behind ``0x`` are a hash of SQL Server, which is written with its prefix."""
    return end - start > 4 and text[start] == 0x30 and text[start + 1] in (0x31, 0x32) and text[start + 2] == 0x30


@compiled_leaf
def _digit(byte: int) -> int:
    if 0x30 <= byte <= 0x39:
        return byte - 0x30
    folded = lower_byte(byte)
    return folded - 0x61 + 10 if 0x61 <= folded <= 0x66 else -1


@compiled_leaf
def append_bytes(text: Bytes, size: int, start: int, end: int) -> int:
    """Append the text that hexadecimal digits are; nothing if they aren't printable text, such as those of a hash."""
    first = size
    if (end - start) % 2:
        return first
    for index in range(start, end, 2):
        high, low = _digit(int(text[index])), _digit(int(text[index + 1]))
        byte = 16 * high + low
        if high < 0 or low < 0 or byte < _SPACE or byte == 0x7F:
            return first
        text[size] = byte
        size += 1
    return size
