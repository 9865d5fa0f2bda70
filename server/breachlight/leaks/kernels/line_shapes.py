"""The shape of a file of labels: which lines follow which, each as far as its first colon."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.text import equal
from breachlight.leaks.kernels.vectors import WIDTH, first_bit, mask_of

Bytes = npt.NDArray[np.uint8]
Positions = npt.NDArray[np.int64]

_LINE_FEED: Final = 0x0A
_COLON: Final = 0x3A

_line_feeds = mask_of((_LINE_FEED, _LINE_FEED))


@compiled_leaf
def find_line_shapes(text: Bytes, starts: Positions, lengths: Positions, follows: Bytes) -> int:
    """Find the distinct lines of a text, each up to its first colon with that, and which of them follow which.

    ``starts`` and ``lengths`` get where they are, in the order of their first occurrence, and ``follows`` a 1 for each line (row)
    that another one (column) comes behind. Returns how many there are; -1 if there are more than the arrays have room for.
    """
    size = len(text)
    count = 0
    previous = -1
    position = 0
    while position <= size:
        end = position
        while end < size and text[end] != _LINE_FEED and text[end] != _COLON:
            end += 1
        length = end - position
        if end < size and text[end] == _COLON:
            length += 1
            end = _line_end(text, end)
        number = -1
        for step in range(count):
            # Most lines follow each other as they did before.
            known = previous + 1 + step
            if known >= count:
                known -= count
            if lengths[known] == length and equal(
                text, position, position + length, int(starts[known]), int(starts[known]) + length
            ):
                number = known
                break
        if number < 0:
            if count == len(starts):
                return -1
            number = count
            starts[number], lengths[number] = position, length
            count += 1
        if previous >= 0:
            follows[previous, number] = 1
        previous = number
        position = end + 1
    return count


@compiled_leaf
def _line_end(text: Bytes, position: int) -> int:
    """Return the position of the next line feed, or the end of the text."""
    while position + WIDTH <= len(text):
        found = _line_feeds(text, position)
        if found != 0:
            return position + first_bit(found)
        position += WIDTH
    while position < len(text) and text[position] != _LINE_FEED:
        position += 1
    return position
