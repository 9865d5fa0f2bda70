import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any
from unittest.mock import patch

import asyncpg
import pytest
from alert_factories import Tenant
from live_feeds import live_feed

from breachlight.alerts import service
from breachlight.alerts.live import raised
from breachlight.alerts.live.feed import LiveFeed
from breachlight.alerts.live.raised import AlertsRaised, alert_events
from breachlight.alerts.query.cursors import encode_cursor
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.config import Settings
from breachlight.kit.errors import UnavailableError, ValidationError

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]


@pytest.fixture
async def feed(settings: Settings, service_up: None) -> AsyncIterator[LiveFeed]:
    async with live_feed(settings) as feed:
        yield feed


class Listener:
    """Gathers events in the background."""

    def __init__(self) -> None:
        self.events: list[AlertsRaised] = []

    @property
    def hosts(self) -> list[str | None]:
        return [alert.breach_record.host for event in self.events for alert in event.alerts]

    async def until(self, count: int) -> None:
        async with asyncio.timeout(20):
            while len(self.hosts) < count:
                await asyncio.sleep(0.01)

    async def settled(self, tenant: Tenant, raise_all: Raise) -> list[str | None]:
        """Return the hosts of all alerts before one that is raised now: what comes twice or too much comes before it."""
        async with asyncio.timeout(20):
            await raise_all(tenant.workforce(host="marker.example"))
            while "marker.example" not in self.hosts:
                await asyncio.sleep(0.01)
        return self.hosts[: self.hosts.index("marker.example")]


@asynccontextmanager
async def listening(tenant: Tenant, feed: LiveFeed, after: str | None = None) -> AsyncIterator[Listener]:
    listener = Listener()

    async def gather() -> None:
        async with aclosing(alert_events(tenant.account_id, after)) as events:
            async for event in events:
                listener.events.append(event)

    begun = asyncio.Event()
    begin = raised.first_position

    async def noticed(account_id: uuid.UUID, after: str | None) -> Any:
        position = await begin(account_id, after)
        begun.set()
        return position

    before = feed.subscribers
    # Until its position is read, a reader without a cursor follows nothing yet.
    with patch.object(raised, "first_position", noticed):
        task = asyncio.create_task(gather())
        async with asyncio.timeout(20):
            await asyncio.wait([task, asyncio.create_task(begun.wait())], return_when=asyncio.FIRST_COMPLETED)
    assert task.done() or feed.subscribers == before + 1
    try:
        yield listener
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def numbered(tenant: Tenant, prefix: str, count: int) -> list[Any]:
    return [tenant.workforce(host=f"{prefix}-{number}.example") for number in range(count)]


@pytest.mark.spec("B6.3", "X7")
async def test_new_alerts_come_at_once_and_only_to_their_account(
    tenant: Tenant, other: Tenant, raise_all: Raise, feed: LiveFeed
) -> None:
    await raise_all(*numbered(tenant, "before", 3))
    async with listening(tenant, feed) as mine, listening(other, feed) as theirs:
        start = asyncio.get_running_loop().time()
        await raise_all(tenant.workforce(), tenant.portal(), other.workforce(host="theirs.example"))
        await mine.until(2)
        assert asyncio.get_running_loop().time() - start < 3
        await theirs.until(1)
        [event] = mine.events
        assert (event.count, event.workforce, event.portals) == (2, 1, 1)
        assert set(mine.hosts) == {"shop.example", "login.acme.example"}
        assert theirs.hosts == ["theirs.example"]
    assert feed.subscribers == 0


async def test_an_event_has_at_most_100_alerts(tenant: Tenant, raise_all: Raise, feed: LiveFeed) -> None:
    async with listening(tenant, feed) as listener:
        await raise_all(*numbered(tenant, "many", 250))
        await listener.until(250)
        hosts = await listener.settled(tenant, raise_all)
        assert [event.count for event in listener.events[:-1]] == [100, 100, 50]
        assert len(set(hosts)) == 250
    async with listening(tenant, feed, after=listener.events[0].cursor) as resumed:
        await resumed.until(151)
        assert resumed.hosts == listener.hosts[100:]


async def test_a_cursor_brings_everything_since(tenant: Tenant, raise_all: Raise, feed: LiveFeed) -> None:
    await raise_all(*numbered(tenant, "old", 2))
    page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()))
    await raise_all(*numbered(tenant, "away", 3))
    async with listening(tenant, feed, after=page.cursor) as listener:
        await listener.until(3)
        await raise_all(*numbered(tenant, "new", 2))
        await listener.until(5)
        assert sorted(map(str, listener.hosts)) == [
            *(f"away-{n}.example" for n in range(3)),
            *(f"new-{n}.example" for n in range(2)),
        ]
    async with listening(tenant, feed, after=listener.events[-1].cursor) as resumed:
        assert await resumed.settled(tenant, raise_all) == []
    async with listening(tenant, feed, after="") as everything:
        await everything.until(8)


async def test_a_transaction_that_ends_late_is_not_skipped(
    connection: asyncpg.Connection, second: asyncpg.Connection, tenant: Tenant, raise_all: Raise, feed: LiveFeed
) -> None:
    slow = connection.transaction()
    await slow.start()
    await connection.fetchval("SELECT pg_current_xact_id()")
    async with listening(tenant, feed) as listener:
        await raise_all(*numbered(tenant, "quick", 2), on=second)
        await listener.until(2)
        await raise_all(*numbered(tenant, "quicker", 1), on=second)
        await listener.until(3)
        kept = listener.events[-1].cursor
        await raise_all(*numbered(tenant, "slow", 1))
        await slow.commit()
        hosts = await listener.settled(tenant, raise_all)
        assert len(hosts) == len(set(hosts)) == 4
    async with listening(tenant, feed, after=kept) as resumed:
        await resumed.until(2)
        assert resumed.hosts == ["slow-0.example", "marker.example"]


@pytest.mark.spec("B4.5.4")
async def test_a_lost_listen_connection_loses_nothing(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, feed: LiveFeed
) -> None:
    async with listening(tenant, feed) as listener:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await raise_all(*numbered(tenant, "unheard", 2))
        await listener.until(2)
        await raise_all(*numbered(tenant, "heard", 1))
        await listener.until(3)
        assert len(listener.hosts) == len(set(listener.hosts))


async def test_a_listener_that_follows_parallel_writers_meets_every_alert_once(
    connection: asyncpg.Connection, second: asyncpg.Connection, tenant: Tenant, raise_all: Raise, feed: LiveFeed
) -> None:
    async def write(link: asyncpg.Connection, name: str) -> None:
        for number in range(20):
            async with link.transaction():
                await link.fetchval("SELECT pg_current_xact_id()")
                await asyncio.sleep(0.01)
                await raise_all(*numbered(tenant, f"{name}-{number}", 3), on=link)

    async with listening(tenant, feed) as listener:
        await asyncio.gather(write(connection, "one"), write(second, "two"))
        hosts = await listener.settled(tenant, raise_all)
        assert len(hosts) == len(set(hosts)) == 120


async def test_what_cannot_be_followed_is_refused(settings: Settings, tenant: Tenant) -> None:
    with pytest.raises(UnavailableError):
        await anext(alert_events(tenant.account_id))
    async with live_feed(settings) as feed:
        for text in ("nonsense", encode_cursor(tenant.account_id, 2**40)):
            with pytest.raises(ValidationError):
                await anext(alert_events(tenant.account_id, text))
        assert feed.subscribers == 0
