"""JSON strings: where they end, and their text as valid UTF-8 (leak-formats §13)."""

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.encoding import is_utf8
from breachlight.leaks.kernels.runtime import compiled_leaf

_Bytes = npt.NDArray[np.uint8]

LEGACY = 1
CUT = 2
LONGEST_VALUE = 65_536
_REPLACEMENT = 0xFFFD
_BYTE_ORDER_MARK = 0xFEFF

# Windows-1252 of the bytes 0x80 to 0x9F; the undefined ones are Latin-1.
_WINDOWS_1252 = np.array([ord(bytes([byte]).decode("cp1252", "replace")) for byte in range(0x80, 0xA0)], np.int32)
_WINDOWS_1252[_WINDOWS_1252 == _REPLACEMENT] = np.arange(0x80, 0xA0)[_WINDOWS_1252 == _REPLACEMENT]


@compiled_leaf
def string_end(data: _Bytes, start: int, end: int) -> tuple[int, bool]:
    """Return where the string that starts behind its quote at ``start`` has its closing quote, and if it needs decoding.

    -1: it doesn't end; -2 or less: a line ends first, which no string contains.
    """
    position = start
    is_odd = False
    while position < end:
        byte = int(data[position])
        if byte == 0x22:
            return position, is_odd
        if byte == 0x5C:
            is_odd = True
            position += 1
        elif byte < 0x20:
            if byte == 0x0A or byte == 0x0D:
                return -2, is_odd
            is_odd = True
        elif byte >= 0x7F:
            is_odd = True
        position += 1
    return -1, is_odd


@compiled_leaf
def _hex(data: _Bytes, start: int, end: int) -> int:
    """Return the number that four hexadecimal digits write, -1 if they aren't there."""
    if start + 4 > end:
        return -1
    number = 0
    for position in range(start, start + 4):
        byte = int(data[position])
        if 0x30 <= byte <= 0x39:
            digit = byte - 0x30
        elif 0x41 <= byte <= 0x46:
            digit = byte - 0x37
        elif 0x61 <= byte <= 0x66:
            digit = byte - 0x57
        else:
            return -1
        number = number * 16 + digit
    return number


@compiled_leaf
def _length(data: _Bytes, start: int, end: int) -> int:
    """Return the number of bytes of the UTF-8 character at ``start``, 0 if there is no valid one."""
    length = 1 if data[start] < 0x80 else 2 if data[start] < 0xE0 else 3 if data[start] < 0xF0 else 4
    return length if start + length <= end and is_utf8(data, start, start + length) else 0


@compiled_leaf
def _is_space(character: int) -> bool:
    """Return whether ``str.strip`` would cut the character."""
    if character < 0x80:
        return character == 0x20 or 0x09 <= character <= 0x0D or 0x1C <= character <= 0x1F
    return (
        character == 0x85
        or character == 0xA0
        or character == 0x1680
        or 0x2000 <= character <= 0x200A
        or character == 0x2028
        or character == 0x2029
        or character == 0x202F
        or character == 0x205F
        or character == 0x3000
    )


@compiled_leaf
def trimmed(data: _Bytes, start: int, end: int) -> tuple[int, int]:
    """Return where the text without ASCII space at its ends starts and ends."""
    while start < end and _is_space(int(data[start])) and int(data[start]) < 0x80:
        start += 1
    while end > start and _is_space(int(data[end - 1])) and int(data[end - 1]) < 0x80:
        end -= 1
    return start, end


