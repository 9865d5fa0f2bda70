"""Rate limits shared by all processes: hits counted per key and window in PostgreSQL.

While their table is locked or slow, each process counts for itself, and lets half as many pass (hostile-inputs F03).
"""

import asyncio
import hashlib
import ipaddress
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final
from weakref import WeakValueDictionary

import asyncpg
import structlog

from breachlight.database.session import reading
from breachlight.kit import clock
from breachlight.kit.errors import ThrottledError

_HIT = """
INSERT INTO throttle_counters AS kept (key, window_start, hits) VALUES ($1, $2, 1)
ON CONFLICT (key, window_start) DO UPDATE SET hits = kept.hits + 1 WHERE kept.hits < $3
RETURNING hits
"""
_GIVE_BACK = "UPDATE throttle_counters SET hits = hits - 1 WHERE key = $1 AND window_start = $2 AND hits > 0"
_FORGET = "DELETE FROM throttle_counters WHERE key = $1 AND window_start = $2"

LONGEST_WINDOW = timedelta(days=1)

_TIMEOUT_SECONDS: Final = 3.0
_PAUSE_SECONDS: Final = 10.0
_MOST_KEYS: Final = 10_000

_log = structlog.get_logger("breachlight.rate_limits")


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

    async def count(self, key: str, start: datetime, limit: int) -> int | None:
        """Count a hit and return how many there are: ``limit + 1`` for a refused one, which stays uncounted.

        None if the table does not answer now.
        """
        rows = await self._run(_HIT, key, start, limit)
        if rows is None:
            return None
        return int(rows[0]["hits"]) if rows else limit + 1

    def count_own(self, key: str, start: datetime, limit: int) -> int:
        """Count a hit in this process alone and return how many there are, as ``count``."""
        if len(self.own) >= _MOST_KEYS:
            self.own.clear()
        hits = self.own.get((key, start), 0) + 1
        if hits <= limit:
            self.own[key, start] = hits
        return hits

    async def give_back(self, key: str, start: datetime) -> None:
        """Take back one hit."""
        if self.own.get((key, start)):
            self.own[key, start] -= 1
        await self._run(_GIVE_BACK, key, start)

    async def forget(self, key: str, start: datetime) -> None:
        """Take back all hits."""
        self.own.pop((key, start), None)
        await self._run(_FORGET, key, start)

    async def _run(self, statement: str, *values: object) -> "list[asyncpg.Record] | None":
        if time.monotonic() < self.away_until:
            return None
        async with reading() as connection:
            try:
                rows: list[asyncpg.Record] = await connection.fetch(statement, *values, timeout=_TIMEOUT_SECONDS)
            except TimeoutError:
                self.away_until = time.monotonic() + _PAUSE_SECONDS
                _log.warning("rate_limits_counted_alone", seconds=_PAUSE_SECONDS)
                return None
        return rows


_counters = _Counters()


@dataclass(frozen=True, slots=True)
class Usage:
    """The use of a key in the current window of a rate limit, including the last hit; ``ends_at`` is when the window ends."""

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


@dataclass(eq=False)
class _Pending:
    """The attempts of one key and window in this process whose outcome is unknown, and those that wait for it."""

    in_flight: int = 0
    settled: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)

    async def wait(self) -> None:
        """Wait until an attempt settles; the last one in flight wakes everybody."""
        turn = asyncio.get_running_loop().create_future()
        self.waiting.append(turn)
        await turn

    def settle(self) -> None:
        """End an attempt. It wakes one that waits, so that a failure does not make all of them ask the table again."""
        self.in_flight -= 1
        self.settled += 1
        wake = len(self.waiting) if self.in_flight == 0 else 1
        while self.waiting and wake:
            turn = self.waiting.popleft()
            if not turn.done():  # it was cancelled
                turn.set_result(None)
                wake -= 1


_pending: "WeakValueDictionary[tuple[str, datetime], _Pending]" = WeakValueDictionary()


