"""Workbooks, databases and lists of JSON within archives: read as members, counted, and never a file of their own."""

import gzip
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest
from archive_files import seven_zip_of, tar_of, zip_of
from archive_streams import reading, records
from leak_writers.workbooks import workbook

from breachlight.leaks.ingest import member_texts
from breachlight.leaks.ingest.archive_reading import ArchiveReading
from breachlight.leaks.ingest.batch_builder import parse_segment
from breachlight.leaks.ingest.report import FileReport, FileState

USERS = [("jane@acme.example", "Bl'ue\n42"), ("max@acme.example", "Grün🔥")]


def database(rows: Sequence[tuple[str, ...]], columns: str = "email TEXT, password TEXT") -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"CREATE TABLE users (id INTEGER PRIMARY KEY, {columns}, avatar BLOB)")
    connection.executemany(f"INSERT INTO users VALUES (NULL, {', '.join('?' * len(rows[0]))}, zeroblob(500))", rows)
    connection.commit()
    return connection.serialize()


def book(rows: list[tuple[str, str]]) -> bytes:
    return workbook([["notes", "x"], ["none", "y"]], [["id", "email", "password"], *([1, *row] for row in rows)])


def read(archive: ArchiveReading, start: int = 0, size: int = 1 << 20) -> list[tuple[object, object]]:
    found = records(list(archive.chunks(archive.detection, start, size)))
    return [(record["username"], record["password"]) for record in found]


def opened(folder: Path, data: bytes, name: str = "leak.bin") -> ArchiveReading:
    path = folder / name
    path.write_bytes(data)
    return reading(path, folder / "spool")


