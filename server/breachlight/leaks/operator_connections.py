"""What the operators' commands on leaks open: the database and the lake."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from breachlight.config import Settings
from breachlight.database.connection import connect, dsn, server
from breachlight.database.presence import presence
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.store import Lake

Prepare = Callable[[Settings], Awaitable[KeyRing]]


@asynccontextmanager
async def opened(settings: Settings, prepare: Prepare) -> AsyncIterator[tuple[Connection, KeyRing]]:
    """Open a connection of its own to a database that is migrated."""
    async with server(settings):
        ring = await prepare(settings)
        async with presence(settings, "command"):
            connection = await connect(settings)
            try:
                yield connection, ring
            finally:
                await connection.close(timeout=5)


@asynccontextmanager
async def opened_lake(settings: Settings, ring: KeyRing) -> AsyncIterator[Lake]:
    """Open the lake of a database that is up."""
    lake = await asyncio.to_thread(Lake, dsn(settings), settings, ring)
    try:
        yield lake
    finally:
        await asyncio.to_thread(lake.close)
