"""The watched bucket: objects are fetched into sealed uploads and ingested, each version once. Nothing there is changed or deleted."""

import asyncio
import socket
from contextlib import suppress
from itertools import islice
from typing import Final

import structlog

from breachlight.audit.operators import operator_name
from breachlight.config import Settings
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.errors import ValidationError
from breachlight.kit.keys import KeyRing
from breachlight.kit.object_store import ChangedError, ObjectStore, StoredObject
from breachlight.leaks.catalogue import checked_name
from breachlight.leaks.runs import queue_repository as queue
from breachlight.leaks.runs.found import add_found, found_run
from breachlight.leaks.runs.models import RunSource
from breachlight.leaks.runs.queue_repository import Waiting
from breachlight.leaks.uploads import repository as uploads_repository
from breachlight.leaks.uploads import service as uploads
from breachlight.leaks.uploads.repository import UploadRow
from breachlight.leaks.uploads.sealed_file import InUseError, SealedFile

_FETCHED_AHEAD: Final = 4
"""Objects that may take space on the disk at once."""
_RANGE_BYTES: Final = 64 << 20
_MOST_OBJECTS: Final = 100_000

_log = structlog.get_logger("breachlight.leaks.runs")


class _KnownError(Exception):
    """Another worker was faster."""


class WatchedBucket:
    """The bucket, as this worker has seen it so far."""

    def __init__(self, settings: Settings, ring: KeyRing, stop: asyncio.Event) -> None:
        self._settings = settings
        self._ring = ring
        self._stop = stop
        self._store = ObjectStore(settings, settings.watched_bucket)
        self._known: set[tuple[str, str]] = set()

    async def look(self, connection: Connection) -> bool:
        """Add a run for some new objects and fetch them; return whether one is complete."""
        try:
            objects = await asyncio.to_thread(lambda: list(islice(self._store.objects(), _MOST_OBJECTS)))
            await self._add_some(connection, objects)
            return await self._fetch_all(connection)
        except OSError as error:
            _log.warning("the watched bucket can't be read", error=str(error) or type(error).__name__)
            return False

    async def _add_some(self, connection: Connection, objects: list[StoredObject]) -> None:
        present = {(one.path, _version(one)) for one in objects}
        self._known &= present
        for found in objects:
            key = (found.path, _version(found))
            leak = _leak_of(found)
            if key in self._known or leak is None:
                continue
            if not await queue.is_known(connection, RunSource.BUCKET, *key):
                if await queue.open_objects(connection) >= _FETCHED_AHEAD:
                    return
                try:
                    await self._add(connection, found, leak)
                except uploads.NoSpaceError:
                    _log.warning("the disk has no room for an object of the watched bucket", bytes=found.size)
                    return
            self._known.add(key)

    async def _add(self, connection: Connection, found: StoredObject, leak: str) -> None:
        with suppress(_KnownError):
            async with connection.transaction():
                upload = await uploads.create_upload(
                    connection,
                    self._settings,
                    self._ring,
                    name=found.path,
                    size=found.size,
                    operator=operator_name(),
                )
                version = _version(found)
                run = found_run(RunSource.BUCKET, found.path, version, leak=leak, size=found.size, upload_id=upload.id)
                if not await add_found(connection, run):
                    raise _KnownError

    async def _fetch_all(self, connection: Connection) -> bool:
        here = await asyncio.to_thread(uploads.uploads_here, self._settings)
        is_any_complete = False
        for run in await queue.objects_to_fetch(connection, here, socket.gethostname()):
            assert run.upload_id is not None
            upload = await uploads_repository.find_upload(connection, run.upload_id)
            if upload is not None and not self._stop.is_set():
                is_any_complete = await self._fetch(connection, run, upload) or is_any_complete
        return is_any_complete

    async def _fetch(self, connection: Connection, run: Waiting, upload: UploadRow) -> bool:
        """Fetch what is missing of an object, range after range; return whether it is complete."""
        try:
            file = await asyncio.to_thread(uploads.opened, self._settings, self._ring, upload, writes=True)
        except InUseError:
            return False  # another worker fetches it
        try:
            while file.size < upload.size and not self._stop.is_set():
                await asyncio.to_thread(self._fetch_range, run, file, upload.size)
                if not await uploads_repository.note_received(connection, upload.id, file.size, clock.now()):
                    return False  # the run was cancelled
            return file.size == upload.size
        except ChangedError:
            await self._give_up(connection, run)
            return False
        finally:
            await asyncio.to_thread(file.close)

    async def _give_up(self, connection: Connection, run: Waiting) -> None:
        assert run.upload_id is not None
        async with connection.transaction():
            await queue.refuse_missing(connection, run.id, clock.now())
            await uploads_repository.delete_upload(connection, run.upload_id)
        await asyncio.to_thread(uploads.remove_bytes, self._settings, run.upload_id)

    def _fetch_range(self, run: Waiting, file: SealedFile, size: int) -> None:
        begin, end = file.size, min(file.size + _RANGE_BYTES, size)
        tag = (run.version or "").partition(" ")[2]
        try:
            for part in self._store.read(run.location or "", begin, end, tag):
                file.append(part[: end - file.size])
        finally:
            file.flush()
        if file.size < end:
            raise ChangedError


def _version(found: StoredObject) -> str:
    return f"{found.size} {found.tag}"


def _leak_of(found: StoredObject) -> str | None:
    """Return the leak that an object belongs to: of its first folder, or of its own name; None for what is no file."""
    folder, _, rest = found.path.partition("/")
    if found.path.endswith("/") or not found.size:
        return None
    try:
        return checked_name(folder if rest else folder.rpartition(".")[0] or folder)
    except ValidationError:
        return None
