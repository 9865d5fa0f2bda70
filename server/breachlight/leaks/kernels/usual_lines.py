"""One-line records of the usual kind, read without looking at a byte twice: ``address:secret`` and ``url:login:secret``.

Most lines have nothing that ``lines.read_line`` needs to judge: ASCII without white space, ``http`` or ``https`` in front of a
plain host name, a login of letters, digits and few signs, no separator in the secret. Such a line is read here, at 64 bytes
at a time, with the result that ``read_line`` has. A record whose fields are of the usual kind too, so that nothing has to be
looked for in them when it is finished, is marked so (``codes.USUAL_RECORD``).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, LETTER
from breachlight.leaks.kernels.passwords import is_placeholder, password_type, secret_flag
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import equal, lower_byte
from breachlight.leaks.kernels.vectors import WIDE, WIDE_SHOWN, first_bit, last_bit, load_word, wide_mask_of
from breachlight.leaks.kernels.words import look_up

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

UNUSUAL: Final = -1

_SHOWN: Final = (1 << WIDE_SHOWN) - 1
_LONGEST_URL: Final = 1024
_SHORTEST_ADDRESS: Final = 5
_LINE_FEED: Final = 0x0A
_CARRIAGE_RETURN: Final = 0x0D
_COLON: Final = 0x3A
_BAR: Final = 0x7C
_HTTPS: Final = np.uint64(int.from_bytes(b"https://", "little"))
_HTTP: Final = np.uint64(int.from_bytes(b"http://", "little"))
_SEVEN_BYTES: Final = np.uint64((1 << 56) - 1)

_printable = wide_mask_of((0x21, 0x7E))
_separators = wide_mask_of((0x2C, 0x2C), (0x3A, 0x3B), (_BAR, _BAR))
_small_letters_and_digits = wide_mask_of((0x30, 0x39), (0x61, 0x7A))
_capitals = wide_mask_of((0x41, 0x5A))
_signs_of_names = wide_mask_of((0x2D, 0x2E), (0x5F, 0x5F))
_ats = wide_mask_of((0x40, 0x40))
_dots = wide_mask_of((0x2E, 0x2E))
_underscores = wide_mask_of((0x5F, 0x5F))
_slashes = wide_mask_of((0x2F, 0x2F))
_starts_of_paths = wide_mask_of((0x23, 0x23), (0x2F, 0x2F), (0x3F, 0x3F))


@compiled_inline
def read_usual_line(
    names: Bytes, text: Bytes, start: int, end: int, fields: Integers, flags: Integers, row: int
) -> int:
    """Read the line that begins here, if it is of the usual kind, into a row of the fields; return where it ends.

    ``UNUSUAL``, and nothing is written: ``lines.read_line`` must read it. The line ends with CR or LF in front of ``end``.
    """
    if start + WIDE > len(text):
        return UNUSUAL
    login = start
    url_last = host = host_last = -1
    if text[start] == 0x68:  # h
        begin = load_word(text, start)
        if begin == _HTTPS:
            host = start + 8
        elif begin & _SEVEN_BYTES == _HTTP:
            host = start + 7
        if host >= 0:
            url_last, host_last = _url(text, host, end)
            if url_last < 0 or url_last + 1 + WIDE > len(text):
                return UNUSUAL
            login = url_last + 1
    login_last, last, at, bits = _login_and_secret(names, text, login, end, host >= 0, host_last == url_last)
    if login_last < 0:
        return UNUSUAL
    if host >= 0 and at >= 0 and bits & codes.USUAL_RECORD != 0 and url_last - host_last <= 1:
        if _is_mail_domain(text, at + 1, login_last, host, host_last):
            bits |= codes.URL_IS_MAIL_DOMAIN
    for column in range(codes.RAW_FIELDS):
        fields[row, column, 0] = -1
        fields[row, column, 1] = -1
    if host >= 0:
        fields[row, codes.URL, 0] = start
        fields[row, codes.URL, 1] = url_last
    fields[row, codes.LOGIN, 0] = login
    fields[row, codes.LOGIN, 1] = login_last
    fields[row, codes.SECRET, 0] = login_last + 1
    fields[row, codes.SECRET, 1] = last
    flags[row] = bits
    return last


@compiled_inline
def _url(text: Bytes, host: int, end: int) -> tuple[int, int]:
    """Return where the URL whose host begins here ends, and where the host does.

    The first is -1 if anything but a colon ends the URL, or the host isn't a usual one.
    """
    if host + WIDE > len(text):
        return -1, -1
    index = host
    stops = (_SHOWN & ~_printable(text, index)) | _separators(text, index)
    while stops == 0:
        index += WIDE_SHOWN
        if index - host > _LONGEST_URL or index + WIDE > len(text):
            return -1, -1
        stops = (_SHOWN & ~_printable(text, index)) | _separators(text, index)
    last = index + first_bit(stops)
    if last >= end or text[last] != _COLON:
        return -1, -1
    slashes = _slashes(text, host)
    host_last = last if slashes == 0 else min(host + first_bit(slashes), last)
    size = int(host_last - host)
    if size > WIDE_SHOWN or size < 1:
        return -1, -1
    inside = (1 << size) - 1
    dots = inside & _dots(text, host)
    if inside & ~(_small_letters_and_digits(text, host) | _signs_of_names(text, host)) != 0 or dots == 0:
        return -1, -1
    if dots & 1 != 0 or dots >> (size - 1) != 0 or dots & dots >> 1 != 0:
        return -1, -1
    # A host whose last label is a number is an IP address.
    is_name = int(CLASSES[text[host + last_bit(dots) + 1]]) & LETTER != 0
    return (last, host_last) if is_name else (-1, -1)


@compiled_inline
def _login_and_secret(
    names: Bytes, text: Bytes, start: int, end: int, is_behind_url: bool, is_behind_host: bool
) -> tuple[int, int, int, int]:
    """Return where the login that begins here ends, where the line does, the position of the ``@``, and the flags.

    The first is -1 if the rest of the line is unusual, the third if the login is no address. A window from ``start`` on must
    be inside the array.
    """
    odd = _SHOWN & ~_printable(text, start)
    if odd == 0:
        return -1, -1, -1, 0
    size = int(first_bit(odd))
    last = start + size
    if last >= end or (text[last] != _LINE_FEED and text[last] != _CARRIAGE_RETURN):
        return -1, -1, -1, 0
    inside = (1 << size) - 1
    separators = inside & _separators(text, start)
    if separators == 0 or separators & (separators - 1) != 0:
        return -1, -1, -1, 0
    length = int(first_bit(separators))
    login_last = start + length
    secret = login_last + 1
    if length == 0 or secret == last or text[login_last] == _BAR:
        return -1, -1, -1, 0
    own = (1 << length) - 1
    capitals = own & _capitals(text, start)
    signs = own & ~(_small_letters_and_digits(text, start) | capitals)
    ats = inside & _ats(text, start)
    own_ats = own & ats
    if signs & ~(own_ats | _signs_of_names(text, start)) != 0:
        return -1, -1, -1, 0
    # Behind a host, digits and the beginning of a path could be a port, and the login a password.
    if is_behind_url and is_behind_host and inside & _starts_of_paths(text, start) != 0:
        return -1, -1, -1, 0
    at = -1
    bits = codes.USUAL_CAPITALS if capitals != 0 else 0
    # What has an @ and no full stop is no address.
    is_usual = ats == own_ats or inside & ~own & _dots(text, start) == 0
    if own_ats != 0:
        dots = own & _dots(text, start)
        if own_ats & (own_ats - 1) != 0 or dots < own_ats or own & _underscores(text, start) > own_ats:
            return -1, -1, -1, 0
        if length < _SHORTEST_ADDRESS or signs & 1 != 0 or signs >> (length - 1) != 0 or signs & signs >> 1 != 0:
            return -1, -1, -1, 0
        if look_up(names, text, start + last_bit(dots) + 1, login_last) != codes.TOP_LEVEL_DOMAIN:
            return -1, -1, -1, 0
        at = start + int(first_bit(own_ats))
        bits |= codes.USUAL_ADDRESS
        # Providers with aliases have domains of two labels, and the mailbox may be the label in front of them.
        dots &= ~(own_ats - 1)
        provider = look_up(names, text, at + 1, login_last)
        if provider == 0 and dots & (dots - 1) != 0:
            provider = look_up(names, text, start + int(first_bit(dots)) + 1, login_last)
        bits |= codes.USUAL_ALIAS if provider != 0 else 0
    else:
        if not is_behind_url or int(CLASSES[text[start]]) & LETTER == 0:
            return -1, -1, -1, 0
        is_usual = is_usual and not is_placeholder(text, start, login_last)
        if equal(text, start, login_last, secret, last):
            bits |= codes.SECRET_IS_LOGIN
    if is_usual and secret_flag(text, secret, last) == 0 and password_type(text, secret, last) == codes.TYPE_PLAIN:
        return login_last, last, at, bits | codes.USUAL_RECORD
    return login_last, last, at, bits & codes.USUAL_ADDRESS


@compiled_leaf
def _is_mail_domain(text: Bytes, start: int, end: int, host: int, host_last: int) -> bool:
    """Return whether the domain of an address is a host, which is in lower case."""
    if end - start != host_last - host:
        return False
    for index in range(end - start):
        if lower_byte(int(text[start + index])) != int(text[host + index]):
            return False
    return True
