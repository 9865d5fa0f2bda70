"""One-line records that begin with neither a URL nor an email address (leak-formats §5f, §5g and §5i)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, SPACE
from breachlight.leaks.kernels.emails import is_email
from breachlight.leaks.kernels.hosts import scheme_end
from breachlight.leaks.kernels.noise import is_label_word
from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.secrets_of_lines import put, read_secret
from breachlight.leaks.kernels.separators import (
    BAR,
    BLANK,
    COLON,
    COMMA,
    SEMICOLON,
    TAB,
    field_end,
    firm_field_end,
    is_cut,
    separator_end,
    separator_of,
)
from breachlight.leaks.kernels.text import find_byte, has_alphanumeric, trim_end, trim_start
from breachlight.leaks.kernels.url_ends import is_known_host
from breachlight.leaks.kernels.words import is_one_of, word_list

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

_AT: Final = 0x40
_SLASH: Final = 0x2F
_MOST_WORDS: Final = 3

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
def read_pair(
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
            put(fields, row, codes.LOGIN, word, left_end)
            read_secret(text, rest, end, separator_of(text, cut, end), fields, row)
            return codes.RECORD
    if not has_alphanumeric(text, start, left_end):
        if left_end > start or text[start] == TAB:
            return codes.SKIPPED + codes.SKIPPED_BANNER
        return _read_behind_nothing(names, text, rest, end, fields, row)
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
            return codes.SKIPPED + codes.SKIPPED_BANNER
    if field < left_end and separator != BLANK:
        if _words(text, start, left_end) > _MOST_WORDS:
            return codes.SKIPPED + codes.SKIPPED_BANNER
        if text[cut] != COLON and separator_of(text, cut, end) not in (separator, COLON):
            return codes.SKIPPED + codes.SKIPPED_BANNER
        # A name of several words, or a login and a secret with a separator in it: the secret may begin here.
        flags[row] |= codes.AMBIGUOUS
        put(fields, row, codes.LOGIN, start, field)
        put(fields, row, codes.SECRET, trim_start(text, separator_end(text, field, end), end), end)
        return codes.RECORD
    if find_byte(text, _SLASH, start, field) >= 0 and second_end == end:
        return _judge_path(names, text, start, field, rest, end, fields, flags, row)
    if scheme_end(text, rest, end) > rest and is_label_word(text, start, field):
        return codes.REJECTED + codes.REJECTED_NO_LOGIN
    if is_first and is_one_of(_HEADERS, text, start, field) and _are_labels(text, rest, end):
        return codes.SKIPPED + codes.SKIPPED_HEADER
    put(fields, row, codes.LOGIN, start, field)
    read_secret(text, rest, end, separator_of(text, field, end), fields, row)
    return codes.RECORD


@compiled_leaf
def _read_behind_nothing(names: Bytes, text: Bytes, login: int, end: int, fields: Integers, row: int) -> int:
    """Read what follows empty fields, a missing URL for one: only an email address and a secret say which field they are."""
    while login < end and (text[login] == COLON or is_cut(int(text[login]))):
        login += 1
    login_end = field_end(text, login, end)
    secret = separator_end(text, login_end, end)
    if secret >= end or not is_email(names, text, login, login_end):
        return codes.REJECTED + codes.REJECTED_NO_LOGIN
    put(fields, row, codes.LOGIN, login, login_end)
    read_secret(text, secret, end, separator_of(text, login_end, end), fields, row)
    return codes.RECORD


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
        return codes.REJECTED + codes.REJECTED_AMBIGUOUS
    if not is_label_word(text, start, field):
        put(fields, row, codes.ALIAS_1, start, field)
    put(fields, row, codes.LOGIN, login, login_end)
    return codes.RECORD


@compiled_leaf
def _read_email_last(
    text: Bytes, start: int, login: int, end: int, is_email_last: bool, fields: Integers, row: int
) -> int:
    """Read a line whose last field alone is an email address: only the whole file says which field the secret is."""
    if not is_email_last:
        return codes.REJECTED + codes.REJECTED_AMBIGUOUS
    last = login - 1
    while last > start and int(CLASSES[text[last - 1]]) & SPACE != 0:
        last -= 1
    # The separator itself may be a space, or have spaces around it.
    if (int(CLASSES[text[last]]) & SPACE != 0 and last > start and is_cut(int(text[last - 1]))) or (
        int(CLASSES[text[last]]) & SPACE != 0 and last > start and text[last - 1] == COLON
    ):
        last -= 1
    put(fields, row, codes.LOGIN, login, end)
    put(fields, row, codes.SECRET, start, trim_end(text, start, last))
    return codes.RECORD


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
        put(fields, row, codes.URL, start, field)
        put(fields, row, codes.LOGIN, secret, end)
        flags[row] |= codes.AMBIGUOUS
        return codes.RECORD
    slash = find_byte(text, _SLASH, start, field)
    if find_byte(text, _AT, start, field) < 0 or is_known_host(names, text, start, slash):
        return codes.REJECTED + codes.REJECTED_URL_WITHOUT_SECRET
    put(fields, row, codes.LOGIN, start, field)
    put(fields, row, codes.SECRET, secret, end)
    return codes.RECORD


@compiled_leaf
def _without_separator(text: Bytes, start: int, end: int) -> int:
    """Return what a line without any separator is."""
    if field_end(text, start, end) < end or not has_alphanumeric(text, start, end):
        return codes.SKIPPED + codes.SKIPPED_BANNER
    return codes.REJECTED + codes.REJECTED_NO_SEPARATOR


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
def _are_labels(text: Bytes, start: int, end: int) -> bool:
    """Return whether all fields of a text are labels."""
    while start < end:
        last = firm_field_end(text, start, end)
        if not is_label_word(text, start, last):
            return False
        start = separator_end(text, last, end)
    return True