@dataclass
class Attempt:
    """A try that is counted as a failure until it is excused or forgiven; either settles it."""

    _key: str
    _start: datetime
    _among: _Pending
    _is_settled: bool = False

    async def excuse(self) -> None:
        """Stop counting this try: it was no failure."""
        if not self._is_settled:
            await _counters.give_back(self._key, self._start)
            self.settle()

    async def forgive(self) -> None:
        """Stop counting this try and the failures before it; only for a key that belongs to whoever succeeded."""
        await _counters.forget(self._key, self._start)
        self.settle()

    def settle(self) -> None:
        """Make the outcome known to tries that wait for it."""
        if not self._is_settled:
            self._is_settled = True
            self._among.settle()


@dataclass(frozen=True, slots=True)
class RateLimit:
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
        """Count one hit of the key that ``parts`` make unless it is one too many, and return the use; refusing is the caller's."""
        return await self._count(self._key(parts), self._window_start())

    @asynccontextmanager
    async def attempt(self, *parts: str) -> AsyncIterator[Attempt]:
        """Count a try before its outcome is known; only failures stay counted.

        Where the limit is reached by tries of this process that may still be excused, it waits for them: parallel right tries
        all pass, and parallel guesses never get more than the limit. A try that another limit refuses is excused.

        Raises:
            ThrottledError: as ``hit``.
        """
        attempt = await self._begin(self._key(parts), self._window_start())
        try:
            yield attempt
        except ThrottledError:
            await attempt.excuse()
            raise
        finally:
            attempt.settle()

    async def forget(self, *parts: str) -> None:
        """Take back the hits of the present window."""
        await _counters.forget(self._key(parts), self._window_start())

    async def _begin(self, key: str, start: datetime) -> Attempt:
        among = _pending.setdefault((key, start), _Pending())
        while True:
            settled = among.settled
            usage = await self._count(key, start)
            if not usage.is_over:
                among.in_flight += 1
                return Attempt(key, start, among)
            if among.settled == settled:
                if not among.in_flight:
                    raise ThrottledError(usage.seconds_left)
                await among.wait()

    async def _count(self, key: str, start: datetime) -> Usage:
        limit = self.limit
        hits = await _counters.count(key, start, limit)
        if hits is None:
            limit = max(1, limit // 2)
            hits = _counters.count_own(key, start, limit)
        return Usage(hits, limit, start + self.window)

    def _window_start(self) -> datetime:
        seconds = self.window.total_seconds()
        return datetime.fromtimestamp(clock.now().timestamp() // seconds * seconds, UTC)

    def _key(self, parts: tuple[str, ...]) -> str:
        """Digest the parts: they hold email addresses of people who may have no account."""
        return f"{self.name}:{hashlib.sha256(chr(0).join(parts).encode('utf-8', 'surrogatepass')).hexdigest()}"


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Several windows over one key, the shortest first: what it refuses does not count against the longer ones."""

    windows: Sequence[RateLimit]

    async def hit(self, *parts: str) -> None:
        """Count one hit in every window.

        Raises:
            ThrottledError: as ``RateLimit.hit``.
        """
        for limit in self.windows:
            await limit.hit(*parts)

    @asynccontextmanager
    async def attempt(self, *parts: str) -> AsyncIterator["Attempts"]:
        """Count a try in every window before its outcome is known, as ``RateLimit.attempt``.

        Raises:
            ThrottledError: as ``RateLimit.hit``.
        """
        async with AsyncExitStack() as entered:
            yield Attempts([await entered.enter_async_context(one.attempt(*parts)) for one in self.windows])

    async def forget(self, *parts: str) -> None:
        """Take back the hits of the present windows."""
        for limit in self.windows:
            await limit.forget(*parts)


@dataclass(frozen=True, slots=True)
class Attempts:
    """One try that several windows count."""

    windows: Sequence[Attempt]

    async def excuse(self) -> None:
        """Stop counting this try, as ``Attempt.excuse``."""
        for attempt in self.windows:
            await attempt.excuse()

    async def forgive(self) -> None:
        """Stop counting this try and the failures before it, as ``Attempt.forgive``."""
        for attempt in self.windows:
            await attempt.forgive()
