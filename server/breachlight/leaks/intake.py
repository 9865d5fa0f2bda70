"""Taking in one file: batch after batch into the lake, each then matched and marked done in one transaction.

Per batch the lake is written first, under the id of a batch that is not done; then one PostgreSQL transaction raises the
alerts and marks the batch (design section 4.9). A process that dies in between leaves an unmarked batch, whose rows are
taken out of the lake before the piece is taken again. The alert key is unique, so nothing is raised twice.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol

import asyncpg

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository
from breachlight.leaks.batches import BATCH_BYTES, Piece, cut
from breachlight.leaks.catalogue import CatalogueEntry, LeakDescription, get_or_create_leak
from breachlight.leaks.ducklake import LakeError
from breachlight.leaks.errors import IntakeError, RefusedError
from breachlight.leaks.formats import Detection, FileKind, detect, split_point
from breachlight.leaks.lake import Lake
from breachlight.leaks.marking import BatchLostError, Marker
from breachlight.leaks.models import LeakKind
from breachlight.leaks.patience import LOST, Patience, database_sentence
from breachlight.leaks.reading import OpenSource, StoppedError
from breachlight.leaks.report import Counts, FileReport, FileState, counts_of
from breachlight.leaks.repository import Connection, FileRow
from breachlight.leaks.sources import Source, machine_facts
from breachlight.leaks.vectorised import ParsedBatch, parse_batch

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


class Intake:
    """Takes files into one leak; several processes may do so at once, with the same files or others."""

    def __init__(
        self,
        settings: Settings,
        ring: KeyRing,
        lake: Lake,
        description: LeakDescription,
        *,
        stopped: Callable[[], bool],
        progress: Progress,
        batch_bytes: int = BATCH_BYTES,
    ) -> None:
        """Prepare to take files in. When ``stopped`` becomes true the present batch is the last one."""
        self._settings = settings
        self._lake = lake
        self._description = description
        self._stopped = stopped
        self._progress = progress
        self._batch_bytes = batch_bytes
        self._marker = Marker(ring)
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
                await asyncio.to_thread(self._lake.remove, batch_id)
            await repository.drop_batches(connection, where.unmarked)
        if not work.report.counts.lines:
            work.report.resumed_at = where.offset
        number = where.number
        async with aclosing(self._parsed(work, file, where.offset)) as batches:
            async for piece, parsed in batches:
                if self._stopped():
                    raise StoppedError
                counts = await self._batch(connection, work, file, number=number, piece=piece, parsed=parsed)
                work.report.counts.add(counts)
                work.report.add_samples(counts.rejected_offsets)
                work.patience.renew()
                self._progress.advance(piece.read, counts.lines)
                number += 1
        work.opened.check_unchanged()
        await repository.finish_file(connection, file)

    async def _parsed(self, work: _Work, file: FileRow, start: int) -> AsyncGenerator[tuple[Piece, ParsedBatch], None]:
        """Yield each piece with its records; the next one is read and parsed while the caller stores the present one."""
        dialect = file.detection.dialect
        if dialect is None:
            raise RuntimeError("a file without a dialect was entered")
        pieces = cut(
            work.opened.read_at,
            file.detection.encoding,
            lambda window: split_point(window, dialect),
            start,
            self._batch_bytes,
        )

        def parse_next() -> tuple[Piece, ParsedBatch] | None:
            piece = next(pieces, None)
            if piece is None:
                return None
            return piece, parse_batch(piece.data, piece.start, dialect, work.machine)

        coming = asyncio.create_task(asyncio.to_thread(parse_next))
        try:
            while (present := await coming) is not None:
                coming = asyncio.create_task(asyncio.to_thread(parse_next))
                yield present
        finally:
            # A thread cannot be cancelled: whoever closes the file must not do so under its hands.
            await asyncio.gather(coming, return_exceptions=True)

    async def _batch(
        self, connection: Connection, work: _Work, file: FileRow, *, number: int, piece: Piece, parsed: ParsedBatch
    ) -> Counts:
        counts = counts_of(parsed.tally, piece.dropped)
        batch_id = await repository.open_batch(connection, file, number, piece.start, piece.end)
        storing = asyncio.create_task(asyncio.to_thread(self._lake.write, batch_id, parsed.table))
        try:
            matched = await self._marker.match(connection, parsed.table, file=file, leak=work.leak)
        finally:
            await storing
        await self._marker.mark(connection, batch_id, parsed.table, matched, file=file, leak=work.leak, counts=counts)
        return counts


def _end(report: FileReport, state: FileState, reason: str, message: str) -> None:
    report.state, report.reason, report.message = state, reason, message
