"""Connection pools that count what they lend, and Tortoise's engine for processes that wait as long as it takes."""

import inspect
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg
from tortoise.backends.asyncpg.client import AsyncpgDBClient

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
        """Take a connection back; see ``asyncpg.Pool.release``."""
        try:
            await super().release(connection, timeout=timeout)
        finally:
            self._count_lent()

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
        with metrics.POOL_WAITING.track_inprogress() if self.is_exhausted else nullcontext():
            lent: _Lent = await super()._acquire(timeout)  # type: ignore[misc] # the stubs leave it out
        self._count_lent()
        return lent

    def _count_lent(self) -> None:
        lent = self.get_size() - self.get_idle_size()
        if lent != self._lent:
            metrics.POOL_IN_USE.inc(lent - self._lent)
            self._lent = lent

    def _leave_metrics(self) -> None:
        metrics.POOL_SIZE.dec(self._size)
        self._size = 0
        self._count_lent()


class MeasuredClient(AsyncpgDBClient):
    """Tortoise's client over a measured pool."""

    async def create_pool(self, **options: Any) -> AnyPool:
        """Open the pool."""
        return await MeasuredPool(**options)


client_class = MeasuredClient
