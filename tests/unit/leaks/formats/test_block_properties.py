"""Any mix of label blocks, credential lines and noise gives exactly the records that were written."""

import re

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from leak_writers.blocks import FAMILIES, SEPARATED, Item, atomic, items, lumma, redline
from leak_writers.records import LeakRecord, emails, exposed_part, leak_records, usernames
from parsed_rows import Row, rows_of
from tallies import is_balanced

from breachlight.leaks.formats import BlockDialect, FileKind, detect, parse_part, parts_of, split_lines, split_point
from breachlight.leaks.records import Tally

Fields = tuple[str | None, str | None, str | None]
SAMPLE = LeakRecord("https://a.example/", "jane@acme.example", "WQXZ:6 7Q")


def dialect_of(data: bytes) -> BlockDialect:
    detection = detect(data, "Passwords.txt")
    assert detection.kind is FileKind.BLOCKS
    assert isinstance(detection.dialect, BlockDialect)
    return detection.dialect


def written(item: Item) -> Fields:
    assert item.record is not None
    return item.record.url, item.record.login, item.record.secret


def fields(row: Row) -> Fields:
    return row.url, row.username, row.password


def assert_nothing_is_exposed(rows: list[Row], secrets: list[str]) -> None:
    for row in rows:
        for text in (
            row.url,
            row.host,
            row.app,
            row.username,
            row.username_key,
            row.email_key,
            row.software,
            *row.aliases,
        ):
            assert not any(exposed_part(secret, text) for secret in secrets), row


def assert_read_exactly(mixed: list[Item], data: bytes, dialect: BlockDialect) -> None:
    part = parse_part(data, 0, dialect)
    rows = rows_of(part)
    records = [item for item in mixed if item.record]
    assert [fields(row) for row in rows] == [written(item) for item in records]
    assert [row.software for row in rows] == [item.software for item in records]
    assert not part.tally.rejected
    assert is_balanced(part.tally)
    assert part.tally.lines == len(list(split_lines(data)))
    assert_nothing_is_exposed(rows, [item.record.secret or "" for item in records if item.record])


@settings(max_examples=60)
@given(
    st.sampled_from(FAMILIES),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
    st.data(),
)
def test_blocks_of_all_families_with_lines_and_noise_between_them(
    first: object, line_end: str, has_mark: bool, data: st.DataObject
) -> None:
    assert callable(first)
    mixed = [first(SAMPLE), *data.draw(st.lists(items(FAMILIES), max_size=12))]
    content = "".join(item.text for item in mixed).replace("\n", line_end)
    stream = (b"\xef\xbb\xbf" if has_mark else b"") + content.encode()
    assert_read_exactly(mixed, stream, dialect_of(stream))


@settings(max_examples=40)
@given(st.sampled_from(SEPARATED), st.data())
def test_labels_in_any_order_where_blocks_are_separated(first: object, data: st.DataObject) -> None:
    assert callable(first)
    mixed = [first(SAMPLE), *data.draw(st.lists(items(SEPARATED), max_size=10))]
    stream = "".join(item.text for item in mixed).encode()
    assert_read_exactly(mixed, stream, dialect_of(stream))


@settings(max_examples=40)
@given(st.lists(items(FAMILIES), min_size=1, max_size=12), st.integers(1, 200))
@example([redline(SAMPLE), lumma(SAMPLE), atomic(SAMPLE)] * 12, 16_500)
@example([lumma(SAMPLE)] * 1000, 40_000)
@example([redline(SAMPLE)] * 1000, 40_000)
def test_i02_cuts_at_split_points_change_nothing(mixed: list[Item], size: int) -> None:
    stream = "".join(item.text for item in [lumma(SAMPLE), *mixed]).encode()
    dialect = dialect_of(stream)
    rows: list[Row] = []
    tally = Tally()
    start = end = 0
    while start < len(stream):
        end = min(end + size, len(stream))
        cut = len(stream) - start if end == len(stream) else split_point(stream[start:end], dialect)
        part = parse_part(stream[start : start + cut], start, dialect)
        rows += rows_of(part)
        tally.merge(part.tally)
        start += cut
    whole = parse_part(stream, 0, dialect)
    assert rows == rows_of(whole)
    assert tally == whole.tally


