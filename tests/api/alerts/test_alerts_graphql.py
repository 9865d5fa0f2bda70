import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import asyncpg
import httpx
import pytest
from callers import PASSWORD
from httpx_ws import AsyncWebSocketSession, aconnect_ws
from httpx_ws.transport import ASGIWebSocketTransport
from starlette.applications import Starlette

from breachlight.config import Settings

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]

ALERT = """id datetime isRead isClosed isAlias previousAlertId domain { id domain } user { id email }
severity { score level factors { name points } } leak { name title domain breachDate }
breachRecord { url host app usernames passwords passwordType firstSeen lastSeen sightings
  machine { family computer userName ip country operatingSystem infectedAt software } }"""
LIST = f"""query ($filter: AlertFilter, $page: Int! = 1, $pageSize: Int! = 10, $ordering: String! = "-datetime", $after: String) {{
  alerts(filter: $filter, page: $page, pageSize: $pageSize, ordering: $ordering, after: $after) {{
    results {{ {ALERT} }} total totalIsExact page pageSize cursor hasMore }} }}"""
ONE = f"query ($id: ID!) {{ alert(id: $id) {{ {ALERT} }} }}"
PROBLEM = """... on Problem { __typename message code } ... on ValidationProblem { fieldErrors { field messages } }"""
UPDATE = f"""mutation ($input: UpdateAlertsInput!) {{ updateAlerts(input: $input) {{ __typename
  ... on UpdateAlertsSuccess {{ message updated operationId alerts {{ {ALERT} }} }} {PROBLEM} }} }}"""
UNDO = f"""mutation ($id: ID!) {{ undoAlertOperation(operationId: $id) {{ __typename
  ... on UpdateAlertsSuccess {{ message updated operationId }} {PROBLEM} }} }}"""
REVEAL = """mutation ($id: ID!) { revealPassword(alertId: $id) { __typename
  ... on RevealPasswordSuccess { password } ... on Problem { message code } ... on ThrottledProblem { retryAfterSeconds } } }"""
RAISED = f"""subscription ($after: String) {{ alertRaised(after: $after) {{
  count workforce portals cursor alerts {{ {ALERT} }} }} }}"""


async def listed(signed: Signed, **variables: Any) -> dict[str, Any]:
    answer = await signed.caller.graphql(LIST, variables)
    assert "errors" not in answer, answer
    page: dict[str, Any] = answer["data"]["alerts"]
    return page


def parts(fields: str) -> list[tuple[str, Callable[[Any], Any]]]:
    """Each field of a selection alone, with its parents, and how to read it from an answer."""
    found: list[tuple[str, Callable[[Any], Any]]] = []
    above: list[str] = []
    words = fields.replace("{", " { ").replace("}", " } ").split()
    for word, following in pairwise([*words, ""]):
        if word == "}":
            above.pop()
        elif word != "{" and following == "{":
            above.append(word)
        elif word != "{":
            path = [*above, word]
            found.append((" { ".join(path) + " }" * len(above), partial(read, path)))
    return found


def read(path: list[str], value: Any) -> Any:
    for number, name in enumerate(path):
        if value is None:
            return None
        if isinstance(value, list):
            return [read(path[number:], item) for item in value]
        value = value[name]
    return value


async def test_a_field_is_the_same_whatever_else_is_asked_for(mine: Signed, raise_all: Raise) -> None:
    await raise_all(
        mine.tenant.portal(machine={"family": "lumma"}),
        mine.tenant.workforce(),
        mine.tenant.workforce(host=None, app="com.shop"),
    )
    whole = await listed(mine)
    assert len(whole["results"]) == 3
    for part, value_in in parts(ALERT):
        query = "{ alerts { results { ... on Alert { ...Part } } } } fragment Part on Alert { " + part + " }"
        answer = await mine.caller.graphql(query)
        assert "errors" not in answer, answer
        shown = answer["data"]["alerts"]["results"]
        assert [value_in(alert) for alert in shown] == [value_in(alert) for alert in whole["results"]], part
    for name in ("total", "totalIsExact", "page", "pageSize", "cursor", "hasMore"):
        for arguments in ("", "(pageSize: 2)", "(pageSize: 2, page: 2)"):
            both = (
                f"{{ alerts{arguments} {{ {name} results {{ id }} total cursor hasMore page pageSize totalIsExact }} }}"
            )
            expected = (await mine.caller.graphql(both))["data"]["alerts"][name]
            answer = await mine.caller.graphql(f"{{ alerts{arguments} {{ {name} }} }}")
            shown = answer["data"]["alerts"][name]
            assert shown == expected


