"""Splitting one line into its fields by one separator (leak-formats §5c to §5h)."""

import re
from typing import Final, NamedTuple

from breachlight.kit.addresses import email_key
from breachlight.leaks.formats.urls import host_like_url_end, scheme_end, url_end
from breachlight.leaks.records import NO_FLAGS, Flag


class Fields(NamedTuple):
    """The fields of one line; '' means empty or missing. ``is_pair`` marks a plain split in two (§5g)."""

    url: str | None
    login: str
    secret: str
    alias: str = ""
    flags: frozenset[Flag] = NO_FLAGS
    is_pair: bool = False


REPAIRED: Final = frozenset({Flag.REPAIRED})
AMBIGUOUS: Final = frozenset({Flag.AMBIGUOUS})

_URL_CHARACTERS: Final = frozenset("/?=")
_USUAL_TOP_LEVEL_DOMAINS: Final = frozenset({"com", "net", "org"})
_MOST_WORDS_IN_LOGIN: Final = 3
_AFTER_ADDRESS: Final = re.compile(r"[A-Za-z0-9.-]+")
_BEFORE_ADDRESS: Final = re.compile(r"[A-Za-z0-9_+.-]+")
_LONGEST_LOCAL_PART: Final = 64
_LONGEST_DOMAIN: Final = 253


def is_email_field(field: str) -> bool:
    """Whether a whole field is an email address rather than a URL with an ``@`` in its path or query."""
    return "@" in field and "/" not in field and "?" not in field and email_key(field) is not None


def read_fields(text: str, separator: str, *, is_voted: bool = True) -> Fields | None:
    """Read a trimmed line by one separator, or None if that reading is not complete.

    Complete means: an email address and what follows it, a URL with two more fields, or two fields of which the first
    can be a login. A separator that the file did not vote for must not leave white space in a login.
    """
    start = scheme_end(text)
    if start:
        return _read_url_line(text, url_end(text, start, separator), separator)
    end = text.find(separator)
    if end < 0:
        return None
    first, rest = text[:end].strip(), text[end + len(separator) :].strip()
    if is_email_field(first):
        return _split_url_tail(first, rest, separator)
    host_end = host_like_url_end(text, separator)
    if host_end >= 0 and (fields := _read_url_line(text, host_end, separator)) is not None:
        return fields._replace(flags=fields.flags | AMBIGUOUS) if _may_be_login(fields) else fields
    second, more, third = rest.partition(separator)
    if more and is_email_field(second.strip()):
        return _split_url_tail(second.strip(), third.strip(), separator)._replace(alias=first)
    if not _can_be_login(first, is_voted=is_voted) or ("@" in first and starts_with_address(first)):
        return None
    return Fields(None, first, rest, is_pair=True)


def starts_with_address(text: str) -> bool:
    """Whether the text begins with an email address that another field follows."""
    at = text.find("@", 0, _LONGEST_LOCAL_PART + 1)
    domain = _AFTER_ADDRESS.match(text, at + 1) if at > 0 else None
    if domain is None or domain.end() == len(text) or text[domain.end()] not in ":;|,\t ":
        return False
    return is_email_field(text[: domain.end()])


def addresses_in(text: str) -> list[str]:
    """Every email address in running text, found from its ``@`` outwards, so that the work is linear."""
    found: list[str] = []
    at = text.find("@")
    while at >= 0:
        before = _BEFORE_ADDRESS.findall(text[max(at - _LONGEST_LOCAL_PART, 0) : at])
        after = _AFTER_ADDRESS.match(text, at + 1, at + 1 + _LONGEST_DOMAIN)
        if before and after is not None and text[at - len(before[-1]) : at] == before[-1]:
            address = f"{before[-1]}@{after[0].rstrip('.-')}"
            if email_key(address) is not None:
                found.append(address)
        at = text.find("@", at + 1)
    return found


def read_url_and_login(text: str) -> Fields | None:
    """A URL with scheme and one more field, which is the login; None if nothing follows the URL."""
    for separator in (":", "|", ";"):
        end = url_end(text, scheme_end(text), separator)
        login = text[end + 1 :].strip() if end >= 0 else ""
        if login and not login.isdecimal():
            return Fields(text[:end].strip(), login, "")
    return None


def _read_url_line(text: str, end: int, separator: str) -> Fields | None:
    if end < 0:
        return None
    login_start = end + len(separator)
    login_end = text.find(separator, login_start)
    if login_end < 0:
        return None
    login = text[login_start:login_end].strip()
    if not login or (not _URL_CHARACTERS.isdisjoint(login) and not is_email_field(login)):
        repaired = _repair(text, login_end, separator)
        if repaired is not None:
            return repaired
    flags = AMBIGUOUS if "/" in login else NO_FLAGS
    return Fields(text[:end].strip(), login, text[login_end + len(separator) :].strip(), flags=flags)


def _repair(text: str, position: int, separator: str) -> Fields | None:
    """A later email field with something after it is the login, and all left of it is the URL (leak-formats §5h)."""
    while True:
        start = position + len(separator)
        end = text.find(separator, start)
        if end < 0:
            return None
        field = text[start:end].strip()
        if is_email_field(field):
            secret = text[end + len(separator) :].strip()
            url = text[:position].rstrip(f"{separator} ")
            return Fields(url, field, secret, flags=REPAIRED) if secret else None
        position = end


def _split_url_tail(login: str, rest: str, separator: str) -> Fields:
    """What follows an email address is the secret, except a URL at its end or in front of it (leak-formats §5c)."""
    if "://" not in rest:
        return Fields(None, login, rest)
    if rest[:8].lower().startswith(("http://", "https://")):
        end = url_end(rest, scheme_end(rest), separator)
        if end < 0:
            return Fields(rest, login, "")
        return Fields(rest[:end].strip(), login, rest[end + len(separator) :].strip())
    lowered = rest.lower() if rest.isascii() else rest
    for scheme in ("https://", "http://"):
        tail = lowered.find(separator + scheme)
        if tail >= 0:
            return Fields(rest[tail + len(separator) :].strip(), login, rest[:tail].strip())
    return Fields(None, login, rest)


def _may_be_login(fields: Fields) -> bool:
    """Whether the URL of a line is a bare name that could as well be a login such as ``jane.me``."""
    name = fields.url or ""
    last_label = name.rpartition(".")[2].lower()
    is_bare = name.count(".") == 1 and not any(character in name for character in "/:?#@")
    return is_bare and last_label not in _USUAL_TOP_LEVEL_DOMAINS and not is_email_field(fields.login)


def _can_be_login(first: str, *, is_voted: bool) -> bool:
    if not any(character.isalnum() for character in first):
        return False
    if not is_voted and len(first.split(None, 1)) > 1:
        return False
    return len(first.split(None, _MOST_WORDS_IN_LOGIN)) <= _MOST_WORDS_IN_LOGIN
