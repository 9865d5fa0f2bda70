"""How one file is written, decided once from its first lines and then used for every batch of it (leak-formats §3)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.formats.urls import is_email_field, is_url, scheme_end
from breachlight.leaks.records import PasswordType

VOTING_LINES: Final = 1000
"""How many lines vote."""

_SEPARATORS: Final = (":", ";", "|", "\t", ",", " ")
_STRONG_VOTE: Final = 3
_MOST_WORDS: Final = 3
_ENDS_URL: Final = frozenset("| \t")
_PADDED_SHARE: Final = 0.8
_EMAIL_LAST_SHARE: Final = 0.8


@dataclass(frozen=True, slots=True)
class LineDialect:
    """How the lines of a file are written.

    ``separator`` is tried first; ``is_padded``: the file writes `` : ``; ``is_email_last``: the file writes the email
    address last (§5i).
    """

    separator: str = ":"
    is_padded: bool = False
    is_email_last: bool = False
    format: Literal["lines"] = "lines"


@dataclass(frozen=True, slots=True)
class BlockDialect:
    """How the label blocks of a file are written.

    ``order``: label words in their usual order within a block, () for that of most families; ``blank_separates``: a blank
    line ends a record; ``is_spaced``: white space follows the colon of labels; ``is_unlabelled``: URL, login and password are
    on three bare lines; ``family``: the stealer, if known; ``between``: how credential lines between blocks are written.
    """

    order: tuple[str, ...] = ()
    blank_separates: bool = True
    is_spaced: bool = True
    is_unlabelled: bool = False
    family: str | None = None
    between: LineDialect = LineDialect()
    format: Literal["blocks"] = "blocks"


@dataclass(frozen=True, slots=True)
class TableDialect:
    """How a table is written, a row a line.

    ``roles`` are those of its columns in order (``ColumnRole``); ``quote`` is empty if nothing is quoted. ``backslash``: 0
    is a character like any other, 1 escapes quotes, line ends and itself, 2 escapes as in C, 3 escapes the separator.
    ``header`` is the line with the names of the columns, as Latin-1. ``hash_type`` is the type of all hashes, where the name of
    their column says it. ``has_url_lists``: a cell may have several URLs with commas between them. ``devices`` are facts
    of infected devices and their columns (from 0).
    """

    separator: str
    roles: tuple[ColumnRole, ...]
    quote: str = '"'
    backslash: int = 0
    header: str = ""
    hash_type: PasswordType | None = None
    has_url_lists: bool = False
    devices: tuple[tuple[str, int], ...] = ()
    format: Literal["table"] = "table"


@dataclass(frozen=True, slots=True)
class JsonDialect:
    """How the entries of a JSON file are written.

    ``level`` is the number of containers around each entry. ``by_line``: each entry, and nothing else, starts a line with
    ``indent`` and a brace. ``first_key`` is the key that most entries start with, if nothing around them does. ``columns``
    are roles (``ColumnRole``) of keys and paths; ``is_complete``: no key has a role but these.
    """

    level: int = 0
    by_line: bool = False
    indent: str = ""
    first_key: str | None = None
    columns: tuple[tuple[str, str], ...] = ()
    is_complete: bool = False
    format: Literal["json"] = "json"


@dataclass(frozen=True, slots=True)
class ProseDialect:
    """Running text, in which addresses are mentioned."""

    format: Literal["prose"] = "prose"


@dataclass(frozen=True, slots=True)
class LdifDialect:
    """Entries of a directory."""

    format: Literal["ldif"] = "ldif"


@dataclass(frozen=True, slots=True)
class SqlTable:
    """A table of a dump: the names of its columns in order, or their roles, if the content of the first rows shows them.

    ``hash_type`` is the type of all hashes, where it is known with the roles.
    """

    name: str
    columns: tuple[str, ...] = ()
    roles: tuple[ColumnRole, ...] = ()
    hash_type: PasswordType | None = None


@dataclass(frozen=True, slots=True)
class SqlDialect:
    """How an SQL dump is written at one point of it.

    ``backslash``: it escapes in strings. ``tables`` are those whose columns are known by then, ``open`` is the beginning of
    the statement whose rows follow, as Latin-1, '' if a statement begins. ``is_within``: a row that was rejected because it is
    too long goes on here. ``choices`` are the columns (1-based) that the
    operator has chosen for tables whose own can't be told.
    """

    backslash: bool = False
    tables: tuple[SqlTable, ...] = ()
    open: str = ""
    is_within: bool = False
    choices: tuple[tuple[ColumnRole, int], ...] = ()
    format: Literal["sql"] = "sql"


Dialect = LineDialect | BlockDialect | TableDialect | SqlDialect | JsonDialect | LdifDialect | ProseDialect
"""How one file is written. ``format`` tells the types apart where a dialect is stored."""


@dataclass(frozen=True, slots=True)
class ArchiveDialect:
    """What an ingestion reads of an archive; each member has a dialect of its own.

    ``members`` is a digest of the members chosen: a resumed ingestion must choose the same ones, or offsets would mean
    other bytes.
    """

    members: str
    format: Literal["archive"] = "archive"


StoredDialect = Dialect | ArchiveDialect

_STORED: Final[TypeAdapter[StoredDialect]] = TypeAdapter(Annotated[StoredDialect, Field(discriminator="format")])


def dump_dialect(dialect: StoredDialect) -> dict[str, Any]:
    """Return a dialect as JSON values."""
    values: dict[str, Any] = _STORED.dump_python(dialect, mode="json")
    return values


def load_dialect(values: dict[str, Any], kind: str) -> StoredDialect:
    """Return a stored dialect; one without ``format``, from an earlier version, has that of its file's kind."""
    return _STORED.validate_python({"format": kind, **values})


