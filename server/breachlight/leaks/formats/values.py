"""Finishing a record: sentinels, placeholders, keys and flags (leak-formats §6, §7 and §9)."""

import unicodedata
from typing import Final

from breachlight.kit.addresses import email_key
from breachlight.leaks.formats.hashes import password_type
from breachlight.leaks.formats.urls import has_path, site_of
from breachlight.leaks.records import NO_FLAGS, Flag, ParsedRecord, PasswordType

SENTINEL_SECRETS: Final = frozenset(
    {
        "[not_saved]",
        "*none*",
        "none",
        "null",
        "undefined",
        "n/a",
        "[fail]",
        "[empty]",
        "decryptionfailed.",
        "old or unknown version.",
    }
)
"""What stealers and scrapers write when they have no password, in lower case."""

PLACEHOLDER_LOGINS: Final = frozenset(
    {
        "unknown",
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
    }
)
"""What stands where a login was missing, in lower case; ``admin``, ``root``, ``user``, ``username``, ``info`` are real."""

SHORTEST_USUAL_SECRET: Final = 3
_MOJIBAKE: Final = ("\ufffd", "ï¿½")


def username_key(username: str) -> str:
    """The normalised login: the email key of an address, else trimmed NFC text in lower case."""
    return email_key(username) or fold(username)


def fold(text: str) -> str:
    """Trimmed NFC text in lower case."""
    if text.isascii():
        return text.strip().lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text.strip()).lower())


def make_record(
    offset: int,
    url: str | None,
    login: str,
    secret: str,
    *,
    aliases: tuple[str, ...] = (),
    flags: frozenset[Flag] = NO_FLAGS,
    software: str | None = None,
    lines: int = 1,
) -> ParsedRecord:
    """Build the record of the fields that a reader found; '' means that a field was missing or empty."""
    odd: list[Flag] = []
    username: str | None = login
    if not login:
        username = None
        odd.append(Flag.NO_LOGIN)
    elif login.lower() in PLACEHOLDER_LOGINS:
        username = None
        odd.append(Flag.PLACEHOLDER_LOGIN)
    kind, secret_flag = _judge_secret(secret)
    if secret_flag is not None:
        odd.append(secret_flag)
    password = None if kind is PasswordType.NONE else secret
    mail_key = email_key(login) if username is not None and "@" in login else None
    if mail_key is None and login.count("@") > 1:
        odd.append(Flag.GLUED_LOGIN)
    if password is not None and username is not None:
        if password == username:
            odd.append(Flag.SECRET_IS_LOGIN)
        elif "@" in password and email_key(password) is not None:
            odd.append(Flag.EMAIL_AS_SECRET)
    host, app = (None, None) if url is None else site_of(url)
    if host is not None and mail_key is not None and mail_key.endswith(f"@{host}") and url and not has_path(url):
        odd.append(Flag.URL_IS_MAIL_DOMAIN)
    if not (login.isascii() and secret.isascii()) and any(sign in login or sign in secret for sign in _MOJIBAKE):
        odd.append(Flag.MOJIBAKE)
    return ParsedRecord(
        offset,
        url,
        host,
        app,
        username,
        "" if username is None else mail_key or fold(login),
        mail_key,
        password,
        kind,
        flags.union(odd) if odd else flags,
        aliases,
        software,
        lines,
    )


def _judge_secret(secret: str) -> tuple[PasswordType, Flag | None]:
    if not secret:
        return PasswordType.NONE, Flag.NO_SECRET
    if secret.lower() in SENTINEL_SECRETS:
        return PasswordType.NONE, Flag.SENTINEL_SECRET
    if secret[0] == "*" and not secret.strip("*"):
        return PasswordType.NONE, Flag.MASKED_SECRET
    if len(secret) < SHORTEST_USUAL_SECRET:
        return PasswordType.PLAIN, Flag.SHORT_SECRET
    return password_type(secret), None
