"""LDIF, the text form of a directory's entries (RFC 2849): people's addresses and secrets (leak-formats §17)."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from breachlight.leaks.line_text import decode_line
from breachlight.leaks.records import Flag, RejectReason, SkipReason, Tally

if TYPE_CHECKING:
    from breachlight.leaks.parsed import ParsedPart

MAXIMUM_ENTRY_BYTES: Final = 8 << 20
"""A longer entry is rejected."""

_PART_BYTES: Final = 2 << 20
_MOST_RECORDS: Final = 4096
_ALIASES: Final = 3
_LEAST_ENTRIES: Final = 2
_BLANK_LINE: Final = re.compile(rb"\n\r?\n")
_FOLD: Final = re.compile(rb"\r?\n[ \t]")
_NAME: Final = re.compile(rb"[A-Za-z0-9][A-Za-z0-9.-]*(?:;[A-Za-z0-9-]+)*")
_RDN: Final = r"(?:uid|userid|cn|sn|mail|email|samaccountname|userprincipalname|ou|dc|o|l|c|[\d.]+)"
_DN_LINE: Final = re.compile(rf"dn:(?::\s*[A-Za-z0-9+/]{{4,}}=*$|\s*{_RDN}\s*=\s*\S)", re.IGNORECASE)
_HEAD: Final = re.compile(r"#|version:\s*\d", re.IGNORECASE)
_LOGIN_OF_DN: Final = re.compile(
    r"(?:uid|userid|cn|mail|email|samaccountname|userprincipalname)\s*=\s*((?:\\.|[^\\,+])+)", re.IGNORECASE
)
_SMTP: Final = re.compile(r"smtp:", re.IGNORECASE)
_EMAILS: Final = frozenset(
    b"mail rfc822mailbox email emailaddress mailalternateaddress mailprimaryaddress maillocaladdress mailroutingaddress "
    b"proxyaddresses mozillasecondemail userprincipalname".split()
)
_USERNAMES: Final = frozenset(b"uid userid samaccountname krbprincipalname krb5principalname login username".split())
_SECRETS: Final = frozenset(
    b"userpassword unicodepwd clearpassword cleartextpassword plaintextpassword authpassword userpkcs12password password "
    b"sambantpassword sambalmpassword ntpassword lmpassword ntpasswordhash ipanthash".split()
)
_WANTED: Final = _EMAILS | _USERNAMES | _SECRETS | {b"dn"}
_UTF_16: Final = b"unicodepwd"
_BLANK: Final = b" \t\r\n\0\xef\xbb\xbf"
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_ESCAPED: Final = re.compile(r"\\(.)")


class _BrokenEntryError(ValueError):
    """An entry that can't be read for certain."""


@dataclass(slots=True)
class _Entry:
    """What an entry has of a person, each value once."""

    has_name: bool = False
    name: str | None = None
    emails: dict[str, None] = field(default_factory=dict)
    usernames: dict[str, None] = field(default_factory=dict)
    secrets: dict[str, None] = field(default_factory=dict)
    is_legacy: bool = False


def is_ldif(texts: Sequence[str]) -> bool:
    """Return whether the first lines of a file, trimmed and not empty, are those of LDIF."""
    first = next((text for text in texts if not _HEAD.match(text)), "")
    entries = sum(_DN_LINE.match(text) is not None for text in texts)
    return _DN_LINE.match(first) is not None or entries >= _LEAST_ENTRIES


def split_ldif(window: bytes) -> int:
    """Return where the last blank line of a window ends; 0: more must be read first."""
    return max(window.rfind(b"\n\n") + 2, window.rfind(b"\n\r\n") + 3) if _BLANK_LINE.search(window) else 0


