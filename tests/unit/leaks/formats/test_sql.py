"""SQL dumps: every record of every dialect, wherever the dump is cut, and nothing of other tables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_writers import sql
from leak_writers.records import LeakRecord, distinct, emails, exposed_part, hashes, leak_records, secrets
from parsed_rows import Row, rows_of
from tallies import is_balanced

from breachlight.leaks.formats import ColumnRole, FileKind, ReadOptions, detect, parse_part, split_point
from breachlight.leaks.formats import sql as formats_sql
from breachlight.leaks.formats.batches import dialect_after
from breachlight.leaks.formats.dialects import SqlDialect
from breachlight.leaks.records import PasswordType, RejectReason, SkipReason, Tally

MYSQL_ROW = "(1,'jane@acme.example','Blue42')"


def dialect_of(data: bytes, options: ReadOptions | None = None) -> SqlDialect:
    detection = detect(data, "dump.txt", options or ReadOptions())
    assert detection.kind is FileKind.SQL, detection
    assert isinstance(detection.dialect, SqlDialect), detection.refusal
    return detection.dialect


def read(data: bytes, dialect: SqlDialect, size: int, total: Tally | None = None) -> list[Row]:
    """Read a dump in parts of at least ``size`` bytes, as an ingestion does; ``total`` gets what is counted."""
    found: list[Row] = []
    position, wanted = 0, size
    while position < len(data):
        window = data[position : position + wanted]
        end = len(window) if position + wanted >= len(data) else split_point(window, dialect)
        if not end:
            wanted *= 2
            continue
        part = parse_part(window[:end], position, dialect)
        assert is_balanced(part.tally)
        found += rows_of(part)
        if total is not None:
            total.merge(part.tally)
        dialect = dialect_after(window[:end], dialect)
        position, wanted = position + end, size
    return found


def credentials(text: str, options: ReadOptions | None = None) -> list[tuple[str | None, str | None]]:
    data = text.encode()
    return [(row.username, row.password) for row in read(data, dialect_of(data, options), 1 << 20)]


@pytest.mark.parametrize(
    "text",
    [
        "INSERT INTO users (id, email, password) VALUES (1,'jane@acme.example','Blue42');",
        "insert ignore into `db`.`users` (`id`,`user_email`,`user_pass`) values (1, 'jane@acme.example', 'Blue42');",
        "INSERT [dbo].[Users] ([Id], [Email], [Password]) VALUES (1, N'jane@acme.example', N'Blue42')\nGO\n",
        "CREATE TABLE u (id int, email text, pwd text);\nREPLACE INTO u VALUES (1,'jane@acme.example',_binary 'Blue42');",
        "INSERT INTO users (id, email, password) VALUES (1,'jane@acme.example',0x426c75653432);",
        "INSERT INTO users (id, email, password) VALUES (1,'jane@acme.example',X'426c75653432');",
        'INSERT INTO users (id, email, password) VALUES (1,"jane@acme.example","Blue42") ON DUPLICATE KEY UPDATE id=1;',
        "COPY public.users (id, email, password) FROM stdin;\n1\tjane@acme.example\tBlue42\n\\.\n",
        "INSERT ALL\n  INTO logs (id) VALUES (1)\n  INTO users (id, email, password) VALUES (1,'jane@acme.example','Blue42')\nSELECT 1 FROM dual;",
    ],
)
def test_statements_are_read(text: str) -> None:
    assert credentials(text) == [("jane@acme.example", "Blue42")]


def test_bare_rows_get_their_columns_by_content() -> None:
    digest = "5f4dcc3b5aa765d61d8327deb882cf99"
    text = f"(1,'jane','jane@acme.example','{digest}'),\n(2,'max','max@acme.example','{digest}');\n"
    assert credentials(text) == [("jane@acme.example", digest), ("max@acme.example", digest)]


def test_ambiguous_rows_are_refused_until_the_columns_are_chosen() -> None:
    text = "(1,'a7b','jane@acme.example','Blue42'),\n(2,'b8c','max@acme.example','Blue43'),\n"
    detection = detect(text.encode(), "dump.txt")
    assert detection.kind is FileKind.SQL
    assert detection.refusal is not None
    assert "--columns" in detection.refusal
    assert "Blue" not in detection.refusal
    options = ReadOptions(columns=((ColumnRole.EMAIL, 3), (ColumnRole.PASSWORD, 4)))
    assert credentials(text, options) == [("jane@acme.example", "Blue42"), ("max@acme.example", "Blue43")]


def test_binary_hashes_become_digits() -> None:
    text = "INSERT INTO users (email, password) VALUES ('jane@acme.example',0x5F4DCC3B5AA765D61D8327DEB882CF99);"
    (row,) = read(text.encode(), dialect_of(text.encode()), 1 << 20)
    assert (row.password, row.password_type) == ("5F4DCC3B5AA765D61D8327DEB882CF99", PasswordType.MD5)


def test_broken_rows_reject_only_themselves_and_other_tables_are_counted() -> None:
    data = (
        b"INSERT INTO users (id,email,password) VALUES (1,'jane@acme.example','a'),(2,'it's@x.example','b'),"
        b"(3,'max@acme.example','c'),(4,'x@acme.example'),(5,'kim@acme.example','d');\n"
        b"INSERT INTO posts (id,text) VALUES (1,'a'),(2,'b');\nINSERT INTO other VALUES (1,2);\n"
    )
    part = parse_part(data, 0, dialect_of(data))
    assert [row.username for row in rows_of(part)] == ["jane@acme.example", "max@acme.example", "kim@acme.example"]
    assert part.tally.rejected == {
        RejectReason.BROKEN_QUOTES: 1,
        RejectReason.RAGGED_ROW: 1,
        RejectReason.UNKNOWN_COLUMNS: 1,
    }
    assert part.tally.skipped == {SkipReason.OTHER_TABLE: 2}


def test_long_lines_are_read() -> None:
    rows = ",".join(f"({number},'n{number}@acme.example','Blue{number}')" for number in range(30_000))
    data = f"INSERT INTO users (id,email,password) VALUES {rows};\n".encode()
    assert len(data) > 1 << 20
    found = read(data, dialect_of(data[: 1 << 18]), 1 << 16)
    assert [row.password for row in found] == [f"Blue{number}" for number in range(30_000)]


@pytest.mark.parametrize("length", [10, 5_000, 60_000])
def test_nothing_is_lost_or_read_twice_beside_long_escaped_values(length: int) -> None:
    secrets_of = {f"n{number}@acme.example": "a'" * (length if number % 3 == 1 else 4) for number in range(20)}
    rows = (
        f"({len(login)},'{login}','{secret.replace(chr(39), chr(39) * 2)}')" for login, secret in secrets_of.items()
    )
    data = f"INSERT INTO users (id,email,password) VALUES {','.join(rows)};\n".encode()
    assert [(row.username, row.password) for row in read(data, dialect_of(data), 1 << 24)] == list(secrets_of.items())


@pytest.mark.parametrize("size", [100, 400, 700, 5000])
@pytest.mark.parametrize("length", [50, 600, 2000])
def test_a_row_that_is_too_long_is_rejected_once_and_the_next_is_read(
    size: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats_sql, "MAXIMUM_ROW_BYTES", 300)
    rows = (
        "(1,'jane@acme.example','Blue42')",
        f"(2,'{'x' * length}@acme.example','Green5')",
        "(3,'bob@acme.example','Red17')",
    )
    data = f"INSERT INTO users (id,email,password) VALUES {','.join(rows)};\n".encode()
    total = Tally()
    found = read(data, dialect_of(data), size, total)
    names = [row.username for row in found]
    assert [name for name in names if name and name[0] != "x"] == ["jane@acme.example", "bob@acme.example"]
    assert (len(found), total.rejected) == ((3, {}) if length < 300 else (2, {RejectReason.TOO_LONG: 1}))


@settings(max_examples=100)
@given(
    st.lists(
        leak_records(secret_values=secrets(" ,;|\t:\"'\\/@=#()\né漢😀")) | leak_records(secret_values=hashes()),
        min_size=1,
        max_size=12,
    ).map(distinct),
    st.sampled_from(sql.DIALECTS),
    st.integers(1, 4),
    st.integers(1, 300),
)
def test_every_record_of_every_dialect(records: list[LeakRecord], dialect: str, rows: int, size: int) -> None:
    data = sql.write(records, dialect, rows_a_statement=rows)
    found = read(data, dialect_of(data), 1 << 20)
    assert [(row.username, row.password) for row in found] == [(record.login, record.password) for record in records]
    for row in found:
        for record in records:
            for text in (row.url, row.username, *row.aliases):
                assert exposed_part(record.secret or "", text) is None
    assert read(data, dialect_of(data), size) == found


@given(emails(), st.sampled_from(["NULL", "''", "'-'", "'NULL'", "DEFAULT"]))
def test_missing_values(email: str, missing: str) -> None:
    text = f"INSERT INTO users (email, password) VALUES ('{email}',{missing});"
    assert credentials(text) == [(email, None)]


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from(
            [
                b"INSERT INTO users (a,email,pass) VALUES ",
                b"(1,'a@b.example','x')",
                b",",
                b";",
                b"'",
                b"\\",
                b"(",
                b")",
                b"\n",
                b"COPY users (email, pass) FROM stdin;\n",
                b"\\.\n",
                b"\t",
                b"--",
                b"/*",
                b"\x00",
                b"\xff",
                b"GO\n",
                b'"',
            ]
        ),
        max_size=40,
    ).map(b"".join)
    | st.binary(max_size=200),
    st.booleans(),
    st.integers(1, 60),
)
def test_any_bytes_are_counted_and_cut_anywhere(data: bytes, backslash: bool, size: int) -> None:
    dialect = SqlDialect(backslash)
    whole = parse_part(data, 0, dialect)
    assert is_balanced(whole.tally)
    assert len(read(data, dialect, size)) == len(whole)
