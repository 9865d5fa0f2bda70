"""Files whose last batches other processes ingest: a command ends when these are done."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

import asyncpg

from breachlight.database.connection import connect
from breachlight.leaks.errors import IngestError
from breachlight.leaks.ingest.claims_repository import Progress, SharedFile, shared_files
from breachlight.leaks.ingest.file_ingestion import report_all
from breachlight.leaks.ingest.ingestion import Ingestion, SharedSource
from breachlight.leaks.ingest.report import FileReport
from breachlight.leaks.ingest.retry import AWAY, RetryBudget, database_sentence
from breachlight.leaks.ingest.source_reader import StoppedError
from breachlight.leaks.ingest.sources import Source

_POLL_SECONDS: Final = 0.5


async def settle(ingestion: Ingestion, waiting: Sequence[SharedSource]) -> AsyncIterator[tuple[Source, FileReport]]:
    """Yield the reports of files as they get done; what dead processes have left of them is ingested here.

    Raises:
        IngestError: no file can be ingested now; the message says what to do.
    """
    left = {shared.source: shared for shared in waiting}
    reported: set[bytes] = set()
    ended: set[Source] = set()
    if left:
        ingestion.progress.note(f"Waiting for other processes to finish {len(left):,} of the files")
    while left:
        files = await _states(ingestion, list(left.values()))
        for source, shared in list(left.items()):
            report = await _settled(ingestion, shared, files)
            if report is None:
                continue
            if report is not shared.report and report.is_ingested and source not in ended:
                ended.add(source)  # the next round reports all of it
                continue
            if shared.digest in reported:
                report.end_as_known()
            reported.add(shared.digest)
            del left[source]
            yield source, report
        if left:
            await asyncio.sleep(_POLL_SECONDS)


async def _settled(ingestion: Ingestion, shared: SharedSource, files: Mapping[bytes, SharedFile]) -> FileReport | None:
    """Return the report of a file that is done, or of ending it here; None if others still ingest it."""
    file = files.get(shared.digest)
    if ingestion.stopped():
        shared.report.stop()
        return shared.report
    if file is None or file.progress is Progress.LEFT:
        outcome = await ingestion.begin(shared.source)
        return outcome if isinstance(outcome, FileReport) else None
    if file.progress is Progress.BUSY:
        return None
    shared.report.kind = shared.report.kind or file.kind
    shared.report.seconds = time.monotonic() - shared.begun
    return shared.report


async def _states(ingestion: Ingestion, waiting: Sequence[SharedSource]) -> dict[bytes, SharedFile]:
    """Return the files by their digests; the reports of those that are done get the counts of all their batches.

    Raises:
        IngestError: the database cannot be used.
    """
    retries = RetryBudget()
    while True:
        try:
            connection = await connect(ingestion.settings)
            try:
                leak = await ingestion.leak(connection, waiting[0].leak_kind)
                files = await shared_files(connection, leak.id, {shared.digest for shared in waiting})
                for shared in waiting:
                    file = files.get(shared.digest)
                    if file is not None and file.progress is Progress.DONE:
                        await report_all(connection, file.id, shared.report)
                return files
            finally:
                await connection.close(timeout=5)
        except AWAY as error:
            with suppress(StoppedError):
                await retries.wait(error, ingestion.stopped)
                continue
            return {}
        except asyncpg.PostgresError as error:
            raise IngestError(database_sentence(error)) from error
