"""The process of one run or preview: ``python -m breachlight.leaks.runs run ID CLAIM``, started by a worker.

It goes on with the file where an earlier process stopped, and stops after its current batch at SIGTERM, when the worker is gone, or when
an operator asks for that.
"""

import asyncio
import gc
import os
import signal
import uuid
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Final

from breachlight.config import Settings, get_key_ring, settings_with_logging
from breachlight.database.connection import connect, server
from breachlight.database.presence import INGEST, presence
from breachlight.database.session import Connection
from breachlight.keys.watch import command_key_watch
from breachlight.kit import clock
from breachlight.kit.garbage import collect_garbage_seldom
from breachlight.kit.keys import KeyRing
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.errors import IngestError
from breachlight.leaks.formats.options import read_options
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.batches import BATCH_BYTES
from breachlight.leaks.ingest.report import FileReport, FileState
from breachlight.leaks.ingest.retry import RetryBudget
from breachlight.leaks.ingest.session import SessionOptions, ingest_sources, load_compiled_code
from breachlight.leaks.ingest.source_reader import StoppedError
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.runs import queue_repository as queue
from breachlight.leaks.runs import repository
from breachlight.leaks.runs.folder import source_of
from breachlight.leaks.runs.models import PreviewState, RunRequest, RunState
from breachlight.leaks.runs.reading_options import ReadingOptions, stored_options
from breachlight.leaks.runs.reporting import RowReporter
from breachlight.leaks.runs.repository import PreviewRow, RunRow
from breachlight.leaks.uploads import repository as uploads_repository
from breachlight.leaks.uploads import service as uploads
from breachlight.leaks.uploads.stored import delete_ingested, stored_upload

_NICENESS: Final = 10
_MOST_PROBLEMS: Final = 5
_LONGEST_MESSAGE: Final = 2000
_GONE: Final = "its upload was deleted"
_OUTCOMES: Final = {
    FileState.INGESTED: RunState.DONE,
    FileState.ALREADY_INGESTED: RunState.DONE,
    FileState.HELD: RunState.HELD,
    FileState.REFUSED: RunState.REFUSED,
    FileState.SKIPPED: RunState.REFUSED,
}


def run_child(arguments: list[str], batch_bytes: int = BATCH_BYTES) -> None:
    """Run what the worker's command line names; ``batch_bytes`` is the size of a batch, which tests make small."""
    kind, text, claim = arguments
    os.nice(_NICENESS)
    collect_garbage_seldom()
    gc.freeze()
    settings = settings_with_logging()
    work = _run if kind == "run" else _preview
    asyncio.run(work(settings, uuid.UUID(text), uuid.UUID(claim), batch_bytes))


async def _run(settings: Settings, run_id: uuid.UUID, claim: uuid.UUID, batch_bytes: int) -> None:
    loop = asyncio.get_running_loop()
    loading = loop.run_in_executor(None, load_compiled_code)
    is_told = _told_to_stop(loop)
    async with server(settings) as address, AsyncExitStack() as stack:
        try:
            await RetryBudget().reach(lambda: stack.enter_async_context(presence(settings, INGEST)), is_told)
            run = await _of_run(settings, run_id)
        except StoppedError:
            return  # the worker lets it wait again
        if run is None or run.claimed_by != claim:
            return
        reporter = RowReporter(settings, run_id, claim, run.bytes)
        ring = get_key_ring()
        failure: str | None = None
        reports: list[FileReport] = []
        async with command_key_watch(settings, "ingest"), reporter.reporting():
            try:
                source = await _source_of(settings, ring, run)
                options = stored_options(ring, run_id, run.reading, run.passwords_sealed)
                description = LeakDescription(run.leak, run.title, run.domain, run.breach_date, run.kind)

                def stopped() -> bool:
                    return is_told() or reporter.is_stopped

                session = SessionOptions(description, _archives(options), run.accept, batch_bytes, stopped)
                reports, problem = await ingest_sources(
                    address, settings, ring, [source], options=session, progress=reporter
                )
                failure = None if problem is None else str(problem)
            except (IngestError, LakeError) as error:
                failure = str(error)
            except StoppedError:
                pass
        await loading
        await _end(settings, run, claim, reports[0] if reports else None, failure)


async def _end(
    settings: Settings, run: RunRow, claim: uuid.UUID, report: FileReport | None, failure: str | None
) -> None:
    """Store the outcome, and delete what nobody needs any more."""

    async def store() -> bool:
        connection = await connect(settings)
        try:
            async with connection.transaction():
                return await _store_outcome(connection, run, claim, report, failure)
        finally:
            await connection.close(timeout=5)

    is_over = await RetryBudget().reach(store, lambda: False)
    if is_over and run.upload_id is not None:
        await asyncio.to_thread(uploads.remove_bytes, settings, run.upload_id)


