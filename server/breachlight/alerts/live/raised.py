"""Live new alerts: each reader has a position, the number of the last alert that it has handed out.

A notification only wakes a reader. It then reads from the table what is new behind its position, so that lost, doubled or
reordered notifications do no harm. It is signed up before it reads for the first time, so nothing that commits later can go
unheard; and nothing commits behind its position, because numbers are assigned under the account's lock.
"""

import asyncio
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Final

import structlog

from breachlight.alerts import repository
from breachlight.alerts.live.feed import current_feed
from breachlight.alerts.live.positions import first_position
from breachlight.alerts.query.cursors import encode_cursor
from breachlight.alerts.upsert.repository import CHANNEL
from breachlight.alerts.views import AlertView
from breachlight.database.errors import OUTAGES
from breachlight.database.listener import PAUSE
from breachlight.database.session import reading

LARGEST_EVENT: Final = 100
"""Alerts in one event."""

_log = structlog.get_logger("breachlight.alerts")


@dataclass(frozen=True, slots=True)
class AlertsRaised:
    """At most 100 new alerts, how they divide, and the cursor to keep: it leads on from here."""

    alerts: list[AlertView]
    count: int
    workforce: int
    portals: int
    cursor: str


async def alert_events(account_id: uuid.UUID, after: str | None = None) -> AsyncGenerator[AlertsRaised, None]:
    """Yield the alerts of an account as they are raised, for as long as the caller listens.

    With a cursor, everything raised since comes first; without one, only what is raised from now on.

    Raises:
        ValidationError: ``after`` is no cursor of the account.
        UnavailableError: the feed of this process is not up.
    """
    feed = current_feed()
    signal = asyncio.Event()
    with feed.subscription(CHANNEL, account_id, lambda _: signal.set()):
        position = await first_position(account_id, after)
        while True:
            signal.clear()
            try:
                async with reading() as connection:
                    rows = await repository.fetch_raised(connection, account_id, position, LARGEST_EVENT)
            except OUTAGES as error:
                _log.warning("live_reading_failed", error=type(error).__name__)
                await asyncio.sleep(PAUSE)
                continue
            # No connection is used while the caller processes an event.
            if rows:
                position = rows[-1].position
                yield _event(account_id, rows)
            if len(rows) < LARGEST_EVENT:
                await signal.wait()


def _event(account_id: uuid.UUID, alerts: list[AlertView]) -> AlertsRaised:
    portals = sum(alert.domain is not None for alert in alerts)
    cursor = encode_cursor(account_id, alerts[-1].position)
    return AlertsRaised(alerts, len(alerts), len(alerts) - portals, portals, cursor)
