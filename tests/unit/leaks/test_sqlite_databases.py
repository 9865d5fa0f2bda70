"""SQLite databases: the records of their tables, and nothing that a hostile one could run."""

import random
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_writers.records import LeakRecord, distinct, exposed_part, hashes, leak_records, secrets
from parsed_rows import Row, rows_of_reading

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import ColumnRole, ReadOptions
from breachlight.leaks.ingest import sqlite_databases
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.ingest.sqlite_databases import SqliteReading
from breachlight.leaks.ingest.sqlite_pages import PageBudget
from breachlight.leaks.records import PasswordType

USERS = "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, password TEXT, avatar BLOB, joined TEXT)"


def database(path: Path, *statements: str | tuple[str, tuple[Any, ...]]) -> Path:
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(*((statement,) if isinstance(statement, str) else statement))
    connection.commit()
    connection.close()
    return path


def reading(path: Path, options: ReadOptions | None = None, *, is_piped: bool = False) -> SqliteReading:
    opened = OpenSource(Source(path.name, path, path.stat().st_size), path.parent, lambda: False)
    if is_piped:
        opened.__class__ = type("Piped", (OpenSource,), {"descriptor_path": None})
    return SqliteReading(opened, options or ReadOptions())


def records(found: SqliteReading, start: int = 0, size: int = 1 << 20) -> list[Row]:
    return list(rows_of_reading(found, start, size))


def pairs(rows: list[Row]) -> list[tuple[str | None, str | None]]:
    return [(row.username, row.password) for row in rows]


@pytest.mark.parametrize("is_piped", [False, True])
def test_tables_with_logins_are_read(tmp_path: Path, is_piped: bool) -> None:
    digest = "5f4dcc3b5aa765d61d8327deb882cf99"
    path = database(
        tmp_path / "a.db",
        "PRAGMA journal_mode=WAL",
        USERS,
        ("INSERT INTO users VALUES (1, ?, ?, ?, '2020-01-31')", ("jane@acme.example", "Bl'ue\n42", b"\0\1" * 500)),
        ("INSERT INTO users VALUES (2, ?, NULL, NULL, NULL)", ("jo@acme.example",)),
        'CREATE TABLE "odd ""name"")" ("e-mail" TEXT, pw_md5 BLOB, salt INTEGER)',
        ('INSERT INTO "odd ""name"")" VALUES (?, ?, 77)', ("kim@acme.example", bytes.fromhex(digest))),
        "CREATE TABLE posts (id INTEGER, text TEXT)",
        "INSERT INTO posts VALUES (1, 'max@acme.example:Secret')",
    )
    rows = records(reading(path, is_piped=is_piped))
    assert pairs(rows) == [
        ("jane@acme.example", "Bl'ue\n42"),
        ("jo@acme.example", None),
        ("kim@acme.example", f"{digest}:77"),
    ]
    assert rows[2].password_type is PasswordType.MD5


def test_utf_16_and_other_encodings(tmp_path: Path) -> None:
    path = database(
        tmp_path / "a.db", "PRAGMA encoding='UTF-16le'", USERS,
        ("INSERT INTO users VALUES (1, ?, ?, NULL, NULL)", ("jane@acme.example", "Grün🔥")),
    )  # fmt: skip
    assert pairs(records(reading(path))) == [("jane@acme.example", "Grün🔥")]
    path = database(
        tmp_path / "b.db",
        USERS,
        "INSERT INTO users VALUES (1, 'jane@acme.example', CAST(x'4772fc6e' AS TEXT), NULL, NULL)",
    )
    assert pairs(records(reading(path))) == [("jane@acme.example", "Grün")]


@settings(max_examples=50)
@given(
    st.lists(leak_records(secret_values=secrets(" ,;|\t:\"'\\/@=#()\né漢😀") | hashes()), min_size=1, max_size=12).map(
        distinct
    ),
    st.integers(400, 3000),
)
def test_every_record_wherever_a_run_starts(tmp_path_factory: Any, written: list[LeakRecord], size: int) -> None:
    path = database(
        tmp_path_factory.mktemp("databases") / "a.db", USERS,
        *(("INSERT INTO users (email, password) VALUES (?, ?)", (record.login, record.secret)) for record in written),
    )  # fmt: skip
    found = reading(path)
    rows = records(found, 0, size)
    assert pairs(rows) == [(record.login, record.secret) for record in written]
    for row in rows:
        assert not any(
            exposed_part(record.secret or "", text) for record in written for text in (row.url, *row.aliases)
        )
    for chunk in list(found.chunks(found.detection, 0, size)):
        assert records(found, chunk.end, size) == [row for row in rows if row.offset >= chunk.end]


