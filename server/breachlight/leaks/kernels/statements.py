"""Where SQL statements begin and end."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.text import behind_mark, lower_byte

Bytes = npt.NDArray[np.uint8]

_QUOTE: Final = 0x27
_DOUBLE: Final = 0x22
_BACKSLASH: Final = 0x5C
_SEMICOLON: Final = 0x3B
_SPACE: Final = 0x20
_LF: Final = 0x0A


@compiled_leaf
def skip_space(text: Bytes, position: int, size: int) -> int:
    """Return the position of the next byte that is neither white space nor part of a byte order mark."""
    while True:
        while position < size and text[position] <= _SPACE:
            position += 1
        behind = behind_mark(text, position, size)
        if behind == position:
            return position
        position = behind


@compiled_leaf
def begins_insert(text: Bytes, start: int, size: int) -> bool:
    """Return whether the word INSERT is at a position."""
    if start + 6 > size:
        return False
    word = (0x69, 0x6E, 0x73, 0x65, 0x72, 0x74)
    for index in range(6):
        if lower_byte(int(text[start + index])) != word[index]:
            return False
    return True


@compiled_leaf
def statement_end(text: Bytes, start: int, size: int, backslash: bool) -> int:
    """Return where a statement ends: behind its semicolon, or in front of a line ``GO`` or ``INSERT``; -1: behind the data."""
    position = start
    while position < size:
        byte = int(text[position])
        if byte == _SEMICOLON:
            return position + 1
        if byte in (_QUOTE, _DOUBLE, 0x60):
            position += 1
            while position < size and text[position] != byte:
                if text[position] == _BACKSLASH and backslash:
                    position += 1
                position += 1
        elif byte == 0x2D and position + 1 < size and text[position + 1] == 0x2D:
            while position < size and text[position] != _LF:
                position += 1
            continue
        elif byte == 0x2F and position + 1 < size and text[position + 1] == 0x2A:
            position += 2
            while position + 1 < size and not (text[position] == 0x2A and text[position + 1] == 0x2F):
                position += 1
            position += 1
        elif byte == _LF and position > start:
            following = position + 1
            if begins_insert(text, following, size):
                return following
            if (
                following + 2 < size
                and lower_byte(int(text[following])) == 0x67
                and lower_byte(int(text[following + 1])) == 0x6F
                and text[following + 2] <= _SPACE
            ):
                return following + 2
        position += 1
    return -1