@pytest.mark.parametrize("family", [redline, lumma, atomic])
def test_parts_of_a_long_file_give_all_records(family: object) -> None:
    assert callable(family)
    data = family(SAMPLE).text.encode() * 50_000
    dialect = dialect_of(data[:100_000])
    parts = list(parts_of(data, dialect))
    assert len(parts) > 1
    assert sum(len(parse_part(data[start:end], start, dialect)) for start, end in parts) == 50_000


triplet_lines = st.sampled_from(
    ["url", "login", "secret", "", "===", "JOIN US @invented now", "https://t.me/x invites"]
)


@settings(max_examples=60)
@given(st.lists(leak_records(".-_!$%&*é😀 ", with_url=True, logins=emails() | usernames()), min_size=1), st.data())
def test_triplets_with_missing_lines_expose_no_secret(records: list[LeakRecord], data: st.DataObject) -> None:
    lines: list[str] = []
    kinds: list[str] = []
    for record in records:
        values = {"url": record.url, "login": record.login, "secret": record.secret}
        shown = data.draw(
            st.just(["url", "login", "secret", ""]) | st.lists(triplet_lines, max_size=6).filter(in_order)
        )
        lines += [str(values.get(line, line)) for line in shown]
        has_address = "@" in (record.login or "")
        kinds += ["secret" if line == "login" and not has_address else line for line in shown]
    assume(not has_undecidable_lines(kinds))
    stream = "\n".join(lines).encode()
    for dialect in (BlockDialect(is_unlabelled=True), BlockDialect(is_unlabelled=True, blank_separates=False)):
        part = parse_part(stream, 0, dialect)
        assert is_balanced(part.tally)
        assert part.tally.lines == len(list(split_lines(stream)))
        assert_nothing_is_exposed(rows_of(part), [record.secret or "" for record in records])


@pytest.mark.parametrize("blank_separates", [True, False])
@pytest.mark.parametrize(
    "end", ["", "\n", "\nhttps://b.example/", "\n===", "\nhttps://b.example/\njane@acme.example\nb"]
)
def test_a_password_in_front_of_an_address_is_no_login(end: str, blank_separates: bool) -> None:
    stream = f"https://a.example/\nWQXZ67Q\njo@acme.example{end}".encode()
    part = parse_part(stream, 0, BlockDialect(is_unlabelled=True, blank_separates=blank_separates))
    assert is_balanced(part.tally)
    assert_nothing_is_exposed(rows_of(part), ["WQXZ67Q"])


@pytest.mark.parametrize("blank_separates", [True, False])
@pytest.mark.parametrize("end", ["", "\n", "\njane@acme.example\nWQXZ67Q"])
def test_a_password_between_urls_is_no_login(end: str, blank_separates: bool) -> None:
    stream = f"https://a.example/\nWQXZ67Q\nhttps://b.example/{end}".encode()
    part = parse_part(stream, 0, BlockDialect(is_unlabelled=True, blank_separates=blank_separates))
    assert is_balanced(part.tally)
    assert_nothing_is_exposed(rows_of(part), ["WQXZ67Q"])


def has_undecidable_lines(kinds: list[str]) -> bool:
    """Say whether a password without login and the one line behind it read as login and password."""
    marks = "".join({"url": "u", "login": "@", "secret": "s", "===": "="}.get(kind, "") for kind in kinds)
    return re.search("uss(?![s@])", marks) is not None


def in_order(lines: list[str]) -> bool:
    shown = [line for line in lines if line in ("url", "login", "secret")]
    return shown == [line for line in ("url", "login", "secret") if line in shown]


@settings(max_examples=40)
@given(st.lists(leak_records(".-_!$%&*é😀 ", with_url=True, logins=emails() | usernames()), min_size=2, max_size=8))
def test_clean_triplets_are_read_exactly(records: list[LeakRecord]) -> None:
    for separator in ("\n\n", "\n", "\n===\n", "\n\nJOIN US @invented now\n\n"):
        stream = separator.join(f"{record.url}\n{record.login}\n{record.secret}" for record in records).encode()
        detection = detect(stream, "list.txt")
        assert isinstance(detection.dialect, BlockDialect)
        part = parse_part(stream, 0, detection.dialect)
        assert [fields(row) for row in rows_of(part)] == [(r.url, r.login, r.secret) for r in records]
