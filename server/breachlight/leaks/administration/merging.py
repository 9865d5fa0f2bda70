"""Merging two leaks: files, batches, alerts and sightings of one become the other's, exactly once."""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.leaks import repository as ingestion
from breachlight.leaks.administration import merging_repository, repository
from breachlight.leaks.administration.repository import FileOf
from breachlight.leaks.errors import OperationError
from breachlight.leaks.lake.store import Lake


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
        await asyncio.to_thread(lake.remove, *removed)
    async with connection.transaction():
        if not await merging_repository.lock_leaks(connection, [old.id, kept.id]):
            raise OperationError("One of the leaks was removed in the meantime.")
        moved = await merging_repository.move_everything(connection, old.id, kept.id, duplicates)
        await record_operator_event(connection, "leak_merged", {"name": old.name, "into": kept.name, **moved})
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
