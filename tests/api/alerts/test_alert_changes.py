"""Changes of alerts as other users and tools of the account hear of them, over real sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import httpx
import pytest
import websockets
from callers import Caller
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError
from websockets.typing import Subprotocol

from breachlight.alerts.live.changed import MOST_WAITING
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import AlertFilter
from breachlight.alerts.query.where import select
from breachlight.alerts.triage.repository import MOST_ANNOUNCED, Change, change_alerts
from breachlight.alerts.withdrawal.service import withdraw_leak
from breachlight.auth.repository import lock_accounts
from breachlight.config import get_key_ring, get_settings
from breachlight.kit.identifiers import new_id
from breachlight.lifecycle.operators import disable

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]

CHANGED = """subscription ($after: String) { alertsChanged(after: $after) {
  isMany operationId alerts { id isRead isClosed assignee { id } breachRecord { passwords } } } }"""
UPDATE = """mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename
  ... on UpdateAlertsSuccess { operationId updated } ... on Problem { message } } }"""
UNDO = """mutation ($id: ID!) { undoAlertOperation(operationId: $id) { __typename
  ... on UpdateAlertsSuccess { operationId updated } ... on Problem { message } } }"""
KEY = (
    """mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { ... on CreateApiKeySuccess { token } } }"""
)
ADD_NOTE = "mutation ($id: ID!, $text: String!) { addAlertNote(alertId: $id, text: $text) { __typename } }"
IDS = "{ alerts(pageSize: 100, filter: {}) { results { id } } }"
CHANGED_LEAKS = "subscription { alertsChanged { alerts { leak { name } } } }"
RAISED_LEAKS = "subscription ($after: String) { alertRaised(after: $after) { alerts { leak { name } } } }"
REST = "/api/v1/notifications/alerts"


class Follower:
    """Somebody who follows the changes."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def begin(self, token: str, after: str | None = None, query: str = CHANGED) -> None:
        await self._send({"type": "connection_init", "payload": {"token": token}})
        assert (await self._receive())["type"] == "connection_ack"
        await self._send({"id": "1", "type": "subscribe", "payload": {"query": query, "variables": {"after": after}}})

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send(json.dumps(message))

    async def _receive(self) -> dict[str, Any]:
        async with asyncio.timeout(10):
            message: dict[str, Any] = json.loads(await self._socket.recv())
        return message

    async def next(self) -> dict[str, Any]:
        message = await self._receive()
        assert message["type"] == "next", message
        assert "errors" not in message["payload"], message
        [event] = message["payload"]["data"].values()
        return dict(event)

    async def refusal(self) -> dict[str, Any]:
        message = await self._receive()
        [error] = message["payload"] if message["type"] == "error" else message["payload"]["errors"]
        return dict(error)


Follow = Callable[..., Awaitable[Follower]]


@pytest.fixture
async def connect(served: str) -> AsyncIterator[Follow]:
    """Subscribe with a token."""
    async with AsyncExitStack() as stack:

        async def make(token: str, after: str | None = None, query: str = CHANGED) -> Follower:
            socket = websockets.connect(f"{served}/graphql", subprotocols=[Subprotocol("graphql-transport-ws")])
            follower = Follower(await stack.enter_async_context(socket))
            await follower.begin(token, after, query)
            return follower

        yield make


@pytest.fixture
def follow(connect: Follow) -> Callable[[Caller | str], Awaitable[Follower]]:
    """Subscribe, and wait for the event that says so."""

    async def make(caller: Caller | str) -> Follower:
        follower = await connect(caller if isinstance(caller, str) else caller.tokens["authToken"])
        assert await follower.next() == {"alerts": [], "isMany": False, "operationId": None}
        return follower

    return make


async def ids_of(caller: Caller) -> list[str]:
    return [alert["id"] for alert in (await caller.graphql(IDS))["data"]["alerts"]["results"]]


async def update(caller: Caller, action: str, **given: Any) -> str:
    answer = (await caller.graphql(UPDATE, {"input": {"action": action, **given}}))["data"]["updateAlerts"]
    assert answer["__typename"] == "UpdateAlertsSuccess", answer
    return str(answer["operationId"])


async def key_of(caller: Caller, *scopes: str) -> str:
    answer = await caller.graphql(KEY, {"input": {"name": "Tool", "scopes": list(scopes)}})
    token: str = answer["data"]["createApiKey"]["token"]
    return token


