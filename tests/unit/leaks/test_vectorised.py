"""The fast reader gives the records and the tally of the reference parser, whatever it is fed."""

from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from breachlight.leaks.formats import BlockDialect, LineDialect, Tally, counted, is_plain, parse_batch
from breachlight.leaks.formats.dialects import Dialect
from breachlight.leaks.ingest import vectorised
from breachlight.leaks.ingest.vectorised import ParsedPart, parse_part, parts_of
from breachlight.leaks.record_schema import RECORD_SCHEMA, flag_bits, flags_of, table_of

DIALECTS = [
    LineDialect(),
    LineDialect(";"),
    LineDialect("|"),
    LineDialect("\t"),
    LineDialect(","),
    LineDialect(":", is_padded=True),
    LineDialect(":", is_email_last=True),
]


def reference(data: bytes, start: int, dialect: Dialect) -> tuple[pa.Table, Tally]:
    tally = Tally()
    return table_of(counted(parse_batch(data, start, dialect), tally)), tally


def fast_parse_batch(data: bytes, start: int, dialect: Dialect, machine: str | None = None) -> ParsedPart:
    parts = [parse_part(data[begin:end], start + begin, dialect, machine) for begin, end in parts_of(data, dialect)]
    tally = Tally()
    for part in parts:
        tally.merge(part.tally)
    domains = pa.concat_arrays(
        [pa.array([], pa.dictionary(pa.int32(), pa.string())), *(part.mail_domains for part in parts)]
    )
    return ParsedPart(pa.concat_tables([RECORD_SCHEMA.empty_table(), *(part.table for part in parts)]), domains, tally)


def assert_equal_readings(data: bytes, dialect: Dialect, start: int = 0) -> pa.Table:
    table, tally = reference(data, start, dialect)
    parsed = fast_parse_batch(data, start, dialect)
    assert parsed.tally == tally
    assert parsed.table.schema == RECORD_SCHEMA
    assert parsed.table.sort_by("offset").to_pylist() == table.to_pylist()
    parsed.table.validate(full=True)
    emails = parsed.table["email_key"].to_pylist()
    assert parsed.mail_domains.to_pylist() == [key.partition("@")[2] if key else None for key in emails]
    return parsed.table


DOMAINS = st.sampled_from(
    [
        "mail.test",
        "acme.example",
        "gmail.com",
        "GoogleMail.com",
        "yahoo.de",
        "jane.fastmail.com",
        "a.b.sent.com",
        "x-y.co.uk",
        "-a.test",
        "a..test",
        "xn--bcher-kva.example",
        "bücher.example",
        "foo.nope",
        "mail.versicherung",
        "localhost",
        "10.0.0.1",
        "acme.123",
        "a_b.test",
        "test",
    ]
)
MAILBOXES = st.sampled_from(
    ["jane", "Jane.Doe", "j.a.n.e+shop", "jane-x", "jane-x+y", "+x", "_x", "a!", "0", "jane+", "j+a+b"]
)
MAILS = st.builds("{}@{}".format, MAILBOXES, DOMAINS)
NAMES = st.sampled_from(
    ["bob", "UNKNOWN", "password", "none", "admin", "+15550100200", "12", "", " bob", "a b", "http", "ab"]
)
SECRETS = st.one_of(
    st.sampled_from(
        [
            *[
                "Blue42",
                "x",
                "ab",
                "none",
                "NULL",
                "[NOT_SAVED]",
                "***",
                "$2y$10$abc",
                "*pass",
                "{SSHA}x",
                "n/a",
                "http://a.test/x",
                "Blue42:",
                ":Blue42",
                "a|b",
            ],
            *[
                "me@example.com",
                "p@ss",
                "p@ss.word",
                "0x0100abcdef0123456789abcdef",
                "country=US",
                "x|US|a.txt",
                "pbkdf2_sha256$1$x",
            ],
            "e10adc3949ba59abbe56e057f20f883e",
            "1234567890123456",
            "Blue 42",
            "пароль",
            "x" * 62,
            "x" * 63,
            "x" * 64,
            "",
        ]
    ),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=20),
)
HOSTS = st.one_of(DOMAINS, st.sampled_from(["acme.example:8443", "ACME.example", "[::1]", "user@acme.example"]))
URLS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["https://", "http://", "HTTPS://", "ftp://", "android://abc==@", "", "https:/"]),
    HOSTS,
    st.sampled_from(
        ["", "/", "/login", "/a;b", "/x?next=https://b.com/y", "/a@b.test", "/%40#x", "/é", "//x", "/" + "y" * 200]
    ),
)


