"""A worker's part: it claims runs and previews whose bytes this host has, and starts a process for each."""

import asyncio
import signal
import socket
import sys
import uuid
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import structlog

from breachlight.config import Settings, get_key_ring
from breachlight.database.connection import connect
from breachlight.database.errors import OUTAGES
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.leaks.runs import queue_repository as queue
from breachlight.leaks.runs.bucket import WatchedBucket
from breachlight.leaks.runs.folder import SETTLED_SECONDS, WatchedFolder, version_of
from breachlight.leaks.runs.models import PreviewState
from breachlight.leaks.runs.queue_repository import Waiting
from breachlight.leaks.runs.repository import CHANNEL
from breachlight.leaks.uploads import service as uploads

COMMAND: Final = (sys.executable, "-m", "breachlight.leaks.runs")
PREVIEW_SECONDS: Final = 900.0
_PREVIEWS: Final = 2
_POLL_SECONDS: Final = 3.0
_LOOK_SECONDS: Final = 5.0
_LIST_SECONDS: Final = 30.0
_MOST_WAITING: Final = 1000
_TOO_LONG: Final = "it took longer than a quarter of an hour"
_CRASHED: Final = "its process ended without a word: see the worker's log"

_log = structlog.get_logger("breachlight.leaks.runs")


async def run_ingests(
    settings: Settings,
    stop: asyncio.Event,
    command: Sequence[str] = COMMAND,
    settled_seconds: float = SETTLED_SECONDS,
) -> None:
    """Run what waits until ``stop`` is set; then processes finish their current batch, and their runs wait for another worker."""
    runner = _Runner(settings, stop, command)
    work = [runner.run()]
    if settings.watched_folder is not None and settings.parallel_ingests:
        folder = WatchedFolder(settings.watched_folder, settled_seconds)
        work.append(_watch(settings, stop, runner, folder.look, _LOOK_SECONDS * settled_seconds / SETTLED_SECONDS))
    if settings.watched_bucket and settings.parallel_ingests:
        bucket = WatchedBucket(settings, get_key_ring(), stop)
        work.append(_watch(settings, stop, runner, bucket.look, _LIST_SECONDS * settled_seconds / SETTLED_SECONDS))
    await asyncio.gather(*work)


async def _watch(
    settings: Settings,
    stop: asyncio.Event,
    runner: "_Runner",
    look: Callable[[Connection], Awaitable[bool]],
    seconds: float,
) -> None:
    """Look for new files until ``stop`` is set."""
    while not stop.is_set():
        async with _outages_logged():
            connection = await connect(settings)
            try:
                while not stop.is_set():
                    if await look(connection):
                        runner.wake()
                    await _wait(stop, seconds)
            finally:
                await connection.close(timeout=5)
        await _wait(stop, _POLL_SECONDS)


@asynccontextmanager
async def _outages_logged() -> AsyncIterator[None]:
    """Go on after an outage, and after a mistake of ours: jobs run in the same process."""
    try:
        yield
    except OUTAGES as error:
        _log.warning("ingestions wait for the database", error=type(error).__name__)
    except Exception:
        _log.exception("ingestions are interrupted")


