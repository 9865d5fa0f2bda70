"""Separators of one-line records: which there are, where a field ends and where the next begins (leak-formats §5)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.characters import CLASSES, SEPARATOR, SPACE
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.vectors import WIDTH, first_bit, mask_of

Bytes = npt.NDArray[np.uint8]

TAB: Final = 0x09
BLANK: Final = 0x20
COMMA: Final = 0x2C
COLON: Final = 0x3A
SEMICOLON: Final = 0x3B
BAR: Final = 0x7C

_SPACE_OR_SEPARATOR: Final = SPACE | SEPARATOR
_spaces_and_separators = mask_of((0x09, 0x0D), (0x1C, 0x20), (COMMA, COMMA), (COLON, SEMICOLON), (BAR, BAR))


@compiled_inline
def field_end(text: Bytes, start: int, end: int) -> int:
    """Return the position of the first separator or white space, ``end`` if there is none."""
    index = start
    while index < end and index + WIDTH <= len(text):
        found = _spaces_and_separators(text, index)
        if found != 0:
            return min(index + first_bit(found), end)
        index += WIDTH
    while index < end and int(CLASSES[text[index]]) & _SPACE_OR_SEPARATOR == 0:
        index += 1
    return min(index, end)


@compiled_leaf
def firm_field_end(text: Bytes, start: int, end: int) -> int:
    """Return the position of the first separator that is no space, ``end`` if there is none."""
    index = start
    while index < end and int(CLASSES[text[index]]) & SEPARATOR == 0:
        index += 1
    return index


@compiled_inline
def skip_blanks(text: Bytes, start: int, end: int) -> int:
    """Return where the text goes on behind ASCII white space."""
    index = start
    while index < end and int(CLASSES[text[index]]) & SPACE != 0:
        index += 1
    return index


@compiled_leaf
def separator_end(text: Bytes, position: int, end: int) -> int:
    """Return where the next field begins behind the separator at a position, ``end`` if there is no more.

    White space around ``:``, ``;``, ``|`` or ``,`` belongs to it. Two tabs are two separators.
    """
    if position >= end:
        return end
    byte = text[position]
    if byte != TAB and int(CLASSES[byte]) & SEPARATOR != 0:
        if position + 1 < end and int(CLASSES[text[position + 1]]) & SPACE == 0:
            return position + 1
        return skip_blanks(text, position + 1, end)
    index = position
    while index < end and text[index] != TAB and int(CLASSES[text[index]]) & SPACE != 0:
        index += 1
    if index < end and text[index] == TAB:
        index += 1
        while index < end and text[index] != TAB and int(CLASSES[text[index]]) & SPACE != 0:
            index += 1
    if index < end and text[index] != TAB and int(CLASSES[text[index]]) & SEPARATOR != 0:
        return skip_blanks(text, index + 1, end)
    return index


@compiled_inline
def separator_of(text: Bytes, position: int, end: int) -> int:
    """Return the separator at a position: the sign if white space surrounds one, else a tab or a space; 0 at the end."""
    if position >= end:
        return 0
    byte = int(text[position])
    if int(CLASSES[byte]) & SPACE == 0:
        return byte
    index = skip_blanks(text, position, end)
    if index < end and int(CLASSES[text[index]]) & SEPARATOR != 0:
        return int(text[index])
    for blank in range(position, index):
        if text[blank] == TAB:
            return TAB
    return BLANK


@compiled_leaf
def is_cut(byte: int) -> bool:
    """Return whether a byte is white space or a separator, apart from a colon."""
    return byte == BAR or byte == SEMICOLON or byte == COMMA or int(CLASSES[byte]) & SPACE != 0
