"""Fields of the usual kind: ASCII, a plain host, a login of letters, digits and few signs, a secret in plain text.

Nothing has to be looked for in them when their record is finished (``usual_records``). They are judged from masks of 64 bytes.
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

UNUSUAL: Final = -1

_SHORTEST_ADDRESS: Final = 5
_HTTPS: Final = np.uint64(int.from_bytes(b"https://", "little"))
_HTTP: Final = np.uint64(int.from_bytes(b"http://", "little"))
_SEVEN_BYTES: Final = np.uint64((1 << 56) - 1)

printable = wide_mask_of((0x21, 0x7E))
ats = wide_mask_of((0x40, 0x40))
dots = wide_mask_of((0x2E, 0x2E))
_small_letters_and_digits = wide_mask_of((0x30, 0x39), (0x61, 0x7A))
_capitals = wide_mask_of((0x41, 0x5A))
_signs_of_names = wide_mask_of((0x2D, 0x2E), (0x5F, 0x5F))
_underscores = wide_mask_of((0x5F, 0x5F))
_slashes = wide_mask_of((0x2F, 0x2F))


@compiled_leaf
def judge_fields(
    names: Bytes, text: Bytes, url: int, url_end: int, login: int, login_end: int, secret: int, secret_end: int
) -> int:
    """Return the bits of a usual record if all of its fields are of the usual kind, else 0; ``url`` is -1 if there is none."""
    length, size = login_end - login, secret_end - secret
    if login < 0 or secret < 0 or length < 1 or size < 1 or length > WIDE_SHOWN or size > WIDE_SHOWN:
        return 0
    if login + WIDE > len(text) or secret + WIDE > len(text):
        return 0
    inside = (1 << size) - 1
    if inside & ~printable(text, secret) != 0 or (inside & ats(text, secret) != 0 and inside & dots(text, secret) != 0):
        return 0
    host = host_last = -1
    if url >= 0:
        if url + WIDE > len(text):
            return 0
        host = host_start(text, url)
        if host < 0:
            return 0
        host_last = usual_host_end(text, host, url_end)
        if host_last < 0:
            return 0
    at, bits = judge_login(names, text, login, login_end, url >= 0)
    if bits == UNUSUAL or not is_plain_secret(text, secret, secret_end):
        return 0
    if at < 0:
        if is_placeholder(text, login, login_end):
            return 0
        if equal(text, login, login_end, secret, secret_end):
            bits |= codes.SECRET_IS_LOGIN
    elif url >= 0 and url_end - host_last <= 1 and is_mail_domain(text, at + 1, login_end, host, host_last):
        bits |= codes.URL_IS_MAIL_DOMAIN
    return bits | codes.USUAL_RECORD


@compiled_inline
def host_start(text: Bytes, start: int) -> int:
    """Return where the host of a URL begins whose scheme is ``http`` or ``https`` in small letters, else -1.

    A window from ``start`` on must be inside the array.
    """
    begin = load_word(text, start)
    if begin == _HTTPS:
        return start + 8
    return start + 7 if begin & _SEVEN_BYTES == _HTTP else -1


@compiled_inline
def usual_host_end(text: Bytes, host: int, end: int) -> int:
    """Return where a usual host ends in a URL: at a slash or the URL's end; -1 if it isn't a usual one."""
    if host + WIDE > len(text):
        return -1
    slashes = _slashes(text, host)
    last = end if slashes == 0 else min(host + first_bit(slashes), end)
    size = int(last - host)
    if size > WIDE_SHOWN or size < 1:
        return -1
    inside = (1 << size) - 1
    points = inside & dots(text, host)
    if inside & ~(_small_letters_and_digits(text, host) | _signs_of_names(text, host)) != 0 or points == 0:
        return -1
    if points & 1 != 0 or points >> (size - 1) != 0 or points & points >> 1 != 0:
        return -1
    # A host whose last label is a number is an IP address.
    is_name = int(CLASSES[text[host + last_bit(points) + 1]]) & LETTER != 0
    return last if is_name else -1


@compiled_inline
def judge_login(names: Bytes, text: Bytes, start: int, end: int, may_be_name: bool) -> tuple[int, int]:
    """Return the position of the ``@`` of a usual login, -1 if it has none, and its bits; UNUSUAL for any other login.

    It has from 1 to ``WIDE_SHOWN`` bytes, and a window from ``start`` on must be inside the array.
    """
    length = end - start
    own = (1 << length) - 1
    capitals = own & _capitals(text, start)
    signs = own & ~(_small_letters_and_digits(text, start) | capitals)
    own_ats = own & ats(text, start)
    if signs & ~(own_ats | _signs_of_names(text, start)) != 0:
        return -1, UNUSUAL
    bits = codes.USUAL_CAPITALS if capitals != 0 else 0
    if own_ats == 0:
        is_name = may_be_name and int(CLASSES[text[start]]) & LETTER != 0
        return -1, bits if is_name else UNUSUAL
    points = own & dots(text, start)
    if own_ats & (own_ats - 1) != 0 or points < own_ats or own & _underscores(text, start) > own_ats:
        return -1, UNUSUAL
    if length < _SHORTEST_ADDRESS or signs & 1 != 0 or signs >> (length - 1) != 0 or signs & signs >> 1 != 0:
        return -1, UNUSUAL
    if look_up(names, text, start + last_bit(points) + 1, end) != codes.TOP_LEVEL_DOMAIN:
        return -1, UNUSUAL
    at = start + int(first_bit(own_ats))
    # Providers with aliases have domains of two labels, and the mailbox may be the label in front of them.
    points &= ~(own_ats - 1)
    provider = look_up(names, text, at + 1, end)
    if provider == 0 and points & (points - 1) != 0:
        provider = look_up(names, text, start + int(first_bit(points)) + 1, end)
    return at, bits | codes.USUAL_ADDRESS | (codes.USUAL_ALIAS if provider != 0 else 0)


@compiled_inline
def is_plain_secret(text: Bytes, start: int, end: int) -> bool:
    """Return whether a secret is there, of a usual length, and no hash."""
    return secret_flag(text, start, end) == 0 and password_type(text, start, end) == codes.TYPE_PLAIN


@compiled_leaf
def is_mail_domain(text: Bytes, start: int, end: int, host: int, host_last: int) -> bool:
    """Return whether the domain of an address is a host, which is in lower case."""
    if end - start != host_last - host:
        return False
    for index in range(end - start):
        if lower_byte(int(text[start + index])) != int(text[host + index]):
            return False
    return True
