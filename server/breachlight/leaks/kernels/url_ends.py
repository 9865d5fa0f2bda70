"""Where the URL in a one-line record ends (leak-formats §5d and §5e)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.characters import (
    CLASSES,
    DIGIT,
    HEXADECIMAL,
    HOST,
    LETTER,
    SEPARATOR,
    SPACE,
    code_point,
    is_alphanumeric,
)
from breachlight.leaks.kernels.codes import TOP_LEVEL_DOMAIN
from breachlight.leaks.kernels.emails import is_email
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.separators import BAR, COLON, COMMA, SEMICOLON, field_end, separator_end
from breachlight.leaks.kernels.text import find_byte, find_last_byte, lower_byte
from breachlight.leaks.kernels.vectors import WIDTH, bits_below, mask_of
from breachlight.leaks.kernels.words import is_one_of, look_up, word_list

Bytes = npt.NDArray[np.uint8]

_AT: Final = 0x40
_DOT: Final = 0x2E
_SLASH: Final = 0x2F
_BRACKET: Final = 0x5B
_LARGEST_PORT: Final = 65_535
_LONGEST_IPV6: Final = 64
_LONGEST_HOST: Final = 254
_signs_of_paths = mask_of((_SLASH, _SLASH), (0x3F, 0x3F), (0x3D, 0x3D))  # / ? =

# In front of a name that is no email address, any other number is as likely a login.
_USUAL_PORTS: Final = np.array(
    [
        *(21, 22, 23, 25, 80, 81, 82, 88, 110, 143, 389, 443, 444, 445, 465, 587, 631, 636, 990, 993, 995, 1433, 1443),
        *(1521, 2000, 2082, 2083, 2086, 2087, 2095, 2096, 2222, 3000, 3128, 3306, 3389, 4200, 4433, 4443, 5000, 5001),
        *(5432, 5601, 5900, 5985, 6379, 7000, 7001, 7002, 7443, 7547, 7777, 8000, 8001, 8006, 8008, 8010, 8069, 8080),
        *(8081, 8082, 8083, 8085, 8086, 8088, 8089, 8090, 8181, 8200, 8282, 8291, 8383, 8443, 8444, 8484, 8800, 8834),
        *(8843, 8880, 8888, 8899, 9000, 9001, 9002, 9043, 9080, 9090, 9091, 9100, 9200, 9443, 9999, 10000, 10443),
        *(11211, 20000, 27017, 32400),
    ],
    np.int64,
)
_INTERNAL: Final = word_list(["local", "localdomain", "lan", "internal", "intranet", "corp", "home"])
_LOCALHOST: Final = word_list(["localhost"])
_WWW: Final = word_list(["www"])


@compiled_leaf
def may_be_login(text: Bytes, start: int, end: int) -> bool:
    """Return whether a field is likely to be a login: not empty, and unlike the rest of a path or query."""
    if start >= end:
        return False
    first = text[start]
    if first == 0x2D or first == 0x26 or first == 0x25 or first == 0x23:  # - & % #
        return False
    index = start
    while index < end and index + WIDTH <= len(text):
        if _signs_of_paths(text, index) & bits_below(end - index) != 0:
            return False
        index += WIDTH
    while index < end:
        byte = text[index]
        if byte == _SLASH or byte == 0x3F or byte == 0x3D:
            return False
        index += 1
    return True


@compiled_leaf
def port_end(text: Bytes, start: int, end: int) -> int:
    """Return where the port number that begins here ends, -1 if none does."""
    index = start
    number = 0
    while index < end and index - start < 6 and int(CLASSES[text[index]]) & DIGIT != 0:
        number = number * 10 + int(text[index]) - 0x30
        index += 1
    return index if index > start and 1 <= number <= _LARGEST_PORT and index - start < 6 else -1


@compiled_leaf
def is_usual_port(text: Bytes, start: int, end: int) -> bool:
    """Return whether digits are a port that servers are usually reached at."""
    number = 0
    for index in range(start, end):
        number = number * 10 + int(text[index]) - 0x30
    for port in _USUAL_PORTS:
        if port == number:
            return True
    return False


@compiled_leaf
def ends_with_port(text: Bytes, authority: int, end: int) -> bool:
    """Return whether a URL without a path ends with a port."""
    colon = end - 1
    while colon > authority and int(CLASSES[text[colon]]) & DIGIT != 0:
        colon -= 1
    if colon <= authority or colon == end - 1 or text[colon] != COLON:
        return False
    for index in range(authority, colon):
        if is_path_start(int(text[index])):
            return False
    return True


@compiled_inline
def is_path_start(byte: int) -> bool:
    """Return whether an authority ends at this byte."""
    return byte == _SLASH or byte == 0x3F or byte == 0x23


@compiled_leaf
def past_user_information(names: Bytes, text: Bytes, start: int, colon: int, end: int) -> int:
    """Return where a URL goes on if the colon in its authority separates user and password, else -1.

    It does if no host is in front of it, and a host with a path follows an ``@`` behind it.
    """
    if find_byte(text, _AT, start, colon) >= 0 or is_known_host(names, text, start, colon):
        return -1
    last = field_end(text, colon + 1, end)
    path = colon + 1
    while path < last and not is_path_start(int(text[path])):
        path += 1
    at = find_last_byte(text, _AT, colon + 1, path)
    if at < 0 or at + 1 == path:
        return -1
    for index in range(at + 1, path):
        if int(CLASSES[text[index]]) & HOST == 0 and text[index] != _DOT and text[index] < 0x80:
            return -1
    if path < last:
        return path
    # The host may have a port, which only a path makes one here.
    if last < end and text[last] == COLON:
        port = port_end(text, last + 1, end)
        if port >= 0 and port < end and is_path_start(int(text[port])):
            return port
    return -1


@compiled_leaf
def url_end(names: Bytes, text: Bytes, authority: int, end: int) -> int:
    """Return the position of the separator that ends a URL, ``end`` if nothing follows it.

    White space and ``|`` always end it. A colon doesn't in front of ``//`` (a nested URL), between user and password, or in
    front of a port, which a path follows, or two more fields if it is usual or an address is the next of them. ``;`` and
    ``,`` end it if a field that may be a login and one more follow, unless an email address comes right after these.
    """
    index = authority
    if index < end and text[index] == _BRACKET:
        close = find_byte(text, 0x5D, index, min(end, index + _LONGEST_IPV6))
        index = index if close < 0 else close
    in_authority = True
    while index < end:
        byte = int(text[index])
        if int(CLASSES[byte]) & (LETTER | DIGIT) != 0:
            index += 1
            continue
        if byte == COLON:
            if not in_authority and index + 2 < end and text[index + 1] == _SLASH and text[index + 2] == _SLASH:
                index += 3
                continue
            if in_authority:
                onwards = past_user_information(names, text, authority, index, end)
                if onwards >= 0:
                    index = onwards
                    continue
            port = port_end(text, index + 1, end)
            if port < 0 or port >= end:
                return index
            if is_path_start(int(text[port])):
                index = port
                continue
            if in_authority and int(CLASSES[text[port]]) & (SPACE | SEPARATOR) != 0:
                login = separator_end(text, port, end)
                login_end = field_end(text, login, end)
                if login_end < end and (
                    is_usual_port(text, index + 1, port) or is_email(names, text, login, login_end)
                ):
                    return port
            return index
        if byte == BAR or int(CLASSES[byte]) & SPACE != 0:
            return index
        if byte == SEMICOLON or byte == COMMA:
            login = separator_end(text, index, end)
            login_end = field_end(text, login, end)
            if in_authority or (login_end == login and login < end):
                return index  # no host has these signs; or the login is empty
            if may_be_login(text, login, login_end):
                if login_end == end:
                    return index if byte == SEMICOLON else end
                if is_email(names, text, login, login_end) or not _is_login_next(names, text, login_end, end):
                    return index
                index = login_end
                continue
        elif is_path_start(byte):
            in_authority = False
        index += 1
    return end


@compiled_leaf
def _is_login_next(names: Bytes, text: Bytes, position: int, end: int) -> bool:
    """Return whether an email address and a secret follow the separator at a position."""
    login = separator_end(text, position, end)
    login_end = field_end(text, login, end)
    return separator_end(text, login_end, end) < end and is_email(names, text, login, login_end)


@compiled_leaf
def is_known_host(names: Bytes, text: Bytes, start: int, end: int) -> bool:
    """Return whether a name without path and port can be taken for a host rather than for a login.

    It has an existing or usual internal top-level domain, begins with ``www.``, or is ``localhost`` or an IPv4 address.
    """
    while end > start and text[end - 1] == _DOT:
        end -= 1
    if end <= start or end - start > _LONGEST_HOST:
        return False
    if is_one_of(_LOCALHOST, text, start, end):
        return True
    label = index = start
    dots = 0
    is_number = True
    while index < end:
        byte = int(text[index])
        step = 1
        if byte == _DOT:
            if index == label or index - label > 63:
                return False
            dots += 1
            label = index + 1
        elif byte < 0x80:
            bits = int(CLASSES[byte])
            if bits & HOST == 0:
                return False
            is_number &= bits & DIGIT != 0
        else:
            step = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            is_number = False
            if not is_alphanumeric(code_point(text, index, end)):
                return False
        index += step
    if dots == 0 or label >= end or end - label > 63:
        return False
    if is_number:
        return dots == 3
    if text[label] >= 0x80 or look_up(names, text, label, end) == TOP_LEVEL_DOMAIN:
        return True
    dot = find_byte(text, _DOT, start, end)
    return is_one_of(_INTERNAL, text, label, end) or is_one_of(_WWW, text, start, dot)


@compiled_leaf
def host_like_end(names: Bytes, text: Bytes, start: int, end: int) -> int:
    """Return where a URL without scheme ends that a text begins with, -1 if it begins with none.

    A name that no path follows must be a known host. In front of a port with a path, it may also be any name if an address and
    a secret come next; otherwise it may be a login, and what looks like a port the beginning of a secret.
    """
    if text[start] == _BRACKET:
        return url_end(names, text, start, end) if _is_ipv6(text, start, end) else -1
    authority = start
    last = field_end(text, start, end)
    while authority < last and not is_path_start(int(text[authority])):
        authority += 1
    at = find_last_byte(text, _AT, start, authority)
    host = max(at + 1, start)
    host_end = authority
    while host_end > host and text[host_end - 1] == _DOT:
        host_end -= 1
    if not _is_name(text, host, host_end):
        return -1
    if authority < end and text[authority] == _SLASH:
        if _is_address(names, text, start, end) and not is_known_host(names, text, host, host_end):
            return -1
        return url_end(names, text, start, end)
    if authority < end and text[authority] == COLON:
        port = port_end(text, authority + 1, end)
        if port >= 0 and port < end and text[port] == _SLASH:
            last = url_end(names, text, start, end)
            is_clear = at < 0 and is_known_host(names, text, host, host_end)
            return last if is_clear or _is_login_next(names, text, last, end) else -1
    # With an at sign and no path, it is a login, even if it is no email address.
    if at >= 0 or not is_known_host(names, text, host, host_end):
        return -1
    return url_end(names, text, start, end)


@compiled_leaf
def _is_ipv6(text: Bytes, start: int, end: int) -> bool:
    """Return whether a text begins with an IPv6 address in brackets."""
    colons = 0
    for index in range(start + 1, min(end, start + _LONGEST_IPV6)):
        byte = text[index]
        if byte == 0x5D:
            return colons > 1
        if byte != COLON and byte != _DOT and int(CLASSES[byte]) & HEXADECIMAL == 0:
            return False
        colons += byte == COLON
    return False


@compiled_leaf
def _is_name(text: Bytes, start: int, end: int) -> bool:
    """Return whether a text begins and ends with a letter or digit and has nothing but these, ``.``, ``-`` and ``_``."""
    if start >= end:
        return False
    index = start
    is_first = True
    is_letter = False
    while index < end:
        byte = int(text[index])
        step = 1
        if byte < 0x80:
            bits = int(CLASSES[byte])
            if bits & HOST == 0 and byte != _DOT:
                return False
            is_letter = bits & (LETTER | DIGIT) != 0
        else:
            step = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            is_letter = is_alphanumeric(code_point(text, index, end))
            if not is_letter:
                return False
        if is_first and not is_letter:
            return False
        is_first = False
        index += step
    return is_letter


@compiled_leaf
def _is_address(names: Bytes, text: Bytes, start: int, end: int) -> bool:
    """Return whether the first field is an address whose local part has a slash, such as ``jane/doe@acme.example``."""
    last = field_end(text, start, end)
    at = find_last_byte(text, _AT, start, last)
    return at > start and is_known_host(names, text, at + 1, last)


@compiled_leaf
def is_disputed_name(names: Bytes, text: Bytes, start: int, end: int) -> bool:
    """Return whether a URL is a bare name that could as well be a login such as ``jane.me``.

    It has one dot and an unusual top-level domain, and neither path nor port.
    """
    dots = 0
    label = start
    for index in range(start, end):
        byte = int(text[index])
        if byte == _DOT:
            dots += 1
            label = index + 1
        elif byte == COLON or byte == _AT or is_path_start(byte):
            return False
    if dots != 1 or look_up(names, text, label, end) != TOP_LEVEL_DOMAIN:
        return False
    if end - label == 3:
        first, second, third = lower_byte(int(text[label])), int(text[label + 1]), int(text[label + 2])
        code = first << 16 | lower_byte(second) << 8 | lower_byte(third)
        return code != 0x636F6D and code != 0x6E6574 and code != 0x6F7267  # com, net, org
    return True