async def _wait(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


class _Runner:
    def __init__(self, settings: Settings, stop: asyncio.Event, command: Sequence[str]) -> None:
        self._settings = settings
        self._stop = stop
        self._command = command
        self._host = socket.gethostname()
        self._woken = asyncio.Event()
        self._runs: set[asyncio.Task[None]] = set()
        self._previews: set[asyncio.Task[None]] = set()
        self._processes: set[Process] = set()

    async def run(self) -> None:
        stopping = asyncio.create_task(self._wake_at_stop())
        try:
            while not self._stop.is_set():
                async with _outages_logged():
                    await self._serve()
                await self._pause()
        finally:
            stopping.cancel()
            for process in self._processes:
                with suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
            await asyncio.gather(*self._runs, *self._previews)

    def wake(self) -> None:
        """Look at once for what waits."""
        self._woken.set()

    async def _wake_at_stop(self) -> None:
        await self._stop.wait()
        self._woken.set()

    async def _pause(self) -> None:
        await _wait(self._woken, _POLL_SECONDS)
        self._woken.clear()
        if self._stop.is_set():
            self._woken.set()

    async def _serve(self) -> None:
        connection = await connect(self._settings)
        try:
            await connection.add_listener(CHANNEL, lambda *_: self._woken.set())
            while not self._stop.is_set():
                await self._start_all(connection)
                await self._pause()
        finally:
            await connection.close(timeout=5)

    async def _start_all(self, connection: Connection) -> None:
        here = await asyncio.to_thread(uploads.uploads_here, self._settings)
        await queue.end_hopeless(connection, self._host, clock.now())
        while len(self._previews) < min(_PREVIEWS, self._settings.parallel_ingests):
            claim = new_id()
            found = await queue.claim_preview(connection, here, claim, PREVIEW_SECONDS + queue.LEASE_SECONDS)
            if found is None:
                break
            _keep(self._previews, self._run_preview(found, claim), self._woken)
        while len(self._runs) < self._settings.parallel_ingests:
            ids = await self._runnable(connection, here)
            claim = new_id()
            most = self._settings.parallel_ingests
            run = await queue.claim_run(connection, ids, claim, host=self._host, most=most, now=clock.now())
            if run is None:
                break
            _keep(self._runs, self._run_ingest(run, claim), self._woken)

    async def _runnable(self, connection: Connection, here: Sequence[uuid.UUID]) -> list[uuid.UUID]:
        """Return waiting runs whose bytes this host has, and end those whose file is no longer here."""
        waiting = await queue.waiting_runs(connection, here, _MOST_WAITING)
        found = [run.id for run in waiting if run.upload_id is not None or await asyncio.to_thread(_is_here, run)]
        for run in waiting:
            if run.id not in found and run.host == self._host:
                await queue.refuse_missing(connection, run.id, clock.now())
        return found

    async def _run_ingest(self, run_id: uuid.UUID, claim: uuid.UUID) -> None:
        _log.info("ingest started", run=str(run_id))
        code = await self._run_process("run", run_id, claim, None)
        _log.info("ingest ended", run=str(run_id), exit_status=code)
        await self._settle(lambda connection: queue.note_crash(connection, run_id, claim, is_told=self._stop.is_set()))

    async def _run_preview(self, preview_id: uuid.UUID, claim: uuid.UUID) -> None:
        code = await self._run_process("preview", preview_id, claim, PREVIEW_SECONDS)
        _log.info("preview ended", preview=str(preview_id), exit_status=code)
        failure = _CRASHED if code is not None else _TOO_LONG
        if not self._stop.is_set():
            await self._settle(
                lambda connection: queue.end_preview(
                    connection, preview_id, claim, PreviewState.FAILED, failure=failure
                )
            )

    async def _settle(self, write: Callable[[Connection], Awaitable[None]]) -> None:
        """Note that a process is gone, if it hasn't said so itself; without a database its lease ends."""
        with suppress(*OUTAGES):
            connection = await connect(self._settings)
            try:
                await write(connection)
            finally:
                await connection.close(timeout=5)

    async def _run_process(self, kind: str, id_: uuid.UUID, claim: uuid.UUID, seconds: float | None) -> int | None:
        """Return the exit status of a process; None if it took too long. It ends when our end of its standard input does."""
        process = await asyncio.create_subprocess_exec(
            *self._command, kind, str(id_), str(claim), stdin=PIPE, stdout=DEVNULL, process_group=0
        )
        self._processes.add(process)
        try:
            if self._stop.is_set():
                process.terminate()
            return await asyncio.wait_for(process.wait(), seconds)
        except TimeoutError:
            process.kill()
            await process.wait()
            return None
        finally:
            self._processes.discard(process)


def _keep(tasks: set[asyncio.Task[None]], work: Coroutine[Any, Any, None], woken: asyncio.Event) -> None:
    task = asyncio.create_task(work)
    tasks.add(task)

    def end(_: asyncio.Task[None]) -> None:
        tasks.discard(task)
        woken.set()

    task.add_done_callback(end)


def _is_here(run: Waiting) -> bool:
    return run.location is not None and version_of(Path(run.location)) == run.version