@st.composite
def plausible_lines(draw: st.DrawFn) -> bytes:
    separator = draw(st.sampled_from([":", ":", ":", ":", ";", "|", "\t", " : ", ","]))
    login = draw(st.one_of(MAILS, MAILS, NAMES))
    fields = [login, draw(st.one_of(SECRETS, st.just(login)))]
    if draw(st.booleans()):
        fields.insert(draw(st.sampled_from([0, 0, 0, 0, 2])), draw(URLS))
    line = separator.join(fields).encode(draw(st.sampled_from(["utf-8", "utf-8", "cp1251", "utf-16-le"])), "replace")
    if draw(st.integers(0, 9)) == 0:
        place = draw(st.integers(0, len(line)))
        odd = draw(
            st.sampled_from([b"\x00", b"\xff", b"\r", b"\t", b" ", b"\xef\xbb\xbf", b"\x01", b":", b"@", b'"', b"\x85"])
        )
        line = line[:place] + odd + line[place:]
    return line


LINES = st.one_of(
    plausible_lines(),
    plausible_lines(),
    plausible_lines(),
    st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")),
    st.sampled_from([b"", b"#", b"[Chrome]", b"======", b"email:password", b"a@b.test:" + b"x" * 70_000]),
)
ENDS = st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b"\r", b"\r\r\n", b"\n\r"])
FILES = st.builds(
    lambda pairs, last: b"".join(line + end for line, end in pairs) + last,
    st.lists(st.tuples(LINES, ENDS), max_size=40),
    st.one_of(st.just(b""), LINES),
)


@settings(max_examples=600, deadline=None)
@given(FILES, st.sampled_from(DIALECTS), st.sampled_from([0, 0, 7_000_000_000]), st.sampled_from([1, 100, 4 << 20]))
@example(b"a@b.test:abc\r", LineDialect(), 0, 4 << 20)
@example(b"\n", LineDialect(), 0, 1)
def test_i05_every_line_is_read_as_the_reference_parser_reads_it(
    data: bytes, dialect: Dialect, start: int, part_bytes: int
) -> None:
    with patch.object(vectorised, "_PART_BYTES", part_bytes):  # so that a short file has many parts
        assert_equal_readings(data, dialect, start)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(MAILS, SECRETS, st.one_of(st.none(), URLS)), max_size=40), st.sampled_from([":", ";", "|"]))
def test_i07_lines_with_urls_and_separators_are_read_alike(
    rows: list[tuple[str, str, str | None]], separator: str
) -> None:
    lines = [
        separator.join(field for field in (url, login, secret) if field is not None) for login, secret, url in rows
    ]
    assert_equal_readings("\n".join(lines).encode(), LineDialect(separator))


def test_plain_lines_are_taken_and_odd_ones_between_them_keep_their_offsets() -> None:
    lines = [
        b"jane@acme.example:Blue42\n",
        b"jane@acme.example : Blue42\r\n",
        b"https://Shop.acme.example/login:Jane.Doe+x@Gmail.com:Blue42\r\n",
        b"nonsense\n",
        b"https://acme.example:bob:Blue42",
    ]
    assert [is_plain(line.strip(), LineDialect()) for line in lines] == [True, False, True, False, True]
    rows = assert_equal_readings(b"".join(lines), LineDialect(), 100).sort_by("offset").to_pylist()
    assert [row["offset"] for row in rows] == [100, 125, 153, 223]
    assert [row["alias_key"] for row in rows] == [None, None, "janedoe@gmail.com", None]
    assert [row["host"] for row in rows] == [None, None, "shop.acme.example", "acme.example"]


@pytest.mark.parametrize("data", [b"", b"\n\n\n", b"\xff\xfe\x00", b"\r", b":", b"@", b"a@b.test:"])
def test_i04_files_of_almost_nothing(data: bytes) -> None:
    assert_equal_readings(data, LineDialect())


def test_i04_one_line_without_end_and_many_equal_lines() -> None:
    assert_equal_readings(b"x" * 300_000, LineDialect())
    assert assert_equal_readings(b"jane@acme.example:Blue42\n" * 5000, LineDialect()).num_rows == 5000


def test_label_blocks_are_read_by_the_reference_parser() -> None:
    data = b"URL: https://acme.example\nUsername: jane\nPassword: Blue42\n===============\n"
    parsed = fast_parse_batch(data, 0, BlockDialect(), '{"hwid": "1"}')
    table, tally = reference(data, 0, BlockDialect())
    assert parsed.tally == tally
    assert parsed.table.drop_columns("machine").equals(table.drop_columns("machine"))
    assert parsed.table["machine"].to_pylist() == ['{"hwid": "1"}']


def test_the_machine_stands_with_plain_and_odd_lines() -> None:
    parsed = fast_parse_batch(b"jane@acme.example:Blue42\njane@acme.example : Blue42\n", 0, LineDialect(), "{}")
    assert parsed.table["machine"].to_pylist() == ["{}", "{}"]


def test_flags_survive_as_bits() -> None:
    table = assert_equal_readings(b"jane@acme.example:\njane@acme.example:x\n", LineDialect())
    bits = table["flags"].to_pylist()
    assert [flag_bits(flags_of(number)) for number in bits] == bits
    assert all(flags_of(number) for number in bits)
