"""The parent of an installation's processes: keeps the database running; starts, restarts and drains its children."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import structlog
from pydantic import SecretStr

from breachlight.config import CLIENT_FOLDER, Settings, ignored_variables, variable_of
from breachlight.database.connection import server
from breachlight.database.presence import presence
from breachlight.graphql.trusted_documents import MANIFEST
from breachlight.kit import metrics
from breachlight.kit.environment import FILE_SUFFIX
from breachlight.processes.bootstrap import prepare, warn_of_gaps
from breachlight.processes.children import on_stop, raise_file_limit
from breachlight.processes.errors import StartError
from breachlight.processes.listening import listen
from breachlight.processes.server import LISTEN_VARIABLE, PARENT_VARIABLE
from breachlight.restores.startup import kept_generation

_DRAIN_SECONDS = 23.0
_LONGEST_PAUSE = 30.0
_STEADY_SECONDS = 60.0

_log = structlog.get_logger(__name__)


def serve(
    settings: Settings,
    *,
    with_worker: bool | None = None,
    on_database: Callable[[], None] | None = None,
    on_ready: Callable[[], None] | None = None,
    application: str = "breachlight.app:create_app",
) -> None:
    """Run ``settings.workers`` API servers, and a worker as well, until SIGTERM or SIGINT (``breachlight serve``).

    The worker is there by default when the database is the embedded one. ``on_database`` is called once, when the database
    is up, and ``on_ready``, when all serve. ``application`` names the factory of the ASGI application.

    Raises:
        DatabaseError, KeyFileError, StartError: one sentence that says what to do.
    """
    if settings.trusted_documents == "only" and not (CLIENT_FOLDER / MANIFEST).is_file():
        raise StartError(
            'BREACHLIGHT_TRUSTED_DOCUMENTS=only needs the built client, which lists them: run "make install".'
        )
    raise_file_limit()
    listening = listen(settings.host, settings.port, "--port")
    has_worker = settings.database_url is None if with_worker is None else with_worker
    children = _children(settings, has_worker, application)
    asyncio.run(_Supervisor(settings, listening, children, on_database, on_ready).run())


@dataclass
class _Child:
    name: str
    command: tuple[str, ...]
    listens: bool
    process: asyncio.subprocess.Process | None = None
    link: socket.socket | None = None
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    pause: float = 0.5


def _children(settings: Settings, with_worker: bool, application: str) -> list[_Child]:
    children = [
        _Child(f"server {number + 1}", ("breachlight.processes.server", application), listens=True)
        for number in range(settings.workers)
    ]
    return [*children, _Child("worker", ("breachlight.processes.worker",), listens=False)] if with_worker else children


class _Supervisor:
    def __init__(
        self,
        settings: Settings,
        listening: socket.socket,
        children: list[_Child],
        on_database: Callable[[], None] | None,
        on_ready: Callable[[], None] | None,
    ) -> None:
        self._settings = settings
        self._listening = listening
        self._on_database = on_database
        self._on_ready = on_ready
        self._children = children
        self._environment = _environment(settings)
        self._stop = asyncio.Event()
        self._how = signal.SIGTERM
        self._failure: str | None = None

    async def run(self) -> None:
        on_stop(self._told)
        async with server(self._settings):
            if self._on_database is not None:
                self._on_database()
            async with presence(self._settings, "serve"):
                await prepare(self._settings)
                warn_of_gaps(self._settings)
                self._clear_metrics()
                async with kept_generation(self._settings):
                    await self._keep_all()
        if self._failure:
            raise StartError(self._failure)

    async def _keep_all(self) -> None:
        tasks = [asyncio.create_task(self._keep(child)) for child in self._children]
        announcing = asyncio.create_task(self._announce())
        await asyncio.wait(tasks)
        announcing.cancel()
        for task in tasks:
            task.result()

    def _told(self, number: signal.Signals) -> None:
        # A second signal hurries, and so does every later one.
        self._how = signal.SIGINT if self._stop.is_set() else number
        first = not self._stop.is_set()
        self._stop.set()
        if first:
            _log.info("stopping", signal=number.name)
            self._listening.close()
        for child in self._children:
            _tell(child, self._how)

    async def _announce(self) -> None:
        for child in self._children:
            await child.ready.wait()
        _log.info("ready", url=self._settings.public_url)
        if self._on_ready is not None:
            self._on_ready()

    async def _keep(self, child: _Child) -> None:
        """Run a child, and again whenever it dies, until all are to stop."""
        while not self._stop.is_set():
            begin = time.monotonic()
            await self._start(child)
            code = await self._wait(child)
            if self._stop.is_set():
                return
            if not child.ready.is_set():
                self._failure = self._failure or f"The {child.name} stopped before it was ready: see the lines above."
                self._told(signal.SIGINT)
                return
            if time.monotonic() - begin > _STEADY_SECONDS:
                child.pause = 0.5
            _log.error("child died", child=child.name, exit_status=code, restart_in_seconds=child.pause)
            try:
                await asyncio.wait_for(self._stop.wait(), child.pause)
            except TimeoutError:
                child.pause = min(child.pause * 2, _LONGEST_PAUSE)

    async def _start(self, child: _Child) -> None:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        passed = {PARENT_VARIABLE: theirs.fileno()}
        if child.listens:  # an inherited socket stays open, so no other program gets the port
            passed[LISTEN_VARIABLE] = self._listening.fileno()
        try:
            child.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                *child.command,
                env={**self._environment, **{name: str(descriptor) for name, descriptor in passed.items()}},
                pass_fds=list(passed.values()),
                stdin=asyncio.subprocess.DEVNULL,
                # A Ctrl-C in the terminal reaches the supervisor alone, which tells the children in order.
                process_group=0,
            )
        finally:
            theirs.close()
        child.link = ours
        asyncio.get_running_loop().add_reader(ours, self._heard, child, ours)
        if self._stop.is_set():
            _tell(child, self._how)

    @staticmethod
    def _heard(child: _Child, link: socket.socket) -> None:
        if link.recv(16):
            child.ready.set()
        else:
            asyncio.get_running_loop().remove_reader(link)

    async def _wait(self, child: _Child) -> int:
        process, link = child.process, child.link
        if process is None or link is None:
            raise RuntimeError("waiting for a child that was not started")
        ending = asyncio.create_task(process.wait())
        stopping = asyncio.create_task(self._stop.wait())
        await asyncio.wait({ending, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not ending.done() and not (await asyncio.wait({ending}, timeout=_DRAIN_SECONDS))[0]:
            _log.warning("child killed: it did not drain in time", child=child.name)
            process.kill()
        code = await ending
        asyncio.get_running_loop().remove_reader(link)
        link.close()
        metrics.forget_process(process.pid)
        return code

    def _clear_metrics(self) -> None:
        folder = Path(self._environment[metrics.FOLDER_VARIABLE])
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True)
        os.environ[metrics.FOLDER_VARIABLE] = str(folder)


def _tell(child: _Child, number: signal.Signals) -> None:
    if child.link is not None and child.process is not None and child.process.returncode is None:
        with contextlib.suppress(OSError):  # it has just ended
            child.link.send(bytes([number]))


def _environment(settings: Settings) -> dict[str, str]:
    """Return the environment of the children: what this process was given and what its command line changed.

    What a file gave stays in the file, and what Kubernetes added has been reported.
    """
    given = {name: value for name, value in os.environ.items() if name not in ignored_variables()}
    for field_name, value in settings:
        variable = variable_of(field_name)
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        if text is not None and f"{variable}{FILE_SUFFIX}" not in given:
            given[variable] = str(text)
    given[metrics.FOLDER_VARIABLE] = str(settings.data_folder / "metrics")
    return given
