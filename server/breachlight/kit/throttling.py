"""Throttles shared by all processes: hits counted per key and window in PostgreSQL."""

import hashlib
import ipaddress
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

LONGEST_WINDOW = timedelta(hours=1)


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

    async def forget(self, *parts: str) -> None:
        """Take back the hits of the present window, after the right password was given."""
        await Tortoise.get_connection("default").execute_query(
            "DELETE FROM throttle_counters WHERE key = $1 AND window_start = $2",
            [self._key(parts), self._window_start()],
        )

    def _window_start(self) -> datetime:
        seconds = self.window.total_seconds()
        return datetime.fromtimestamp(clock.now().timestamp() // seconds * seconds, UTC)

    def _key(self, parts: tuple[str, ...]) -> str:
        """Digest the parts: they hold e-mail addresses of people who may have no account."""
        return f"{self.name}:{hashlib.sha256(chr(0).join(parts).encode('utf-8', 'surrogatepass')).hexdigest()}"
