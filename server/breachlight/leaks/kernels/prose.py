"""Addresses in running text (leak-formats §14)."""

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.emails import is_email
from breachlight.leaks.kernels.runtime import compiled, compiled_leaf

_Bytes = npt.NDArray[np.uint8]
_Integers = npt.NDArray[np.int32]

_LONGEST_MAILBOX = 64
_LONGEST_DOMAIN = 253
FOUND_COLUMNS = 4
"""Start and end of an address, the numbers of its line and of its paragraph."""


@compiled_leaf
def _is_of_name(byte: int) -> bool:
    return 0x30 <= byte <= 0x39 or 0x41 <= byte <= 0x5A or 0x61 <= byte <= 0x7A or byte == 0x2D or byte == 0x2E


@compiled_leaf
def _is_of_mailbox(byte: int) -> bool:
    return _is_of_name(byte) or byte == 0x5F or byte == 0x2B


@compiled_leaf
def _address_at(names: _Bytes, text: _Bytes, at: int, end: int) -> tuple[int, int]:
    """Return where the address around an ``@`` starts and ends, both ``at`` if there is none."""
    start = at
    while start > 0 and at - start <= _LONGEST_MAILBOX and _is_of_mailbox(int(text[start - 1])):
        start -= 1
    stop = at + 1
    while stop < end and stop - at <= _LONGEST_DOMAIN and _is_of_name(int(text[stop])):
        stop += 1
    while stop > at + 1 and (text[stop - 1] == 0x2E or text[stop - 1] == 0x2D):
        stop -= 1
    while start < at and (text[start] == 0x2E or text[start] == 0x2D or text[start] == 0x2B):
        start += 1
    if start == at or stop - at < 4 or text[at - 1] == 0x2E or (stop < end and text[stop] == 0x40):
        return at, at
    if start > 0 and text[start - 1] == 0x40:  # two addresses in one
        return at, at
    for index in range(start, at):
        if text[index] == 0x2E and text[index + 1] == 0x2E:
            return at, at
    return (start, stop) if is_email(names, text, start, stop) else (at, at)


@compiled
def find_addresses(names: _Bytes, text: _Bytes) -> tuple[_Integers, int]:
    """Return the addresses of a text in order, and the number of its lines. ``names`` is that of ``finish_rows``."""
    found = np.empty((64, FOUND_COLUMNS), np.int32)
    count = line = paragraph = 0
    end = len(text)
    is_blank = True
    for position in range(end):
        byte = int(text[position])
        if byte == 0x0A:
            line += 1
            paragraph += is_blank
            is_blank = True
        elif byte != 0x0D and byte != 0x20 and byte != 0x09:
            is_blank = False
            if byte == 0x40:
                start, stop = _address_at(names, text, position, end)
                if stop > start:
                    if count == len(found):
                        larger = np.empty((2 * count, FOUND_COLUMNS), np.int32)
                        larger[:count] = found
                        found = larger
                    found[count, 0] = start
                    found[count, 1] = stop
                    found[count, 2] = line
                    found[count, 3] = paragraph
                    count += 1
    if end > 0 and text[end - 1] != 0x0A:
        line += 1
    return found[:count], line
