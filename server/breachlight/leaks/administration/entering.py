"""Entering operations: retractions, merges and other readings of rejected input, which a command or a worker then does.

What API servers import of operations; the work itself needs the lake.
"""

import uuid
from collections.abc import Collection, Mapping
from typing import Final

from breachlight.audit.operators import operator_name
from breachlight.database.session import Connection
from breachlight.jobs import enqueue
from breachlight.kit.identifiers import new_id
from breachlight.leaks.administration import operations_repository as repository
from breachlight.leaks.administration.service import find_leak
from breachlight.leaks.errors import OperationError
from breachlight.leaks.models import LeakOperationKind
from breachlight.operators.recording import record
from breachlight.operators.service import Operator

OPERATION_JOB: Final = "leaks.operate"


async def start_retraction(connection: Connection, name: str, by: Operator | None = None) -> uuid.UUID:
    """Retract a leak: from the commit on nothing is raised from it, and the operation that is returned removes it.

    An operation that has not ended is returned again.

    Raises:
        OperationError: there is no such leak, it was retracted before, or it is being merged.
    """
    async with connection.transaction():
        leak = await find_leak(connection, name)
        retracted_at = await repository.lock_leak(connection, leak.id)
        for operation in await _unfinished(connection, {leak.id}):
            if operation.kind is LeakOperationKind.MERGE:
                raise OperationError(f"{leak.name} is being merged: retract it when that has ended.")
            if operation.leak_id == leak.id:
                return operation.id
        if retracted_at is not None:
            raise OperationError(f"{leak.name} was retracted on {retracted_at:%Y-%m-%d}.")
        operation_id = new_id()
        await repository.mark_retracted(connection, leak.id)
        await _add(connection, operation_id, LeakOperationKind.RETRACT, by, leak_id=leak.id)
        await record(connection, by, "leak_retracted", {"name": leak.name, "operation": str(operation_id)})
        return operation_id


async def start_merging(connection: Connection, name: str, into: str, by: Operator) -> uuid.UUID:
    """Enter the merge of the leak ``name`` into the leak ``into``; whether a file is being ingested shows when it begins.

    Raises:
        OperationError: a leak is unknown or retracted, both are the same, or something else is being done with one of them.
    """
    async with connection.transaction():
        old, kept = await find_leak(connection, name), await find_leak(connection, into)
        if old.id == kept.id:
            raise OperationError(f"{name} and {into} are the same leak.")
        for leak in sorted((old, kept), key=lambda each: each.id):
            if await repository.lock_leak(connection, leak.id) is not None:
                raise OperationError(f"{leak.name} was retracted, so it can't be merged.")
        if await _unfinished(connection, {old.id, kept.id}):
            raise OperationError("Another operation on one of these leaks has not ended: merge them when it has.")
        operation_id = new_id()
        await _add(connection, operation_id, LeakOperationKind.MERGE, by, leak_id=old.id, target_id=kept.id)
        detail = {"name": old.name, "into": kept.name, "operation": str(operation_id)}
        await record(connection, by, "leak_merge_started", detail)
        return operation_id


async def start_rereading(
    connection: Connection, file_id: uuid.UUID, options: Mapping[str, object] | None, by: Operator
) -> uuid.UUID:
    """Enter another reading of the rejected stretches of a file; ``options`` are a format and columns to read them with.

    Raises:
        OperationError: the file is held or not ingested to its end, or it is being read again already.
    """
    async with connection.transaction():
        if not await repository.lock_done_file(connection, file_id):
            raise OperationError("The file is not ingested to its end: ingest it again first.")
        if await _unfinished(connection, {file_id}):
            raise OperationError("The file is being read again already.")
        operation_id = new_id()
        await _add(connection, operation_id, LeakOperationKind.REREAD, by, target_id=file_id, options=options)
        await record(connection, by, "quarantine_retry_started", {"file": str(file_id), "operation": str(operation_id)})
        return operation_id


async def is_in_use(connection: Connection, leak_or_file: uuid.UUID) -> bool:
    """Return whether an operation on a leak or file has not ended."""
    return bool(await _unfinished(connection, {leak_or_file}))


async def enqueue_operation(connection: Connection, operation_id: uuid.UUID) -> None:
    """Let a worker do an operation, in the transaction that adds it, should this process not live to."""
    await enqueue(connection, OPERATION_JOB, {"operation_id": str(operation_id)}, str(operation_id))


async def _add(
    connection: Connection,
    operation_id: uuid.UUID,
    kind: LeakOperationKind,
    by: Operator | None,
    *,
    leak_id: uuid.UUID | None = None,
    target_id: uuid.UUID | None = None,
    options: Mapping[str, object] | None = None,
) -> None:
    name = operator_name() if by is None else by.email
    await repository.add_operation(
        connection, operation_id, kind, name, leak_id=leak_id, target_id=target_id, options=options
    )
    await enqueue_operation(connection, operation_id)


async def _unfinished(connection: Connection, ids: Collection[uuid.UUID]) -> list[repository.OperationRow]:
    """Return the operations on leaks or files that have not ended."""
    operations = await repository.unfinished_operations(connection)
    return [operation for operation in operations if operation.leak_id in ids or operation.target_id in ids]
