"""Small files of a folder, ingested together: one load of the lake and one transaction for hundreds of them.

Each file has a row and a batch of its own, as if it were ingested alone. Whatever isn't a new file that can be read at once
is left to an ingestion of its own, and so are all of them after a fault: a file is ingested once, however often it is tried.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
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
from breachlight.leaks.ingest.archives.opening import is_archive
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.commit import BatchLostError, PendingBatch
from breachlight.leaks.ingest.ingestion import Ingestion, add_file
from breachlight.leaks.ingest.opening import open_reading
from breachlight.leaks.ingest.readings import PlainReading
from breachlight.leaks.ingest.report import FileReport, FileState
from breachlight.leaks.ingest.retry import LOST
from breachlight.leaks.ingest.source_reader import OpenSource, StoppedError
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.lake.ducklake import LakeError
from breachlight.leaks.matching.watched_identities import Watchlist

if TYPE_CHECKING:  # compiled code is loaded while other work goes on
    from breachlight.leaks.ingest.batch_builder import BatchBuilder, PreparedBatch

_MOST_TOGETHER: Final = 256
_LARGEST_BYTES: Final = 1 << 20


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

    ``begin`` and ``end`` are called for each file.

    Raises:
        IngestError: no file can be ingested now; the message says what to do.
    """
    for group in in_groups(sources, ingestion.batch_bytes):
        if ingestion.stopped():
            return
        begin(group[0])
        together = await _ingest_together(ingestion, group) if len(group) > 1 else {}
        for source in group:
            if source not in together and ingestion.stopped():
                return
            begin(source)
            report = together.get(source) or await ingestion.ingest(source)
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


async def _ingest_together(ingestion: Ingestion, sources: Sequence[Source]) -> dict[Source, FileReport]:
    """Ingest those of the sources that can be ingested together, and return their reports.

    Raises:
        IngestError: no file can be ingested now; the message says what to do.
    """
    begun = time.monotonic()
    files: list[_SmallFile] = []
    reports: dict[Source, FileReport] = {}
    try:
        with suppress(StoppedError, LakeError, BatchLostError, asyncpg.PostgresError, *LOST):
            await asyncio.to_thread(_open, ingestion, sources, files)
            if len(files) > 1:
                await _ingest(ingestion, files, reports)
    finally:
        for file in files:
            file.opened.close()
    for report in reports.values():
        report.seconds = (time.monotonic() - begun) / len(reports)
    return reports


def _open(ingestion: Ingestion, sources: Sequence[Source], files: list[_SmallFile]) -> None:
    """Open the sources that are files of one chunk; faults are found again where they are reported."""
    for source in sources:
        report = FileReport(source.name, FileState.INGESTED, source.size)
        with suppress(RefusedError):
            opened = OpenSource(source, ingestion.settings.data_folder / "spool", ingestion.stopped)
            file = None
            try:
                file = _read(ingestion, source, opened, report)
            finally:
                if file is None:
                    opened.close()
                else:
                    files.append(file)
            if file is None and not files and not ingestion.has_leak:
                # It decides the kind of a new leak.
                return


def _read(ingestion: Ingestion, source: Source, opened: OpenSource, report: FileReport) -> _SmallFile | None:
    def note(kind: FileKind) -> None:
        report.kind = kind.value

    from breachlight.leaks.ingest.assessment import hold_of, sample  # loads compiled code

    if is_archive(opened.head):
        return None
    reading = open_reading(
        source,
        opened,
        archives=ingestion.archives,
        spool_folder=ingestion.settings.data_folder / "spool",
        stopped=ingestion.stopped,
        detected=note,
    )
    if not isinstance(reading, PlainReading):
        return None
    report.size = reading.size
    chunks = list(reading.chunks(reading.detection, 0, ingestion.batch_bytes))
    if len(chunks) != 1 or not (ingestion.accepts or hold_of(reading, sample(reading)) is None):
        return None
    return _SmallFile(source, report, opened, reading, chunks[0])


async def _ingest(ingestion: Ingestion, files: Sequence[_SmallFile], reports: dict[Source, FileReport]) -> None:
    connection = await connect(ingestion.settings)
    try:
        leak = await ingestion.leak(connection, files[0].reading.leak_kind)
        await ingestion.committer.refresh(connection)
        files = await _new_files(connection, leak, files)
        if files:
            await _ingest_new(ingestion, connection, leak, files, reports)
    finally:
        await connection.close(timeout=5)


async def _new_files(connection: Connection, leak: CatalogueEntry, files: Sequence[_SmallFile]) -> list[_SmallFile]:
    """Return the files without a row, locked; of files with the same bytes the first one."""
    found: dict[bytes, _SmallFile] = {}
    for file in files:
        digest = file.reading.digest
        if digest in found or not await repository.lock_file(connection, leak.id, digest):
            continue
        if await repository.find_file(connection, leak.id, digest) is None:
            found[digest] = file
    return list(found.values())


async def _ingest_new(
    ingestion: Ingestion,
    connection: Connection,
    leak: CatalogueEntry,
    files: Sequence[_SmallFile],
    reports: dict[Source, FileReport],
) -> None:
    from breachlight.leaks.ingest.batch_builder import BatchBuilder  # loads compiled code

    with BatchBuilder(ingestion.digester) as builder:
        watchlist = ingestion.committer.watchlist
        batches = await asyncio.gather(*(builder.prepare(file.chunk, watchlist) for file in files))
        lake = await ingestion.lake()
        async with connection.transaction():
            pending = [
                await _enter(connection, leak, file, batch, builder) for file, batch in zip(files, batches, strict=True)
            ]
        await asyncio.to_thread(lake.write_all, [(one.batch_id, one.batch.rows) for one in pending])
        await ingestion.committer.commit(connection, pending, leak)
    for file, one in zip(files, pending, strict=True):
        file.report.counts.add(one.counts)
        file.report.add_samples(one.counts.rejected_offsets, file.chunk.segments)
        reports[file.source] = file.report
        ingestion.progress.advance(file.chunk.read, one.counts.lines)
        try:
            file.reading.check_unchanged()
        except RefusedError as error:
            file.report.end(FileState.REFUSED, error.reason, error.message)
        else:
            await repository.finish_file(connection, one.file)


async def _enter(
    connection: Connection, leak: CatalogueEntry, file: _SmallFile, batch: "PreparedBatch", builder: "BatchBuilder"
) -> PendingBatch:
    """Add the rows of a file and of its batch."""
    row = await add_file(connection, leak, file.source, file.reading)
    batch_id = await repository.open_batch(connection, row, 0, file.chunk.start, file.chunk.end)

    async def prepare_again(watchlist: Watchlist) -> "PreparedBatch":
        return await builder.prepare(file.chunk, watchlist)

    return PendingBatch(batch_id, batch, prepare_again, row, counts_of(batch.tally, file.chunk.dropped))
