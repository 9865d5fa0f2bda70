"""Connection pools that count what they lend, and Tortoise's engine for processes that wait as long as it takes."""
# ruff: noqa: SLF001 -- asyncpg has no public way to the state of a lent connection

import asyncio
import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg
from tortoise.backends.asyncpg.client import AsyncpgDBClient, TransactionWrapper
from tortoise.backends.base.client import TransactionalDBClient, TransactionContext, TransactionContextPooled
from tortoise.connection import get_connections

from breachlight.kit import metrics

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    AnyPool: TypeAlias = asyncpg.Pool[asyncpg.Record]
    _Lent: TypeAlias = PoolConnectionProxy[asyncpg.Record]
else:
    AnyPool = asyncpg.Pool

_DEFAULTS: Final = {
    name: parameter.default
    for name, parameter in inspect.signature(asyncpg.create_pool).parameters.items()
    if parameter.kind is inspect.Parameter.KEYWORD_ONLY
}


IDLE_SECONDS: Final = 60
"""How long a transaction may wait for its process. One that is stopped, or on a host that was cut off, would keep its locks."""


async def leave_as_it_is(connection: object) -> None:
    """Reset nothing when a connection goes back to the pool.

    asyncpg would ask the server to, once for each statement that is run alone. Nothing of ours outlives its transaction on a
    pooled connection: locks, listeners and session settings have connections of their own (``connect``).
    """


class MeasuredPool(AnyPool):
    """A pool whose size, lent connections and waiting tasks are in the metrics."""

    _size = 0
    _lent = 0

    def __init__(self, **options: Any) -> None:
        """Take the options of ``asyncpg.create_pool``; what is missing is its default."""
        super().__init__(None, **{**_DEFAULTS, **options})
        self._size = self.get_max_size()
        metrics.POOL_SIZE.inc(self._size)

    @property
    def is_exhausted(self) -> bool:
        """Whether all connections are lent."""
        return bool(self._queue.empty())  # type: ignore[attr-defined] # the stubs leave it out

    async def release(self, connection: "_Lent", *, timeout: float | None = None) -> None:  # noqa: ASYNC109 -- asyncpg's
        """Take a connection back; see ``asyncpg.Pool.release``.

        asyncpg starts a task for it, lest a cancellation comes while the server is asked for something. Nothing is asked for an
        idle connection, so that comes back at once: an eighth of the processor's time of a short request.
        """
        try:
            proxy: Any = connection
            if self._is_idle(proxy):
                holder = proxy._holder
                proxy._con._on_release()
                holder._timeout = None
                holder._release()
                holder._setup_inactive_callback()
            else:
                await super().release(connection, timeout=timeout)
        finally:
            self._count_lent()

    def _is_idle(self, proxy: Any) -> bool:
        """Return whether asyncpg can take a connection back without waiting for anything."""
        inner, holder = getattr(proxy, "_con", None), getattr(proxy, "_holder", None)
        if inner is None or holder is None or holder._pool is not self or self._reset is not leave_as_it_is:
            return False
        is_kept = holder._generation == self._generation and inner._protocol.queries_count < holder._max_queries
        is_busy = inner.is_closed() or inner.is_in_transaction() or inner._protocol._is_cancelling()
        has_listeners = inner._listeners or inner._log_listeners
        return is_kept and not is_busy and not has_listeners

    async def close(self) -> None:
        """Close the pool; see ``asyncpg.Pool.close``."""
        try:
            await super().close()
        finally:
            self._leave_metrics()

    def terminate(self) -> None:
        """End the pool at once; see ``asyncpg.Pool.terminate``."""
        super().terminate()
        self._leave_metrics()

    async def _acquire(self, timeout: float | None) -> "_Lent":  # noqa: ASYNC109
        if timeout is not None:
            # asyncpg's own limit takes a task.
            async with asyncio.timeout(timeout):
                return await self._acquire(None)
        pool: Any = super()
        lent: _Lent
        if self.is_exhausted:
            with metrics.POOL_WAITING.track_inprogress():
                lent = await pool._acquire(None)
        else:
            lent = await (self._take() if self._is_open else pool._acquire(None))
        self._count_lent()
        return lent

    @property
    def _is_open(self) -> bool:
        pool: Any = self
        return pool._initialized and not pool._closing

    async def _take(self) -> "_Lent":
        """Take a connection that isn't lent; asyncpg's way to it is prepared to wait for one."""
        pool: Any = self
        holder = pool._queue.get_nowait()
        try:
            lent: _Lent = await holder.acquire()
        except BaseException:
            pool._queue.put_nowait(holder)
            pool._schedule_min_size_maintenance()
            raise
        return lent

    def _count_lent(self) -> None:
        # asyncpg's sizes ask each connection for its state. Connections that aren't lent are in the queue, open or not.
        lent = self.get_max_size() - self._queue.qsize() if self._size else 0  # type: ignore[attr-defined] # as above
        if lent != self._lent:
            metrics.POOL_IN_USE.inc(lent - self._lent)
            self._lent = lent

    def _leave_metrics(self) -> None:
        metrics.POOL_SIZE.dec(self._size)
        self._size = 0
        self._count_lent()


async def end_idle_transactions(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Let the server end transactions of a connection that wait for this process longer than ``IDLE_SECONDS``."""
    await connection.execute(_statements("SET", LimitedClient.limits))


class LimitedClient(AsyncpgDBClient):
    """Tortoise's client over a measured pool, on connections with limits of their own."""

    limits: Mapping[str, int] = {"idle_in_transaction_session_timeout": IDLE_SECONDS}
    """Settings of PostgreSQL, in seconds."""

    through_pooler = False

    async def create_pool(self, **options: Any) -> AnyPool:
        """Open the pool."""
        self.through_pooler = options.pop("through_pooler", False)
        # What is set on a pooler's connection would reach others.
        return await self.new_pool(**options, **({} if self.through_pooler else {"init": self._limit}))

    def new_pool(self, **options: Any) -> MeasuredPool:
        """Return a pool that isn't open yet."""
        return MeasuredPool(**options)

    def _in_transaction(self) -> TransactionContext:
        wrapper = _LimitedTransaction(self) if self.through_pooler else TransactionWrapper(self)
        return _Transaction(wrapper, self._pool_init_lock)

    async def _limit(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        # Not among the settings that a connection starts with: poolers refuse those that they do not know.
        await connection.execute(_statements("SET", self.limits))


class _Transaction(TransactionContextPooled):
    """A transaction whose connection goes back if it can't begin; Tortoise kept it until the server ended the connection."""

    __slots__ = ()

    async def __aenter__(self) -> TransactionalDBClient:
        try:
            return await super().__aenter__()
        except BaseException:
            if hasattr(self, "token"):  # it is set when a connection was borrowed
                get_connections().reset(self.token)
                await self.client._parent._pool.release(self.client._connection)
            raise


class _LimitedTransaction(TransactionWrapper):
    """A transaction that sets its limits itself, because its connection has none."""

    def __init__(self, client: LimitedClient) -> None:
        super().__init__(client)
        self._limits = client.limits

    async def begin(self) -> None:
        """Begin it."""
        await super().begin()
        await self._connection.execute(_statements("SET LOCAL", self._limits))


def _statements(command: str, limits: Mapping[str, int]) -> str:
    return "; ".join(f"{command} {name} = '{seconds}s'" for name, seconds in limits.items())


client_class = LimitedClient
