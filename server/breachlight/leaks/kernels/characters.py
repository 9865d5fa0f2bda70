"""Classes of characters, of ASCII by byte and of all others by code point."""

import unicodedata
from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_leaf

Bytes = npt.NDArray[np.uint8]

DIGIT: Final = 1
LETTER: Final = 2
SPACE: Final = 4
SEPARATOR: Final = 8
"""``:``, ``;``, ``|``, ``,`` and the tab."""
LOCAL_PART: Final = 16
"""What an ASCII local part consists of, apart from the full stop."""
HOST: Final = 32
"""What a label of a host consists of: a letter, a digit, ``-`` or ``_``."""
SCHEME: Final = 64
"""What the scheme of a URL consists of."""
HEXADECIMAL: Final = 128

_PLANES: Final = 0x20000
_SUPPLEMENTARY: Final = 0xE0000
_UNICODE_SPACES: Final = (0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)


def _classes() -> Bytes:
    classes = np.zeros(256, np.uint8)
    for characters, bit in (
        (b"0123456789", DIGIT),
        (b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", LETTER),
        (b"\t\n\v\f\r\x1c\x1d\x1e\x1f ", SPACE),
        (b":;|,\t", SEPARATOR),
        (b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+!#$%&'*/=?^{|}~", LOCAL_PART),
        (b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", HOST),
        (b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-", SCHEME),
        (b"0123456789abcdefABCDEF", HEXADECIMAL),
    ):
        for character in characters:
            classes[character] |= bit
    return classes


def _bitmap(categories: bytes) -> Bytes:
    """Return one bit for each code point of the first two planes: whether the first letter of its category is one of these."""
    is_one = np.zeros(256, np.bool_)
    is_one[list(categories)] = True
    return np.packbits(is_one[_CATEGORIES], bitorder="little")


CLASSES: Final = _classes()
_CATEGORIES: Final = np.frombuffer("".join(map(unicodedata.category, map(chr, range(_PLANES)))).encode(), np.uint8)[::2]
_ALPHANUMERIC: Final = _bitmap(b"LN")
_MARKS: Final = _bitmap(b"M")
_DECORATION: Final = _bitmap(b"SMCPZ")


@compiled_leaf
def code_point(text: Bytes, position: int, end: int) -> int:
    """Return the code point of valid UTF-8 that begins here; U+FFFD if the text ends within it."""
    first = int(text[position])
    if first < 0x80:
        return first
    length = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if position + length > end:
        return 0xFFFD
    code = first & (0xFF >> (length + 1))
    for index in range(position + 1, position + length):
        code = code << 6 | (int(text[index]) & 0x3F)
    return code


@compiled_leaf
def character_bytes(first: int) -> int:
    """Return how many bytes a character of valid UTF-8 has that begins with this one."""
    if first < 0x80:
        return 1
    return 2 if first < 0xE0 else 3 if first < 0xF0 else 4


@compiled_leaf
def is_alphanumeric(code: int) -> bool:
    """Return whether a code point is a letter or a digit."""
    if code >= _PLANES:
        return code < _SUPPLEMENTARY
    return int(_ALPHANUMERIC[code >> 3]) >> (code & 7) & 1 != 0


@compiled_leaf
def is_mark(code: int) -> bool:
    """Return whether a code point is a combining mark."""
    if code >= _PLANES:
        return False
    return int(_MARKS[code >> 3]) >> (code & 7) & 1 != 0


@compiled_leaf
def is_decoration(code: int) -> bool:
    """Return whether a code point outside ASCII is a symbol, a mark, punctuation, white space or a control character."""
    if code >= _PLANES:
        return code >= _SUPPLEMENTARY
    return code >= 0x80 and int(_DECORATION[code >> 3]) >> (code & 7) & 1 != 0


@compiled_leaf
def is_space(code: int) -> bool:
    """Return whether a code point is white space, as ``str.isspace`` has it."""
    if code < 0x80:
        return int(CLASSES[code]) & SPACE != 0
    return code in _UNICODE_SPACES
