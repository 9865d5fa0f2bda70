"""Throttles shared by all processes: hits counted per key and window in PostgreSQL."""

import hashlib
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tortoise import Tortoise

from breachlight.kit import clock
from breachlight.kit.errors import ThrottledError

_HIT = """
INSERT INTO throttle_counters AS kept (key, window_start, hits) VALUES ($1, $2, 1)
ON CONFLICT (key, window_start) DO UPDATE SET hits = kept.hits + 1
RETURNING hits
"""
_GIVE_BACK = "UPDATE throttle_counters SET hits = hits - 1 WHERE key = $1 AND window_start = $2 AND hits > 0"
_FORGET = "DELETE FROM throttle_counters WHERE key = $1 AND window_start = $2"

LONGEST_WINDOW = timedelta(days=1)


def network_of(address: str) -> str:
    """Return what counts as one place: an IPv4 address, or the /64 of an IPv6 address, which one customer holds whole (RFC 6177)."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


@dataclass(frozen=True, slots=True)
class Throttle:
    """At most ``limit`` hits of one key in each ``window`` of LONGEST_WINDOW at most; never a lock-out, only a wait."""

    name: str
    limit: int
    window: timedelta

    async def hit(self, *parts: str) -> None:
        """Count one hit of the key that ``parts`` make.

        The count stands before the work that it guards, so that parallel tries cannot slip through together.

        Raises:
            ThrottledError: the key has had its hits; holds the seconds until the window ends.
        """
        start = self._window_start()
        rows = await Tortoise.get_connection("default").execute_query_dict(_HIT, [self._key(parts), start])
        if rows[0]["hits"] > self.limit:
            left = start + self.window - clock.now()
            raise ThrottledError(int(left.total_seconds()) + 1)

    async def give_back(self, *parts: str) -> None:
        """Take back one hit of the present window, where only failures count and this was none."""
        await self._execute(_GIVE_BACK, parts)

    async def forget(self, *parts: str) -> None:
        """Take back the hits of the present window, after the right password was given."""
        await self._execute(_FORGET, parts)

    async def _execute(self, statement: str, parts: tuple[str, ...]) -> None:
        connection = Tortoise.get_connection("default")
        await connection.execute_query(statement, [self._key(parts), self._window_start()])

    def _window_start(self) -> datetime:
        seconds = self.window.total_seconds()
        return datetime.fromtimestamp(clock.now().timestamp() // seconds * seconds, UTC)

    def _key(self, parts: tuple[str, ...]) -> str:
        """Digest the parts: they hold e-mail addresses of people who may have no account."""
        return f"{self.name}:{hashlib.sha256(chr(0).join(parts).encode('utf-8', 'surrogatepass')).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Throttles:
    """Several windows over one key, the shortest first: what it refuses does not count against the longer ones."""

    windows: Sequence[Throttle]

    async def hit(self, *parts: str) -> None:
        """Count one hit in every window.

        Raises:
            ThrottledError: as ``Throttle.hit``.
        """
        for throttle in self.windows:
            await throttle.hit(*parts)

    async def give_back(self, *parts: str) -> None:
        """Take back one hit in every window."""
        for throttle in self.windows:
            await throttle.give_back(*parts)

    async def forget(self, *parts: str) -> None:
        """Take back the hits of the present windows."""
        for throttle in self.windows:
            await throttle.forget(*parts)
