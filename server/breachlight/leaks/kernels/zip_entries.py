"""The list of members at the end of a zip archive (APPNOTE 4.3.12), entry after entry."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf

Bytes = npt.NDArray[np.uint8]
Positions = npt.NDArray[np.int64]

# Columns of ``entries``. Where the name is in the list; what an entry says, as it says it.
NAME: Final = 0
NAME_END: Final = 1
FLAGS: Final = 2
METHOD: Final = 3
CHECKSUM: Final = 4
PACKED: Final = 5
SIZE: Final = 6
OFFSET: Final = 7
ATTRIBUTES: Final = 8
COLUMNS: Final = 9

ENTRY_BYTES: Final = 46
"""An entry has so many bytes besides its name, extra fields and comment."""

_LARGEST_VERSION: Final = 63
_EXTRA_BYTES: Final = 4
# Extra fields that change what an entry says.
_ZIP64: Final = 0x0001
_AES: Final = 0x9901


@compiled_leaf
def find_entries(listed: Bytes, entries: Positions) -> int:
    """Fill a row for each entry of a list; return how many there are, -1 if the list is damaged or anything in it is unusual.

    There is a row for each ENTRY_BYTES of the list.
    """
    position = count = 0
    end = len(listed)
    while position < end:
        if end - position < ENTRY_BYTES or _number(listed, position, 4) != 0x02014B50:
            return -1
        name = position + ENTRY_BYTES
        name_end = name + _number(listed, position + 28, 2)
        extra_end = name_end + _number(listed, position + 30, 2)
        following = extra_end + _number(listed, position + 32, 2)
        if following > end or int(listed[position + 6]) > _LARGEST_VERSION:
            return -1
        for place in range(name, name_end):
            if listed[place] == 0:
                return -1
        if not _is_usual(listed, name_end, extra_end):
            return -1
        entries[count, NAME], entries[count, NAME_END] = name, name_end
        entries[count, FLAGS] = _number(listed, position + 8, 2)
        entries[count, METHOD] = _number(listed, position + 10, 2)
        entries[count, CHECKSUM] = _number(listed, position + 16, 4)
        entries[count, PACKED] = _number(listed, position + 20, 4)
        entries[count, SIZE] = _number(listed, position + 24, 4)
        entries[count, ATTRIBUTES] = _number(listed, position + 38, 4)
        entries[count, OFFSET] = _number(listed, position + 42, 4)
        count += 1
        position = following
    return count


@compiled_inline
def _number(data: Bytes, place: int, size: int) -> int:
    """Return the number in ``size`` bytes, of which the first is the lowest."""
    number = 0
    for index in range(size):
        number |= int(data[place + index]) << 8 * index
    return number


@compiled_leaf
def _is_usual(listed: Bytes, position: int, end: int) -> bool:
    """Return whether the extra fields of an entry, such as times, don't matter."""
    while end - position >= _EXTRA_BYTES:
        kind = _number(listed, position, 2)
        position += _EXTRA_BYTES + _number(listed, position + 2, 2)
        if kind == _ZIP64 or kind == _AES or position > end:
            return False
    return True
