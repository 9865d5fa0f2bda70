"""The shapes of lines that a faster reader may take, and the record that each of them gives.

The patterns use only what Python's ``re`` and RE2 read alike, so that the same text serves in SQL. A line is plain if it has
at most ``MAXIMUM_PLAIN_BYTES`` bytes, one of the two patterns matches all of it, ``excluded`` matches nowhere in it, the
last label of the mail domain is in ``kit.addresses.top_level_domains()``, the secret differs from the login and the host
from the mail domain.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from breachlight.kit.addresses import is_top_level_domain
from breachlight.leaks.formats.dialects import LineDialect

MAXIMUM_PLAIN_BYTES: Final = 253
"""So short that no part of the line can pass the limits of host names and addresses."""

PLAIN_SEPARATORS: Final = frozenset({":", ";", "|"})

LONGEST_PLAIN_PART: Final = 63
"""Bytes of a user name, a secret, or a label of a host or an email domain; a mailbox may have one more."""

_LOCAL_PART: Final = r"[A-Za-z0-9](?:[A-Za-z0-9_+-]|\.[A-Za-z0-9_+-]){0,63}"
_MAIL_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_LAST_LABEL: Final = r"[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])"
_HOST_LABEL: Final = r"[A-Za-z0-9_-]{1,63}"
_PATH: Final = r"(?:/[A-Za-z0-9._~%&=?#!+/-]*)?"
_USER_NAME: Final = r"[A-Za-z][A-Za-z0-9._-]{2,62}"
_SECRET: Final = r"[!-#%-)+-9<-Z\\-z}~][!-9<-{}~]{2,62}"  # noqa: S105 (a pattern)
_MAIL: Final = rf"{_LOCAL_PART}@(?:{_MAIL_LABEL}\.)+{_LAST_LABEL}"
_HOST: Final = rf"(?:{_HOST_LABEL}\.)+{_LAST_LABEL}"
_LIMIT: Final = re.compile(r"\{(\d),\d+\}")

EXCLUDED_LOGINS: Final = ("unknown", "password", "none", "null", "false", "missing-user", "http", "https")
"""User names, in any case, that make no line plain."""

EXCLUDED_SECRETS: Final = (
    ("none", 4, 4),
    ("null", 4, 4),
    ("undefined", 9, 9),
    ("n/a", 3, 3),
    ("decryptionfailed.", 17, 17),
    ("country=", 10, 10),
    ("pbkdf2_sha", 10, MAXIMUM_PLAIN_BYTES),
    ("0x0", 22, MAXIMUM_PLAIN_BYTES),
)
"""How secrets that ``excluded`` matches begin, in any case, and how many bytes they have at least and at most."""

HASH_DIGITS: Final = (16, 32, 40, 48, 56)
"""So many hexadecimal digits as a secret are also matched by ``excluded``, and so is what looks like an email address."""

_EXCLUDED: Final = (
    rf"(?i)[:;|](?:{'|'.join(EXCLUDED_LOGINS)})[:;|][^:;|]*$"
    r"|[:;|](?:none|null|undefined|n/a|decryptionfailed\.|country=[a-z]{2}|pbkdf2_sha[^:;|]*|0x0[12]00[0-9a-f]{16,}"
    rf"|{'|'.join(f'[0-9a-f]{{{digits}}}' for digits in HASH_DIGITS)}|[^:;|@]+@[^:;|@]+\.[^:;|@]+)$"
)


@dataclass(frozen=True, slots=True)
class PlainPatterns:
    """The patterns of one dialect. Groups: ``mail`` has login, secret; ``url`` has url, host, login, secret.

    ``shape`` matches what ``mail`` or ``url`` match, and also lines that have parts longer than ``LONGEST_PLAIN_PART``:
    without limits to count up to, it is matched in two thirds of the time.
    """

    separator: str
    mail: str
    url: str
    shape: str
    excluded: str


class PlainRecord(NamedTuple):
    """The fields of a plain line; host, username_key and email_key are the same text in lower case."""

    url: str | None
    host: str | None
    username: str
    username_key: str
    email_key: str | None
    password: str


@cache
def plain_patterns(dialect: LineDialect) -> PlainPatterns | None:
    """The patterns of plain lines in this dialect, to be matched against whole lines; None if it has no plain lines."""
    if dialect.is_padded or dialect.separator not in PLAIN_SEPARATORS:
        return None
    separator = re.escape(dialect.separator)
    mail = rf"^({_MAIL}){separator}({_SECRET})$"
    url = rf"^(https?://({_HOST}){_PATH}){separator}({_MAIL}|{_USER_NAME}){separator}({_SECRET})$"
    return PlainPatterns(dialect.separator, mail, url, _LIMIT.sub(r"{\1,}", f"{mail}|{url}"), _EXCLUDED)


@cache
def _compiled(dialect: LineDialect) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]] | None:
    patterns = plain_patterns(dialect)
    if patterns is None:
        return None
    return re.compile(patterns.mail), re.compile(patterns.url), re.compile(patterns.excluded)


def is_plain(line: bytes, dialect: LineDialect) -> bool:
    """Whether a line, without its line end, has a plain shape in this dialect."""
    return read_plain(line, dialect) is not None


def read_plain(line: bytes, dialect: LineDialect) -> PlainRecord | None:
    """The fields of a plain line, None if it is not plain."""
    compiled = _compiled(dialect)
    if compiled is None or len(line) > MAXIMUM_PLAIN_BYTES or not line.isascii() or line.endswith(b"\n"):
        return None
    mail_pattern, url_pattern, excluded = compiled
    text = line.decode("ascii")
    url: str | None
    host: str | None
    if (mail := mail_pattern.match(text)) is not None:
        url = host = None
        login, secret = mail.groups()
    elif (found := url_pattern.match(text)) is not None:
        url, host, login, secret = found.groups()
        host = host.lower()
    else:
        return None
    if login == secret or excluded.search(text):
        return None
    key = login.lower()
    domain = key.partition("@")[2]
    if key.find("@") > LONGEST_PLAIN_PART + 1:
        return None
    if domain and (domain == host or not is_top_level_domain(domain.rpartition(".")[2])):
        return None
    return PlainRecord(url, host, login, key, key if domain else None, secret)
