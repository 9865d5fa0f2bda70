"""Ingestion of files into one leak: batch after batch is stored in the lake, then matched and committed.

Each batch is written to the lake first, under the id of a batch that is not done; then one PostgreSQL transaction raises the
alerts and marks the batch done (design §4.9). A process that dies in between leaves an unmarked batch, whose rows are removed
from the lake before its bytes are ingested again. The alert key is unique, so nothing is raised twice.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, Protocol

import asyncpg

from breachlight.alerts.upsert.matches import storable
from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository
from breachlight.leaks.catalogue import CatalogueEntry, LeakDescription, get_or_create_leak
from breachlight.leaks.counts import counts_of
from breachlight.leaks.errors import IngestError, RefusedError
from breachlight.leaks.formats import FileKind
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.batches import BATCH_BYTES, Chunk
from breachlight.leaks.ingest.commit import BatchCommitter, BatchLostError, PendingBatch
from breachlight.leaks.ingest.opening import open_reading
from breachlight.leaks.ingest.readings import Reading
from breachlight.leaks.ingest.report import FileReport, FileState
from breachlight.leaks.ingest.retry import LOST, RetryBudget, database_sentence, waiting_sentence
from breachlight.leaks.ingest.source_reader import OpenSource, StoppedError
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.ducklake import LakeError
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.matching.watched_identities import Watchlist
from breachlight.leaks.models import LeakKind
from breachlight.leaks.repository import FileRow, Position

if TYPE_CHECKING:  # compiled code is loaded while other work goes on
    from breachlight.leaks.ingest.assessment import Hold
    from breachlight.leaks.ingest.batch_builder import PreparedBatch

_BATCHES_AHEAD: Final = 2
_LOCK_POLL_SECONDS: Final = 0.2
_HOW_TO_ACCEPT: Final = "Nothing of it is stored: look at it with --dry-run, then choose --format or pass --accept"


class Progress(Protocol):
    """Receives the progress of the current file."""

    def advance(self, read: int, lines: int) -> None:
        """Report that ``read`` bytes of the file have been read so far, and ``lines`` more lines ingested."""

    def note(self, text: str) -> None:
        """Show the operator a sentence now."""


async def add_file(
    connection: Connection, leak: CatalogueEntry, source: Source, reading: Reading, hold: "Hold | None" = None
) -> FileRow:
    """Add the row of a file that is ingested for the first time, or held."""
    return await repository.add_file(
        connection,
        leak_id=leak.id,
        digest=reading.digest,
        name=source.path.name if source.path else source.name,
        size=reading.size,
        detection=reading.detection,
        path=storable(str(source.path.absolute())) if source.path else None,
        hold=None if hold is None else asdict(hold),
    )


class Ingestion:
    """Ingests files into one leak; several processes may do so at once, with the same files or others."""

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

    async def ingest(self, source: Source) -> FileReport:
        """Ingest one file, from where an earlier run stopped.

        The report says what is wrong with the file. All of it is read, in bounded memory.

        Raises:
            IngestError: no file can be ingested now; the message says what to do.
        """
        begun = time.monotonic()
        report = FileReport(source.name, FileState.INGESTED, source.size)
        try:
            if source.skip is not None:
                report.end(FileState.SKIPPED, *source.skip)
            else:
                await self._read(source, report)
        except RefusedError as error:
            report.end(FileState.REFUSED, error.reason, error.message)
        except StoppedError:
            report.end(FileState.STOPPED, "stopped", "stopped; run the same command to continue")
        report.seconds = time.monotonic() - begun
        return report

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

    async def compact(self) -> None:
        """Merge files of the lake if they are many; what isn't merged now is by the next ingest or the maintenance."""
        lake = await self.lake()
        with suppress(LakeError):
            await asyncio.to_thread(lake.compact)

    @property
    def has_leak(self) -> bool:
        """Whether the leak is known or made already."""
        return self._leak is not None

    async def leak(self, connection: Connection, default_kind: LeakKind) -> CatalogueEntry:
        """Return the leak that the files belong to; the first file decides the kind of a new one."""
        if self._leak is None:
            self._leak = await get_or_create_leak(connection, self._description, default_kind=default_kind)
        return self._leak

    async def _read(self, source: Source, report: FileReport) -> None:
        opened = await asyncio.to_thread(OpenSource, source, self.settings.data_folder / "spool", self.stopped)
        try:
            report.size = opened.size
            reading = await asyncio.to_thread(self._reading, source, opened, report)
            try:
                await FileIngestion(self, source, reading, report).run()
            finally:
                report.members = reading.members
        finally:
            opened.close()

    def _reading(self, source: Source, opened: OpenSource, report: FileReport) -> Reading:
        def note(kind: FileKind) -> None:
            report.kind = kind.value

        return open_reading(
            source,
            opened,
            archives=self.archives,
            spool_folder=self.settings.data_folder / "spool",
            stopped=self.stopped,
            detected=note,
        )


