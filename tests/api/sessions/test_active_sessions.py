"""The list of sessions, their end, and the audit log (ASVS 5.0, 7.5.2)."""

import uuid
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from factories import make_user

from breachlight.audit.events import record_event, record_event_of
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

SignIn = Callable[..., Awaitable[Caller]]

SESSIONS = "{ sessions { id isCurrent isRemembered device address createdAt lastSeenAt } }"
EVENTS = """query ($page: Int! = 1, $size: Int! = 10) { securityEvents(page: $page, pageSize: $size) {
  total page pageSize results { id kind happenedAt device address byApiKey { id name } } } }"""
END = "mutation ($id: ID!) { endSession(id: $id) { __typename ... on MessageSuccess { message } ... on Problem { code } } }"
END_OTHERS = "mutation { endOtherSessions { __typename ... on MessageSuccess { message } } }"
END_ALL = "mutation { endAllSessions { __typename ... on MessageSuccess { message } } }"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def log_in_again(caller: Caller, user_agent: str = FIREFOX) -> Caller:
    variables = {"input": {"email": caller.user.email, "password": PASSWORD}}
    response = await caller.http.post(
        "/graphql", json={"query": LOGIN, "variables": variables}, headers={"user-agent": user_agent}
    )
    return Caller(caller.http, caller.account, caller.user, response.json()["data"]["login"]["tokens"])


async def sessions_of(caller: Caller) -> list[dict[str, Any]]:
    answer = await caller.graphql(SESSIONS)
    sessions: list[dict[str, Any]] = answer["data"]["sessions"]
    return sessions


async def is_out(caller: Caller) -> bool:
    """Whether neither the access token nor the refresh token opens anything."""
    info = await caller.get("/api/v1/account/info")
    refresh = await caller.http.post("/api/v1/account/refresh-token", json={"refresh": caller.tokens["refreshToken"]})
    return (info.status_code, refresh.status_code) == (401, 401)


async def kinds_of(connection: asyncpg.Connection, caller: Caller) -> list[str]:
    rows = await connection.fetch(
        "SELECT kind FROM security_events WHERE account_id = $1 ORDER BY happened_at, id", caller.account.id
    )
    return [row["kind"] for row in rows]


async def add_session(
    connection: asyncpg.Connection, caller: Caller, *, seen_ago: timedelta, is_over: bool = False, expired: bool = False
) -> uuid.UUID:
    session_id, now = new_id(), clock.now()
    await connection.execute(
        """INSERT INTO sessions (id, account_id, user_id, refresh_digest, rotated_at, refresh_expires_at, is_remembered,
            authenticated_at, created_at, last_seen_at, ended_at, end_reason, user_agent, address)
        VALUES ($1, $2, $3, '\\x00', $4, $5, false, $4, $4, $6, $7, $8, '', '192.0.2.7')""",
        session_id,
        caller.account.id,
        caller.user.id,
        now,
        now + timedelta(hours=-1 if expired else 1),
        now - seen_ago,
        now if is_over else None,
        "logout" if is_over else None,
    )
    return session_id


