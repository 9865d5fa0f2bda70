"""Alerts as files: what is in them, who gets them, and what is written down about it."""

import csv
import io
import json
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller

from breachlight.alerts.export import service as exports
from breachlight.kit import clock

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]

EXPORT = "/api/v1/notifications/alerts/export"
LIST = "/api/v1/notifications/alerts"
MASK = "••••••••"


@pytest.fixture(autouse=True)
def fresh_hour() -> Iterator[None]:
    """An hour that no other test has exported in."""
    with clock.standing_at(clock.now().replace(minute=30, second=0, microsecond=0)):
        yield


async def export(caller: Caller, **body: Any) -> httpx.Response:
    return await caller.post(EXPORT, body)


def cells_of(response: httpx.Response) -> list[dict[str, str]]:
    """The rows of a CSV file, the guards before formulas taken away."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert response.headers["cache-control"] == "no-store"
    assert response.content.startswith(b"\xef\xbb\xbf")
    rows = csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"), newline=""))
    return [{name: cell.removeprefix("'") for name, cell in row.items()} for row in rows]


async def events(connection: asyncpg.Connection) -> list[dict[str, Any]]:
    rows = await connection.fetch("SELECT detail FROM security_events WHERE kind = 'alerts_exported' ORDER BY id")
    return [json.loads(row["detail"]) for row in rows]


@pytest.mark.spec("X8")
async def test_i10_a_csv_file_read_back_is_the_rows_of_the_list(
    mine: Signed, theirs: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    formulas = ["=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(A1)", "\tTab", "'quoted"]
    await raise_all(
        *[
            mine.tenant.workforce(url=f"https://shop.example/{n}", usernames=[text, f'{text},"2"'], username_key=text,
                                  password=f"={text}", machine={"family": text, "computer": "PC;7"})
            for n, text in enumerate(formulas)
        ],
        mine.tenant.portal(password=None, password_type="none"),
        theirs.tenant.workforce(),
    )  # fmt: skip
    listed = (await mine.caller.get(LIST, ordering="id")).json()["results"]
    response = await export(mine.caller, format="csv", query={"ordering": "id"})
    assert response.headers["content-disposition"] == 'attachment; filename="detections.csv"'
    for line in csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")):
        assert not [cell for cell in line if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))]
    rows = cells_of(response)
    assert [row["id"] for row in rows] == [alert["id"] for alert in listed]
    for row, alert in zip(rows, listed, strict=True):
        record = alert["breach_record"]
        machine = record["machine"] or {}
        assert row["usernames"].split("\n") == record["usernames"]
        assert (row["url"], row["first_seen"]) == (record["url"], record["first_seen"])
        assert (row["domain"], row["user"]) == (
            (alert["domain"] or {}).get("domain", ""),
            (alert["user"] or {}).get("email", ""),
        )
        assert (row["machine_family"], row["machine_computer"]) == (
            machine.get("family", ""),
            machine.get("computer") or "",
        )
        assert (row["is_closed"], row["severity_score"]) == ("false", str(alert["severity"]["score"]))
        assert "password" not in row
    assert MASK not in response.text
    assert not [text for text in formulas if f"={text}" in response.text.replace("'=", "")]
    assert await events(connection) == [{"format": "csv", "alerts": 7, "includes_passwords": False}]


@pytest.mark.spec("X8")
async def test_json_has_a_selection_in_its_order_with_passwords_on_request(
    mine: Signed, theirs: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(
        mine.tenant.workforce(password="invented-one"), mine.tenant.workforce(password="=invented-two"),
        mine.tenant.portal(password=None, password_type="none"), theirs.tenant.workforce(),
    )  # fmt: skip
    names = [alert["id"] for alert in (await mine.caller.get(LIST, ordering="-id")).json()["results"]]
    plain = (await export(mine.caller, format="json", ids=names)).json()
    assert [alert["id"] for alert in plain["results"]] == names
    assert plain["count"] == 3
    assert "password" not in plain["results"][0]
    await connection.execute("UPDATE accounts SET is_bulk_disclosure_enabled = true")
    secret = (await export(mine.caller, format="json", ids=names, include_passwords=True)).json()
    assert {alert["password"] for alert in secret["results"]} == {"invented-one", "=invented-two", None}
    rows = cells_of(await export(mine.caller, format="csv", ids=names, include_passwords=True))
    assert {row["password"] for row in rows} == {"invented-one", "=invented-two", ""}
    assert sorted(event["includes_passwords"] for event in await events(connection)) == [False, True, True]
    foreign = (await theirs.caller.get(LIST)).json()["results"][0]["id"]
    assert (await export(mine.caller, format="json", ids=[names[0], foreign])).status_code == 404


async def test_a_query_chooses_as_the_list_does_and_nothing_comes_as_an_empty_file(
    mine: Signed, raise_all: Raise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "PIECE", 2)
    await raise_all(*[mine.tenant.workforce(password=f"invented-{n}") for n in range(5)], mine.tenant.portal())
    rows = cells_of(await export(mine.caller, format="csv", query={"domain_is_set": False, "severity_from": 1}))
    assert len({row["id"] for row in rows}) == 5
    assert cells_of(await export(mine.caller, format="csv", query={"search": "nothing like it"})) == []
    found = (await export(mine.caller, format="json", query={"id": "nonsense"})).json()
    assert (found["count"], found["results"]) == (0, [])
    monkeypatch.setattr(exports, "LARGEST_EXPORT", 4)
    refused = await export(mine.caller, format="csv", query={"domain_is_set": False})
    assert refused.status_code == 400
    assert "4" in refused.json()["error"]["message"]


async def test_what_is_asked_must_be_right(mine: Signed) -> None:
    for body, fields in (
        ({}, "format query"),
        ({"format": "xlsx", "query": {}}, "format"),
        ({"format": "csv"}, "query"),
        ({"format": "csv", "ids": ["a"], "query": {}}, "query"),
        ({"format": "csv", "ids": []}, "ids"),
        ({"format": "csv", "ids": "a"}, "ids"),
        ({"format": "csv", "query": {"is_read": "maybe"}}, "is_read"),
        ({"format": "csv", "query": {"colour": "red"}}, "colour"),
        ({"format": "csv", "query": {"search": {"$gt": ""}}}, "search"),
        ({"format": "csv", "query": {"ordering": "password"}}, "ordering"),
        ({"format": "csv", "query": {}, "include_passwords": "yes"}, "include_passwords"),
    ):
        response = await export(mine.caller, **body)
        assert (response.status_code, list(response.json())) == (400, fields.split()), body


@pytest.mark.spec("X8")
async def test_who_may_export(
    mine: Signed, raise_all: Raise, join_member: JoinMember, connection: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    await raise_all(mine.tenant.workforce())
    body: dict[str, Any] = {"format": "csv", "query": {}}
    assert (await http.post(EXPORT, json=body)).status_code == 401
    viewer = await join_member(mine, "viewer")
    assert (await export(viewer, **body)).status_code == 403
    await connection.execute(
        "UPDATE sessions SET authenticated_at = authenticated_at - $1::interval", timedelta(hours=1)
    )
    assert (await export(mine.caller, **body)).status_code == 200
    stale = await export(mine.caller, **body, include_passwords=True)
    assert (stale.status_code, stale.json()) == (403, {"error": {"message": "Confirm your password to continue."}})
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE id = $1", mine.caller.user.id)
    assert (await export(mine.caller, **body)).status_code == 403
    assert len(await events(connection)) == 1


@pytest.mark.spec("X8")
async def test_files_with_passwords_have_a_quota(mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce())
    body: dict[str, Any] = {"format": "csv", "query": {}}
    statuses = [(await export(mine.caller, **body, include_passwords=True)).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    assert (await export(mine.caller, **body)).status_code == 200
