"""Sessions and keys that processes remember: revocation takes effect at once here, and within two seconds everywhere."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import asyncpg
import httpx
import pytest
from callers import Caller, client_of
from starlette.applications import Starlette

from breachlight.config import Settings
from breachlight.database.listener import STALE_SECONDS

SignIn = Callable[..., Awaitable[Caller]]
MEMBERS = "{ members { id } }"
LISTENERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"

CHANGES = {
    "session ended": "UPDATE sessions SET ended_at = now() WHERE user_id = $1",
    "session expired": "UPDATE sessions SET refresh_expires_at = now() WHERE user_id = $1",
    "session deleted": "DELETE FROM sessions WHERE user_id = $1",
    "user disabled": "UPDATE users SET disabled_at = now() WHERE id = $1",
    "membership deleted": "DELETE FROM memberships WHERE user_id = $1",
    "membership of another account": "UPDATE memberships SET account_id = (SELECT id FROM accounts WHERE id <> account_id LIMIT 1) WHERE user_id = $1",
}


@pytest.fixture
async def plain(app: Starlette, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client that waits for nothing before its requests."""
    async with client_of(app, settings.public_url) as client:
        yield client


def through(client: httpx.AsyncClient, caller: Caller) -> Caller:
    return Caller(client, caller.account, caller.user, caller.tokens)


async def is_refused(caller: Caller) -> bool:
    answer = await caller.graphql(MEMBERS)
    assert "errors" not in answer or answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED", answer
    return "errors" in answer


async def seconds_until(happens: Callable[[], Awaitable[bool]]) -> float:
    begin = time.monotonic()
    async with asyncio.timeout(20):
        while not await happens():
            await asyncio.sleep(0.01)
    return time.monotonic() - begin


async def remembered(caller: Caller, statements: list[str]) -> None:
    """Ask until the database isn't asked for the session any more."""

    async def is_remembered() -> bool:
        assert not await is_refused(caller)
        statements.clear()
        assert not await is_refused(caller)
        return not any("FROM sessions" in statement for statement in statements)

    await seconds_until(is_remembered)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
async def test_access_that_others_end_is_refused_within_two_seconds(
    change: str, sign_in: SignIn, plain: httpx.AsyncClient, connection: asyncpg.Connection, statements: list[str]
) -> None:
    await sign_in()
    caller = through(plain, await sign_in())
    await remembered(caller, statements)
    await connection.execute(change, caller.user.id)
    assert await seconds_until(lambda: is_refused(caller)) < STALE_SECONDS


async def test_a_role_changes_within_two_seconds(
    sign_in: SignIn, plain: httpx.AsyncClient, connection: asyncpg.Connection, statements: list[str]
) -> None:
    caller = through(plain, await sign_in())
    await remembered(caller, statements)
    await connection.execute("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", caller.user.id)

    async def may_not() -> bool:
        answer = await caller.graphql("{ apiKeys { id } }")
        return "errors" in answer and answer["errors"][0]["extensions"]["code"] == "FORBIDDEN"

    assert await seconds_until(may_not) < STALE_SECONDS


async def test_what_is_rolled_back_changes_nothing(
    sign_in: SignIn, plain: httpx.AsyncClient, connection: asyncpg.Connection, statements: list[str]
) -> None:
    caller = through(plain, await sign_in())
    await remembered(caller, statements)
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute(CHANGES["user disabled"], caller.user.id)
    assert not await is_refused(caller)
    await transaction.rollback()
    assert not await is_refused(caller)


async def test_the_next_request_of_this_process_knows_what_the_last_one_ended(
    sign_in: SignIn, plain: httpx.AsyncClient, statements: list[str]
) -> None:
    for _ in range(10):
        caller = through(plain, await sign_in())
        await remembered(caller, statements)
        body = {"refresh": caller.tokens["refreshToken"]}
        assert (await plain.post("/api/v1/account/logout", json=body)).status_code < 300
        assert await is_refused(caller)


async def test_without_the_listener_the_database_is_asked(
    sign_in: SignIn, plain: httpx.AsyncClient, connection: asyncpg.Connection, statements: list[str]
) -> None:
    caller = through(plain, await sign_in())
    await remembered(caller, statements)
    await connection.execute(f"SELECT pg_terminate_backend(pid) FROM ({LISTENERS}) AS listeners")
    await connection.execute(CHANGES["user disabled"], caller.user.id)
    assert await seconds_until(lambda: is_refused(caller)) < STALE_SECONDS
    await connection.execute("UPDATE users SET disabled_at = NULL WHERE id = $1", caller.user.id)
    await seconds_until(lambda: _not(is_refused(caller)))
    await remembered(caller, statements)  # the listener is back


async def test_a_listener_that_hangs_is_not_believed(
    sign_in: SignIn, plain: httpx.AsyncClient, connection: asyncpg.Connection, statements: list[str]
) -> None:
    caller = through(plain, await sign_in())
    await remembered(caller, statements)
    stopped = [row["pid"] for row in await connection.fetch(LISTENERS)]
    assert stopped
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    try:
        await connection.execute(CHANGES["user disabled"], caller.user.id)
        assert await seconds_until(lambda: is_refused(caller)) < STALE_SECONDS + 0.5
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)


async def _not(question: Awaitable[bool]) -> bool:
    return not await question
