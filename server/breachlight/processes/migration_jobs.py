"""The job that fills new columns after an expand step, while everything else works."""

import asyncio
import time

from breachlight.config import get_settings
from breachlight.database.connection import connect
from breachlight.database.migration_log import fill_next
from breachlight.jobs import scheduled


@scheduled("migrations.fill", "* * * * *")
async def fill() -> None:
    """Fill the columns of applied migrations, batch by batch, with as much time between batches as they take."""
    connection = await connect(get_settings())
    try:
        begin = time.monotonic()
        while await fill_next(connection):
            await asyncio.sleep(time.monotonic() - begin)
            begin = time.monotonic()
    finally:
        await connection.close(timeout=5)
