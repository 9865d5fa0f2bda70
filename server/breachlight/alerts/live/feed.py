"""Notifications of PostgreSQL about alerts, passed on to the subscribers of this process.

When the connection was lost and is back, every subscriber is told that it may have missed something.
"""

import asyncio
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

import orjson

from breachlight.alerts.triage import repository as triage
from breachlight.alerts.upsert import repository as upsert
from breachlight.database.listener import Listener
from breachlight.kit import metrics
from breachlight.kit.errors import UnavailableError

_CHANNELS: Final = (upsert.CHANNEL, triage.CHANNEL)

ResultT = TypeVar("ResultT")


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

    def __init__(self, listener: Listener) -> None:
        for channel in _CHANNELS:
            listener.subscribe(channel, partial(self._on_notification, channel), self._on_gap)
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

    def _on_gap(self) -> None:
        for handlers in self._handlers.values():
            for handler in handlers:
                handler(None)

    def _on_notification(self, channel: str, payload: str) -> None:
        notification = Notification(orjson.loads(payload))
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


@contextmanager
def live_alerts(listener: Listener) -> Iterator[LiveFeed]:
    """Make the feed of this process; the database's pool must be up already."""
    global _feed  # noqa: PLW0603 -- one feed for each process
    feed = _feed = LiveFeed(listener)
    try:
        yield feed
    finally:
        _feed = None
