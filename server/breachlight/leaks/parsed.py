"""What readers of leak files find and hand on: raw fields, then parsed records as spans of one array of bytes."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from breachlight.kit.addresses import (
    FASTMAIL_DOMAINS,
    GMAIL_DOMAINS,
    YAHOO_DOMAINS,
    alias_key,
    email_key,
    host_key,
    top_level_domains,
)
from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.finishing import finish_rows, gather
from breachlight.leaks.kernels.words import LONGEST_NAME, table_of_names
from breachlight.leaks.record_schema import FLAG_BITS, RECORD_SCHEMA
from breachlight.leaks.records import SAMPLE_OFFSETS, Flag, PasswordType, RejectReason, Tally

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

TEXT_COLUMNS: Final = (
    "url",
    "host",
    "app",
    "username",
    "username_key",
    "email_key",
    "alias_key",
    "password",
    "software",
)
RAW_FIELDS: Final = ("url", "login", "secret", "salt", "alias_1", "alias_2", "alias_3", "software")
PASSWORD_TYPES: Final = tuple(PasswordType)
REJECT_REASONS: Final = tuple(RejectReason)
JUDGE_BY_SHAPE: Final = codes.JUDGE_BY_SHAPE

_URL, _HOST, _APP, _USERNAME, _USERNAME_KEY, _EMAIL_KEY, _ALIAS_KEY, _PASSWORD, _ = range(len(TEXT_COLUMNS))


@dataclass(frozen=True, slots=True)
class Rejections:
    """The rejected stretches of a part: ``starts`` in the decoded stream, ``lengths`` in bytes, ``reasons`` by position."""

    starts: Positions
    lengths: Integers
    reasons: Bytes

    @classmethod
    def none(cls) -> "Rejections":
        """Return no rejections."""
        return cls(np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.uint8))

    @classmethod
    def merged(cls, parts: Iterable["Rejections"]) -> "Rejections":
        """Return all rejections in the order of the stream."""
        every = list(parts)
        starts = np.concatenate([part.starts for part in every])
        order = np.argsort(starts, kind="stable")
        lengths, reasons = (
            np.concatenate([getattr(part, name) for part in every])[order] for name in ("lengths", "reasons")
        )
        return cls(starts[order], lengths, reasons)

    def __len__(self) -> int:
        return len(self.starts)


@dataclass(frozen=True, slots=True)
class RawFields:
    """Candidates for records, one row each, as a reader found them.

    ``text`` is valid UTF-8 wherever a span points, ``size`` how much of it is used. ``fields`` are trimmed spans
    (rows, 8, 2), -1 for what is missing. ``starts`` are in the decoded stream, ``lengths`` in bytes, ``lines`` are the lines
    that a row was read from. ``hash_types`` are positions in ``PasswordType`` known from a column, else ``JUDGE_BY_SHAPE``.
    """

    text: Bytes
    size: int
    fields: Integers
    starts: Positions
    lengths: Integers
    lines: Integers
    flags: Integers
    hash_types: Bytes

    @classmethod
    def of_texts(cls, rows: Sequence[Sequence[str | None]], starts: Sequence[int] | None = None) -> "RawFields":
        """Return raw fields of texts, each row in the order of ``RAW_FIELDS``."""
        fields = np.full((len(rows), codes.RAW_FIELDS, 2), -1, np.int32)
        parts: list[bytes] = []
        size = 0
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                if text is not None:
                    parts.append(text.strip().encode("utf-8", "replace"))
                    fields[row, column] = size, size + len(parts[-1])
                    size += len(parts[-1])
        count = len(rows)
        return cls(
            np.frombuffer(b"".join(parts), np.uint8).copy(),
            size,
            fields,
            np.array(range(count) if starts is None else starts, np.int64),
            np.zeros(count, np.int32),
            np.ones(count, np.int32),
            np.zeros(count, np.int32),
            np.full(count, JUDGE_BY_SHAPE, np.uint8),
        )


@dataclass(slots=True)
class ParsedPart:
    """The records of a part of a file.

    ``spans`` (records, ``TEXT_COLUMNS``, 2) are starts and ends in ``text``, -1 for null; ``other_usernames``
    (records, 3, 2) are spans too, present ones first. ``offsets`` are those of the records in the decoded stream;
    ``password_types`` are positions in ``PasswordType``, ``flags`` bits of ``FLAG_BITS``; ``machine`` is the JSON of the
    infected device, the same for all. Where a file describes devices itself, ``machines`` has theirs and ``machine_rows``
    the one of each record, -1 for ``machine``.
    """

    text: Bytes
    spans: Integers
    other_usernames: Integers
    offsets: Positions
    password_types: Bytes
    flags: Integers
    machine: str | None
    rejections: Rejections
    tally: Tally = field(default_factory=Tally)
    machines: tuple[str | None, ...] = ()
    machine_rows: Integers | None = None

    def __len__(self) -> int:
        return len(self.spans)

    def table(self) -> pa.Table:
        """Return the records as a table of ``RECORD_SCHEMA``."""
        rows = np.arange(len(self), dtype=np.int64)
        types: Any = pa.array([kind.value for kind in PASSWORD_TYPES])
        columns: dict[str, Any] = {
            "offset": pa.array(self.offsets),
            "password_type": types.take(_numbers(self.password_types, self.password_types == 0)),
            "other_usernames": self._other_usernames(),
            "flags": pa.array(self.flags),
            "machine": self._machines(),
        }
        for column, name in enumerate(TEXT_COLUMNS):
            columns[name] = _texts(self.text, self.spans[:, column], rows)
        return pa.Table.from_arrays([columns[name] for name in RECORD_SCHEMA.names], schema=RECORD_SCHEMA)

    def _machines(self) -> Any:
        numbers = np.zeros(len(self), np.int32) if self.machine_rows is None else self.machine_rows + 1
        return pa.array([self.machine, *self.machines], pa.string()).take(_numbers(numbers))

    def _other_usernames(self) -> Any:
        others = self.other_usernames
        counts = (others[:, :, 0] >= 0).sum(axis=1)
        if not counts.any():
            return pa.nulls(len(self), pa.list_(pa.string()))
        flat = others.reshape(-1, 2)
        values = _texts(self.text, flat, np.flatnonzero(flat[:, 0] >= 0))
        ends = np.cumsum(counts, dtype=np.int32)
        offsets = np.concatenate([np.zeros(1, np.int32), ends])
        return pa.ListArray.from_arrays(pa.array(offsets, mask=np.append(counts == 0, False)), values)


def _numbers(values: npt.NDArray[Any], mask: npt.NDArray[np.bool_] | None = None) -> Any:
    return pa.array(values, mask=mask)


def _texts(text: Bytes, spans: Integers, rows: Positions) -> Any:
    offsets = np.empty(len(rows) + 1, np.int32)
    present = np.empty(len(rows), np.uint8)
    content = gather(text, np.ascontiguousarray(spans), rows, offsets, present)
    bits = np.packbits(present, bitorder="little")
    return pa.StringArray.from_buffers(
        len(rows), pa.py_buffer(offsets.data), pa.py_buffer(content.data), pa.py_buffer(bits.data)
    )


def _capitalized(label: str) -> set[str]:
    return set() if label.isascii() else {_ascii_lower(label.upper()), _ascii_lower(label.capitalize())}


def _ascii_lower(text: str) -> str:
    return text.encode().lower().decode()


@cache
def names_table() -> Bytes:
    """Return the names that kernels look up: top-level domains and the providers whose addresses have aliases."""
    # Tables fold ASCII alone. A longer label is judged by its shape.
    labels = {form for label in top_level_domains() for form in (label, *_capitalized(label))}
    names = [(label, codes.TOP_LEVEL_DOMAIN) for label in labels if len(label.encode()) <= LONGEST_NAME]
    for domains, number in (
        (GMAIL_DOMAINS, codes.GMAIL),
        (YAHOO_DOMAINS, codes.YAHOO),
        (FASTMAIL_DOMAINS, codes.FASTMAIL),
    ):
        names += [(domain, number) for domain in domains]
    return table_of_names(sorted(names))


def finish(
    raw: RawFields,
    *,
    machine: str | None = None,
    machines: tuple[tuple[str, ...], Integers] | None = None,
    keeps_bare_urls: bool = False,
    rejections: Rejections | None = None,
    tally: Tally | None = None,
) -> ParsedPart:
    """Make records of raw fields: sentinels, placeholders, password types, sites, keys and flags.

    ``machines`` are the infected devices that the file itself describes and the one of each row, -1 for none. A row needs
    a login, or a URL and a secret; ``keeps_bare_urls``: or a URL. ``rejections`` are those of the reader, which has counted
    their lines and those it skipped in ``tally``.
    """
    count = len(raw.fields)
    spans = np.empty((count, len(TEXT_COLUMNS), 2), np.int32)
    others = np.empty((count, codes.ALIASES, 2), np.int32)
    types, odd, reasons = np.empty(count, np.uint8), np.empty(count, np.uint8), np.zeros(count, np.uint8)
    flags, rows = np.empty(count, np.int32), np.empty(count, np.int64)
    text, size, records = finish_rows(
        names_table(),
        raw.text,
        raw.size,
        raw.fields,
        raw.flags,
        raw.hash_types,
        keeps_bare_urls,
        spans,
        others,
        types,
        flags,
        rows,
        odd,
        reasons,
    )
    rows = rows[:records]
    part = ParsedPart(
        text[:size],
        spans[:records],
        others[:records],
        raw.starts[rows],
        types[:records],
        flags[:records],
        machine,
        Rejections.none() if rejections is None else rejections,
        Tally() if tally is None else tally,
        *(() if machines is None else (machines[0], machines[1][rows])),
    )
    if odd[:records].any():
        _finish_odd(part, np.flatnonzero(odd[:records]))
    _count(part, raw, rows, reasons)
    return part


def _count(part: ParsedPart, raw: RawFields, rows: Positions, reasons: Bytes) -> None:
    tally = part.tally
    lines = int(raw.lines.sum())
    refused = np.flatnonzero(reasons)
    tally.lines += lines
    tally.records += len(rows)
    tally.record_lines += lines - int(raw.lines[refused].sum())
    tally.legacy_encoded += int(np.count_nonzero(raw.flags & codes.LEGACY_ENCODING))
    tally.cut_lines += int(np.count_nonzero(raw.flags & codes.LINE_CUT))
    if len(refused):
        own = Rejections(raw.starts[refused], raw.lengths[refused], reasons[refused] - 1)
        counts: Counter[RejectReason] = Counter()
        for row, reason in zip(refused.tolist(), own.reasons.tolist(), strict=True):
            counts[REJECT_REASONS[reason]] += int(raw.lines[row])
        tally.rejected.update(counts)
        part.rejections = Rejections.merged([part.rejections, own])
    tally.rejected_offsets = part.rejections.starts[:SAMPLE_OFFSETS].tolist()


def _finish_odd(part: ParsedPart, rows: Positions) -> None:
    """Finish what isn't ASCII: its keys need Unicode's tables and those of IDNA."""
    extra = bytearray()
    content = part.text.tobytes()
    base = len(content)

    def text(row: int, column: int) -> str | None:
        start, end = part.spans[row, column].tolist()
        return None if start < 0 else content[start:end].decode("utf-8", "replace")

    def put(row: int, column: int, value: str | None) -> None:
        start = base + len(extra)
        extra.extend(b"" if value is None else value.encode())
        part.spans[row, column] = (-1, -1) if value is None else (start, base + len(extra))

    for row in rows.tolist():
        url, login, password = text(row, _URL), text(row, _USERNAME), text(row, _PASSWORD)
        key = email_key(login) if login is not None and "@" in login else None
        host = None if url is None or part.spans[row, _APP, 0] >= 0 else host_key(url)
        found: list[Flag] = []
        if login is not None:
            put(row, _USERNAME_KEY, key or fold(login))
            put(row, _EMAIL_KEY, key)
            put(row, _ALIAS_KEY, None if key is None else alias_key(key))
            if key is None and login.count("@") > 1:
                found.append(Flag.GLUED_LOGIN)
            if password is not None and password != login and "@" in password and email_key(password) is not None:
                found.append(Flag.EMAIL_AS_SECRET)
        put(row, _HOST, host)
        if url is not None and host is not None and key is not None and key.endswith(f"@{host}") and not _has_path(url):
            found.append(Flag.URL_IS_MAIL_DOMAIN)
        part.flags[row] |= sum(FLAG_BITS[flag] for flag in found)
    part.text = np.concatenate([part.text, np.frombuffer(bytes(extra), np.uint8)])


def fold(text: str) -> str:
    """Return trimmed NFC text in lower case: the key of a login that is no email address."""
    if text.isascii():
        return text.strip().lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text.strip()).lower())


def _has_path(url: str) -> bool:
    rest = url.partition("://")[2] or url
    start = min((index for sign in "/?#" if (index := rest.find(sign)) >= 0), default=-1)
    return 0 <= start < len(rest) - 1