def test_unclear_tables_are_refused_until_their_columns_are_chosen(tmp_path: Path) -> None:
    path = database(
        tmp_path / "a.db", "CREATE TABLE data (a TEXT, b TEXT, c TEXT)",
        *(("INSERT INTO data VALUES (?, ?, ?)", (f"w{n}x!", f"jo{n}@acme.example", f"Blue{n}!")) for n in range(9)),
    )  # fmt: skip
    with pytest.raises(RefusedError) as refused:
        reading(path)
    assert "table data: " in refused.value.message
    assert "--columns" in refused.value.message
    assert "Blue" not in refused.value.message
    options = ReadOptions(columns=((ColumnRole.EMAIL, 2), (ColumnRole.PASSWORD, 3)))
    assert pairs(records(reading(path, options)))[0] == ("jo0@acme.example", "Blue0!")


def test_a_database_without_logins_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="no table of logins"):
        reading(database(tmp_path / "a.db", "CREATE TABLE posts (id INTEGER, text TEXT)"))


def hostile(path: Path, write: Callable[[sqlite3.Connection], None]) -> Path:
    database(path, USERS, "INSERT INTO users VALUES (1, 'jane@acme.example', 'Blue42', NULL, NULL)")
    connection = sqlite3.connect(path)
    write(connection)
    connection.commit()
    connection.close()
    return path


def test_nothing_of_a_hostile_schema_runs(tmp_path: Path) -> None:
    def write(connection: sqlite3.Connection) -> None:
        connection.executescript(
            """CREATE TABLE logins (email TEXT, password TEXT GENERATED ALWAYS AS (replace(hex(zeroblob(9)), '0', email)) VIRTUAL);
            CREATE VIEW accounts AS WITH RECURSIVE n (email) AS (SELECT 'x@acme.example' UNION ALL SELECT email FROM n)
                SELECT email, 'Endless1' AS password FROM n;
            CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM users; END;
            CREATE VIRTUAL TABLE words USING fts5 (email, password);
            INSERT INTO words VALUES ('no@acme.example', 'Virtual1');
            CREATE INDEX i ON users (lower(email));
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_master VALUES ('table', 'ghosts', 'ghosts', 2, 'CREATE TABLE ghosts (email TEXT, password TEXT)');"""
            if _has_fts5(connection)
            else "SELECT 1"
        )

    rows = records(reading(hostile(tmp_path / "a.db", write)))
    assert ("jane@acme.example", "Blue42") in pairs(rows)
    assert not any(row.password in ("Endless1", "Virtual1") for row in rows)


def _has_fts5(connection: sqlite3.Connection) -> bool:
    return any(option == ("ENABLE_FTS5",) for option in connection.execute("PRAGMA compile_options"))


