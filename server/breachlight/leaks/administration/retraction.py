"""Retracting a leak: its records leave the lake, its alerts are marked, and nothing more is ingested into it."""

import asyncio
import uuid
from collections.abc import Sequence
from typing import Final

from breachlight.alerts.withdrawal import repository as alerts
from breachlight.alerts.withdrawal.service import withdraw_leak
from breachlight.database.session import Connection
from breachlight.leaks import repository as ingestion
from breachlight.leaks.administration import operations_repository, repository
from breachlight.leaks.administration.operation_run import Run
from breachlight.leaks.administration.repository import FileOf
from breachlight.leaks.lake.erasure import purge
from breachlight.leaks.ranges.index import apart_from_batches

_LOCK_POLL_SECONDS: Final = 0.2
_BATCHES_AT_ONCE: Final = 500


async def retract(run: Run) -> None:
    """Remove the records of a retracted leak from the lake, withdraw its alerts, and delete the bytes."""
    leak_id = run.operation.leak_id
    assert leak_id is not None
    await _remove_records(run, leak_id)
    await _withdraw_alerts(run, leak_id)
    await run.begin("files", 1)
    await asyncio.to_thread(purge, run.lake)
    await run.advance()


async def _remove_records(run: Run, leak_id: uuid.UUID) -> None:
    files = await repository.files_of(run.connection, [leak_id])
    await run.begin("records", len(files))
    together: list[FileOf] = []
    for file in files:
        # A process that is ingesting the file finds the leak retracted at its next batch and lets go.
        if not file.is_done:
            await _wait_for(run.connection, file)
        together.append(file)
        if sum(len(each.batch_ids) for each in together) >= _BATCHES_AT_ONCE:
            await _remove_files(run, together)
            together = []
    await _remove_files(run, together)


async def _wait_for(connection: Connection, file: FileOf) -> None:
    while True:
        if await ingestion.lock_file(connection, file.leak_id, file.digest):
            return
        await asyncio.sleep(_LOCK_POLL_SECONDS)


async def _remove_files(run: Run, files: Sequence[FileOf]) -> None:
    batch_ids = [batch_id for file in files for batch_id in await repository.batches_of(run.connection, file.id)]
    if batch_ids:
        async with apart_from_batches(run.connection, run.lake, batch_ids):
            await asyncio.to_thread(run.lake.remove, *batch_ids)
    for file in files:
        records = await operations_repository.mark_file_retracted(run.connection, file.id)
        await run.advance(files=1, records=records)


async def _withdraw_alerts(run: Run, leak_id: uuid.UUID) -> None:
    await run.begin("detections", await alerts.count_sightings(run.connection, leak_id))
    for account_id in await alerts.accounts_of_leak(run.connection, leak_id):
        while (done := await withdraw_leak(run.connection, account_id, leak_id)) is not None:
            await run.advance(
                done.sightings,
                detections_retracted=done.retracted,
                detections_kept=done.kept,
                sightings=done.sightings,
            )
