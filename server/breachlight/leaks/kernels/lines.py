"""One-line records: combolists and url:login:password lines (leak-formats §5)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, DIGIT, LETTER, SPACE
from breachlight.leaks.kernels.emails import at_sign, is_email, usual_at_sign
from breachlight.leaks.kernels.hosts import scheme_end
from breachlight.leaks.kernels.noise import (
    before_decoration,
    is_label_word,
    metadata_start,
    names_software_or_url,
    past_decoration,
    past_marks,
    scheme_behind_words,
    skip_reason,
)
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.secrets_of_lines import read_secret
from breachlight.leaks.kernels.separators import (
    BAR,
    BLANK,
    COLON,
    COMMA,
    SEMICOLON,
    TAB,
    field_end,
    firm_field_end,
    separator_end,
    separator_of,
)
from breachlight.leaks.kernels.text import find_byte, has_alphanumeric, trim_end, trim_start
from breachlight.leaks.kernels.url_ends import (
    host_like_end,
    is_disputed_name,
    is_known_host,
    may_be_login,
    url_end,
)
from breachlight.leaks.kernels.words import is_one_of, word_list

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

RECORD: Final = 0
SKIPPED: Final = 1
REJECTED: Final = 32

_AT: Final = 0x40
_SLASH: Final = 0x2F
_MOST_WORDS: Final = 3
_LONGEST_LOCAL_PART: Final = 64
_LONGEST_DOMAIN: Final = 253

_ADVERTS: Final = word_list(
    [
        "admin contact",
        "author",
        "buy",
        "buy logs",
        "channel",
        "chat",
        "contact",
        "contacts",
        "count",
        "country",
        "date",
        "free logs",
        "group",
        "join",
        "join us",
        "lines",
        "log tools",
        "our channel",
        "price",
        "seller",
        "shop",
        "source",
        "supp",
        "support",
        "telegram",
        "tg",
        "total",
    ]
)
_HEADERS: Final = word_list(["email", "e-mail", "mail", "login", "username", "user", "url", "host", "site"])


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
            return _read_url_line(names, text, start, authority, end, fields, flags, row)
    is_usual = usual_at_sign(names, text, start, field) >= 0
    if is_usual or is_email(names, text, start, field):
        if is_usual:
            flags[row] |= codes.USUAL_ADDRESS
        _put(fields, row, codes.LOGIN, start, field)
        if field < end:
            rest = separator_end(text, field, end)
            read_secret(text, rest, end, separator_of(text, field, end), fields, row)
            if separator != BLANK and separator_of(text, field, end) == BLANK and field_end(text, rest, end) < end:
                flags[row] |= codes.AMBIGUOUS
        return RECORD
    if _is_serialized(text, start, end):
        if _first_address(names, text, start, end, fields, row):
            return RECORD
    url = scheme_behind_words(text, start, end)
    if url >= 0:
        if names_software_or_url(text, start, url):
            flags[row] |= codes.METADATA_CUT
            return _read_url_line(names, text, url, scheme_end(text, url, end), end, fields, flags, row)
        if (
            text[trim_end(text, start, url) - 1] != COLON
            and separator != BLANK
            and firm_field_end(text, start, url) == url
        ):
            return _read_behind_words(names, text, url, end, fields, flags, row)
    host = host_like_end(names, text, start, end)
    if host >= 0:
        outcome = _read_host_line(names, text, start, host, end, separator, fields, flags, row)
        if outcome >= 0:
            return outcome
    return _read_pair(names, text, start, end, separator, is_email_last, is_first, fields, flags, row)


@compiled_inline
def _put(fields: Integers, row: int, column: int, start: int, end: int) -> None:
    if end > start:
        fields[row, column, 0] = start
        fields[row, column, 1] = end


@compiled_leaf
def _read_url_line(
    names: Bytes, text: Bytes, start: int, authority: int, end: int, fields: Integers, flags: Integers, row: int
) -> int:
    """Read a line that begins with the scheme of a URL."""
    last = url_end(names, text, authority, end)
    login = separator_end(text, last, end)
    if login >= end:
        _put(fields, row, codes.URL, start, last)
        # A URL alone may still have user and password in it.
        return RECORD if find_byte(text, _AT, authority, last) >= 0 else REJECTED + codes.REJECTED_NO_LOGIN
    login_end = field_end(text, login, end)
    if login_end == end and separator_of(text, last, end) == COLON and _is_number(text, login, end):
        return REJECTED + codes.REJECTED_NO_LOGIN
    if login_end == end and login - last > 1:
        # Either one separator with white space around it and a login, or two separators and a secret.
        _put(fields, row, codes.URL, start, last)
        _put(fields, row, codes.SECRET, login, end)
        return RECORD
    return _read_login(names, text, start, last, login, login_end, end, fields, flags, row)


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
            while url_last > start and (text[url_last - 1] == COLON or _is_cut(int(text[url_last - 1]))):
                url_last -= 1
            later_end = field_end(text, later, end)
            secret = separator_end(text, later_end, end)
            _put(fields, row, codes.URL, start, url_last)
            _put(fields, row, codes.LOGIN, later, later_end)
            _put(fields, row, codes.SECRET, secret, end)
            flags[row] |= codes.REPAIRED
            return RECORD
        if find_byte(text, _SLASH, login, login_end) >= 0:
            flags[row] |= codes.AMBIGUOUS
    _put(fields, row, codes.URL, start, last)
    _put(fields, row, codes.LOGIN, login, login_end)
    _put(fields, row, codes.SECRET, separator_end(text, login_end, end), end)
    return RECORD


@compiled_leaf
def _is_cut(byte: int) -> bool:
    return byte == BAR or byte == SEMICOLON or byte == COMMA or int(CLASSES[byte]) & SPACE != 0


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
        # The name may be a login, and what follows the secret: so nothing of it is shown.
        _put(fields, row, codes.URL, start, last)
        _put(fields, row, codes.SECRET, login, end)
        flags[row] |= codes.AMBIGUOUS
        return RECORD
    return _read_login(names, text, start, last, login, login_end, end, fields, flags, row)


@compiled_leaf
def _read_pair(
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
    """Read a line that begins with neither a URL nor an email address."""
    firm = firm_field_end(text, start, end)
    cut = min(firm, field_end(text, start, end)) if separator == BLANK else firm
    if cut == end:
        return _without_separator(text, start, end)
    left_end = trim_end(text, start, cut)
    field = field_end(text, start, left_end)
    rest = separator_end(text, field if field < left_end and separator == BLANK else cut, end)
    if field < left_end and separator != BLANK:
        word = left_end
        while word > start and int(CLASSES[text[word - 1]]) & SPACE == 0:
            word -= 1
        if rest < end and is_email(names, text, word, left_end):
            # What is in front of the address belongs to no field, whatever it is.
            flags[row] |= codes.METADATA_CUT
            _put(fields, row, codes.LOGIN, word, left_end)
            read_secret(text, rest, end, separator_of(text, cut, end), fields, row)
            return RECORD
    if not has_alphanumeric(text, start, left_end):
        is_empty = left_end <= start and text[start] != TAB
        return REJECTED + codes.REJECTED_NO_LOGIN if is_empty else SKIPPED + codes.SKIPPED_BANNER
    second_end = field_end(text, rest, end)
    if field == left_end and is_email(names, text, rest, second_end):
        return _read_behind_name(names, text, start, field, rest, end, is_email_last, fields, flags, row)
    tail = _last_field(text, rest, end, separator)
    if is_email(names, text, tail, end):
        if field == left_end and find_byte(text, _SLASH, start, field) >= 0 and tail == rest:
            return _judge_path(names, text, start, field, rest, end, fields, flags, row)
        return _read_email_last(text, start, tail, end, is_email_last, fields, row)
    if cut == left_end and text[cut] == COLON and cut + 1 < end and text[cut + 1] == BLANK:
        if is_one_of(_ADVERTS, text, start, left_end):
            return SKIPPED + codes.SKIPPED_BANNER
    if field < left_end and separator != BLANK:
        if _words(text, start, left_end) > _MOST_WORDS:
            return SKIPPED + codes.SKIPPED_BANNER
        if text[cut] != COLON and separator_of(text, cut, end) not in (separator, COLON):
            return SKIPPED + codes.SKIPPED_BANNER
        # A name of several words, or a login and a secret with a separator in it: the secret may begin here.
        flags[row] |= codes.AMBIGUOUS
        _put(fields, row, codes.LOGIN, start, field)
        _put(fields, row, codes.SECRET, separator_end(text, field, end), end)
        return RECORD
    if find_byte(text, _SLASH, start, field) >= 0 and second_end == end:
        return _judge_path(names, text, start, field, rest, end, fields, flags, row)
    if scheme_end(text, rest, end) > rest and is_label_word(text, start, field):
        return REJECTED + codes.REJECTED_NO_LOGIN
    if is_first and is_one_of(_HEADERS, text, start, field) and _are_labels(text, rest, end):
        return SKIPPED + codes.SKIPPED_HEADER
    _put(fields, row, codes.LOGIN, start, field)
    read_secret(text, rest, end, separator_of(text, field, end), fields, row)
    return RECORD


@compiled_leaf
def _read_behind_name(
    names: Bytes,
    text: Bytes,
    start: int,
    field: int,
    login: int,
    end: int,
    is_email_last: bool,
    fields: Integers,
    flags: Integers,
    row: int,
) -> int:
    """Read a line whose second field is an email address: the first is another name, if a secret follows."""
    login_end = field_end(text, login, end)
    if find_byte(text, _SLASH, start, field) >= 0 and login_end == end:
        return _judge_path(names, text, start, field, login, end, fields, flags, row)
    secret = separator_end(text, login_end, end)
    if secret >= end:
        return _read_email_last(text, start, login, login_end, is_email_last, fields, row)
    read_secret(text, secret, end, separator_of(text, login_end, end), fields, row)
    if fields[row, codes.SECRET, 0] < 0 or is_email_last:
        return REJECTED + codes.REJECTED_AMBIGUOUS
    if not is_label_word(text, start, field):
        _put(fields, row, codes.ALIAS_1, start, field)
    _put(fields, row, codes.LOGIN, login, login_end)
    return RECORD


@compiled_leaf
def _read_email_last(
    text: Bytes, start: int, login: int, end: int, is_email_last: bool, fields: Integers, row: int
) -> int:
    """Read a line whose last field alone is an email address: only the whole file says which field the secret is."""
    if not is_email_last:
        return REJECTED + codes.REJECTED_AMBIGUOUS
    last = login - 1
    while last > start and int(CLASSES[text[last - 1]]) & SPACE != 0:
        last -= 1
    # The separator itself may be a space, or have spaces around it.
    if (int(CLASSES[text[last]]) & SPACE != 0 and last > start and _is_cut(int(text[last - 1]))) or (
        int(CLASSES[text[last]]) & SPACE != 0 and last > start and text[last - 1] == COLON
    ):
        last -= 1
    _put(fields, row, codes.LOGIN, login, end)
    _put(fields, row, codes.SECRET, start, trim_end(text, start, last))
    return RECORD


@compiled_leaf
def _last_field(text: Bytes, start: int, end: int, separator: int) -> int:
    """Return where the last field of a text begins."""
    index = end
    while index > start:
        byte = int(text[index - 1])
        if byte == COLON or byte == TAB or byte == BAR or byte == SEMICOLON or byte == COMMA:
            break
        if separator == BLANK and byte == BLANK:
            break
        index -= 1
    while index < end and text[index] == BLANK:
        index += 1
    return index


@compiled_leaf
def _judge_path(
    names: Bytes,
    text: Bytes,
    start: int,
    field: int,
    secret: int,
    end: int,
    fields: Integers,
    flags: Integers,
    row: int,
) -> int:
    """Read two fields of which the first has a slash: a URL without a secret, or an address such as ``a/b@acme.example``."""
    if is_email(names, text, secret, end):
        _put(fields, row, codes.URL, start, field)
        _put(fields, row, codes.LOGIN, secret, end)
        flags[row] |= codes.AMBIGUOUS
        return RECORD
    slash = find_byte(text, _SLASH, start, field)
    if find_byte(text, _AT, start, field) < 0 or is_known_host(names, text, start, slash):
        return REJECTED + codes.REJECTED_URL_WITHOUT_SECRET
    _put(fields, row, codes.LOGIN, start, field)
    _put(fields, row, codes.SECRET, secret, end)
    return RECORD


@compiled_leaf
def _without_separator(text: Bytes, start: int, end: int) -> int:
    """Return what a line without any separator is."""
    if field_end(text, start, end) < end or not has_alphanumeric(text, start, end):
        return SKIPPED + codes.SKIPPED_BANNER
    return REJECTED + codes.REJECTED_NO_SEPARATOR


@compiled_leaf
def _words(text: Bytes, start: int, end: int) -> int:
    words = 0
    was_space = True
    for index in range(start, end):
        is_space = int(CLASSES[text[index]]) & SPACE != 0
        words += was_space and not is_space
        was_space = is_space
    return words


@compiled_leaf
def _is_number(text: Bytes, start: int, end: int) -> bool:
    for index in range(start, end):
        if int(CLASSES[text[index]]) & DIGIT == 0:
            return False
    return True


@compiled_leaf
def _are_labels(text: Bytes, start: int, end: int) -> bool:
    """Return whether all fields of a text are labels."""
    while start < end:
        last = firm_field_end(text, start, end)
        if not is_label_word(text, start, last):
            return False
        start = separator_end(text, last, end)
    return True


@compiled_leaf
def _is_serialized(text: Bytes, start: int, end: int) -> bool:
    """Return whether a line begins like data that PHP serialized: ``a:2:{``, ``O:8:``, ``s:5:"``."""
    if end - start < 6 or text[start + 1] != COLON or int(CLASSES[text[start + 2]]) & DIGIT == 0:
        return False
    index = start + 2
    while index < end and int(CLASSES[text[index]]) & DIGIT != 0:
        index += 1
    if index + 2 >= end or text[index] != COLON:
        return False
    first = text[start]
    if first == 0x61 or first == 0x4F:  # a or O
        return True
    is_quoted = text[index + 1] == 0x22 or (text[index + 1] == 0x5C and text[index + 2] == 0x22)
    return bool(first == 0x73 and is_quoted)


@compiled_leaf
def _first_address(names: Bytes, text: Bytes, start: int, end: int, fields: Integers, row: int) -> bool:
    """Take the first email address in running text as login; return whether there is one."""
    for at in range(start, end):
        if text[at] != _AT:
            continue
        first = at
        while first > start and at - first < _LONGEST_LOCAL_PART and _is_usual(int(text[first - 1])):
            first -= 1
        last = at + 1
        while last < end and last - at <= _LONGEST_DOMAIN and int(CLASSES[text[last]]) & (LETTER | DIGIT) != 0:
            last += 1
            while last < end and (text[last] == 0x2E or text[last] == 0x2D):
                last += 1
        while last > at + 1 and (text[last - 1] == 0x2E or text[last - 1] == 0x2D):
            last -= 1
        if at_sign(names, text, first, last) == at:
            _put(fields, row, codes.LOGIN, first, last)
            return True
    return False


@compiled_leaf
def _is_usual(byte: int) -> bool:
    """Return whether addresses in running text have this byte in front of their ``@``."""
    is_sign = byte == 0x5F or byte == 0x2B or byte == 0x2E or byte == 0x2D
    return is_sign or int(CLASSES[byte]) & (LETTER | DIGIT) != 0
