"""Notifications of PostgreSQL about alerts: one LISTEN connection per process, which passes them to its subscribers.

When the connection was lost and is back, every subscriber is told that it may have missed something.
"""

import asyncio
import contextlib
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, TypeAlias, TypeVar

import orjson
import structlog

from breachlight.alerts.triage import repository as triage
from breachlight.alerts.upsert import repository as upsert
from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.errors import OUTAGES
from breachlight.kit import metrics
from breachlight.kit.background import background
from breachlight.kit.errors import UnavailableError

PAUSE: Final = 0.3
"""Seconds before a lost connection is reopened."""
_CHANNELS: Final = (upsert.CHANNEL, triage.CHANNEL)

ResultT = TypeVar("ResultT")

_log = structlog.get_logger("breachlight.alerts")


class Notification:
    """A notification, the same for all subscribers of its account."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = content
        self._read: asyncio.Future[Any] | None = None

    async def once(self, read: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """Return the result of ``read``, called for the first subscriber and shared with the others."""
        if self._read is None:
            self._read = asyncio.ensure_future(read())
        result: ResultT = await asyncio.shield(self._read)
        return result


Handler: TypeAlias = Callable[[Notification | None], None]
"""Takes a notification at once, or None: some may have been missed."""


class LiveFeed:
    """Hands the notifications of an account to its subscribers in this process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._handlers: dict[tuple[str, uuid.UUID], set[Handler]] = defaultdict(set)

    @property
    def subscribers(self) -> int:
        """How many subscribers there are."""
        return sum(map(len, self._handlers.values()))

    @contextmanager
    def subscription(self, channel: str, account_id: uuid.UUID, handler: Handler) -> Iterator[None]:
        """Hand the notifications of a channel about an account to ``handler``."""
        key = (channel, account_id)
        self._handlers[key].add(handler)
        try:
            with metrics.SUBSCRIPTIONS.track_inprogress():
                yield
        finally:
            self._handlers[key].discard(handler)
            if not self._handlers[key]:
                del self._handlers[key]

    async def listen(self) -> None:
        """Listen until cancelled; reopen the connection when it is lost."""
        while True:
            try:
                await self._listen_once()
            except OUTAGES as error:
                _log.warning("live_feed_lost", error=type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def _listen_once(self) -> None:
        connection = await connect(self._settings)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            for channel in _CHANNELS:
                await connection.add_listener(channel, self._on_notification)
            # Whatever was announced while nobody listened.
            for handlers in self._handlers.values():
                for handler in handlers:
                    handler(None)
            await lost.wait()
        finally:
            with contextlib.suppress(*OUTAGES):
                await connection.close(timeout=1)

    def _on_notification(self, _connection: object, _process: int, channel: str, payload: object) -> None:
        notification = Notification(orjson.loads(str(payload)))
        account_id = uuid.UUID(notification.content["account_id"])
        for handler in self._handlers.get((channel, account_id), ()):
            handler(notification)


_feed: LiveFeed | None = None


def current_feed() -> LiveFeed:
    """Return the feed of this process.

    Raises:
        UnavailableError: it is not up.
    """
    if _feed is None:
        raise UnavailableError
    return _feed


@asynccontextmanager
async def live_alerts(settings: Settings) -> AsyncIterator[LiveFeed]:
    """Keep the feed of this process up; the database's pool must be up already."""
    global _feed  # noqa: PLW0603 -- one LISTEN connection for each process
    feed = LiveFeed(settings)
    _feed = feed
    async with background(feed.listen(), name="alerts.live"):
        try:
            yield feed
        finally:
            _feed = None
