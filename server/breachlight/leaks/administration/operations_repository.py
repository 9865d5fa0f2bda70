"""Statements of operations: their progress, and the leak that is retracted."""

import json
import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final

import asyncpg

from breachlight.database.locks import try_advisory_lock
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.leaks.models import LeakFileState, LeakOperationKind

_ERASURE_LOCK: Final = 0x65726173
"""The number of an advisory lock: "eras" in ASCII."""

_COLUMNS: Final = (
    "id, kind, leak_id, target_id, options, subject_sealed, step, done, total, position, figures, operator, created_at, "
    "finished_at, failure"
)


@dataclass(slots=True)
class OperationRow:
    """An operation on database and lake; ``position`` is the last batch that was looked through.

    ``target_id`` is the leak that a merge keeps or the file that is read again, ``failure`` says why nothing was done.
    """

    id: uuid.UUID
    kind: LeakOperationKind
    leak_id: uuid.UUID | None
    subject_sealed: bytes | None
    step: str
    done: int
    total: int
    position: int
    operator: str
    created_at: datetime
    finished_at: datetime | None
    target_id: uuid.UUID | None = None
    failure: str | None = None
    options: dict[str, Any] | None = None
    figures: dict[str, int] = field(default_factory=dict)


def _row(row: asyncpg.Record) -> OperationRow:
    values = {name: row[name] for name in OperationRow.__dataclass_fields__}
    read = {
        "kind": LeakOperationKind(row["kind"]),
        "figures": json.loads(row["figures"]),
        "options": None if row["options"] is None else json.loads(row["options"]),
    }
    return OperationRow(**values | read)


async def lock_operation(connection: Connection, operation_id: uuid.UUID) -> bool:
    """Take the lock of an operation for as long as the connection lives; False when another process works on it."""
    name = int.from_bytes(blake2b(operation_id.bytes, digest_size=8).digest(), "big", signed=True)
    return await try_advisory_lock(connection, name)


async def add_operation(
    connection: Connection,
    operation_id: uuid.UUID,
    kind: LeakOperationKind,
    operator: str,
    *,
    leak_id: uuid.UUID | None = None,
    target_id: uuid.UUID | None = None,
    subject_sealed: bytes | None = None,
    options: Mapping[str, object] | None = None,
) -> None:
    """Add an operation that has not begun."""
    await connection.execute(
        """INSERT INTO leak_operations (id, kind, leak_id, subject_sealed, step, done, total, position, figures, operator, created_at,
            target_id, options)
        VALUES ($1, $2, $3, $4, '', 0, 0, 0, '{}', $5, $6, $7, $8)""",
        operation_id,
        kind.value,
        leak_id,
        subject_sealed,
        operator,
        clock.now(),
        target_id,
        None if options is None else json.dumps(options),
    )


async def find_operation(connection: Connection, operation_id: uuid.UUID) -> OperationRow | None:
    """Return an operation."""
    row = await connection.fetchrow(f"SELECT {_COLUMNS} FROM leak_operations WHERE id = $1", operation_id)
    return None if row is None else _row(row)


async def unfinished_operations(connection: Connection) -> list[OperationRow]:
    """Return the operations that have not ended, oldest first."""
    rows = await connection.fetch(
        f"SELECT {_COLUMNS} FROM leak_operations WHERE finished_at IS NULL ORDER BY created_at, id"
    )
    return [_row(row) for row in rows]


async def store_progress(connection: Connection, operation: OperationRow) -> None:
    """Store how far an operation has come."""
    await connection.execute(
        "UPDATE leak_operations SET step = $2, done = $3, total = $4, position = $5, figures = $6 WHERE id = $1",
        operation.id,
        operation.step,
        operation.done,
        operation.total,
        operation.position,
        json.dumps(operation.figures),
    )


async def finish_operation(connection: Connection, operation: OperationRow) -> None:
    """Mark an operation as ended; the address that it erased is forgotten."""
    await connection.execute(
        """UPDATE leak_operations SET finished_at = $2, figures = $3, step = '', subject_sealed = NULL, failure = $4
        WHERE id = $1""",
        operation.id,
        clock.now(),
        json.dumps(operation.figures),
        operation.failure,
    )


async def operations_of(
    connection: Connection, target_id: uuid.UUID, kinds: Collection[LeakOperationKind], limit: int
) -> list[OperationRow]:
    """Return the last operations of some kinds on a leak or file, the newest first."""
    rows = await connection.fetch(
        f"""SELECT {_COLUMNS} FROM leak_operations WHERE (leak_id = $1 OR target_id = $1) AND kind = any($2)
        ORDER BY created_at DESC, id DESC LIMIT $3""",
        target_id,
        [kind.value for kind in kinds],
        limit,
    )
    return [_row(row) for row in rows]


async def begin_erasing_alerts(connection: Connection, operation_id: uuid.UUID) -> None:
    """Wait for what is being raised from records that were read before; what is raised later is read again first."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _ERASURE_LOCK)
        await connection.execute("UPDATE leak_operations SET erasures = erasures + 1 WHERE id = $1", operation_id)


async def erasures(connection: Connection) -> int:
    """Return how often the alerts of a person have begun to be erased, after their records had left the lake."""
    count: int = await connection.fetchval("SELECT coalesce(sum(erasures), 0)::bigint FROM leak_operations")
    return count


async def lock_erasures(connection: Connection) -> int:
    """Return what ``erasures`` does, and keep it until the transaction ends."""
    await connection.execute("SELECT pg_advisory_xact_lock_shared($1)", _ERASURE_LOCK)
    return await erasures(connection)


async def count_erased(connection: Connection, batch_id: int, records: int) -> None:
    """Count records of a batch as erased: they were ingested, and are in the lake no longer."""
    await connection.execute(
        """UPDATE batches SET tally = jsonb_set(tally, '{erased}', to_jsonb(coalesce((tally->>'erased')::bigint, 0) + $2))
        WHERE id = $1""",
        batch_id,
        records,
    )


async def lock_leak(connection: Connection, leak_id: uuid.UUID) -> datetime | None:
    """Lock a leak against batches that are being committed, and return since when it is retracted."""
    retracted_at: datetime | None = await connection.fetchval(
        "SELECT retracted_at FROM leaks WHERE id = $1 FOR UPDATE", leak_id
    )
    return retracted_at


async def lock_done_file(connection: Connection, file_id: uuid.UUID) -> bool:
    """Lock a file against other operations that are being entered; False if it isn't ingested to its end."""
    state: str | None = await connection.fetchval(
        "SELECT state FROM leak_files WHERE id = $1 FOR NO KEY UPDATE", file_id
    )
    return state == LeakFileState.DONE


async def mark_retracted(connection: Connection, leak_id: uuid.UUID) -> None:
    """Mark a leak as retracted from now on."""
    await connection.execute("UPDATE leaks SET retracted_at = $2, modified_at = $2 WHERE id = $1", leak_id, clock.now())


async def mark_file_retracted(connection: Connection, file_id: uuid.UUID) -> int:
    """Mark a file as out of the lake and return how many records it had in it."""
    async with connection.transaction():
        await connection.execute("DELETE FROM quarantined_stretches WHERE file_id = $1", file_id)
        await connection.execute(
            "UPDATE leak_files SET state = 'retracted', hold = NULL, quarantined = 0, quarantined_bytes = 0 WHERE id = $1",
            file_id,
        )
        records: int = await connection.fetchval(
            """SELECT coalesce(sum(records - coalesce((tally->>'erased')::bigint, 0)), 0)::bigint FROM batches
            WHERE file_id = $1 AND done_at IS NOT NULL""",
            file_id,
        )
    return records
