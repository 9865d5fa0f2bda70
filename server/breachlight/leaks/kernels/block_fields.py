"""The fields of label blocks whose lines are known (leak-formats §4)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.blocks import (
    LOGIN,
    PROFILE,
    SKIPPED_BANNER,
    SKIPPED_LABEL,
    SOFTWARE,
    URL,
)
from breachlight.leaks.kernels.emails import is_email
from breachlight.leaks.kernels.hosts import is_android
from breachlight.leaks.kernels.labels import (
    END,
    LABEL,
    OFFSET,
    OFFSET_END,
    OTHER,
    SECTION,
    START,
    VALUE,
    section_parts,
)
from breachlight.leaks.kernels.passwords import is_placeholder
from breachlight.leaks.kernels.runtime import compiled, compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import trim_end, trim_start, with_room

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

MAXIMUM_SECRET_BYTES: Final = 65_536
_PROFILE_FIELD: Final = codes.SALT
"""Where the profile is until it is joined with the software: blocks have no salt."""
_ALIAS: Final = 4
_BLANK: Final = 0x20


@compiled
def append(text: Bytes, size: int, start: int, end: int) -> tuple[Bytes, int]:
    """Append a span of the text to it; return the text and its new size."""
    text = with_room(text, size, end - start + 1)
    for index in range(start, end):
        text[size] = text[index]
        size += 1
    return text, size


@compiled_inline
def _put(fields: Integers, row: int, column: int, start: int, end: int) -> bool:
    """Put a value into a field that is free; return whether it was. An empty value leaves it free."""
    if start == end:
        return True
    if fields[row, column, 0] >= 0:
        return False
    fields[row, column, 0], fields[row, column, 1] = start, end
    return True


@compiled_leaf
def _put_another_login(names: Bytes, text: Bytes, fields: Integers, row: int, start: int, end: int) -> bool:
    """Put a second or later login into a record: an email address is the login, another one an alias. Return whether there was room."""
    first, last = fields[row, codes.LOGIN, 0], fields[row, codes.LOGIN, 1]
    if is_email(names, text, start, end) and not is_email(names, text, first, last):
        fields[row, codes.LOGIN, 0], fields[row, codes.LOGIN, 1] = start, end
        start, end = first, last
    for column in range(_ALIAS, _ALIAS + codes.ALIASES):
        if _put(fields, row, column, start, end):
            return True
    return False


@compiled
def _read_section(text: Bytes, size: int, start: int, end: int) -> tuple[Bytes, int]:
    """Append the two parts of a section line with a space between them."""
    first_end, second, second_end = section_parts(text, start, end)
    first = trim_start(text, start + 2, first_end)
    first_end = trim_end(text, first, first_end)
    second = trim_start(text, second, second_end)
    second_end = trim_end(text, second, second_end)
    text, size = append(text, size, first, first_end)
    if first < first_end and second < second_end:
        text[size] = _BLANK
        size += 1
    return append(text, size, second, second_end)


@compiled_inline
def _read_line(
    names: Bytes,
    text: Bytes,
    start: int,
    end: int,
    lines: Positions,
    line: int,
    line_flags: Integers,
    kinds: Bytes,
    owners: Integers,
    fields: Integers,
    offsets: Positions,
    counts: Integers,
    flags: Integers,
) -> None:
    """Put the value of a labelled line, which is a span of the text, into its record."""
    record = int(owners[line])
    kind = int(kinds[int(lines[line, LABEL])])
    if kind == LOGIN:
        is_taken = _put(fields, record, codes.LOGIN, start, end) or _put_another_login(
            names, text, fields, record, start, end
        )
    elif kind == URL:
        is_taken = is_placeholder(text, start, end) or _put(fields, record, codes.URL, start, end)
    else:
        column = codes.SOFTWARE if kind == SOFTWARE else _PROFILE_FIELD if kind == PROFILE else codes.SECRET
        is_taken = _put(fields, record, column, start, end)
    # The first line of a record is always taken.
    if is_taken:
        counts[record] += 1
        flags[record] |= line_flags[line]
        offsets[record, 1] = lines[line, OFFSET_END]
    else:
        owners[line] = SKIPPED_LABEL


@compiled_leaf
def _read_plain_lines(
    names: Bytes,
    text: Bytes,
    lines: Positions,
    line: int,
    line_flags: Integers,
    kinds: Bytes,
    owners: Integers,
    fields: Integers,
    offsets: Positions,
    counts: Integers,
    flags: Integers,
) -> int:
    """Read lines from ``line`` on; return the number of the first section line of a record, or how many lines there are."""
    while line < len(lines):
        record = int(owners[line])
        if record >= 0:
            if counts[record] == 0:
                offsets[record, 0] = lines[line, OFFSET]
            label = int(lines[line, LABEL])
            if label == SECTION:
                break
            if label != OTHER:
                start, end = int(lines[line, VALUE]), int(lines[line, END])
                _read_line(
                    names, text, start, end, lines, line, line_flags, kinds, owners, fields, offsets, counts, flags
                )
        line += 1
    return line


@compiled_leaf
def _next_profile(fields: Integers, record: int) -> int:
    """Return the first record from ``record`` on that has a profile, or how many records there are."""
    while record < len(fields) and fields[record, _PROFILE_FIELD, 0] < 0:
        record += 1
    return record


@compiled
def read_blocks(
    names: Bytes,
    text: Bytes,
    size: int,
    lines: Positions,
    line_flags: Integers,
    kinds: Bytes,
    owners: Integers,
    fields: Integers,
    offsets: Positions,
    counts: Integers,
    flags: Integers,
) -> tuple[Bytes, int]:
    """Fill the fields of records; a line that its record has no use for gets another owner.

    ``fields`` (records, 8, 2) are -1, ``counts`` and ``flags`` 0. ``offsets`` (records, 2) get where the first line begins and
    the last one ends, ``counts`` how many lines there are. Returns the text, with joined values at its end, and its size.
    """
    # Loops that may replace the text count references in each step: those over all lines and records are leaves.
    line = _read_plain_lines(names, text, lines, 0, line_flags, kinds, owners, fields, offsets, counts, flags)
    while line < len(lines):
        start = size
        text, size = _read_section(text, size, int(lines[line, START]), int(lines[line, END]))
        _read_line(names, text, start, size, lines, line, line_flags, kinds, owners, fields, offsets, counts, flags)
        line = _read_plain_lines(
            names, text, lines, line + 1, line_flags, kinds, owners, fields, offsets, counts, flags
        )
    record = _next_profile(fields, 0)
    while record < len(fields):
        text, size = _join_software(text, size, fields, record)
        record = _next_profile(fields, record + 1)
    return _continue_secrets(text, size, lines, line_flags, owners, fields, offsets, counts, flags)


@compiled
def _join_software(text: Bytes, size: int, fields: Integers, record: int) -> tuple[Bytes, int]:
    """Put the profile of a record behind its software."""
    profile, profile_end = fields[record, _PROFILE_FIELD, 0], fields[record, _PROFILE_FIELD, 1]
    fields[record, _PROFILE_FIELD, 0] = fields[record, _PROFILE_FIELD, 1] = -1
    if fields[record, codes.SOFTWARE, 0] >= 0:
        start = size
        text, size = append(text, size, fields[record, codes.SOFTWARE, 0], fields[record, codes.SOFTWARE, 1])
        text[size] = _BLANK
        text, size = append(text, size + 1, profile, profile_end)
        profile, profile_end = start, size
    fields[record, codes.SOFTWARE, 0], fields[record, codes.SOFTWARE, 1] = profile, profile_end
    return text, size


@compiled_leaf
def _next_other(lines: Positions, owners: Integers, line: int) -> int:
    """Return the first line from ``line`` on that is in a record and has no label, or how many lines there are."""
    while line < len(lines) and (owners[line] < 0 or lines[line, LABEL] != OTHER):
        line += 1
    return line


@compiled
def _continue_secrets(
    text: Bytes,
    size: int,
    lines: Positions,
    line_flags: Integers,
    owners: Integers,
    fields: Integers,
    offsets: Positions,
    counts: Integers,
    flags: Integers,
) -> tuple[Bytes, int]:
    """Join the lines of passwords of Android apps; behind any other password such a line is a banner."""
    continued = -1
    line = _next_other(lines, owners, 0)
    while line < len(lines):
        record = int(owners[line])
        url = fields[record, codes.URL, 0]
        secret, secret_end = fields[record, codes.SECRET, 0], fields[record, codes.SECRET, 1]
        start, end = lines[line, START], lines[line, END]
        is_short = secret_end - secret + end - start <= MAXIMUM_SECRET_BYTES
        if url < 0 or not is_android(text, url, fields[record, codes.URL, 1]) or not is_short:
            owners[line] = SKIPPED_BANNER
        else:
            if record != continued:
                continued = record
                fields[record, codes.SECRET, 0] = size
                if secret >= 0:
                    text, size = append(text, size, secret, secret_end)
            text, size = append(text, size, start, end)
            fields[record, codes.SECRET, 1] = size
            counts[record] += 1
            flags[record] |= line_flags[line]
            offsets[record, 1] = max(offsets[record, 1], lines[line, OFFSET_END])
        line = _next_other(lines, owners, line + 1)
    return text, size
