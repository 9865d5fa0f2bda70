"""Lines without a record: skips, rejections, endless and poison lines (leak-formats §5 and §8)."""

import pytest
from parsed_lines import COLON, outcome
from parsed_rows import Row
from tallies import is_balanced

from breachlight.leaks.formats.lines import parse_lines
from breachlight.leaks.records import RejectReason, SkipReason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", SkipReason.BLANK),
        (" \t\x00\ufeff", SkipReason.BLANK),
        ("# user@example.com:Blue42", SkipReason.COMMENT),
        ("// comment", SkipReason.COMMENT),
        ("[Chrome Default]", SkipReason.SECTION),
        ("====================", SkipReason.SEPARATOR),
        ("---- ---- ----", SkipReason.SEPARATOR),
        ("Telegram: @some_channel", SkipReason.BANNER),
        ("CLOUD LOGS - @SOMECLOUD | SHOP - @SOME_BOT | SUPPORT - @SOME", SkipReason.BANNER),
        ("the best logs of the week, fresh and private", SkipReason.BANNER),
        ("★★★★★", SkipReason.BANNER),
    ],
)
def test_lines_that_carry_nothing_are_skipped(line: str, reason: SkipReason) -> None:
    assert outcome(line) == reason


@pytest.mark.parametrize("line", ["email:password", "url:login:password", "Email;Password", "LOGIN|PASS"])
def test_a_header_is_skipped_on_the_first_line_only(line: str) -> None:
    assert outcome(line, offset=0) == SkipReason.HEADER
    assert isinstance(outcome(line, offset=9), Row)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Blue42", RejectReason.NO_SEPARATOR),
        ("https://a.com/login", RejectReason.NO_LOGIN),
        ("https://a.com:8443", RejectReason.NO_LOGIN),
        ("android://abc==@com.pkg.name/::", RejectReason.NO_LOGIN),
        ("android://abc==@com.pkg.name/", RejectReason.NO_LOGIN),
        ("https://a.com:UNKNOWN:[NOT_SAVED]", RejectReason.NO_LOGIN),
        ("UNKNOWN:Blue42", RejectReason.NO_LOGIN),
        (":Blue42", RejectReason.NO_LOGIN),
        (":jdoe:Blue42", RejectReason.NO_LOGIN),
        (":Blue42:user@example.com", RejectReason.NO_LOGIN),
        (":user@example.com", RejectReason.NO_LOGIN),
        ("a.com/path:jdoe", RejectReason.URL_WITHOUT_SECRET),
    ],
)
def test_lines_without_a_record_are_rejected_with_a_reason(line: str, reason: RejectReason) -> None:
    assert outcome(line) == reason


def test_i04_endless_line_is_cut_and_counted() -> None:
    tally = parse_lines(b"jdoe:" + b"x" * 100_000 + b"\n" + b"y" * 70_000, 0, COLON).tally
    assert (tally.lines, tally.records, tally.cut_lines) == (2, 1, 2)
    assert tally.rejected == {RejectReason.NO_SEPARATOR: 1}
    assert tally.rejected_offsets == [100_006]
    assert is_balanced(tally)


@pytest.mark.timeout(3)
@pytest.mark.parametrize(
    "line",
    [
        b"@" * 65_536,
        b":" * 65_536,
        b"a@" * 32_768,
        b"https://" + b"a:" * 32_000,
        b"https://a.com:/" + b"a@b.example:" * 5_000,
        b"a." * 32_768 + b"com:x:y",
        b"\xf0\x9f\x94\xa5 " * 13_000,
        b"a:1:{" + b"a" * 60_000 + b"@b.example",
        b"x@" + b"a-" * 32_000 + b":y",
        b"|US|" * 16_000,
    ],
)
def test_i08_poison_lines_take_linear_time(line: bytes) -> None:
    assert parse_lines((line + b"\n") * 3, 0, COLON).tally.lines == 3
