"""The jobs that build the indexes while the feature is on, keep them up to date, and drop them when it is off."""

import time
from contextlib import AsyncExitStack
from typing import Final

import structlog

from breachlight.config import get_key_ring, get_settings
from breachlight.database.connection import connect
from breachlight.database.session import Connection
from breachlight.jobs import BULK_LANE, Payload, enqueue_unless_waiting, job, scheduled
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.operator_connections import opened_lake
from breachlight.leaks.ranges import repository
from breachlight.leaks.ranges.definitions import EMAILS, INDEXES, PASSWORDS, RangeIndex
from breachlight.leaks.ranges.index import add_pending, find_pending, tried_lock
from breachlight.leaks.ranges.merging import merge_some
from breachlight.leaks.ranges.signal import signal_update
from breachlight.leaks.ranges.status_repository import read_status
from breachlight.leaks.ranges.switch_repository import is_enabled

_SECONDS: Final = 15.0  # then another job continues, so that a worker stops promptly

_log = structlog.get_logger(__name__)


@job(PASSWORDS.job, at_once=1, lane=BULK_LANE)
async def update_passwords(_: Payload) -> None:
    """Do some of the work that is left for the passwords."""
    await update_index(PASSWORDS)


@job(EMAILS.job, at_once=1, lane=BULK_LANE)
async def update_emails(_: Payload) -> None:
    """Do some of the work that is left for the addresses."""
    await update_index(EMAILS)


@scheduled("password_ranges.check", "* * * * *")
async def check() -> None:
    """Enqueue the jobs of features that are on or were on: a signal may have been missed."""
    connection = await connect(get_settings())
    try:
        await signal_update(connection)
        for index in INDEXES:
            if not await is_enabled(connection, index) and await repository.has_index(connection, index):
                await enqueue_unless_waiting(connection, index.job)
    finally:
        await connection.close(timeout=5)


async def update_index(index: RangeIndex, seconds: float = _SECONDS) -> bool:
    """Work for some seconds and return whether nothing is left; otherwise a job is added that continues.

    Raises:
        LakeError: the lake cannot be read; what was done before stays.
    """
    connection = await connect(get_settings())
    try:
        if not await is_enabled(connection, index):
            return await _drop(connection, index)
        is_done = await _work(connection, index, time.monotonic() + seconds)
        if not is_done:
            await enqueue_unless_waiting(connection, index.job)
        return is_done
    finally:
        await connection.close(timeout=5)


async def _drop(connection: Connection, index: RangeIndex) -> bool:
    async with tried_lock(connection, index) as is_held:
        if is_held and await repository.drop_index(connection, index):
            _log.info(f"{index.label} dropped")
        return is_held


async def _work(connection: Connection, index: RangeIndex, end: float) -> bool:
    lake: Lake | None = None
    async with AsyncExitStack() as opened:
        while time.monotonic() < end:
            async with tried_lock(connection, index) as is_held:
                if not is_held:
                    return True  # who has the lock gives a signal at its end
                if not await repository.has_index(connection, index):
                    await repository.create_index(connection, index)
                pending = await find_pending(connection, index)
                if pending is not None:
                    if lake is None:
                        lake = await opened.enter_async_context(opened_lake(get_settings(), get_key_ring()))
                    await add_pending(connection, index, lake, pending)
            if pending is not None:
                await _log_progress(connection, index)
            elif await repository.mark_built(connection, index):
                _log.info(f"{index.label} built")
            # What is built for the first time is merged once, at its end: until then nobody reads it.
            is_merging = await repository.is_built(connection, index) and await merge_some(connection, index)
            if pending is None and not is_merging:
                return True
        return False


async def _log_progress(connection: Connection, index: RangeIndex) -> None:
    found = await read_status(connection, index)
    if found is not None:
        _log.info(f"{index.label} updated", batches=found.batches, waiting=found.waiting)