@pytest.mark.spec("S1.2", "B4.8.3")
async def test_a_list_shows_everything_but_the_password(mine: Signed, raise_all: Raise) -> None:
    machine = {
        "family": "lumma",
        "user_name": "jo",
        "operating_system": "Windows 11",
        "infected_at": "2026-10-30T08:00:00Z",
    }
    await raise_all(mine.tenant.portal(machine=machine), mine.tenant.workforce(is_alias=True, app=None))
    page = await listed(mine)
    assert (page["total"], page["totalIsExact"], page["page"], page["pageSize"], page["hasMore"]) == (
        2,
        True,
        1,
        10,
        False,
    )
    portal = next(alert for alert in page["results"] if alert["domain"])
    assert portal["breachRecord"]["passwords"] == ["••••••••"]
    assert portal["breachRecord"]["machine"] == {
        "family": "Lumma",
        "computer": None,
        "userName": "jo",
        "ip": None,
        "country": None,
        "operatingSystem": "Windows 11",
        "infectedAt": "2026-10-30T08:00:00Z",
        "software": None,
    }
    assert portal["domain"] == {"id": str(mine.tenant.domain_id), "domain": "acme.example"}
    assert portal["severity"]["level"] in {"HIGH", "CRITICAL"}
    assert sum(factor["points"] for factor in portal["severity"]["factors"]) == portal["severity"]["score"]
    assert portal["datetime"].endswith("Z")
    assert "correct-horse-9" not in json.dumps(page)
    one = await mine.caller.graphql(ONE, {"id": portal["id"]})
    assert one == {"data": {"alert": portal}}


@pytest.mark.spec("S6.8")
async def test_nobody_sees_anything_without_a_session(http: httpx.AsyncClient, mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce())
    name = (await listed(mine))["results"][0]["id"]
    for query, variables in (
        (LIST, {}),
        (ONE, {"id": name}),
        (UPDATE, {"input": {"action": "READ", "ids": [name]}}),
        (UNDO, {"id": name}),
        (REVEAL, {"id": name}),
    ):
        answer = (await http.post("/graphql", json={"query": query, "variables": variables})).json()
        assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
        assert not answer["data"] or not any(answer["data"].values())
    assert not (await listed(mine))["results"][0]["isRead"]


