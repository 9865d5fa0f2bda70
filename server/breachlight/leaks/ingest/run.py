"""What the files of one ingest command share."""

import asyncio
import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Protocol

import asyncpg

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks.catalogue import CatalogueEntry, LeakDescription, add_kinds, get_or_create_leak
from breachlight.leaks.errors import IngestError
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.batches import BATCH_BYTES
from breachlight.leaks.ingest.commit import BatchCommitter
from breachlight.leaks.ingest.malloc import release_unused_memory
from breachlight.leaks.ingest.retry import AWAY
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.models import LeakKind

BATCHES_OF_A_LOAD: Final = 2
"""A load costs the time of 15 statements before its first row; a batch needs some 20 MiB of memory until it is stored."""
PREPARED_AHEAD: Final = 3
"""While a load is stored, threads prepare the next one and more."""


class Progress(Protocol):
    """Receives the progress of the current file."""

    def enter(self, file_id: uuid.UUID) -> None:
        """Note which row of the catalogue is that of the current file."""

    def advance(self, read: int, lines: int) -> None:
        """Report that ``read`` bytes of the file have been read so far, and ``lines`` more lines ingested."""

    def note(self, text: str) -> None:
        """Show the operator a sentence now."""


class IngestRun:
    """What the files of one command share: settings, lake, leak and watchlist."""

    def __init__(
        self,
        settings: Settings,
        ring: KeyRing,
        lake: "Lake | asyncio.Future[Lake]",
        description: LeakDescription,
        *,
        stopped: Callable[[], bool],
        progress: Progress,
        batch_bytes: int = BATCH_BYTES,
        archives: ArchiveOptions | None = None,
        accepts: bool = False,
    ) -> None:
        """Prepare to ingest. When ``stopped`` becomes true the current batch is the last one.

        A file that parses poorly is held, unless the operator ``accepts`` that.

        ``lake`` may still be opening: it is awaited when the first batch is ready to be stored.
        """
        self.settings: Final = settings
        self.stopped: Final = stopped
        self.progress: Final = progress
        self.batch_bytes: Final = batch_bytes
        self.archives: Final = archives or ArchiveOptions()
        self.accepts: Final = accepts
        self.digester: Final = Digester(ring)
        self.committer: Final = BatchCommitter(ring, self.digester)
        self._lake = lake
        self._description = description
        self._leak: CatalogueEntry | None = None

    async def lake(self) -> Lake:
        """Return the lake, once it is open.

        Raises:
            IngestError: it cannot be opened.
        """
        if isinstance(self._lake, Lake):
            return self._lake
        try:
            return await self._lake
        except LakeError as error:
            raise IngestError(error.reason) from error

    async def read_ahead(self) -> None:
        """Read the watchlist while the first file is opened; what prevents that is reported by who needs it."""
        with suppress(asyncpg.PostgresError, *AWAY):
            connection = await connect(self.settings)
            try:
                await self.committer.refresh(connection)
            finally:
                await connection.close(timeout=5)

    async def compact(self) -> None:
        """Merge files of the lake if they are many; what isn't merged now is by the next ingest or the maintenance."""
        lake = await self.lake()
        with suppress(LakeError):
            # Merging takes what DuckDB may have, which is as much as the batches took.
            await asyncio.to_thread(lake.compact, release_unused_memory)

    @property
    def has_leak(self) -> bool:
        """Whether the leak is known or made already."""
        return self._leak is not None

    async def leak(self, connection: Connection, default_kind: LeakKind) -> CatalogueEntry:
        """Return the leak that the files belong to; ``default_kind`` is that of a new one until files are entered."""
        if self._leak is None:
            self._leak = await get_or_create_leak(connection, self._description, default_kind=default_kind)
        return self._leak

    async def add_kinds(self, connection: Connection, kinds: Iterable[LeakKind]) -> CatalogueEntry:
        """Count the kinds of files that have been entered, before their records; return the leak as it is then."""
        self._leak = await add_kinds(connection, await self.leak(connection, LeakKind.MIXED), kinds)
        return self._leak
