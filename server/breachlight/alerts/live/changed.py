"""Live changes of alerts: read, closed, reopened or assigned by anyone."""

import asyncio
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from breachlight.alerts import repository
from breachlight.alerts.live.feed import OUTAGES, PAUSE, LiveFeed, Notification, current_feed
from breachlight.alerts.query.cursors import Cursor
from breachlight.alerts.triage.repository import CHANNEL
from breachlight.alerts.views import AlertView
from breachlight.database.session import reading

MOST_WAITING: Final = 50
"""Events that wait for one reader; one that is slower is told that many alerts have changed."""

_log = structlog.get_logger("breachlight.alerts")


@dataclass(frozen=True, slots=True)
class AlertsChanged:
    """The alerts that an operation has changed, as they are now, or that there are too many of them to name.

    ``operation_id`` is None where no member did it, and where events were missed.
    """

    alerts: list[AlertView]
    is_many: bool
    operation_id: str | None


_NOTHING: Final = AlertsChanged([], is_many=False, operation_id=None)
_MISSED: Final = AlertsChanged([], is_many=True, operation_id=None)


async def change_events(account_id: uuid.UUID, after: str | None = None) -> AsyncGenerator[AlertsChanged, None]:
    """Yield the changes to the alerts of an account, for as long as the caller listens.

    The first event comes at once: everything that commits from then on is announced. It names no alert; with a cursor, it says
    whether alerts may have changed since.

    Raises:
        ValidationError: ``after`` is no cursor of this database.
        UnavailableError: the feed of this process is not up.
    """
    feed = current_feed()
    seen = None if after is None else Cursor.decode(after)
    waiting = asyncio.Queue[Notification | None](MOST_WAITING)

    def keep(notification: Notification | None) -> None:
        if waiting.full():
            notification = None
            while not waiting.empty():
                waiting.get_nowait()
        waiting.put_nowait(notification)

    with feed.subscription(CHANNEL, account_id, keep):
        yield _NOTHING if seen is None else await _since(feed, account_id, seen)
        while True:
            yield await _event(account_id, await waiting.get())


async def _since(feed: LiveFeed, account_id: uuid.UUID, seen: Cursor) -> AlertsChanged:
    async with reading() as connection:
        seen.check(await repository.fetch_horizon(connection))
    has_changed, operation_id = feed.changed_since(account_id, seen.transaction_id)
    return AlertsChanged([], is_many=has_changed, operation_id=operation_id)


async def _event(account_id: uuid.UUID, notification: Notification | None) -> AlertsChanged:
    if notification is None:
        return _MISSED
    ids, operation_id = notification.content["ids"], notification.content["operation_id"]
    if ids is None:
        return AlertsChanged([], is_many=True, operation_id=operation_id)
    try:
        alerts = await notification.once(partial(_read, account_id, [uuid.UUID(text) for text in ids]))
    except OUTAGES as error:
        _log.warning("live_reading_failed", error=type(error).__name__)
        await asyncio.sleep(PAUSE)
        return _MISSED
    return AlertsChanged(alerts, is_many=False, operation_id=operation_id)


async def _read(account_id: uuid.UUID, ids: list[uuid.UUID]) -> list[AlertView]:
    async with reading() as connection:
        return await repository.fetch_by_ids(connection, account_id, ids)