@pytest.mark.spec("B6.3")
async def test_g08_another_accounts_alerts_are_unknown_everywhere(
    connection: asyncpg.Connection, mine: Signed, theirs: Signed, raise_all: Raise
) -> None:
    await raise_all(mine.tenant.workforce(), theirs.tenant.workforce(), theirs.tenant.portal())
    foreign = (await listed(theirs))["results"]
    own = (await listed(mine))["results"][0]
    before = await connection.fetch("SELECT * FROM alerts ORDER BY id")
    assert await mine.caller.graphql(ONE, {"id": foreign[0]["id"]}) == {"data": {"alert": None}}
    for conditions in (
        {"id": foreign[0]["id"]},
        {"domainId": str(theirs.tenant.domain_id)},
        {"userId": next(alert["user"]["id"] for alert in foreign if alert["user"])},
        {"domainExact": "rival.example"},
        {"search": "rival"},
    ):
        page = await listed(mine, filter=conditions)
        assert (page["results"], page["total"]) == ([], 0)
        answer = await mine.caller.graphql(UPDATE, {"input": {"action": "CLOSE", "filter": conditions}})
        assert answer["data"]["updateAlerts"]["updated"] == 0
    for names in ([alert["id"] for alert in foreign], [own["id"], foreign[0]["id"]], ["nonsense"]):
        answer = await mine.caller.graphql(UPDATE, {"input": {"action": "READ", "ids": names}})
        assert answer["data"]["updateAlerts"]["__typename"] == "NotFoundProblem"
    answer = await mine.caller.graphql(REVEAL, {"id": foreign[0]["id"]})
    assert answer["data"]["revealPassword"]["__typename"] == "NotFoundProblem"
    assert await connection.fetch("SELECT * FROM alerts ORDER BY id") == before
    done = await theirs.caller.graphql(UPDATE, {"input": {"action": "READ", "ids": [foreign[0]["id"]]}})
    operation = done["data"]["updateAlerts"]["operationId"]
    answer = await mine.caller.graphql(UNDO, {"id": operation})
    assert answer["data"]["undoAlertOperation"]["__typename"] == "NotFoundProblem"
    page = await listed(mine, after="")
    assert [alert["id"] for alert in page["results"]] == [own["id"]]


async def test_triage_and_undo(mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.portal())
    names = [alert["id"] for alert in (await listed(mine))["results"]]
    answer = await mine.caller.graphql(UPDATE, {"input": {"action": "CLOSE", "ids": names}})
    updated = answer["data"]["updateAlerts"]
    assert (updated["updated"], updated["message"]) == (2, "2 detections closed.")
    assert [(alert["id"], alert["isClosed"]) for alert in updated["alerts"]] == [(name, True) for name in names]
    assert (await listed(mine, filter={"isClosed": False}))["total"] == 0
    undone = await mine.caller.graphql(UNDO, {"id": updated["operationId"]})
    assert undone["data"]["undoAlertOperation"]["updated"] == 2
    assert (await listed(mine, filter={"isClosed": False}))["total"] == 2
    again = await mine.caller.graphql(UNDO, {"id": updated["operationId"]})
    assert again["data"]["undoAlertOperation"]["__typename"] == "RefusedProblem"
    assert again["data"]["undoAlertOperation"]["code"] == "ALREADY_UNDONE"
    everything = await mine.caller.graphql(UPDATE, {"input": {"action": "READ", "filter": {"domainIsSet": None}}})
    assert everything["data"]["updateAlerts"]["__typename"] == "ValidationProblem"


async def test_f04_an_action_that_is_sent_again_after_a_lost_answer_has_one_effect(
    mine: Signed, raise_all: Raise
) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.portal())
    names = [alert["id"] for alert in (await listed(mine))["results"]]
    close = {"input": {"action": "CLOSE", "ids": names}}
    first, repeated = [(await mine.caller.graphql(UPDATE, close))["data"]["updateAlerts"] for _ in range(2)]
    assert (first["updated"], repeated["updated"]) == (2, 0)
    history = "query ($id: ID!) { alertHistory(id: $id) { events { kind } } }"
    events = [(await mine.caller.graphql(history, {"id": name}))["data"]["alertHistory"]["events"] for name in names]
    await mine.caller.graphql(UNDO, {"id": first["operationId"]})
    answer = await mine.caller.graphql(UNDO, {"id": first["operationId"]})
    assert answer["data"]["undoAlertOperation"]["code"] == "ALREADY_UNDONE"
    assert (await listed(mine, filter={"isClosed": False}))["total"] == 2
    assert [sorted(event["kind"] for event in found) for found in events] == [["CLOSED", "RAISED"]] * 2


