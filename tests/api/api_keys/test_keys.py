"""API keys: made and shown once, listed, revoked, dead with their maker; nothing of them in clear where things are kept."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import asyncpg
import httpx
import pytest
from callers import Caller
from logins import events
from mail_server import Mails

from breachlight.kit import clock
from breachlight.mail.models import MailKind

from .conftest import KEYS, REVOKE, SignIn, Tool, create, tool_of

LIST = "{ alerts(pageSize: 1) { results { id } } }"


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Set the product's clock forward."""
    path = tmp_path / "clock-offset"
    monkeypatch.setenv("BREACHLIGHT_CLOCK_OFFSET_FILE", str(path))
    return lambda offset: path.write_text(str(offset.total_seconds()), encoding="ascii") and None


@pytest.mark.spec("X4")
async def test_a_key_is_shown_once_reported_by_email_and_stored_as_a_digest(
    caller: Caller, connection: asyncpg.Connection, mails: Mails
) -> None:
    outcome = await create(caller, name="  SIEM  ", scopes=["TRIAGE", "READ"])
    token, key = outcome["token"], outcome["apiKey"]
    assert (token[:4], len(token), key["hint"]) == ("blk_", 53, token[-4:])
    assert (key["name"], key["scopes"], key["maker"], key["lastUsedAt"]) == ("SIEM", ["READ", "TRIAGE"], "Jo Doe", None)
    kept = dict((await connection.fetch("SELECT * FROM api_keys"))[0])
    assert token[4:47] not in str(kept)
    assert (kept["expires_at"] - kept["created_at"]).days == 90
    mail = await mails.newest(MailKind.API_KEY_CREATED, caller.user.email)
    assert "SIEM" in mail.text
    assert token[:12] not in mail.text
    assert (await caller.graphql(KEYS))["data"]["apiKeys"] == [key]
    event = await connection.fetchrow("SELECT user_id, detail FROM security_events WHERE kind = 'api_key_created'")
    assert event is not None
    assert event["user_id"] == caller.user.id
    assert token[4:12] not in event["detail"]


async def test_a_key_opens_graphql_and_rest_and_says_what_it_is(tool: Tool, caller: Caller) -> None:
    assert (await tool.graphql(LIST))["data"] == {"alerts": {"results": []}}
    assert (await tool.get("/api/v1/notifications/alerts")).json()["count"] == 0
    current = "{ currentApiKey { id name scopes accountId expiresAt } }"
    shown = (await tool.graphql(current))["data"]["currentApiKey"]
    assert (shown["id"], shown["name"], shown["scopes"]) == (tool.id, "Nightly export", ["READ"])
    assert shown["accountId"] == str(caller.account.id)
    assert (await caller.graphql(current))["data"] == {"currentApiKey": None}


@pytest.mark.spec("X4")
async def test_a_request_with_a_key_costs_one_extra_statement(
    tool: Tool, caller: Caller, statements: list[str]
) -> None:
    async def cost(ask: Callable[[str], object]) -> int:
        statements.clear()
        await ask(LIST)  # type: ignore[misc]
        return len(statements)

    await tool.graphql(LIST)
    by_person, by_tool = await cost(caller.graphql), await cost(tool.graphql)
    # It counts towards the quota; who asks is known from the request before.
    assert by_tool - by_person == 1, statements
    assert not any("FROM api_keys" in statement or "FROM sessions" in statement for statement in statements)


async def test_the_list_of_keys_costs_one_statement_whatever_its_size(caller: Caller, statements: list[str]) -> None:
    costs = []
    await caller.graphql(KEYS)
    for _ in range(2):
        await tool_of(caller)
        statements.clear()
        await caller.graphql(KEYS)
        costs.append(len(statements))
    assert costs == [1, 1]


async def test_when_it_was_last_used_is_written_once_a_minute(
    tool: Tool, caller: Caller, statements: list[str], later: Callable[[timedelta], None]
) -> None:
    writes = []
    for seconds in (0, 30, 100):
        later(timedelta(seconds=seconds))
        statements.clear()
        await tool.graphql(LIST)
        writes.append(sum(statement.startswith("UPDATE") and "last_used_at" in statement for statement in statements))
    assert writes == [1, 0, 1]
    assert (await caller.graphql(KEYS))["data"]["apiKeys"][0]["lastUsedAt"] is not None


