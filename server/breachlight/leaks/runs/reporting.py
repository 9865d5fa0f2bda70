"""Progress of a run, written into its row about once a second while the process lives."""

import asyncio
import time
import uuid
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.errors import OUTAGES
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.leaks.counts import Counts
from breachlight.leaks.ingest import claims_repository
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.runs import queue_repository as queue
from breachlight.leaks.runs.models import RunRequest

_SECONDS: Final = 1.0
_WINDOW: Final = 30
"""Reports over which speed is measured."""
_LONGEST_SHARE: Final = 0.05
"""Part of the time that counting may take: a large file has many batches."""


class RowReporter:
    """Receives the progress of an ingestion and writes it; ``is_stopped`` becomes true when the process is to stop."""

    def __init__(self, settings: Settings, run_id: uuid.UUID, claim: uuid.UUID, size: int) -> None:
        self._settings = settings
        self._run_id = run_id
        self._claim = claim
        self._size = size
        self._read = 0
        self._file_id: uuid.UUID | None = None
        self._counts = Counts()
        self._next_count = 0.0
        self._history: deque[tuple[float, int, int]] = deque(maxlen=_WINDOW)
        self.requested: RunRequest | None = None
        self.is_stopped = False
        self.is_lost = False

    def begin(self, source: Source) -> None:
        """Note nothing: a run has one file."""

    def end(self, source: Source) -> None:
        """Note nothing, likewise."""

    def enter(self, file_id: uuid.UUID) -> None:
        """Note which row of the catalogue the file has."""
        self._file_id = file_id

    def advance(self, read: int, lines: int) -> None:  # noqa: ARG002 -- all lines are counted in the database
        """Note how far the file has been read."""
        self._read = read

    def note(self, text: str) -> None:
        """Show nothing: what is waited for is reported once it fails."""

    @asynccontextmanager
    async def reporting(self) -> AsyncIterator[None]:
        """Report until the end of the block, and once more then."""
        ended = asyncio.Event()
        task = asyncio.create_task(self._report_until(ended))
        try:
            yield
        finally:
            ended.set()
            await task

    async def _report_until(self, ended: asyncio.Event) -> None:
        """Report over a new connection whenever the last one is lost."""
        while True:
            with suppress(*OUTAGES):
                connection = await connect(self._settings)
                try:
                    while not ended.is_set():
                        await self._report(connection)
                        await _wait(ended)
                    self._next_count = 0.0
                    await self._report(connection)
                finally:
                    await connection.close(timeout=5)
            if ended.is_set():
                return
            await _wait(ended)

    async def _report(self, connection: Connection) -> None:
        now = time.monotonic()
        if self._file_id is not None and now >= self._next_count:
            self._counts = await claims_repository.file_counts(connection, self._file_id)
            self._next_count = time.monotonic() + (time.monotonic() - now) / _LONGEST_SHARE
        self._history.append((now, self._read, self._counts.lines))
        is_ours, requested = await queue.renew_run(connection, self._run_id, self._claim, self._progress(), clock.now())
        self.requested = requested
        self.is_lost = self.is_lost or not is_ours
        self.is_stopped = self.is_stopped or self.is_lost or requested is not None

    def _progress(self) -> queue.Progress:
        (begun, read_then, lines_then), (now, read_now, lines_now) = self._history[0], self._history[-1]
        seconds, read = now - begun, read_now - read_then
        speed = (lines_now - lines_then) / seconds if seconds > 0 and read > 0 else None
        left = (self._size - read_now) * seconds / read if read > 0 else None
        return queue.Progress(self._size, self._read, self._counts.as_dict(), speed, left, self._file_id)


async def _wait(ended: asyncio.Event) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(ended.wait(), _SECONDS)
