"""Telling hashes from plain secrets by their shape (leak-formats §7)."""

import re
from typing import Final

from breachlight.leaks.records import PasswordType

_HEXADECIMAL: Final = re.compile(r"[0-9A-Fa-f]+")
_BY_HEXADECIMAL_LENGTH: Final = {
    16: PasswordType.MYSQL_323,
    32: PasswordType.MD5,
    40: PasswordType.SHA1,
    48: PasswordType.TIGER_192,
    56: PasswordType.SHA224,
    64: PasswordType.SHA256,
    96: PasswordType.SHA384,
    128: PasswordType.SHA512,
}
_BY_PREFIX: Final = (
    ("$1$", PasswordType.MD5_CRYPT),
    ("$2a$", PasswordType.BCRYPT),
    ("$2b$", PasswordType.BCRYPT),
    ("$2y$", PasswordType.BCRYPT),
    ("$5$", PasswordType.SHA256_CRYPT),
    ("$6$", PasswordType.SHA512_CRYPT),
    ("$P$", PasswordType.PHPASS),
    ("$H$", PasswordType.PHPASS),
    ("$S$", PasswordType.DRUPAL_7),
    ("$argon2", PasswordType.ARGON2),
    ("{SSHA", PasswordType.LDAP),
    ("{SHA", PasswordType.LDAP),
    ("pbkdf2_sha", PasswordType.PBKDF2),
    ("SCRYPT:", PasswordType.SCRYPT),
)
_PREFIX_STARTS: Final = frozenset(prefix[0] for prefix, _ in _BY_PREFIX)
_MYSQL_41: Final = re.compile(r"\*[0-9A-Fa-f]{40}")
_MSSQL: Final = re.compile(r"0x0[12]00[0-9A-Fa-f]{16,}")
SHORTEST_HASH: Final = min(_BY_HEXADECIMAL_LENGTH)
"""A shorter secret can be a hash only by its prefix."""


def password_type(secret: str) -> PasswordType:
    """The guessed type of a non-empty secret.

    A hash may be followed by ``:salt``. All digits, and hexadecimal text of any other length, are plain text.
    """
    first = secret[0]
    if first in _PREFIX_STARTS:
        for prefix, guess in _BY_PREFIX:
            if secret.startswith(prefix):
                return guess
    if len(secret) < SHORTEST_HASH:
        return PasswordType.PLAIN
    if first == "*" and _MYSQL_41.fullmatch(secret):
        return PasswordType.MYSQL_41
    if first == "0" and _MSSQL.fullmatch(secret):
        return PasswordType.MSSQL
    digest = secret.partition(":")[0]
    guess_by_length = _BY_HEXADECIMAL_LENGTH.get(len(digest))
    if guess_by_length is None or digest.isdigit() or not _HEXADECIMAL.fullmatch(digest):
        return PasswordType.PLAIN
    return guess_by_length
