"""GraphQL: uploads, previews and ingestions, below ``console`` and at its mutations."""

import uuid
from typing import Final

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.auth.subject import NOBODY
from breachlight.config import get_key_ring, get_settings
from breachlight.console.account_types import ConsoleActionResult
from breachlight.console.ingestion_types import (
    ConsoleIngestInput,
    ConsoleIngestResult,
    ConsoleIngestRun,
    ConsoleIngestRunPage,
    ConsoleIngestSettings,
    ConsolePreview,
    ConsolePreviewResult,
    ConsoleReadingInput,
    ConsoleUpload,
    IngestUploadSuccess,
    PreviewUploadSuccess,
)
from breachlight.graphql.context import require_subject
from breachlight.graphql.limits import MAXIMUM_PAGE_SIZE
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say
from breachlight.leaks.runs import service
from breachlight.leaks.runs.reading_options import ReadingOptions
from breachlight.operators import service as operators
from breachlight.operators.service import Operator

_FIRST: Final = 50


@strawberry.type
class ConsoleIngestion:
    """Fields of the console about ingestion."""

    @strawberry.field
    async def uploads(self) -> list[ConsoleUpload]:
        """List uploads, the newest first."""
        return [ConsoleUpload.of(row) for row in await service.list_uploads()]

    @strawberry.field
    async def ingest_settings(self) -> ConsoleIngestSettings:
        """Return what may be chosen, and how the installation is set."""
        return ConsoleIngestSettings.of(get_settings())

    @strawberry.field
    async def ingest_runs(
        self, is_open: bool | None = None, first: int = _FIRST, after: str | None = None
    ) -> ConsoleIngestRunPage:
        """List ingestions, the newest first: those that wait, run, are paused or held; those that have ended; or all. At most 100 at once."""
        position = None if not after else parse_id(after) or NOBODY
        return ConsoleIngestRunPage.of(await service.list_runs(is_open, first, position, largest=MAXIMUM_PAGE_SIZE))

    @strawberry.field
    async def ingest_run(self, id: strawberry.ID) -> ConsoleIngestRun | None:  # noqa: A002 -- the schema's name for it
        """Return an ingestion; null if there is none."""
        row = await service.find_run(_id(id))
        return None if row is None else ConsoleIngestRun.of(row)

    @strawberry.field
    async def ingest_preview(self, id: strawberry.ID) -> ConsolePreview | None:  # noqa: A002 -- the schema's name for it
        """Return a preview; null if there is none, or it is older than a day."""
        row = await service.find_preview(_id(id))
        return None if row is None else ConsolePreview.of(row)


async def _delete_upload(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    await service.delete_upload(get_settings(), await _operator(info), _id(id))
    return MessageSuccess(message=say("The upload was deleted."))


async def _preview_upload(
    info: Info,
    id: strawberry.ID,  # noqa: A002 -- the schema's name for it
    reading: ConsoleReadingInput | None = None,
) -> ConsolePreviewResult:
    operator = await _operator(info)
    row = await service.preview(get_key_ring(), operator, _id(id), _options(reading) or ReadingOptions())
    return PreviewUploadSuccess(preview=ConsolePreview.of(row))


async def _ingest_upload(
    info: Info,
    id: strawberry.ID,  # noqa: A002 -- the schema's name for it
    input: ConsoleIngestInput,  # noqa: A002 -- likewise
) -> ConsoleIngestResult:
    operator = await _operator(info)
    options = _options(input.reading) or ReadingOptions()
    row = await service.ingest(get_key_ring(), operator, _id(id), input.description, options, accept=input.accept)
    return IngestUploadSuccess(run=ConsoleIngestRun.of(row))


async def _pause_run(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    is_running = await service.pause(await _operator(info), _id(id))
    later, now = say("The ingestion pauses after its current batch."), say("The ingestion is paused.")
    return MessageSuccess(message=later if is_running else now)


async def _resume_run(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    await service.resume(await _operator(info), _id(id))
    return MessageSuccess(message=say("The ingestion goes on where it stopped."))


async def _cancel_run(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    is_running = await service.cancel(get_settings(), await _operator(info), _id(id))
    later = say(
        "The ingestion stops after its current batch. What is stored already stays; retract the leak to remove it."
    )
    now = say("The ingestion is cancelled. What is stored already stays; retract the leak to remove it.")
    return MessageSuccess(message=later if is_running else now)


async def _retry_run(
    info: Info,
    id: strawberry.ID,  # noqa: A002 -- the schema's name for it
    accept: bool | None = None,
    reading: ConsoleReadingInput | None = None,
) -> ConsoleActionResult:
    operator = await _operator(info)
    await service.retry(get_key_ring(), operator, _id(id), accept=accept, options=_options(reading))
    return MessageSuccess(message=say("The ingestion runs again."))


async def _operator(info: Info) -> Operator:
    return await operators.require_operator(await require_subject(info))


def _options(reading: ConsoleReadingInput | None) -> ReadingOptions | None:
    return None if reading is None else reading.checked()


def _id(text: strawberry.ID) -> uuid.UUID:
    """Return an id; an invalid one is nobody's."""
    return parse_id(text) or NOBODY


@strawberry.type
class ConsoleIngestionMutation:
    """Mutations of operators about ingestion."""

    console_delete_upload: ConsoleActionResult = strawberry.mutation(
        resolver=_delete_upload, description="Deletes an upload with its bytes, unless it is being ingested."
    )
    console_preview_upload: ConsolePreviewResult = strawberry.mutation(
        resolver=_preview_upload,
        description="Reads samples of a complete upload, as `breachlight ingest --dry-run` does.",
    )
    console_ingest_upload: ConsoleIngestResult = strawberry.mutation(
        resolver=_ingest_upload, description="Ingests a complete upload, which is deleted after."
    )
    console_pause_run: ConsoleActionResult = strawberry.mutation(
        resolver=_pause_run, description="Pauses an ingestion after its current batch."
    )
    console_resume_run: ConsoleActionResult = strawberry.mutation(
        resolver=_resume_run, description="Lets a paused ingestion go on where it stopped."
    )
    console_cancel_run: ConsoleActionResult = strawberry.mutation(
        resolver=_cancel_run,
        description="Stops an ingestion after its current batch and deletes its upload; what is stored already stays.",
    )
    console_retry_run: ConsoleActionResult = strawberry.mutation(
        resolver=_retry_run,
        description="Lets an ingestion that is held, refused, failed or cancelled begin again; without `reading` as before.",
    )
