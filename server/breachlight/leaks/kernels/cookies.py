"""Cookies of browsers, one a line in Netscape's format: domain, whether subdomains count, path, whether TLS only, expiry, name, value."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import line_end

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]

LONGEST_DOMAIN: Final = 253
LEAST_BYTES: Final = 13
"""No cookie takes fewer bytes."""

_MARK: Final = np.frombuffer(b"#httponly_", np.uint8)
_TRUE: Final = np.frombuffer(b"true", np.uint8)
_FALSE: Final = np.frombuffer(b"false", np.uint8)
_TAB: Final = 0x09
_LF: Final = 0x0A
_CR: Final = 0x0D
_DOT: Final = 0x2E
_UPPER_A: Final = ord("A")
_UPPER_Z: Final = ord("Z")
_CASE: Final = 0x20
_WORD: Final = 0xFFFFFFFF
_FNV_BASIS: Final = 0x811C9DC5
_FNV_PRIME: Final = 0x01000193
_HALF: Final = 0x7FFFFFFF


@compiled_inline
def _lowered(byte: int) -> int:
    return byte | _CASE if _UPPER_A <= byte <= _UPPER_Z else byte


@compiled_inline
def _starts_with(data: Bytes, start: int, word: Bytes) -> bool:
    if start + len(word) > len(data):
        return False
    for index in range(len(word)):
        if _lowered(int(data[start + index])) != word[index]:
            return False
    return True


@compiled_inline
def _field_end(data: Bytes, start: int) -> int:
    """Return where a field ends: at a tab, at the end of its line or of the data."""
    end = start
    while end < len(data) and data[end] != _TAB and data[end] != _LF and data[end] != _CR:
        end += 1
    return end


@compiled_inline
def _after_flag(data: Bytes, start: int) -> int:
    """Return the position behind a flag and its tab, -1 if there is none."""
    if _starts_with(data, start, _TRUE):
        end = start + len(_TRUE)
    elif _starts_with(data, start, _FALSE):
        end = start + len(_FALSE)
    else:
        return -1
    return end + 1 if end < len(data) and data[end] == _TAB else -1


@compiled_inline
def _is_cookie(data: Bytes, domain_end: int) -> bool:
    """Return whether flag, path and flag follow the domain."""
    if domain_end >= len(data) or data[domain_end] != _TAB:
        return False
    path = _after_flag(data, domain_end + 1)
    if path < 0:
        return False
    path_end = _field_end(data, path)
    return path_end < len(data) and data[path_end] == _TAB and _after_flag(data, path_end + 1) >= 0


@compiled_leaf
def _number(data: Bytes, start: int, end: int, names: Bytes, ends: Integers, table: Integers) -> int:
    """Return the number of a domain, below 0 if it is new and there is no room: then its hash.

    ``ends[0]`` is the number of known ones; the name of domain n ends at ``ends[n + 1]`` and starts where that of n - 1 ends, or at 0.
    The length of ``table`` is a power of two, and more than the domains that ``ends`` has room for.
    """
    first, second = _FNV_BASIS, _FNV_BASIS
    for index in range(start, end):
        byte = _lowered(int(data[index]))
        first = ((first ^ byte) * _FNV_PRIME) & _WORD
        second = (second * _FNV_PRIME + byte) & _WORD
    size = end - start
    slot = first & (len(table) - 1)
    while table[slot] > 0:
        number = int(table[slot]) - 1
        name = int(ends[number]) if number > 0 else 0
        if int(ends[number + 1]) - name == size:
            same = 0
            while same < size and names[name + same] == _lowered(int(data[start + same])):
                same += 1
            if same == size:
                return number
        slot = (slot + 1) & (len(table) - 1)
    number = int(ends[0])
    name = int(ends[number]) if number > 0 else 0
    if number + 1 >= len(ends) or name + size > len(names):
        return -1 - (first << 31 | second & _HALF)
    for index in range(size):
        names[name + index] = _lowered(int(data[start + index]))
    ends[number + 1] = name + size
    ends[0] = number + 1
    table[slot] = number + 1
    return number


@compiled_leaf
def count_cookies(
    data: Bytes, names: Bytes, ends: Integers, table: Integers, places: Integers, domains: Integers, cookies: Integers
) -> int:
    """Count the cookies of each domain; return how many rows of ``domains`` and ``cookies`` were written.

    A row has the number of a domain, as ``_number`` gives it, and its cookies. A domain with a number has one row, one without may
    have several. Domains are known in lower case, without a leading dot. There is room for a row each ``LEAST_BYTES``.
    ``places`` has room for the numbers of all domains; it is zero before and after.
    """
    rows, position = 0, 0
    while position < len(data) and rows < len(domains):
        marked = position + len(_MARK) if _starts_with(data, position, _MARK) else position
        start = marked + 1 if marked < len(data) and data[marked] == _DOT else marked
        end = _field_end(data, start)
        if end == start:  # a name that is nothing but what usually stands in front of it
            start = marked if start > marked else position
        if start < end <= start + LONGEST_DOMAIN and _is_cookie(data, end):
            number = _number(data, start, end, names, ends, table)
            place = int(places[number]) if number >= 0 else 0
            if place > 0:
                cookies[place - 1] += 1
            else:
                domains[rows] = number
                cookies[rows] = 1
                rows += 1
                if number >= 0:
                    places[number] = rows
        position = line_end(data, end) + 1
    for row in range(rows):
        if domains[row] >= 0:
            places[domains[row]] = 0
    return rows