@pytest.mark.spec("X7")
async def test_a_change_reaches_all_of_its_account_and_nobody_else(
    mine: Signed, theirs: Signed, join_member: Any, follow: Any, raise_all: Raise
) -> None:
    colleague: Caller = await join_member(mine, "viewer")
    await raise_all(mine.tenant.workforce(), mine.tenant.portal(), theirs.tenant.workforce())
    own, colleagues, other = [await follow(caller) for caller in (mine.caller, colleague, theirs.caller)]
    tool = await follow(await key_of(mine.caller, "READ"))
    alert_id = (await ids_of(mine.caller))[0]
    operation = await update(mine.caller, "CLOSE", ids=[alert_id])
    for follower in (own, colleagues, tool):
        event = await follower.next()
        assert (event["isMany"], event["operationId"]) == (False, operation)
        [alert] = event["alerts"]
        assert alert == {
            "id": alert_id,
            "isRead": False,
            "isClosed": True,
            "assignee": None,
            "breachRecord": {"passwords": ["••••••••"]},
        }
    # The first that the other account hears of is its own.
    foreign = await update(theirs.caller, "READ", filter={"isRead": False})
    assert (await other.next())["operationId"] == foreign


async def test_reading_reopening_assigning_and_undo_are_told_with_the_new_state(
    mine: Signed, follow: Any, raise_all: Raise
) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.portal())
    follower = await follow(mine.caller)
    names = await ids_of(mine.caller)
    member = str(mine.caller.user.id)

    async def state(operation: str, field: str) -> dict[str, Any]:
        event = await follower.next()
        assert event["operationId"] == operation
        return {alert["id"]: alert[field] for alert in event["alerts"]}

    read = await update(mine.caller, "READ", ids=names)
    assert await state(read, "isRead") == dict.fromkeys(names, True)
    closed = await update(mine.caller, "CLOSE", filter={"isClosed": False})
    assert await state(closed, "isClosed") == dict.fromkeys(names, True)
    # What was closed before changes nothing more, and nobody hears of it.
    await update(mine.caller, "CLOSE", ids=names)
    await mine.caller.graphql(UNDO, {"id": closed})
    assert await state(closed, "isClosed") == dict.fromkeys(names, False)
    given = await update(mine.caller, "ASSIGN", ids=names[:1], assigneeId=member)
    assert await state(given, "assignee") == {names[0]: {"id": member}}
    taken = await update(mine.caller, "ASSIGN", ids=names[:1], assigneeId=None)
    assert await state(taken, "assignee") == {names[0]: None}


async def test_what_a_tool_does_over_rest_reaches_people(
    mine: Signed, http: httpx.AsyncClient, follow: Any, raise_all: Raise
) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.portal())
    follower = await follow(mine.caller)
    headers = {"Authorization": f"Bearer {await key_of(mine.caller, 'TRIAGE')}"}
    closed = await http.post(REST, params={"domain_is_set": "true"}, json={"action": "close"}, headers=headers)
    event = await follower.next()
    assert (event["operationId"], len(event["alerts"])) == (closed.json()["operation"], 1)
    await http.post(REST, json={"action": "undo", "operation": closed.json()["operation"]}, headers=headers)
    assert [alert["isClosed"] for alert in (await follower.next())["alerts"]] == [False]


async def test_more_than_a_page_is_told_without_names(mine: Signed, follow: Any, raise_all: Raise) -> None:
    await raise_all(*(mine.tenant.workforce(host=f"{number}.example") for number in range(MOST_ANNOUNCED + 1)))
    follower = await follow(mine.caller)
    operation = await update(mine.caller, "CLOSE", filter={"isClosed": False})
    assert await follower.next() == {"alerts": [], "isMany": True, "operationId": operation}
    await mine.caller.graphql(UNDO, {"id": operation})
    assert await follower.next() == {"alerts": [], "isMany": True, "operationId": operation}
    names = await ids_of(mine.caller)
    assert len(names) == MOST_ANNOUNCED
    await update(mine.caller, "READ", ids=names)
    event = await follower.next()
    assert {alert["id"] for alert in event["alerts"]} == set(names)


async def test_alerts_of_a_member_who_leaves_are_told_as_unassigned(
    mine: Signed, join_member: Any, follow: Any, raise_all: Raise
) -> None:
    colleague: Caller = await join_member(mine, "analyst")
    await raise_all(mine.tenant.workforce())
    names = await ids_of(mine.caller)
    await update(mine.caller, "ASSIGN", ids=names, assigneeId=str(colleague.user.id))
    follower = await follow(mine.caller)
    removed = await mine.caller.graphql(
        "mutation ($id: ID!) { removeMember(id: $id) { __typename ... on Problem { message } } }",
        {"id": str(colleague.user.id)},
    )
    assert "errors" not in removed, removed
    event = await follower.next()
    assert event["operationId"] is None
    assert [(alert["id"], alert["assignee"]) for alert in event["alerts"]] == [(names[0], None)]