@dataclass(frozen=True, slots=True)
class _Stored:
    """A batch that is in the lake and not committed yet."""

    id: int
    chunk: Chunk
    batch: "PreparedBatch"


class FileIngestion:
    """The ingestion of one open file, over as many database connections as it takes."""

    def __init__(self, ingestion: Ingestion, source: Source, reading: Reading, report: FileReport) -> None:
        self.ingestion = ingestion
        self.source = source
        self.reading = reading
        self.report = report
        self.retries = RetryBudget()
        self._has_reported = False

    async def run(self) -> None:
        """Ingest the file; a lost connection is replaced and the file continues at its first unfinished batch.

        Raises:
            IngestError: the database or the lake cannot be used.
            RefusedError: the file changed or can no longer be read.
            StoppedError: the operator stopped the command.
        """
        while True:
            try:
                connection = await connect(self.ingestion.settings)
                try:
                    leak = await self.ingestion.leak(connection, self.reading.leak_kind)
                    await self._lock(connection, leak)
                    file = await self._enter(connection, leak)
                    if file is not None:
                        await _Pass(self, connection, leak, file).run()
                    return
                finally:
                    await connection.close(timeout=5)
            except (*LOST, BatchLostError) as error:
                await self.retries.wait(error, self.ingestion.stopped)
            except LakeError as error:
                self._report(error)
                await self.retries.wait_for_lake(error, self.ingestion.stopped)
            except asyncpg.PostgresError as error:
                raise IngestError(database_sentence(error)) from error

    def _report(self, error: LakeError) -> None:
        if error.is_outage and not self._has_reported:
            self._has_reported = True
            self.ingestion.progress.note(f"{self.source.name}: {waiting_sentence(error)}")

    async def _lock(self, connection: Connection, leak: CatalogueEntry) -> None:
        waiting = False
        while not await repository.lock_file(connection, leak.id, self.reading.digest):
            if not waiting:
                self.ingestion.progress.note(f"{self.source.name}: already being ingested by another process; waiting")
                waiting = True
            if self.ingestion.stopped():
                raise StoppedError
            await asyncio.sleep(_LOCK_POLL_SECONDS)

    async def _enter(self, connection: Connection, leak: CatalogueEntry) -> FileRow | None:
        """Return the row of the file, added on its first run; None if there is nothing left to ingest."""
        file = await repository.find_file(connection, leak.id, self.reading.digest)
        if file is None or file.is_held:
            hold = None if self.ingestion.accepts else await asyncio.to_thread(self._assess)
            file = await add_file(connection, leak, self.source, self.reading, hold)
            if hold is not None:
                self.report.hold = hold
                self.report.end(FileState.HELD, "held", f"{hold.explanation}. {_HOW_TO_ACCEPT}")
                return None
            return file
        if not file.is_done:
            return file
        if not self.report.counts.lines:
            self.report.end(FileState.ALREADY_INGESTED, "already_ingested", "already ingested; nothing to do")
        return None

    def _assess(self) -> "Hold | None":
        from breachlight.leaks.ingest.assessment import hold_of, sample  # loads compiled code

        return hold_of(self.reading, sample(self.reading))


