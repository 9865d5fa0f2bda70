"""Label blocks of the stealer families, from invented files and, where present, from the shared synthetic machines."""

import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsed_rows import Row, rows_of
from tallies import is_balanced

from breachlight.leaks.formats import BlockDialect, FileKind, StreamDecoder, detect, split_lines, split_point
from breachlight.leaks.formats.blocks import parse_blocks
from breachlight.leaks.parsed import ParsedPart
from breachlight.leaks.records import Flag, RejectReason, Tally

FIXTURES = Path(__file__).parents[3] / "fixtures" / "leaks"
SHARED = Path(__file__).parents[5] / "shared" / "data" / "stealer_logs"


def read_file(data: bytes, name: str) -> tuple[list[Row], Tally, BlockDialect]:
    detection = detect(data, name)
    assert detection.kind is FileKind.BLOCKS, detection
    assert isinstance(detection.dialect, BlockDialect)
    decoded = StreamDecoder(detection.encoding).feed(data, final=True)
    part = read_part(decoded, detection.dialect)
    return rows_of(part), part.tally, detection.dialect


def read_part(decoded: bytes, dialect: BlockDialect, start: int = 0) -> ParsedPart:
    part = parse_blocks(decoded, start, dialect)
    assert is_balanced(part.tally)
    assert part.tally.lines == len(list(split_lines(decoded)))
    assert part.tally.records == len(part)
    assert (part.rejections.starts + part.rejections.lengths <= start + len(decoded)).all()
    return part


def read_fixture(path: str) -> tuple[list[Row], Tally, BlockDialect]:
    return read_file((FIXTURES / path).read_bytes(), path)


def rows(records: list[Row]) -> list[tuple[str | None, str | None, str | None, str | None]]:
    return [(record.url, record.username, record.password, record.software) for record in records]


def test_redline_with_banner_rules_and_broken_blocks() -> None:
    records, tally, dialect = read_fixture("redline/Passwords.txt")
    chrome, edge = "Google_[Chrome]_Default", "Microsoft_[Edge]_Default"
    assert rows(records) == [
        ("https://portal.acme.example/login", "jane@acme.example", "Blue:42!", chrome),
        ("https://shop.globex.example/", None, "Green17#", chrome),
        ("https://mail.globex.example/", "jdoe", None, "Mozilla_[Firefox]_Default"),
        (
            "android://q1-_Zz09==@com.globex.app/",
            "jane@acme.example",
            "UGFzc3dvcmQgb2Yc2V2ZXJhbCBsaW5lcw==",
            "Google_[Chrome]_Profile 1",
        ),
        ("http://10.0.0.1/", "admin", None, edge),
        (None, "lost", "url is missing", edge),
    ]
    assert [record.flags for record in records] == [
        set(),
        {Flag.PLACEHOLDER_LOGIN},
        {Flag.NO_SECRET},
        set(),
        {Flag.SENTINEL_SECRET},
        set(),
    ]
    assert (records[3].app, records[3].host) == ("com.globex.app", None)
    assert tally.record_lines == 24
    assert tally.rejected == {RejectReason.NO_URL_OR_LOGIN: 1}
    assert dialect.family == "redline"


def test_lumma_without_any_separator() -> None:
    records, _, dialect = read_fixture("lumma/All Passwords.txt")
    chrome = "Chrome Default (132.0.6834.15)"
    assert rows(records) == [
        ("https://portal.acme.example/", "jane@acme.example", "Blue42!a", chrome),
        ("https://globex.example/", "jdoe", "Green17#", chrome),
        ("https://acme.example/", "max@mail.example", "Yellow9?", chrome),
        ("https://vpn.acme.example/", "jane@acme.example", "Red77!", "Firefox Default (132.0)"),
    ]
    assert dialect.family == "lumma"


def test_stealc_joins_browser_and_profile() -> None:
    records, _, dialect = read_fixture("stealc/passwords.txt")
    assert rows(records) == [
        ("https://portal.acme.example/login", "jane@acme.example", "Blue42!a", "Google Chrome Default"),
        ("https://globex.example/", "jdoe", "pass: url: x", "Microsoft Edge Profile 1"),
        ("https://acme.example/", "max@mail.example", None, "Google Chrome Default"),
    ]
    assert dialect.family == "stealc"


def test_vidar_in_utf_16() -> None:
    records, _, dialect = read_fixture("vidar/passwords.txt")
    chrome = "Google Chrome [Default]"
    assert rows(records) == [
        ("https://portal.acme.example", "jane@acme.example", "Blue42!a", chrome),
        ("https://globex.example", "jdoe", "Grün17#", chrome),
        ("https://acme.example", None, "Yellow9?", chrome),
    ]
    assert dialect.family == "vidar"


def test_atomic_without_line_end_at_the_end() -> None:
    records, _, dialect = read_fixture("atomic/Passwords.txt")
    assert rows(records) == [
        ("https://portal.acme.example", "jane@acme.example", "Blue42!a", None),
        ("https://globex.example", "jdoe", "Green17#", None),
    ]
    assert dialect.family == "atomic"


def test_obfuscated_labels_and_sections() -> None:
    records, _, _ = read_fixture("labels_obfuscated.txt")
    assert rows(records) == [
        ("https://portal.acme.example/", "jane@acme.example", "Blue42", "Chrome Default"),
        ("https://globex.example/", "jdoe", "Green17", None),
    ]


