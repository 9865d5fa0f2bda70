"""The live feed of a process, for tests without the application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from breachlight.alerts.live.feed import LiveFeed, live_alerts
from breachlight.config import Settings
from breachlight.database.listener import Listener, listening


@asynccontextmanager
async def live_feed(settings: Settings) -> AsyncIterator[LiveFeed]:
    """Keep a feed up, with a listener of its own."""
    listener = Listener(settings)
    with live_alerts(listener) as feed:
        async with listening(listener):
            yield feed
