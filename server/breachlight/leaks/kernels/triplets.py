"""Blocks without labels: URL, login and password on three lines (leak-formats §4).

A URL begins a group. Three neighbouring lines, with nothing more up to the next URL, blank line or rule, are a record. Where
lines are missing or others are in between, only an email address says which line the login is: what could be a password is
rejected instead of being read as a login.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.blocks import (
    LOOSE,
    MAXIMUM_BLOCK_BYTES,
    MAXIMUM_BLOCK_LINES,
    REJECTED_AMBIGUOUS,
    REJECTED_NO_LOGIN,
    SKIPPED_BANNER,
    SKIPPED_BLANK,
    SKIPPED_RULE,
)
from breachlight.leaks.kernels.emails import is_email
from breachlight.leaks.kernels.hosts import scheme_end
from breachlight.leaks.kernels.labels import BLANK, END, LABEL, OFFSET, OFFSET_END, RULE, START
from breachlight.leaks.kernels.loose_lines import contains, has_space, read_loose_line
from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.url_ends import host_like_end, url_end

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

# Labels of the lines of records, as rows of the table of labels that the caller has.
URL_LINE: Final = 1
LOGIN_LINE: Final = 2
SECRET_LINE: Final = 3

GROUP_LINES: Final = 5
"""URL, login, secret, and two more lines to see what follows."""

# What a line looks like; BLANK and RULE are those of ``labels``.
_TEXT: Final = 1
_ADDRESS: Final = 2
_ADVERT: Final = 3
_NAME: Final = 4  # of a host: it may as well be a login or a password
_URL: Final = 5

_WEB: Final = np.frombuffer(b"://", np.uint8)
_AT: Final = np.frombuffer(b"@", np.uint8)
_CHANNEL: Final = np.frombuffer(b"t.me/", np.uint8)
_TELEGRAM: Final = np.frombuffer(b"telegram", np.uint8)


@compiled_leaf
def _look(names: Bytes, text: Bytes, start: int, end: int) -> int:
    """What a line that isn't blank and no rule looks like."""
    if has_space(text, start, end):
        is_advert = contains(text, start, end, _WEB) or contains(text, start, end, _AT)
        is_advert = is_advert or contains(text, start, end, _CHANNEL) or contains(text, start, end, _TELEGRAM)
        return _ADVERT if is_advert else _TEXT
    if is_email(names, text, start, end):
        return _ADDRESS
    authority = scheme_end(text, start, end)
    if authority > start:
        return _URL if url_end(names, text, authority, end) == end else _TEXT
    return _NAME if host_like_end(names, text, start, end) == end else _TEXT


@compiled_leaf
def _next_shown(lines: Positions, looks: Integers, first: int, line: int, skips_blank: bool) -> int:
    """Return the next line of a group behind ``line``, adverts left out; the number of the line that ends it, negated.

    Blank lines and rules end it, and a limit does. At the end of the data it is minus the number of lines.
    """
    line += 1
    while line < len(lines):
        if line - first >= MAXIMUM_BLOCK_LINES:
            return -line
        if lines[line, OFFSET_END] - lines[first, OFFSET] > MAXIMUM_BLOCK_BYTES:
            return -line
        look = looks[line]
        if look == RULE or (look == BLANK and not skips_blank):
            return -line
        if look > 0 and look != _ADVERT:
            return line
        line += 1
    return -line


@compiled_leaf
def _gather(lines: Positions, looks: Integers, line: int, group: Integers, skips_blank: bool) -> tuple[int, bool]:
    """Put a line and those that follow it in its group into ``group``; return their number and whether the data ends there."""
    group[0] = line
    count = 1
    following = _next_shown(lines, looks, line, line, skips_blank)
    while following > 0:
        group[count] = following
        count += 1
        if count == len(group):
            return count, False
        following = _next_shown(lines, looks, line, following, skips_blank)
    return count, following == -len(lines)


