"""F02: connections that are all taken, and locks that are held too long, under the application as it runs."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import asyncpg
import httpx
import pytest
from callers import Caller
from tortoise.exceptions import BaseORMException

from breachlight.config import Settings
from breachlight.database.connection import connect, database
from breachlight.database.pools import LimitedClient
from breachlight.database.session import reading, transaction

SignIn = Callable[..., Awaitable[Caller]]
PATHS = ("/api/v1/account/info", "/api/v1/notifications/alerts")
VIEWER = "{ viewer { user { email } } }"


@pytest.fixture
async def other(settings: Settings) -> AsyncIterator[asyncpg.Connection]:
    """A connection of somebody else."""
    link = await connect(settings)
    yield link
    await link.close()


async def refused_soon(caller: Caller) -> None:
    """Both faces say that the service is away for a moment, all at once and within ten seconds."""
    begin = time.monotonic()
    *answers, shown = await asyncio.gather(*(caller.get(path) for path in PATHS), caller.graphql(VIEWER))
    assert time.monotonic() - begin < 10
    for answer in answers:
        assert isinstance(answer, httpx.Response)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5"), answer.text
    assert [error["extensions"] for error in shown["errors"]] == [{"code": "UNAVAILABLE"}]


async def works(caller: Caller) -> None:
    for path in PATHS:
        assert (await caller.get(path)).status_code == 200
    assert (await caller.graphql(VIEWER))["data"]["viewer"]["user"] == {"email": caller.user.email}


async def test_f02_an_exhausted_pool_is_said_and_is_no_harm_later(sign_in: SignIn, settings: Settings) -> None:
    caller = await sign_in()
    await works(caller)
    async with AsyncExitStack() as taken:
        for _ in range(settings.database_pool_size):
            await taken.enter_async_context(reading())
        await refused_soon(caller)
    await works(caller)


async def test_f02_a_lock_of_five_seconds_is_said_and_leaves_nothing_open(
    sign_in: SignIn, other: asyncpg.Connection, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    async with other.transaction():
        await other.execute("LOCK TABLE users IN ACCESS EXCLUSIVE MODE")
        await refused_soon(caller)
    await works(caller)
    stuck = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in tr%'"
    assert await connection.fetchval(stuck) == 0


async def test_f02_jobs_and_consoles_wait_as_long_as_it_takes(settings: Settings) -> None:
    for is_impatient, waits in ((False, ("0", "0")), (True, ("4s", "30s"))):
        async with database(settings, is_impatient=is_impatient):
            async with reading() as link:
                shown = [await link.fetchval(f"SHOW {name}") for name in ("lock_timeout", "statement_timeout")]
            assert tuple(shown) == waits


@pytest.mark.parametrize("is_pooled", [False, True])
async def test_the_server_ends_transactions_whose_process_has_stopped(
    settings: Settings, other: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch, is_pooled: bool
) -> None:
    ended = False
    monkeypatch.setattr(LimitedClient, "limits", {"idle_in_transaction_session_timeout": 1})
    async with database(settings):
        with suppress(asyncpg.InterfaceError, asyncpg.PostgresError, BaseORMException):
            async with transaction() if is_pooled else _transaction_alone(settings) as link:
                await link.execute("LOCK TABLE users IN ACCESS EXCLUSIVE MODE")
                # It waits until the lock is free.
                assert await other.fetchval("SELECT count(*) FROM users", timeout=30) == 0
                ended = True
        assert ended


@asynccontextmanager
async def _transaction_alone(settings: Settings) -> AsyncIterator[asyncpg.Connection]:
    link = await connect(settings)
    async with link.transaction():
        yield link
