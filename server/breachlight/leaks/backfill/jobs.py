"""Jobs of retroactive scans. The rows of ``backfills`` are the queue; a job only says that there is something in it."""

import asyncio
import time
from typing import Final

from breachlight.config import get_key_ring, get_settings
from breachlight.database.connection import connect
from breachlight.database.session import Connection
from breachlight.jobs import Payload, enqueue_unless_waiting, job, scheduled
from breachlight.leaks.backfill import repository
from breachlight.leaks.backfill.backfill_mails import enqueue_summaries
from breachlight.leaks.backfill.rounds import FailedScansError, Located, run_round
from breachlight.leaks.lake.shared_lake import shared_lake
from breachlight.watchlist import repository as watchlist
from breachlight.watchlist.service import BACKFILL_JOB

LANE: Final = "backfills"
_JOB_SECONDS: Final = 10.0
"""After this a job hands over to a new one: a worker that drains takes none, and another goes on."""

_turns: Final = asyncio.Lock()
"""Taken by the one job of this process that searches for large batches and long scans, in which accounts take turns."""


@job(BACKFILL_JOB, lane=LANE)
async def backfill(_: Payload) -> None:
    """Run rounds of scans until none is waiting.

    Several such jobs run at the same time, but only one of a process searches for large batches and long scans. The others are
    there for single addresses, so that none of these waits until a chunk of others is done.
    """
    settings, ring = get_settings(), get_key_ring()
    end = time.monotonic() + _JOB_SECONDS
    connection = await connect(settings)
    try:
        # Every transaction that added a scan without a job, because this job was already waiting, commits before this returns.
        await watchlist.lock_epoch(connection)
        if not await repository.is_any_waiting(connection):
            return
        async with shared_lake(settings, ring) as lake:
            failure: FailedScansError | None = None
            known: Located = {}

            async def served(*, few: bool) -> bool:
                nonlocal failure
                try:
                    return await run_round(connection, lake, ring, known, few=few)
                except FailedScansError as error:
                    failure = error
                    return True

            is_any_left = True
            while is_any_left and time.monotonic() < end:
                is_any_left = await served(few=True)
                if not _turns.locked():
                    async with _turns:
                        is_any_left |= await served(few=False)
            # After a failure of the lake this job's own retry goes on.
            await enqueue_summaries(connection)
            # The job that takes turns goes on with what waits for its turn, and hands it over itself.
            if is_any_left or not _turns.locked():
                await _hand_over(connection)
            if failure is not None:
                raise failure
    finally:
        await connection.close(timeout=5)


@job("backfill", lane=LANE)
async def backfill_one(payload: Payload) -> None:
    """Run rounds of scans: an earlier version adds a job for each scan."""
    await backfill(payload)


@scheduled("backfill.sweep", "* * * * *")
async def sweep() -> None:
    """Enqueue what a dead worker or a failure has left."""
    connection = await connect(get_settings())
    try:
        await enqueue_summaries(connection)
        await _hand_over(connection)
    finally:
        await connection.close(timeout=5)


async def _hand_over(connection: Connection) -> None:
    if await repository.is_any_waiting(connection):
        await enqueue_unless_waiting(connection, BACKFILL_JOB)
