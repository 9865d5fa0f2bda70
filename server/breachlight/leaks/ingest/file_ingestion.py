"""The ingestion of one file, which several processes may share: each claims batches that no other one works on.

A process reads, stores and commits its own batches in the order of the file. Batches that others have claimed or finished are
passed over, and those that a dead process has left are ingested again.
"""

import asyncio
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

import asyncpg

from breachlight.alerts.upsert.matches import storable
from breachlight.database.connection import connect
from breachlight.database.session import Connection
from breachlight.leaks import repository
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.counts import counts_of
from breachlight.leaks.errors import IngestError, RefusedError
from breachlight.leaks.ingest import claims_repository
from breachlight.leaks.ingest.background_commits import BackgroundCommits
from breachlight.leaks.ingest.batches import Chunk, Segment
from breachlight.leaks.ingest.claims import Claims, CutOtherwiseError
from breachlight.leaks.ingest.commit import BatchLostError, PendingBatch
from breachlight.leaks.ingest.cuts import Cuts
from breachlight.leaks.ingest.readings import Reading
from breachlight.leaks.ingest.report import FileReport, FileState
from breachlight.leaks.ingest.retry import AWAY, RetryBudget, database_sentence, waiting_sentence
from breachlight.leaks.ingest.run import BATCHES_OF_A_LOAD, PREPARED_AHEAD, IngestRun
from breachlight.leaks.ingest.source_reader import StoppedError
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.repository import FileRow, NewFile

if TYPE_CHECKING:  # compiled code is loaded while other work goes on
    from breachlight.leaks.ingest.assessment import Hold
    from breachlight.leaks.ingest.batch_builder import PreparedBatch

_POLL_SECONDS: Final = 0.2

_MOST_RECUTS: Final = 5
_LAST_AND_END: Final = 2
_CUT_OTHERWISE: Final = (
    "processes of other versions ingest it too, in other batches: ingest it again when they have ended"
)
_HOW_TO_ACCEPT: Final = "Nothing of it is stored: look at it with --dry-run, then choose --format or pass --accept"


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A batch that isn't committed yet, without its bytes: what it may still concern is found in the lake."""

    id: int
    batch: "PreparedBatch"
    segments: tuple[Segment, ...]
    read: int
    dropped: int


class FileIngestion:
    """The ingestion of one open file, over as many database connections as it takes."""

    def __init__(
        self, ingestion: IngestRun, source: Source, reading: Reading, report: FileReport, *, waits: bool
    ) -> None:
        """Prepare to ingest. With ``waits``, other processes are waited for; the file can't be read again later."""
        self.ingestion = ingestion
        self.source = source
        self.reading = reading
        self.report = report
        self.retries = RetryBudget()
        self.done_before: int | None = None
        self.done_here = self.batches = 0
        self._waits = waits
        self._has_reported = False

    async def run(self) -> bool:
        """Ingest what no other process works on; a lost connection is replaced. False if others still work on the rest.

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
                    if file is None:
                        return True
                    leak = await self.ingestion.add_kinds(connection, [self.reading.leak_kind])
                    return await self._ingest(connection, leak, file)
                finally:
                    await connection.close(timeout=5)
            except (*AWAY, BatchLostError) as error:
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
        """Share the file's lock with other ingestions; who retracts, merges or retries has it alone."""
        waiting = False
        while not await repository.share_file(connection, leak.id, self.reading.digest):
            if not waiting:
                self.ingestion.progress.note(f"{self.source.name}: being changed by another process; waiting")
                waiting = True
            await self._pause()

    async def _pause(self) -> None:
        if self.ingestion.stopped():
            raise StoppedError
        await asyncio.sleep(_POLL_SECONDS)

    async def _enter(self, connection: Connection, leak: CatalogueEntry) -> FileRow | None:
        """Return the row of the file, added on its first run; None if there is nothing left to ingest."""
        file = await repository.find_file(connection, leak.id, self.reading.digest)
        if file is None or file.is_held:
            hold = None if self.ingestion.accepts else await asyncio.to_thread(self._assess)
            file = await repository.add_file(
                connection, leak.id, new_file(self.source, self.reading), None if hold is None else asdict(hold)
            )
            self.ingestion.progress.enter(file.id)
            if file.is_held and hold is not None:
                self.report.hold = hold
                self.report.end(FileState.HELD, "held", f"{hold.explanation}. {_HOW_TO_ACCEPT}")
                return None
        self.ingestion.progress.enter(file.id)
        if not file.is_done:
            return file
        if self.done_before is None:
            self.report.end_as_known()
        else:
            await report_all(connection, file.id, self.report)
        return None

    def _assess(self) -> "Hold | None":
        from breachlight.leaks.ingest.assessment import hold_of, sample  # loads compiled code

        return hold_of(self.reading, sample(self.reading))

    async def _ingest(self, connection: Connection, leak: CatalogueEntry, file: FileRow) -> bool:
        # Batches are claimed while others are committed.
        claiming = await connect(self.ingestion.settings)
        try:
            async with Claims(claiming) as claims:
                passes = _Passes(self, connection, claims, leak, file)
                with passes.builder:
                    while not await passes.run():
                        if not self._waits:
                            return False
                        await self._pause()
        finally:
            await claiming.close(timeout=5)
        self.reading.check_unchanged()
        await repository.finish_file(connection, file)
        if self.batches > self.done_here + (self.done_before or 0):
            await report_all(connection, file.id, self.report)
        return True


