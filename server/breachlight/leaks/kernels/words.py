"""Tables of words that kernels look texts up in."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.vectors import load_word

Bytes = npt.NDArray[np.uint8]

_SLOTS: Final = 4096
_SLOT_BYTES: Final = 32
LONGEST_NAME: Final = 24
"""Names in bytes; what is longer is in no table."""

_WORD_BYTES: Final = 8
_CAPITAL_A: Final = 0x41
_CAPITAL_Z: Final = 0x5A
_BYTE: Final = np.uint64(0xFF)
_ASCII: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
_FROM_A: Final = np.uint64((0x80 - _CAPITAL_A) * 0x0101010101010101)
_BEHIND_Z: Final = np.uint64((0x7F - _CAPITAL_Z) * 0x0101010101010101)
_HIGH_BITS: Final = np.uint64(0x8080808080808080)
_NOTHING: Final = np.uint64(0)


def table_of_names(names: Iterable[tuple[str, int]]) -> Bytes:
    """Return a hash table of at most 3,000 names of up to 24 bytes, each with a number of 1 to 255.

    ASCII letters are lower-case and stand for both cases, others for themselves. A slot has four words: the length of its name and the number, the name's first and last eight bytes, and those in between.
    A name that isn't in its slot is in one of the next.
    """
    table = np.zeros(_SLOTS * _SLOT_BYTES // _WORD_BYTES, np.uint64)
    for name, value in names:
        content = np.frombuffer(name.encode(), np.uint8)
        if len(content) > LONGEST_NAME:
            raise ValueError("the name is too long for the table")
        # Compiled code returns plain numbers, and takes those for signed ones.
        first, last, middle = map(np.uint64, _words_of(content, 0, len(content)))
        place = int(_slot_of(first, last)) * 4
        while table[place]:
            place = (place + 4) % len(table)
        table[place : place + 4] = len(content) | value << 8, first, last, middle
    return table.view(np.uint8)


def word_list(words: Iterable[str]) -> Bytes:
    """Return a short list of lower-case words for ``is_one_of``: each after its length, then a zero."""
    parts = [bytes([len(word.encode())]) + word.encode() for word in sorted(words)]
    return np.frombuffer(b"".join(parts) + b"\0", np.uint8)


@compiled_leaf
def _word_at(text: Bytes, start: int, size: int) -> Any:
    """Return up to eight bytes as one number, in lower case (ASCII): little-endian, and 0 for those that are missing."""
    if start + _WORD_BYTES <= len(text):
        word = load_word(text, start)
        if size < _WORD_BYTES:
            word &= (np.uint64(1) << np.uint64(8 * size)) - np.uint64(1)
    else:
        word = np.uint64(0)
        for index in range(min(size, _WORD_BYTES)):
            word |= np.uint64(text[start + index]) << np.uint64(8 * index)
    # No sum of seven bits and one of these constants reaches the next byte.
    low = word & _ASCII
    capitals = (low + _FROM_A) & ~(low + _BEHIND_Z) & ~word & _HIGH_BITS
    return word | capitals >> np.uint64(2)


@compiled_inline
def _words_of(text: Bytes, start: int, end: int) -> Any:
    """Return the first and the last eight bytes of a name, and those in between; 0 for what it hasn't."""
    length = end - start
    first = _word_at(text, start, length)
    last = _word_at(text, end - _WORD_BYTES, _WORD_BYTES) if length > _WORD_BYTES else _NOTHING
    middle = _word_at(text, start + _WORD_BYTES, _WORD_BYTES) if length > 2 * _WORD_BYTES else _NOTHING
    return first, last, middle


@compiled_inline
def _slot_of(first: Any, last: Any) -> Any:
    """Return the first slot for a name, by its first and last eight bytes."""
    # These distances spread the names in use over their slots as evenly as chance would.
    mixed = first ^ first >> np.uint64(25) ^ last >> np.uint64(8) ^ last << np.uint64(7)
    mixed ^= mixed >> np.uint64(34) ^ mixed >> np.uint64(6)
    mixed ^= mixed >> np.uint64(8)
    return mixed & np.uint64(_SLOTS - 1)


@compiled_leaf
def look_up(table: Bytes, text: Bytes, start: int, end: int) -> int:
    """Return the number of a text in a ``table_of_names``, without regard to ASCII case; 0 if it isn't there."""
    length = end - start
    if length <= 0 or length > LONGEST_NAME:
        return 0
    first, last, middle = _words_of(text, start, end)
    place = int(_slot_of(first, last)) * _SLOT_BYTES
    # A table is never full, so the loop meets an empty slot; the bound is for a table that isn't one.
    for _ in range(_SLOTS):
        head = load_word(table, place)
        if head == _NOTHING:
            return 0
        if load_word(table, place + 8) == first and load_word(table, place + 16) == last:
            if int(head & _BYTE) == length and load_word(table, place + 24) == middle:
                return int(head >> np.uint64(8))
        place = (place + _SLOT_BYTES) % (_SLOTS * _SLOT_BYTES)
    return 0


@compiled_leaf
def is_one_of(words: Bytes, text: Bytes, start: int, end: int) -> bool:
    """Return whether a text is in a ``word_list``, without regard to ASCII case."""
    length = end - start
    if length <= 0:
        return False
    position = 0
    # A list ends with a zero, so ``position`` never passes it.
    while words[position] != 0:
        size = int(words[position])
        if size == length:
            index = 0
            while index < length:
                byte = int(text[start + index])
                if _CAPITAL_A <= byte <= _CAPITAL_Z:
                    byte += 32
                if byte != int(words[position + 1 + index]):
                    break
                index += 1
            if index == length:
                return True
        position += 1 + size
    return False
