"""Label blocks as they are found: lines between them, URL last, single blocks, uneven triplets, families (leak-formats §4)."""

import json

import pytest
from parsed_rows import Row, rows_of

from breachlight.leaks.formats import BlockDialect, FileKind, detect, parse_part
from breachlight.leaks.parsed import ParsedPart
from breachlight.leaks.records import Flag, RejectReason, SkipReason

BLOCK = "URL: https://a.com\nUsername: jdoe\nPassword: Blue42\n"
REDLINE = "URL: https://a.com\nUsername: jdoe\nPassword: Blue42\nApplication: Chrome\n"


def read(text: str | bytes, machine: str | None = None) -> ParsedPart:
    data = text.encode() if isinstance(text, str) else text
    detection = detect(data, "list.txt")
    assert detection.kind is FileKind.BLOCKS
    assert detection.dialect is not None
    return parse_part(data, 0, detection.dialect, machine)


def fields(part: ParsedPart) -> list[tuple[str | None, str | None, str | None]]:
    return [(row.url, row.username, row.password) for row in rows_of(part)]


FROM_BLOCK = ("https://a.com", "jdoe", "Blue42")
LINES = [
    ("jane@acme.example:Red77!", (None, "jane@acme.example", "Red77!")),
    ("https://b.com/x:max:Gr:een", ("https://b.com/x", "max", "Gr:een")),
    ("b.com/login:max:Green17", ("b.com/login", "max", "Green17")),
    ("max:Green17", (None, "max", "Green17")),
    ("jane@acme.example:a secret of words", (None, "jane@acme.example", "a secret of words")),
    ("jane@acme.example;Red77!", (None, "jane@acme.example", "Red77!")),
]


@pytest.mark.parametrize(("line", "record"), LINES)
def test_credential_lines_around_blocks(line: str, record: tuple[str | None, str | None, str | None]) -> None:
    assert fields(read(f"{line}\n\n{BLOCK}")) == [record, FROM_BLOCK]
    assert fields(read(f"{BLOCK}{line}\n\n{BLOCK}")) == [FROM_BLOCK, record, FROM_BLOCK]
    assert fields(read(f"{BLOCK}\n{line}\n")) == [FROM_BLOCK, record]


@pytest.mark.parametrize(
    "advert",
    [
        "Seller: @nobody",
        "Free Logs: https://t.me/invented",
        "https://t.me/invented",
        "*** CLOUD OF LOGS ***",
        "Contact support@acme.example: we sell logs",
        "support@acme.example: write us for more logs",
        "Country: DE",
        "Shop:@channel",
    ],
)
def test_adverts_and_unknown_labels_are_skipped(advert: str) -> None:
    part = read(f"{advert}\n\n{BLOCK}\n{advert}\n\n{BLOCK}")
    assert fields(part) == [FROM_BLOCK, FROM_BLOCK]
    assert not part.tally.rejected


def test_a_few_blocks_in_a_list_of_lines_are_blocks() -> None:
    lines = "".join(f"user{number}@acme.example:Red{number}\n" for number in range(30))
    assert fields(read(f"{lines}{BLOCK}"))[-1] == FROM_BLOCK
    assert len(read(f"{lines}{BLOCK}")) == 31


def test_blocks_with_the_url_last() -> None:
    block = "Login: {0}\nPassword: {1}\nURL: {2}\n"
    rows = [
        ("max", "Red1", "https://a.com"),
        ("kim", "Red2", "https://b.com"),
        ("jane@acme.example", "Red3", "https://c.com"),
    ]
    for separator in ("", "\n", "=====\n"):
        text = separator.join(block.format(*row) for row in rows)
        assert fields(read(text)) == [(url, login, secret) for login, secret, url in rows]


def test_blocks_with_software_first_and_host_last() -> None:
    text = "".join(f"Soft: Opera\nLogin: user{n}\nPassword: Red{n}\nHost: https://a{n}.com\n" for n in range(4))
    part = read(text)
    assert fields(part) == [(f"https://a{n}.com", f"user{n}", f"Red{n}") for n in range(4)]
    assert {row.software for row in rows_of(part)} == {"Opera"}


def test_blocks_with_missing_labels_take_none_from_their_neighbours() -> None:
    text = f"{REDLINE}Username: kim\nPassword: Red2\nApplication: Edge\n{REDLINE}URL: https://c.com\n{REDLINE}"
    assert fields(read(text)) == [FROM_BLOCK, (None, "kim", "Red2"), FROM_BLOCK, FROM_BLOCK]
    text = "SOFT: a\nURL: https://a.com\nUSER: jdoe\nPASS: Blue42\n"
    broken = "URL: https://b.com\nUSER: max\nPASS: Red1\n"
    rows = rows_of(read(text * 2 + broken + text))
    assert [(row.url, row.software) for row in rows] == [
        ("https://a.com", "a"),
        ("https://a.com", "a"),
        ("https://b.com", None),
        ("https://a.com", "a"),
    ]


def test_a_url_alone_is_no_record() -> None:
    part = read(f"{BLOCK}\nURL: https://b.com\n\n{BLOCK}")
    assert fields(part) == [FROM_BLOCK, FROM_BLOCK]
    assert part.tally.rejected == {RejectReason.NO_LOGIN: 1}


