"""How many ranges a client may read: a browser or an import of a thousand passwords passes, a walk through all ranges is slowed.

The limit is shared by all processes, but a process asks for 50 requests at a time, and the first 20 of a client are free, so
that ordinary visitors cost no statement and nobody's requests wait for a walker's.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from breachlight.database.session import transaction
from breachlight.kit import clock, metrics
from breachlight.kit.endpoints import network_of
from breachlight.rate_limits.limiter import RateLimit

LIMIT: Final = RateLimit("password_ranges", 3_000, timedelta(minutes=10))
"""At this speed, all ranges of one kind take two and a half days."""
FREE: Final = 20
AT_ONCE: Final = 50
_MOST_CLIENTS: Final = 20_000


@dataclass(slots=True)
class _Client:
    """What is left of a client in this window."""

    ends_at: datetime
    left: int
    is_refused: bool = False
    taking: asyncio.Lock = field(default_factory=asyncio.Lock)


_clients: OrderedDict[str, _Client] = OrderedDict()


async def seconds_to_wait(address: str) -> int:
    """Count a request of a client; return 0 if it may be answered, otherwise the whole seconds after which one may."""
    client = _client_of(network_of(address))
    if client.left <= 0 and not client.is_refused:
        async with client.taking:
            if client.left <= 0 and not client.is_refused:
                await _take(client, network_of(address))
    if client.left > 0:
        client.left -= 1
        return 0
    metrics.RATE_LIMIT_REFUSALS.labels(LIMIT.name).inc()
    return max(1, int((client.ends_at - clock.now()).total_seconds()) + 1)


def _client_of(network: str) -> _Client:
    now = clock.now()
    client = _clients.get(network)
    if client is None or client.ends_at <= now:
        client = _clients[network] = _Client(_window_end(now), FREE)
        if len(_clients) > _MOST_CLIENTS:
            _clients.popitem(last=False)
    _clients.move_to_end(network)
    return client


async def _take(client: _Client, network: str) -> None:
    async with transaction() as connection:
        taking = await LIMIT.take(connection, AT_ONCE, network)
    if taking.is_granted:
        client.left += AT_ONCE
    else:
        client.is_refused = True


def _window_end(now: datetime) -> datetime:
    seconds = LIMIT.window.total_seconds()
    return datetime.fromtimestamp((now.timestamp() // seconds + 1) * seconds, now.tzinfo)