@pytest.mark.spec("X12")
async def test_live_sessions_are_listed_with_their_device_the_last_seen_first(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    elsewhere = await log_in_again(caller)
    old = await add_session(connection, caller, seen_ago=timedelta(days=1))
    await add_session(connection, caller, seen_ago=timedelta(0), is_over=True)
    await add_session(connection, caller, seen_ago=timedelta(0), expired=True)
    listed = await sessions_of(elsewhere)
    assert [entry["isCurrent"] for entry in listed] == [True, False, False]
    assert listed[0]["device"] == "Firefox on Linux"
    assert listed[0]["address"] == "192.0.2.10"
    assert listed[1]["device"] == "python-httpx"
    assert listed[2]["id"] == str(old)
    assert [entry["isCurrent"] for entry in await sessions_of(caller)] == [False, True, False]


@pytest.mark.spec("X12")
async def test_at_most_a_hundred_sessions_in_a_constant_number_of_statements(
    sign_in: SignIn, connection: asyncpg.Connection, statements: list[str]
) -> None:
    caller = await sign_in()
    await sessions_of(caller)
    statements.clear()
    assert len(await sessions_of(caller)) == 1
    few = len(statements)
    for number in range(105):
        await add_session(connection, caller, seen_ago=timedelta(minutes=number + 1))
    statements.clear()
    listed = await sessions_of(caller)
    assert len(listed) == 100
    assert listed[0]["isCurrent"]
    assert [entry["lastSeenAt"] for entry in listed] == sorted((e["lastSeenAt"] for e in listed), reverse=True)
    assert len(statements) == few


async def test_a12_an_ended_session_is_out_at_once(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    elsewhere = await log_in_again(caller)
    [other] = [entry for entry in await sessions_of(caller) if not entry["isCurrent"]]
    answer = await caller.graphql(END, {"id": other["id"]})
    assert answer["data"]["endSession"] == {"__typename": "MessageSuccess", "message": "Session ended."}
    assert await is_out(elsewhere)
    assert not await is_out(caller)
    assert len(await sessions_of(caller)) == 1
    assert "session_ended" in await kinds_of(connection, caller)
    again = await caller.graphql(END, {"id": other["id"]})
    assert again["data"]["endSession"]["code"] == "NOT_FOUND"


async def test_a12_the_present_session_can_be_ended_too(sign_in: SignIn) -> None:
    caller = await sign_in()
    [own] = await sessions_of(caller)
    await caller.graphql(END, {"id": own["id"]})
    assert await is_out(caller)


async def test_a12_other_sessions_end_and_this_one_stays(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    others = [await log_in_again(caller) for _ in range(2)]
    await add_session(connection, caller, seen_ago=timedelta(0), expired=True)
    answer = await caller.graphql(END_OTHERS)
    assert answer["data"]["endOtherSessions"]["message"] == "Other sessions ended: 2."
    assert [await is_out(other) for other in others] == [True, True]
    assert not await is_out(caller)
    assert (await kinds_of(connection, caller))[-1] == "other_sessions_ended"


async def test_a11_a12_logout_everywhere_ends_this_one_too(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    other = await log_in_again(caller)
    answer = await caller.graphql(END_ALL)
    assert answer["data"]["endAllSessions"]["message"] == "You're signed out everywhere."
    assert [await is_out(one) for one in (caller, other)] == [True, True]
    assert (await kinds_of(connection, caller))[-1] == "all_sessions_ended"


async def test_g08_another_accounts_sessions_and_events_are_unknown(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    mine, theirs = await sign_in(), await sign_in()
    [foreign] = await sessions_of(theirs)
    before = await connection.fetch("SELECT * FROM sessions ORDER BY id")
    for name in (foreign["id"], str(new_id()), "not-an-id", ""):
        answer = await mine.graphql(END, {"id": name})
        assert answer["data"]["endSession"]["code"] == "NOT_FOUND"
    assert [entry["isCurrent"] for entry in await sessions_of(mine)] == [True]
    answer = await mine.graphql(EVENTS)
    mail_events = {row["id"] for row in answer["data"]["securityEvents"]["results"]}
    own = await connection.fetch("SELECT id FROM security_events WHERE account_id = $1", mine.account.id)
    assert mail_events == {str(row["id"]) for row in own}
    await mine.graphql(END_OTHERS)
    await mine.graphql(END_ALL)
    after = await connection.fetch("SELECT * FROM sessions WHERE account_id = $1", theirs.account.id)
    assert after == [row for row in before if row["account_id"] == theirs.account.id]
    assert not await is_out(theirs)


async def test_another_member_of_the_account_has_sessions_and_events_of_their_own(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    colleague = await make_user(connection, caller.account)
    other = Caller(caller.http, caller.account, colleague, {})
    theirs = await add_session(connection, other, seen_ago=timedelta(0))
    assert len(await sessions_of(caller)) == 1
    assert (await caller.graphql(END, {"id": str(theirs)}))["data"]["endSession"]["code"] == "NOT_FOUND"
    await caller.graphql(END_OTHERS)
    assert await connection.fetchval("SELECT ended_at FROM sessions WHERE id = $1", theirs) is None


@pytest.mark.spec("X12")
async def test_the_audit_log_is_read_page_by_page_newest_first(
    sign_in: SignIn, connection: asyncpg.Connection, statements: list[str]
) -> None:
    caller = await sign_in()
    now = clock.now()
    for number in range(104):
        with clock.standing_at(now - timedelta(minutes=number + 1)):
            await record_event(caller.account.id, caller.user.id, "login", address="192.0.2.1", user_agent=FIREFOX)
    counts, seen = set[int](), list[str]()
    await caller.graphql(EVENTS, {"page": 1})
    for page in range(1, 13):
        statements.clear()
        answer = await caller.graphql(EVENTS, {"page": page})
        counts.add(len(statements))
        events = answer["data"]["securityEvents"]
        assert (events["total"], events["page"], events["pageSize"]) == (105, page, 10)
        seen += [event["id"] for event in events["results"]]
        assert len(events["results"]) == (10 if page <= 10 else 5 if page == 11 else 0)
        assert [e["happenedAt"] for e in events["results"]] == sorted(
            (e["happenedAt"] for e in events["results"]), reverse=True
        )
    assert len(set(seen)) == len(seen) == 105
    assert len(counts) == 1
    whole = (await caller.graphql(EVENTS, {"size": 1_000}))["data"]["securityEvents"]
    assert (whole["pageSize"], len(whole["results"])) == (100, 100)
    assert {event["device"] for event in whole["results"]} == {"Firefox on Linux", "python-httpx"}


async def test_the_audit_log_names_the_api_key_that_did_it(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller, theirs = await sign_in(), await sign_in()
    keys = []
    for owner, name in ((caller, "Ticket system"), (theirs, "Somebody else's")):
        keys.append(new_id())
        await connection.execute(
            """INSERT INTO api_keys (id, account_id, user_id, name, scopes, digest, hint, created_at)
            VALUES ($1, $2, $3, $4, '{read}', $5, 'abcd', $6)""",
            keys[-1], owner.account.id, owner.user.id, name, str(keys[-1]), clock.now(),
        )  # fmt: skip
    for key in keys:
        subject = Subject(
            caller.account.id, caller.user.id, new_id(), clock.now(), clock.now(), frozenset(), api_key_id=key
        )
        async with transaction():
            await record_event_of(subject, "alerts_exported", Client("192.0.2.1", FIREFOX))
    events = (await caller.graphql(EVENTS))["data"]["securityEvents"]["results"]
    shown = {event["byApiKey"] and (event["byApiKey"]["id"], event["byApiKey"]["name"]) for event in events}
    assert shown == {None, (str(keys[0]), "Ticket system"), (str(keys[1]), None)}


@pytest.mark.parametrize("variables", [{"page": 0}, {"page": -1}, {"size": 0}, {"size": -7}])
async def test_g07_invalid_pages_of_the_audit_log(sign_in: SignIn, variables: dict[str, int]) -> None:
    answer = await (await sign_in()).graphql(EVENTS, variables)
    assert answer["data"] is None
    assert answer["errors"][0]["extensions"]["code"] == "VALIDATION"


async def test_g07_a_page_of_the_audit_log_far_past_the_end_is_empty(sign_in: SignIn) -> None:
    answer = await (await sign_in()).graphql(EVENTS, {"page": 2**31 - 1, "size": 100})
    assert answer["data"]["securityEvents"]["results"] == []


async def test_nobody_sees_or_ends_anything_without_a_session(http: httpx.AsyncClient, sign_in: SignIn) -> None:
    caller = await sign_in()
    [own] = await sessions_of(caller)
    for query, variables in ((SESSIONS, {}), (EVENTS, {}), (END, {"id": own["id"]}), (END_OTHERS, {}), (END_ALL, {})):
        answer = (await http.post("/graphql", json={"query": query, "variables": variables})).json()
        assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    assert not await is_out(caller)
