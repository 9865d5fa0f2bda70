"""Workbooks: the records of their sheets, and limits against bombs."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from leak_writers.workbooks import MAIN, workbook
from parsed_rows import rows_of_reading

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import ReadOptions
from breachlight.leaks.ingest import spreadsheets
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.ingest.spreadsheets import SpreadsheetReading, is_workbook


def opened(folder: Path, data: bytes) -> OpenSource:
    path = folder / "book.xlsx"
    path.write_bytes(data)
    return OpenSource(Source(str(path), path, len(data)), folder, lambda: False)


def records(reading: SpreadsheetReading, size: int) -> list[tuple[Any, Any]]:
    return [(row.username, row.password) for row in rows_of_reading(reading, size=size)]


def test_sheets_are_tables(tmp_path: Path) -> None:
    users: list[list[str | int]] = [["id", "email", "password"]]
    users += [[number, f"n{number}@acme.example", f'Bl"ue,{number}\n<x>'] for number in range(50)]
    data = workbook([["notes"], ["nothing"]], users, [["email", "username", "password"], ["a@b.example", "ab", 12345]])
    file = opened(tmp_path, data)
    assert is_workbook(file)
    reading = SpreadsheetReading(file, ReadOptions())
    expected = [(f"n{number}@acme.example", f'Bl"ue,{number}\n<x>') for number in range(50)] + [
        ("a@b.example", "12345")
    ]
    assert records(reading, 1 << 20) == expected
    assert records(reading, 200) == expected


def test_bombs_and_workbooks_without_logins_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RefusedError):
        SpreadsheetReading(opened(tmp_path, workbook([["notes", "x"], ["nothing", "y"]])), ReadOptions())
    monkeypatch.setattr(spreadsheets, "MOST_WORKBOOK_BYTES", 10_000)
    with pytest.raises(RefusedError) as caught:
        SpreadsheetReading(opened(tmp_path, workbook([["x" * 100_000]])), ReadOptions())
    assert caught.value.reason == "too_large"
    monkeypatch.undo()
    sparse = workbook([["email", "password", "city"]])
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sparse)) as old, zipfile.ZipFile(buffer, "w") as new:
        for entry in old.namelist():
            cells = b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
            text = f'<worksheet xmlns="{MAIN}"><sheetData>'.encode() + cells + b"</sheetData></worksheet>"
            new.writestr(entry, text if "sheet1" in entry else old.read(entry))
    with pytest.raises(RefusedError) as caught:
        SpreadsheetReading(opened(tmp_path, buffer.getvalue()), ReadOptions())
    assert caught.value.reason == "too_large"
    assert not is_workbook(opened(tmp_path, b"PK\x03\x04 nothing"))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.integers(0, 4000), st.binary(min_size=1, max_size=8), st.booleans())
def test_i05_damaged_workbooks_are_refused(tmp_path: Path, place: int, damage: bytes, is_inside: bool) -> None:
    data = bytearray(workbook([["email", "password", "city"], ["a@b.example", "Blue42", "Bonn"]]))
    if is_inside:
        # A damaged part in a sound archive.
        text = b"<worksheet><sheetData>" + damage * 3 + b'<row r="9999999"><c r="ZZZZZZ9"><v>1</v></c></row>'
        buffer = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(bytes(data))) as old, zipfile.ZipFile(buffer, "w") as new:
            for entry in old.namelist():
                new.writestr(entry, text if "sheet1" in entry else old.read(entry))
        data = bytearray(buffer.getvalue())
    else:
        place %= len(data)
        data[place : place + len(damage)] = damage
    file = opened(tmp_path, bytes(data))
    try:
        records(SpreadsheetReading(file, ReadOptions()), 1 << 20)
    except RefusedError:
        pass
    finally:
        file.close()
