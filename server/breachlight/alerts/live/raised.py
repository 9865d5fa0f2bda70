"""Live new alerts: each reader has a position that never skips a row.

A notification only wakes a reader. It then reads from the table what is new behind its position, so that lost, doubled or
reordered notifications do no harm:

1. It is signed up before it reads for the first time, so nothing that commits later can go unheard.
2. It takes the horizon (every transaction below it has ended), then reads all rows behind its position, those above the
   horizon too, but none of a transaction that it has handed out before.
3. Now all that is below the horizon has been handed out: that is its new position, and the cursor that can be kept.
"""

import asyncio
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Final

import structlog

from breachlight.alerts import repository
from breachlight.alerts.live.feed import OUTAGES, PAUSE, current_feed
from breachlight.alerts.query.cursors import Cursor
from breachlight.alerts.upsert.repository import CHANNEL
from breachlight.alerts.views import AlertView
from breachlight.database.session import reading

LARGEST_EVENT: Final = 100
"""Alerts in one event."""

_log = structlog.get_logger("breachlight.alerts")


@dataclass(frozen=True, slots=True)
class AlertsRaised:
    """At most 100 new alerts, how they divide, and the cursor to keep: it leads on from here, repeating perhaps some."""

    alerts: list[AlertView]
    count: int
    workforce: int
    portals: int
    cursor: str


async def alert_events(account_id: uuid.UUID, after: str | None = None) -> AsyncGenerator[AlertsRaised, None]:
    """Yield the alerts of an account as they are raised, for as long as the caller listens.

    With a cursor, everything raised since comes first; without one, only what is raised from now on.

    Raises:
        ValidationError: ``after`` is no cursor of this database.
        UnavailableError: the feed of this process is not up.
    """
    feed = current_feed()
    place = None if after is None else Cursor.decode(after)
    signal = asyncio.Event()
    with feed.subscription(CHANNEL, account_id, lambda _: signal.set()):
        reader = await _begin(account_id, place)
        while True:
            signal.clear()
            try:
                async for event in reader.events():
                    yield event
            except OUTAGES as error:
                _log.warning("live_reading_failed", error=type(error).__name__)
                await asyncio.sleep(PAUSE)
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
    """A reader: its position, and the transactions after it that it has already delivered."""

    def __init__(self, account_id: uuid.UUID, place: Cursor, delivered: set[int]) -> None:
        self._account_id = account_id
        self._place = place
        self._delivered = delivered

    async def events(self) -> AsyncGenerator[AlertsRaised, None]:
        """Yield new alerts; no connection is used while the caller processes an event."""
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
