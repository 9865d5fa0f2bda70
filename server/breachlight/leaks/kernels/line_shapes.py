"""The shape of a file of labels: which lines follow which, each as far as its first colon."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import equal, line_end, repeats

Bytes = npt.NDArray[np.uint8]
Positions = npt.NDArray[np.int64]

LONGEST_LABEL: Final = 40
"""A longer line with a colon has no label in front of it."""
LONGEST_LINE: Final = 500
"""A longer line without a colon is none that label files repeat."""

_LINE_FEED: Final = 0x0A
_COLON: Final = 0x3A


@compiled_leaf
def find_line_shapes(text: Bytes, spans: Positions, follows: Bytes) -> int:
    """Find the distinct lines of a text, each up to its first colon with that, and which of them follow which.

    Each line gets a row of ``spans``: where it starts and ends where it occurs first, and which line came behind it last, -1 for none.
    ``follows`` gets a 1 for each line (row) that another one (column) comes behind. Returns how many lines there are; -1 if
    there are more than the arrays have room for, or if one is too long for a file of labels.
    """
    size = len(text)
    count = position = 0
    previous = -1
    while position <= size:
        # Most lines follow each other as they did before.
        number = -1 if previous < 0 else int(spans[previous, 2])
        end = -1 if number < 0 else _end_if_equal(text, position, int(spans[number, 0]), int(spans[number, 1]))
        if end < 0:
            end = position
            while end < size and text[end] != _LINE_FEED and text[end] != _COLON:
                end += 1
            has_colon = end < size and text[end] == _COLON
            if has_colon:
                end += 1
            if end - position > (LONGEST_LABEL if has_colon else LONGEST_LINE):
                return -1
            number = _known(text, spans, count, position, end)
            if number < 0:
                if count == len(spans):
                    return -1
                number = count
                spans[number, 0], spans[number, 1], spans[number, 2] = position, end, -1
                follows[number, :] = 0
                count += 1
            if previous >= 0:
                follows[previous, number] = 1
                spans[previous, 2] = number
        previous = number
        position = line_end(text, end) + 1
    return count


@compiled_leaf
def _known(text: Bytes, spans: Positions, count: int, start: int, end: int) -> int:
    """Return the number of the line that a span repeats, -1 if it is none of them."""
    for number in range(count):
        if equal(text, start, end, int(spans[number, 0]), int(spans[number, 1])):
            return number
    return -1


@compiled_inline
def _end_if_equal(text: Bytes, position: int, start: int, end: int) -> int:
    """Return the end of a line up to its first colon if it is the same as that of a span, else -1."""
    after = position + end - start
    if after > len(text) or not repeats(text, position, start, end - start):
        return -1
    has_colon = end > start and text[end - 1] == _COLON
    return after if has_colon or after == len(text) or text[after] == _LINE_FEED else -1
