"""JSON arrays of ``address:secret`` texts, and objects of addresses and secrets."""

import json
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_writers.records import LeakRecord, distinct, exposed_part, hashes, leak_records, secrets
from parsed_rows import Row, rows_of_reading

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.ingest import json_lists
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.opening import open_reading
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sources import Source


def read(data: bytes, start: int = 0, size: int = 1 << 20) -> list[Row]:
    with TemporaryDirectory() as name:
        path = Path(name) / "list.json"
        path.write_bytes(data)
        source = Source(path.name, path)
        opened = OpenSource(source, path.parent, lambda: False)
        try:
            found = open_reading(
                source,
                opened,
                archives=ArchiveOptions(),
                spool_folder=path.parent,
                stopped=lambda: False,
                detected=lambda _: None,
            )
            return list(rows_of_reading(found, start, size))
        finally:
            opened.close()


def pairs(rows: list[Row]) -> list[tuple[str | None, str | None]]:
    return [(row.username, row.password) for row in rows]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("separator", [":", ";", "|"])
def test_arrays_of_texts(indent: int | None, separator: str) -> None:
    texts = [f'jo{number}@acme.example{separator}Bl:ue"{number}é' for number in range(50)]
    expected = [(f"jo{number}@acme.example", f'Bl:ue"{number}é') for number in range(50)]
    assert pairs(read(json.dumps(texts, indent=indent).encode())) == expected
    assert pairs(read(b"\xef\xbb\xbf" + json.dumps(texts, ensure_ascii=False, indent=indent).encode())) == expected


@settings(max_examples=100)
@given(
    st.lists(leak_records(secret_values=secrets() | hashes()), min_size=1, max_size=12).map(distinct),
    st.booleans(),
    st.integers(200, 2000),
)
def test_objects_of_addresses_and_secrets(records: list[LeakRecord], ascii_only: bool, size: int) -> None:
    data = json.dumps({record.login: record.secret for record in records}, ensure_ascii=ascii_only).encode()
    rows = read(data, size=size)
    assert pairs(rows) == [(record.login, record.secret) for record in records]
    assert not any(
        exposed_part(record.secret or "", text)
        for record in records
        for row in rows
        for text in (row.url, *row.aliases)
    )


def test_objects_with_numbers() -> None:
    assert pairs(read(b'{"jo@acme.example": 123456, "kim@acme.example": "x\\ny"}')) == [
        ("jo@acme.example", "123456"),
        ("kim@acme.example", "x\ny"),
    ]


def test_large_files_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lists, "_READ_BYTES", 61)
    texts = [f"jo{number}@acme.example:Bl\\ue{number}" for number in range(200)]
    assert pairs(read(json.dumps(texts).encode())) == [(f"jo{n}@acme.example", f"Bl\\ue{n}") for n in range(200)]


@pytest.mark.parametrize(
    "content",
    [["Blue42", "Red77"], ["Blue42:jo@acme.example"] * 9, {"name": "Blue42"}, {"jo@acme.example": {"x": "Blue42"}}],
)
def test_what_is_unclear_is_refused(content: object) -> None:
    with pytest.raises(RefusedError) as refused:
        read(json.dumps(content).encode())
    assert "Blue42" not in refused.value.message


def test_what_goes_on_otherwise_is_said() -> None:
    with pytest.raises(RefusedError, match="goes on otherwise"):
        read(b'["jo@acme.example:Blue42",\n"kim@acme.example:Red77", {"a": 1}]')


@pytest.mark.parametrize(
    "poison",
    [
        "x" + " " * 1_000_000,
        " " * 1_000_000,
        '"' + "\\a" * 500_000,
        '"b@acme.example"' + " " * 1_000_000,
        "x " * 500_000,
    ],
    ids=["blanks behind a word", "blanks", "no end of a text", "blanks behind a text", "words"],
)
@pytest.mark.parametrize("beginning", ['["a@acme.example:one", ', '{"a@acme.example": "one", ', '{"a@acme.example": '])
def test_i08_poison_takes_linear_time(beginning: str, poison: str) -> None:
    begin = time.process_time()
    with suppress(RefusedError):
        read((beginning + poison).encode())
    assert time.process_time() - begin < 20  # quadratic time takes hours