async def test_a_slow_reader_is_told_that_it_missed_some(
    mine: Signed, follow: Any, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(mine.tenant.workforce())
    follower = await follow(mine.caller)
    # One transaction delivers them at once, faster than anybody can read.
    async with connection.transaction():
        await lock_accounts(connection, [mine.caller.account.id])
        for number in range(MOST_WAITING * 3):
            action = AlertAction.CLOSE if number % 2 == 0 else AlertAction.REOPEN
            selection = select(mine.caller.account.id, AlertFilter(), get_key_ring())
            await change_alerts(connection, selection, Change(action), new_id(), 1)
    events = []
    while not events or not events[-1]["isMany"]:
        events.append(await follower.next())
    assert len(events) <= MOST_WAITING + 1


async def begun_unchanged(caller: Caller, connect: Follow, field: str) -> tuple[str, Follower]:
    """Subscribe from the cursor of a response, to which nothing has changed."""
    cursor: str = (await caller.graphql(f"{{ {field} {{ cursor }} }}"))["data"][field]["cursor"]
    follower = await connect(caller.tokens["authToken"], cursor)
    assert await follower.next() == {"alerts": [], "isMany": False, "operationId": None}
    return cursor, follower


@pytest.mark.parametrize("field", ["alerts", "stats"])
async def test_what_changed_between_a_response_and_the_subscription_is_not_missed(
    mine: Signed, theirs: Signed, connect: Follow, raise_all: Raise, field: str
) -> None:
    await raise_all(mine.tenant.workforce(), theirs.tenant.workforce())
    cursor, _ = await begun_unchanged(mine.caller, connect, field)
    await update(theirs.caller, "READ", filter={"isRead": False})
    unconcerned = await connect(mine.caller.tokens["authToken"], cursor)
    assert (await unconcerned.next())["isMany"] is False
    operation = await update(mine.caller, "READ", filter={"isRead": False})
    follower = await connect(mine.caller.tokens["authToken"], cursor)
    assert await follower.next() == {"alerts": [], "isMany": True, "operationId": operation}
    await update(mine.caller, "CLOSE", filter={"isClosed": False})
    follower = await connect(mine.caller.tokens["authToken"], cursor)
    assert await follower.next() == {"alerts": [], "isMany": True, "operationId": None}
    await begun_unchanged(mine.caller, connect, field)


async def test_a_server_that_lost_its_connection_says_what_it_missed_and_nothing_else(
    mine: Signed, theirs: Signed, connect: Follow, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(mine.tenant.workforce(), theirs.tenant.workforce())
    cursor, idle = await begun_unchanged(mine.caller, connect, "alerts")
    _, unconcerned = await begun_unchanged(theirs.caller, connect, "alerts")
    # A change that the server doesn't hear of: it commits while its connection is lost.
    async with connection.transaction():
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database() AND pid <> pg_backend_pid()"
        )
        await lock_accounts(connection, [mine.caller.account.id])
        selection = select(mine.caller.account.id, AlertFilter(), get_key_ring())
        await change_alerts(connection, selection, Change(AlertAction.READ), operation := new_id(), 1)
    missed = {"alerts": [], "isMany": True, "operationId": str(operation)}
    assert await idle.next() == missed
    late = await connect(mine.caller.tokens["authToken"], cursor)
    assert await late.next() == missed
    # The first that the other account hears of is its own.
    foreign = await update(theirs.caller, "READ", filter={"isRead": False})
    assert (await unconcerned.next())["operationId"] == foreign
    await begun_unchanged(mine.caller, connect, "alerts")


async def test_a_withdrawn_leak_is_told_to_those_who_look_at_its_alerts(
    mine: Signed, connect: Follow, follow: Any, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(mine.tenant.workforce())
    cursor, _ = await begun_unchanged(mine.caller, connect, "alerts")
    follower = await follow(mine.caller)
    await withdraw_leak(connection, mine.caller.account.id, mine.tenant.leak_id)
    event = await follower.next()
    assert (event["operationId"], [alert["isClosed"] for alert in event["alerts"]]) == (None, [True])
    late = await connect(mine.caller.tokens["authToken"], cursor)
    assert await late.next() == {"alerts": [], "isMany": True, "operationId": None}


async def test_a_cursor_that_is_none_is_refused(mine: Signed, connect: Follow) -> None:
    follower = await connect(mine.caller.tokens["authToken"], "no cursor")
    assert (await follower.refusal())["extensions"]["code"] == "VALIDATION"


async def test_only_those_who_may_read_can_follow(mine: Signed, connect: Follow) -> None:
    follower = await connect(await key_of(mine.caller, "TRIAGE"))
    assert (await follower.refusal())["extensions"]["code"] == "FORBIDDEN"
    with pytest.raises(ConnectionClosedError) as closed:
        await connect("not-a-token")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


@pytest.mark.parametrize("ends", ["inactivity", "required second factor", "disabled by the operator"])
async def test_a36_a37_an_open_feed_ends_with_the_right_to_it(
    mine: Signed,
    follow: Any,
    connection: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    ends: str,
) -> None:
    monkeypatch.setenv("BREACHLIGHT_INACTIVITY_MINUTES", "30")
    get_settings.cache_clear()
    follower = await follow(mine.caller)
    if ends == "inactivity":
        await connection.execute("UPDATE sessions SET last_active_at = now() - interval '32 minutes'")
    elif ends == "required second factor":
        await connection.execute("UPDATE accounts SET is_mfa_required = true")
    else:
        await disable(mine.caller.user.email)
    with pytest.raises(ConnectionClosedError) as closed:
        await follower.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


async def test_closing_takes_no_statement_more_than_before(
    mine: Signed, raise_all: Raise, statements: list[str]
) -> None:
    await raise_all(mine.tenant.workforce())
    [alert_id] = await ids_of(mine.caller)
    statements.clear()
    await update(mine.caller, "CLOSE", ids=[alert_id])
    assert sum("pg_notify" in text for text in statements) == 1
    assert sum("UPDATE alerts" in text for text in statements) == 1
    triage = [text for text in statements if "sessions" not in text and "users" not in text]
    assert len(triage) <= 5, triage


@pytest.mark.spec("B3.15")
async def test_a_sensitive_leak_is_named_only_to_those_whom_it_concerns(
    mine: Signed, join_member: Any, connect: Follow, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    colleague: Caller = await join_member(mine, "viewer")
    await connection.execute("UPDATE leaks SET is_sensitive = true")
    cursor = (await mine.caller.graphql("{ alerts { cursor } }"))["data"]["alerts"]["cursor"]
    own, colleagues = [
        await connect(caller.tokens["authToken"], cursor, query=RAISED_LEAKS) for caller in (mine.caller, colleague)
    ]
    await raise_all(mine.tenant.workforce())
    assert [await follower.next() for follower in (own, colleagues)] == [
        {"alerts": [{"leak": {"name": name}}]} for name in ("leak-of-acme.example", "")
    ]
    own, colleagues = [
        await connect(caller.tokens["authToken"], query=CHANGED_LEAKS) for caller in (mine.caller, colleague)
    ]
    assert [await follower.next() for follower in (own, colleagues)] == [{"alerts": []}] * 2
    await update(mine.caller, "CLOSE", ids=await ids_of(mine.caller))
    assert [await follower.next() for follower in (own, colleagues)] == [
        {"alerts": [{"leak": {"name": name}}]} for name in ("leak-of-acme.example", "")
    ]


async def test_a_mention_in_a_note_is_announced_and_other_notes_are_not(
    mine: Signed, theirs: Signed, raise_all: Raise, follow: Follow, join_member: Callable[..., Awaitable[Caller]]
) -> None:
    analyst = await join_member(mine, "analyst")
    await raise_all(mine.tenant.workforce(), theirs.tenant.workforce())
    [name] = await ids_of(mine.caller)
    follower, stranger = await follow(mine.caller), await follow(theirs.caller)
    for text in ("Nobody in particular.", f"<@{analyst.user.id}>, that's me", f"<@{mine.caller.user.id}>, please look"):
        await analyst.graphql(ADD_NOTE, {"id": name, "text": text})
    event = await follower.next()
    assert ([alert["id"] for alert in event["alerts"]], event["isMany"], event["operationId"]) == ([name], False, None)
    operation = await update(mine.caller, "READ", ids=[name])
    assert (await follower.next())["operationId"] == operation
    [foreign] = await ids_of(theirs.caller)
    await update(theirs.caller, "READ", ids=[foreign])
    assert [alert["id"] for alert in (await stranger.next())["alerts"]] == [foreign]
