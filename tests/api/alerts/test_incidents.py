"""Incidents in REST, and their history in GraphQL."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from breachlight.kit import clock

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
PATH = "/api/v1/notifications/incidents"
HISTORY = """query ($id: ID!) { incidentHistory(id: $id) { hasMore events { kind by cause assignee resolution acceptedUntil operationId
  incidents undone } } }"""


async def raise_two(mine: Signed, raise_all: Raise) -> None:
    machine = {"family": "vidar", "key": "1", "computer": "OFFICE-PC-4", "infected_at": "2026-11-20T10:00:00+02:00"}
    await raise_all(mine.tenant.workforce(machine=machine), mine.tenant.portal())


async def listed(mine: Signed, **query: str) -> dict[str, Any]:
    response = await mine.caller.get(PATH, **query)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    return body


async def test_incidents_are_listed_filtered_counted_and_paged(mine: Signed, theirs: Signed, raise_all: Raise) -> None:
    await raise_two(mine, raise_all)
    await raise_all(theirs.tenant.workforce())
    [device] = (await listed(mine, kind="device"))["results"]
    assert device == {
        "id": device["id"],
        "kind": "device",
        "alert_kind": None,
        "state": "open",
        "title": "Vidar malware on OFFICE-PC-4",
        "summary": device["summary"],
        "severity": {"score": device["severity"]["score"], "level": device["severity"]["level"]},
        "leak": None,
        "device": {
            "family": "Vidar",
            "computer": "OFFICE-PC-4",
            "user_name": None,
            "ip": None,
            "country": None,
            "operating_system": None,
            "infected_at": "2026-11-20T08:00:00Z",
            "software": None,
        },
        "detections": 1,
        "open_detections": 1,
        "people": {"total": 1, "first": [{"id": device["people"]["first"][0]["id"], "email": "jo@acme.example"}]},
        "sites": {"total": 1, "first": ["shop.example"]},
        "trend": [0] * 13 + [1],
        "first_detected_at": device["first_detected_at"],
        "last_detected_at": device["last_detected_at"],
        "assignee": None,
        "resolution": None,
        "accepted_until": None,
        "closed_at": None,
    }
    [portals] = (await listed(mine, alert_kind="portals", tab="new"))["results"]
    assert portals["leak"] == {"name": "leak-of-acme.example", "title": portals["leak"]["title"]}
    assert (await listed(mine, id=device["id"]))["results"] == [device]
    first = await listed(mine, page_size="1", ordering="recent")
    assert (first["count"], len(first["results"])) == (2, 1)
    following = (await mine.caller.http.get(first["next"], headers=mine.caller.headers)).json()
    assert (following["count"], following["next"]) == (2, None)
    assert {each["results"][0]["id"] for each in (first, following)} == {device["id"], portals["id"]}
    counts = (await mine.caller.get(f"{PATH}/counts")).json()
    assert counts == {"new": 2, "mine": 0, "waiting": 0, "closed": 0}
    for query in ("kind=phone", "tab=all", "ordering=id", "after=x", "severity_from=101", "incident=1", "page_size=0"):
        response = await mine.caller.http.get(f"{PATH}?{query}", headers=mine.caller.headers)
        assert response.status_code == 400, query


async def test_incidents_are_assigned_closed_and_undone(mine: Signed, theirs: Signed, raise_all: Raise) -> None:
    await raise_two(mine, raise_all)
    ids = [each["id"] for each in (await listed(mine))["results"]]
    me = str(mine.caller.user.id)
    assigned = (await mine.caller.post(PATH, {"action": "assign", "ids": ids[:1], "assignee": me})).json()
    assert (assigned["message"], assigned["updated"], assigned["detections"]) == ("1 incident updated.", 1, 0)
    assert (await listed(mine, tab="mine"))["results"][0]["assignee"]["id"] == me
    until = (clock.now().date() + timedelta(days=9)).isoformat()
    closing = {"action": "close", "ids": ids, "resolution": "accepted", "accepted_until": until}
    closed = (await mine.caller.post(PATH, closing)).json()
    assert (closed["updated"], closed["detections"]) == (2, 2)
    [first, _] = (await listed(mine, tab="closed"))["results"]
    assert (first["state"], first["resolution"], first["accepted_until"]) == ("closed", "accepted", until)
    assert (await mine.caller.post(PATH, {"action": "undo", "operation": closed["operation"]})).status_code == 200
    assert (await listed(mine, tab="closed"))["count"] == 0
    events = (await mine.caller.get(f"{PATH}/history", id=ids[0])).json()["events"]
    assert [event["kind"] for event in events] == ["undone", "closed", "assigned"]
    answer = await mine.caller.graphql(HISTORY, {"id": ids[0]})
    shown = answer["data"]["incidentHistory"]["events"]
    assert shown[0] == {
        "kind": "UNDONE",
        "by": events[0]["by"],
        "cause": None,
        "assignee": None,
        "resolution": None,
        "acceptedUntil": None,
        "operationId": None,
        "incidents": 2,
        "undone": "CLOSED",
    }
    assert [event["operationId"] for event in shown[1:]] == [None, assigned["operation"]]
    assert (await theirs.caller.get(f"{PATH}/history", id=ids[0])).status_code == 404
    assert (await theirs.caller.graphql(HISTORY, {"id": ids[0]}))["data"]["incidentHistory"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"action": "close"}, "ids"),
        ({"action": "explode", "ids": ["x"]}, "action"),
        ({"action": "assign", "ids": ["x"]}, "assignee"),
        ({"action": "undo"}, "operation"),
        ({"action": "close", "ids": ["x"], "resolution": "done"}, "resolution"),
        ({"action": "close", "ids": ["x"], "resolution": "accepted", "accepted_until": "soon"}, "accepted_until"),
        ({"action": "close", "ids": ["x"], "resolution": "accepted", "accepted_until": "2020-01-01"}, "accepted_until"),
    ],
)
async def test_an_action_that_does_not_fit_names_its_field(mine: Signed, body: dict[str, Any], field: str) -> None:
    response = await mine.caller.post(PATH, body)
    assert (response.status_code, list(response.json())) == (400, [field])


async def test_unknown_incidents_answer_404(mine: Signed, theirs: Signed, raise_all: Raise) -> None:
    await raise_all(theirs.tenant.workforce())
    [foreign] = [each["id"] for each in (await listed(theirs))["results"]]
    for ids in ([foreign], ["not-an-id"]):
        assert (await mine.caller.post(PATH, {"action": "close", "ids": ids})).status_code == 404
    assert (await mine.caller.post(PATH, {"action": "undo", "operation": foreign})).status_code == 404
