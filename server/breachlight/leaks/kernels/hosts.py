"""The site or the Android app that a URL names (leak-formats §9), as ``kit.addresses.host_key`` has it for ASCII."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.characters import CLASSES, DIGIT, HOST, LETTER, SCHEME
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import find_byte, lower_byte, starts_with_word, trim_end, trim_start

Bytes = npt.NDArray[np.uint8]

_ANDROID: Final = np.frombuffer(b"android://", np.uint8)
# How password managers write apps, without a certificate's hash.
_ANDROID_APP: Final = np.frombuffer(b"androidapp://", np.uint8)
_IOS_APP: Final = np.frombuffer(b"iosapp://", np.uint8)
_LONGEST_HOST: Final = 253
_LONGEST_HOST_AND_PORT: Final = _LONGEST_HOST + len(".:65535")
_LONGEST_LABEL: Final = 63
_AT: Final = 0x40
_COLON: Final = 0x3A
_DOT: Final = 0x2E
_SLASH: Final = 0x2F


@compiled_leaf
def scheme_end(text: Bytes, start: int, end: int) -> int:
    """Return where the scheme at the start of a text ends, ``://`` included; ``start`` if it begins with none."""
    if end - start < 4 or int(CLASSES[text[start]]) & LETTER == 0:
        return start
    index = start + 1
    while index < end and int(CLASSES[text[index]]) & SCHEME != 0:
        index += 1
    if index + 2 < end and text[index] == _COLON and text[index + 1] == _SLASH and text[index + 2] == _SLASH:
        return index + 3
    if index + 3 == end and text[index] == _COLON and text[index + 1] == _SLASH and text[index + 2] == _SLASH:
        return end
    return start


@compiled_inline
def is_android(text: Bytes, start: int, end: int) -> bool:
    """Return whether a URL names an Android app, as stealers write it."""
    return (text[start] == 0x61 or text[start] == 0x41) and starts_with_word(text, start, end, _ANDROID)


@compiled_inline
def is_app(text: Bytes, start: int, end: int) -> bool:
    """Return whether a URL names an app."""
    first = lower_byte(int(text[start]))
    return (first == 0x61 or first == 0x69) and _app_scheme_end(text, start, end) > start  # a, i


@compiled_leaf
def _app_scheme_end(text: Bytes, start: int, end: int) -> int:
    if starts_with_word(text, start, end, _ANDROID):
        return start + len(_ANDROID)
    if starts_with_word(text, start, end, _ANDROID_APP):
        return start + len(_ANDROID_APP)
    return start + len(_IOS_APP) if starts_with_word(text, start, end, _IOS_APP) else start


@compiled_inline
def scan_authority(text: Bytes, start: int, end: int) -> tuple[int, int, int, bool, bool]:
    """Look an authority through: its end, its last ``@`` and first colon (or -1), and whether it is ASCII and has capitals.

    It ends at ``/``, ``?``, ``#``, a backslash or the end.
    """
    at = colon = -1
    high = 0
    has_capitals = False
    index = start
    while index < end:
        byte = int(text[index])
        if int(CLASSES[byte]) & (LETTER | DIGIT) != 0:
            has_capitals |= byte <= 0x5A and byte >= 0x41
        elif byte == _SLASH or byte == 0x3F or byte == 0x23 or byte == 0x5C:
            break
        elif byte == _AT:
            at = index
        elif byte == _COLON:
            colon = index if colon < 0 else colon
        else:
            high |= byte
        index += 1
    return index, at, colon, high < 0x80, has_capitals


@compiled_leaf
def host_end(text: Bytes, start: int, end: int) -> int:
    """Return where the ASCII host that begins here ends (port and full stops come after it); -1 if it has no key.

    It has none if it is an IP address or a single label, or too long, or has other characters than host names have.
    ``end`` is that of the authority.
    """
    if end - start > _LONGEST_HOST_AND_PORT or start >= end or text[start] == 0x5B:  # [
        return -1
    colon = find_byte(text, _COLON, start, end)
    end = end if colon < 0 else colon
    end = trim_end(text, start, end)
    while end > start and text[end - 1] == _DOT:
        end -= 1
    if end - start > _LONGEST_HOST:
        return -1
    label = start
    dots = 0
    for index in range(start, end):
        byte = int(text[index])
        if byte == _DOT:
            if index == label or index - label > _LONGEST_LABEL:
                return -1
            dots += 1
            label = index + 1
        elif int(CLASSES[byte]) & HOST == 0:
            return -1
    if dots == 0 or label == end or end - label > _LONGEST_LABEL:
        return -1
    # A host whose last label is a number is an IPv4 address in one of its notations (WHATWG URL, "ends in a number").
    if text[label] == 0x30 and label + 1 < end and lower_byte(int(text[label + 1])) == 0x78:
        return -1
    for index in range(label, end):
        if int(CLASSES[text[index]]) & DIGIT == 0:
            return end
    return -1


@compiled_leaf
def app_start(text: Bytes, start: int, end: int) -> int:
    """Return where the package in the URL of an app begins."""
    at = find_byte(text, _AT, start, end)
    return trim_start(text, _app_scheme_end(text, start, end) if at < 0 else at + 1, end)


@compiled_leaf
def app_end(text: Bytes, start: int, end: int) -> int:
    """Return where the package that begins here ends; the same position if there is none."""
    slash = find_byte(text, _SLASH, start, end)
    return trim_end(text, start, end if slash < 0 else slash)


@compiled_leaf
def has_path(text: Bytes, start: int, end: int) -> bool:
    """Return whether anything but a slash follows the authority of a URL; ``start`` is where the authority begins."""
    for index in range(start, end):
        byte = text[index]
        if byte == _SLASH or byte == 0x3F or byte == 0x23:
            return end > index + 1
    return False
