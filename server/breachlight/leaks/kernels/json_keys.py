"""Keys of JSON objects: which of them mean something, whatever their case and punctuation (leak-formats §13)."""

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_leaf

_Bytes = npt.NDArray[np.uint8]
_Integers = npt.NDArray[np.int32]

_PRIME = 16_777_619
_BASIS = 2_166_136_261
_MASK = 0xFFFF_FFFF
_PATH_MODULUS = 36_028_797_018_963_913  # below 2**55, so a product with 131 fits


@compiled_leaf
def _folded(byte: int) -> int:
    """Return the byte in lower case, -1 for one that doesn't tell keys apart."""
    if 0x41 <= byte <= 0x5A:
        return byte + 0x20
    if byte == 0x20 or byte == 0x2D or byte == 0x2E or byte == 0x5F:
        return -1
    return byte


@compiled_leaf
def key_hash(data: _Bytes, start: int, end: int) -> int:
    """Return the hash of a key without case and punctuation."""
    value = _BASIS
    for position in range(start, end):
        byte = _folded(int(data[position]))
        if byte >= 0:
            value = ((value ^ byte) * _PRIME) & _MASK
    return value


@compiled_leaf
def find_key(data: _Bytes, start: int, end: int, slots: _Integers, words: _Bytes, limits: _Integers) -> int:
    """Return the number of a known key, -1 for any other.

    ``slots`` is an open hash table, of a power of two with room to spare, of the keys that ``limits`` delimit in ``words``.
    """
    mask = len(slots) - 1
    slot = key_hash(data, start, end) & mask
    while slots[slot] >= 0:
        key = int(slots[slot])
        word = int(limits[key])
        word_end = int(limits[key + 1])
        position = start
        while position < end:
            byte = _folded(int(data[position]))
            if byte >= 0:
                if word == word_end or byte != int(words[word]):
                    break
                word += 1
            position += 1
        if position == end and word == word_end:
            return key
        slot = (slot + 1) & mask
    return -1


@compiled_leaf
def find_last_part(data: _Bytes, start: int, end: int, slots: _Integers, words: _Bytes, limits: _Integers) -> int:
    """Return the number of a known key, or of the part behind the last dot of a flattened one; -1 for any other."""
    key = find_key(data, start, end, slots, words, limits)
    if key < 0:
        dot = end - 1
        while dot >= start and data[dot] != 0x2E:
            dot -= 1
        if dot >= start:
            key = find_key(data, dot + 1, end, slots, words, limits)
    return key


@compiled_leaf
def path_hash(parent: int, data: _Bytes, start: int, end: int) -> int:
    """Return the hash of a path: that of its parent, extended by a key."""
    value = (parent * 131 + 0x2E) % _PATH_MODULUS
    for position in range(start, end):
        byte = _folded(int(data[position]))
        if byte >= 0:
            value = (value * 131 + byte) % _PATH_MODULUS
    return value


@compiled_leaf
def path_hash_of_index(parent: int, index: int) -> int:
    """Return the hash of the path of an array's element."""
    value = (parent * 131 + 0x2E) % _PATH_MODULUS
    power = 1
    while power * 10 <= index:
        power *= 10
    while power > 0:
        value = (value * 131 + 0x30 + index // power % 10) % _PATH_MODULUS
        power //= 10
    return value
