"""Live changes of alerts: read, closed, reopened or assigned by anyone.

Each reader has a position: the number of the last change that it has handed out or known of (``models.AlertSequence``). After a
lost connection the account's numbers say whether there was another one meanwhile.
"""

import asyncio
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from breachlight.alerts import repository
from breachlight.alerts.bookkeeping_repository import fetch_numbers
from breachlight.alerts.live.feed import Notification, current_feed
from breachlight.alerts.live.positions import first_position
from breachlight.alerts.triage.repository import CHANNEL
from breachlight.alerts.views import AlertView
from breachlight.database.errors import OUTAGES
from breachlight.database.listener import PAUSE
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


async def change_events(account_id: uuid.UUID, after: str | None = None) -> AsyncGenerator[AlertsChanged, None]:
    """Yield the changes to the alerts of an account, for as long as the caller listens.

    The first event comes at once: everything that commits from then on is announced. It names no alert; with a cursor, it says
    whether alerts have changed since.

    Raises:
        ValidationError: ``after`` is no cursor of the account.
        UnavailableError: the feed of this process is not up.
    """
    waiting = asyncio.Queue[Notification | None](MOST_WAITING)

    def keep(notification: Notification | None) -> None:
        if waiting.full():
            notification = None
            while not waiting.empty():
                waiting.get_nowait()
        waiting.put_nowait(notification)

    with current_feed().subscription(CHANNEL, account_id, keep):
        reader = _Reader(account_id, await first_position(account_id, after))
        yield await reader.missed() or _NOTHING
        while True:
            event = await reader.event(await waiting.get())
            if event is not None:
                yield event


class _Reader:
    """A reader and its position."""

    def __init__(self, account_id: uuid.UUID, position: int) -> None:
        self._account_id = account_id
        self._position = position

    async def missed(self) -> AlertsChanged | None:
        """Return that alerts have changed since the position, which moves on; None if none has.

        If one operation has made all changes, the event has its id.
        """
        async with reading() as connection:
            numbers = await fetch_numbers(connection, self._account_id)
        since, self._position = self._position, max(self._position, numbers.announced)
        if numbers.announced <= since:
            return None
        operation_id = numbers.operation_id if numbers.announced_before <= since else None
        return AlertsChanged([], is_many=True, operation_id=str(operation_id) if operation_id else None)

    async def event(self, notification: Notification | None) -> AlertsChanged | None:
        """Return the event of a notification, or of having missed some; None if there is nothing to say."""
        try:
            if notification is None:
                return await self.missed()
            ids, operation_id = notification.content["ids"], notification.content["operation_id"]
            alerts = []
            if ids is not None:
                alerts = await notification.once(partial(_read, self._account_id, [uuid.UUID(text) for text in ids]))
        except OUTAGES as error:
            _log.warning("live_reading_failed", error=type(error).__name__)
            await asyncio.sleep(PAUSE)
            return AlertsChanged([], is_many=True, operation_id=None)
        self._position = max(self._position, notification.content["sequence"])
        return AlertsChanged(alerts, is_many=ids is None, operation_id=operation_id)


async def _read(account_id: uuid.UUID, ids: list[uuid.UUID]) -> list[AlertView]:
    async with reading() as connection:
        return await repository.fetch_by_ids(connection, account_id, ids)