@pytest.mark.parametrize(
    "text", ["Login: max\nPassword: Red1\n", "login:max\npassword:Red1", "Password: Red1\n\nUser: max\n"]
)
def test_a_single_block_of_two_labels(text: str) -> None:
    assert (None, "max", "Red1") in fields(read(text)) or len(read(text)) == 1


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ("https://a.com/\njane@acme.example\nRed1\n", [("https://a.com/", "jane@acme.example", "Red1")]),
        (
            "https://a.com/\nmax\nRed1\nhttps://b.com/\nkim\nRed2\n",
            [("https://a.com/", "max", "Red1"), ("https://b.com/", "kim", "Red2")],
        ),
        (
            "https://a.com/\nmax\nRed1\n\nhttps://b.com/\n\njane@acme.example\n\nRed2\n\nhttps://c.com/\nkim\nRed3",
            [
                ("https://a.com/", "max", "Red1"),
                ("https://b.com/", "jane@acme.example", "Red2"),
                ("https://c.com/", "kim", "Red3"),
            ],
        ),
        (
            "https://a.com/\n\nmax\n\nRed1\n\nhttps://b.com/\n\nkim\n\nRed2\n",
            [("https://a.com/", "max", "Red1"), ("https://b.com/", "kim", "Red2")],
        ),
        (
            "https://a.com/\nmax\nRed1\n\nJOIN @invented NOW\n\nhttps://b.com/\njane@acme.example\n\nhttps://c.com\nkim\nRe d😀3",
            [
                ("https://a.com/", "max", "Red1"),
                ("https://b.com/", "jane@acme.example", None),
                ("https://c.com", "kim", "Re d😀3"),
            ],
        ),
    ],
)
def test_uneven_triplets(text: str, records: list[tuple[str | None, str | None, str | None]]) -> None:
    assert fields(read(text)) == records


def test_a_triplet_without_login_is_rejected_not_exposed() -> None:
    part = read("https://a.com/\nmax\nRed1\n\nhttps://b.com/\nSecret2\n\nhttps://c.com/\nkim\nRed3\n")
    assert [row[0] for row in fields(part)] == ["https://a.com/", "https://c.com/"]
    assert part.tally.rejected == {RejectReason.AMBIGUOUS: 2}


@pytest.mark.parametrize(
    "value", ["[UNKNOWN]", "[Wrong padding]", "[Wrong padding] HEX: D4-75-C9", "gmail_ps=CrMBAAlriVxyz"]
)
def test_failures_of_stealers_are_no_values(value: str) -> None:
    (row,) = rows_of(read(f"URL: https://a.com\nUsername: max\nPassword: {value}\n"))
    assert (row.password, row.flags) == (None, {Flag.SENTINEL_SECRET})
    (row,) = rows_of(read(f"URL: https://a.com\nUsername: {value}\nPassword: Red1\n"))
    assert (row.username, row.flags) == (None, {Flag.PLACEHOLDER_LOGIN})


def test_secrets_with_spaces_and_emoji_stay_whole() -> None:
    (row,) = rows_of(read("URL: https://a.com\nUsername: max\nPassword: a 😀 secret: of words 😀\n"))
    assert row.password == "a 😀 secret: of words 😀"


@pytest.mark.parametrize(
    ("text", "family"),
    [
        (f"* Telegram: https://t.me/REDLINESUPPORT *\n{BLOCK}", "redline"),
        (f"META_DATA\n{BLOCK}", "meta"),
        (f"LummaC2 Build 2026\n{BLOCK}", "lumma"),
        (f"*** StealC v2 ***\n{REDLINE}", "stealc"),
        (f"Vidar stealer\n{BLOCK}", "vidar"),
        (f"RACCOON STEALER logs\n{BLOCK}", "raccoon"),
        (f"AMOS - atomic mac stealer\n{BLOCK}", "atomic"),
        (f"# RisePro by @nobody\n{BLOCK}", "risepro"),
        (REDLINE, "redline"),
        ("URL: https://a.com\nUSR: max\nPASS: x\n", "raccoon"),
    ],
)
def test_the_family_comes_from_banner_or_labels(text: str, family: str) -> None:
    def facts(machine: str | None) -> dict[str, str]:
        (row,) = rows_of(read(text, machine))
        return dict(json.loads(row.machine or "{}"))

    assert facts(None) == {"family": family}
    assert facts('{"family":"unknown","hwid":"1"}') == {"family": family, "hwid": "1"}
    assert facts('{"family":"mystic","hwid":"1"}') == {"family": "mystic", "hwid": "1"}


def test_lines_between_the_blocks_of_a_stealer_come_from_no_device() -> None:
    text = f"max@acme.example:Red1\n\n{REDLINE}\nkim@acme.example:Red2\n"
    assert [row.machine for row in rows_of(read(text))] == [None, '{"family":"redline"}', None]
    assert {row.machine for row in rows_of(read(text, '{"hwid":"1"}'))} == {'{"hwid":"1","family":"redline"}'}


def test_labels_of_many_lists_name_no_family() -> None:
    (row,) = rows_of(read("Url: https://a.com\nLogin: max\nPassword: x\n"))
    assert row.machine is None


def test_banner_lines_are_counted_as_banners() -> None:
    assert read(f"Vidar stealer\n{BLOCK}").tally.skipped[SkipReason.BANNER] == 1


def test_rows_are_in_the_order_of_the_file() -> None:
    text = f"URL: https://a.com\nUsername: jdoe\njane@acme.example:Red1\nPassword: Blue42\n\n{BLOCK}"
    rows: list[Row] = rows_of(read(text))
    assert [row.username for row in rows] == ["jdoe", "jane@acme.example", "jdoe"]
    assert isinstance(detect(text.encode(), "x").dialect, BlockDialect)
