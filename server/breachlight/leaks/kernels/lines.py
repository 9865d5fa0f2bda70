"""One-line records: combolists and url:login:password lines (leak-formats §5)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, DIGIT
from breachlight.leaks.kernels.emails import is_email, usual_at_sign
from breachlight.leaks.kernels.hosts import scheme_end
from breachlight.leaks.kernels.noise import (
    before_decoration,
    metadata_start,
    past_decoration,
    past_marks,
    skip_reason,
)
from breachlight.leaks.kernels.pairs import read_pair
from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.secrets_of_lines import put, read_secret
from breachlight.leaks.kernels.separators import (
    BLANK,
    COLON,
    field_end,
    firm_field_end,
    is_cut,
    separator_end,
    separator_of,
)
from breachlight.leaks.kernels.serialized import first_address, is_serialized
from breachlight.leaks.kernels.text import find_byte, trim_end, trim_start
from breachlight.leaks.kernels.url_ends import (
    ends_with_port,
    host_like_end,
    is_disputed_name,
    may_be_login,
    url_end,
)
from breachlight.leaks.kernels.words_before_urls import names_software_or_url, past_url_label, scheme_behind_words

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

RECORD: Final = codes.RECORD
SKIPPED: Final = codes.SKIPPED
REJECTED: Final = codes.REJECTED

_AT: Final = 0x40
_SLASH: Final = 0x2F


@compiled_leaf
def read_line(
    names: Bytes,
    text: Bytes,
    start: int,
    end: int,
    separator: int,
    is_email_last: bool,
    is_first: bool,
    fields: Integers,
    flags: Integers,
    row: int,
) -> int:
    """Read one line: valid UTF-8 without line end. Put what it has into a row of the fields and add to its flags.

    ``separator`` is the one that the file voted for, ``is_email_last``: the file writes the email address last,
    ``is_first``: the line may be a header. Returns ``RECORD``, or ``SKIPPED`` or ``REJECTED`` plus the number of the reason.
    Works in linear time.
    """
    for column in range(codes.RAW_FIELDS):
        fields[row, column, 0] = -1
        fields[row, column, 1] = -1
    start = trim_start(text, start, end)
    end = trim_end(text, start, end)
    skip = skip_reason(text, start, end)
    if skip >= 0:
        return SKIPPED + skip
    first = text[start]
    if first >= 0x80:
        line = start
        start = past_decoration(text, line, end)
        if start > line:
            end = before_decoration(text, line, start, end)
            flags[row] |= codes.DECORATION_CUT
    if text[start] <= 0x5B:  # up to the capital letters and the bracket
        onwards = past_marks(names, text, start, end)
        if onwards > start:
            start = onwards
            flags[row] |= codes.METADATA_CUT
    last = metadata_start(text, start, end)
    if last < end:
        end = trim_end(text, start, last)
        flags[row] |= codes.METADATA_CUT
    if start >= end:
        return SKIPPED + codes.SKIPPED_BANNER
    field = field_end(text, start, end)
    if field + 2 < end and text[field] == COLON and text[field + 1] == _SLASH and text[field + 2] == _SLASH:
        authority = scheme_end(text, start, end)
        if authority > start:
            return _read_url_line(names, text, start, authority, end, separator, fields, flags, row)
    is_usual = usual_at_sign(names, text, start, field) >= 0
    if is_usual or is_email(names, text, start, field):
        if is_usual:
            flags[row] |= codes.USUAL_ADDRESS
        put(fields, row, codes.LOGIN, start, field)
        if field < end:
            rest = separator_end(text, field, end)
            read_secret(text, rest, end, separator_of(text, field, end), fields, row)
            if separator != BLANK and separator_of(text, field, end) == BLANK and field_end(text, rest, end) < end:
                flags[row] |= codes.AMBIGUOUS
        return RECORD
    if is_serialized(text, start, end):
        if first_address(names, text, start, end, fields, row):
            return RECORD
    url = scheme_behind_words(text, start, end)
    if url >= 0:
        if names_software_or_url(text, start, url):
            flags[row] |= codes.METADATA_CUT
            return _read_url_line(names, text, url, scheme_end(text, url, end), end, separator, fields, flags, row)
        if (
            text[trim_end(text, start, url) - 1] != COLON
            and separator != BLANK
            and firm_field_end(text, start, url) == url
        ):
            return _read_behind_words(names, text, url, end, fields, flags, row)
    onwards = past_url_label(text, start, end)
    host = host_like_end(names, text, onwards, end)
    if host >= 0 and onwards > start:
        flags[row] |= codes.METADATA_CUT
        login = separator_end(text, host, end)
        # The label and an address make a bare name a host, in whatever file.
        is_clear = is_email(names, text, login, field_end(text, login, end))
        voted = BLANK if is_clear else separator
        outcome = _read_host_line(names, text, onwards, host, end, voted, fields, flags, row)
        return outcome if outcome >= 0 else REJECTED + codes.REJECTED_NO_LOGIN
    if host >= 0:
        outcome = _read_host_line(names, text, start, host, end, separator, fields, flags, row)
        if outcome >= 0:
            return outcome
    return read_pair(names, text, start, end, separator, is_email_last, is_first, fields, flags, row)


@compiled_leaf
def _read_url_line(
    names: Bytes,
    text: Bytes,
    start: int,
    authority: int,
    end: int,
    separator: int,
    fields: Integers,
    flags: Integers,
    row: int,
) -> int:
    """Read a line that begins with the scheme of a URL."""
    last = url_end(names, text, authority, end)
    login = separator_end(text, last, end)
    if login >= end:
        put(fields, row, codes.URL, start, last)
        # A URL alone may still have user and password in it.
        return RECORD if find_byte(text, _AT, authority, last) >= 0 else REJECTED + codes.REJECTED_NO_LOGIN
    login_end = field_end(text, login, end)
    if login_end == end and separator_of(text, last, end) == COLON and _is_number(text, login, end):
        return REJECTED + codes.REJECTED_NO_LOGIN
    if login_end == end and login - last > 1:
        # Either one separator with white space around it and a login, or two separators and a secret.
        put(fields, row, codes.URL, start, last)
        put(fields, row, codes.SECRET, login, end)
        return RECORD
    if _is_disputed_port(names, text, authority, last, login, login_end, end, separator):
        return _read_as_secret(start, last, login, end, fields, flags, row)
    return _read_login(names, text, start, last, login, login_end, end, fields, flags, row)


@compiled_leaf
def _is_disputed_port(
    names: Bytes, text: Bytes, authority: int, last: int, login: int, login_end: int, end: int, separator: int
) -> bool:
    """Return whether the port that ends a URL may as well be a login of digits, and what follows its secret.

    An email address behind it, or the separator that the file voted for and that ends no host, makes it a port.
    """
    if login_end >= end or not ends_with_port(text, authority, last):
        return False
    behind = separator_of(text, last, end)
    return (behind == COLON or behind != separator) and not is_email(names, text, login, login_end)


@compiled_leaf
def _read_as_secret(start: int, last: int, secret: int, end: int, fields: Integers, flags: Integers, row: int) -> int:
    """Read a URL, and all behind it as the secret: nothing of what readings dispute is shown."""
    put(fields, row, codes.URL, start, last)
    put(fields, row, codes.SECRET, secret, end)
    flags[row] |= codes.AMBIGUOUS
    return RECORD


@compiled_leaf
def _read_login(
    names: Bytes,
    text: Bytes,
    start: int,
    last: int,
    login: int,
    login_end: int,
    end: int,
    fields: Integers,
    flags: Integers,
    row: int,
) -> int:
    """Read login and secret behind a URL that ends at ``last``."""
    if not may_be_login(text, login, login_end):
        later = _later_email(names, text, login_end, end)
        if later >= 0:
            url_last = later
            while url_last > start and (text[url_last - 1] == COLON or is_cut(int(text[url_last - 1]))):
                url_last -= 1
            later_end = field_end(text, later, end)
            secret = separator_end(text, later_end, end)
            put(fields, row, codes.URL, start, url_last)
            put(fields, row, codes.LOGIN, later, later_end)
            put(fields, row, codes.SECRET, secret, end)
            flags[row] |= codes.REPAIRED
            return RECORD
        if find_byte(text, _SLASH, login, login_end) >= 0:
            flags[row] |= codes.AMBIGUOUS
    put(fields, row, codes.URL, start, last)
    put(fields, row, codes.LOGIN, login, login_end)
    put(fields, row, codes.SECRET, trim_start(text, separator_end(text, login_end, end), end), end)
    return RECORD


@compiled_leaf
def _later_email(names: Bytes, text: Bytes, position: int, end: int) -> int:
    """Return where a later field begins that is an email address with something behind it, -1 if none is."""
    while position < end:
        field = separator_end(text, position, end)
        last = field_end(text, field, end)
        if last >= end:
            return -1
        if is_email(names, text, field, last) and separator_end(text, last, end) < end:
            return field
        # Two separators may be side by side, so the next field may be empty.
        position = last
    return -1


@compiled_leaf
def _read_behind_words(
    names: Bytes, text: Bytes, url: int, end: int, fields: Integers, flags: Integers, row: int
) -> int:
    """Read a URL behind words that may be anything, even a login: only an email address and a secret make it clear."""
    last = url_end(names, text, scheme_end(text, url, end), end)
    login = separator_end(text, last, end)
    login_end = field_end(text, login, end)
    if is_email(names, text, login, login_end) and separator_end(text, login_end, end) < end:
        flags[row] |= codes.METADATA_CUT
        return _read_login(names, text, url, last, login, login_end, end, fields, flags, row)
    return REJECTED + codes.REJECTED_AMBIGUOUS


@compiled_leaf
def _read_host_line(
    names: Bytes,
    text: Bytes,
    start: int,
    last: int,
    end: int,
    separator: int,
    fields: Integers,
    flags: Integers,
    row: int,
) -> int:
    """Read a line that begins with a URL without scheme, -1 if two fields don't follow it."""
    if last >= end:
        return -1
    login = separator_end(text, last, end)
    login_end = field_end(text, login, end)
    if login_end >= end:
        return -1
    is_disputed = is_disputed_name(names, text, start, last)
    if separator_of(text, last, end) == BLANK and separator != BLANK:
        # Prose may begin with a host name; a path or port makes it a URL.
        if field_end(text, start, last) == last and find_byte(text, _SLASH, start, last) < 0:
            return -1
    if is_disputed and not is_email(names, text, login, login_end):
        # The name may be a login, and what follows the secret.
        return _read_as_secret(start, last, login, end, fields, flags, row)
    if _is_disputed_port(names, text, start, last, login, login_end, end, separator):
        return _read_as_secret(start, last, login, end, fields, flags, row)
    return _read_login(names, text, start, last, login, login_end, end, fields, flags, row)


@compiled_leaf
def _is_number(text: Bytes, start: int, end: int) -> bool:
    for index in range(start, end):
        if int(CLASSES[text[index]]) & DIGIT == 0:
            return False
    return True
