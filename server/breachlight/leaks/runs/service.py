"""Runs and previews as operators ask for them; workers do the work."""

import asyncio
import uuid
from dataclasses import dataclass
from typing import Final

from breachlight.config import Settings
from breachlight.database.session import Connection, reading, transaction
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ProblemError
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.kit.messages import say
from breachlight.kit.pagination import bounded_page_size, invalid_cursor
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.runs import repository
from breachlight.leaks.runs.models import PreviewState, RunRequest, RunSource, RunState
from breachlight.leaks.runs.reading_options import ReadingOptions, sealed_passwords, stored_options
from breachlight.leaks.runs.repository import PreviewRow, RunRow
from breachlight.leaks.uploads import repository as uploads_repository
from breachlight.leaks.uploads import service as uploads
from breachlight.leaks.uploads.repository import UploadRow
from breachlight.operators.recording import record
from breachlight.operators.service import Operator

MOST_PREVIEWS: Final = 20
"""Previews that may wait at once."""
_ENDED: Final = say("This ingestion has ended.")


@dataclass(frozen=True, slots=True)
class RunPage:
    """Some runs, the newest first."""

    rows: list[RunRow]
    has_more: bool

    @property
    def cursor(self) -> str | None:
        """Return the position of the last row."""
        return str(self.rows[-1].id) if self.rows else None


async def list_uploads() -> list[UploadRow]:
    """Return all uploads, the newest first."""
    async with reading() as connection:
        return await uploads_repository.uploads(connection)


async def list_runs(is_open: bool | None, first: int, after: uuid.UUID | None, *, largest: int) -> RunPage:
    """Return a page of runs: open ones, ended ones, or all.

    Raises:
        ValidationError: the position or the size of the page is invalid.
    """
    size = bounded_page_size(1, first, largest)
    async with reading() as connection:
        if after is not None and await repository.find_run(connection, after) is None:
            raise invalid_cursor()
        found = await repository.runs(connection, is_open, after, size + 1)
    return RunPage(found[:size], len(found) > size)


async def find_run(run_id: uuid.UUID) -> RunRow | None:
    """Return a run."""
    async with reading() as connection:
        return await repository.find_run(connection, run_id)


async def find_preview(preview_id: uuid.UUID) -> PreviewRow | None:
    """Return a preview; it is deleted after a day."""
    async with reading() as connection:
        return await repository.find_preview(connection, preview_id)


async def require_unused(connection: Connection, upload_id: uuid.UUID) -> None:
    """Make sure that an upload isn't being ingested, until the transaction ends.

    Raises:
        NotFoundError: there is no such upload.
        ProblemError: it is being ingested.
    """
    await _locked_upload(connection, upload_id)


async def delete_upload(settings: Settings, operator: Operator, upload_id: uuid.UUID) -> None:
    """Delete an upload that isn't being ingested.

    Raises:
        NotFoundError: there is no such upload.
        ProblemError: it is being ingested.
    """
    async with transaction() as connection:
        await _locked_upload(connection, upload_id)
        await _delete_upload(connection, operator, upload_id)
    await asyncio.to_thread(uploads.remove_bytes, settings, upload_id)


async def preview(ring: KeyRing, operator: Operator, upload_id: uuid.UUID, options: ReadingOptions) -> PreviewRow:
    """Ask how an upload would be read; nothing of it is stored.

    Raises:
        NotFoundError: there is no such upload.
        ProblemError: it isn't complete, or too many previews wait.
    """
    async with transaction() as connection:
        upload = await uploads_repository.find_upload(connection, upload_id)
        _require_complete(upload)
        if await repository.previews_waiting(connection) >= MOST_PREVIEWS:
            raise ProblemError(say("Many previews are waiting. Try again in a moment."))
        preview_id = new_id()
        sealed = sealed_passwords(ring, preview_id, options)
        row = PreviewRow(
            preview_id, upload_id, options.as_stored(), sealed, PreviewState.WAITING, operator.email, clock.now()
        )
        await repository.add_preview(connection, row)
        await record(connection, operator, "console_preview_asked", {"upload": str(upload_id)})
        await repository.wake_workers(connection)
    return row


async def ingest(
    ring: KeyRing,
    operator: Operator,
    upload_id: uuid.UUID,
    description: LeakDescription,
    options: ReadingOptions,
    *,
    accept: bool,
) -> RunRow:
    """Let an upload be ingested; of two operators at once one does.

    Raises:
        NotFoundError: there is no such upload.
        ProblemError: it isn't complete, or is being ingested.
        ValidationError: the description isn't valid.
    """
    leak = description.checked()
    async with transaction() as connection:
        upload = await _locked_upload(connection, upload_id)
        _require_complete(upload)
        run_id = new_id()
        row = RunRow(
            id=run_id,
            source=RunSource.UPLOAD,
            name=upload.name,
            upload_id=upload_id,
            location=None,
            version=None,
            host=upload.host or "",
            leak=leak.name,
            title=leak.title,
            domain=leak.domain,
            breach_date=leak.breach_date,
            kind=leak.kind,
            reading=options.as_stored(),
            passwords_sealed=sealed_passwords(ring, run_id, options),
            accept=accept,
            state=RunState.WAITING,
            operator=operator.email,
            bytes=upload.size,
            created_at=clock.now(),
        )
        await repository.add_run(connection, row)
        await _record(connection, operator, "console_ingest_started", row)
        await repository.wake_workers(connection)
    return row