class _Passes:
    """The passes over a file on one connection, each over the batches that are open then."""

    def __init__(
        self, ingestion: FileIngestion, connection: Connection, claims: Claims, leak: CatalogueEntry, file: FileRow
    ) -> None:
        self._parent = ingestion
        self._shared = ingestion.ingestion
        self._connection = connection
        self._claims = claims
        self._leak = leak
        self._file = file
        self._end: int | None = None
        self._recuts = 0
        self._is_ending = False
        from breachlight.leaks.ingest.batch_builder import BatchBuilder  # loads compiled code

        self.builder = BatchBuilder(self._shared.digester, claims.threads)

    async def run(self) -> bool:
        """Ingest what is open until nothing is; return whether the whole file is done."""
        while True:
            cuts = await self._known()
            if self._end is not None and cuts.next_open(0) >= self._end:
                self._parent.batches = len(cuts)
                return cuts.done_until() >= self._end
            try:
                await self._batches(cuts)
                # All in front of it is known now, and behind it the file had no more.
                self._end = cuts.next_open(0)
            except CutOtherwiseError:
                self._recuts += 1
                if self._recuts > _MOST_RECUTS:
                    raise RefusedError("cut_otherwise", _CUT_OTHERWISE) from None

    async def _known(self) -> Cuts:
        """Return the batches that are done or claimed by the living; what the dead have left is removed first."""
        if left := await self._claims.take_abandoned(self._file):
            await self._claims.remove(left, await self._shared.lake())
        cuts = await self._claims.known(self._file)
        if self._parent.done_before is None:
            self._parent.done_before = cuts.done()
            self._parent.report.resumed_at = cuts.done_until()
        return cuts

    async def _batches(self, cuts: Cuts) -> None:
        """Store some batches in one load while the next ones are prepared and those before are committed."""
        await self._shared.committer.refresh(self._connection)
        load: list[_Prepared] = []
        async with BackgroundCommits(self._commit) as commits, aclosing(self._prepared(cuts)) as batches:
            try:
                async for prepared in batches:
                    load.append(prepared)
                    if self._shared.stopped():
                        raise StoppedError
                    if self._is_ending:
                        commits.hurry()
                    if len(load) == BATCHES_OF_A_LOAD or self._is_ending:
                        await self._store(load, commits)
                        load = []
            except (RefusedError, CutOtherwiseError, StoppedError):
                await self._store(load, commits)
                await commits.finish()
                raise
            await self._store(load, commits)

    async def _store(self, load: list[_Prepared], commits: BackgroundCommits[_Prepared]) -> None:
        """Store batches and have them committed."""
        if not load:
            return
        lake = await self._shared.lake()
        self._claims.begin_storing([one.id for one in load])
        await asyncio.to_thread(lake.write_all, [(one.id, one.batch.rows) for one in load])
        for one in load:
            one.batch.rows.clear()  # the lake has them
        await commits.add(load)

    async def _prepared(self, cuts: Cuts) -> AsyncGenerator[_Prepared, None]:
        """Yield each claimed batch; the next ones are read and parsed while the caller stores the current one.

        Raises:
            RefusedError: the file can't be read any further; what is in front was yielded.
            CutOtherwiseError: as ``Claims.claim``, likewise.
        """
        chunks = self._parent.reading.chunks(self._file.detection, cuts.next_open(0), self._shared.batch_bytes, cuts)
        coming: asyncio.Queue[asyncio.Task[_Prepared] | None] = asyncio.Queue()
        free = asyncio.Semaphore(PREPARED_AHEAD)
        is_over = False

        async def prepare(batch_id: int, chunk: Chunk) -> _Prepared:
            batch = await self.builder.prepare(chunk, self._shared.committer.watchlist)
            return _Prepared(batch_id, batch, chunk.segments, chunk.read, chunk.dropped)

        async def read_one() -> bool:
            chunk = await asyncio.to_thread(next, chunks, None)
            if chunk is None:
                return False
            batch_id = await self._claims.claim(self._file, cuts, chunk)
            if batch_id is not None:
                coming.put_nowait(asyncio.create_task(prepare(batch_id, chunk)))
            elif self._shared.stopped():
                raise StoppedError
            else:
                free.release()
            return True

        async def read_ahead() -> None:
            try:
                # Nothing here keeps a chunk while it waits: its bytes go when it is prepared.
                while await free.acquire() and not is_over and await read_one():
                    pass
            finally:
                coming.put_nowait(None)

        reader = asyncio.create_task(read_ahead())
        try:
            while (task := await coming.get()) is not None:
                prepared = await task
                free.release()
                # The last batch has a load of its own: what is left to do behind it is done by one processor.
                self._is_ending = reader.done() and coming.qsize() <= _LAST_AND_END
                yield prepared
            await reader
        finally:
            # Threads cannot be cancelled, and the file must not be closed while one reads it.
            is_over = True
            free.release()
            await asyncio.gather(reader, return_exceptions=True)
            left = [task for task in (coming.get_nowait() for _ in range(coming.qsize())) if task is not None]
            await asyncio.gather(*left, return_exceptions=True)

    async def _commit(self, stored: Sequence[_Prepared]) -> None:
        """Commit batches in one transaction."""
        pending = [self._pending(one) for one in stored]
        await self._shared.committer.commit(self._connection, pending, self._leak, await self._shared.lake())
        self._claims.end([one.id for one in stored])
        for one, committed in zip(stored, pending, strict=True):
            self._parent.report.counts.add(committed.counts)
            self._parent.report.add_samples(committed.counts.rejected_offsets, one.segments)
            self._shared.progress.advance(one.read, committed.counts.lines)
        self._parent.done_here += len(pending)
        self._parent.retries.reset()

    def _pending(self, one: _Prepared) -> PendingBatch:
        return PendingBatch(one.id, one.batch, self._file, counts_of(one.batch.tally, one.dropped), self._claims.owner)


def new_file(source: Source, reading: Reading) -> NewFile:
    """Return what is entered of a file."""
    name = source.path.name if source.path else source.name
    path = storable(str(source.path.absolute())) if source.path else None
    return NewFile(reading.digest, name, reading.size, reading.detection, path)


async def report_all(connection: Connection, file_id: uuid.UUID, report: FileReport) -> None:
    """Report the counts of all batches of a file, whichever process ingested them."""
    offsets = report.counts.rejected_offsets
    report.counts = await claims_repository.file_counts(connection, file_id)
    report.counts.rejected_offsets = offsets
