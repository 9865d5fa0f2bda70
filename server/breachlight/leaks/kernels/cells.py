r"""From the cells of a table's row, whatever the file's format, to the raw fields of records.

A row with several email addresses is one record for each. Missing values are empty, ``-``, ``NULL``, ``\N``, ``N`` and
``xxx``. A user name or phone number goes to a record's other names, which are not masked, only if the row is complete and
the name contains no secret.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.encoding import append_clean, append_legacy, is_utf8
from breachlight.leaks.kernels.passwords import password_type
from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.text import equal, find_byte, lower_byte, trim_end, trim_start

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

EMAIL: Final = 0
USERNAME: Final = 3
PHONE: Final = 5
PASSWORD: Final = 6
HASH: Final = 7
SALT: Final = 8
URL: Final = 9
SOFTWARE: Final = 10
SLOTS: Final = 11
"""Slots of a row's wanted cells: three email addresses, two user names, and one of each of the others."""

EMAILS: Final = 3
USERNAMES: Final = 2
MOST_RECORDS: Final = EMAILS
"""A row becomes at most so many records."""

ROOM: Final = 5
"""Unescaping and cleaning append a cell once each, as UTF-8 for legacy bytes three times as long."""

_LONGEST_COMPARED: Final = 256
_SHORTEST_COMPARED: Final = 4
_LONGEST_MISSING: Final = 4
_AT: Final = 0x40
_SPACE: Final = 0x20


@compiled_leaf
def place_records(places: Integers, first: int, count: int, start: int, length: int, lines: int) -> None:
    """Store where the row of the records from ``first`` to ``count`` is; its lines count for the first of them."""
    for row in range(first, count):
        places[row, 0] = start
        places[row, 1] = length
        places[row, 2] = lines if row == first else 0


@compiled_leaf
def emit_row(
    text: Bytes,
    size: int,
    cells: Integers,
    has_all: bool,
    hash_type: int,
    fields: Integers,
    flags: Integers,
    hash_types: Bytes,
    count: int,
) -> tuple[int, int]:
    """Append the records of a row behind the ``count`` that there are; return the size of the text and the new count.

    ``cells`` (SLOTS, 2) are unescaped spans of the text, -1 where the row has no such cell; they are changed. ``has_all``:
    the row has as many cells as the table has columns. There is room for ``MOST_RECORDS`` in the other arrays, and in the
    text for ``ROOM`` times the bytes of the cells. At least one record is appended, maybe without any field.
    """
    size, bits = _clean(text, size, cells)
    secret = PASSWORD
    if cells[PASSWORD, 0] < 0 and cells[HASH, 0] >= 0:
        secret = HASH
    kind = codes.JUDGE_BY_SHAPE
    if secret == HASH:
        kind = hash_type
    is_hash = cells[secret, 0] >= 0 and (
        secret == HASH or password_type(text, int(cells[secret, 0]), int(cells[secret, 1])) != codes.TYPE_PLAIN
    )
    if not has_all:
        # Which cells are missing isn't known: what may be a shifted secret is shown to nobody.
        bits |= codes.AMBIGUOUS
    first = count
    for number in range(EMAILS):
        if cells[EMAIL + number, 0] >= 0:
            is_new = True
            for other in range(number):
                if cells[EMAIL + other, 0] >= 0 and equal(
                    text,
                    int(cells[EMAIL + other, 0]),
                    int(cells[EMAIL + other, 1]),
                    int(cells[EMAIL + number, 0]),
                    int(cells[EMAIL + number, 1]),
                ):
                    is_new = False
            if is_new:
                _put(text, cells, EMAIL + number, secret, is_hash, has_all, fields, count)
                count += 1
    if count == first:
        login = -1
        for slot in range(USERNAME, PHONE + 1):
            if login < 0 and cells[slot, 0] >= 0:
                login = slot
        _put(text, cells, login, secret, is_hash, has_all, fields, count)
        count += 1
    for row in range(first, count):
        flags[row] = bits
        hash_types[row] = kind
    return size, count


@compiled_leaf
def _put(
    text: Bytes, cells: Integers, login: int, secret: int, is_hash: bool, has_all: bool, fields: Integers, row: int
) -> None:
    """Write one record; ``login`` is the slot of its login, -1: it has none."""
    for field in range(codes.RAW_FIELDS):
        fields[row, field, 0] = -1
        fields[row, field, 1] = -1
    _copy(cells, URL, fields, row, codes.URL)
    _copy(cells, SOFTWARE, fields, row, codes.SOFTWARE)
    _copy(cells, secret, fields, row, codes.SECRET)
    if is_hash:
        _copy(cells, SALT, fields, row, codes.SALT)
    if login < 0:
        return
    _copy(cells, login, fields, row, codes.LOGIN)
    alias = codes.ALIAS_1
    for slot in range(USERNAME, PHONE + 1):
        if has_all and slot != login and cells[slot, 0] >= 0 and not _shows(text, cells, slot, secret):
            if not equal(text, int(cells[slot, 0]), int(cells[slot, 1]), int(cells[login, 0]), int(cells[login, 1])):
                _copy(cells, slot, fields, row, alias)
                alias += 1  # there are three slots and three aliases


