"""Alerts as they are raised: one LISTEN connection for each process, and for each reader a place that never skips a row.

A notification only wakes a reader up. What is new it then reads from the table, behind the place where it stands, so
that lost, doubled or reordered notifications do no harm:

1. It is signed up before it reads for the first time, so nothing that commits later can go unheard.
2. It takes the horizon (every transaction below it has ended), then reads all rows behind its place, those above the
   horizon too, but none of a transaction that it has handed out before.
3. Now all that is below the horizon has been handed out: that is its new place, and the cursor that can be kept.

When the LISTEN connection was lost and is back, every reader is woken up and reads on from its place.
"""

import asyncio
import contextlib
import uuid
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Final

import asyncpg
import orjson
import structlog
from tortoise.exceptions import BaseORMException

from breachlight.alerts import repository
from breachlight.alerts.query.cursors import Cursor
from breachlight.alerts.upsert.repository import CHANNEL
from breachlight.alerts.views import AlertView
from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.errors import DatabaseError
from breachlight.database.session import reading
from breachlight.kit.errors import UnavailableError

LARGEST_EVENT: Final = 100
"""Alerts in one event."""
_PAUSE: Final = 0.3
"""Seconds before a lost connection is made anew."""
_OUTAGES: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, BaseORMException, DatabaseError)

_log = structlog.get_logger("breachlight.alerts")


@dataclass(frozen=True, slots=True)
class AlertsRaised:
    """At most 100 new alerts, how they divide, and the cursor to keep: it leads on from here, repeating perhaps some."""

    alerts: list[AlertView]
    count: int
    workforce: int
    portals: int
    cursor: str


class LiveFeed:
    """Wakes the readers of this process when alerts of their account are raised."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._readers: dict[uuid.UUID, set[asyncio.Event]] = defaultdict(set)

    @property
    def readers(self) -> int:
        """How many readers there are."""
        return sum(map(len, self._readers.values()))

    @contextmanager
    def reader(self, account_id: uuid.UUID) -> Iterator[asyncio.Event]:
        """Sign a reader up; the event is set whenever there may be something new."""
        signal = asyncio.Event()
        self._readers[account_id].add(signal)
        try:
            yield signal
        finally:
            self._readers[account_id].discard(signal)
            if not self._readers[account_id]:
                del self._readers[account_id]

    async def listen(self) -> None:
        """Listen for ever, on a connection that is made anew when it is lost."""
        while True:
            try:
                await self._listen_once()
            except _OUTAGES as error:
                _log.warning("live_feed_lost", error=type(error).__name__)
            await asyncio.sleep(_PAUSE)

    async def _listen_once(self) -> None:
        connection = await connect(self._settings)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._on_notification)
            # Whatever was raised while nobody listened.
            for signals in self._readers.values():
                for signal in signals:
                    signal.set()
            await lost.wait()
        finally:
            with contextlib.suppress(*_OUTAGES, TimeoutError):
                await connection.close(timeout=1)

    def _on_notification(self, _connection: object, _process: int, _channel: str, payload: object) -> None:
        account_id = uuid.UUID(orjson.loads(str(payload))["account_id"])
        for signal in self._readers.get(account_id, ()):
            signal.set()


_feed: LiveFeed | None = None


@asynccontextmanager
async def live_alerts(settings: Settings) -> AsyncIterator[LiveFeed]:
    """Hold the feed of this process up; the database's pool must be up already."""
    global _feed  # noqa: PLW0603 -- one LISTEN connection for each process
    feed = LiveFeed(settings)
    _feed = feed
    task = asyncio.create_task(feed.listen(), name="alerts.live")
    try:
        yield feed
    finally:
        _feed = None
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def alert_events(account_id: uuid.UUID, after: str | None = None) -> AsyncGenerator[AlertsRaised, None]:
    """Yield the alerts of an account as they are raised, for as long as the caller listens.

    With a cursor, everything raised since comes first; without one, only what is raised from now on.

    Raises:
        ValidationError: ``after`` is no cursor of this database.
        UnavailableError: the feed of this process is not up.
    """
    if _feed is None:
        raise UnavailableError
    place = None if after is None else Cursor.decode(after)
    with _feed.reader(account_id) as signal:
        reader = await _begin(account_id, place)
        while True:
            signal.clear()
            try:
                async for event in reader.events():
                    yield event
            except _OUTAGES as error:
                _log.warning("live_reading_failed", error=type(error).__name__)
                await asyncio.sleep(_PAUSE)
                continue
            await signal.wait()


async def _begin(account_id: uuid.UUID, place: Cursor | None) -> "_Reader":
    async with reading() as connection:
        horizon = await repository.fetch_horizon(connection)
        if place is not None:
            place.check(horizon)
            return _Reader(account_id, place, set())
        raised = await repository.fetch_transactions(connection, account_id, horizon)
    return _Reader(account_id, Cursor.before(horizon), raised)


class _Reader:
    """One reader: where it stands, and the transactions behind its place that it has handed out."""

    def __init__(self, account_id: uuid.UUID, place: Cursor, delivered: set[int]) -> None:
        self._account_id = account_id
        self._place = place
        self._delivered = delivered

    async def events(self) -> AsyncGenerator[AlertsRaised, None]:
        """Yield what is new; no connection is held while the caller works on an event."""
        async with reading() as connection:
            horizon = await repository.fetch_horizon(connection)
        safe = Cursor.before(horizon)
        position, delivered, seen = self._place, list(self._delivered), set[int]()
        is_last = False
        while not is_last:
            async with reading() as connection:
                rows = await repository.fetch_raised(connection, self._account_id, position, delivered, LARGEST_EVENT)
            is_last = len(rows) < LARGEST_EVENT
            if rows:
                position = rows[-1].position
                seen.update(row["transaction_id"] for row in rows)
            self._place = max(self._place, safe if is_last else min(position, safe))
            if rows:
                yield self._event(rows)
        self._delivered = {number for number in self._delivered | seen if number >= self._place.transaction_id}

    def _event(self, alerts: list[AlertView]) -> AlertsRaised:
        portals = sum(alert.domain is not None for alert in alerts)
        return AlertsRaised(alerts, len(alerts), len(alerts) - portals, portals, self._place.encode())
