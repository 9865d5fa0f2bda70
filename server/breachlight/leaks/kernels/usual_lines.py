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
from breachlight.leaks.kernels.passwords import is_placeholder
from breachlight.leaks.kernels.runtime import compiled_inline
from breachlight.leaks.kernels.text import equal
from breachlight.leaks.kernels.usual_fields import (
    UNUSUAL,
    ats,
    dots,
    host_start,
    is_mail_domain,
    is_plain_secret,
    judge_login,
    printable,
    usual_host_end,
)
from breachlight.leaks.kernels.vectors import WIDE, WIDE_SHOWN, first_bit, wide_mask_of

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

_SHOWN: Final = (1 << WIDE_SHOWN) - 1
_LONGEST_URL: Final = 1024
_LINE_FEED: Final = 0x0A
_CARRIAGE_RETURN: Final = 0x0D
_COLON: Final = 0x3A
_BAR: Final = 0x7C

_separators = wide_mask_of((0x2C, 0x2C), (0x3A, 0x3B), (_BAR, _BAR))
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
        host = host_start(text, start)
        if host >= 0:
            url_last, host_last = _url(text, host, end)
            if url_last < 0 or url_last + 1 + WIDE > len(text):
                return UNUSUAL
            login = url_last + 1
    login_last, last, at, bits = _login_and_secret(names, text, login, end, host >= 0, host_last == url_last)
    if login_last < 0:
        return UNUSUAL
    if host >= 0 and at >= 0 and bits & codes.USUAL_RECORD != 0 and url_last - host_last <= 1:
        if is_mail_domain(text, at + 1, login_last, host, host_last):
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
    stops = (_SHOWN & ~printable(text, index)) | _separators(text, index)
    while stops == 0:
        index += WIDE_SHOWN
        if index - host > _LONGEST_URL or index + WIDE > len(text):
            return -1, -1
        stops = (_SHOWN & ~printable(text, index)) | _separators(text, index)
    last = index + first_bit(stops)
    if last >= end or text[last] != _COLON:
        return -1, -1
    host_last = usual_host_end(text, host, last)
    return (-1, -1) if host_last < 0 else (last, host_last)


@compiled_inline
def _login_and_secret(
    names: Bytes, text: Bytes, start: int, end: int, is_behind_url: bool, is_behind_host: bool
) -> tuple[int, int, int, int]:
    """Return where the login that begins here ends, where the line does, the position of the ``@``, and the flags.

    The first is -1 if the rest of the line is unusual, the third if the login is no address. A window from ``start`` on must
    be inside the array.
    """
    odd = _SHOWN & ~printable(text, start)
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
    # Behind a host, digits and the beginning of a path could be a port, and the login a password.
    if is_behind_url and is_behind_host and inside & _starts_of_paths(text, start) != 0:
        return -1, -1, -1, 0
    at, bits = judge_login(names, text, start, login_last, is_behind_url)
    if bits == UNUSUAL:
        return -1, -1, -1, 0
    # What has an @ and no full stop is no address.
    behind = inside & ~((1 << length) - 1)
    is_usual = behind & ats(text, start) == 0 or behind & dots(text, start) == 0
    if at < 0:
        is_usual = is_usual and not is_placeholder(text, start, login_last)
        if equal(text, start, login_last, secret, last):
            bits |= codes.SECRET_IS_LOGIN
    if is_usual and is_plain_secret(text, secret, last):
        return login_last, last, at, bits | codes.USUAL_RECORD
    return login_last, last, at, bits & codes.USUAL_ADDRESS
