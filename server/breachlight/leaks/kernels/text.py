"""Finding, trimming, comparing and folding texts: spans of one array of bytes, valid UTF-8."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.characters import CLASSES, SPACE, code_point, is_alphanumeric, is_space
from breachlight.leaks.kernels.runtime import compiled, compiled_inline, compiled_leaf
from breachlight.leaks.kernels.vectors import WIDTH, WORD, bits_below, first_bit, load_word, mask_of

Bytes = npt.NDArray[np.uint8]

_LINE_FEED: Final = 0x0A
_NOTHING: Final = np.uint64(0)
_ONE: Final = np.uint64(1)

_not_ascii = mask_of((0x80, 0xFF))
_line_feeds = mask_of((_LINE_FEED, _LINE_FEED))


@compiled_leaf
def line_end(text: Bytes, position: int) -> int:
    """Return the position of the next line feed, or the end of the text."""
    while position + WIDTH <= len(text):
        found = _line_feeds(text, position)
        if found != 0:
            return position + first_bit(found)
        position += WIDTH
    while position < len(text) and text[position] != _LINE_FEED:
        position += 1
    return position


@compiled_inline
def behind_mark(text: Bytes, position: int, end: int) -> int:
    """Return the position behind a byte order mark, or the same if there is none: joined files have them in their middle."""
    if position + 3 > end or text[position] != 0xEF or text[position + 1] != 0xBB or text[position + 2] != 0xBF:
        return position
    return position + 3


@compiled_inline
def find_byte(text: Bytes, byte: int, start: int, end: int) -> int:
    """Return the first position of a byte, -1 if there is none."""
    for index in range(start, end):
        if text[index] == byte:
            return index
    return -1


@compiled_leaf
def find_last_byte(text: Bytes, byte: int, start: int, end: int) -> int:
    """Return the last position of a byte, -1 if there is none."""
    for index in range(end - 1, start - 1, -1):
        if text[index] == byte:
            return index
    return -1


@compiled_inline
def is_ascii(text: Bytes, start: int, end: int) -> bool:
    """Return whether all characters are ASCII."""
    index = start
    while index < end and index + WIDTH <= len(text):
        if _not_ascii(text, index) & bits_below(end - index) != 0:
            return False
        index += WIDTH
    while index < end:
        if text[index] >= 0x80:
            return False
        index += 1
    return True


@compiled_inline
def trim_start(text: Bytes, start: int, end: int) -> int:
    """Return where the text begins without white space in front, that of Unicode included."""
    if start < end and text[start] < 0x80 and int(CLASSES[text[start]]) & SPACE == 0:
        return start
    return _behind_spaces(text, start, end)


@compiled_leaf
def _behind_spaces(text: Bytes, start: int, end: int) -> int:
    while start < end:
        first = int(text[start])
        if first < 0x80:
            if int(CLASSES[first]) & SPACE == 0:
                return start
            start += 1
        elif is_space(code_point(text, start, end)):
            start += 2 if first < 0xE0 else 3
        else:
            return start
    return end


@compiled_inline
def trim_end(text: Bytes, start: int, end: int) -> int:
    """Return where the text ends without white space behind it, that of Unicode included."""
    if end > start and text[end - 1] < 0x80 and int(CLASSES[text[end - 1]]) & SPACE == 0:
        return end
    return _before_spaces(text, start, end)


@compiled_leaf
def _before_spaces(text: Bytes, start: int, end: int) -> int:
    while end > start:
        last = int(text[end - 1])
        if last < 0x80:
            if int(CLASSES[last]) & SPACE == 0:
                return end
            end -= 1
            continue
        first = end - 1
        # White space has at most three bytes.
        while first > start and end - first < 3 and int(text[first]) & 0xC0 == 0x80:
            first -= 1
        if int(text[first]) & 0xC0 == 0x80 or not is_space(code_point(text, first, end)):
            return end
        end = first
    return start


@compiled_leaf
def equal(text: Bytes, start: int, end: int, other: int, other_end: int) -> bool:
    """Return whether two spans have the same bytes."""
    return end - start == other_end - other and repeats(text, start, other, end - start)


@compiled_inline
def repeats(text: Bytes, start: int, other: int, size: int) -> bool:
    """Return whether the ``size`` bytes from one position on are those from another one on."""
    if size < WORD:
        if max(start, other) + WORD <= len(text):
            differences = load_word(text, start) ^ load_word(text, other)
            return bool(differences & ((_ONE << np.uint64(8 * size)) - _ONE) == _NOTHING)
        for index in range(size):
            if text[start + index] != text[other + index]:
                return False
        return True
    index = 0
    while index + WORD < size:
        if load_word(text, start + index) != load_word(text, other + index):
            return False
        index += WORD
    # The last word begins within the one before.
    return bool(load_word(text, start + size - WORD) == load_word(text, other + size - WORD))


@compiled_inline
def lower_byte(byte: int) -> int:
    """Return an ASCII capital letter as the small one, any other byte as it is."""
    return byte + 32 if 0x41 <= byte <= 0x5A else byte


@compiled_leaf
def starts_with_word(text: Bytes, start: int, end: int, word: Bytes) -> bool:
    """Return whether a span begins with a lower-case word, without regard to ASCII case."""
    if end - start < len(word):
        return False
    for index in range(len(word)):
        if lower_byte(int(text[start + index])) != int(word[index]):
            return False
    return True


@compiled_leaf
def has_capital(text: Bytes, start: int, end: int) -> bool:
    """Return whether a span has an ASCII capital letter."""
    found = 0
    for index in range(start, end):
        # The byte is one of A to Z exactly if its distance from A is one of 0 to 25, which compiles to vector code.
        found |= (int(text[index]) >= 0x41) & (int(text[index]) <= 0x5A)
    return found != 0


@compiled
def with_room(text: Bytes, size: int, more: int) -> Bytes:
    """Return the text in an array with room for so many bytes behind the ``size`` that it has, the same one if it has it."""
    if size + more <= len(text):
        return text
    # Half as much again, so that growing costs the same per byte whatever the size.
    grown = np.empty(size + more + (size >> 1), np.uint8)
    grown[:size] = text[:size]
    return grown


@compiled_leaf
def append_lower(text: Bytes, size: int, start: int, end: int) -> int:
    """Append a span in lower case (ASCII) behind ``size``, where there is room for it; return the new size."""
    for index in range(end - start):
        text[size + index] = lower_byte(int(text[start + index]))
    return size + end - start


@compiled_leaf
def has_alphanumeric(text: Bytes, start: int, end: int) -> bool:
    """Return whether a span has a letter or a digit."""
    index = start
    while index < end:
        first = int(text[index])
        if first < 0x80:
            if int(CLASSES[first]) & 3 != 0:
                return True
            index += 1
        else:
            if is_alphanumeric(code_point(text, index, end)):
                return True
            index += 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    return False
