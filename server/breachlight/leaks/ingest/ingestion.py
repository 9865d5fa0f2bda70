"""Taking in one file: batch after batch into the lake, each then matched and marked done in one transaction.

Per batch the lake is written first, under the id of a batch that is not done; then one PostgreSQL transaction raises the
alerts and marks the batch (design section 4.9). A process that dies in between leaves an unmarked batch, whose rows are
taken out of the lake before the piece is taken again. The alert key is unique, so nothing is raised twice.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol

import asyncpg

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository
from breachlight.leaks.catalogue import CatalogueEntry, LeakDescription, get_or_create_leak
from breachlight.leaks.counts import counts_of
from breachlight.leaks.errors import IntakeError, RefusedError
from breachlight.leaks.formats import Detection, Dialect, FileKind, detect, split_point
from breachlight.leaks.ingest.batch_builder import PreparedBatch, Preparer
from breachlight.leaks.ingest.batches import BATCH_BYTES, Piece, cut
from breachlight.leaks.ingest.commit import BatchLostError, Marker
from breachlight.leaks.ingest.report import FileReport, FileState
from breachlight.leaks.ingest.retry import LOST, Patience, database_sentence
from breachlight.leaks.ingest.source_reader import OpenSource, StoppedError
from breachlight.leaks.ingest.sources import Source, machine_facts
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.ducklake import LakeError
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.matching.watched_identities import Watch
from breachlight.leaks.models import LeakKind
from breachlight.leaks.repository import FileRow, Position

_PREPARED_AHEAD = 2
_LOCK_POLL_SECONDS = 0.2
_KIND_OF_LEAK = {FileKind.BLOCKS: LeakKind.STEALER_LOG, FileKind.LINES: LeakKind.COMBOLIST}


class Progress(Protocol):
    """Who is told how the intake of the present file goes on."""

    def advance(self, read: int, lines: int) -> None:
        """``read`` bytes of the file have been read by now, and ``lines`` more lines taken in."""

    def note(self, text: str) -> None:
        """Say something that the operator should know now."""


@dataclass(slots=True)
class _Work:
    """One file on its way."""

    source: Source
    opened: OpenSource
    detection: Detection
    leak: CatalogueEntry
    machine: str | None
    report: FileReport
    patience: Patience


@dataclass(frozen=True, slots=True)
class _Stored:
    """A batch that lies in the lake and is not marked yet."""

    id: int
    piece: Piece
    batch: PreparedBatch


class Intake:
    """Takes files into one leak; several processes may do so at once, with the same files or others."""

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
    ) -> None:
        """Prepare to take files in. When ``stopped`` becomes true the present batch is the last one.

        ``lake`` may still be opening: it is awaited when the first batch is ready for it.
        """
        self._settings = settings
        self._lake = lake
        self._description = description
        self._stopped = stopped
        self._progress = progress
        self._batch_bytes = batch_bytes
        self._digester = Digester(ring)
        self._marker = Marker(ring, self._digester)
        self._leak: CatalogueEntry | None = None

    async def take_in(self, source: Source) -> FileReport:
        """Take in one file, from where it was left if it was begun before.

        What is wrong with the file is in the report. Every byte of it is read, and none is kept in memory for long.

        Raises:
            IntakeError: no file can be taken in now; the message says what to do.
        """
        begun = time.monotonic()
        report = FileReport(source.name, FileState.TAKEN_IN, source.size)
        try:
            if source.skip is not None:
                _end(report, FileState.SKIPPED, *source.skip)
            else:
                await self._take(source, report)
        except RefusedError as error:
            _end(report, FileState.REFUSED, error.reason, error.message)
        except StoppedError:
            _end(report, FileState.STOPPED, "stopped", "stopped: the same command goes on from here")
        report.seconds = time.monotonic() - begun
        return report

    async def _take(self, source: Source, report: FileReport) -> None:
        spool_folder = self._settings.data_folder / "spool"
        opened = await asyncio.to_thread(OpenSource, source, spool_folder, self._stopped)
        try:
            report.size = opened.size
            detection = detect(opened.head, source.path.name if source.path else source.name)
            report.kind = detection.kind.value
            if detection.refusal is not None or detection.dialect is None:
                raise RefusedError(detection.kind.value, detection.refusal or "its format is not known")
            patience = Patience()
            work: _Work | None = None
            while True:
                try:
                    connection = await connect(self._settings)
                    try:
                        leak = await self._entry(connection, detection)
                        machine = machine_facts(source.system_file) if source.system_file else None
                        work = work or _Work(source, opened, detection, leak, machine, report, patience)
                        await self._with_lock(connection, work)
                        return
                    finally:
                        await connection.close(timeout=5)
                except (*LOST, BatchLostError) as error:
                    await patience.wait(error, self._stopped)
                except LakeError as error:
                    await patience.wait_for_lake(error, self._stopped)
                except asyncpg.PostgresError as error:
                    raise IntakeError(database_sentence(error)) from error
        finally:
            opened.close()

    async def _entry(self, connection: Connection, detection: Detection) -> CatalogueEntry:
        if self._leak is None:
            default = _KIND_OF_LEAK.get(detection.kind, LeakKind.MIXED)
            self._leak = await get_or_create_leak(connection, self._description, default_kind=default)
        return self._leak

    async def _with_lock(self, connection: Connection, work: _Work) -> None:
        waiting = False
        while not await repository.lock_file(connection, work.leak.id, work.opened.digest):
            if not waiting:
                self._progress.note(f"{work.source.name}: another process takes it in at this moment; waiting for it")
                waiting = True
            if self._stopped():
                raise StoppedError
            await asyncio.sleep(_LOCK_POLL_SECONDS)
        file = await repository.find_file(connection, work.leak.id, work.opened.digest)
        if file is None:
            file = await repository.add_file(
                connection,
                leak_id=work.leak.id,
                digest=work.opened.digest,
                name=work.source.path.name if work.source.path else work.source.name,
                size=work.opened.size,
                detection=work.detection,
            )
        if file.is_done:
            if not work.report.counts.lines:
                _end(work.report, FileState.ALREADY_TAKEN_IN, "already_taken_in", "already taken in; nothing to do")
            return
        await self._batches(connection, work, file)

    async def _batches(self, connection: Connection, work: _Work, file: FileRow) -> None:
        where = await repository.position(connection, file)
        if where.unmarked:
            for batch_id in where.unmarked:
                await asyncio.to_thread((await self._opened_lake()).remove, batch_id)
            await repository.drop_batches(connection, where.unmarked)
        if not work.report.counts.lines:
            work.report.resumed_at = where.offset
        await self._marker.watch(connection)
        with Preparer(self._digester) as preparer:
            await self._pieces(connection, work, file, where, preparer)
        work.opened.check_unchanged()
        await repository.finish_file(connection, file)

    async def _pieces(
        self, connection: Connection, work: _Work, file: FileRow, where: Position, preparer: Preparer
    ) -> None:
        """Store each batch while the one before is marked: in order, so that a crash leaves unmarked ones at the end."""
        number = where.number
        stored: _Stored | None = None
        async with aclosing(self._prepared(work, file, where.offset, preparer)) as batches:
            async for piece, batch in batches:
                lake = await self._opened_lake()
                if self._stopped():
                    if stored is not None:
                        await self._mark(connection, work, file, stored, preparer)
                    raise StoppedError
                batch_id = await repository.open_batch(connection, file, number, piece.start, piece.end)
                storing = asyncio.create_task(asyncio.to_thread(lake.write, batch_id, batch.rows))
                try:
                    if stored is not None:
                        await self._mark(connection, work, file, stored, preparer)
                finally:
                    await storing
                stored = _Stored(batch_id, piece, batch)
                number += 1
        if stored is not None:
            await self._mark(connection, work, file, stored, preparer)

    async def _opened_lake(self) -> Lake:
        if isinstance(self._lake, Lake):
            return self._lake
        try:
            return await self._lake
        except LakeError as error:
            raise IntakeError(error.reason) from error

    async def _prepared(
        self, work: _Work, file: FileRow, start: int, preparer: Preparer
    ) -> AsyncGenerator[tuple[Piece, PreparedBatch], None]:
        """Yield each piece, prepared; the next ones are read and prepared while the caller stores the present one."""
        dialect = _dialect(file)
        pieces = cut(
            work.opened.read_at,
            file.detection.encoding,
            lambda window: split_point(window, dialect),
            start,
            self._batch_bytes,
        )

        async def prepare(piece: Piece) -> tuple[Piece, PreparedBatch]:
            return piece, await preparer.prepare(piece, dialect, work.machine, self._marker.latest)

        coming: deque[asyncio.Task[tuple[Piece, PreparedBatch]]] = deque()

        async def look_ahead() -> None:
            while len(coming) < _PREPARED_AHEAD:
                piece = await asyncio.to_thread(next, pieces, None)
                if piece is None:
                    return
                coming.append(asyncio.create_task(prepare(piece)))

        try:
            await look_ahead()
            while coming:
                present = await coming.popleft()
                await look_ahead()
                yield present
        finally:
            # A thread cannot be cancelled: whoever closes the file must not do so under its hands.
            await asyncio.gather(*coming, return_exceptions=True)

    async def _mark(
        self, connection: Connection, work: _Work, file: FileRow, stored: _Stored, preparer: Preparer
    ) -> None:
        piece = stored.piece
        counts = counts_of(stored.batch.tally, piece.dropped)

        def prepare_again(watch: Watch) -> Awaitable[PreparedBatch]:
            return preparer.prepare(piece, _dialect(file), work.machine, watch)

        await self._marker.mark(
            connection, stored.id, stored.batch, prepare_again, file=file, leak=work.leak, counts=counts
        )
        work.report.counts.add(counts)
        work.report.add_samples(counts.rejected_offsets)
        work.patience.renew()
        self._progress.advance(piece.read, counts.lines)


def _dialect(file: FileRow) -> Dialect:
    if file.detection.dialect is None:
        raise RuntimeError("a file without a dialect was entered")
    return file.detection.dialect


def _end(report: FileReport, state: FileState, reason: str, message: str) -> None:
    report.state, report.reason, report.message = state, reason, message
