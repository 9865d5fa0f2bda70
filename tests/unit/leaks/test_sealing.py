"""What is sealed comes back as it was, and only where it belongs."""

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breachlight.kit.keys import KeyRing, SealError
from breachlight.leaks.lake.sealing import BLOCK_RECORDS, open_block, pack_blocks, seal_block
from breachlight.leaks.record_schema import RECORD_SCHEMA

RING = KeyRing({1: b"a" * 32}, 1, b"b" * 32)
TEXTS = st.one_of(st.none(), st.text(st.characters(codec="utf-8"), max_size=12), st.just("x" * 300))


def values_of(field: Any) -> st.SearchStrategy[Any]:
    if field.type == pa.string():
        return TEXTS
    if field.type == pa.list_(pa.string()):
        return st.one_of(st.none(), st.lists(TEXTS, max_size=3))
    return st.integers(0, 2**31 - 1)


ROWS = st.lists(st.fixed_dictionaries({field.name: values_of(field) for field in RECORD_SCHEMA}), max_size=30)


def sealed_blocks(batch_id: int, first_block: int, table: pa.Table) -> list[bytes]:
    return [
        seal_block(RING, batch_id, first_block + number, packed) for number, packed in enumerate(pack_blocks(table))
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
        open_block(KeyRing({1: b"c" * 32}, 1, b"b" * 32), 7, 3, sealed)
