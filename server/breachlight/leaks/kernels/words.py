"""Tables of words that kernels look texts up in."""

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf

Bytes = npt.NDArray[np.uint8]

_SLOTS: Final = 4096
_SLOT_BYTES: Final = 32
_LONGEST_WORD: Final = _SLOT_BYTES - 2
_CAPITAL_A: Final = 0x41
_CAPITAL_Z: Final = 0x5A


def table_of_names(names: Iterable[tuple[str, int]]) -> Bytes:
    """Return a hash table of at most 3,000 lower-case ASCII names of up to 30 bytes, each with a number of 1 to 255.

    A slot has the length of its name, the number and the name; a name that isn't in its slot is in one of the next.
    """
    table = np.zeros(_SLOTS * _SLOT_BYTES, np.uint8)
    for name, value in names:
        content = np.frombuffer(name.encode("ascii"), np.uint8)
        slot = _slot_of(content, 0, len(content))
        while table[slot * _SLOT_BYTES]:
            slot = (slot + 1) % _SLOTS
        first = slot * _SLOT_BYTES
        table[first : first + 2] = len(content), value
        table[first + 2 : first + 2 + len(content)] = content
    return table


def word_list(words: Iterable[str]) -> Bytes:
    """Return a short list of lower-case words for ``is_one_of``: each after its length, then a zero."""
    parts = [bytes([len(word.encode())]) + word.encode() for word in sorted(words)]
    return np.frombuffer(b"".join(parts) + b"\0", np.uint8)


@compiled_inline
def _slot_of(text: Bytes, start: int, end: int) -> int:
    """Return the first slot for a name that isn't empty; case doesn't matter. Six bytes of it tell most names apart."""
    length = end - start
    number = length
    number = number * 31 + (int(text[start]) | 0x20)
    number = number * 31 + (int(text[start + (length > 1)]) | 0x20)
    number = number * 31 + (int(text[start + (length >> 1)]) | 0x20)
    number = number * 31 + (int(text[start + (length * 3 >> 2)]) | 0x20)
    number = number * 31 + (int(text[end - 1 - (length > 1)]) | 0x20)
    number = number * 31 + (int(text[end - 1]) | 0x20)
    return (number ^ (number >> 13)) % _SLOTS


@compiled_leaf
def look_up(table: Bytes, text: Bytes, start: int, end: int) -> int:
    """Return the number of a text in a ``table_of_names``, without regard to ASCII case; 0 if it isn't there."""
    length = end - start
    if length <= 0 or length > _LONGEST_WORD:
        return 0
    slot = _slot_of(text, start, end)
    # A table is never full, so the loop meets an empty slot; the bound is for a table that isn't one.
    for _ in range(_SLOTS):
        first = slot * _SLOT_BYTES
        if table[first] == 0:
            return 0
        if int(table[first]) == length:
            index = 0
            while index < length:
                byte = int(text[start + index])
                if _CAPITAL_A <= byte <= _CAPITAL_Z:
                    byte += 32
                if byte != int(table[first + 2 + index]):
                    break
                index += 1
            if index == length:
                return int(table[first + 1])
        slot = (slot + 1) % _SLOTS
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
