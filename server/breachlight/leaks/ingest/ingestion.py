"""Ingestion of files into one leak: batch after batch is stored in the lake, then matched and committed.

Each batch is written to the lake first, under the id of a batch that is not done; then one PostgreSQL transaction raises the
alerts and marks the batch done (design §4.9). A process that dies in between leaves an unmarked batch, whose rows are removed
from the lake before its bytes are ingested again. The alert key is unique, so nothing is raised twice.
"""

import asyncio
import time
from dataclasses import dataclass

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import FileKind
from breachlight.leaks.ingest.file_ingestion import FileIngestion
from breachlight.leaks.ingest.opening import open_reading
from breachlight.leaks.ingest.readings import Reading
from breachlight.leaks.ingest.report import FileReport, FileState
from breachlight.leaks.ingest.run import IngestRun
from breachlight.leaks.ingest.source_reader import OpenSource, StoppedError
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.models import LeakKind


@dataclass(frozen=True, slots=True)
class SharedSource:
    """A source whose last batches other processes are ingesting, with its report so far; ``begun`` is monotonic."""

    source: Source
    report: FileReport
    digest: bytes
    leak_kind: LeakKind
    begun: float


class Ingestion(IngestRun):
    """Ingests files into one leak; several processes may do so at once, with the same files or others."""

    async def ingest(self, source: Source) -> FileReport:
        """Ingest one file, from where an earlier run stopped; batches that other processes ingest are waited for.

        The report says what is wrong with the file. All of it is read, in bounded memory.

        Raises:
            IngestError: no file can be ingested now; the message says what to do.
        """
        report = await self.begin(source, waits=True)
        assert isinstance(report, FileReport)
        return report

    async def begin(self, source: Source, *, waits: bool = False) -> FileReport | SharedSource:
        """Ingest of one file what no other process works on, as ``ingest``; with ``waits``, the others are waited for.

        Raises:
            IngestError: no file can be ingested now; the message says what to do.
        """
        begun = time.monotonic()
        report = FileReport(source.name, FileState.INGESTED, source.size)
        reading = None
        try:
            if source.skip is not None:
                report.end(FileState.SKIPPED, *source.skip)
            else:
                reading = await self._read(source, report, waits=waits)
        except RefusedError as error:
            report.end(FileState.REFUSED, error.reason, error.message)
        except StoppedError:
            report.stop()
        report.seconds = time.monotonic() - begun
        if reading is not None:
            return SharedSource(source, report, reading.digest, reading.leak_kind, begun)
        return report

    async def _read(self, source: Source, report: FileReport, *, waits: bool) -> Reading | None:
        """Ingest a file that can be read; return its reading if others are still ingesting it."""
        opened = await asyncio.to_thread(OpenSource, source, self.settings.data_folder / "spool", self.stopped)
        try:
            report.size = opened.size
            reading = await asyncio.to_thread(self._reading, source, opened, report)
            report.note_encoding(reading.detection.encoding)
            # What was read from a pipe can't be read again.
            file = FileIngestion(self, source, reading, report, waits=waits or opened.is_spooled)
            try:
                is_ended = await file.run()
            finally:
                report.members = reading.members
            return None if is_ended else reading
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
