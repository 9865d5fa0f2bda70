"""IP addresses and dates at the end of a line, which may be columns of their own or a part of the secret (leak-formats §5l)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.characters import CLASSES, DIGIT, HEXADECIMAL, SEPARATOR
from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.separators import BLANK, COLON

Bytes = npt.NDArray[np.uint8]

_DASH: Final = 0x2D
_DOT: Final = 0x2E
_SLASH: Final = 0x2F
_LETTER_T: Final = 0x54
_LONGEST_TIME: Final = len("23:59:59")
_LONGEST_IP: Final = 45
_LEAST_COLONS: Final = 4
_DATE_GROUPS: Final = 3
_IP_GROUPS: Final = 4
_LONGEST_BYTE: Final = 3
_YEAR: Final = 4
_DAY: Final = 2


@compiled_leaf
def ends_with_column(text: Bytes, start: int, end: int) -> bool:
    """Return whether a secret ends with a separator and an IP address or a date, perhaps with a time."""
    if end <= start or int(CLASSES[text[end - 1]]) & HEXADECIMAL == 0:
        return False
    last = _time_start(text, start, end)
    index = last
    while index > start and _is_of_date(int(text[index - 1])):
        index -= 1
    before = index
    while before > start and text[before - 1] == BLANK:
        before -= 1
    if before > start and int(CLASSES[text[before - 1]]) & SEPARATOR != 0 and _is_date_or_ip(text, index, last):
        return True
    return last == end and _is_ip_with_colons(text, start, end)


@compiled_leaf
def _is_of_date(byte: int) -> bool:
    return int(CLASSES[byte]) & DIGIT != 0 or byte == _DOT or byte == _DASH or byte == _SLASH


@compiled_leaf
def _time_start(text: Bytes, start: int, end: int) -> int:
    """Return where the space or ``T`` and the time at the end of a text begin, ``end`` if there is none."""
    index = end
    colons = 0
    while index > start and end - index < _LONGEST_TIME:
        byte = int(text[index - 1])
        if byte != COLON and int(CLASSES[byte]) & DIGIT == 0:
            break
        colons += byte == COLON
        index -= 1
    if index == start or colons == 0 or (text[index - 1] != BLANK and text[index - 1] != _LETTER_T):
        return end
    return index - 1


@compiled_leaf
def _is_date_or_ip(text: Bytes, start: int, end: int) -> bool:
    """Return whether digits, dots, dashes and slashes are ``10.0.0.1``, ``2020-01-31``, ``31.01.2020`` or the like."""
    groups = years = days = octets = digits = sign = 0
    for index in range(start, end + 1):
        byte = int(text[index]) if index < end else 0
        if index < end and int(CLASSES[byte]) & DIGIT != 0:
            digits += 1
            continue
        if index < end and sign != 0 and byte != sign:
            return False
        sign = byte if index < end else sign
        groups += 1
        years += digits == _YEAR
        days += 0 < digits <= _DAY
        octets += 0 < digits <= _LONGEST_BYTE
        digits = 0
    if groups == _IP_GROUPS:
        return sign == _DOT and octets == _IP_GROUPS
    return groups == _DATE_GROUPS and years == 1 and days == _DATE_GROUPS - 1


@compiled_leaf
def _is_ip_with_colons(text: Bytes, start: int, end: int) -> bool:
    """Return whether a text ends with a separator and what looks like an IPv6 address."""
    index = end
    colons = digits = 0
    while index > start and end - index < _LONGEST_IP:
        byte = int(text[index - 1])
        if byte == COLON:
            colons += 1
            digits = 0
        elif int(CLASSES[byte]) & HEXADECIMAL != 0:
            digits += 1
        else:
            break
        if digits > _YEAR:
            break
        index -= 1
    return colons > _LEAST_COLONS
