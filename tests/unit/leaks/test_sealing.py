"""What is sealed comes back as it was, and only where it belongs."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from old_lake import block_with_hosts, old_block

from breachlight.kit.keys import KeyRing, SealError
from breachlight.leaks.lake.sealing import BLOCK_RECORDS, open_block, pack_blocks, seal_block
from breachlight.leaks.lake.spans import PASSWORD_TYPES, TEXT_COLUMNS, RecordSpans
from breachlight.leaks.record_schema import RECORD_SCHEMA

RING = KeyRing.of(b"a" * 32, b"b" * 32)
TEXTS = st.one_of(st.none(), st.text(st.characters(codec="utf-8"), max_size=12), st.just("x" * 300))


def values_of(field: Any) -> st.SearchStrategy[Any]:
    if field.name == "password_type":
        return st.sampled_from([None, *(kind.value for kind in PASSWORD_TYPES[1:])])
    if field.type == pa.string():
        return TEXTS
    if field.type == pa.list_(pa.string()):
        return st.one_of(st.none(), st.lists(TEXTS.filter(lambda text: text is not None), min_size=1, max_size=3))
    return st.integers(0, 2**31 - 1)


def with_url(row: dict[str, Any], host: str, scheme: str, path: str) -> dict[str, Any]:
    return row | {"host": host, "url": f"{scheme}{host}{path}"}


PLAIN_ROWS = st.fixed_dictionaries({field.name: values_of(field) for field in RECORD_SCHEMA})
SCHEMES = st.sampled_from(["https://", "http://", "ftp://", "http:/", "android://", "HTTPS://", "http://x@", ""])
URL_ROWS = st.builds(with_url, PLAIN_ROWS, TEXTS.map(lambda text: text or ""), SCHEMES, st.sampled_from(["", "/", "x"]))
ROWS = st.lists(PLAIN_ROWS | URL_ROWS, max_size=30)


def sealed_blocks(batch_id: int, first_block: int, records: pa.Table | RecordSpans) -> list[bytes]:
    spans = records if isinstance(records, RecordSpans) else RecordSpans.of_table(records)
    return [
        seal_block(RING, batch_id, first_block + number, packed) for number, packed in enumerate(pack_blocks(spans))
    ]


def opened(sealed: list[bytes], batch_id: int, first_block: int) -> pa.Table:
    blocks = [open_block(RING, batch_id, first_block + number, data) for number, data in enumerate(sealed)]
    return pa.concat_tables([RECORD_SCHEMA.empty_table(), *blocks])


@settings(deadline=None)
@given(ROWS, st.integers(0, 5), st.integers(0, 5))
def test_records_come_back_as_they_were(rows: list[dict[str, Any]], cut: int, copies: int) -> None:
    table = pa.concat_tables([pa.Table.from_pylist(rows, RECORD_SCHEMA)] * (copies + 1)).slice(cut)
    found = opened(sealed_blocks(7, 3, table), 7, 3)
    assert found.schema == RECORD_SCHEMA
    assert found.to_pylist() == table.to_pylist()
    found.validate(full=True)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.tuples(st.sampled_from([None, "{}", '{"a":1}', '{"b":2}']), st.integers(1, 700)), max_size=8))
@example([("{}", 500), (None, 500), ("{}", 1)])
@example([("{}", 1000), ('{"a":1}', 1000)])
def test_each_record_keeps_its_device_in_any_block(devices: list[tuple[str | None, int]]) -> None:
    machines = [machine for machine, records in devices for _ in range(records)]
    empty = dict.fromkeys(RECORD_SCHEMA.names) | {"offset": 0, "flags": 0}
    table = pa.Table.from_pylist([empty | {"machine": machine} for machine in machines], RECORD_SCHEMA)
    blocks = sealed_blocks(7, 3, table)
    assert len(blocks) == -(-len(machines) // BLOCK_RECORDS)
    assert opened(blocks, 7, 3)["machine"].to_pylist() == machines


@settings(deadline=None)
@given(st.lists(st.tuples(ROWS, st.lists(st.integers(0, 40), max_size=12)), min_size=1, max_size=3))
def test_records_that_are_chosen_copied_and_joined_are_the_same(
    parts: list[tuple[list[dict[str, Any]], list[int]]],
) -> None:
    records, expected = [], []
    for rows, numbers in parts:
        chosen = np.array([number for number in numbers if number < len(rows)], np.int64)
        every = RecordSpans.of_table(pa.Table.from_pylist(rows, RECORD_SCHEMA))
        records.append(every.chosen(chosen).copied())
        expected += [rows[number] for number in chosen.tolist()]
        texts = records[-1].spans.reshape(-1, 2), records[-1].other_usernames.reshape(-1, 2)
        assert len(records[-1].text) == sum(int((spans[:, 1] - spans[:, 0]).sum()) for spans in texts)
    assert opened(sealed_blocks(7, 3, RecordSpans.joined(records)), 7, 3).to_pylist() == expected


@settings(deadline=None)
@given(ROWS, st.integers(0, 60), st.lists(TEXTS.filter(bool), max_size=3))
def test_records_that_contain_texts_are_among_those_that_come_back(
    rows: list[dict[str, Any]], others: int, texts: list[str]
) -> None:
    plain = {field.name: None for field in RECORD_SCHEMA} | {"offset": 7, "flags": 0}
    texts += [value for row in rows[:2] for value in row.values() if isinstance(value, str) and value]
    table = pa.Table.from_pylist([*rows, *[plain | {"password": "-"}] * others, *rows[:1]], RECORD_SCHEMA)
    for number, sealed in enumerate(sealed_blocks(7, 0, table)):
        every = open_block(RING, 7, number, sealed).to_pylist()
        found = open_block(RING, 7, number, sealed, texts)
        found.validate(full=True)
        assert found.schema == RECORD_SCHEMA
        columns = [*TEXT_COLUMNS, "other_usernames"]
        containing = [
            row
            for row in every
            if any(text in (value or "") for text in texts for name in columns for value in _listed(row[name]))
        ]
        remaining = iter(every)
        assert all(row in remaining for row in found.to_pylist())  # in their order
        assert all(row in found.to_pylist() for row in containing)


def _listed(value: Any) -> list[str | None]:
    return value if isinstance(value, list) else [value]


def test_of_many_records_only_those_that_contain_a_text_come_back() -> None:
    row = {field.name: None for field in RECORD_SCHEMA} | {"offset": 1, "flags": 0}
    rows = [row | {"host": f"shop{number}.test", "url": f"https://shop{number}.test/"} for number in range(1000)]
    # The bytes of neighbours read like it, and hide it unless each position is looked at.
    rows[3] |= {"password": "aba"}
    rows[4] |= {"password": "baba"}
    rows[5] |= {"username": "abab@people.test", "username_key": "abab@people.test", "email_key": "abab@people.test"}
    (sealed,) = sealed_blocks(7, 3, pa.Table.from_pylist(rows, RECORD_SCHEMA))
    assert open_block(RING, 7, 3, sealed, ["abab@people.test", "shop700.test"]).to_pylist() == [rows[5], rows[700]]
    assert rows[4] in open_block(RING, 7, 3, sealed, ["baba"]).to_pylist()
    assert open_block(RING, 7, 3, sealed, ["nothing"]).num_rows == 0


@pytest.mark.parametrize("longest", [1, 11, 12, 124, 125, 126, 127, 128, 253, 254, 255, 256, 700])
def test_hosts_of_any_length_come_back_whether_the_url_has_them_or_not(longest: int) -> None:
    empty: dict[str, Any] = dict.fromkeys(RECORD_SCHEMA.names) | {"offset": 1, "flags": 0}
    hosts = (
        ["a" * longest, "shop.test", "Shop.test", "b" * 125, None] if longest <= 125 else ["a" * longest, "shop.test"]
    )
    urls = [
        f"{scheme}{host or ''}{path}" for host in hosts for scheme in ("https://", "http://", "") for path in ("", "/a")
    ]
    rows = [empty | {"url": url, "host": host} for url in [*urls, None] for host in [*hosts, "other.test", ""]]
    (sealed,) = sealed_blocks(7, 3, pa.Table.from_pylist(rows, RECORD_SCHEMA))
    assert open_block(RING, 7, 3, sealed).to_pylist() == rows
    found = open_block(RING, 7, 3, sealed, ["shop.test"]).to_pylist()
    assert [row for row in found if row["host"] == "shop.test"] == [row for row in rows if row["host"] == "shop.test"]


def test_a_host_that_its_url_has_takes_no_space() -> None:
    empty: dict[str, Any] = dict.fromkeys(RECORD_SCHEMA.names) | {"offset": 1, "flags": 0}
    names = [f"{number * 7919 % 1000:03}.test" for number in range(1000)]
    sizes = {}
    for prefix in ("https://", "https://www."):
        rows = [empty | {"url": f"{prefix}{name}/", "host": name} for name in names]
        (sealed,) = sealed_blocks(7, 3, pa.Table.from_pylist(rows, RECORD_SCHEMA))
        sizes[prefix] = len(sealed)
    assert sizes["https://"] < 0.8 * sizes["https://www."]


def test_long_tables_come_back_block_by_block() -> None:
    row = {field.name: None for field in RECORD_SCHEMA} | {"offset": 1, "flags": 0}
    rows = [row | {"password": f"Blue{number}", "url": "x" * (number % 700) or None} for number in range(2500)]
    table = pa.Table.from_pylist(rows, RECORD_SCHEMA)
    sealed = sealed_blocks(7, 40, table)
    assert len(sealed) == 3
    assert opened(sealed, 7, 40).equals(table)
    assert open_block(RING, 7, 41, sealed[1]).equals(table.slice(BLOCK_RECORDS, BLOCK_RECORDS))


def test_bytes_behind_a_null_are_not_kept() -> None:
    texts = pa.StringArray.from_buffers(
        2, pa.py_buffer(b"\0\0\0\0\6\0\0\0\7\0\0\0"), pa.py_buffer(b"secretx"), pa.py_buffer(b"\2")
    )
    row = {field.name: None for field in RECORD_SCHEMA} | {"offset": 1, "flags": 0}
    table = pa.Table.from_pylist([row, row], RECORD_SCHEMA)
    table = table.set_column(RECORD_SCHEMA.get_field_index("password"), "password", texts)
    (sealed,) = sealed_blocks(1, 0, table)
    assert open_block(RING, 1, 0, sealed)["password"].to_pylist() == [None, "x"]


@pytest.mark.parametrize(("batch_id", "block"), [(8, 3), (7, 4), (73, 0)])
def test_a_block_opens_only_where_it_was_sealed(batch_id: int, block: int) -> None:
    row = {field.name: None for field in RECORD_SCHEMA} | {"offset": 1, "flags": 0}
    (sealed,) = sealed_blocks(7, 3, pa.Table.from_pylist([row], RECORD_SCHEMA))
    with pytest.raises(SealError):
        open_block(RING, batch_id, block, sealed)
    with pytest.raises(SealError):
        open_block(RING, 7, 3, sealed[:-1] + bytes([sealed[-1] ^ 1]))
    with pytest.raises(SealError):
        open_block(KeyRing.of(b"c" * 32, b"b" * 32), 7, 3, sealed)


def test_blocks_of_the_first_version_open() -> None:
    row = {field.name: None for field in RECORD_SCHEMA} | {"offset": 1, "flags": 4}
    rows = [row, row | {"password": "Blue42", "url": "x" * 700, "machine": "{}", "other_usernames": ["jane", "bob"]}]
    table = pa.Table.from_pylist(rows, RECORD_SCHEMA)
    assert open_block(RING, 7, 3, seal_block(RING, 7, 3, old_block(table))).to_pylist() == table.to_pylist()


@settings(deadline=None)
@given(ROWS.filter(bool), st.lists(TEXTS.filter(bool), max_size=3))
@example([{**dict.fromkeys(RECORD_SCHEMA.names), "offset": 1, "flags": 0, "host": "a" * 200}], [])
def test_blocks_that_have_each_host_open(rows: list[dict[str, Any]], texts: list[str]) -> None:
    table = pa.Table.from_pylist(rows, RECORD_SCHEMA)
    sealed = seal_block(RING, 7, 3, block_with_hosts(table))
    assert open_block(RING, 7, 3, sealed).to_pylist() == table.to_pylist()
    remaining = iter(table.to_pylist())
    assert all(row in remaining for row in open_block(RING, 7, 3, sealed, texts).to_pylist())


def test_types_keep_the_numbers_that_blocks_store() -> None:
    assert [kind.value for kind in PASSWORD_TYPES[:22]] == [
        *("none", "plain", "mysql323", "mysql41", "md5", "sha1", "tiger192", "sha224", "sha256", "sha384", "sha512"),
        *(
            "md5crypt",
            "bcrypt",
            "sha256crypt",
            "sha512crypt",
            "phpass",
            "drupal7",
            "argon2",
            "ldap",
            "pbkdf2",
            "scrypt",
        ),
        "mssql",
    ]


def test_texts_that_columns_share_are_stored_once() -> None:
    row = {field.name: None for field in RECORD_SCHEMA} | {"offset": 1, "flags": 0}
    noise = [f"{number * 0x9E3779B97F4A7C15 % 2**64:016x}" for number in range(1000)]
    once = [row | {"username": name} for name in noise]
    thrice = [one | {"username_key": one["username"], "email_key": one["username"]} for one in once]
    sizes = [len(sealed_blocks(1, 0, pa.Table.from_pylist(rows, RECORD_SCHEMA))[0]) for rows in (once, thrice)]
    assert sizes[1] - sizes[0] < 100