@pytest.mark.spec("X4")
async def test_a_revoked_key_is_refused_at_once_on_every_api(tool: Tool, caller: Caller) -> None:
    assert (await caller.graphql(REVOKE, {"id": tool.id}))["data"]["revokeApiKey"]["__typename"] == "MessageSuccess"
    graphql, rest = await tool.post(LIST), await tool.get("/api/v1/notifications/alerts")
    assert (graphql.status_code, graphql.json()["errors"][0]["extensions"]) == (401, {"code": "UNAUTHENTICATED"})
    assert (rest.status_code, list(rest.json())) == (401, ["error"])
    assert rest.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert (await caller.graphql(KEYS))["data"]["apiKeys"] == []
    again = (await caller.graphql(REVOKE, {"id": tool.id}))["data"]["revokeApiKey"]
    assert again == {"__typename": "NotFoundProblem", "code": "NOT_FOUND"}


@pytest.mark.spec("X4")
async def test_a_key_expires(caller: Caller, later: Callable[[timedelta], None]) -> None:
    short, endless = await tool_of(caller, expiresInDays=30), await tool_of(caller, expiresInDays=None)
    later(timedelta(days=29))
    assert (await short.post(LIST)).status_code == 200
    later(timedelta(days=31))
    assert (await short.post(LIST)).status_code == 401
    assert (await endless.post(LIST)).status_code == 200


@pytest.mark.spec("X4")
@pytest.mark.parametrize(
    "change",
    ["DELETE FROM memberships WHERE user_id = $1", "UPDATE users SET disabled_at = created_at WHERE id = $1"],
)
async def test_a_key_ends_with_its_creators_membership(
    tool: Tool, caller: Caller, connection: asyncpg.Connection, change: str
) -> None:
    await connection.execute(change, caller.user.id)
    assert (await tool.post(LIST)).status_code == 401


@pytest.mark.spec("X4")
async def test_a_key_has_no_more_permissions_than_its_creator_now(
    tool: Tool, caller: Caller, connection: asyncpg.Connection
) -> None:
    wide = await tool_of(caller, "READ", "TRIAGE", "REVEAL")
    close = (
        'mutation { updateAlerts(input: {action: CLOSE, ids: ["x"]}) { __typename ... on Problem { message code } } }'
    )
    assert (await wide.graphql(close))["data"]["updateAlerts"]["code"] == "NOT_FOUND"
    refused = {"__typename": "RefusedProblem", "code": "FORBIDDEN", "message": 'This API key lacks the scope "TRIAGE".'}
    assert (await tool.graphql(close))["data"]["updateAlerts"] == refused
    alerts = "/api/v1/notifications/alerts?is_read=false"
    in_rest = await tool.http.post(alerts, json={"action": "close"}, headers=tool.headers)
    assert (in_rest.status_code, in_rest.json()["error"]["message"]) == (403, refused["message"])
    await connection.execute("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", caller.user.id)
    assert (await wide.graphql(close))["data"]["updateAlerts"] == refused
    assert (await wide.graphql("{ currentApiKey { scopes } }"))["data"]["currentApiKey"] == {"scopes": ["READ"]}
    # Who is no owner any more manages no keys.
    assert (await caller.graphql(KEYS))["errors"][0]["extensions"]["code"] == "FORBIDDEN"
    assert (await create(caller))["code"] == "FORBIDDEN"
    assert (await caller.graphql(REVOKE, {"id": tool.id}))["data"]["revokeApiKey"]["code"] == "FORBIDDEN"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "tab\there"}, "name"),
        ({"scopes": []}, "scopes"),
        ({"expiresInDays": 0}, "expiresInDays"),
        ({"expiresInDays": 31}, "expiresInDays"),
    ],
)
async def test_what_a_key_cannot_be_made_of(caller: Caller, change: dict[str, object], field: str) -> None:
    outcome = await create(caller, **change)
    assert [error["field"] for error in outcome["fieldErrors"]] == [field]


