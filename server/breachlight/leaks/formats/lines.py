"""The reference reader of one-line records: combolists and url:login:password lists (leak-formats §5).

Every line ends as a record, a skip or a rejection with its reason. The rules are tried in this order: skips (§5a), repairs
of the whole line (decoration, country prefix, trailing metadata), TAB fields (§5b), then one reading after the other, by
the separator that the file voted for, by ``:``, ``|``, ``;`` and ``,`` (§5c to §5h, §5k), then what is left: a lone email
address, a URL with a login, an email address set off by a space.

**Plain shapes.** A faster reader may take a line, without its line end, exactly if ``plain.is_plain`` holds for it; it
must then give the record that ``plain.read_plain`` describes, which is the one this module gives. ``plain.plain_patterns``
has the same definition as RE2 patterns:

- ``login:secret`` where login is a common ASCII email address with an existing top-level domain;
- ``url:login:secret`` where url is ``http(s)://host[/path]`` of common ASCII characters without port, query or ``:``, and
  login is such an address or a user name that starts with a letter;
- the secret has 3 to 63 printable ASCII characters without space, ``:``, ``|`` and the separator, starts with none of
  ``$ * { [``, is no sentinel, no hash, no email address and not the login.

Such a record has no flags, no alias and password type ``plain``.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from breachlight.leaks.formats.decoding import MAXIMUM_LINE_BYTES, decode_line
from breachlight.leaks.formats.dialects import LineDialect
from breachlight.leaks.formats.fields import (
    AMBIGUOUS,
    Fields,
    addresses_in,
    is_email_field,
    read_fields,
    read_url_and_login,
)
from breachlight.leaks.formats.labels import is_label_word, is_rule
from breachlight.leaks.formats.urls import host_like_url_end, is_host_and_port, is_known_host, scheme_end
from breachlight.leaks.formats.values import make_record
from breachlight.leaks.records import (
    NO_FLAGS,
    Flag,
    Outcome,
    Rejected,
    RejectReason,
    Skipped,
    SkipReason,
)

_FALLBACK_SEPARATORS: Final = (":", "|", ";", ",")
_METADATA: Final = re.compile(r"(?:\|[A-Z]{2}\|[^|\s]{1,100}\.txt|\|country=[A-Za-z]{2})$")
_LONGEST_METADATA: Final = 120
_COUNTRY_PREFIX: Final = re.compile(r"[A-Z]{2} (?=[A-Za-z][A-Za-z0-9+.-]*://)")
_SERIALIZED: Final = re.compile(r"(?:[aO]:[0-9]+:|s:[0-9]+:\\?\")")
_ADVERT_LABELS: Final = frozenset(
    {
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
    }
)
_HEADER_LOGINS: Final = frozenset({"email", "e-mail", "mail", "login", "username", "user", "url", "host", "site"})
_EMPTY: Final = ""


def parse_lines(lines: Iterable[tuple[int, bytes]], dialect: LineDialect) -> Iterator[Outcome]:
    """The outcome of each line, given with its offset in the decoded stream. Never raises, works in linear time."""
    for offset, line in lines:
        try:
            yield parse_line(offset, line, dialect)
        # One poison line must not end a file; the count shows it.
        except Exception:
            yield Rejected(offset, RejectReason.PARSER_FAULT)


def parse_line(offset: int, line: bytes, dialect: LineDialect) -> Outcome:
    """The outcome of one line."""
    flags = NO_FLAGS
    if len(line) > MAXIMUM_LINE_BYTES:
        line = line[:MAXIMUM_LINE_BYTES]
        flags = frozenset({Flag.LINE_CUT})
    text, is_legacy = decode_line(line)
    if is_legacy:
        flags |= {Flag.LEGACY_ENCODING}
    skip = _skip_reason(text)
    if skip is not None:
        return Skipped(offset, skip, flags=flags)
    text, trimmed = _without_trimmings(text)
    fields = read_line(text, dialect)
    if isinstance(fields, SkipReason):
        return Skipped(offset, fields, flags=flags)
    if isinstance(fields, RejectReason):
        return Rejected(offset, fields, flags=flags)
    if offset == 0 and _is_header(fields):
        return Skipped(offset, SkipReason.HEADER)
    if trimmed or fields.flags:
        flags = flags | trimmed | fields.flags
    aliases = (fields.alias,) if fields.alias else ()
    record = make_record(offset, fields.url, fields.login, fields.secret, aliases=aliases, flags=flags)
    if record.username is None and (record.url is None or record.password is None):
        return Rejected(offset, RejectReason.NO_LOGIN, flags=flags)
    return record


def read_line(text: str, dialect: LineDialect) -> Fields | SkipReason | RejectReason:
    """The fields of a trimmed line that is no skip, or why it has none."""
    if _SERIALIZED.match(text) and (addresses := addresses_in(text)):
        return Fields(None, addresses[0], _EMPTY)
    fields = _first_reading(text, dialect)
    if fields is None:
        return _read_rest(text)
    if not fields.is_pair:
        return fields
    if dialect.is_email_last and (swapped := _email_last(text, " : " if dialect.is_padded else dialect.separator)):
        return swapped
    if fields.login.lower() in _ADVERT_LABELS and text.startswith(f"{fields.login}: ") and not dialect.is_padded:
        return SkipReason.BANNER
    return _judge_pair(fields)


def _skip_reason(text: str) -> SkipReason | None:
    if not text:
        return SkipReason.BLANK
    first = text[0]
    if first == "#" or (first == "/" and text.startswith("//")):
        return SkipReason.COMMENT
    if first == "[" and text[-1] == "]" and "@" not in text:
        return SkipReason.SECTION
    if not first.isalnum() and is_rule(text):
        return SkipReason.SEPARATOR
    return None


def _without_trimmings(text: str) -> tuple[str, frozenset[Flag]]:
    flags = NO_FLAGS
    if not text.isascii():
        bare = _without_decoration(text)
        if bare != text:
            text, flags = bare, frozenset({Flag.DECORATION_CUT})
    country = _COUNTRY_PREFIX.match(text)
    if country is not None:
        text, flags = text[country.end() :], flags | {Flag.METADATA_CUT}
    if "|" in text[-_LONGEST_METADATA:]:
        metadata = _METADATA.search(text, max(len(text) - _LONGEST_METADATA, 0))
        if metadata is not None:
            text, flags = text[: metadata.start()].rstrip(), flags | {Flag.METADATA_CUT}
    return text, flags


def _without_decoration(text: str) -> str:
    while True:
        head, space, rest = text.partition(" ")
        if not space or not _is_decoration(head):
            break
        text = rest.lstrip()
    while True:
        rest, space, tail = text.rpartition(" ")
        if not space or not _is_decoration(tail):
            break
        text = rest.rstrip()
    return text


def _is_decoration(token: str) -> bool:
    return bool(token) and all(
        not character.isascii() and unicodedata.category(character)[0] in "SMCPZ" for character in token
    )


def _first_reading(text: str, dialect: LineDialect) -> Fields | None:
    if dialect.is_padded and " : " in text and (fields := read_fields(text, " : ")) is not None:
        return fields
    if "\t" in text and (fields := _read_tabs(text, dialect)) is not None:
        return fields
    voted = dialect.separator
    if (fields := read_fields(text, voted)) is not None:
        return _prefer_other_separator(text, fields) if voted == ":" and fields.url else fields
    for separator in _FALLBACK_SEPARATORS:
        if separator != voted and separator in text:
            fields = read_fields(text, separator, is_voted=separator == ":")
            if fields is not None:
                return fields
    return None


def _prefer_other_separator(text: str, fields: Fields) -> Fields:
    """A URL read by colons that holds whole fields of another separator was cut in the wrong place."""
    url = fields.url or _EMPTY
    if "|" in url and (other := read_fields(text, "|")) is not None and other.url:
        return other
    if ";" in url and "@" in url and (other := read_fields(text, ";")) is not None and is_email_field(other.login):
        return other
    return fields


def _read_tabs(text: str, dialect: LineDialect) -> Fields | None:
    first, _, rest = text.partition("\t")
    first, rest = first.strip(), rest.strip()
    if dialect.separator != "\t" and ":" in first and not is_host_and_port(first):
        inner = read_fields(first, ":")
        if inner is not None:
            return None
    is_url = bool(scheme_end(first)) or (not is_email_field(first) and host_like_url_end(text, "\t") >= 0)
    if is_url and "\t" not in rest:
        login, colon, secret = rest.partition(":")
        return Fields(first, login.strip(), secret.strip()) if colon else Fields(first, rest, _EMPTY)
    return read_fields(text, "\t")


def _email_last(text: str, separator: str) -> Fields | None:
    secret, found, login = text.rpartition(separator)
    if not found or not is_email_field(login.strip()):
        return None
    return Fields(None, login.strip(), secret.strip())


def _judge_pair(fields: Fields) -> Fields | RejectReason:
    login, secret = fields.login, fields.secret
    if "/" in login and ":" not in secret:
        if is_email_field(secret):
            return Fields(login, secret, _EMPTY, flags=AMBIGUOUS)
        if "@" not in login or is_known_host(login.partition("/")[0]):
            return RejectReason.URL_WITHOUT_SECRET
    if scheme_end(secret) and is_label_word(login):
        return RejectReason.NO_LOGIN
    return fields


def _read_rest(text: str) -> Fields | SkipReason | RejectReason:
    """What no separator could read: an address alone, a URL with a login, an address set off by a space, or nothing."""
    if is_email_field(text):
        return Fields(None, text, _EMPTY)
    if scheme_end(text):
        words = text.split()
        if len(words) == 3 and ":" not in words[1]:
            return Fields(words[0], words[1], words[2])
        return read_url_and_login(text) or RejectReason.NO_LOGIN
    first, space, rest = text.partition(" ")
    if space and is_email_field(first):
        return Fields(None, first, rest.strip(), flags=AMBIGUOUS if " " in rest.strip() else NO_FLAGS)
    if any(separator in text for separator in _FALLBACK_SEPARATORS):
        return RejectReason.NO_LOGIN if text.startswith(_FALLBACK_SEPARATORS) else SkipReason.BANNER
    return SkipReason.BANNER if space or not any(map(str.isalnum, text)) else RejectReason.NO_SEPARATOR


def _is_header(fields: Fields) -> bool:
    return (
        fields.url is None
        and fields.login.lower() in _HEADER_LOGINS
        and all(is_label_word(word) for word in re.split(r"[:;|,\t]", fields.secret))
    )