@compiled_leaf
def _copy(cells: Integers, slot: int, fields: Integers, row: int, field: int) -> None:
    fields[row, field, 0] = cells[slot, 0]
    fields[row, field, 1] = cells[slot, 1]


@compiled_leaf
def _shows(text: Bytes, cells: Integers, slot: int, secret: int) -> bool:
    """Whether a name contains the secret, or is too long to be compared with it."""
    start, end = int(cells[slot, 0]), int(cells[slot, 1])
    other, other_end = int(cells[secret, 0]), int(cells[secret, 1])
    if other < 0:
        return False
    if end - start > _LONGEST_COMPARED:
        return True
    if other_end - other < _SHORTEST_COMPARED and other_end - other < end - start:
        return False
    for begin in range(start, end - (other_end - other) + 1):
        index = 0
        while other + index < other_end and lower_byte(int(text[begin + index])) == lower_byte(
            int(text[other + index])
        ):
            index += 1
        if other + index == other_end:
            return True
    return False


@compiled_leaf
def _clean(text: Bytes, size: int, cells: Integers) -> tuple[int, int]:
    """Trim the cells, make them valid UTF-8 and mark missing values; return the size of the text and flags."""
    is_legacy = False
    for slot in range(SLOTS):
        start, end = int(cells[slot, 0]), int(cells[slot, 1])
        if start < 0:
            continue
        is_odd = False
        for index in range(start, end):
            # What isn't ASCII, and NUL and CR.
            is_odd |= (text[index] >= 0x80) | (text[index] == 0x00) | (text[index] == 0x0D)
        if is_odd:
            first = size
            size = append_clean(text, size, start, end)
            start, end = first, size
            is_legacy |= not is_utf8(text, start, end)
        _keep(text, cells, slot, start, end)
    if not is_legacy:
        return size, 0
    for slot in range(SLOTS):
        start, end = int(cells[slot, 0]), int(cells[slot, 1])
        if start >= 0:
            first = size
            size = append_legacy(text, size, start, end)
            _keep(text, cells, slot, first, size)
    return size, codes.LEGACY_ENCODING


@compiled_leaf
def _keep(text: Bytes, cells: Integers, slot: int, start: int, end: int) -> None:
    """Set a cell, trimmed; a missing value to -1."""
    if start < end and (text[start] <= _SPACE or text[start] >= 0x80):
        start = trim_start(text, start, end)
    if start < end and (text[end - 1] <= _SPACE or text[end - 1] >= 0x80):
        end = trim_end(text, start, end)
    if end - start <= _LONGEST_MISSING and _is_missing(text, start, end):
        start = end = -1
    cells[slot, 0] = start
    cells[slot, 1] = end


@compiled_leaf
def _is_missing(text: Bytes, start: int, end: int) -> bool:
    length = end - start
    if length <= 0:
        return True
    first = int(text[start])
    if length == 1:
        return first in (0x2D, 0x4E)  # - N
    if length == 2:
        return first == 0x5C and text[start + 1] == 0x4E  # \N
    if length == 3:
        return first == 0x78 and text[start + 1] == 0x78 and text[start + 2] == 0x78  # xxx
    if length == 4:
        return (
            lower_byte(first) == 0x6E
            and lower_byte(int(text[start + 1])) == 0x75
            and lower_byte(int(text[start + 2])) == 0x6C
            and lower_byte(int(text[start + 3])) == 0x6C
        )
    return False


@compiled_leaf
def has_needed_cells(text: Bytes, cells: Integers, slots: Integers) -> bool:
    """Return whether a row with fewer cells than columns has an email address and, if the table has one, a secret.

    Only an address shows that no cell in front of it is missing.
    """
    has_email = False
    for slot in range(EMAIL, EMAIL + EMAILS):
        start, end = int(cells[slot, 0]), int(cells[slot, 1])
        has_email |= start >= 0 and find_byte(text, _AT, start, end) > start
    is_wanted = False
    for column in range(len(slots)):
        is_wanted |= slots[column] == PASSWORD or slots[column] == HASH
    return has_email and (not is_wanted or cells[PASSWORD, 0] >= 0 or cells[HASH, 0] >= 0)