def texts(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The rows as a list of lines can have them."""
    return [(login, secret.replace("\n", " ")) for login, secret in rows]


MEMBERS = {
    "book.xlsx": book(USERS),
    "old/users.db": database(USERS),
    "texts.json": json.dumps([f"{login}:{secret}" for login, secret in texts(USERS)], ensure_ascii=False).encode(),
    "map.json": json.dumps(dict(USERS)).encode(),
    "list.txt": b"kim@acme.example:Red77\n",
}
EXPECTED = [*USERS, *USERS, *texts(USERS), *USERS, ("kim@acme.example", "Red77")]


@pytest.mark.parametrize(
    "pack",
    [
        zip_of,
        tar_of,
        seven_zip_of,
        lambda members: gzip.compress(tar_of(members)),
        lambda members: zip_of({"in.zip": zip_of({"deep.tar.gz": gzip.compress(tar_of(members))})}),
        lambda members: tar_of({"in.7z": seven_zip_of(members)}),
    ],
    ids=["zip", "tar", "7z", "tar.gz", "tar.gz in zip in zip", "7z in tar"],
)
def test_members_of_every_archive(tmp_path: Path, pack) -> None:
    archive = opened(tmp_path, pack(MEMBERS))
    assert sorted(map(str, read(archive))) == sorted(map(str, EXPECTED))
    assert archive.members is not None
    assert (archive.members.read, archive.members.skipped, archive.members.refused) == (5, {}, {})
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "leak.bin"]


def test_a_compressed_database_and_workbook(tmp_path: Path) -> None:
    assert read(opened(tmp_path, gzip.compress(database(USERS)), "users.db.gz")) == USERS
    assert read(opened(tmp_path, gzip.compress(book(USERS)), "users.xlsx.gz")) == USERS


@pytest.mark.parametrize("size", [300, 2000])
def test_chunks_are_the_same_wherever_a_run_starts(tmp_path: Path, size: int) -> None:
    rows = [(f"jo{number}@acme.example", f"Blue-{number}") for number in range(150)]
    members = {
        "a.xlsx": book(rows),
        "b.db": database(rows),
        "c.json": json.dumps([":".join(row) for row in rows]).encode(),
        "d.txt": b"kim@acme.example:Red77\n",
    }
    archive = opened(tmp_path, zip_of(members))
    chunks = list(archive.chunks(archive.detection, 0, size))
    assert len(chunks) > 5
    for chunk in chunks[:: len(chunks) // 5]:
        later = [known for known in chunks if known.start >= chunk.end]
        again = list(archive.chunks(archive.detection, chunk.end, size))
        assert [(known.start, known.data) for known in again] == [(known.start, known.data) for known in later]
        assert records(again) == records(later)


def test_what_cannot_be_read_is_one_counted_error_and_neighbours_survive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = bytearray(database([(f"jo{number}@acme.example", "x" * 3000) for number in range(50)]))
    broken[8192:12288] = b"\xff" * 4096
    rows = [(f"w{number}x!", f"jo{number}@acme.example", f"Blue{number}!") for number in range(9)]
    unclear = database(rows, "a TEXT, b TEXT, c TEXT")
    members = {
        "broken.db": bytes(broken),
        "cut.xlsx": book(USERS)[:-200],
        "large.db": database([("a@acme.example", "x" * 400_000)]),
        "other.db": database([("red", "blue")], "colour TEXT, shade TEXT"),
        "other.xlsx": workbook([["colour", "shade"], ["red", "blue"]]),
        "otherwise.json": b'["jane@acme.example:Blue42", "max@acme.example:Red77", {"a": 1}]',
        "unclear.csv": b"jane@acme.example,jdoe7,Blue42\nmax@acme.example,maxm1,Blue43\n",
        "unclear.db": unclear,
        "word.docx": zip_of({"[Content_Types].xml": b"<x/>", "word/document.xml": b"kim@acme.example:Secret"}),
        "z.txt": b"kim@acme.example:Red77\n",
    }
    monkeypatch.setattr(member_texts, "MOST_BYTES_IN_MEMORY", 300_000)
    archive = opened(tmp_path, zip_of(members))
    found = read(archive)
    assert found[-3:] == [
        ("jane@acme.example", "Blue42"), ("max@acme.example", "Red77"), ("kim@acme.example", "Red77")
    ]  # fmt: skip
    tally = archive.members
    assert tally is not None
    problems = {name: (problem.value, sentence) for name, problem, sentence in tally.examples}
    assert {name: problem for name, (problem, _) in problems.items()} == {
        "broken.db": "damaged",
        "cut.xlsx": "damaged",
        "large.db": "needs_too_much_memory",
        "otherwise.json": "damaged",
        "unclear.csv": "unclear",
        "unclear.db": "unclear",
    }
    for name in ("unclear.csv", "unclear.db"):
        assert "column 1" in problems[name][1]
        assert "Blue" not in problems[name][1]
    assert tally.skipped == {"database": 1, "spreadsheet": 1, "archive": 1}
    assert tally.read == 2


@pytest.mark.parametrize("size", [1 << 16, 1 << 20])
def test_rows_longer_than_a_batch(tmp_path: Path, size: int) -> None:
    blob = "ab" * (1 << 20)
    head = "CREATE TABLE users (id int, email text, avatar text, password text);\n"
    rows = ",\n".join(f"({n},'n{n}@people.test','{blob if n % 3 == 1 else ''}','Blue{n}')" for n in range(6))
    dump = f"{head}INSERT INTO users VALUES {rows};\n".encode()
    archive = opened(tmp_path, tar_of({"a.sql": dump, "b.txt": b"kim@acme.example:Red77\n"}))
    expected = [*((f"n{n}@people.test", f"Blue{n}") for n in range(6)), ("kim@acme.example", "Red77")]
    assert read(archive, 0, size) == expected
    assert archive.members is not None
    assert archive.members.refused == {}
    chunks = list(archive.chunks(archive.detection, 0, size))
    for chunk in chunks:
        again = list(archive.chunks(archive.detection, chunk.end, size))
        assert [known.start for known in again] == [known.start for known in chunks if known.start >= chunk.end]


@pytest.mark.parametrize("name", ["a.sql", "a.csv"])
def test_a_row_beyond_the_limit_is_one_error_that_names_member_and_offset(tmp_path: Path, name: str) -> None:
    blob = "ab" * (10 << 20)
    rows = [(n, f"n{n}@people.test", blob if n == 2 else "", f"Blue{n}") for n in range(5)]
    if name == "a.sql":
        head = "CREATE TABLE users (id int, email text, avatar text, password text);\nINSERT INTO users VALUES "
        text = head + ",\n".join("({},'{}','{}','{}')".format(*row) for row in rows) + ";\n"
    else:
        text = "id,email,avatar,password\n" + "".join('{},{},"{}",{}\n'.format(*row) for row in rows)
    archive = opened(
        tmp_path,
        tar_of({"0.txt": b"jo@acme.example:Blue42\n", name: text.encode(), "z.txt": b"kim@acme.example:Red77\n"}),
    )
    kept = [(f"n{n}@people.test", f"Blue{n}") for n in range(5) if n != 2]
    assert read(archive, 0, 1 << 20) == [("jo@acme.example", "Blue42"), *kept, ("kim@acme.example", "Red77")]
    report = FileReport("leak.tar", FileState.INGESTED)
    for chunk in archive.chunks(archive.detection, 0, 1 << 20):
        for segment in chunk.segments:
            part = parse_segment(chunk, segment)
            report.add_samples(part.tally.rejected_offsets, chunk.segments)
    assert report.rejected_places == [(name, text.index("(2," if name == "a.sql" else "2,n2"))]
