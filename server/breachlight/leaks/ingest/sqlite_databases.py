"""SQLite databases: the tables with logins, written as an SQL dump into the decoded stream.

A database may be hostile: it is opened read-only, nothing of its schema runs (https://www.sqlite.org/security.html), reading its
tables may cost no more than its pages (``sqlite_pages``), and its rows may be no more than a decompressed archive's.
"""

import codecs
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import Detection, FileKind
from breachlight.leaks.formats.columns import find_columns
from breachlight.leaks.formats.dialects import SqlDialect, SqlTable
from breachlight.leaks.formats.options import ReadOptions
from breachlight.leaks.formats.sql_statements import Reading, reading_of
from breachlight.leaks.ingest.archives.limits import ArchiveLimits
from breachlight.leaks.ingest.archives.members import Address, MemberProblem, shown
from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.assembly import ChunkAssembler
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.cuts import Cuts
from breachlight.leaks.ingest.readings import FileReading
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sqlite_pages import PageBudget
from breachlight.leaks.models import LeakKind

MOST_BYTES_IN_MEMORY: Final = 128 << 20
"""Bytes of a database that is no file of its own."""

_LONGEST_VALUE: Final = 16 << 20
_LONGEST_STATEMENT: Final = 1 << 20
_MOST_TABLES: Final = 500
_SAMPLE_ROWS: Final = 200
_LONGEST_SAMPLE: Final = 300
_MOST_SAMPLED: Final = 8 << 20
_ROWS_A_STATEMENT: Final = 100
_PIECE_BYTES: Final = 1 << 20
_LIMITS: Final = ArchiveLimits()
# The versions of reading and writing; a journal that is a file of its own can't be used in memory.
_VERSIONS: Final = slice(18, 20)
_SAFETY: Final = (
    "PRAGMA trusted_schema=OFF", "PRAGMA cell_size_check=ON", "PRAGMA query_only=ON", "PRAGMA temp_store=MEMORY"
)  # fmt: skip
_ALLOWED: Final = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ))
# Virtual tables have no root page, and views are no tables.
_TABLES: Final = """SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY rootpage"""
_SCHEMA_ROOT: Final = 1
_SHARED_PAGES: Final = "this SQLite database uses pages many times, as a decompression bomb does"
_Value = bytes | int | float | None


class _Text(bytes):
    """A text as it is stored, perhaps in another encoding than the database says; a blob is plain ``bytes``."""


@dataclass(frozen=True, slots=True)
class LoginTables:
    """The tables of a database that have logins: their names, the statements that read them, and how that is written.

    ``costly`` are tables that aren't read because their pages are shared.
    """

    selects: tuple[tuple[str, str], ...]
    dialect: SqlDialect
    costly: tuple[str, ...] = ()


class SqliteReading(FileReading):
    """A database; ``members`` are tables that can't be read to their end."""

    def __init__(self, opened: OpenSource, options: ReadOptions) -> None:
        """Look at all tables. Blocks: call it in a thread.

        Raises:
            RefusedError: it is damaged or too large, or no table has certain columns with logins.
        """
        try:
            with closing(_connect(opened)) as connection:
                self._logins = find_logins(connection, options, PageBudget(opened.read_at, opened.size))
        except sqlite3.Error as error:
            raise RefusedError("unreadable", "this SQLite database is damaged") from error
        super().__init__(opened, Detection(FileKind.DATABASE, dialect=self._logins.dialect), LeakKind.TABLE_DUMP)

    def chunks(self, registered: Detection, start: int, size: int, cuts: Cuts | None = None) -> Iterator[Chunk]:
        """Yield the chunks of the tables' rows, written as SQL.

        Raises:
            RefusedError: an earlier run has read other tables or columns, or the rows are too many for the file's size.
        """
        dialect = self._logins.dialect
        if registered.dialect != dialect:
            raise RefusedError("changed", "its columns were chosen otherwise by the run that began it")
        assembler = ChunkAssembler(start, size, cuts)
        tally = MemberTally(read=len(self._logins.selects))

        def refuse(number: int, name: str, problem: MemberProblem) -> None:
            tally.refuse(Address((number,), (name,)), problem)
            self.members = tally

        with closing(_connect(self._opened)) as connection:
            for piece in rows_as_sql(connection, self._logins, self.size, refuse):
                assembler.append(piece, 0, dialect, None, self)
                yield from assembler.full_chunks(self.size)
        yield from assembler.rest(self.size)


