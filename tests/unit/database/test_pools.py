"""What the metrics show of the database pools."""

import asyncio
import re

import pytest

from breachlight.config import Settings
from breachlight.database import timeouts
from breachlight.database.connection import database
from breachlight.database.session import reading
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