@compiled_leaf
def _next_character(data: _Bytes, position: int, end: int, is_legacy: bool) -> tuple[int, int]:
    """Return the character at ``position`` and where the next one starts."""
    byte = int(data[position])
    if byte == 0x5C and position + 1 < end:
        escape = int(data[position + 1])
        position += 2
        if escape == 0x75:
            number = _hex(data, position, end)
            if number < 0:
                return 0x75, position  # no escape: kept without its backslash, as lenient parsers do
            position += 4
            if (
                0xD800 <= number < 0xDC00
                and position + 1 < end
                and data[position] == 0x5C
                and data[position + 1] == 0x75
            ):
                low = _hex(data, position + 2, end)
                if 0xDC00 <= low < 0xE000:
                    return 0x10000 + ((number - 0xD800) << 10) + low - 0xDC00, position + 6
            return _REPLACEMENT if 0xD800 <= number < 0xE000 else number, position
        if escape == 0x6E:
            return 0x0A, position
        if escape == 0x74:
            return 0x09, position
        if escape == 0x72:
            return 0x0D, position
        if escape == 0x62:
            return 0x08, position
        if escape == 0x66:
            return 0x0C, position
        if escape < 0x80:
            return escape, position
        return _next_plain(data, position - 1, end, is_legacy)
    return _next_plain(data, position, end, is_legacy)


@compiled_leaf
def _next_plain(data: _Bytes, position: int, end: int, is_legacy: bool) -> tuple[int, int]:
    byte = int(data[position])
    if byte < 0x80:
        return byte, position + 1
    if is_legacy:
        return int(_WINDOWS_1252[byte - 0x80]) if byte < 0xA0 else byte, position + 1
    length = _length(data, position, end)
    if length == 0:  # an escape or the limit cut the character
        return _REPLACEMENT, position + 1
    number = byte & (0x1F if length == 2 else 0x0F if length == 3 else 0x07)
    for following in range(position + 1, position + length):
        number = number << 6 | int(data[following]) & 0x3F
    return number, position + length


@compiled_leaf
def _put(extra: _Bytes, size: int, character: int) -> int:
    """Write a character as UTF-8 into the buffer, which has room for it, and return the new size."""
    if character < 0x80:
        extra[size] = character
        return size + 1
    if character < 0x800:
        extra[size] = 0xC0 | character >> 6
        extra[size + 1] = 0x80 | character & 0x3F
        return size + 2
    if character < 0x10000:
        extra[size] = 0xE0 | character >> 12
        extra[size + 1] = 0x80 | character >> 6 & 0x3F
        extra[size + 2] = 0x80 | character & 0x3F
        return size + 3
    extra[size] = 0xF0 | character >> 18
    extra[size + 1] = 0x80 | character >> 12 & 0x3F
    extra[size + 2] = 0x80 | character >> 6 & 0x3F
    extra[size + 3] = 0x80 | character & 0x3F
    return size + 4


@compiled_leaf
def append_decoded(data: _Bytes, start: int, end: int, extra: _Bytes, size: int) -> tuple[int, int, int]:
    """Append the text of a string's inside to ``extra``: escapes resolved, valid UTF-8, ends trimmed.

    NUL, U+FEFF and CR are left out; what is no UTF-8 is read as Windows-1252. Returns where the text ends and starts in the buffer,
    with LEGACY and CUT; -1 if there may be no room for it.
    """
    flags = 0
    if end - start > LONGEST_VALUE:
        end = start + LONGEST_VALUE
        flags |= CUT
        back = end
        while back > start and end - back < 4 and int(data[back]) & 0xC0 == 0x80:  # no character is cut in two
            back -= 1
        if end - back < 4:
            end = back
    is_legacy = not is_utf8(data, start, end)
    if is_legacy:
        flags |= LEGACY
    # An input byte gives at most three bytes: Windows-1252's euro sign does.
    if size + 3 * (end - start) + 4 > len(extra):
        return -1, -1, flags
    text_start = text_end = size
    position = start
    while position < end:
        character, position = _next_character(data, position, end, is_legacy)
        if character == 0 or character == 0x0D or character == _BYTE_ORDER_MARK:
            continue
        is_space = _is_space(character)
        if is_space and size == text_start:
            continue
        size = _put(extra, size, character)
        if not is_space:
            text_end = size
    return text_end, text_start, flags
