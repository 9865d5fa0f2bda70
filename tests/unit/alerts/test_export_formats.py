import csv
import io
import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.alerts.export.formats import BYTE_ORDER_MARK, as_csv, as_json, columns, guarded

AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
HOSTILE = ("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠a", "'=1")


def row(**changes: Any) -> dict[str, Any]:
    given: dict[str, Any] = dict.fromkeys(columns(include_passwords=True))
    given.update(id="1", datetime=AT, is_read=True, is_closed=False, usernames=["jo@acme.example"], sightings=1)
    return {**given, **changes}


async def pieces(*rows: dict[str, Any]) -> AsyncIterator[Sequence[dict[str, Any]]]:
    yield rows[:1]
    if rows[1:]:
        yield rows[1:]


async def written(*rows: dict[str, Any], include_passwords: bool = True) -> list[dict[str, str]]:
    content = [part async for part in as_csv(pieces(*rows), include_passwords=include_passwords)]
    text = b"".join(content).decode("utf-8")
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.DictReader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


@pytest.mark.parametrize("text", HOSTILE)
async def test_i10_no_cell_of_a_csv_file_is_a_formula(text: str) -> None:
    [cells] = await written(row(url=text, usernames=[text], password=text, machine_computer=text))
    for name in ("url", "usernames", "password", "machine_computer"):
        assert cells[name] == "'" + text


@given(text=st.text(st.characters(exclude_categories=("Cs",)), max_size=30))
async def test_i10_a_guard_can_be_taken_away_again(text: str) -> None:
    assert guarded(text).removeprefix("'") == text
    [cells] = await written(row(password=text))
    assert cells["password"].removeprefix("'") == text


@pytest.mark.spec("X8")
async def test_a_file_has_passwords_only_on_request() -> None:
    [cells] = await written(row(password="invented-1"), include_passwords=False)
    assert "password" not in cells
    assert cells["datetime"] == "2026-11-21T09:30:00Z"
    assert (cells["is_read"], cells["is_closed"], cells["url"]) == ("true", "false", "")


async def test_json_has_the_values_as_they_are() -> None:
    rows = [row(url=text, password="lone \ud800 surrogate") for text in HOSTILE]
    content = [part async for part in as_json(pieces(*rows), exported_at=AT, count=len(rows))]
    document = json.loads(b"".join(content))
    assert [alert["url"] for alert in document["results"]] == list(HOSTILE)
    assert document["results"][0]["password"] == "lone ? surrogate"
    assert (document["count"], document["exported_at"]) == (len(HOSTILE), "2026-11-21T09:30:00Z")
    empty = [part async for part in as_json(nothing(), exported_at=AT, count=0)]
    assert json.loads(b"".join(empty))["results"] == []


async def nothing() -> AsyncIterator[Sequence[dict[str, Any]]]:
    return
    yield []
