"""How much a key may ask: counted for all processes, told in every answer, refused with 429, and not got around by a socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller
from factories import make_domain
from httpx_ws import AsyncWebSocketSession, WebSocketDisconnect, aconnect_ws
from httpx_ws.transport import ASGIWebSocketTransport
from starlette.applications import Starlette

from breachlight.config import Settings
from breachlight.kit import clock
from breachlight.rate_limits import limiter

from .conftest import REVOKE, Tool, tool_of

LIST = "{ alerts(pageSize: 1) { results { id } } }"
HEADERS = ("ratelimit-policy", "ratelimit", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset")


@pytest.fixture(autouse=True)
def _patient_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rate limits wait for their table on a busy machine: counting alone is for the test of that."""
    monkeypatch.setattr(limiter, "_counters", limiter._Counters())
    monkeypatch.setattr(limiter, "_TIMEOUT_SECONDS", 60.0)


async def use_up(connection: asyncpg.Connection, left: int) -> None:
    """Count requests of all keys until so many are left."""
    status = await connection.execute("UPDATE throttle_counters SET hits = $1 WHERE key LIKE 'api-key:%'", 600 - left)
    assert status == "UPDATE 1"


def soon() -> datetime:
    """Return an instant of the next minute with 42 seconds of it to come."""
    return (clock.now() + timedelta(minutes=1)).replace(second=18, microsecond=0)


def told(answer: httpx.Response) -> list[str | None]:
    return [answer.headers.get(name) for name in HEADERS]


@pytest.mark.spec("X4")
async def test_every_response_has_the_remaining_quota_and_one_too_many_is_429(
    tool: Tool, caller: Caller, connection: asyncpg.Connection
) -> None:
    instant = soon()
    with clock.standing_at(instant):
        end = str(int(instant.timestamp()) + 42)
        policy = '"requests";q=600;w=60'
        assert told(await tool.post(LIST)) == [policy, '"requests";r=599;t=43', "600", "599", end]
        await use_up(connection, 2)
        rest = await tool.get("/api/v1/notifications/alerts")
        assert told(rest)[1:4] == ['"requests";r=1;t=43', "600", "1"]
        assert (await tool.get("/api/v1/no-such-path")).headers["x-ratelimit-remaining"] == "0"
        over = await tool.post(LIST)
        assert (over.status_code, over.headers["retry-after"], told(over)[3]) == (429, "43", "0")
        assert over.json()["errors"][0]["extensions"] == {"code": "THROTTLED", "retryAfter": 43}
        over = await tool.get("/api/v1/notifications/alerts")
        assert (over.status_code, list(over.json()), over.headers["retry-after"]) == (429, ["error"], "43")
        # A person is not slowed down by their tool, nor is another tool.
        assert (await caller.get("/api/v1/notifications/alerts")).status_code == 200
        assert (await (await tool_of(caller)).post(LIST)).status_code == 200
    with clock.standing_at(instant + timedelta(minutes=1)):
        assert (await tool.post(LIST)).status_code == 200


async def test_people_and_invalid_keys_get_no_quota_headers(caller: Caller, http: httpx.AsyncClient) -> None:
    for answer in (await caller.get("/api/v1/notifications/alerts"), await http.get("/api/v1/countries")):
        assert told(answer) == [None] * 5


async def test_f03_while_counters_are_locked_keys_go_on_with_half_of_it(
    tool: Tool, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limiter, "_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(limiter, "_PAUSE_SECONDS", 3600.0)
    with clock.standing_at(soon()):
        async with connection.transaction():
            await connection.execute("LOCK TABLE throttle_counters IN ACCESS EXCLUSIVE MODE")
            answer = await tool.post(LIST)
    assert (answer.status_code, told(answer)[0]) == (200, '"requests";q=300;w=60')


@asynccontextmanager
async def socket_of(app: Starlette, settings: Settings, tool: Tool) -> AsyncIterator[AsyncWebSocketSession]:
    async with (
        httpx.AsyncClient(transport=ASGIWebSocketTransport(app), base_url=settings.public_url) as client,
        aconnect_ws("/graphql", client, subprotocols=["graphql-transport-ws"]) as session,
    ):
        await session.send_json({"type": "connection_init", "payload": {"token": tool.token}})
        assert (await session.receive_json())["type"] == "connection_ack"
        yield session


async def ask(session: AsyncWebSocketSession, name: str, query: str) -> dict[str, Any]:
    await session.send_json({"id": name, "type": "subscribe", "payload": {"query": query}})
    async with asyncio.timeout(20):
        message: dict[str, Any] = await session.receive_json()
    assert message["id"] == name
    return message


@pytest.mark.spec("X4")
async def test_operations_on_a_socket_count_too(
    app: Starlette, settings: Settings, tool: Tool, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(soon()):
        await tool.post(LIST)
        async with socket_of(app, settings, tool) as session:
            await use_up(connection, 1)
            assert (await ask(session, "1", LIST))["payload"]["data"] == {"alerts": {"results": []}}
            assert (await session.receive_json())["type"] == "complete"
            refused = await ask(session, "2", LIST)
            assert refused["type"] == "error"
            assert refused["payload"][0]["extensions"] == {"code": "THROTTLED", "retryAfter": 43}


@pytest.mark.spec("X4")
async def test_a_subscription_lets_a_key_in_until_it_is_revoked(
    app: Starlette, settings: Settings, tool: Tool, caller: Caller, connection: asyncpg.Connection
) -> None:
    await make_domain(connection, caller.account, "otters.example")
    async with socket_of(app, settings, tool) as session:
        await session.send_json(
            {"id": "1", "type": "subscribe", "payload": {"query": "subscription { alertRaised { count } }"}}
        )
        assert (await caller.graphql(REVOKE, {"id": tool.id}))["data"]["revokeApiKey"]["__typename"] == "MessageSuccess"
        async with asyncio.timeout(20):
            with pytest.raises(WebSocketDisconnect) as ended:
                await session.receive_json()
        assert ended.value.code == 4403
