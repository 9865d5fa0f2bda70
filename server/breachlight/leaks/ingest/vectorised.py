"""Fast reading of lines: plain shapes many at a time, every other line by the reference parser.

Which lines are plain, and which record each of them gives, is defined by ``formats.plain``; this module executes that
definition with NumPy and Arrow, which let go of the interpreter's lock, so that two parts are read on two cores.
Records and tallies are those of ``formats.parse_batch``, whatever the input.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from breachlight.kit.addresses import FASTMAIL_DOMAINS, GMAIL_DOMAINS, YAHOO_DOMAINS, alias_key, top_level_domains
from breachlight.leaks.formats import batches
from breachlight.leaks.formats.dialects import Dialect, LineDialect
from breachlight.leaks.formats.plain import (
    EXCLUDED_LOGINS,
    EXCLUDED_SECRETS,
    HASH_DIGITS,
    LONGEST_PLAIN_PART,
    MAXIMUM_PLAIN_BYTES,
    PlainPatterns,
    plain_patterns,
)
from breachlight.leaks.lake.columns import Texts, mail_domains
from breachlight.leaks.record_schema import RECORD_SCHEMA, table_of
from breachlight.leaks.records import Outcome, PasswordType, Tally, counted

_PART_BYTES: Final = 2 << 20
_FIRST_NON_ASCII: Final = 0x80
_HTTP_BYTES: Final = len("http://")
_SHORTEST_TOP_LEVEL_DOMAIN: Final = 2
_LONGEST_USUAL_TOP_LEVEL_DOMAIN: Final = 12

_Positions = npt.NDArray[np.int32]
_Bytes = npt.NDArray[np.uint8]
_Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ParsedPart:
    """The records of a part (``RECORD_SCHEMA``), neighbours mostly side by side, and the count of its lines.

    ``mail_domains`` (``columns.mail_domains``) are those of the records.
    """

    table: pa.Table
    mail_domains: Texts
    tally: Tally


def parts_of(data: bytes, dialect: Dialect) -> Iterator[tuple[int, int]]:
    """Where the parts of a batch begin and end that can be read by themselves: a few megabytes of whole lines each."""
    if not isinstance(dialect, LineDialect):
        yield 0, len(data)
        return
    start = 0
    while start < len(data):
        end = data.find(b"\n", start + _PART_BYTES) + 1 or len(data)
        yield start, end
        start = end


def parse_part(data: bytes, start_offset: int, dialect: Dialect, machine: str | None = None) -> ParsedPart:
    """Read one part of a file's decoded stream that begins at ``start_offset`` (bytes).

    ``machine`` is the JSON of the stealer log's machine, the same for all records.
    """
    patterns = plain_patterns(dialect) if isinstance(dialect, LineDialect) else None
    tally = Tally()
    if patterns is None:
        table = table_of(counted(batches.parse_batch(data, start_offset, dialect), tally), machine)
        return ParsedPart(table, mail_domains(table["email_key"].combine_chunks()), tally)
    buffer = np.frombuffer(data, np.uint8)
    starts, ends = _lines(data, buffer)
    plain = _shaped_lines(data, starts, ends, patterns)
    spans = _Spans.find(data, buffer, starts[plain], ends[plain], patterns.separator)
    domains = _MailDomains.find(data, spans)
    believable = _believable(data, buffer, spans, patterns.excluded) & domains.exist()
    plain, spans, domains = plain[believable], spans.only(believable), domains.only(believable)
    tally.add_plain(len(plain))

    def odd_outcomes() -> Iterator[Outcome]:
        for start, end in _runs_without(plain, starts, len(data)):
            yield from batches.parse_batch(data[start:end], start_offset + start, dialect)

    odd = table_of(counted(odd_outcomes(), tally), machine)
    table = _table(data, spans, domains, start_offset=start_offset, machine=machine)
    domains_of_all = pa.concat_arrays([domains.column(spans.has_mail), mail_domains(odd["email_key"].combine_chunks())])
    return ParsedPart(pa.concat_tables([table, odd]).combine_chunks(), domains_of_all, tally)


def _lines(data: bytes, buffer: _Bytes) -> tuple[_Positions, _Positions]:
    """Where the lines start and end, without LF or CR LF. A lone CR stays in its line, which is not plain then."""
    ends = _places(buffer, "\n")
    starts = np.concatenate([np.zeros(1, np.int32), ends + 1])
    if starts[-1] == len(buffer):
        starts = starts[:-1]
    else:
        ends = np.append(ends, np.int32(len(buffer)))
    if b"\r" in data:
        ends = ends - ((ends > starts) & (buffer[np.maximum(ends - 1, 0)] == ord("\r")))
    return starts, ends


def _places(buffer: _Bytes, character: str) -> _Positions:
    """All places of a character."""
    return np.flatnonzero(buffer == ord(character)).astype(np.int32)


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


def _shaped_lines(data: bytes, starts: _Positions, ends: _Positions, patterns: PlainPatterns) -> npt.NDArray[np.intp]:
    """The numbers of the lines that have one of the two shapes."""
    lines = np.flatnonzero(ends - starts <= MAXIMUM_PLAIN_BYTES)
    texts = _texts(data, starts[lines], ends[lines])
    return lines[_mask(pc.match_substring_regex(texts, patterns.shape))]


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
    tag: _Positions  # of a plus sign in the mailbox; ``at`` if it has none
    at: _Positions  # of the mail address; the end of the login if it is none
    login_end: _Positions
    secret: _Positions
    next_at: _Positions  # the place of an at sign behind the login, perhaps in another line
    end: _Positions

    @classmethod
    def find(cls, data: bytes, buffer: _Bytes, starts: _Positions, ends: _Positions, separator: str) -> Self:
        """Find the fields of lines that are known to have a shape."""
        if not len(starts):
            return cls(*[starts] * len(fields(cls)))
        separators = _places(buffer, separator)
        after = np.searchsorted(separators, ends)
        # The second slash of a URL; an email address has none, and no secret begins this early.
        has_url = buffer[starts + _HTTP_BYTES - 1] == ord("/")
        login_end = separators[after - 1]
        login = np.where(has_url, separators[np.maximum(after - 2, 0)] + 1, starts)
        host, host_end = starts.copy(), starts.copy()
        lines = np.flatnonzero(has_url)
        host[lines] += _HTTP_BYTES + (buffer[starts[lines] + len("http")] == ord("s"))
        host_end[lines] = _first(data, "/", host[lines], login[lines] - 1)
        at, next_at = _following(_places(buffer, "@"), login, login_end)
        tag, _ = _following(_places(buffer, "+"), login, at)
        return cls(starts, host, host_end, login, tag, at, login_end, login_end + 1, next_at, ends)

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
        """Which lines have an email address as login."""
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


def _following(places: _Positions, starts: _Positions, ends: _Positions) -> tuple[_Positions, _Positions]:
    """For each text the first of the places that lies in it, or its end; and the first of the places behind that."""
    last = np.iinfo(np.int32).max
    padded = np.append(places, np.full(2, last, np.int32))
    first = np.searchsorted(places, starts)
    is_inside = padded[first] < ends
    return np.where(is_inside, padded[first], ends), padded[first + is_inside]


def _last_label(buffer: _Bytes, before: _Positions, end: _Positions) -> _Positions:
    """Where the last label of a domain behind ``before`` begins; ``end`` if it is longer than any usual one."""
    start = end.copy()
    lines = np.flatnonzero(before < end)
    for length in range(_SHORTEST_TOP_LEVEL_DOMAIN, _LONGEST_USUAL_TOP_LEVEL_DOMAIN + 1):
        is_dot = buffer[end[lines] - length - 1] == ord(".")
        start[lines[is_dot]] -= length
        lines = lines[~is_dot]
    return start


@cache
def _top_level_domains() -> Texts:
    return pa.array(sorted(top_level_domains()), pa.string())


def _beginnings(beginnings: Iterable[tuple[str, int, int]]) -> _Mask:
    """A table by length and first byte of the texts that may begin so."""
    table = np.zeros((MAXIMUM_PLAIN_BYTES + 1, _FIRST_NON_ASCII), np.bool_)
    for text, least, most in beginnings:
        for first in (text[0].lower(), text[0].upper()):
            table[least : most + 1, ord(first)] = True
    return table


_ODD_LOGINS: Final = _beginnings((word, len(word), len(word)) for word in EXCLUDED_LOGINS)
_ODD_SECRETS: Final = _beginnings(
    [*EXCLUDED_SECRETS, *((digit, length, length) for digit in "0123456789abcdef" for length in HASH_DIGITS)]
)


def _believable(data: bytes, buffer: _Bytes, spans: _Spans, excluded: str) -> _Mask:
    """Which lines of a shape are plain (``formats.plain``); some with a long name are left out as well."""
    secret_bytes, login_bytes = spans.end - spans.secret, spans.login_end - spans.login
    believable = spans.host_end - spans.host <= LONGEST_PLAIN_PART
    believable &= secret_bytes <= LONGEST_PLAIN_PART
    believable &= spans.at - spans.login <= LONGEST_PLAIN_PART
    believable &= spans.login_end - spans.at <= LONGEST_PLAIN_PART
    # Few lines can be excluded at all, as the lengths and first bytes of their last two fields say.
    doubtful = spans.next_at < spans.end
    doubtful |= _ODD_SECRETS[secret_bytes, buffer[spans.secret]]
    doubtful |= _ODD_LOGINS[login_bytes, buffer[spans.login]]
    lines = np.flatnonzero(doubtful)
    tails = _texts(data, np.maximum(spans.login - 1, spans.url)[lines], spans.end[lines])
    believable[lines] &= ~_mask(pc.match_substring_regex(tails, excluded))
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


@dataclass(frozen=True, slots=True)
class _MailDomains:
    """The email domains of lines, each looked at once; a line without an address has the empty one."""

    numbers: _Positions
    names: Texts

    @classmethod
    def find(cls, data: bytes, spans: _Spans) -> Self:
        """Gather them."""
        encoded = pc.ascii_lower(_texts(data, *spans.domain)).dictionary_encode()
        return cls(encoded.indices.to_numpy(), encoded.dictionary)

    def exist(self) -> _Mask:
        """Which lines have no address or one below an existing top-level domain."""
        limits = np.frombuffer(self.names.buffers()[1], np.int32)
        starts, ends = limits[:-1], limits[1:]
        names = self.names.buffers()[2].to_pybytes() if len(self.names) else b""
        lasts = _texts(names, _last_label(np.frombuffer(names, np.uint8), starts, ends), ends)
        exist: _Mask = (_mask(pc.is_in(lasts, value_set=_top_level_domains())) | (starts == ends))[self.numbers]
        return exist

    def among(self, domains: Collection[str]) -> _Mask:
        """Which lines have one of these."""
        return self._of(pc.is_in(self.names, value_set=pa.array(domains)))

    def under(self, domain: str) -> _Mask:
        """Which lines have one below this."""
        return self._of(pc.ends_with(self.names, f".{domain}"))

    def _of(self, names: Any) -> _Mask:
        lines: _Mask = _mask(names)[self.numbers]
        return lines

    def column(self, has_mail: _Mask) -> Texts:
        """The domains as ``columns.mail_domains`` gives them."""
        indices: Any = pa.array(self.numbers, mask=~has_mail)
        return pa.DictionaryArray.from_arrays(indices, self.names)

    def only(self, mask: _Mask) -> Self:
        """The same of some lines."""
        return type(self)(self.numbers[mask], self.names)


def _table(data: bytes, spans: _Spans, domains: _MailDomains, *, start_offset: int, machine: str | None) -> pa.Table:
    size = len(spans.url)
    login = _texts(data, spans.login, spans.login_end)
    username_key = pc.ascii_lower(login)
    email_key = _only_present(username_key, spans.has_mail)
    columns: dict[str, Any] = {
        "offset": pa.array(spans.url.astype(np.int64) + start_offset),
        "url": _texts(data, spans.url, np.maximum(spans.login - 1, spans.url), spans.has_url),
        "host": pc.ascii_lower(_texts(data, spans.host, spans.host_end, spans.has_url)),
        "username": login,
        "username_key": username_key,
        "email_key": email_key,
        "alias_key": _alias_keys(data, spans, domains, email_key),
        "password": _texts(data, spans.secret, spans.end),
        "password_type": pa.repeat(PasswordType.PLAIN.value, size),
        "flags": pa.array(np.zeros(size, np.int32)),
        "machine": pa.nulls(size, pa.string()) if machine is None else pa.repeat(machine, size),
    }
    arrays = [columns.get(field.name, pa.nulls(size, field.type)) for field in RECORD_SCHEMA]
    return pa.Table.from_arrays(arrays, schema=RECORD_SCHEMA)


def _only_present(texts: Texts, present: _Mask) -> Texts:
    """The same texts in the same memory, null where not ``present``."""
    bits = np.packbits(present, bitorder="little")
    _, offsets, content = texts.buffers()
    return pa.StringArray.from_buffers(len(texts), offsets, content, pa.py_buffer(bits.data), -1, texts.offset)


def _alias_keys(data: bytes, spans: _Spans, domains: _MailDomains, email_key: Texts) -> Texts:
    """``addresses.alias_key`` of each address: Gmail's many by Arrow, the few others that can have one by itself."""
    is_gmail = domains.among(GMAIL_DOMAINS)
    others = spans.tag < spans.at
    yahoo = np.flatnonzero(domains.among(YAHOO_DOMAINS))
    others[yahoo] |= _first(data, "-", spans.login[yahoo], spans.at[yahoo]) < spans.at[yahoo]
    for parent in FASTMAIL_DOMAINS:
        others |= domains.under(parent)
    gmail, other = np.flatnonzero(is_gmail), np.flatnonzero(others & spans.has_mail & ~is_gmail)
    mailbox: Texts = pc.ascii_lower(_texts(data, spans.login[gmail], spans.tag[gmail]))
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
