"""The schedule that builds the index of alerts' texts, behind ingestion, which does nothing for it."""

import asyncio
import time

from breachlight.alerts.search import repository
from breachlight.alerts.search.repository import Segment
from breachlight.database.session import reading, transaction
from breachlight.jobs import scheduled


@scheduled("alerts.index_texts", "* * * * *")
async def index_texts() -> None:
    """Build the segments that are due, with as much time after each as it took."""
    while True:
        async with reading() as connection:
            due = await repository.fetch_due(connection)
        if not due:
            return
        for segment in due:
            begin = time.monotonic()
            await _build(segment)
            await asyncio.sleep(time.monotonic() - begin)


async def _build(segment: Segment) -> None:
    from breachlight.alerts.search.builder import build  # its libraries take memory, and few processes need them

    async with transaction() as connection:
        await repository.lock_segments(connection, segment.account_id)
        if await repository.is_built(connection, segment):
            return
        texts = await repository.fetch_texts(connection, segment)
        await repository.add_segment(connection, segment, await asyncio.to_thread(build, texts))