@compiled_leaf
def _read_group(looks: Integers, group: Integers, count: int) -> int:
    """Return how many lines of a group that begins with a URL are a record, or that many, negated, if they are disputed."""
    login = looks[group[1]] if count > 1 else _URL
    if login == _URL:
        return 1
    if count == 2:
        return 2
    secret = looks[group[2]]
    if secret == _URL and login != _ADDRESS:
        # It may begin the next record, and what is before it be the password of this one.
        return -2
    if secret >= _NAME:
        if count == 3 or looks[group[3]] >= secret:
            return 3
        if count == GROUP_LINES and looks[group[3]] < _NAME and looks[group[4]] < _NAME:
            return 2
        return -min(count, 4)
    if login == _ADDRESS:
        return 3
    if count == 3 or looks[group[3]] >= _NAME:
        # An address may be the login, and what is in front of it the password.
        return -3 if secret == _ADDRESS else 3
    return -4


@compiled_leaf
def group_triplets(
    names: Bytes,
    text: Bytes,
    lines: Positions,
    blank_separates: bool,
    separator: int,
    is_email_last: bool,
    is_final: bool,
    looks: Integers,
    group: Integers,
    owners: Integers,
    loose: Integers,
    loose_fields: Integers,
    loose_flags: Integers,
) -> tuple[int, int, int]:
    """Fill the ``owners`` of lines and the labels of those in records; for the rest see ``blocks.group_blocks``.

    ``looks`` has room for each line, ``group`` for GROUP_LINES.
    """
    size = len(lines)
    for line in range(size):
        look = lines[line, LABEL]
        owners[line] = SKIPPED_BANNER
        if look == BLANK:
            owners[line] = SKIPPED_BLANK
        elif look == RULE:
            owners[line] = SKIPPED_RULE
        else:
            look = _look(names, text, lines[line, START], lines[line, END])
        looks[line] = look
    records = 0
    line = read = int(np.int64(0))  # not the literal 0, for which everything below would be compiled once more
    while line < size:
        look = looks[line]
        if look <= 0 or look == _ADVERT:
            line += 1
            continue
        count, is_at_end = _gather(lines, looks, line, group, not blank_separates)
        if is_at_end and not is_final:
            return records, read, line
        if look < _NAME:
            loose_flags[read] = 0
            outcome = read_loose_line(
                names,
                text,
                lines[line, START],
                lines[line, END],
                separator,
                is_email_last,
                True,
                loose_fields,
                loose_flags,
                read,
            )
            if outcome == 0:
                owners[line] = LOOSE
                loose[read] = line
                read += 1
            elif (
                look == _ADDRESS and count > 1 and looks[group[1]] < _NAME and (count == 2 or looks[group[2]] >= _NAME)
            ):
                owners[line] = owners[group[1]] = records
                lines[line, LABEL], lines[group[1], LABEL] = LOGIN_LINE, SECRET_LINE
                records += 1
                line = group[1]
            elif look == _ADDRESS or not has_space(text, lines[line, START], lines[line, END]):
                owners[line] = REJECTED_AMBIGUOUS
            line += 1
            continue
        taken = _read_group(looks, group, count)
        if taken == 1 or taken == 2:
            if taken == 2 and looks[group[1]] == _ADDRESS and group[1] + 1 < size and looks[group[1] + 1] == _ADVERT:
                # A password may look like an advert.
                group[2] = group[1] + 1
                taken = 3
            elif blank_separates and count == taken:
                count, is_at_end = _gather(lines, looks, line, group, True)
                if is_at_end and not is_final:
                    return records, read, line
                taken = _read_across_blanks(text, lines, looks, group, count, taken)
            elif taken == 2 and looks[group[1]] != _ADDRESS:
                taken = -2
        if taken == 1:
            owners[line] = REJECTED_NO_LOGIN
        for index in range(abs(taken)):
            if taken < 0:
                owners[group[index]] = REJECTED_AMBIGUOUS
            elif taken > 1:
                owners[group[index]] = records
                lines[group[index], LABEL] = URL_LINE + index
        records += taken > 1
        line = group[abs(taken) - 1] + 1
    return records, read, size


@compiled_leaf
def _read_across_blanks(text: Bytes, lines: Positions, looks: Integers, group: Integers, count: int, taken: int) -> int:
    """Return how many lines are a record if blank lines don't count, negated if they are disputed: only an address helps.

    ``taken`` of the lines are neighbours.
    """
    if count == 1 or looks[group[1]] != _ADDRESS:
        return -2 if taken == 2 else 1
    if count == 2 or looks[group[2]] != _TEXT or has_space(text, lines[group[2], START], lines[group[2], END]):
        return 2
    return 3 if count == 3 or looks[group[3]] >= _NAME else 2
