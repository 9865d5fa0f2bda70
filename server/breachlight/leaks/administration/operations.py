"""Retractions, erasures, resealing, merges and other readings of rejected input as jobs: each can be killed at any time, and goes on where it was.

An operation is a row in PostgreSQL. The process that holds its lock works on it: the command that started it, or, when that is
gone, a worker.
"""

import asyncio
import uuid
from typing import Final, Protocol

from breachlight.audit.operators import record_operator_event
from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.connection import connect, dsn
from breachlight.jobs import Payload, job, scheduled
from breachlight.keys.watch import command_key_watch
from breachlight.kit.keys import KeyRing
from breachlight.leaks.administration import operations_repository as repository
from breachlight.leaks.administration.entering import OPERATION_JOB, enqueue_operation
from breachlight.leaks.administration.erasure import erase
from breachlight.leaks.administration.merging import merge
from breachlight.leaks.administration.operation_run import Progress, Run
from breachlight.leaks.administration.operations_repository import OperationRow
from breachlight.leaks.administration.rereading import reread
from breachlight.leaks.administration.resealing import reseal
from breachlight.leaks.administration.retraction import retract
from breachlight.leaks.errors import OperationError
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.models import LeakOperationKind

_POLL_SECONDS: Final = 0.2


class Step(Protocol):
    """The work of one kind of operation."""

    async def __call__(self, run: Run) -> None:
        """Do all of it, or what an earlier run has left."""


_WORK: Final[dict[LeakOperationKind, Step]] = {
    LeakOperationKind.RETRACT: retract,
    LeakOperationKind.ERASE: erase,
    LeakOperationKind.RESEAL: reseal,
    LeakOperationKind.MERGE: merge,
    LeakOperationKind.REREAD: reread,
}


def _silent(_: OperationRow) -> None:
    """Show nothing."""


async def run_operation(
    settings: Settings, ring: KeyRing, operation_id: uuid.UUID, progress: Progress = _silent
) -> OperationRow | None:
    """Work on an operation until it has ended; None if another process does so already, or it is unknown.

    Raises:
        LakeError: the lake cannot be used; the operation goes on later.
    """
    connection = await connect(settings)
    try:
        if not await repository.lock_operation(connection, operation_id):
            return None
        operation = await repository.find_operation(connection, operation_id)
        if operation is None or operation.finished_at is not None:
            return operation
        lake = await asyncio.to_thread(Lake, dsn(settings), settings, ring)
        try:
            await _WORK[operation.kind](Run(connection, lake, ring, operation, progress))
        except OperationError as error:
            operation.failure = str(error)
        finally:
            await asyncio.to_thread(lake.close)
        async with connection.transaction():
            await repository.finish_operation(connection, operation)
            outcome = "done" if operation.failure is None else "failed"
            await record_operator_event(
                connection,
                f"leak_{operation.kind.value}_{outcome}",
                {"operation": str(operation.id), **operation.figures},
                operator=operation.operator,
            )
        return await repository.find_operation(connection, operation_id)
    finally:
        await connection.close(timeout=5)


async def follow_operation(
    settings: Settings, ring: KeyRing, operation_id: uuid.UUID, progress: Progress
) -> OperationRow:
    """Work on an operation, or watch the process that does, until it has ended."""
    connection = await connect(settings)
    try:
        async with command_key_watch(settings, "operation"):
            while True:
                operation = await run_operation(settings, ring, operation_id, progress)
                operation = operation or await repository.find_operation(connection, operation_id)
                if operation is None:
                    raise RuntimeError("the operation is gone")
                if operation.finished_at is not None:
                    return operation
                progress(operation)
                await asyncio.sleep(_POLL_SECONDS)
    finally:
        await connection.close(timeout=5)


@job(OPERATION_JOB)
async def operate(payload: Payload) -> None:
    """Do an operation, unless another process does."""
    await run_operation(get_settings(), get_key_ring(), uuid.UUID(payload["operation_id"]))


@scheduled("leaks.operate_unfinished", "* * * * *")
async def operate_unfinished() -> None:
    """Enqueue operations whose process may have died."""
    connection = await connect(get_settings())
    try:
        for operation in await repository.unfinished_operations(connection):
            await enqueue_operation(connection, operation.id)
    finally:
        await connection.close(timeout=5)
