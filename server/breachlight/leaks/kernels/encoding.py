"""From the bytes of a line to valid UTF-8 (leak-formats §2)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.vectors import WIDTH, mask_of

Bytes = npt.NDArray[np.uint8]

LONGEST_CLEAN: Final = 3
"""A byte of a line becomes at most so many bytes of UTF-8."""

_UNDEFINED: Final = 0xFFFF
_not_ascii = mask_of((0x80, 0xFF))


def _code_points() -> npt.NDArray[np.uint16]:
    """Return the character of each byte in Windows-1252, ``_UNDEFINED`` where it has none."""
    codes = np.arange(256, dtype=np.uint16)
    for byte in range(0x80, 0xA0):
        text = bytes([byte]).decode("cp1252", "ignore")
        codes[byte] = ord(text) if text else _UNDEFINED
    return codes


_WINDOWS_1252: Final = _code_points()


@compiled_leaf
def is_utf8(text: Bytes, start: int, end: int) -> bool:
    """Return whether a span is valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF."""
    index = start
    while index < end:
        first = int(text[index])
        if first < 0x80:
            index += 1
            # Most texts have long stretches of ASCII.
            while index + WIDTH <= end and _not_ascii(text, index) == 0:
                index += WIDTH
            continue
        if first < 0xC2 or first > 0xF4:
            return False
        length = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        if index + length > end:
            return False
        second = int(text[index + 1])
        least = 0xA0 if first == 0xE0 else 0x90 if first == 0xF0 else 0x80
        most = 0x9F if first == 0xED else 0x8F if first == 0xF4 else 0xBF
        if second < least or second > most:
            return False
        for other in range(index + 2, index + length):
            if int(text[other]) & 0xC0 != 0x80:
                return False
        index += length
    return True


@compiled_leaf
def append_clean(text: Bytes, size: int, start: int, end: int) -> int:
    """Append a line without NUL, U+FEFF and CR behind ``size``, where there is room for as many bytes; return the new size.

    Whether it is UTF-8 doesn't matter.
    """
    index = start
    while index < end:
        byte = int(text[index])
        if byte == 0xEF and index + 2 < end and int(text[index + 1]) == 0xBB and int(text[index + 2]) == 0xBF:
            index += 3
            continue
        index += 1
        if byte not in (0x00, 0x0D):
            text[size] = byte
            size += 1
    return size


@compiled_leaf
def append_legacy(text: Bytes, size: int, start: int, end: int) -> int:
    """Append a line that is no UTF-8 as Windows-1252, or as Latin-1 if it has a byte that Windows-1252 leaves undefined.

    There is room behind ``size`` for three times as many bytes. Returns the new size.
    """
    is_latin_1 = False
    for index in range(start, end):
        if int(_WINDOWS_1252[text[index]]) == _UNDEFINED:
            is_latin_1 = True
    for index in range(start, end):
        byte = int(text[index])
        code = byte if is_latin_1 else int(_WINDOWS_1252[byte])
        if code < 0x80:
            text[size] = code
            size += 1
        elif code < 0x800:
            text[size] = 0xC0 | code >> 6
            text[size + 1] = 0x80 | code & 0x3F
            size += 2
        else:
            text[size] = 0xE0 | code >> 12
            text[size + 1] = 0x80 | code >> 6 & 0x3F
            text[size + 2] = 0x80 | code & 0x3F
            size += 3
    return size