def test_three_bare_lines_make_a_record() -> None:
    records, _, _ = read_fixture("triplets.txt")
    assert rows(records) == [
        ("https://portal.acme.example/", "jane@acme.example", "Blue42", None),
        ("globex.example", "jdoe", "Gr:een17", None),
        ("https://acme.example/x", "max@mail.example", "Yellow9", None),
    ]


def read_text(text: str, dialect: BlockDialect | None = None) -> list[Row]:
    return rows_of(read_part(text.encode(), dialect or BlockDialect()))


def test_two_login_labels_make_one_record_with_an_alias() -> None:
    (record,) = read_text("URL: https://a.com\nUsername: jdoe\nEmail: jane@acme.example\nPassword: Blue42\n")
    assert (record.username, record.aliases) == ("jane@acme.example", ("jdoe",))


def test_labels_inside_of_values_are_values() -> None:
    (record,) = read_text("URL: https://a.com\nUsername: jdoe\nPassword: x Password: y URL: z\n")
    assert record.password == "x Password: y URL: z"


def test_blank_lines_inside_of_records_where_the_file_writes_so() -> None:
    text = "".join(f"URL: https://a{number}.com\n\nUser: jdoe\n\nPass: Blue42\n\n" for number in range(3))
    records, _, dialect = read_file(text.encode(), "list.txt")
    assert not dialect.blank_separates
    assert rows(records) == [(f"https://a{number}.com", "jdoe", "Blue42", None) for number in range(3)]


def test_a_truncated_block_does_not_harm_its_neighbours() -> None:
    records = read_text("URL: https://a.com\nUsername: jdoe\nURL: https://b.com\nUsername: max\nPassword: Blue42\n")
    assert [(o.url, o.username, o.password) for o in records] == [
        ("https://a.com", "jdoe", None),
        ("https://b.com", "max", "Blue42"),
    ]


def test_i04_a_record_that_never_ends_is_closed() -> None:
    text = b"URL: https://a.com\nUsername: jdoe\n" + b"noise\n" * 100_000
    assert split_point(text[: 1 << 20], BlockDialect()) > 0
    assert len(read_part(text, BlockDialect())) == 1
    noise = b"URL: https://a.com\n" + (b"x" * 60_000 + b"\n") * 40
    assert split_point(noise, BlockDialect()) > 0


lines_of_blocks = st.lists(
    st.sampled_from(
        [
            "URL: https://a.com",
            "URL:",
            "Username: jdoe",
            "Email: jane@acme.example",
            "Password: Blue42",
            "Password:",
            "Application: Chrome",
            "SOFT: Chrome",
            "profile: Default",
            "URL: android://x==@com.pkg/",
            "YWJj",
            "===============",
            "",
            "noise",
            "Other: value",
            '["Chrome" = "Default"]',
            "# comment",
        ]
    )
    | st.text(max_size=12),
    max_size=40,
)
block_dialects = st.sampled_from(
    [
        BlockDialect(),
        BlockDialect(blank_separates=False),
        BlockDialect(order=("soft", "url", "user", "pass")),
        BlockDialect(order=("login", "password", "url")),
        BlockDialect(is_unlabelled=True),
    ]
)


@given(lines_of_blocks, block_dialects, st.integers(1, 60), st.sampled_from(["\n", "\r\n", "\r"]))
def test_i02_blocks_cut_at_split_points_equal_blocks_read_at_once(
    lines: list[str], dialect: BlockDialect, size: int, line_end: str
) -> None:
    stream = line_end.join(lines).encode()
    parts: list[ParsedPart] = []
    start = end = 0
    while end < len(stream):
        end = min(end + size, len(stream))
        cut = split_point(stream[start:end], dialect)
        parts.append(read_part(stream[start : start + cut], dialect, start))
        start += cut
    parts.append(read_part(stream[start:], dialect, start))
    whole = read_part(stream, dialect)
    assert [row for part in parts for row in rows_of(part)] == rows_of(whole)
    tally = Tally()
    for part in parts:
        tally.merge(part.tally)
    assert tally == whole.tally


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared synthetic stealer logs are missing")
@pytest.mark.parametrize("family", ["atomic", "lumma", "redline", "stealc", "vidar"])
def test_shared_machines_give_the_expected_credentials(family: str) -> None:
    (expected,) = json.loads((SHARED / "expected.json").read_text())["families"][family]
    found: dict[tuple[str | None, str | None, str | None], str | None] = {}
    with zipfile.ZipFile(SHARED / f"{family}_one_machine.zip") as archive:
        for name, blocks in expected["password_files"].items():
            path = f"{family}/{expected['machine']}/{name}"
            records, tally, dialect = read_file(archive.read(path), path)
            assert len(records) == blocks
            assert not tally.rejected
            assert dialect.family in (family, "meta" if family == "redline" else family)
            for record in records:
                login = "UNKNOWN" if Flag.PLACEHOLDER_LOGIN in record.flags else record.username
                found.setdefault((record.url, login, record.password), record.software)
    wanted = {(url, login, password): software for url, login, password, software in expected["credentials"]}
    assert found.keys() == wanted.keys()
    assert len(found) == expected["unique_credentials"]
    assert [software for key, software in found.items() if software != wanted[key]] == []