def find_logins(connection: sqlite3.Connection, options: ReadOptions, budget: PageBudget) -> LoginTables:
    """Look at all tables of a database.

    Raises:
        RefusedError: no table has certain columns with logins, or reading its schema would cost more than its pages.
        sqlite3.Error: it is damaged.
    """
    selects: list[tuple[str, str]] = []
    tables: list[SqlTable] = []
    problems: list[str] = []
    costly: list[str] = []
    if not budget.covers(_SCHEMA_ROOT):
        raise RefusedError("compression_ratio", _SHARED_PAGES)
    for name, root in _roots(connection)[:_MOST_TABLES]:
        if not budget.covers(root):
            costly.append(name)
            continue
        columns = _columns(connection, name)
        sample = _sample(connection, name, columns)
        found = find_columns(columns, sample, options.numbered if _fits(options, columns) else ())
        if found.problem is None and reading_of(found.roles) is Reading.READ:
            chosen = [number for number, role in enumerate(found.roles) if role is not ColumnRole.OTHER]
            roles = tuple(found.roles[number] for number in chosen)
            tables.append(SqlTable(f"t{len(tables)}", roles=roles, hash_type=found.hash_type))
            selects.append((name, _select(name, [columns[number] for number in chosen])))
        elif found.problem is not None and not found.problem.startswith("no column has"):
            problems.append(f"table {shown(name)}: {found.problem}")
    if not tables and costly:
        raise RefusedError("compression_ratio", _SHARED_PAGES)
    if not tables:
        raise RefusedError(
            FileKind.DATABASE.value, problems[0] if problems else "this SQLite database has no table of logins"
        )
    return LoginTables(tuple(selects), SqlDialect(tables=tuple(tables), choices=options.numbered), tuple(costly))


def rows_as_sql(
    connection: sqlite3.Connection, logins: LoginTables, size: int, refuse: Callable[[int, str, MemberProblem], None]
) -> Iterator[bytes]:
    """Yield the rows of the tables as statements, about a mebibyte at a time.

    ``size`` is that of the database in bytes. ``refuse`` is called with the number, name and problem of each table that is
    damaged, after the rows in front of the damage, and of those that aren't read.

    Raises:
        RefusedError: the rows are too many for the size.
    """
    for number, name in enumerate(logins.costly, len(logins.selects)):
        refuse(number, name, MemberProblem.RATIO)
    spent = 0
    for number, (name, select) in enumerate(logins.selects):
        try:
            for piece in _pieces(f"INSERT INTO t{number} VALUES\n".encode(), connection.execute(select)):
                spent += len(piece)
                if spent > max(_LIMITS.ratio_floor, _LIMITS.ratio * size):
                    raise RefusedError("compression_ratio", "this SQLite database has more rows than fit into it")
                yield piece
        except sqlite3.Error:
            refuse(number, name, MemberProblem.DAMAGED)


def _connect(opened: OpenSource) -> sqlite3.Connection:
    """Open a database without write access: a file in place, anything else in memory.

    Raises:
        RefusedError: it is too large for memory.
    """
    path = opened.descriptor_path
    if path is not None:
        return _guarded(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True, check_same_thread=False))
    if opened.size > MOST_BYTES_IN_MEMORY:
        raise RefusedError("too_large", "this SQLite database is too large for standard input: pass it as a file")
    return connect_in_memory(bytearray(opened.read_at(0, opened.size)))


def connect_in_memory(data: bytearray) -> sqlite3.Connection:
    """Open the bytes of a database, which are copied."""
    data[_VERSIONS] = b"\1\1"
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.deserialize(data)
    return _guarded(connection)