def ldif_parts(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where parts of a few megabytes of whole entries begin and end."""
    start = 0
    while start < len(data):
        blank = _BLANK_LINE.search(data, start + _PART_BYTES)
        end = len(data) if blank is None else blank.end()
        yield start, end
        start = end


def parse_ldif(data: bytes, start_offset: int, machine: str | None = None) -> "ParsedPart":
    """Read whole entries that begin at an offset of the decoded stream (bytes). A line counts with its entry."""
    from breachlight.leaks.parsed import REJECT_REASONS, RawFields, Rejections, finish
    from breachlight.leaks.record_schema import FLAG_BITS

    rows: list[list[str | None]] = []
    places: list[tuple[int, int, int, int]] = []
    rejected: list[tuple[int, int, int]] = []
    tally = Tally()
    for start, end, lines in _entries(data):
        if not data[start:end].strip():
            _skip(tally, SkipReason.BLANK, lines)
            continue
        try:
            if end - start > MAXIMUM_ENTRY_BYTES:
                raise _BrokenEntryError(RejectReason.TOO_LONG)
            entry = _read(data[start:end])
            found = _rows(entry)
        except _BrokenEntryError as error:
            reason = RejectReason(error.args[0])
            rejected.append((start + start_offset, end - start, REJECT_REASONS.index(reason)))
            tally.lines += lines
            tally.rejected[reason] += lines
            continue
        if not found:
            _skip(tally, SkipReason.NO_CREDENTIALS, lines)
            continue
        flags = FLAG_BITS[Flag.LEGACY_ENCODING] if entry.is_legacy else 0
        places += [
            (start + start_offset, end - start, lines if number == 0 else 0, flags) for number in range(len(found))
        ]
        rows += found
    raw = RawFields.of_texts(rows, [place[0] for place in places])
    table = np.array(places, np.int64).reshape(-1, 4)
    raw.lengths[:], raw.lines[:], raw.flags[:] = table[:, 1], table[:, 2], table[:, 3]
    refused = np.array(rejected, np.int64).reshape(-1, 3)
    rejections = Rejections(refused[:, 0].copy(), refused[:, 1].astype(np.int32), refused[:, 2].astype(np.uint8))
    return finish(raw, machine=machine, rejections=rejections, tally=tally)


def _skip(tally: Tally, reason: SkipReason, lines: int) -> None:
    tally.lines += lines
    tally.skipped[reason] += lines


def _entries(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield where each entry and each blank line begins and ends, and its lines."""
    start = 0
    entry = -1
    lines = 0
    for line in data.splitlines(keepends=True):
        end = start + len(line)
        if line.strip(_BLANK):
            entry = start if entry < 0 else entry
            lines += 1
        else:
            if entry >= 0:
                yield entry, start, lines
            entry, lines = -1, 0
            yield start, end, 1
        start = end
    if entry >= 0:
        yield entry, start, lines


def _read(content: bytes) -> _Entry:
    """Read one entry.

    Raises:
        _BrokenEntryError: a line of it is no attribute, so it may go on with a secret, or a value is damaged.
    """
    entry = _Entry()
    for line in _FOLD.sub(b"", content.translate(None, b"\0").replace(codecs.BOM_UTF8, b"")).splitlines():
        name, colon, rest = line.partition(b":")
        name = name.strip()
        if line.startswith(b"#") or line.strip() == b"-":
            continue
        if not colon or _NAME.fullmatch(name) is None:
            raise _BrokenEntryError(RejectReason.BROKEN_ENTRY)
        attribute = name.partition(b";")[0].lower()
        if attribute not in _WANTED or rest.startswith(b"<"):
            continue
        value, is_legacy = _value(attribute, rest)
        entry.is_legacy |= is_legacy
        if attribute == b"dn":
            entry.has_name, entry.name = True, value
        elif not value:
            continue
        elif attribute in _SECRETS:
            entry.secrets[value] = None
        elif attribute in _EMAILS and "@" in value:
            entry.emails[_SMTP.sub("", value)] = None
        else:
            entry.usernames[value] = None
    if not entry.has_name and (entry.secrets or entry.emails or entry.usernames):
        raise _BrokenEntryError(RejectReason.BROKEN_ENTRY)
    return entry


def _value(attribute: bytes, rest: bytes) -> tuple[str, bool]:
    """Return the text of a value, and whether it is no UTF-8; what isn't text becomes its hexadecimal digits."""
    if not rest.startswith(b":"):
        text, is_legacy = decode_line(rest)
        return text, is_legacy
    try:
        content = base64.b64decode(b"".join(rest[1:].split()), validate=True)
    except binascii.Error:
        raise _BrokenEntryError(RejectReason.BROKEN_ENTRY) from None
    try:
        text = content.decode("utf-16-le" if attribute == _UTF_16 else "utf-8")
    except UnicodeDecodeError:
        return content.hex(), False
    if attribute == _UTF_16:
        text = text.removeprefix('"').removesuffix('"')
    return (content.hex() if _CONTROL.search(text) else text.strip()), False


def _rows(entry: _Entry) -> list[list[str | None]]:
    """Return the records of an entry, each in the order of ``RAW_FIELDS``; none if it has no address and no secret with a login.

    Raises:
        _BrokenEntryError: it has too many combinations of logins and secrets.
    """
    names = list(entry.usernames)
    of_dn = _LOGIN_OF_DN.match(entry.name or "")
    if not names and not entry.emails and of_dn is not None:
        names = [_ESCAPED.sub(r"\1", of_dn[1]).strip()]
    logins = list(entry.emails) or (names[:1] if entry.secrets else [])
    secrets: list[str | None] = [*entry.secrets] or [None]
    if len(logins) * len(secrets) > _MOST_RECORDS:
        raise _BrokenEntryError(RejectReason.TOO_MANY_COMBINATIONS)
    # A name is shown, so it must not contain a secret.
    folded = [secret.lower() for secret in entry.secrets]
    others = [name for name in names if not any(secret in name.lower() for secret in folded)]
    aliases = [*others, *[None] * _ALIASES][:_ALIASES] if entry.emails else [None] * _ALIASES
    return [[None, login, secret, None, *aliases, None] for login, secret in product(logins, secrets)]