def vote_line_dialect(texts: Sequence[str]) -> LineDialect:
    """The dialect of a file by up to ``VOTING_LINES`` of its trimmed, non-empty lines."""
    texts = texts[:VOTING_LINES]
    if not texts:
        return LineDialect()
    votes = separator_votes(texts)
    separator = max(_SEPARATORS, key=lambda candidate: votes[candidate])
    padded = sum(" : " in text for text in texts)
    is_padded = separator == ":" and padded >= _PADDED_SHARE * len(texts)
    return LineDialect(separator, is_padded, _is_email_last(texts, " : " if is_padded else separator))


def separator_votes(texts: Sequence[str]) -> Counter[str]:
    """The votes of up to ``VOTING_LINES`` trimmed, non-empty lines for each separator."""
    votes: Counter[str] = Counter()
    for text in texts[:VOTING_LINES]:
        for separator in _SEPARATORS:
            if separator in text:
                votes[separator] += _vote(text, separator)
    return votes


def _vote(text: str, separator: str) -> int:
    start = scheme_end(text)
    if start:
        url, *others = text[start:].split(separator, 2)
        return _STRONG_VOTE if len(others) == 2 and _ENDS_URL.isdisjoint(url) else 0
    first, *others = (field.strip() for field in text.split(separator, 2))
    if is_email_field(first) or (len(others) == 2 and (is_email_field(others[0]) or is_url(first))):
        return _STRONG_VOTE
    is_name = any(map(str.isalnum, first)) and len(first.split(None, _MOST_WORDS)) <= _MOST_WORDS
    return int(is_name and not _starts_with_address(first))


def _starts_with_address(text: str) -> bool:
    return any(other in text and is_email_field(text.partition(other)[0].strip()) for other in _SEPARATORS)


def _is_email_last(texts: Sequence[str], separator: str) -> bool:
    pairs = email_last = 0
    for text in texts:
        if separator not in text or scheme_end(text):
            continue
        pairs += 1
        first, last = text.partition(separator)[0].strip(), text.rpartition(separator)[2].strip()
        email_last += is_email_field(last) and not is_email_field(first)
    return pairs > 0 and email_last >= _EMAIL_LAST_SHARE * pairs