def _guarded(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection to a database that may be hostile."""
    connection.text_factory = _Text
    for category, most in (
        (sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE),
        (sqlite3.SQLITE_LIMIT_SQL_LENGTH, _LONGEST_STATEMENT),
        (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
        (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 0),
    ):
        connection.setlimit(category, most)
    for pragma in _SAFETY:
        connection.execute(pragma)
    connection.set_authorizer(_authorize)
    return connection


def _authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """Allow reading of tables, of the beginnings of values and of columns' names, and nothing that a schema could run."""
    if (
        action in _ALLOWED
        or (action == sqlite3.SQLITE_PRAGMA and first == "table_xinfo")
        or (action == sqlite3.SQLITE_FUNCTION and second == "substr")
    ):
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _roots(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """Return the names and root pages of the tables."""
    rows = ((name.decode("utf-8", "replace"), root) for name, root in connection.execute(_TABLES))
    return [(name, root) for name, root in rows if not name.startswith("sqlite_")]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the names of the columns that are stored, not generated."""
    rows = connection.execute(f"PRAGMA table_xinfo({_quoted(table)})").fetchall()
    return [row[1].decode("utf-8", "replace") for row in rows if row[6] == 0]


def _sample(connection: sqlite3.Connection, table: str, columns: list[str]) -> list[list[str]]:
    # Rows can share their pages, so whole values could be many times the size of the file.
    starts = ", ".join(f"substr({_quoted(column)}, 1, {_LONGEST_SAMPLE})" for column in columns)
    rows = (
        connection.execute(f"SELECT {starts} FROM {_quoted(table)} NOT INDEXED LIMIT {_SAMPLE_ROWS}") if columns else ()
    )
    sample: list[list[str]] = []
    sampled = 0
    for row in rows:
        sample.append([_sampled(value) for value in row])
        sampled += sum(map(len, sample[-1]))
        if sampled >= _MOST_SAMPLED:
            break
    return sample


def _sampled(value: _Value) -> str:
    """Return the beginning of a value as the records have it."""
    if not isinstance(value, bytes):
        return "" if value is None else str(value)
    if isinstance(value, _Text):
        return value.decode("utf-8", "replace").strip()
    try:
        text, _ = codecs.utf_8_decode(value)  # the last character may be cut
    except UnicodeDecodeError:
        return value.hex()
    return text.strip() if text.isprintable() else value.hex()


def _fits(options: ReadOptions, columns: list[str]) -> bool:
    return all(number <= len(columns) for _, number in options.numbered)


def _select(table: str, columns: Iterable[str]) -> str:
    return f"SELECT {', '.join(map(_quoted, columns))} FROM {_quoted(table)} NOT INDEXED"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _pieces(head: bytes, rows: Iterable[tuple[_Value, ...]]) -> Iterator[bytes]:
    """Yield statements with the rows, about a mebibyte at a time; those in front of an error are yielded before it."""
    statements = bytearray()
    waiting: list[bytes] = []
    waiting_bytes = 0
    failed: sqlite3.Error | None = None
    try:
        for row in rows:
            waiting.append(b"(" + b",".join(map(_written, row)) + b")")
            waiting_bytes += len(waiting[-1])
            if len(waiting) == _ROWS_A_STATEMENT or waiting_bytes >= _PIECE_BYTES:
                statements += head + b",\n".join(waiting) + b";\n"
                waiting, waiting_bytes = [], 0
                if len(statements) >= _PIECE_BYTES:
                    yield bytes(statements)
                    statements.clear()
    except sqlite3.Error as error:
        failed = error
    if waiting:
        statements += head + b",\n".join(waiting) + b";\n"
    if statements:
        yield bytes(statements)
    if failed is not None:
        raise failed


def _written(value: _Value) -> bytes:
    if value is None:
        return b"NULL"
    if not isinstance(value, bytes):
        return str(value).encode()
    return (
        b"'" + value.replace(b"\0", b"").replace(b"'", b"''") + b"'"
        if _is_text(value)
        else b"x'%b'" % value.hex().encode()
    )


def _is_text(value: bytes) -> bool:
    """Return whether a value is a text, or a blob that is printable."""
    try:
        return isinstance(value, _Text) or value.decode().isprintable()
    except UnicodeDecodeError:
        return False
