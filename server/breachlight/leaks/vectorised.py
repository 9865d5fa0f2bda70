"""Fast reading of lines: plain shapes many at a time, every other line by the reference parser.

Which lines are plain, and which record each of them gives, is defined by ``formats.plain``; this module executes that
definition with NumPy and Arrow, which let go of the interpreter's lock, so that two batches are parsed on two cores.
Records and tallies are those of ``formats.parse_batch``, whatever the input.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from breachlight.kit.addresses import FASTMAIL_DOMAINS, GMAIL_DOMAINS, YAHOO_DOMAINS, alias_key, top_level_domains
from breachlight.leaks.columns import Texts
from breachlight.leaks.formats import batches
from breachlight.leaks.formats.dialects import Dialect, LineDialect
from breachlight.leaks.formats.plain import MAXIMUM_PLAIN_BYTES, PlainPatterns, plain_patterns
from breachlight.leaks.formats.records import Outcome, PasswordType, Tally, counted
from breachlight.leaks.records import RECORD_SCHEMA, table_of

_PART_BYTES: Final = 4 << 20
_FIRST_NON_ASCII: Final = 0x80
_HTTP_BYTES: Final = len("http://")
_SHORTEST_TOP_LEVEL_DOMAIN: Final = 2
_LONGEST_USUAL_TOP_LEVEL_DOMAIN: Final = 12

_Positions = npt.NDArray[np.int32]
_Bytes = npt.NDArray[np.uint8]
_Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ParsedBatch:
    """The records of one batch (``RECORD_SCHEMA``), neighbours mostly side by side, and the count of its lines."""

    table: pa.Table
    tally: Tally


def parse_batch(data: bytes, start_offset: int, dialect: Dialect, machine: str | None = None) -> ParsedBatch:
    """Read one batch of a file's decoded stream that begins at ``start_offset`` (bytes).

    ``machine`` is the JSON of the stealer log's machine, the same for all records.
    """
    patterns = plain_patterns(dialect) if isinstance(dialect, LineDialect) else None
    if patterns is None:
        tally = Tally()
        return ParsedBatch(table_of(counted(batches.parse_batch(data, start_offset, dialect), tally), machine), tally)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = list(
            pool.map(
                lambda span: _parse_part(data[slice(*span)], start_offset + span[0], dialect, patterns, machine),
                _parts(data),
            )
        )
    tally = Tally()
    for part in parts:
        tally.merge(part.tally)
    return ParsedBatch(pa.concat_tables([RECORD_SCHEMA.empty_table(), *(part.table for part in parts)]), tally)


def _parts(data: bytes) -> Iterator[tuple[int, int]]:
    """Where parts of whole lines begin and end, so small that their columns stay in the processor's cache."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start + _PART_BYTES) + 1 or len(data)
        yield start, end
        start = end


def _parse_part(
    data: bytes, start_offset: int, dialect: Dialect, patterns: PlainPatterns, machine: str | None
) -> ParsedBatch:
    buffer = np.frombuffer(data, np.uint8)
    starts, ends = _lines(buffer)
    plain = _shaped_lines(data, buffer, starts, ends, patterns)
    spans = _Spans.find(data, buffer, starts[plain], ends[plain], ord(patterns.separator))
    believable = _believable(data, buffer, spans, patterns.excluded)
    plain, spans = plain[believable], spans.only(believable)
    tally = Tally()
    tally.add_plain(len(plain))

    def odd_outcomes() -> Iterator[Outcome]:
        for start, end in _runs_without(plain, starts, len(data)):
            yield from batches.parse_batch(data[start:end], start_offset + start, dialect)

    odd = table_of(counted(odd_outcomes(), tally), machine)
    return ParsedBatch(pa.concat_tables([_table(data, start_offset, starts[plain], spans, machine), odd]), tally)


def _lines(buffer: _Bytes) -> tuple[_Positions, _Positions]:
    """Where the lines start and end, without LF or CR LF. A lone CR stays in its line, which is not plain then."""
    ends = np.flatnonzero(buffer == ord("\n")).astype(np.int32)
    starts = np.concatenate([np.zeros(1, np.int32), ends + 1])
    if starts[-1] == len(buffer):
        starts = starts[:-1]
    else:
        ends = np.append(ends, np.int32(len(buffer)))
    returns = (ends > starts) & (buffer[np.maximum(ends - 1, 0)] == ord("\r"))
    return starts, ends - returns


