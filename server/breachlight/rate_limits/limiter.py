"""Throttles shared by all processes: hits counted per key and window in PostgreSQL.

While their table is locked or slow, each process counts for itself, and lets half as many pass (hostile-inputs F03).
"""

import hashlib
import ipaddress
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

import asyncpg
import structlog

from breachlight.database.session import reading
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

_PATIENCE_SECONDS: Final = 3.0
_AWAY_SECONDS: Final = 10.0
_MOST_KEYS: Final = 10_000

_log = structlog.get_logger("breachlight.throttling")


def network_of(address: str) -> str:
    """Return what counts as one place: an IPv4 address, or the /64 of an IPv6 address, which one customer holds whole (RFC 6177)."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


@dataclass
class _Counters:
    """The shared counters, and this process's own in their place while the table does not answer."""

    away_until: float = 0.0
    own: dict[tuple[str, datetime], int] = field(default_factory=dict)

    async def count(self, key: str, start: datetime) -> int | None:
        """Count a hit and return how many there are, or None if the table does not answer now."""
        rows = await self._run(_HIT, key, start)
        return int(rows[0]["hits"]) if rows else None

    def count_own(self, key: str, start: datetime) -> int:
        """Count a hit in this process alone and return how many there are."""
        if len(self.own) >= _MOST_KEYS:
            self.own.clear()
        self.own[key, start] = self.own.get((key, start), 0) + 1
        return self.own[key, start]

    async def give_back(self, key: str, start: datetime) -> None:
        """Take back one hit."""
        if self.own.get((key, start)):
            self.own[key, start] -= 1
        await self._run(_GIVE_BACK, key, start)

    async def forget(self, key: str, start: datetime) -> None:
        """Take back all hits."""
        self.own.pop((key, start), None)
        await self._run(_FORGET, key, start)

    async def _run(self, statement: str, key: str, start: datetime) -> "list[asyncpg.Record] | None":
        if time.monotonic() < self.away_until:
            return None
        async with reading() as connection:
            try:
                rows: list[asyncpg.Record] = await connection.fetch(statement, key, start, timeout=_PATIENCE_SECONDS)
            except TimeoutError:
                self.away_until = time.monotonic() + _AWAY_SECONDS
                _log.warning("throttles_counted_alone", seconds=_AWAY_SECONDS)
                return None
        return rows


_counters = _Counters()


@dataclass(frozen=True, slots=True)
class Usage:
    """Where a key stands in the present window of a throttle, the last hit counted; ``ends_at`` is when the window does."""

    hits: int
    limit: int
    ends_at: datetime

    @property
    def is_over(self) -> bool:
        """Whether the last hit was one too many."""
        return self.hits > self.limit

    @property
    def remaining(self) -> int:
        """How many more hits there are in this window."""
        return max(0, self.limit - self.hits)

    @property
    def seconds_left(self) -> int:
        """Whole seconds, at least 1, after which the window has ended."""
        return int((self.ends_at - clock.now()).total_seconds()) + 1


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
        usage = await self.count(*parts)
        if usage.is_over:
            raise ThrottledError(usage.seconds_left)

    async def count(self, *parts: str) -> Usage:
        """Count one hit of the key that ``parts`` make, and return where it stands; refusing is the caller's."""
        start, key, limit = self._window_start(), self._key(parts), self.limit
        hits = await _counters.count(key, start)
        if hits is None:
            hits, limit = _counters.count_own(key, start), max(1, self.limit // 2)
        return Usage(hits, limit, start + self.window)

    async def give_back(self, *parts: str) -> None:
        """Take back one hit of the present window, where only failures count and this was none."""
        await _counters.give_back(self._key(parts), self._window_start())

    async def forget(self, *parts: str) -> None:
        """Take back the hits of the present window, after the right password was given."""
        await _counters.forget(self._key(parts), self._window_start())

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