async def pause(operator: Operator, run_id: uuid.UUID) -> bool:
    """Pause a run; return whether a process has yet to finish its current batch.

    Raises:
        NotFoundError: there is no such run.
        ProblemError: it has ended.
    """
    async with transaction() as connection:
        run = await _locked_run(connection, run_id)
        if run.state is RunState.RUNNING:
            if run.requested is RunRequest.CANCEL:
                raise ProblemError(say("This ingestion is being cancelled."))
            await repository.ask(connection, run_id, RunRequest.PAUSE)
        elif run.state is RunState.WAITING:
            await repository.set_state(connection, run_id, RunState.PAUSED, None)
        elif run.state is not RunState.PAUSED:
            raise ProblemError(_ENDED)
        await _record(connection, operator, "console_run_paused", run)
        return run.state is RunState.RUNNING


async def resume(operator: Operator, run_id: uuid.UUID) -> None:
    """Let a paused run go on where it stopped.

    Raises:
        NotFoundError: there is no such run.
        ProblemError: it isn't paused.
    """
    async with transaction() as connection:
        run = await _locked_run(connection, run_id)
        if run.state is not RunState.PAUSED:
            raise ProblemError(say("This ingestion isn't paused."))
        await repository.set_state(connection, run_id, RunState.WAITING, None)
        await _record(connection, operator, "console_run_resumed", run)
        await repository.wake_workers(connection)


async def cancel(settings: Settings, operator: Operator, run_id: uuid.UUID) -> bool:
    """End a run and delete its upload; return whether a process has yet to finish its current batch. What is stored stays.

    Raises:
        NotFoundError: there is no such run.
        ProblemError: it has ended.
    """
    async with transaction() as connection:
        run = await _locked_run(connection, run_id)
        if not run.is_open:
            raise ProblemError(_ENDED)
        await _record(connection, operator, "console_run_cancelled", run)
        if run.state is RunState.RUNNING:
            await repository.ask(connection, run_id, RunRequest.CANCEL)
            return True
        await repository.set_state(connection, run_id, RunState.CANCELLED, clock.now())
        if run.upload_id is not None:
            await _delete_upload(connection, operator, run.upload_id)
    if run.upload_id is not None:
        await asyncio.to_thread(uploads.remove_bytes, settings, run.upload_id)
    return False


async def retry(
    ring: KeyRing, operator: Operator, run_id: uuid.UUID, *, accept: bool | None, options: ReadingOptions | None
) -> None:
    """Let a run that is held, refused, failed or cancelled begin again, read differently if ``options`` are given.

    Passwords that were given before stay unless others are.

    Raises:
        NotFoundError: there is no such run.
        ProblemError: it is done or hasn't ended; or its upload is gone, or being ingested.
    """
    async with transaction() as connection:
        run = await _locked_run(connection, run_id)
        if run.is_open and run.state is not RunState.HELD:
            raise ProblemError(say("This ingestion hasn't ended."))
        if run.state is RunState.DONE:
            raise ProblemError(say("This file is already ingested."))
        if run.upload_id is not None:
            await _require_upload(connection, run)
        known = stored_options(ring, run_id, run.reading, run.passwords_sealed)
        chosen = options or known
        wanted = ReadingOptions(chosen.format, chosen.columns, chosen.passwords or known.passwords)
        await repository.wait_again(
            connection,
            run_id,
            accept=run.accept if accept is None else accept,
            reading=wanted.as_stored(),
            passwords_sealed=sealed_passwords(ring, run_id, wanted),
        )
        await _record(connection, operator, "console_run_retried", run)
        await repository.wake_workers(connection)


async def _require_upload(connection: Connection, run: RunRow) -> None:
    assert run.upload_id is not None
    if await uploads_repository.lock_upload(connection, run.upload_id) is None:
        raise ProblemError(say("The upload was deleted. Upload the file again."))
    if run.state is not RunState.HELD and await repository.is_in_use(connection, run.upload_id):
        raise ProblemError(say("This upload is already being ingested."))


async def _locked_upload(connection: Connection, upload_id: uuid.UUID) -> UploadRow:
    upload = await uploads_repository.lock_upload(connection, upload_id)
    if upload is None:
        raise NotFoundError(say("There is no such upload."))
    if await repository.is_in_use(connection, upload_id):
        raise ProblemError(say("This upload is already being ingested."))
    return upload


def _require_complete(upload: UploadRow | None) -> None:
    if upload is None:
        raise NotFoundError(say("There is no such upload."))
    if not upload.is_complete:
        raise ProblemError(say("This upload isn't complete yet."))


async def _locked_run(connection: Connection, run_id: uuid.UUID) -> RunRow:
    run = await repository.find_run(connection, run_id, locks=True)
    if run is None:
        raise NotFoundError(say("There is no such ingestion."))
    return run


async def _delete_upload(connection: Connection, operator: Operator, upload_id: uuid.UUID) -> None:
    if await uploads_repository.delete_upload(connection, upload_id) is not None:
        await record(connection, operator, "upload_deleted", {"upload": str(upload_id)})


async def _record(connection: Connection, operator: Operator, kind: str, run: RunRow) -> None:
    await record(connection, operator, kind, {"run": str(run.id), "leak": run.leak})
