"""From the raw fields of records to what is stored and searched: sites, keys, types and flags (leak-formats §6, §7, §9)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.copying import copy_bytes
from breachlight.leaks.kernels.emails import (
    append_alias,
    at_sign,
    has_provider_with_aliases,
    is_email,
    unwrapped_end,
    unwrapped_start,
)
from breachlight.leaks.kernels.hosts import (
    app_end,
    app_start,
    has_path,
    host_end,
    is_app,
    scan_authority,
    scheme_end,
)
from breachlight.leaks.kernels.passwords import is_placeholder, password_type, secret_flag
from breachlight.leaks.kernels.runtime import compiled, compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import (
    append_lower,
    equal,
    find_byte,
    has_capital,
    is_ascii,
    trim_start,
    with_room,
)
from breachlight.leaks.kernels.usual_fields import judge_fields
from breachlight.leaks.kernels.usual_records import append_keys, put_usual_record
from breachlight.leaks.kernels.vectors import WIDTH, bits_below, first_bit, mask_of

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

NOT_ASCII: Final = 1
"""In ``odd``: the keys and the flags that depend on them are left to ``kit.addresses``."""

_AT: Final = 0x40
_COLON: Final = 0x3A
_PLUS: Final = 0x2B
_SLACK: Final = 64
_not_ascii = mask_of((0x80, 0xFF))
_capitals = mask_of((0x41, 0x5A))
_at_signs = mask_of((_AT, _AT))
_pluses = mask_of((_PLUS, _PLUS))


@compiled
def finish_rows(
    names: Bytes,
    text: Bytes,
    size: int,
    fields: Integers,
    raw_flags: Integers,
    hash_types: Bytes,
    keeps_bare_urls: bool,
    spans: Integers,
    others: Integers,
    types: Bytes,
    flags: Integers,
    rows: Positions,
    odd: Bytes,
    reasons: Bytes,
) -> tuple[Bytes, int, int]:
    """Finish the records of raw fields, in order; return the text, its size and how many rows became records.

    ``rows`` gets the row of each record, ``reasons`` one more than the reason of each row that became none. ``names`` is a
    ``words.table_of_names``. Fields are trimmed; all arrays have as many rows as ``fields``. What ``usual_lines`` has marked as
    usual is as it found it, inside ``text``; the fields of other readers are judged here.
    """
    # A loop that may replace the text counts references for each row: this one is entered again when there is more room.
    row = count = int(np.int64(0))  # not the literal 0, for which everything below would be compiled once more
    while True:
        row, size, count = _finish_rows(
            names,
            text,
            size,
            fields,
            raw_flags,
            hash_types,
            keeps_bare_urls,
            spans,
            others,
            types,
            flags,
            rows,
            odd,
            reasons,
            row,
            count,
        )
        if row == len(fields):
            return text, size, count
        text = with_room(text, size, _most_added(fields, row))


@compiled_inline
def _most_added(fields: Integers, row: int) -> int:
    """Return how many bytes finishing a row appends to the text at most."""
    added = _SLACK
    for column, times in ((codes.URL, 2), (codes.LOGIN, 4), (codes.SECRET, 1), (codes.SALT, 1)):
        added += times * max(int(fields[row, column, 1]) - max(int(fields[row, column, 0]), 0), 0)
    return added


@compiled_leaf
def _finish_rows(
    names: Bytes,
    text: Bytes,
    size: int,
    fields: Integers,
    raw_flags: Integers,
    hash_types: Bytes,
    keeps_bare_urls: bool,
    spans: Integers,
    others: Integers,
    types: Bytes,
    flags: Integers,
    rows: Positions,
    odd: Bytes,
    reasons: Bytes,
    first_row: int,
    count: int,
) -> tuple[int, int, int]:
    """Finish rows from ``first_row`` on; return the first one that the text has no room for, or the end, size and count."""
    for row in range(first_row, len(fields)):
        login, login_end = int(fields[row, codes.LOGIN, 0]), int(fields[row, codes.LOGIN, 1])
        secret, secret_end = int(fields[row, codes.SECRET, 0]), int(fields[row, codes.SECRET, 1])
        url, url_end = int(fields[row, codes.URL, 0]), int(fields[row, codes.URL, 1])
        salt, salt_end = int(fields[row, codes.SALT, 0]), int(fields[row, codes.SALT, 1])
        bits = int(raw_flags[row])
        if bits & codes.USUAL_RECORD == 0 and salt < 0 and hash_types[row] == codes.JUDGE_BY_SHAPE:
            url = url if url_end > url else -1
            bits |= judge_fields(names, text, url, url_end, login, login_end, secret, secret_end)
        if bits & codes.USUAL_RECORD != 0:
            rows[count] = row
            put_usual_record(text, url, url_end, login, login_end, secret, secret_end, bits, spans, count)
            if bits & (codes.USUAL_CAPITALS | codes.USUAL_ALIAS) != 0:
                if size + _most_added(fields, row) > len(text):
                    return row, size, count
                size = append_keys(names, text, size, bits, spans, count)
            _put_others(fields, row, spans, others, count)
            types[count] = codes.TYPE_PLAIN
            odd[count] = 0
            flags[count] = bits & ~codes.USUAL_BITS
            count += 1
            continue
        if login < 0:
            login = login_end = 0
        if secret < 0:
            secret = secret_end = 0
        if url < 0:
            url = url_end = 0
        if size + _most_added(fields, row) > len(text):
            return row, size, count
        authority = authority_last = 0
        url_at = -1
        is_ascii_host = has_capital_host = False
        if url_end > url:
            authority = scheme_end(text, url, url_end)
            authority_last, url_at, colon, is_ascii_host, has_capital_host = scan_authority(text, authority, url_end)
            if url_at > colon >= 0 and not is_app(text, url, url_end):
                at = url_at
                if login_end == login and secret_end == secret:
                    login, login_end, secret, secret_end = authority, colon, colon + 1, at
                # A URL is shown to everybody, the password in it must not be.
                first = size
                for index in range(url, colon):
                    text[size] = text[index]
                    size += 1
                for index in range(at, url_end):
                    text[size] = text[index]
                    size += 1
                authority += first - url
                authority_last += first - url - (at - colon)
                url_at = first + colon - url
                url, url_end = first, size
        has_login = login_end > login
        if not has_login:
            bits |= codes.NO_LOGIN
        elif is_placeholder(text, login, login_end):
            bits |= codes.PLACEHOLDER_LOGIN
            has_login = False
        is_ascii_secret, has_at_sign = scan_secret(text, secret, secret_end)
        missing = secret_flag(text, secret, secret_end)
        bits |= missing
        has_secret = missing == 0 or missing == codes.SHORT_SECRET
        if not has_login and not (url_end > url and (has_secret or keeps_bare_urls)):
            reasons[row] = 1 + (codes.REJECTED_NO_URL_OR_LOGIN if keeps_bare_urls else codes.REJECTED_NO_LOGIN)
            continue
        rows[count] = row
        spans[count] = -1
        _put_others(fields, row, spans, others, count)
        kind = codes.TYPE_NONE
        if has_secret:
            kind = int(hash_types[row])
            if kind == codes.JUDGE_BY_SHAPE:
                kind = codes.TYPE_PLAIN if missing != 0 else password_type(text, secret, secret_end)
            if salt >= 0 and salt_end > salt:
                first = size
                for index in range(secret, secret_end):
                    text[size] = text[index]
                    size += 1
                text[size] = _COLON
                size += 1
                for index in range(salt, salt_end):
                    text[size] = text[index]
                    size += 1
                secret, secret_end = first, size
            spans[count, codes.SPAN_PASSWORD, 0] = secret
            spans[count, codes.SPAN_PASSWORD, 1] = secret_end
        types[count] = kind
        is_odd = False
        is_ascii_login = True
        key = key_at = key_end = -1
        if has_login:
            spans[count, codes.SPAN_USERNAME, 0] = login
            spans[count, codes.SPAN_USERNAME, 1] = login_end
            is_ascii_login, has_capitals, at, plus = scan_login(text, login, login_end)
            if is_ascii_login:
                key, key_end = login, login_end
                if at >= 0:
                    if bits & codes.USUAL_ADDRESS != 0:
                        key_at = at
                    else:
                        first = unwrapped_start(text, login, login_end)
                        last = unwrapped_end(text, first, login_end)
                        key_at = at_sign(names, text, first, last)
                        if key_at >= 0:
                            key, key_end = first, last
                        elif find_byte(text, _AT, at + 1, login_end) >= 0:
                            bits |= codes.GLUED_LOGIN
                if has_capitals:
                    first = size
                    size = append_lower(text, size, key, key_end)
                    key_at = -1 if key_at < 0 else key_at - key + first
                    key, key_end = first, size
                spans[count, codes.SPAN_USERNAME_KEY, 0] = key
                spans[count, codes.SPAN_USERNAME_KEY, 1] = key_end
                if key_at >= 0:
                    spans[count, codes.SPAN_EMAIL_KEY, 0] = key
                    spans[count, codes.SPAN_EMAIL_KEY, 1] = key_end
                    if plus >= 0 or has_provider_with_aliases(names, text, key_at, key_end):
                        first = size
                        size = append_alias(names, text, size, key, key_at, key_end)
                        if size > first:
                            spans[count, codes.SPAN_ALIAS_KEY, 0] = first
                            spans[count, codes.SPAN_ALIAS_KEY, 1] = size
            else:
                is_odd = True
            if has_secret:
                if equal(text, login, login_end, secret, secret_end):
                    bits |= codes.SECRET_IS_LOGIN
                elif has_at_sign and _is_address(names, text, secret, secret_end):
                    if is_ascii_secret:
                        bits |= codes.EMAIL_AS_SECRET
                    else:
                        is_odd = True
        if url_end > url:
            spans[count, codes.SPAN_URL, 0] = url
            spans[count, codes.SPAN_URL, 1] = url_end
            if is_app(text, url, url_end):
                first = app_start(text, url, url_end)
                last = app_end(text, first, url_end)
                if last > first:
                    spans[count, codes.SPAN_APP, 0] = first
                    spans[count, codes.SPAN_APP, 1] = last
            else:
                host = trim_start(text, authority if url_at < 0 else url_at + 1, authority_last)
                if is_ascii_host or is_ascii(text, host, authority_last):
                    last = host_end(text, host, authority_last)
                    if last > host:
                        if has_capital_host and has_capital(text, host, last):
                            first = size
                            size = append_lower(text, size, host, last)
                            host, last = first, size
                        spans[count, codes.SPAN_HOST, 0] = host
                        spans[count, codes.SPAN_HOST, 1] = last
                        if key_at >= 0 and equal(text, key_at + 1, key_end, host, last):
                            if not has_path(text, authority, url_end):
                                bits |= codes.URL_IS_MAIL_DOMAIN
                else:
                    is_odd = True
        if not is_ascii_login and _has_mojibake(text, login, login_end):
            bits |= codes.MOJIBAKE
        if not is_ascii_secret and _has_mojibake(text, secret, secret_end):
            bits |= codes.MOJIBAKE
        odd[count] = NOT_ASCII if is_odd else 0
        flags[count] = bits & ~codes.USUAL_BITS
        count += 1
    return len(fields), size, count


@compiled_inline
def _put_others(fields: Integers, row: int, spans: Integers, others: Integers, record: int) -> None:
    """Put the software and the further user names of a row of fields into those of its record."""
    software, software_end = int(fields[row, codes.SOFTWARE, 0]), int(fields[row, codes.SOFTWARE, 1])
    if software >= 0 and software_end > software:
        spans[record, codes.SPAN_SOFTWARE, 0] = software
        spans[record, codes.SPAN_SOFTWARE, 1] = software_end
    found = 0
    for number in range(codes.ALIASES):
        first, last = int(fields[row, codes.ALIAS_1 + number, 0]), int(fields[row, codes.ALIAS_1 + number, 1])
        if first >= 0 and last > first:
            others[record, found, 0], others[record, found, 1] = first, last
            found += 1
    for number in range(found, codes.ALIASES):
        others[record, number, 0] = others[record, number, 1] = -1


@compiled_inline
def scan_login(text: Bytes, start: int, end: int) -> tuple[bool, bool, int, int]:
    """Look a login through: whether it is ASCII and has capitals, its first ``@``, and the first ``+`` before it (or -1)."""
    at = plus = -1
    high = capitals = 0
    index = start
    while index < end and index + WIDTH <= len(text):
        inside = bits_below(end - index)
        high |= _not_ascii(text, index) & inside
        capitals |= _capitals(text, index) & inside
        if at < 0:
            signs = _at_signs(text, index) & inside
            pluses = _pluses(text, index) & inside
            if signs != 0:
                at = index + first_bit(signs)
                pluses &= (signs & -signs) - 1
            if plus < 0 and pluses != 0:
                plus = index + first_bit(pluses)
        index += WIDTH
    while index < end:
        byte = int(text[index])
        high |= int(byte >= 0x80)
        capitals |= int(byte <= 0x5A and byte >= 0x41)
        if byte == _AT and at < 0:
            at = index
        elif byte == _PLUS and plus < 0 and at < 0:
            plus = index
        index += 1
    return high == 0, capitals != 0, at, plus


@compiled_inline
def scan_secret(text: Bytes, start: int, end: int) -> tuple[bool, bool]:
    """Look a secret through: whether it is ASCII and whether it has an ``@``."""
    high = signs = 0
    index = start
    while index < end and index + WIDTH <= len(text):
        inside = bits_below(end - index)
        high |= _not_ascii(text, index) & inside
        signs |= _at_signs(text, index) & inside
        index += WIDTH
    while index < end:
        high |= int(text[index] >= 0x80)
        signs |= int(text[index] == _AT)
        index += 1
    return high == 0, signs != 0


@compiled_leaf
def _is_address(names: Bytes, text: Bytes, start: int, end: int) -> bool:
    """Return whether a secret is an address; unlike a login, it may have ``/`` or ``?`` in it."""
    if is_email(names, text, start, end):
        return True
    first = unwrapped_start(text, start, end)
    return at_sign(names, text, first, unwrapped_end(text, first, end)) >= 0


@compiled_leaf
def _has_mojibake(text: Bytes, start: int, end: int) -> bool:
    """Return whether a text has U+FFFD, or the three characters that its bytes are in Latin-1."""
    for index in range(start, end):
        byte = text[index]
        if byte == 0xEF and index + 2 < end and text[index + 1] == 0xBF and text[index + 2] == 0xBD:
            return True
        if byte == 0xC3 and index + 5 < end and text[index + 1] == 0xAF and text[index + 2] == 0xC2:
            if text[index + 3] == 0xBF and text[index + 4] == 0xC2 and text[index + 5] == 0xBD:
                return True
    return False


@compiled
def gather(text: Bytes, spans: Integers, rows: Positions, offsets: Integers, present: Bytes) -> Bytes:
    """Copy the texts of some rows of a column of spans one after the other.

    ``offsets`` (one more than rows) gets where each begins, ``present`` whether it isn't null.
    """
    total = 0
    for number in range(len(rows)):
        start, end = int(spans[rows[number], 0]), int(spans[rows[number], 1])
        offsets[number] = total
        present[number] = start >= 0
        if start >= 0:
            total += end - start
    offsets[len(rows)] = total
    content = np.empty(total, np.uint8)
    position = 0
    for number in range(len(rows)):
        start, end = int(spans[rows[number], 0]), int(spans[rows[number], 1])
        if start >= 0:
            copy_bytes(content, position, text, start, end - start)
            position += end - start
    return content
