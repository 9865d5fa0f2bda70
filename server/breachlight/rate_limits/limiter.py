"""Rate limits shared by all processes: hits counted per key and window in PostgreSQL.

While their table is locked or slow, each process counts on its own, with half the limit (hostile-inputs F03).
"""

import asyncio
import hmac
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar
from weakref import WeakValueDictionary

import structlog

from breachlight.config import get_key_ring
from breachlight.database.session import Connection, reading
from breachlight.kit import clock, metrics
from breachlight.kit.errors import ThrottledError
from breachlight.rate_limits import repository

LONGEST_WINDOW = timedelta(days=1)

_TIMEOUT_SECONDS: Final = 3.0
_PAUSE_SECONDS: Final = 10.0
_MOST_KEYS: Final = 10_000

_T = TypeVar("_T")

_log = structlog.get_logger("breachlight.rate_limits")


@dataclass
class _Counters:
    """The shared counters, and this process's own while the table does not answer."""

    paused_until: float = 0.0
    own: dict[tuple[str, datetime], int] = field(default_factory=dict)

    async def add_hit(self, key: str, start: datetime, limit: int) -> int | None:
        """Count a hit as ``repository.add_hit``; None if the table does not answer now."""
        return await self._run(
            lambda connection: repository.add_hit(connection, key, start, limit, seconds=_TIMEOUT_SECONDS)
        )

    def add_own_hit(self, key: str, start: datetime, limit: int) -> int:
        """Count a hit in this process only, as ``repository.add_hit``."""
        if len(self.own) >= _MOST_KEYS:
            self.own.clear()
        hits = self.own.get((key, start), 0) + 1
        if hits <= limit:
            self.own[key, start] = hits
        return hits

    async def remove_hit(self, key: str, start: datetime) -> None:
        """Uncount one hit."""
        if self.own.get((key, start)):
            self.own[key, start] -= 1
        await self._run(lambda connection: repository.remove_hit(connection, key, start, seconds=_TIMEOUT_SECONDS))

    async def remove_hits(self, key: str, start: datetime) -> None:
        """Uncount all hits."""
        self.own.pop((key, start), None)
        await self._run(lambda connection: repository.remove_hits(connection, key, start, seconds=_TIMEOUT_SECONDS))

    async def _run(self, query: Callable[[Connection], Awaitable[_T]]) -> _T | None:
        if time.monotonic() < self.paused_until:
            return None
        async with reading() as connection:
            try:
                return await query(connection)
            except TimeoutError:
                self.paused_until = time.monotonic() + _PAUSE_SECONDS
                _log.warning("rate_limits_counted_alone", seconds=_PAUSE_SECONDS)
                return None


_counters = _Counters()


@dataclass(frozen=True, slots=True)
class Usage:
    """The use of a key in the current window of a rate limit, including the last hit; ``ends_at`` is when the window ends."""

    hits: int
    limit: int
    ends_at: datetime

    @property
    def is_over(self) -> bool:
        """Whether the last hit exceeded the limit."""
        return self.hits > self.limit

    @property
    def remaining(self) -> int:
        """The hits left in this window."""
        return max(0, self.limit - self.hits)

    @property
    def seconds_left(self) -> int:
        """Whole seconds, at least 1, after which the window has ended."""
        return int((self.ends_at - clock.now()).total_seconds()) + 1


@dataclass(frozen=True, slots=True)
class Taking:
    """An amount asked of a rate limit: whether it was granted, what was left before, and when the window began."""

    is_granted: bool
    left_before: int
    limit: int
    seconds_left: int
    start: datetime


