"""Tables: which column is what, and every record of every dialect, wherever the table is cut."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_writers import tables
from leak_writers.records import LeakRecord, distinct, exposed_part, leak_records, secrets
from parsed_rows import Row, rows_of
from tallies import is_balanced

from breachlight.leaks.formats import ColumnRole, FileKind, LineDialect, ReadOptions, detect, split_point
from breachlight.leaks.formats.dialects import TableDialect
from breachlight.leaks.formats.tables import parse_table, table_parts
from breachlight.leaks.records import Flag, PasswordType, RejectReason

EMAIL, USERNAME, PASSWORD, OTHER = ColumnRole.EMAIL, ColumnRole.USERNAME, ColumnRole.PASSWORD, ColumnRole.OTHER


def dialect_of(data: bytes, options: ReadOptions | None = None) -> TableDialect:
    detection = detect(data, "table.csv", options or ReadOptions())
    assert detection.kind is FileKind.TABLE, detection
    assert detection.refusal is None, detection.refusal
    assert isinstance(detection.dialect, TableDialect)
    return detection.dialect


def read(text: str | bytes, options: ReadOptions | None = None) -> list[Row]:
    data = text.encode() if isinstance(text, str) else text
    part = parse_table(data, 0, dialect_of(data, options))
    assert is_balanced(part.tally)
    return rows_of(part)


def credentials(text: str | bytes, options: ReadOptions | None = None) -> list[tuple[str | None, str | None]]:
    return [(row.username, row.password) for row in read(text, options)]


def refusal(text: str) -> str:
    detection = detect(text.encode(), "table.csv")
    assert detection.kind is FileKind.TABLE
    assert detection.dialect is None
    assert detection.refusal
    return detection.refusal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "email,password,member_since,points,tier\njane@acme.example,Geheim,2020-01-01,5,gold\n",
            [("jane@acme.example", "Geheim")],
        ),
        ("email,username,password\njane@acme.example,jdoe,Blue42\n", [("jane@acme.example", "Blue42")]),
        (
            "user_id,user_name,user_email,user_pass\n7,jdoe,jane@acme.example,Blue42\n",
            [("jane@acme.example", "Blue42")],
        ),
        ("jane@acme.example,Jane Doe,1990-01-31,Berlin\n", [("jane@acme.example", None)]),
        (
            "jane@acme.example,Jane Doe,1990-01-31,Berlin\nmax@acme.example,Max Maier,1991-12-01,Bad Ems\n",
            [("jane@acme.example", None), ("max@acme.example", None)],
        ),
        ("id;E-Mail;Passwort\n1;jane@acme.example;Blue42\n", [("jane@acme.example", "Blue42")]),
        ("id\tcorreo\tcontraseña\n1\tjane@acme.example\tBlue42\n", [("jane@acme.example", "Blue42")]),
        ("id|courriel|mot_de_passe\n1|jane@acme.example|Blue42\n", [("jane@acme.example", "Blue42")]),
        ("id,почта,пароль\n1,jane@acme.example,Blue42\n", [("jane@acme.example", "Blue42")]),
        ("id,e-posta,Şifre\n1,jane@acme.example,Blue42\n", [("jane@acme.example", "Blue42")]),
        ("id,adres e-mail,hasło\n1,jane@acme.example,Blue42\n", [("jane@acme.example", "Blue42")]),
        ("id,メールアドレス,パスワード\n1,jane@acme.example,Blue42\n", [("jane@acme.example", "Blue42")]),
        ("id:email:password\n1:jane@acme.example:Blue42\n", [("jane@acme.example", "Blue42")]),
        (
            '"jane@acme.example","Blue,42"\n"max@acme.example","Bl""ue"\n',
            [
                ("jane@acme.example", "Blue,42"),
                ("max@acme.example", 'Bl"ue'),
            ],
        ),
        ('email,password\njane@acme.example,"Blue,42"\n', [("jane@acme.example", "Blue,42")]),
        (
            "url,login,password\n,jane@acme.example,Blue42\nhttps://a.example/,max@acme.example,Blue43\n,jdoe,Blue44\n",
            [("jane@acme.example", "Blue42"), ("max@acme.example", "Blue43"), ("jdoe", "Blue44")],
        ),
        (
            "1:jdoe:jane@acme.example:5f4dcc3b5aa765d61d8327deb882cf99\n2:maxm:max@acme.example:5f4dcc3b5aa765d61d8327deb882cf98\n",
            [
                ("jane@acme.example", "5f4dcc3b5aa765d61d8327deb882cf99"),
                ("max@acme.example", "5f4dcc3b5aa765d61d8327deb882cf98"),
            ],
        ),
        ("id,username,hash\n1,jdoe,5f4dcc3b5aa765d61d8327deb882cf99\n", [("jdoe", "5f4dcc3b5aa765d61d8327deb882cf99")]),
        (
            "1,jane@acme.example,5f4dcc3b5aa765d61d8327deb882cf99,ab1cd\n2,max@acme.example,5f4dcc3b5aa765d61d8327deb882cf98,qx2yz\n",
            [
                ("jane@acme.example", "5f4dcc3b5aa765d61d8327deb882cf99:ab1cd"),
                ("max@acme.example", "5f4dcc3b5aa765d61d8327deb882cf98:qx2yz"),
            ],
        ),
    ],
)
def test_columns_are_found(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert credentials(text) == expected


def test_names_of_columns_in_legacy_encodings() -> None:
    text = "id;correo electrónico;contraseña;año\n1;jane@acme.example;Grün;2020\n"
    assert credentials(text.encode("cp1252")) == [("jane@acme.example", "Grün")]
    text = "id;email;Paßwort;Größe\n1;jane@acme.example;Grün;9\n"
    assert credentials(text.encode("cp1252")) == [("jane@acme.example", "Grün")]


def test_wide_tables_of_vendors() -> None:
    text = (
        "spycloud_publish_date,document_id,email,email_domain,email_username,username,password,password_plaintext,"
        "password_type,salt,target_url,user_browser,ip_addresses,full_name,phone,dob,severity\n"
        "2023-01-01T00:00:00Z,0b1f,jane@acme.example,acme.example,jane,jdoe,5f4dcc3b5aa765d61d8327deb882cf99,Blue42,md5,,"
        "https://sp.acme.example/login,Chrome,10.0.0.1,Jane Doe,+49 30 1234567,1990-01-01,20\n"
    )
    (row,) = read(text)
    assert (row.url, row.username, row.password) == ("https://sp.acme.example/login", "jane@acme.example", "Blue42")
    assert row.aliases == ("jdoe", "+49 30 1234567")


@pytest.mark.parametrize(
    "text",
    [
        "jane@acme.example,jdoe7,Blue42\nmax@acme.example,maxm1,Blue43\n",
        "id,email,password,pass\n1,jane@acme.example,Blue42,Green43\n",
        "jane@acme.example;blue42;1990-01-01\nmax@acme.example;blue43;1991-02-02\n",
    ],
)
def test_ambiguous_columns_are_refused_without_showing_values(text: str) -> None:
    sentence = refusal(text)
    assert "column 1" in sentence
    assert "--columns" in sentence
    for value in ("jane@", "jdoe7", "Blue4", "blue4", "Green43"):
        assert value not in sentence


def test_columns_can_be_chosen() -> None:
    text = "jane@acme.example,jdoe7,Blue42\nmax@acme.example,maxm1,Blue43\n"
    options = ReadOptions(columns=((EMAIL, 1), (USERNAME, 2), (PASSWORD, 3)))
    assert credentials(text, options) == [("jane@acme.example", "Blue42"), ("max@acme.example", "Blue43")]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", ":"])
def test_lists_of_lines_are_no_tables(separator: str) -> None:
    for head in ("", f"email{separator}password\n"):
        text = head + f'jane@acme.example{separator}Bl"ue{separator}42\nmax@acme.example{separator}Blue43\n' * 5
        assert isinstance(detect(text.encode(), "list.txt").dialect, LineDialect)


@pytest.mark.parametrize("missing", ["", "-", "NULL", "\\N", "xxx", "N", '""'])
def test_missing_values(missing: str) -> None:
    text = f"id,email,password\n1,jane@acme.example,{missing}\n2,{missing},Blue42\n"
    assert credentials(text) == [("jane@acme.example", None)]


def test_broken_rows_reject_only_themselves() -> None:
    text = (
        'id,email,password,city\n1,jane@acme.example,Blue42,Berlin\n2,"kim@acme.example,Blue43,Bonn\n'
        '3,max@acme.example,"Blue\n44",Trier\n4,bob@acme.example,Bl,ue,Ulm\n5,amy@acme.example,Blue46\n6,x\n'
    )
    part = parse_table(text.encode(), 0, dialect_of(text.encode()))
    assert [(row.username, row.password) for row in rows_of(part)] == [
        ("jane@acme.example", "Blue42"),
        ("max@acme.example", "Blue\n44"),
        ("amy@acme.example", "Blue46"),
    ]
    assert part.tally.rejected == {RejectReason.BROKEN_QUOTES: 1, RejectReason.RAGGED_ROW: 2}


@pytest.mark.parametrize("length", [10, 5_000, 60_000])
def test_nothing_is_lost_or_read_twice_beside_long_escaped_cells(length: int) -> None:
    secrets_of = {f"n{number}@acme.example": 'a"' * (length if number % 3 == 1 else 4) for number in range(20)}
    rows = [f'{login},"{secret.replace(chr(34), chr(34) * 2)}"' for login, secret in secrets_of.items()]
    assert credentials("\n".join(["email,password", *rows, ""])) == list(secrets_of.items())


def test_rows_with_several_addresses_are_records_of_each() -> None:
    rows = read("email,email2,username,password\njane@acme.example,j@x.example,jdoe,Blue42\n")
    assert [(row.username, row.password, row.aliases) for row in rows] == [
        ("jane@acme.example", "Blue42", ("jdoe",)),
        ("j@x.example", "Blue42", ("jdoe",)),
    ]


def test_the_type_of_a_hash_is_that_of_its_column() -> None:
    rows = read("id,email,password_md5\n1,jane@acme.example,X03MO1qnZdYdgyfeuILPmQ==\n")
    assert rows[0].password_type is PasswordType.MD5


def test_legacy_text_is_flagged() -> None:
    (row,) = read("id,email,password\n1,jane@acme.example,Gr\xfcn42\n".encode("cp1252"))
    assert row.password == "Grün42"
    assert Flag.LEGACY_ENCODING in row.flags


@settings(max_examples=150)
@given(
    st.lists(leak_records(secret_values=secrets(" ,;|\t:\"'\\/@=#\né漢😀")), min_size=1, max_size=20).map(distinct),
    st.sampled_from([",", ";", "\t", "|"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.integers(1, 400),
)
def test_every_record_of_every_dialect(  # noqa: PLR0917 -- given by hypothesis
    records: list[LeakRecord],
    separator: str,
    doubled: bool,
    quote_all: bool,
    ragged: bool,
    line_end: str,
    bom: bool,
    size: int,
) -> None:
    data = b"\xef\xbb\xbf" * bom + tables.write(
        records, separator=separator, doubled=doubled, quote_all=quote_all, line_end=line_end, ragged=ragged
    )
    dialect = TableDialect(
        separator,
        (OTHER, USERNAME, EMAIL, PASSWORD, ColumnRole.DATE),
        backslash=int(not doubled),
        header=separator.join(["id", "username", "email", "password", "joined"]),
    )
    whole = rows_of(parse_table(data, 0, dialect))
    assert [(row.username, row.password) for row in whole] == [(record.login, record.password) for record in records]
    check_not_exposed(whole, records)
    pieces = [
        row
        for start, end in table_parts(data, dialect, size)
        for row in rows_of(parse_table(data[start:end], start, dialect))
    ]
    assert pieces == whole


def check_not_exposed(rows: Sequence[Row], records: Sequence[LeakRecord]) -> None:
    for row in rows:
        for record in records:
            for text in (row.url, row.username, *row.aliases):
                assert exposed_part(record.secret or "", text) is None


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from([b",", b'"', b"\n", b"\r\n", b"\\", b"a@b.example", b"Blue", b"\x00", b"\xff", "é".encode()]),
        max_size=60,
    ).map(b"".join)
    | st.binary(max_size=200),
    st.sampled_from(['"', ""]),
    st.integers(0, 2),
    st.integers(1, 50),
)
def test_any_bytes_are_counted_and_cut_anywhere(data: bytes, quote: str, backslash: int, size: int) -> None:
    dialect = TableDialect(",", (EMAIL, PASSWORD), quote=quote, backslash=backslash)
    whole = parse_table(data, 0, dialect)
    assert is_balanced(whole.tally)
    parts = [parse_table(data[start:end], start, dialect) for start, end in table_parts(data, dialect, size)]
    if b"\xef\xbb\xbf" not in data:
        assert [row for part in parts for row in rows_of(part)] == rows_of(whole)
    assert sum(part.tally.lines for part in parts) == whole.tally.lines


def test_a_window_is_cut_between_rows() -> None:
    dialect = TableDialect(",", (EMAIL, PASSWORD))
    assert split_point(b'a,b\r\nc,"d\n', dialect) == 5
    assert split_point(b'a,"b\n', dialect) == 0


BITWARDEN = (
    "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
    ',,login,Acme,,,0,"https://sp.acme.example/login,androidapp://com.acme.app",jane@acme.example,Geheim-77,\n'
    ",1,login,App,,,0,androidapp://com.acme.app,jo@people.test,Geheim-78,otpauth://totp/x?secret=ABCDEF\n"
    ',,login,Maps,,,0,"https://a.test/@1,2,https://b.test","jo@people.test","Ge,heim-79",\n'
    ",,note,Diary,Geheim-99,,0,,,,\n"
)


def test_a_login_with_several_urls_is_a_record_of_each() -> None:
    assert [(row.url, row.host, row.app, row.username, row.password) for row in read(BITWARDEN)] == [
        ("https://sp.acme.example/login", "sp.acme.example", None, "jane@acme.example", "Geheim-77"),
        ("androidapp://com.acme.app", None, "com.acme.app", "jane@acme.example", "Geheim-77"),
        ("androidapp://com.acme.app", None, "com.acme.app", "jo@people.test", "Geheim-78"),
        ("https://a.test/@1,2", "a.test", None, "jo@people.test", "Ge,heim-79"),
        ("https://b.test", "b.test", None, "jo@people.test", "Ge,heim-79"),
    ]


RULED = {
    "markdown": "| id | email | password |\n|---|:---:|---:|\n| 1 | jane@acme.example | Ge\\|heim |\n"
    '| 2 | jo@people.test | "Red" |\n',
    "markdown without outer bars": 'email | password\n--- | ---\njane@acme.example | Ge\\|heim\njo@people.test | "Red"\n',
    "mysql": "+----+-------------------+----------+\n| id | email             | password |\n"
    "+====+===================+==========+\n|  1 | jane@acme.example | Ge\\|heim |\n"
    '|  2 | jo@people.test    | "Red"    |\n+----+-------------------+----------+\n',
    "psql": " id |       email       | password \n----+-------------------+----------\n"
    '  1 | jane@acme.example | Ge\\|heim\n  2 | jo@people.test    | "Red"\n',
}


@pytest.mark.parametrize("name", RULED)
def test_rules_between_rows_are_no_records(name: str) -> None:
    data = RULED[name].encode()
    part = parse_table(data, 0, dialect_of(data))
    assert [(row.username, row.password) for row in rows_of(part)] == [
        ("jane@acme.example", "Ge|heim"),
        ("jo@people.test", '"Red"'),
    ]
    assert part.tally.rejected == {}
    assert is_balanced(part.tally)


def test_a_cell_too_many_in_front_of_a_closing_separator_is_no_empty_one() -> None:
    data = b"|id|email|password|\n|1|jane@acme.example|Ge|heim|\n|2|jo@people.test|Red|\n"
    part = parse_table(data, 0, dialect_of(data))
    assert [(row.username, row.password) for row in rows_of(part)] == [("jo@people.test", "Red")]
    assert part.tally.rejected == {RejectReason.RAGGED_ROW: 1}


@pytest.mark.parametrize(
    "behind",
    [
        *(
            "10.0.0.{n}",
            "10.0.0.{n}:2020-01-{n}",
            "2020-01-{n} 10:2{n}:00:10.0.0.{n}",
            "2020-01-{n}T08:11:59",
            "1{n}.10.2021",
        ),
        "10.0.0.{n}:44{n}:31/01/2020",
    ],
)
def test_columns_of_addresses_and_dates_behind_a_list_are_no_part_of_its_secrets(behind: str) -> None:
    text = "".join(f"n{n}@acme.example:summer{n}:{behind.format(n=n)}\n" for n in range(10, 20))
    assert credentials(text) == [(f"n{n}@acme.example", f"summer{n}") for n in range(10, 20)]
    # One that has a separator more is rejected, not cut.
    part = parse_table(
        (text + "jo@people.test:Ge:heim:" + behind.format(n=12) + "\n").encode(), 0, dialect_of(text.encode())
    )
    assert (part.tally.records, part.tally.rejected) == (10, {RejectReason.RAGGED_ROW: 1})


def test_a_list_of_addresses_with_columns_has_no_secrets() -> None:
    text = "".join(f"n{n}@acme.example:10.0.0.{n}:2020-01-{n}\n" for n in range(10, 20))
    assert credentials(text) == [(f"n{n}@acme.example", None) for n in range(10, 20)]


def test_the_columns_of_spyclouds_csv() -> None:
    """The name of an infected device is no site, and of two columns of sites the one with URLs counts."""
    text = (
        "ip_addresses,infected_machine_id,infected_path,infected_time,user_hostname,target_domain,username,email,password,"
        "target_url,password_plaintext\n"
        "10.1.2.3,m1,C:\\x.exe,2022-01-01,DESKTOP-1,acme.example,jdoe,jane@acme.example,5f4dcc3b5aa765d61d8327deb882cf99,"
        "https://sp.acme.example/login,Blue42\n"
    )
    assert [(row.url, row.username, row.aliases, row.password) for row in read(text)] == [
        ("https://sp.acme.example/login", "jane@acme.example", ("jdoe",), "Blue42")
    ]
    assert [
        row.url
        for row in read("host,email,password,login_url,id\nacme.example,jane@acme.example,Blue42,https://a.test,1\n")
    ] == ["https://a.test"]


def test_the_device_of_spyclouds_csv() -> None:
    text = (
        "ip_addresses,infected_machine_id,infected_path,infected_time,user_hostname,email,target_url,password_plaintext\n"
        '192.0.2.1,M-1,"C:\\a,b.exe",2025-01-24T16:52:07Z,DESK-1,jane@acme.example,https://a.test,Blue42\n'
        "192.0.2.2,,,,,kim@acme.example,https://a.test,Blue43\n"
    )
    data = text.encode()
    machines = parse_table(data, 0, dialect_of(data)).table()["machine"].to_pylist()
    assert json.loads(machines[0]) == {
        "family": "unknown",
        "key": "m-1",
        "computer": "DESK-1",
        "ip": "192.0.2.1",
        "infected_at": "2025-01-24T16:52:07+00:00",
        "malware_path": "C:\\a,b.exe",
    }
    assert machines[1] is None


def test_columns_of_people_describe_no_device() -> None:
    data = b"guid,email,password,ip,country,city\n1,jane@acme.example,Blue42,192.0.2.1,DE,Ulm\n"
    assert not dialect_of(data).devices
