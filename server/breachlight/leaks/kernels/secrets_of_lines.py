"""The secret of a one-line record, and the URL that may follow or precede it (leak-formats §5c)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, SEPARATOR, SPACE
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.separators import BAR, COLON, COMMA, SEMICOLON, separator_end
from breachlight.leaks.kernels.text import lower_byte, starts_with_word, trim_end, trim_start
from breachlight.leaks.kernels.url_ends import is_path_start, is_usual_port, port_end
from breachlight.leaks.kernels.vectors import WIDTH, bits_below, mask_of

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

_SLASH: Final = 0x2F
_MOST_URLS: Final = 4
_slashes = mask_of((_SLASH, _SLASH))
_HTTP: Final = np.frombuffer(b"http://", np.uint8)
_HTTPS: Final = np.frombuffer(b"https://", np.uint8)


@compiled_leaf
def read_secret(text: Bytes, start: int, end: int, separator: int, fields: Integers, row: int) -> None:
    """Put what follows a login into the fields: the secret, or a URL and the secret, or the secret and a URL.

    ``separator`` is the one in front of it, the only one that a URL at the end may follow.
    """
    start = trim_start(text, start, end)
    if start >= end:
        return
    authority = _web_scheme_end(text, start, end)
    if authority > start:
        last = _first_separator(text, authority, end)
        put(fields, row, codes.URL, start, last)
        put(fields, row, codes.SECRET, trim_start(text, separator_end(text, last, end), end), end)
        return
    index = end - 3 if _has_slash(text, start, end) else start
    found = 0
    while index > start and found < _MOST_URLS:
        if text[index] == COLON and text[index + 1] == _SLASH and text[index + 2] == _SLASH:
            found += 1
            first = _start_of_web_scheme(text, start, index)
            before = -1 if first < 0 else _separator_before(text, start, first, separator)
            if before >= 0 and _is_whole_url(text, index + 3, end):
                put(fields, row, codes.URL, first, end)
                put(fields, row, codes.SECRET, start, trim_end(text, start, before))
                return
        index -= 1
    put(fields, row, codes.SECRET, start, end)


@compiled_inline
def put(fields: Integers, row: int, column: int, start: int, end: int) -> None:
    """Put a span into a field, unless it is empty."""
    if end > start:
        fields[row, column, 0] = start
        fields[row, column, 1] = end


@compiled_inline
def _has_slash(text: Bytes, start: int, end: int) -> bool:
    """Return whether a text has a slash; near the end of the array it may be said of any."""
    while start < end and start + WIDTH <= len(text):
        if _slashes(text, start) & bits_below(end - start) != 0:
            return True
        start += WIDTH
    return start < end


@compiled_leaf
def _web_scheme_end(text: Bytes, start: int, end: int) -> int:
    if text[start] != 0x68 and text[start] != 0x48:  # h, H
        return start
    if starts_with_word(text, start, end, _HTTPS):
        return start + len(_HTTPS)
    return start + len(_HTTP) if starts_with_word(text, start, end, _HTTP) else start


@compiled_leaf
def _start_of_web_scheme(text: Bytes, start: int, colon: int) -> int:
    """Return where ``http`` or ``https`` in front of a colon begins, -1 if neither is there."""
    for length in (4, 5):
        first = colon - length
        if first >= start and lower_byte(int(text[first])) == 0x68 and _web_scheme_end(text, first, colon + 3) > first:
            return first
    return -1


@compiled_leaf
def _first_separator(text: Bytes, authority: int, end: int) -> int:
    """Return the first separator behind a URL that a secret may follow: what is disputed belongs to the secret.

    So does what looks like a port and a path, unless the port is a usual one and another field follows.
    """
    in_authority = True
    disputed = end
    index = authority
    while index < end:
        byte = int(text[index])
        if byte == COLON:
            if not in_authority and index + 2 < end and text[index + 1] == _SLASH and text[index + 2] == _SLASH:
                index += 3
                continue
            port = port_end(text, index + 1, end)
            if not in_authority or port < 0 or port >= end or text[port] != _SLASH:
                return index
            if not is_usual_port(text, index + 1, port):
                return index
            disputed = index
            index = port
            continue
        if byte == BAR or byte == SEMICOLON or byte == COMMA or int(CLASSES[byte]) & SPACE != 0:
            return index
        if is_path_start(byte):
            in_authority = False
        index += 1
    return disputed


@compiled_leaf
def _separator_before(text: Bytes, start: int, position: int, separator: int) -> int:
    """Return where the separator in front of a position begins, -1 if another one, or none, is there."""
    index = position
    while index > start and int(CLASSES[text[index - 1]]) & SPACE != 0 and text[index - 1] != separator:
        index -= 1
    return index - 1 if index > start and int(text[index - 1]) == separator else -1


@compiled_leaf
def _is_whole_url(text: Bytes, authority: int, end: int) -> bool:
    """Return whether a URL fills the rest of a line, so that nothing in it can be another field."""
    in_authority = True
    index = authority
    while index < end:
        byte = int(text[index])
        if byte == COLON:
            if not in_authority and index + 2 < end and text[index + 1] == _SLASH and text[index + 2] == _SLASH:
                index += 3
                continue
            port = port_end(text, index + 1, end)
            if not in_authority or port < 0 or (port < end and not is_path_start(int(text[port]))):
                return False
            index = port
            continue
        if int(CLASSES[byte]) & (SEPARATOR | SPACE) != 0:
            return False
        if is_path_start(byte):
            in_authority = False
        index += 1
    return authority < end
