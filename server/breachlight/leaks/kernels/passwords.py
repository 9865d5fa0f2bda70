"""What secrets and logins are: missing, masked, a kind of hash or plain text (leak-formats §6 and §7)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, DIGIT, HEXADECIMAL
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import find_byte, starts_with_word
from breachlight.leaks.kernels.words import is_one_of, word_list

Bytes = npt.NDArray[np.uint8]

_SENTINELS: Final = word_list(
    [
        "[not_saved]",
        "*none*",
        "none",
        "null",
        "undefined",
        "n/a",
        "[fail]",
        "[empty]",
        "[unknown]",
        "decryptionfailed.",
        "old or unknown version.",
    ]
)
"""What stealers and scrapers write when they have no password."""

_PLACEHOLDERS: Final = word_list(
    [
        "unknown",
        "[unknown]",
        "password",
        "n/a",
        "none",
        "null",
        "{mail}",
        "{email}",
        "false",
        "missing-user",
        "http",
        "https",
        "[not_saved]",
    ]
)
"""What is written where a login was missing; ``admin``, ``root``, ``user``, ``username``, ``info`` are real."""

_RECOVERY_TOKEN: Final = np.frombuffer(b"gmail_ps=", np.uint8)
_WRONG_PADDING: Final = np.frombuffer(b"[wrong padding]", np.uint8)
_LONGEST_SENTINEL: Final = 23
_LONGEST_PLACEHOLDER: Final = 12
_SHORTEST_USUAL: Final = 3
_SHORTEST_HASH: Final = 16
_SHORTEST_MSSQL: Final = len("0x0100") + 16
_MYSQL_41_BYTES: Final = 41
_ASTERISK: Final = 0x2A
_COLON: Final = 0x3A

# A prefix is matched as it is written; the type of the secret follows it.
_PREFIXES: Final = np.frombuffer(
    b"".join(
        bytes([len(prefix)]) + prefix + bytes([kind])
        for prefix, kind in (
            (b"$1$", codes.TYPE_MD5_CRYPT),
            (b"$2a$", codes.TYPE_BCRYPT),
            (b"$2b$", codes.TYPE_BCRYPT),
            (b"$2y$", codes.TYPE_BCRYPT),
            (b"$5$", codes.TYPE_SHA256_CRYPT),
            (b"$6$", codes.TYPE_SHA512_CRYPT),
            (b"$P$", codes.TYPE_PHPASS),
            (b"$H$", codes.TYPE_PHPASS),
            (b"$S$", codes.TYPE_DRUPAL_7),
            (b"$argon2", codes.TYPE_ARGON2),
            (b"{SSHA", codes.TYPE_LDAP),
            (b"{SHA", codes.TYPE_LDAP),
            (b"pbkdf2_sha", codes.TYPE_PBKDF2),
            (b"SCRYPT:", codes.TYPE_SCRYPT),
        )
    )
    + b"\0",
    np.uint8,
)


def _first_bytes(words: Bytes, letters: bytes) -> Bytes:
    table = np.zeros(256, np.uint8)
    position = 0
    while words[position]:
        table[words[position + 1]] = 1
        position += 1 + int(words[position])
    for letter in letters:
        table[letter] = 1
    for byte in range(0x61, 0x7B):
        table[byte - 32] |= table[byte]
    return table


_SENTINEL_STARTS: Final = _first_bytes(_SENTINELS, b"g")
_PLACEHOLDER_STARTS: Final = _first_bytes(_PLACEHOLDERS, b"")
_FAILURE_STARTS: Final = _first_bytes(np.zeros(1, np.uint8), b"g[")
_PREFIX_STARTS: Final = _first_bytes(np.zeros(1, np.uint8), b"${pS")


@compiled_leaf
def _is_failure(text: Bytes, start: int, end: int) -> bool:
    """Whether a value is what a stealer could not decrypt: ``gmail_ps=CrMBAAl…``, ``[Wrong padding] HEX: D4-75-C9``."""
    return starts_with_word(text, start, end, _RECOVERY_TOKEN) or starts_with_word(text, start, end, _WRONG_PADDING)


@compiled_inline
def is_placeholder(text: Bytes, start: int, end: int) -> bool:
    """Return whether a login says that there is none."""
    if end <= start or (_PLACEHOLDER_STARTS[text[start]] == 0 and _FAILURE_STARTS[text[start]] == 0):
        return False
    if end - start > _LONGEST_PLACEHOLDER and _FAILURE_STARTS[text[start]] == 0:
        return False
    return _is_placeholder_word(text, start, end)


@compiled_leaf
def _is_placeholder_word(text: Bytes, start: int, end: int) -> bool:
    if _is_failure(text, start, end):
        return True
    return end - start <= _LONGEST_PLACEHOLDER and is_one_of(_PLACEHOLDERS, text, start, end)


@compiled_inline
def secret_flag(text: Bytes, start: int, end: int) -> int:
    """Return the flag of a secret that is missing, masked or short; 0 if it is none of these."""
    # A sentinel may begin with an asterisk, as masks do.
    if end - start >= _SHORTEST_USUAL and text[start] < 0x80 and _SENTINEL_STARTS[text[start]] == 0:
        return 0
    return _flag_by_text(text, start, end)


@compiled_leaf
def _flag_by_text(text: Bytes, start: int, end: int) -> int:
    length = end - start
    if length <= 0:
        return codes.NO_SECRET
    if _is_failure(text, start, end):
        return codes.SENTINEL_SECRET
    if length <= _LONGEST_SENTINEL and _SENTINEL_STARTS[text[start]] != 0 and is_one_of(_SENTINELS, text, start, end):
        return codes.SENTINEL_SECRET
    if text[start] == _ASTERISK:
        index = start
        while index < end and text[index] == _ASTERISK:
            index += 1
        if index == end:
            return codes.MASKED_SECRET
    if length < _SHORTEST_USUAL:
        return codes.SHORT_SECRET
    if length < 4 * _SHORTEST_USUAL and text[start] >= 0x80:
        characters = 0
        for index in range(start, end):
            characters += int(text[index]) & 0xC0 != 0x80
        if characters < _SHORTEST_USUAL:
            return codes.SHORT_SECRET
    return 0


@compiled_inline
def password_type(text: Bytes, start: int, end: int) -> int:
    """Return the guessed type of a secret that isn't missing.

    A hash may be followed by ``:salt``. All digits, and hexadecimal text of any other length, are plain text.
    """
    if end - start < _SHORTEST_HASH and _PREFIX_STARTS[text[start]] == 0:
        return codes.TYPE_PLAIN
    return _type_by_text(text, start, end)


@compiled_leaf
def _type_by_text(text: Bytes, start: int, end: int) -> int:
    if _PREFIX_STARTS[text[start]] != 0:
        kind = _type_by_prefix(text, start, end)
        if kind != codes.TYPE_PLAIN:
            return kind
    if end - start < _SHORTEST_HASH:
        return codes.TYPE_PLAIN
    if text[start] == _ASTERISK:
        is_mysql = end - start == _MYSQL_41_BYTES and _are_hexadecimal(text, start + 1, end)
        return codes.TYPE_MYSQL_41 if is_mysql else codes.TYPE_PLAIN
    if text[start] == 0x30 and text[start + 1] == 0x78 and end - start >= _SHORTEST_MSSQL:
        is_version = text[start + 2] == 0x30 and (text[start + 3] == 0x31 or text[start + 3] == 0x32)
        if is_version and text[start + 4] == 0x30 and text[start + 5] == 0x30:
            return codes.TYPE_MSSQL if _are_hexadecimal(text, start + 6, end) else codes.TYPE_PLAIN
    return _type_by_length(text, start, end)


@compiled_leaf
def _type_by_length(text: Bytes, start: int, end: int) -> int:
    if int(CLASSES[text[start]]) & HEXADECIMAL == 0:
        return codes.TYPE_PLAIN
    colon = find_byte(text, _COLON, start, end)
    digest_end = end if colon < 0 else colon
    length = digest_end - start
    if length == 16:
        kind = codes.TYPE_MYSQL_323
    elif length == 32:
        kind = codes.TYPE_MD5
    elif length == 40:
        kind = codes.TYPE_SHA1
    elif length == 48:
        kind = codes.TYPE_TIGER_192
    elif length == 56:
        kind = codes.TYPE_SHA224
    elif length == 64:
        kind = codes.TYPE_SHA256
    elif length == 96:
        kind = codes.TYPE_SHA384
    elif length == 128:
        kind = codes.TYPE_SHA512
    else:
        return codes.TYPE_PLAIN
    has_letter = False
    for index in range(start, digest_end):
        bits = int(CLASSES[text[index]])
        if bits & HEXADECIMAL == 0:
            return codes.TYPE_PLAIN
        has_letter |= bits & DIGIT == 0
    return kind if has_letter else codes.TYPE_PLAIN


@compiled_leaf
def _type_by_prefix(text: Bytes, start: int, end: int) -> int:
    position = 0
    # The list ends with a zero.
    while _PREFIXES[position] != 0:
        size = int(_PREFIXES[position])
        if end - start >= size:
            index = 0
            while index < size and text[start + index] == _PREFIXES[position + 1 + index]:
                index += 1
            if index == size:
                return int(_PREFIXES[position + 1 + size])
        position += size + 2
    return codes.TYPE_PLAIN


@compiled_leaf
def _are_hexadecimal(text: Bytes, start: int, end: int) -> bool:
    for index in range(start, end):
        if int(CLASSES[text[index]]) & HEXADECIMAL == 0:
            return False
    return True
