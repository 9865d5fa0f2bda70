"""Detection of restores in processes: once at a start, and as long as a server or worker runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.errors import OUTAGES
from breachlight.restores.detection import Reason
from breachlight.restores.keeper import Keeper
from breachlight.restores.service import Report

_TICK_SECONDS: Final = 1.0
_LAST_SECONDS: Final = 2.0

_log = structlog.get_logger("breachlight.restores")


async def check_restore(settings: Settings, reason: Reason | None = None) -> Report | None:
    """Find out whether the database was restored, apply the consequences, and report them; the database is migrated.

    With a ``reason`` the consequences apply in any case: for restores that can't be detected.

    Raises:
        DatabaseError: the server can't be reached.
    """
    connection = await connect(settings)
    try:
        return await Keeper(settings, connection).start(reason)
    finally:
        await connection.close(timeout=_LAST_SECONDS)


@asynccontextmanager
async def kept_generation(settings: Settings) -> AsyncIterator[None]:
    """Keep the generation outside the database up to date while the block runs, and once more at its end."""
    stop = asyncio.Event()
    task = asyncio.create_task(_keep(settings, stop))
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait({task}, timeout=_LAST_SECONDS)
        task.cancel()


async def _keep(settings: Settings, stop: asyncio.Event) -> None:
    """Keep the generation until ``stop``, over a new connection whenever the last one is lost."""
    while not stop.is_set():
        try:
            await _keep_connected(settings, stop)
        except OUTAGES:
            _log.debug("the generation is kept up again as soon as the database answers", exc_info=True)
        except Exception:
            _log.exception("the generation outside the database isn't kept up")
        await _pause(stop)


async def _keep_connected(settings: Settings, stop: asyncio.Event) -> None:
    connection = await connect(settings)
    try:
        keeper = Keeper(settings, connection)
        # The database may have been restored while the connection was lost.
        await keeper.start()
        while not stop.is_set():
            await _pause(stop)
            await keeper.tick()
    finally:
        await connection.close(timeout=_LAST_SECONDS)


async def _pause(stop: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(stop.wait(), _TICK_SECONDS)
    except TimeoutError:
        return