class _Pass:
    """One pass over the batches of a file that are not done, on one connection."""

    def __init__(self, ingestion: FileIngestion, connection: Connection, leak: CatalogueEntry, file: FileRow) -> None:
        self._parent = ingestion
        self._shared = ingestion.ingestion
        self._connection = connection
        self._leak = leak
        self._file = file
        from breachlight.leaks.ingest.batch_builder import BatchBuilder  # loads compiled code

        self._builder = BatchBuilder(self._shared.digester)

    async def run(self) -> None:
        """Ingest the rest of the file and mark it done."""
        start = await repository.position(self._connection, self._file)
        await self._drop_unmarked(start)
        if not self._parent.report.counts.lines:
            self._parent.report.resumed_at = start.offset
        await self._shared.committer.refresh(self._connection)
        with self._builder:
            await self._batches(start)
        self._parent.reading.check_unchanged()
        await repository.finish_file(self._connection, self._file)

    async def _drop_unmarked(self, start: Position) -> None:
        if start.unmarked:
            lake = await self._shared.lake()
            for batch_id in start.unmarked:
                await asyncio.to_thread(lake.remove, batch_id)
            await repository.drop_batches(self._connection, start.unmarked)

    async def _batches(self, start: Position) -> None:
        """Store each batch while the previous one is committed: in order, so a crash leaves unmarked batches at the end."""
        number, stored = start.number, None
        async with aclosing(self._prepared(start.offset)) as batches:
            async for chunk, batch in batches:
                lake = await self._shared.lake()
                if self._shared.stopped():
                    await self._commit(stored)
                    raise StoppedError
                batch_id = await repository.open_batch(self._connection, self._file, number, chunk.start, chunk.end)
                storing = asyncio.create_task(asyncio.to_thread(lake.write, batch_id, batch.rows))
                try:
                    await self._commit(stored)
                finally:
                    await storing
                stored = _Stored(batch_id, chunk, batch)
                number += 1
        await self._commit(stored)

    async def _prepared(self, start: int) -> AsyncGenerator[tuple[Chunk, "PreparedBatch"], None]:
        """Yield each chunk with its batch; the next ones are read and parsed while the caller stores the current one."""
        chunks = self._parent.reading.chunks(self._file.detection, start, self._shared.batch_bytes)

        async def prepare(chunk: Chunk) -> tuple[Chunk, "PreparedBatch"]:
            return chunk, await self._builder.prepare(chunk, self._shared.committer.watchlist)

        coming: deque[asyncio.Task[tuple[Chunk, PreparedBatch]]] = deque()

        async def look_ahead() -> None:
            while len(coming) < _BATCHES_AHEAD:
                chunk = await asyncio.to_thread(next, chunks, None)
                if chunk is None:
                    return
                coming.append(asyncio.create_task(prepare(chunk)))

        try:
            await look_ahead()
            while coming:
                current = await coming.popleft()
                await look_ahead()
                yield current
        finally:
            # Threads cannot be cancelled, and the file must not be closed while one reads it.
            await asyncio.gather(*coming, return_exceptions=True)

    async def _commit(self, stored: _Stored | None) -> None:
        """Commit a stored batch, if there is one."""
        if stored is None:
            return
        chunk = stored.chunk
        counts = counts_of(stored.batch.tally, chunk.dropped)

        def prepare_again(watchlist: Watchlist) -> Awaitable["PreparedBatch"]:
            return self._builder.prepare(chunk, watchlist)

        pending = PendingBatch(stored.id, stored.batch, prepare_again, self._file, counts)
        await self._shared.committer.commit(self._connection, [pending], self._leak)
        self._parent.report.counts.add(counts)
        self._parent.report.add_samples(counts.rejected_offsets, chunk.segments)
        self._parent.retries.reset()
        self._shared.progress.advance(chunk.read, counts.lines)
