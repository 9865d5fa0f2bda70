"""What the metrics show of the database pools."""

import asyncio
import random
import re
from contextlib import AsyncExitStack

import pytest

from breachlight.config import Settings
from breachlight.database import timeouts
from breachlight.database.connection import database
from breachlight.database.session import reading, transaction
from breachlight.kit import metrics


def pools() -> tuple[int, int, int]:
    """Return the size of the pools, their lent connections and the tasks that wait for one."""
    text = metrics.render().decode()
    values = dict(re.findall(r"^breachlight_database_pool_(\w+) (\S+)$", text, re.MULTILINE))
    return int(float(values["size"])), int(float(values["in_use"])), int(float(values["waiting"]))


@pytest.mark.parametrize("is_impatient", [True, False])
async def test_size_lent_connections_and_waiting_tasks_are_measured(
    settings: Settings, is_impatient: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeouts, "ACQUIRE_SECONDS", 300.0)
    assert pools() == (0, 0, 0)

    async def borrow(begun: asyncio.Event, end: asyncio.Event) -> None:
        async with reading():
            begun.set()
            await end.wait()

    async with database(settings.model_copy(update={"database_pool_size": 2}), is_impatient=is_impatient):
        async with reading():  # the first use opens the pool
            assert pools() == (2, 1, 0)
        assert pools() == (2, 0, 0)
        end = asyncio.Event()
        borrowing = [(begun := asyncio.Event(), asyncio.create_task(borrow(begun, end))) for _ in range(2)]
        for begun, _ in borrowing:
            await begun.wait()
        assert pools() == (2, 2, 0)
        third = asyncio.create_task(borrow(asyncio.Event(), end))
        while pools() != (2, 2, 1):
            await asyncio.sleep(0)
        cancelled = asyncio.create_task(borrow(asyncio.Event(), end))
        while pools() != (2, 2, 2):
            await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.gather(cancelled, return_exceptions=True)
        assert pools() == (2, 2, 1)
        end.set()
        await asyncio.gather(third, *(task for _, task in borrowing))
        assert pools() == (2, 0, 0)
    assert pools() == (0, 0, 0)


@pytest.mark.parametrize("is_impatient", [True, False])
async def test_every_connection_comes_back_whenever_tasks_are_cancelled(settings: Settings, is_impatient: bool) -> None:
    """In the middle of statements, in transactions, and when the connection is lost."""
    chance = random.Random(20261128)

    async def work(kind: int) -> None:
        if kind == 0:
            async with transaction() as connection:
                await connection.execute("SELECT pg_sleep($1)", chance.random() / 50)
                await asyncio.sleep(chance.random() / 100)
            return
        async with reading() as connection:
            await connection.execute("SELECT pg_sleep($1)", chance.random() / 50)
            if kind == 1:
                await connection.execute("BEGIN")  # the next borrower must find none
            elif kind == 2:
                await connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    async with database(settings.model_copy(update={"database_pool_size": 3}), is_impatient=is_impatient):
        async with reading():
            pass
        for _ in range(60):
            tasks = [asyncio.create_task(work(chance.randrange(12))) for _ in range(6)]
            await asyncio.sleep(chance.random() / 30)
            for task in chance.sample(tasks, 4):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            async with AsyncExitStack() as stack:
                for _ in range(3):  # all are available, outside a transaction
                    connection = await stack.enter_async_context(reading())
                    assert await connection.fetchval("SELECT 1") == 1
                    assert not connection.is_in_transaction()
        assert pools() == (3, 0, 0)


async def test_a_transaction_that_is_cancelled_while_it_begins_gives_its_connection_back(settings: Settings) -> None:
    async def begin() -> None:
        async with transaction():
            await asyncio.sleep(60)

    async with database(settings.model_copy(update={"database_pool_size": 1}), is_impatient=False):
        for steps in range(12):  # one of them falls within BEGIN
            task = asyncio.create_task(begin())
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            async with asyncio.timeout(30), reading() as connection:
                assert await connection.fetchval("SELECT 1") == 1