async def _store_outcome(
    connection: Connection, run: RunRow, claim: uuid.UUID, report: FileReport | None, failure: str | None
) -> bool:
    """Return whether the upload is deleted."""
    requested = await queue.requested_of(connection, run.id, claim)
    state, reason, message = _outcome(report, failure, requested)
    is_ended = state not in {RunState.WAITING, RunState.PAUSED, RunState.HELD}
    now = clock.now()
    is_ours = await queue.end_run(
        connection, run.id, claim, state, reason=reason, message=message, ended_at=now if is_ended else None
    )
    if not is_ours or run.upload_id is None:
        return False
    if state is RunState.DONE:
        await delete_ingested(connection, run.upload_id)
    elif state is RunState.CANCELLED:
        await uploads_repository.delete_upload(connection, run.upload_id)
    else:
        await queue.touch_upload(connection, run.upload_id, now)
        return False
    return True


def _outcome(
    report: FileReport | None, failure: str | None, requested: RunRequest | None
) -> tuple[RunState, str | None, str | None]:
    if failure is None and report is not None and report.state in _OUTCOMES:
        reason, message = report.reason, report.message
        if report.is_ingested and report.members is not None and report.members.refused:
            reason, message = (
                "members_refused",
                "; ".join(islice(report.members.problems(), _MOST_PROBLEMS))[:_LONGEST_MESSAGE],
            )
        return _OUTCOMES[report.state], reason, message
    if requested is RunRequest.CANCEL:
        return RunState.CANCELLED, None, None
    if failure is not None:
        return RunState.FAILED, "failed", failure
    return (RunState.PAUSED if requested is RunRequest.PAUSE else RunState.WAITING), None, None


async def _source_of(settings: Settings, ring: KeyRing, run: RunRow) -> Source:
    if run.upload_id is not None:
        return await _source_of_upload(settings, ring, run.upload_id)
    return await asyncio.to_thread(source_of, Path(run.location or ""), settings.watched_folder)


async def _source_of_upload(settings: Settings, ring: KeyRing, upload_id: uuid.UUID) -> Source:
    async def find() -> Source:
        connection = await connect(settings)
        try:
            row = await uploads_repository.find_upload(connection, upload_id)
        finally:
            await connection.close(timeout=5)
        if row is None:
            raise IngestError(_GONE)
        upload = stored_upload(settings, ring, row)
        return Source(upload.shown, None, upload.size, upload=upload)

    return await RetryBudget().reach(find, lambda: False)


async def _of_run(settings: Settings, run_id: uuid.UUID) -> RunRow | None:
    connection = await connect(settings)
    try:
        return await repository.find_run(connection, run_id)
    finally:
        await connection.close(timeout=5)


def _archives(options: ReadingOptions) -> ArchiveOptions:
    return ArchiveOptions(options.passwords, read=read_options(options.format, options.columns))


async def _preview(settings: Settings, preview_id: uuid.UUID, claim: uuid.UUID, batch_bytes: int) -> None:
    del batch_bytes
    async with server(settings), presence(settings, INGEST):
        ring = get_key_ring()
        connection = await connect(settings)
        try:
            preview = await repository.find_preview(connection, preview_id)
            if preview is None or preview.claimed_by != claim:
                return
            try:
                result = await _examined(settings, ring, preview)
            except IngestError as error:
                await queue.end_preview(connection, preview_id, claim, PreviewState.FAILED, failure=str(error))
            else:
                await queue.end_preview(connection, preview_id, claim, PreviewState.READY, result=result)
        finally:
            await connection.close(timeout=5)


async def _examined(settings: Settings, ring: KeyRing, preview: PreviewRow) -> dict[str, object]:
    from breachlight.leaks.ingest.dry_run import examine_source  # loads compiled code

    source = await _source_of_upload(settings, ring, preview.upload_id)
    archives = _archives(stored_options(ring, preview.id, preview.reading, preview.passwords_sealed))
    found = await asyncio.to_thread(examine_source, settings, source, archives)
    return asdict(found)


def _told_to_stop(loop: asyncio.AbstractEventLoop) -> Callable[[], bool]:
    """Return whether a signal came, or the worker, whose pipe is standard input, is gone."""
    told: list[bool] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.append, True)

    def readable() -> None:
        if not os.read(0, 64):
            loop.remove_reader(0)
            told.append(True)

    loop.add_reader(0, readable)
    return lambda: bool(told)
