"""Credential lines between label blocks, told from adverts, banners and unknown labels (leak-formats §4)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, DIGIT, LETTER, SPACE, code_point, is_space
from breachlight.leaks.kernels.emails import is_email
from breachlight.leaks.kernels.lines import RECORD, REJECTED, read_line
from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.text import starts_with_word
from breachlight.leaks.kernels.trailing_columns import ends_with_column

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

NO_CREDENTIAL: Final = -1

_AT: Final = 0x40
_CHANNEL: Final = np.frombuffer(b"t.me/", np.uint8)
_WEB: Final = np.frombuffer(b"://", np.uint8)


@compiled_leaf
def has_space(text: Bytes, start: int, end: int) -> bool:
    """Return whether there is white space in a text."""
    for index in range(start, end):
        byte = int(text[index])
        if byte < 0x80:
            if int(CLASSES[byte]) & SPACE != 0:
                return True
        elif byte >= 0xC0 and is_space(code_point(text, index, end)):
            return True
    return False


@compiled_leaf
def contains(text: Bytes, start: int, end: int, word: Bytes) -> bool:
    """Return whether a lower-case ASCII word is in a text, without regard to case."""
    for index in range(start, end - len(word) + 1):
        if starts_with_word(text, index, end, word):
            return True
    return False


@compiled_leaf
def read_loose_line(
    names: Bytes,
    text: Bytes,
    start: int,
    end: int,
    separator: int,
    is_email_last: bool,
    takes_names: bool,
    fields: Integers,
    flags: Integers,
    row: int,
) -> int:
    """Read a line without label; return what ``lines.read_line`` does if it is a credential, else NO_CREDENTIAL.

    An email address or a URL says that it is one; any other login does only with ``takes_names`` and without white space in the
    line, because ``Word: text`` is an unknown label or an advert.
    """
    outcome = read_line(names, text, start, end, separator, is_email_last, False, fields, flags, row)
    if outcome >= REJECTED:
        is_disputed = outcome == REJECTED + codes.REJECTED_AMBIGUOUS and not has_space(text, start, end)
        return outcome if is_disputed else NO_CREDENTIAL
    login, login_end = int(fields[row, codes.LOGIN, 0]), int(fields[row, codes.LOGIN, 1])
    secret, secret_end = int(fields[row, codes.SECRET, 0]), int(fields[row, codes.SECRET, 1])
    if outcome != RECORD or login < 0 or secret < 0 or has_space(text, login, login_end):
        return NO_CREDENTIAL
    if ends_with_column(text, secret, secret_end):
        flags[row] |= codes.AMBIGUOUS
    # Words behind a colon and a space are a sentence, except where all are written with spaces around the separator.
    is_set_off = secret > start and int(CLASSES[text[secret - 1]]) & SPACE != 0
    is_set_off &= not (secret > start + 2 and int(CLASSES[text[secret - 3]]) & SPACE != 0)
    if is_set_off and has_space(text, secret, secret_end):
        return NO_CREDENTIAL
    if is_email(names, text, login, login_end):
        return outcome
    if fields[row, codes.URL, 0] >= 0:
        return NO_CREDENTIAL if is_set_off else outcome
    if not takes_names or has_space(text, start, end) or text[secret] == _AT:
        return NO_CREDENTIAL
    if int(CLASSES[text[login]]) & (LETTER | DIGIT) == 0 and text[login] < 0x80 and text[login] != 0x2B:
        return NO_CREDENTIAL
    if contains(text, secret, secret_end, _CHANNEL) or contains(text, start, secret, _WEB):
        return NO_CREDENTIAL
    return outcome
