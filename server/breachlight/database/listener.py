"""Notifications of PostgreSQL: one LISTEN connection for each process, which knows how current it is."""

import asyncio
import contextlib
import math
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.errors import OUTAGES
from breachlight.database.session import after_commit
from breachlight.kit.background import background

if TYPE_CHECKING:
    import asyncpg

PAUSE: Final = 0.3
"""Seconds before a lost connection is reopened."""
STALE_SECONDS: Final = 2.0
"""After so long without an answer of the server, something may have been missed."""

_CONFIRMED_EVERY: Final = 0.5
_NEVER: Final = -math.inf

Handler: TypeAlias = Callable[[str], None]
Gap: TypeAlias = Callable[[], None]

_log = structlog.get_logger("breachlight.database")


class Listener:
    """Hands payloads to the handlers of their channels, in the order of the commits."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._handlers: dict[str, list[Handler]] = defaultdict(list)
        self._gaps: list[Gap] = []
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._turn = asyncio.Lock()
        self._confirmed_at = _NEVER

    def subscribe(self, channel: str, handler: Handler, on_gap: Gap) -> None:
        """Call ``handler`` with each payload of a channel, and ``on_gap`` when payloads may have been missed."""
        self._handlers[channel].append(handler)
        self._gaps.append(on_gap)

    @property
    def is_current(self) -> bool:
        """Whether everything that was committed two seconds ago has been handed on."""
        return time.monotonic() - self._confirmed_at < STALE_SECONDS

    async def catch_up(self) -> None:
        """Return when everything that was committed before this call has been handed on, or the listener isn't current."""
        connection = self._connection
        if connection is None:
            return
        try:
            await self._confirm(connection)
        except OUTAGES:
            self._confirmed_at = _NEVER
            connection.terminate()

    async def listen(self) -> None:
        """Listen until cancelled; reopen the connection when it is lost."""
        while True:
            try:
                await self._listen_once()
            except OUTAGES as error:
                _log.warning("listener_lost", error=type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def _listen_once(self) -> None:
        connection = await connect(self._settings)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            for channel in self._handlers:
                await connection.add_listener(channel, self._on_notification)
            # Whatever was announced while nobody listened.
            for tell in self._gaps:
                tell()
            self._connection = connection
            while not lost.is_set():
                await self._confirm(connection)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_CONFIRMED_EVERY):
                        await lost.wait()
        finally:
            self._connection, self._confirmed_at = None, _NEVER
            with contextlib.suppress(*OUTAGES):
                await connection.close(timeout=1)

    async def _confirm(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        """Repeat a LISTEN, which changes nothing: PostgreSQL sends the notifications of earlier commits before its answer."""
        called = time.monotonic()
        async with self._turn:
            if self._confirmed_at > called:
                return  # another caller asked after this call, and has been answered
            begin = time.monotonic()
            await connection.execute(f"LISTEN {next(iter(self._handlers))}", timeout=STALE_SECONDS)
            self._confirmed_at = begin

    def _on_notification(self, _connection: object, _process: int, channel: str, payload: object) -> None:
        for handler in self._handlers[channel]:
            handler(str(payload))


@asynccontextmanager
async def listening(listener: Listener) -> AsyncIterator[None]:
    """Keep a listener up; after each transaction of this process it has handed on what the transaction announced."""
    async with background(listener.listen(), name="database.listener"):
        with after_commit(listener.catch_up):
            yield