def _texts(data: bytes, starts: _Positions, ends: _Positions, present: _Mask | None = None) -> Texts:
    """The texts at positions that ascend and do not overlap; null where not ``present``.

    They are every second piece of the data, cut at all of these positions: so they are copied by Arrow at once.
    """
    if not len(starts):
        return pa.array([], pa.string())
    cuts = np.empty(2 * len(starts), np.int32)
    cuts[0::2], cuts[1::2] = starts, ends
    pieces: Texts = pa.StringArray.from_buffers(len(cuts) - 1, pa.py_buffer(cuts.data), pa.py_buffer(data))
    wanted = np.arange(0, len(cuts), 2, dtype=np.int32)
    return pieces.take(pa.array(wanted, mask=None if present is None else ~present))


def _shaped_lines(
    data: bytes, buffer: _Bytes, starts: _Positions, ends: _Positions, patterns: PlainPatterns
) -> npt.NDArray[np.intp]:
    """The numbers of the lines that have one of the two shapes."""
    short = (ends > starts) & (ends - starts <= MAXIMUM_PLAIN_BYTES)
    lines = np.flatnonzero(short & (np.maximum.reduceat(buffer, starts) < _FIRST_NON_ASCII))
    texts = _texts(data, starts[lines], ends[lines])
    return lines[_mask(pc.match_substring_regex(texts, f"{patterns.mail}|{patterns.url}"))]


def _mask(values: Any) -> _Mask:
    mask: _Mask = values.to_numpy(zero_copy_only=False)
    return mask


@dataclass(frozen=True, slots=True)
class _Spans:
    """Where the fields of plain lines lie in the data. What a line lacks is an empty span."""

    url: _Positions
    host: _Positions
    host_end: _Positions
    login: _Positions
    at: _Positions  # of the mail address; the end of the login if it is none
    login_end: _Positions
    secret: _Positions
    end: _Positions

    @classmethod
    def find(cls, data: bytes, buffer: _Bytes, starts: _Positions, ends: _Positions, separator: int) -> Self:
        """Find the fields of lines that are known to have a plain shape."""
        if not len(starts):
            return cls(*[starts] * len(fields(cls)))
        separators = np.flatnonzero(buffer == separator).astype(np.int32)
        after = np.searchsorted(separators, ends)
        # The second slash of a URL; a mail address has none, and no secret begins this early.
        has_url = buffer[starts + _HTTP_BYTES - 1] == ord("/")
        login_end = separators[after - 1]
        login = np.where(has_url, separators[np.maximum(after - 2, 0)] + 1, starts)
        url_end = np.where(has_url, login - 1, starts)
        host = np.where(has_url, starts + _HTTP_BYTES + (buffer[starts + len("http")] == ord("s")), starts)
        host_end = _first(data, "/", host, url_end)
        at = _first(data, "@", login, login_end)
        return cls(starts, host, host_end, login, at, login_end, login_end + 1, ends)

    def only(self, mask: _Mask) -> Self:
        """The same of some lines."""
        if mask.all():
            return self
        return type(self)(*[getattr(self, field.name)[mask] for field in fields(self)])

    @property
    def has_url(self) -> _Mask:
        """Which lines begin with a URL."""
        return self.url < self.login

    @property
    def has_mail(self) -> _Mask:
        """Which lines have an e-mail address as login."""
        return self.at < self.login_end

    @property
    def domain(self) -> tuple[_Positions, _Positions]:
        """Where the domain of the address begins and ends."""
        return np.minimum(self.at + 1, self.login_end), self.login_end


def _first(data: bytes, character: str, starts: _Positions, ends: _Positions) -> _Positions:
    """The first place of the character in the text of each line; the end of the text if it has none."""
    found_at: Any = pc.find_substring(_texts(data, starts, ends), character)
    places = found_at.to_numpy()
    found: _Positions = np.where(places < 0, ends, starts + places)
    return found


def _last_label(buffer: _Bytes, at: _Positions, end: _Positions) -> _Positions:
    """Where the last label of a domain that follows ``at`` begins; ``end`` if it is longer than any usual one."""
    start = end.copy()
    lines = np.flatnonzero(at < end)
    for length in range(_SHORTEST_TOP_LEVEL_DOMAIN, _LONGEST_USUAL_TOP_LEVEL_DOMAIN + 1):
        is_dot = buffer[end[lines] - length - 1] == ord(".")
        start[lines[is_dot]] -= length
        lines = lines[~is_dot]
    return start


@cache
def _top_level_domains() -> Texts:
    return pa.array(sorted(top_level_domains()), pa.string())


def _believable(data: bytes, buffer: _Bytes, spans: _Spans, excluded: str) -> _Mask:
    """Which lines of a plain shape are plain (``formats.plain``)."""
    # What excludes a line lies in its last two fields, so the URL need not be searched.
    tails = _texts(data, np.maximum(spans.login - 1, spans.url), spans.end)
    # Said to end at the end of the text, the pattern is searched from there, which most texts end at once.
    believable = ~_mask(pc.match_substring_regex(tails, f"(?:{excluded})$"))
    lasts = pc.ascii_lower(_texts(data, _last_label(buffer, spans.at, spans.login_end), spans.login_end))
    believable &= ~spans.has_mail | _mask(pc.is_in(lasts, value_set=_top_level_domains()))
    believable &= ~_equal(data, (spans.login, spans.login_end), (spans.secret, spans.end))
    believable &= ~(spans.has_mail & _equal(data, spans.domain, (spans.host, spans.host_end), fold=True))
    return believable


