"""Lines with data that PHP serialized: only the first email address in them is read."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, DIGIT, LETTER
from breachlight.leaks.kernels.emails import at_sign
from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.secrets_of_lines import put
from breachlight.leaks.kernels.separators import COLON

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

_AT: Final = 0x40
_LONGEST_LOCAL_PART: Final = 64
_LONGEST_DOMAIN: Final = 253


@compiled_leaf
def is_serialized(text: Bytes, start: int, end: int) -> bool:
    """Return whether a line begins like data that PHP serialized: ``a:2:{``, ``O:8:``, ``s:5:"``."""
    if end - start < 6 or text[start + 1] != COLON or int(CLASSES[text[start + 2]]) & DIGIT == 0:
        return False
    index = start + 2
    while index < end and int(CLASSES[text[index]]) & DIGIT != 0:
        index += 1
    if index + 2 >= end or text[index] != COLON:
        return False
    first = text[start]
    if first == 0x61 or first == 0x4F:  # a or O
        return True
    is_quoted = text[index + 1] == 0x22 or (text[index + 1] == 0x5C and text[index + 2] == 0x22)
    return bool(first == 0x73 and is_quoted)


@compiled_leaf
def first_address(names: Bytes, text: Bytes, start: int, end: int, fields: Integers, row: int) -> bool:
    """Take the first email address in running text as login; return whether there is one."""
    for at in range(start, end):
        if text[at] != _AT:
            continue
        first = at
        while first > start and at - first < _LONGEST_LOCAL_PART and _is_usual(int(text[first - 1])):
            first -= 1
        last = at + 1
        while last < end and last - at <= _LONGEST_DOMAIN and int(CLASSES[text[last]]) & (LETTER | DIGIT) != 0:
            last += 1
            while last < end and (text[last] == 0x2E or text[last] == 0x2D):
                last += 1
        while last > at + 1 and (text[last - 1] == 0x2E or text[last - 1] == 0x2D):
            last -= 1
        if at_sign(names, text, first, last) == at:
            put(fields, row, codes.LOGIN, first, last)
            return True
    return False


@compiled_leaf
def _is_usual(byte: int) -> bool:
    """Return whether addresses in running text have this byte in front of their ``@``."""
    is_sign = byte == 0x5F or byte == 0x2B or byte == 0x2E or byte == 0x2D
    return is_sign or int(CLASSES[byte]) & (LETTER | DIGIT) != 0
