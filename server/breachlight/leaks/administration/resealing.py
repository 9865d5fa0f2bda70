"""Resealing: everything that older keys sealed is sealed with the current one, in database and lake."""

import asyncio
import uuid
from typing import Final

from breachlight.audit.operators import operator_name, record_operator_event
from breachlight.database.sealed_values import SealedValues, all_sealed_values
from breachlight.database.session import Connection
from breachlight.kit.identifiers import new_id
from breachlight.kit.key_file import Ring
from breachlight.kit.keys import KeyRing
from breachlight.leaks.administration import operations_repository as repository
from breachlight.leaks.administration.entering import enqueue_operation
from breachlight.leaks.administration.operation_run import Run
from breachlight.leaks.lake.erasure import purge
from breachlight.leaks.lake.repository import BlockFile, block_files
from breachlight.leaks.lake.resealing import LakeResealer
from breachlight.leaks.models import LeakOperationKind

_VALUES_AT_ONCE: Final = 500
_BLOCKS_UNTIL_PURGE: Final = 50_000
"""Old files of some 50 million records are deleted before more are written, so that the disk never holds the lake twice."""


async def start_resealing(connection: Connection, ring: KeyRing) -> uuid.UUID:
    """Start to reseal; an operation that has not ended is returned again."""
    async with connection.transaction():
        for operation in await repository.unfinished_operations(connection):
            if operation.kind is LeakOperationKind.RESEAL:
                return operation.id
        operation_id = new_id()
        await repository.add_operation(connection, operation_id, LeakOperationKind.RESEAL, operator_name())
        await enqueue_operation(connection, operation_id)
        detail: dict[str, object] = {"operation": str(operation_id), "key": ring.current(Ring.SEALING).name}
        await record_operator_event(connection, "reseal_started", detail)
        return operation_id


async def reseal(run: Run) -> None:
    """Reseal database and lake; what is sealed with the current key already is passed over, so a second run is quick."""
    run.ring.refresh()
    run.operation.figures.pop("unreadable", None)
    kinds = all_sealed_values()
    current = run.ring.current(Ring.SEALING).number
    counts = [await values.count(run.connection) for values in kinds]
    await run.begin("values", sum(count.total() - count[current] for count in counts))
    for values in kinds:
        await _reseal_values(run, values)
    await _reseal_lake(run)


async def _reseal_values(run: Run, values: SealedValues) -> None:
    after: object = None
    while True:
        async with run.connection.transaction():
            step = await values.reseal(run.connection, run.ring, after, _VALUES_AT_ONCE)
        await run.advance(step.done, values=step.done, unreadable=step.unreadable)
        after = step.after
        if after is None:
            return


async def _reseal_lake(run: Run) -> None:
    resealer = LakeResealer(run.lake, run.ring)
    current = run.ring.current(Ring.SEALING).number
    unpurged = run.operation.figures.get("blocks", 0)
    # Blocks that were being written with an older key when this began are in new files, which a later round finds.
    seen = set[BlockFile]()
    while files := [file for file in await block_files(run.connection) if not (file.is_only(current) or file in seen)]:
        await run.begin("blocks", len(files))
        for file in files:
            for batch_id in await asyncio.to_thread(resealer.batches_of, file):
                done = await asyncio.to_thread(resealer.reseal, batch_id)
                await run.advance(0, blocks=done.blocks, unreadable=done.unreadable)
                unpurged += done.blocks
            await run.advance()
            if unpurged >= _BLOCKS_UNTIL_PURGE:
                await asyncio.to_thread(purge, run.lake)
                unpurged = 0
        seen |= set(files)
    if unpurged:
        await run.begin("files", 1)
        await asyncio.to_thread(purge, run.lake)
        await run.advance()