def test_damaged_databases_are_refused_or_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    rows = [
        ("INSERT INTO users VALUES (NULL, ?, ?, NULL, NULL)", (f"jo{n}@acme.example", f"Blue{n}")) for n in range(3000)
    ]
    content = database(path, USERS, *rows).read_bytes()
    chance = random.Random(7)
    outcomes = set()
    for _ in range(150):
        damaged = bytearray(content)
        for _ in range(chance.randint(1, 60)):
            damaged[chance.randrange(16, len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged[: chance.choice([len(damaged), len(damaged) // 2])])
        for is_piped in (False, True):
            try:
                found = reading(path, is_piped=is_piped)
                list(found.chunks(found.detection, 0, 1 << 16))
                outcomes.add("read" if found.members is None else "counted")
            except RefusedError:
                outcomes.add("refused")
    assert outcomes >= {"read", "counted", "refused"}


def test_a_tree_that_contains_itself_is_a_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_databases, "_LIMITS", sqlite_databases.ArchiveLimits(ratio=1, ratio_floor=10_000))
    rows = [
        ("INSERT INTO users VALUES (NULL, ?, ?, NULL, NULL)", (f"jo{n}@acme.example", f"Blue{n}")) for n in range(2000)
    ]
    found = reading(database(tmp_path / "a.db", USERS, *rows))
    found.size = 100
    with pytest.raises(RefusedError, match="more rows than fit"):
        list(found.chunks(found.detection, 0, 1 << 16))


def test_a_large_database_needs_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_databases, "MOST_BYTES_IN_MEMORY", 100)
    with pytest.raises(RefusedError, match="pass it as a file"):
        reading(database(tmp_path / "a.db", USERS), is_piped=True)


@pytest.mark.parametrize("value", [b"x" * (1 << 20), b"\xff" * (1 << 20)])
def test_wide_rows_are_never_all_in_memory(tmp_path: Path, value: bytes) -> None:
    """The rows of a hostile database share their pages, so that it is far smaller than what is read from it."""
    row = ("INSERT INTO users VALUES (NULL, ?, ?, ?, NULL)", ("jo@acme.example", value, value))
    path = database(tmp_path / "a.db", USERS, *[row] * 60)
    opened = OpenSource(Source(path.name, path, path.stat().st_size), path.parent, lambda: False)
    with closing(sqlite_databases._connect(opened)) as connection:
        tracemalloc.start()
        try:
            budget = PageBudget(opened.read_at, opened.size)
            logins = sqlite_databases.find_logins(connection, ReadOptions(), budget)
            sampled = tracemalloc.get_traced_memory()[1]
            tracemalloc.reset_peak()
            for _ in sqlite_databases.rows_as_sql(
                connection, logins, opened.size, lambda *problem: pytest.fail(str(problem))
            ):
                pass
            written = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert sampled < 8 << 20
    assert written < 24 << 20


WIDE = "CREATE TABLE wide (email TEXT, avatar BLOB, password TEXT)"


def share_cells(path: Path, table: str, copies: int) -> None:
    """Let all cells of a table's only page be the first one, with its chain of overflow pages."""
    with closing(sqlite3.connect(path)) as connection:
        ((root,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    content = bytearray(path.read_bytes())
    start = (root - 1) * int.from_bytes(content[16:18], "big")
    first = content[start + 8 : start + 10]
    content[start + 3 : start + 5] = copies.to_bytes(2, "big")
    content[start + 8 : start + 8 + 2 * copies] = first * copies
    path.write_bytes(content)


@pytest.mark.parametrize("is_piped", [False, True])
def test_a_table_whose_rows_share_their_pages_is_one_counted_error(tmp_path: Path, is_piped: bool) -> None:
    path = database(
        tmp_path / "a.db",
        WIDE,
        ("INSERT INTO wide VALUES ('jane@acme.example', zeroblob(500000), 'Blue42')", ()),
        USERS,
        "INSERT INTO users VALUES (1, 'jo@acme.example', 'Red77', NULL, NULL)",
    )
    assert len(records(reading(path, is_piped=is_piped))) == 2
    share_cells(path, "wide", 200)
    found = reading(path, is_piped=is_piped)
    assert pairs(records(found)) == [("jo@acme.example", "Red77")]
    assert found.members is not None
    assert found.members.refused == {"compression_ratio": 1}
    assert found.members.examples[0][0] == "wide"


def test_a_database_of_shared_pages_alone_is_refused(tmp_path: Path) -> None:
    path = database(
        tmp_path / "a.db", WIDE, "INSERT INTO wide VALUES ('jane@acme.example', zeroblob(500000), 'Blue42')"
    )
    share_cells(path, "wide", 200)
    with pytest.raises(RefusedError, match="uses pages many times"):
        reading(path)


@pytest.mark.parametrize("page_size", [512, 4096, 65536])
def test_sound_databases_cost_no_more_than_their_pages(tmp_path: Path, page_size: int) -> None:
    chance = random.Random(page_size)
    rows = [
        (
            "INSERT INTO users VALUES (NULL, ?, ?, ?, NULL)",
            (f"jo{n}@acme.example", "Blue", chance.randbytes(chance.randrange(3000))),
        )
        for n in range(800)
    ]
    keyed = [
        ("INSERT INTO keyed VALUES (?, ?)", (f"kim{n}@acme.example", "Red" * chance.randrange(400))) for n in range(300)
    ]
    path = database(
        tmp_path / "a.db",
        f"PRAGMA page_size={page_size}",
        USERS,
        *rows,
        "CREATE TABLE keyed (email TEXT PRIMARY KEY, password TEXT) WITHOUT ROWID",
        *keyed,
        "CREATE TABLE gone AS SELECT * FROM users",
        "DROP TABLE gone",
    )
    content = path.read_bytes()
    asked: list[int] = []

    def read_at(offset: int, size: int) -> bytes:
        asked.append(offset)
        return content[offset : offset + size]

    budget = PageBudget(read_at, len(content))
    with closing(sqlite3.connect(path)) as connection:
        roots = [root for (root,) in connection.execute("SELECT rootpage FROM sqlite_schema")]
    assert all(budget.covers(root) for root in [1, *roots])
    assert len(asked) == len(set(asked)) + 1  # the header and the first page begin at the same place
    assert len(records(reading(path))) == 1100