@dataclass(eq=False)
class _Pending:
    """The undecided attempts of one key and window in this process, and those that wait for them."""

    in_flight: int = 0
    settled: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)

    async def wait(self) -> None:
        """Wait until an attempt settles; the last one in flight wakes all."""
        turn = asyncio.get_running_loop().create_future()
        self.waiting.append(turn)
        await turn

    def settle(self) -> None:
        """End an attempt and wake one waiting attempt, so that a failure does not make all of them query the table."""
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
    """An attempt that counts as a failure until it is uncounted or its key is reset; either settles it."""

    _key: str
    _start: datetime
    _among: _Pending
    _is_settled: bool = False

    async def uncount(self) -> None:
        """Uncount this attempt: it was not a failure."""
        if not self._is_settled:
            await _counters.remove_hit(self._key, self._start)
            self.settle()

    async def reset(self) -> None:
        """Uncount this attempt and the failures before it; only for a key that belongs to the user who succeeded."""
        await _counters.remove_hits(self._key, self._start)
        self.settle()

    def settle(self) -> None:
        """Make the outcome known to waiting attempts."""
        if not self._is_settled:
            self._is_settled = True
            self._among.settle()


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most ``limit`` hits of one key in each ``window``, itself at most LONGEST_WINDOW; never a lock-out, only a wait."""

    name: str
    limit: int
    window: timedelta

    async def hit(self, *parts: str) -> None:
        """Count one hit of the key that ``parts`` form.

        Call it before the guarded work, so that concurrent attempts cannot pass together.

        Raises:
            ThrottledError: the limit is reached; carries the seconds until the window ends.
        """
        usage = await self.count(*parts)
        if usage.is_over:
            raise ThrottledError(usage.seconds_left)

    async def count(self, *parts: str) -> Usage:
        """Count one hit of the key that ``parts`` form unless it exceeds the limit, and return the usage; the caller refuses."""
        usage = await self._count(self._key(parts), self._window_start())
        if usage.is_over:
            self._count_refusal()
        return usage

    async def take(self, connection: Connection, amount: int, *parts: str) -> Taking:
        """Count an amount in the caller's transaction, all of it or nothing; what is rolled back was never counted.

        Other transactions that count the same key wait. There are no counters of this process to fall back on: if the
        table doesn't answer, the caller's transaction fails.
        """
        start = self._window_start()
        is_granted, hits = await repository.take(connection, self._key(parts), start, amount, self.limit)
        if not is_granted:
            self._count_refusal()
        left = self.limit - hits + (amount if is_granted else 0)
        seconds_left = Usage(hits, self.limit, start + self.window).seconds_left
        return Taking(is_granted, max(0, left), self.limit, seconds_left, start)

    async def give_back(self, connection: Connection, amount: int, start: datetime, *parts: str) -> None:
        """Uncount an amount of a window in the caller's transaction."""
        await repository.give_back(connection, self._key(parts), start, amount)

    @asynccontextmanager
    async def attempt(self, *parts: str) -> AsyncIterator[Attempt]:
        """Count an attempt before its outcome is known; only failures stay counted.

        If undecided attempts of this process have reached the limit, wait for them: concurrent successes all pass, and
        concurrent guesses never exceed the limit. An attempt that another limit refuses is uncounted.

        Raises:
            ThrottledError: as ``hit``.
        """
        attempt = await self._begin(self._key(parts), self._window_start())
        try:
            yield attempt
        except ThrottledError:
            await attempt.uncount()
            raise
        finally:
            attempt.settle()

    async def reset(self, *parts: str) -> None:
        """Uncount the hits of the current window."""
        await _counters.remove_hits(self._key(parts), self._window_start())

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
                    self._count_refusal()
                    raise ThrottledError(usage.seconds_left)
                await among.wait()

    async def _count(self, key: str, start: datetime) -> Usage:
        limit = self.limit
        hits = await _counters.add_hit(key, start, limit)
        if hits is None:
            limit = max(1, limit // 2)
            hits = _counters.add_own_hit(key, start, limit)
        return Usage(hits, limit, start + self.window)

    def _count_refusal(self) -> None:
        metrics.RATE_LIMIT_REFUSALS.labels(self.name).inc()

    def _window_start(self) -> datetime:
        seconds = self.window.total_seconds()
        return datetime.fromtimestamp(clock.now().timestamp() // seconds * seconds, UTC)

    def _key(self, parts: tuple[str, ...]) -> str:
        """Digest the parts with a secret key: they may be IP addresses, or email addresses of people without an account."""
        plain = chr(0).join(parts).encode("utf-8", "surrogatepass")
        return f"{self.name}:{hmac.digest(get_key_ring().index_key('rate-limit'), plain, 'sha256').hex()}"


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Several windows over one key, shortest first: hits that it refuses do not count against the longer ones."""

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
        """Count an attempt in every window before its outcome is known, as ``RateLimit.attempt``.

        Raises:
            ThrottledError: as ``RateLimit.hit``.
        """
        async with AsyncExitStack() as entered:
            yield Attempts([await entered.enter_async_context(one.attempt(*parts)) for one in self.windows])

    async def reset(self, *parts: str) -> None:
        """Uncount the hits of the current windows."""
        for limit in self.windows:
            await limit.reset(*parts)


@dataclass(frozen=True, slots=True)
class Attempts:
    """One attempt that several windows count."""

    windows: Sequence[Attempt]

    async def uncount(self) -> None:
        """Uncount this attempt, as ``Attempt.uncount``."""
        for attempt in self.windows:
            await attempt.uncount()

    async def reset(self) -> None:
        """Uncount this attempt and the failures before it, as ``Attempt.reset``."""
        for attempt in self.windows:
            await attempt.reset()
