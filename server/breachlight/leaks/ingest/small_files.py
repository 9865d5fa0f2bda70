"""Small files of a folder, ingested together: one load of the lake and one transaction for hundreds of them.

Each file has a row and a batch of its own, as if it were ingested alone. Whatever isn't a new file that can be read at once
is left to an ingestion of its own, and so are all of them after a fault: a file is ingested once, however often it is tried.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import asyncpg

from breachlight.database.connection import connect
from breachlight.database.session import Connection
from breachlight.leaks import repository
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.counts import counts_of
from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import FileKind
from breachlight.leaks.ingest import claims_repository
from breachlight.leaks.ingest.archives.opening import is_archive
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.claims import Claims
from breachlight.leaks.ingest.commit import BatchLostError, PendingBatch
from breachlight.leaks.ingest.file_ingestion import new_file
from breachlight.leaks.ingest.ingestion import Ingestion, SharedSource
from breachlight.leaks.ingest.opening import open_reading
from breachlight.leaks.ingest.readings import PlainReading
from breachlight.leaks.ingest.report import FileReport, FileState
from breachlight.leaks.ingest.retry import AWAY
from breachlight.leaks.ingest.shared_files import settle
from breachlight.leaks.ingest.source_reader import OpenSource, StoppedError
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.models import LeakKind
from breachlight.leaks.repository import FileRow

if TYPE_CHECKING:  # compiled code is loaded while other work goes on
    from breachlight.leaks.ingest.batch_builder import PreparedBatch

_MOST_TOGETHER: Final = 256
_LARGEST_BYTES: Final = 1 << 20


Outcome = FileReport | SharedSource


@dataclass(frozen=True, slots=True)
class _OpenFile:
    source: Source
    opened: OpenSource


@dataclass(slots=True)
class _SmallFile:
    source: Source
    report: FileReport
    opened: OpenSource
    reading: PlainReading
    chunk: Chunk


async def ingest_all(
    ingestion: Ingestion,
    sources: Sequence[Source],
    begin: Callable[[Source], None] = lambda _: None,
    end: Callable[[Source], None] = lambda _: None,
) -> AsyncIterator[FileReport]:
    """Ingest files in their order, small ones together, until the operator stops; yield the report of each.

    What other processes are ingesting comes last, when it is done. ``begin`` and ``end`` are called for each file.

    Raises:
        IngestError: no file can be ingested now; the message says what to do.
    """
    waiting: list[SharedSource] = []
    for group in in_groups(sources, ingestion.batch_bytes):
        if ingestion.stopped():
            break
        begin(group[0])
        together = await _ingest_together(ingestion, group) if len(group) > 1 else {}
        for source in group:
            if source not in together and ingestion.stopped():
                break
            begin(source)
            outcome = together.get(source) or await ingestion.begin(source)
            if isinstance(outcome, SharedSource):
                waiting.append(outcome)
            else:
                end(source)
                yield outcome
    async for source, report in settle(ingestion, waiting):
        end(source)
        yield report


def in_groups(sources: Sequence[Source], most_bytes: int) -> Iterator[list[Source]]:
    """Yield neighbours that may be ingested together, of ``most_bytes`` at most, and all others by themselves."""
    group: list[Source] = []
    size = 0
    for source in sources:
        is_small = source.path is not None and not source.skip and not source.fault and not source.parts
        is_small = is_small and 0 < source.size <= min(_LARGEST_BYTES, most_bytes)
        if group and (not is_small or size + source.size > most_bytes or len(group) == _MOST_TOGETHER):
            yield group
            group, size = [], 0
        if is_small:
            group.append(source)
            size += source.size
        else:
            yield [source]
    if group:
        yield group


async def _ingest_together(ingestion: Ingestion, sources: Sequence[Source]) -> dict[Source, Outcome]:
    """Ingest those of the sources that can be ingested together, and return their reports.

    Raises:
        IngestError: no file can be ingested now; the message says what to do.
    """
    begun = time.monotonic()
    outcomes: dict[Source, Outcome] = {}
    with suppress(StoppedError, LakeError, BatchLostError, asyncpg.PostgresError, *AWAY), ExitStack() as opened:
        files = await asyncio.to_thread(_open, ingestion, sources, opened)
        connection = await connect(ingestion.settings)
        try:
            if ingestion.has_leak:
                leak = await ingestion.leak(connection, LeakKind.MIXED)
                files = await _unknown(connection, leak, files, outcomes)
            small = await asyncio.to_thread(_read_all, ingestion, files)
            if len(small) > 1:
                await _ingest(ingestion, connection, small, outcomes)
        finally:
            await connection.close(timeout=5)
    for outcome in outcomes.values():
        if isinstance(outcome, FileReport):
            outcome.seconds = (time.monotonic() - begun) / len(outcomes)
    return outcomes


def _open(ingestion: Ingestion, sources: Sequence[Source], closing: ExitStack) -> list[_OpenFile]:
    """Open the sources; faults are found again where they are reported."""
    files: list[_OpenFile] = []
    for source in sources:
        with suppress(RefusedError):
            opened = OpenSource(source, ingestion.settings.data_folder / "spool", ingestion.stopped)
            closing.callback(opened.close)
            files.append(_OpenFile(source, opened))
    return files


async def _unknown(
    connection: Connection, leak: CatalogueEntry, files: Sequence[_OpenFile], outcomes: dict[Source, Outcome]
) -> list[_OpenFile]:
    """Return the files that nobody has begun; what other processes are ingesting is waited for later."""
    known = await claims_repository.shared_files(connection, leak.id, {file.opened.digest for file in files})
    for file in files:
        found = known.get(file.opened.digest)
        if found is None or is_archive(file.opened.head):  # which members an archive has is reported each time
            continue
        report = FileReport(file.source.name, FileState.INGESTED, file.opened.size, found.kind)
        if found.progress is claims_repository.Progress.BUSY:
            shared = SharedSource(file.source, report, file.opened.digest, leak.kind, time.monotonic())
            outcomes[file.source] = shared
        elif found.progress is claims_repository.Progress.DONE:
            report.end_as_known()
            outcomes[file.source] = report
    return [file for file in files if file.opened.digest not in known]


def _read_all(ingestion: Ingestion, files: Sequence[_OpenFile]) -> list[_SmallFile]:
    """Return the files that are one chunk."""
    small: list[_SmallFile] = []
    for file in files:
        with suppress(RefusedError):
            found = _read(ingestion, file)
            if found is not None:
                small.append(found)
            elif not small and not ingestion.has_leak:
                # It decides the kind of a new leak.
                return []
    return small


def _read(ingestion: Ingestion, file: _OpenFile) -> _SmallFile | None:
    report = FileReport(file.source.name, FileState.INGESTED, file.opened.size)

    def note(kind: FileKind) -> None:
        report.kind = kind.value

    from breachlight.leaks.ingest.assessment import hold_of, sample  # loads compiled code

    if is_archive(file.opened.head):
        return None
    reading = open_reading(
        file.source,
        file.opened,
        archives=ingestion.archives,
        spool_folder=ingestion.settings.data_folder / "spool",
        stopped=ingestion.stopped,
        detected=note,
    )
    if not isinstance(reading, PlainReading):
        return None
    report.note_encoding(reading.detection.encoding)
    chunks = list(reading.chunks(reading.detection, 0, ingestion.batch_bytes))
    if len(chunks) != 1 or not (ingestion.accepts or hold_of(reading, sample(reading)) is None):
        return None
    return _SmallFile(file.source, report, file.opened, reading, chunks[0])


async def _ingest(
    ingestion: Ingestion, connection: Connection, files: Sequence[_SmallFile], outcomes: dict[Source, Outcome]
) -> None:
    """Enter the files and their batches at once, which claims them, and ingest those that no other process has entered."""
    leak = await ingestion.leak(connection, files[0].reading.leak_kind)
    await ingestion.committer.refresh(connection)
    async with Claims(connection) as claims:
        # Of files with the same bytes the first one.
        by_digest = {file.reading.digest: file for file in reversed(files)}
        free = [by_digest[digest] for digest in await repository.share_files(connection, leak.id, list(by_digest))]
        entered = await claims.enter(
            leak, [new_file(file.source, file.reading) for file in free], [file.chunk.end for file in free]
        )
        others = [_OpenFile(file.source, file.opened) for file in free if file.reading.digest not in entered]
        await _unknown(connection, leak, others, outcomes)
        mine = [file for file in files if file.reading.digest in entered and by_digest[file.reading.digest] is file]
        if mine:
            leak = await ingestion.add_kinds(connection, [file.reading.leak_kind for file in mine])
            committed = await _store(
                ingestion, connection, claims, leak, [(file, *entered[file.reading.digest]) for file in mine]
            )
            for file, one in zip(mine, committed, strict=True):
                outcomes[file.source] = file.report
                await _finish(ingestion, connection, claims, file, one)


async def _store(
    ingestion: Ingestion,
    connection: Connection,
    claims: Claims,
    leak: CatalogueEntry,
    files: Sequence[tuple[_SmallFile, FileRow, int]],
) -> list[PendingBatch]:
    """Store and commit the only batches of files."""
    from breachlight.leaks.ingest.batch_builder import BatchBuilder  # loads compiled code

    with BatchBuilder(ingestion.digester, claims.threads) as builder:
        watchlist = ingestion.committer.watchlist
        batches = await asyncio.gather(*(builder.prepare(file.chunk, watchlist) for file, _, _ in files))

        def pending(file: _SmallFile, row: FileRow, batch_id: int, batch: "PreparedBatch") -> PendingBatch:
            counts = counts_of(batch.tally, file.chunk.dropped)
            return PendingBatch(batch_id, batch, row, counts, claims.owner)

        stored = [pending(*file, batch) for file, batch in zip(files, batches, strict=True)]
        batch_ids = [one.batch_id for one in stored]
        lake = await ingestion.lake()
        claims.begin_storing(batch_ids)
        await asyncio.to_thread(lake.write_all, [(one.batch_id, one.batch.rows) for one in stored])
        async with claims.using:
            await ingestion.committer.commit(connection, stored, leak, lake)
        claims.end(batch_ids)
        return stored


async def _finish(
    ingestion: Ingestion, connection: Connection, claims: Claims, file: _SmallFile, committed: PendingBatch
) -> None:
    file.report.counts.add(committed.counts)
    file.report.add_samples(committed.counts.rejected_offsets, file.chunk.segments)
    ingestion.progress.advance(file.chunk.read, committed.counts.lines)
    try:
        file.reading.check_unchanged()
    except RefusedError as error:
        file.report.end(FileState.REFUSED, error.reason, error.message)
    else:
        async with claims.using:
            await repository.finish_file(connection, committed.file)