@pytest.mark.spec("B4.3.1", "X4")
async def test_making_one_needs_a_verified_address_and_a_recent_login(
    sign_in: SignIn, connection: asyncpg.Connection, later: Callable[[timedelta], None]
) -> None:
    caller = await sign_in("ind")
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE id = $1", caller.user.id)
    assert (await create(caller))["code"] == "EMAIL_NOT_VERIFIED"
    await connection.execute("UPDATE sessions SET authenticated_at = $1", clock.now() - timedelta(minutes=6))
    assert (await create(caller))["code"] == "REAUTHENTICATION_REQUIRED"
    assert await connection.fetchval("SELECT count(*) FROM api_keys") == 0


@pytest.mark.spec("X4")
async def test_an_account_has_at_most_fifty_live_keys_however_many_ask_at_once(
    tool: Tool, caller: Caller, connection: asyncpg.Connection
) -> None:
    await connection.execute(
        """INSERT INTO api_keys (id, account_id, user_id, name, scopes, digest, hint, created_at)
        SELECT gen_random_uuid(), account_id, user_id, name, scopes, 'other' || number, hint, created_at
        FROM api_keys, generate_series(1, 48) AS number"""
    )
    outcomes = await asyncio.gather(*(create(caller) for _ in range(3)))
    assert sorted(outcome["__typename"] for outcome in outcomes) == [
        "CreateApiKeySuccess",
        "ValidationProblem",
        "ValidationProblem",
    ]
    await caller.graphql(REVOKE, {"id": tool.id})
    assert (await create(caller))["__typename"] == "CreateApiKeySuccess"


async def test_g08_keys_of_another_account_are_unknown_and_open_only_their_own(
    tool: Tool, caller: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    stranger = await sign_in()
    refused = (await stranger.graphql(REVOKE, {"id": tool.id}))["data"]["revokeApiKey"]
    assert refused == {"__typename": "NotFoundProblem", "code": "NOT_FOUND"}
    assert (await stranger.graphql(REVOKE, {"id": "no-id"}))["data"]["revokeApiKey"] == refused
    assert (await stranger.graphql(KEYS))["data"]["apiKeys"] == []
    assert (await tool.post(LIST)).status_code == 200
    theirs = await tool_of(stranger, "READ", "TRIAGE", "REVEAL", "EXPORT")
    shown = await theirs.graphql("{ currentApiKey { accountId } }")
    assert shown["data"]["currentApiKey"]["accountId"] == str(stranger.account.id)
    assert "api_key_revoked" not in await events(connection, caller)


@pytest.mark.parametrize("damage", ["flipped", "short", "long", "unknown", "lone prefix"])
async def test_what_is_no_key_of_ours_is_refused(
    tool: Tool, http: httpx.AsyncClient, statements: list[str], damage: str
) -> None:
    token = {
        "flipped": tool.token[:10] + ("A" if tool.token[10] != "A" else "B") + tool.token[11:],
        "short": tool.token[:-1],
        "long": tool.token + "A",
        "unknown": "blk_" + "A" * 49,
        "lone prefix": "blk_",
    }[damage]
    statements.clear()
    answer = await http.post("/graphql", json={"query": LIST}, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    assert statements == []  # the checksum tells


@pytest.mark.spec("X4")
async def test_what_a_tool_did_is_logged_as_its_makers_with_the_key(
    caller: Caller, connection: asyncpg.Connection
) -> None:
    tool = await tool_of(caller, "MANAGE_DOMAINS")
    add = 'mutation { addDomain(domain: "otters.example") { __typename } }'
    assert (await tool.graphql(add))["data"]["addDomain"]["__typename"] == "DomainSuccess"
    event = await connection.fetchrow("SELECT user_id, detail FROM security_events WHERE kind = 'domain_added'")
    assert event is not None
    assert event["user_id"] == caller.user.id
    assert tool.id in event["detail"]
