"""The ingestion of some sources by one process: the lake is opened while the first file is read."""

import asyncio
import gc
import importlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol

from breachlight.config import Settings
from breachlight.kit.keys import KeyRing
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.errors import IngestError
from breachlight.leaks.formats import HEAD_BYTES, ArchiveDialect, detect, parse_part
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.batches import BATCH_BYTES
from breachlight.leaks.ingest.digest_ahead import first_file
from breachlight.leaks.ingest.ingestion import Ingestion
from breachlight.leaks.ingest.report import FileReport, FileState
from breachlight.leaks.ingest.retry import RetryBudget, waiting_sentence
from breachlight.leaks.ingest.run import Progress
from breachlight.leaks.ingest.small_files import ingest_all
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.lake.faults import LakeError, UnclearError
from breachlight.leaks.lake.store import Lake


class SourceProgress(Progress, Protocol):
    """Receives the progress over all sources."""

    def begin(self, source: Source) -> None:
        """Note that the next source is being read."""

    def end(self, source: Source) -> None:
        """Note that a source is finished, ingested or not."""


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """How the sources are ingested; ``stopped`` becomes true when the current batch is to be the last one."""

    description: LeakDescription
    archives: ArchiveOptions
    accepts: bool = False
    batch_bytes: int = BATCH_BYTES
    stopped: Callable[[], bool] = field(default=lambda: False)


async def ingest_sources(
    address: str,
    settings: Settings,
    ring: KeyRing,
    sources: Sequence[Source],
    *,
    options: SessionOptions,
    progress: SourceProgress,
) -> tuple[list[FileReport], IngestError | None]:
    """Ingest sources; return the reports of those that came to an end, and why the others can't be ingested now.

    Raises:
        LakeError: the lake can't be used.
    """
    reports: list[FileReport] = []
    failure = None
    async with _opening_lake(address, settings, ring, options.stopped, progress.note) as lake:
        ingestion = Ingestion(
            settings,
            ring,
            lake,
            options.description,
            stopped=options.stopped,
            progress=progress,
            batch_bytes=options.batch_bytes,
            archives=options.archives,
            accepts=options.accepts,
        )
        reading = asyncio.create_task(ingestion.read_ahead())
        try:
            async for file in ingest_all(ingestion, sources, progress.begin, progress.end):
                reports.append(file)  # noqa: PERF401 -- what came before a failure counts
        except IngestError as error:
            failure = error
        finally:
            await reading
        if any(file.state is FileState.INGESTED for file in reports):
            await ingestion.compact()
    return reports, failure


def load_compiled_code(paths: Sequence[str] = ()) -> None:
    """Load the machine code that reads the first of these files: in a thread, while the database is prepared.

    It is loaded when a function is called first, so the beginning of the file is read once more for that.
    """
    importlib.import_module("breachlight.leaks.ingest.assessment")
    gc.freeze()
    first = first_file(paths)
    if first is None:
        return
    with suppress(OSError), first.open("rb") as file:
        head = file.read(HEAD_BYTES)
        dialect = detect(head, first.name).dialect
        if dialect is not None and not isinstance(dialect, ArchiveDialect):
            parse_part(head, 0, dialect)


@asynccontextmanager
async def _opening_lake(
    address: str, settings: Settings, ring: KeyRing, stopped: Callable[[], bool], note: Callable[[str], None]
) -> AsyncIterator["asyncio.Future[Lake]"]:
    """Open the lake while other work goes on, and close it at the end."""
    ended: list[bool] = []
    opening = asyncio.ensure_future(_open_lake(address, settings, ring, lambda: stopped() or bool(ended), note))
    try:
        yield opening
    finally:
        ended.append(True)
        await asyncio.wait([opening])
        if opening.exception() is None:
            opening.result().close()


async def _open_lake(
    address: str, settings: Settings, ring: KeyRing, stopped: Callable[[], bool], note: Callable[[str], None]
) -> Lake:
    """Open the lake; a store or a catalogue that is down is waited for."""
    retries, has_reported = RetryBudget(), False
    while True:
        try:
            return await asyncio.to_thread(Lake, address, settings, ring)
        except LakeError as error:
            if not (error.is_outage or isinstance(error, UnclearError)):
                raise
            if not has_reported:
                has_reported = True
                note(waiting_sentence(error))
            await retries.wait_for_lake(error, stopped)
