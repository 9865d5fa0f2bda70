"""What an index contains: batches enter it once they are done, and leave it before the lake changes them.

Hold its lock to read the lake for an index, or to change batches that it counts. While nobody holds it, the index has every batch of
``batches`` exactly once, as the lake has it now, without its ``stale_blocks`` and ``damaged_blocks``.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog

from breachlight.database.locks import advisory_lock, advisory_unlock, try_advisory_lock
from breachlight.database.session import Connection
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.ranges import repository
from breachlight.leaks.ranges.counting import hashes_of
from breachlight.leaks.ranges.definitions import INDEXES, RangeIndex
from breachlight.leaks.ranges.signal import signal_update

_RECORDS_AT_ONCE: Final = 1_000_000  # some seconds, and 300 MB of memory
_BATCHES_AT_ONCE: Final = 500
_BLOCKS_AT_ONCE: Final = 1_000

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pending:
    """What isn't in the index yet: batches that are done, and blocks that were changed."""

    batch_ids: list[int]
    blocks: list[tuple[int, int]]


async def find_pending(connection: Connection, index: RangeIndex) -> Pending | None:
    """Return some of what isn't in the index; None if everything is. Call it with the lock."""
    batch_ids = await repository.pending_batches(connection, index, _RECORDS_AT_ONCE, _BATCHES_AT_ONCE)
    blocks = await repository.stale_blocks(connection, index, most=_BLOCKS_AT_ONCE)
    return Pending(batch_ids, blocks) if batch_ids or blocks else None


async def add_pending(connection: Connection, index: RangeIndex, lake: Lake, pending: Pending) -> None:
    """Add what isn't in the index, in one transaction, with the lock that it was found under.

    Raises:
        LakeError: the lake cannot be read; nothing was added.
    """
    touched = [*pending.batch_ids, *{batch_id for batch_id, _ in pending.blocks}]
    numbers = await repository.number_leaks(connection, index, touched)
    counted = await asyncio.to_thread(hashes_of, index, lake, numbers, pending.batch_ids, blocks=pending.blocks)
    async with connection.transaction():
        for each in counted.hashes:
            await repository.add_run(connection, index, each)
        await repository.add_batches(connection, index, pending.batch_ids)
        # One damaged block keeps nothing else out; it isn't tried again until the index is built again.
        await repository.add_damaged_blocks(connection, index, counted.damaged)
        await repository.remove_stale_blocks(connection, index, pending.blocks)


@asynccontextmanager
async def apart_from_batches(connection: Connection, lake: Lake, batch_ids: Sequence[int]) -> AsyncIterator[None]:
    """Take batches out of the indexes, and keep these from reading them until the lake has removed them.

    If they are in the lake at the end, they are added again later.

    Raises:
        LakeError: the lake cannot be read.
    """
    async with AsyncExitStack() as held:
        for index in INDEXES:
            await held.enter_async_context(lock(connection, index))
            if await repository.has_index(connection, index):
                await _withdraw(connection, index, lake, batch_ids)
        yield


@asynccontextmanager
async def apart_from_blocks(
    connection: Connection, lake: Lake, batch_id: int, blocks: Sequence[int]
) -> AsyncIterator[None]:
    """Take blocks of a batch out of the indexes while the lake changes them, and add what remains of them.

    If this process dies, they are added later.

    Raises:
        LakeError: the lake cannot be read.
    """
    async with AsyncExitStack() as held:
        for index in INDEXES:
            await held.enter_async_context(_apart(connection, index, lake, batch_id, blocks))
        yield


@asynccontextmanager
async def merging_leaks(connection: Connection, old: uuid.UUID, kept: uuid.UUID) -> AsyncIterator[None]:
    """Let entries of a leak name the one that it is merged into by the transaction within."""
    async with AsyncExitStack() as held:
        for index in INDEXES:
            if index.names_leaks:
                await held.enter_async_context(lock(connection, index))
        async with connection.transaction():
            yield
            for index in INDEXES:
                if index.names_leaks and await repository.has_index(connection, index):
                    await repository.merge_leak_numbers(connection, index, old, kept)


@asynccontextmanager
async def tried_lock(connection: Connection, index: RangeIndex) -> AsyncIterator[bool]:
    """Take the lock if it is free, and yield whether it is held."""
    is_held = await try_advisory_lock(connection, index.lock)
    try:
        yield is_held
    finally:
        if is_held and not connection.is_closed():
            await advisory_unlock(connection, index.lock)


@asynccontextmanager
async def lock(connection: Connection, index: RangeIndex) -> AsyncIterator[None]:
    """Take the lock, and let the index be updated at the end."""
    await advisory_lock(connection, index.lock)
    try:
        yield
    finally:
        if not connection.is_closed():
            await advisory_unlock(connection, index.lock)
    await signal_update(connection, [index])


@asynccontextmanager
async def _apart(
    connection: Connection, index: RangeIndex, lake: Lake, batch_id: int, blocks: Sequence[int]
) -> AsyncIterator[None]:
    async with lock(connection, index):
        if not await repository.has_index(connection, index) or not await repository.counted_batches(
            connection, index, [batch_id]
        ):
            yield
            return
        left_out = await _left_out(connection, index, [batch_id])
        present = [(batch_id, block) for block in blocks if (batch_id, block) not in left_out]
        numbers = await repository.number_leaks(connection, index, [batch_id])
        counted = await asyncio.to_thread(hashes_of, index, lake, numbers, [], blocks=present)
        async with connection.transaction():
            for each in counted.hashes:
                await repository.add_run(connection, index, each.negative)
            await repository.add_stale_blocks(connection, index, present)
        yield
        await add_pending(connection, index, lake, Pending([], present))


async def _withdraw(connection: Connection, index: RangeIndex, lake: Lake, batch_ids: Sequence[int]) -> None:
    """Take batches out, part by part; what is out already is passed over."""
    counted = await repository.counted_batches(connection, index, batch_ids)
    while counted:
        part: list[int] = []
        records = 0
        while counted and (not part or records + counted[0][1] <= _RECORDS_AT_ONCE):
            batch_id, size = counted.pop(0)
            part.append(batch_id)
            records += size
        numbers = await repository.number_leaks(connection, index, part)
        left_out = await _left_out(connection, index, part)
        subtracted = await asyncio.to_thread(hashes_of, index, lake, numbers, part, without=left_out)
        if subtracted.damaged:
            _log.warning(f"damaged blocks stay in the {index.label} until they are built again")
        async with connection.transaction():
            for each in subtracted.hashes:
                await repository.add_run(connection, index, each.negative)
            await repository.remove_batches(connection, index, part)


async def _left_out(connection: Connection, index: RangeIndex, batch_ids: Sequence[int]) -> set[tuple[int, int]]:
    """Return the blocks of counted batches that aren't in the index."""
    stale = await repository.stale_blocks(connection, index, batch_ids)
    return {*stale, *await repository.damaged_blocks(connection, index, batch_ids)}
