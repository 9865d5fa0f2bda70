"""Merging two leaks: files, batches, alerts and sightings of one become the other's, exactly once."""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.leaks import repository as ingestion
from breachlight.leaks.administration import merging_repository, operations_repository, repository
from breachlight.leaks.administration.operation_run import Run
from breachlight.leaks.administration.repository import FileOf
from breachlight.leaks.catalogue_entry import LeakEntry
from breachlight.leaks.catalogue_repository import add_kinds
from breachlight.leaks.errors import OperationError
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.ranges.index import apart_from_batches, merging_leaks


@dataclass(frozen=True, slots=True)
class Merged:
    """The figures of a merge; duplicate files have the same bytes in both leaks and were kept once."""

    name: str
    into: str
    files: int
    duplicate_files: int
    records: int
    alerts: int
    sightings: int


async def merge(run: Run) -> None:
    """Do a merge that was entered in the console.

    Raises:
        OperationError: as ``merge_leaks``.
        LakeError: the lake cannot be changed.
    """
    operation = run.operation
    assert operation.leak_id is not None
    assert operation.target_id is not None
    # Stored by the transaction that merges: a run before this one died between that and its end.
    if operation.figures:
        return
    old, kept = await repository.get(run.connection, [operation.leak_id, operation.target_id])
    if old is None or kept is None:
        raise OperationError("One of the leaks was removed in the meantime.")
    await run.begin("files", 1)
    await _merge(run.connection, run.lake, old, kept, run)


async def merge_leaks(connection: Connection, lake: Lake, name: str, into: str) -> Merged:
    """Merge the leak ``name`` into the leak ``into``; the former name means the other leak from then on.

    ``connection`` is a connection of its own: it keeps the locks of the files until it closes. A run after a crash continues,
    since only the last step, one transaction, changes what counts.

    Raises:
        OperationError: a leak is unknown, both are the same, or a file of them is being ingested.
        LakeError: the lake cannot be changed.
    """
    old, kept = await repository.find(connection, name), await repository.find(connection, into)
    for entry, asked in ((old, name), (kept, into)):
        if entry is None:
            raise OperationError(f"There is no leak {asked}: run breachlight leaks list.")
    assert old is not None
    assert kept is not None
    if old.id == kept.id:
        raise OperationError(f"{name} and {into} are the same leak.")
    return await _merge(connection, lake, old, kept)


async def _merge(connection: Connection, lake: Lake, old: LeakEntry, kept: LeakEntry, run: Run | None = None) -> Merged:
    for entry in (old, kept):
        if entry.retracted_at is not None:
            raise OperationError(f"{entry.name} was retracted, so it can't be merged.")
    files = await repository.files_of(connection, [old.id, kept.id])
    for file in files:
        if not file.is_done and not await ingestion.lock_file(connection, file.leak_id, file.digest):
            raise OperationError(f"{file.name} is being ingested: merge the leaks when that has ended.")
    duplicates = _duplicates(files, kept.id)
    # First, so that the same bytes never count twice: what is removed here is in the other leak's batches.
    removed = [batch_id for file in files if file.id in duplicates for batch_id in file.batch_ids]
    if removed:
        async with apart_from_batches(connection, lake, removed):
            await asyncio.to_thread(lake.remove, *removed)
    async with merging_leaks(connection, old.id, kept.id):
        if not await merging_repository.lock_leaks(connection, [old.id, kept.id]):
            raise OperationError("One of the leaks was removed in the meantime.")
        moved = await merging_repository.move_everything(connection, old.id, kept.id, duplicates)
        if moved["records"]:
            await add_kinds(connection, kept.id, [old.kind])
        operator = None if run is None else run.operation.operator
        detail = {"name": old.name, "into": kept.name, **moved}
        await record_operator_event(connection, "leak_merged", detail, operator=operator)
        if run is not None:
            run.operation.figures.update(moved)
            await operations_repository.store_progress(connection, run.operation)
    return Merged(old.name, kept.name, **moved)


def _duplicates(files: Sequence[FileOf], kept: uuid.UUID) -> dict[uuid.UUID, uuid.UUID]:
    """Return, for each file whose bytes both leaks have, the one that stays: a complete one, else that of ``kept``."""
    by_digest: dict[bytes, list[FileOf]] = {}
    for file in files:
        by_digest.setdefault(file.digest, []).append(file)
    duplicates: dict[uuid.UUID, uuid.UUID] = {}
    for same in by_digest.values():
        first, *rest = sorted(same, key=lambda file: (not file.is_done, file.leak_id != kept))
        duplicates.update({file.id: first.id for file in rest})
    return duplicates
