"""Complete uploads as an ingestion reads them."""

import asyncio
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from breachlight.audit.operators import record_operator_event
from breachlight.config import Settings
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks.errors import IngestError, RefusedError
from breachlight.leaks.sealed_chunks import SealedChunks
from breachlight.leaks.uploads import repository, service
from breachlight.leaks.uploads.repository import UploadRow
from breachlight.leaks.uploads.sealed_file import SealedFile


@dataclass(frozen=True, slots=True)
class StoredUpload:
    """A complete upload, of ``size`` bytes."""

    id: uuid.UUID
    name: str
    size: int
    opened: Callable[[], SealedFile] = field(repr=False)

    @property
    def shown(self) -> str:
        """How reports name it: several uploads may have the same name."""
        return f"upload:{self.id}/{self.name}"

    def open(self) -> SealedChunks:
        """Open its bytes. Blocks: call it in a thread.

        Raises:
            RefusedError: they aren't on this host, or not all of them.
        """
        try:
            file = self.opened()
        except FileNotFoundError:
            raise RefusedError("elsewhere", "another host has received it: ingest it there") from None
        if file.size != self.size:
            file.close()
            raise RefusedError("incomplete", "a part of it is missing: upload it again")
        return file


async def stored_uploads(
    connection: Connection, settings: Settings, ring: KeyRing, ids: Sequence[str]
) -> list[StoredUpload]:
    """Return complete uploads by their ids.

    Raises:
        IngestError: there is no such upload, or it isn't complete.
    """
    found = []
    for text in dict.fromkeys(ids):
        row = await _row(connection, text)
        if row is None:
            raise IngestError(f"There is no upload {text}: breachlight uploads list shows those that there are.")
        if not row.is_complete:
            raise IngestError(
                f"The upload {text} isn't complete: {row.received:,} of {row.size:,} bytes have been received."
            )
        found.append(stored_upload(settings, ring, row))
    return found


async def end_upload(connection: Connection, settings: Settings, upload: StoredUpload) -> None:
    """Delete an upload that is ingested, and record that."""
    async with connection.transaction():
        await delete_ingested(connection, upload.id)
    await asyncio.to_thread(service.remove_bytes, settings, upload.id)


async def delete_ingested(connection: Connection, upload_id: uuid.UUID) -> None:
    """Delete the row and the key of an upload that is ingested, in the caller's transaction, and record that."""
    if await repository.delete_upload(connection, upload_id):
        await record_operator_event(connection, "upload_ingested", {"upload": str(upload_id)})


async def _row(connection: Connection, text: str) -> UploadRow | None:
    try:
        upload_id = uuid.UUID(text)
    except ValueError:
        return None
    return await repository.find_upload(connection, upload_id)


def stored_upload(settings: Settings, ring: KeyRing, row: UploadRow) -> StoredUpload:
    """Return a complete upload as an ingestion reads it."""
    return StoredUpload(row.id, row.name, row.size, lambda: service.opened(settings, ring, row, writes=False))