def _equal(
    data: bytes, one: tuple[_Positions, _Positions], other: tuple[_Positions, _Positions], *, fold: bool = False
) -> _Mask:
    """Whether the two texts of each line are equal; ``fold``: without regard to case."""
    equal: _Mask = one[1] - one[0] == other[1] - other[0]
    lines = np.flatnonzero(equal)
    texts = [_texts(data, start[lines], end[lines]) for start, end in (one, other)]
    if fold:
        texts = [pc.ascii_lower(text) for text in texts]
    equal[lines] = _mask(pc.equal(*texts))
    return equal


def _table(data: bytes, start_offset: int, starts: _Positions, spans: _Spans, machine: str | None) -> pa.Table:
    size = len(starts)
    login = _texts(data, spans.login, spans.login_end)
    email_key = pc.ascii_lower(_texts(data, spans.login, spans.login_end, spans.has_mail))
    columns: dict[str, Any] = {
        "offset": pa.array(starts.astype(np.int64) + start_offset),
        "url": _texts(data, spans.url, np.maximum(spans.login - 1, spans.url), spans.has_url),
        "host": pc.ascii_lower(_texts(data, spans.host, spans.host_end, spans.has_url)),
        "username": login,
        "username_key": pc.ascii_lower(login),
        "email_key": email_key,
        "alias_key": _alias_keys(data, spans, email_key),
        "password": _texts(data, spans.secret, spans.end),
        "password_type": pa.repeat(PasswordType.PLAIN.value, size),
        "flags": pa.array(np.zeros(size, np.int32)),
        "machine": pa.nulls(size, pa.string()) if machine is None else pa.repeat(machine, size),
    }
    arrays = [columns.get(field.name, pa.nulls(size, field.type)) for field in RECORD_SCHEMA]
    return pa.Table.from_arrays(arrays, schema=RECORD_SCHEMA)


def _alias_keys(data: bytes, spans: _Spans, email_key: Texts) -> Texts:
    """``addresses.alias_key`` of each address: Gmail's many by Arrow, the few others that can have one by itself."""
    tag = _first(data, "+", spans.login, spans.at)
    domain = pc.ascii_lower(_texts(data, *spans.domain))
    provider: Any = pc.index_in(domain, value_set=pa.array([*GMAIL_DOMAINS, *YAHOO_DOMAINS]))
    number = provider.fill_null(len(GMAIL_DOMAINS) + len(YAHOO_DOMAINS)).to_numpy()
    is_gmail = number < len(GMAIL_DOMAINS)
    others = tag < spans.at
    yahoo = np.flatnonzero(~is_gmail & (number < len(GMAIL_DOMAINS) + len(YAHOO_DOMAINS)))
    others[yahoo] |= _first(data, "-", spans.login[yahoo], spans.at[yahoo]) < spans.at[yahoo]
    for parent in FASTMAIL_DOMAINS:
        others |= _mask(pc.ends_with(domain, f".{parent}"))
    gmail, other = np.flatnonzero(is_gmail), np.flatnonzero(others & spans.has_mail & ~is_gmail)
    mailbox: Texts = pc.ascii_lower(_texts(data, spans.login[gmail], tag[gmail]))
    aliases: Texts = pc.binary_join_element_wise(pc.replace_substring(mailbox, ".", ""), "gmail.com", "@")
    aliases = pc.if_else(pc.equal(aliases, email_key.take(pa.array(gmail))), None, aliases)
    found = [alias_key(key) for key in email_key.take(pa.array(other)).to_pylist()]
    pool: Texts = pa.concat_arrays([aliases, pa.array(found, pa.string())])
    places = np.full(len(email_key), -1, np.int64)
    places[gmail] = np.arange(len(gmail))
    places[other] = len(gmail) + np.arange(len(other))
    return pool.take(pa.array(places, mask=places < 0))


def _runs_without(lines: npt.NDArray[np.intp], starts: _Positions, size: int) -> Iterator[tuple[int, int]]:
    """Where the data between the given lines begins and ends, as few runs as there are."""
    limits = np.append(starts, np.int32(size))
    befores = np.concatenate([[-1], lines])
    afters = np.append(lines, len(starts))
    for gap in np.flatnonzero(afters - befores > 1):
        yield int(limits[befores[gap] + 1]), int(limits[afters[gap]])
