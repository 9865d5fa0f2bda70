"""Parts of files: whatever they hold, every line is counted once, and the records don't depend on where a file is cut."""

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from parsed_rows import Row, rows_of
from tallies import is_balanced

from breachlight.kit.addresses import alias_key, email_key, host_key
from breachlight.leaks.formats import BlockDialect, LineDialect, Tally, batches, parse_part, parts_of, split_lines
from breachlight.leaks.formats.dialects import Dialect
from breachlight.leaks.parsed import fold
from breachlight.leaks.records import Flag, PasswordType, RejectReason, SkipReason

DIALECTS = [
    LineDialect(),
    LineDialect(";"),
    LineDialect("|"),
    LineDialect("\t"),
    LineDialect(","),
    LineDialect(" "),
    LineDialect(":", is_padded=True),
    LineDialect(":", is_email_last=True),
]


def read(data: bytes, dialect: Dialect, start: int = 0) -> tuple[list[Row], Tally]:
    rows: list[Row] = []
    tally = Tally()
    for begin, end in parts_of(data, dialect):
        part = parse_part(data[begin:end], start + begin, dialect)
        assert len(part.rejections) == part.tally.rejected.total()
        for first, length in zip(part.rejections.starts.tolist(), part.rejections.lengths.tolist(), strict=True):
            assert start + begin <= first <= first + length <= start + end
        rows += rows_of(part)
        tally.merge(part.tally)
    assert is_balanced(tally)
    assert tally.lines == len(list(split_lines(data)))
    assert tally.records == len(rows)
    return rows, tally


def check(row: Row) -> None:
    assert row.username or (row.url and row.password)
    assert (row.password is None) == (row.password_type is PasswordType.NONE)
    key = email_key(row.username) if row.username and "@" in row.username else None
    assert row.email_key == key
    assert row.username_key == (None if row.username is None else key or fold(row.username))
    assert row.alias_key == (None if key is None else alias_key(key))
    assert row.app is None or row.host is None
    assert row.host == (None if row.url is None or row.url.lower().startswith("android://") else host_key(row.url))
    for text in (row.url, row.username, row.password, *row.aliases):
        assert text is None or (text and text == text.strip() and "\x00" not in text and "\ufeff" not in text)


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


@settings(max_examples=400, deadline=None)
@given(FILES, st.sampled_from(DIALECTS), st.sampled_from([0, 0, 7_000_000_000]), st.sampled_from([1, 100]))
@example(b"a@b.test:abc\r", LineDialect(), 0, 1)
@example(b"\n", LineDialect(), 0, 1)
@example(
    b"admin\t\tadmin\nhttps://a.test/x:\t \tbob\t\tBlue42\na@b.test\t\thttp://a.test\t\tx", LineDialect("\t"), 0, 1
)
def test_i05_i08_every_line_ends_somewhere_wherever_the_file_is_cut(
    data: bytes, dialect: Dialect, start: int, part_bytes: int
) -> None:
    rows, tally = read(data, dialect, start)
    assert RejectReason.PARSER_FAULT not in tally.rejected
    offsets = [row.offset for row in rows]
    assert offsets == sorted(set(offsets))
    for row in rows:
        check(row)
    with patch.object(batches, "_PART_BYTES", part_bytes):  # so that a short file has many parts
        assert read(data, dialect, start) == (rows, tally)


@settings(max_examples=200, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=10), st.sampled_from(DIALECTS))
def test_i05_neighbours_of_a_line_do_not_matter(lines: list[bytes], dialect: Dialect) -> None:
    lines = [line.replace(b"\r", b"") for line in lines]
    together, _ = read(b"\n".join(lines), dialect, 1)
    alone: list[Row] = []
    offset = 1
    for line in lines:
        alone += read(line + b"\n", dialect, offset)[0]
        offset += len(line) + 1
    assert together == alone


def test_offsets_rejections_and_keys() -> None:
    lines = [
        b"jane@acme.example:Blue42\n",
        b"jane@acme.example : Blue42\r\n",
        b"https://Shop.acme.example/login:Jane.Doe+x@Gmail.com:Blue42\r\n",
        b"nonsense\n",
        b"https://acme.example:bob:Blue42",
    ]
    part = parse_part(b"".join(lines), 100, LineDialect())
    rows = rows_of(part)
    assert [row.offset for row in rows] == [100, 125, 153, 223]
    assert [row.alias_key for row in rows] == [None, None, "janedoe@gmail.com", None]
    assert [row.host for row in rows] == [None, None, "shop.acme.example", "acme.example"]
    assert (part.rejections.starts.tolist(), part.rejections.lengths.tolist()) == ([214], [8])
    assert part.tally.rejected == {RejectReason.NO_SEPARATOR: 1}
    assert part.tally.rejected_offsets == [214]


@pytest.mark.parametrize("data", [b"", b"\n\n\n", b"\xff\xfe\x00", b"\r", b":", b"@", b"a@b.test:", b"\xe2\x82"])
def test_i04_files_of_almost_nothing(data: bytes) -> None:
    read(data, LineDialect())


def test_i04_one_line_without_end_and_many_equal_lines() -> None:
    assert read(b"x" * 300_000, LineDialect())[1].cut_lines == 1
    assert len(read(b"jane@acme.example:Blue42\n" * 5000, LineDialect())[0]) == 5000


def test_a_cut_line_keeps_whole_characters() -> None:
    for shift in range(3):
        (row,), _ = read(b"jdoe:" + b"x" * shift + "\u20ac".encode() * 30_000, LineDialect())
        assert row.flags == {Flag.LINE_CUT}
        assert (row.password or "").rstrip("\u20ac") == "x" * shift


def test_label_blocks_and_their_machine() -> None:
    data = b"URL: https://acme.example\nUsername: jane\nPassword: Blue42\n===============\n"
    part = parse_part(data, 0, BlockDialect(), '{"hwid": "1"}')
    (row,) = rows_of(part)
    assert (row.url, row.username, row.password) == ("https://acme.example", "jane", "Blue42")
    assert row.machine == '{"hwid": "1"}'
    assert part.tally.skipped == {SkipReason.SEPARATOR: 1}
    (row,) = rows_of(parse_part(b"jane@acme.example:Blue42\n", 0, LineDialect(), "{}"))
    assert row.machine == "{}"


_PRINT_RECORDS = """
import sys
from breachlight.leaks.formats import LineDialect, parse_part
part = parse_part(sys.stdin.buffer.read(), 5, LineDialect())
print(part.table().to_pylist(), part.tally, part.rejections.starts.tolist(), part.rejections.reasons.tolist())
"""


def test_compiled_code_reads_as_plain_python_does() -> None:
    lines = (Path(__file__).parent / "test_lines.py").read_bytes().replace(b'"', b"") + (
        b"jane@acme.example:Bl\xfce\n\xef\xbb\xbfa@b.test\x00:x\r\rb\xc3\xbccher@b\xc3\xbccher.example:x\n"
    )

    def printed(environment: dict[str, str]) -> bytes:
        command = [sys.executable, "-W", "error", "-c", _PRINT_RECORDS]
        return subprocess.run(
            command, input=lines, stdout=subprocess.PIPE, check=True, env={**os.environ, **environment}
        ).stdout

    assert printed({"NUMBA_DISABLE_JIT": "1"}) == printed({})