@pytest.mark.parametrize(
    ("variables", "field"),
    [
        ({"page": 0}, "page"),
        ({"pageSize": -1}, "pageSize"),
        ({"ordering": "password"}, "ordering"),
        ({"ordering": "-account__user__password_hash"}, "ordering"),
        ({"filter": {"search": "a\x00b"}}, None),
        ({"filter": {"search": "b" * 10_001}}, "search"),
        ({"after": "nonsense"}, "after"),
    ],
)
async def test_g07_g09_r04_bad_queries_are_errors_of_the_request(
    mine: Signed, variables: dict[str, Any], field: str | None
) -> None:
    answer = await mine.caller.graphql(LIST, variables)
    assert answer.get("data") is None
    if field:
        [error] = answer["errors"]
        assert error["extensions"]["code"] == "VALIDATION"
        assert list(error["extensions"]["fieldErrors"]) == [field]


@pytest.mark.spec("B4.8.4", "X9")
async def test_a_reveal_needs_a_fresh_login(connection: asyncpg.Connection, mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce())
    name = (await listed(mine))["results"][0]["id"]
    assert (await mine.caller.graphql(REVEAL, {"id": name}))["data"]["revealPassword"] == {
        "__typename": "RevealPasswordSuccess",
        "password": "correct-horse-9",
    }
    await connection.execute("UPDATE sessions SET authenticated_at = authenticated_at - interval '6 minutes'")
    refused = (await mine.caller.graphql(REVEAL, {"id": name}))["data"]["revealPassword"]
    assert (refused["__typename"], refused["code"]) == (
        "ReauthenticationRequiredProblem",
        "REAUTHENTICATION_REQUIRED",
    )
    renewed = await mine.caller.graphql(
        "mutation ($password: String!) { reauthenticate(password: $password) { __typename } }", {"password": PASSWORD}
    )
    assert renewed["data"]["reauthenticate"]["__typename"] == "ReauthenticateSuccess"
    shown = await mine.caller.graphql(REVEAL, {"id": name})
    assert shown["data"]["revealPassword"]["password"] == "correct-horse-9"


class Socket:
    """One graphql-transport-ws socket."""

    def __init__(self, session: AsyncWebSocketSession) -> None:
        self._session = session

    async def begin(self, signed: Signed, variables: dict[str, Any]) -> None:
        token = signed.caller.headers["Authorization"]
        await self._session.send_json({"type": "connection_init", "payload": {"Authorization": token}})
        assert (await self._session.receive_json())["type"] == "connection_ack"
        await self._session.send_json(
            {"id": "1", "type": "subscribe", "payload": {"query": RAISED, "variables": variables}}
        )

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(10):
            message = await self._session.receive_json()
        assert message["type"] == "next", message
        event: dict[str, Any] = message["payload"]["data"]["alertRaised"]
        return event


@asynccontextmanager
async def open_socket(app: Starlette, settings: Settings) -> AsyncIterator[Socket]:
    async with (
        httpx.AsyncClient(transport=ASGIWebSocketTransport(app), base_url=settings.public_url) as client,
        aconnect_ws("/graphql", client, subprotocols=["graphql-transport-ws"]) as session,
    ):
        yield Socket(session)


@pytest.mark.spec("B4.5.4", "X7")
async def test_new_alerts_reach_their_own_accounts_sockets_only(
    app: Starlette, settings: Settings, mine: Signed, theirs: Signed, raise_all: Raise
) -> None:
    start = (await listed(mine))["cursor"]
    async with open_socket(app, settings) as socket, open_socket(app, settings) as other:
        await socket.begin(mine, {"after": start})
        await other.begin(theirs, {"after": ""})
        await raise_all(mine.tenant.workforce(), mine.tenant.portal(), theirs.tenant.workforce())
        event = await socket.next()
        assert (event["count"], event["workforce"], event["portals"]) == (2, 1, 1)
        assert event["alerts"][0]["breachRecord"]["passwords"] == ["••••••••"]
        foreign = await other.next()
        assert [alert["user"]["email"] for alert in foreign["alerts"]] == ["jo@rival.example"]
        page = await listed(mine, after=event["cursor"])
        assert page["results"] == []
        await raise_all(mine.tenant.workforce(password="second-1"))
        assert (await socket.next())["count"] == 1
