"""Tortoise's engine for processes that answer people: no wait for the database is without end (hostile-inputs F02)."""

from typing import Any, Final

import asyncpg
from asyncpg.pool import PoolAcquireContext
from tortoise.backends.asyncpg.client import AsyncpgDBClient, TransactionWrapper
from tortoise.backends.base.client import TransactionContext, TransactionContextPooled

from breachlight.database.pools import AnyPool, MeasuredPool

ACQUIRE_SECONDS: Final = 5.0
"""How long a request waits for one of the pool's connections when all are taken."""

LOCK_SECONDS: Final = 4
"""How long a statement waits for a lock; longer than a rate limit waits for its counters, which go on without."""

STATEMENT_SECONDS: Final = 30
"""How long one statement may run. A search through the alerts of the largest accounts takes seconds."""


class _Pool(MeasuredPool):
    """A pool that says so when nobody gives a connection back in time."""

    def acquire(self, *, timeout: float | None = None) -> "PoolAcquireContext[asyncpg.Record]":
        """Borrow a connection; see ``asyncpg.Pool.acquire``. A limit costs a task, so there is none where one is free.

        Raises:
            TimeoutError: on entering; all connections are taken.
        """
        return super().acquire(timeout=ACQUIRE_SECONDS if timeout is None and self.is_exhausted else timeout)


class ImpatientClient(AsyncpgDBClient):
    """Tortoise's client over such a pool, on connections with limits of their own."""

    _through_pooler = False

    async def create_pool(self, **options: Any) -> AnyPool:
        """Open the pool."""
        self._through_pooler = options.pop("through_pooler", False)
        # What is set on a pooler's connection would reach others. The client itself ends statements that take too long.
        limits = {"command_timeout": STATEMENT_SECONDS} if self._through_pooler else {"init": _limit}
        return await _Pool(**options, **limits)

    def _in_transaction(self) -> TransactionContext:
        wrapper = _LimitedTransaction(self) if self._through_pooler else TransactionWrapper(self)
        return TransactionContextPooled(wrapper, self._pool_init_lock)


class _LimitedTransaction(TransactionWrapper):
    """A transaction that sets its limits itself, because its connection has none."""

    async def begin(self) -> None:
        """Begin it."""
        await super().begin()
        await self._connection.execute(_limits("SET LOCAL"))


async def _limit(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    # Not among the settings that a connection starts with: poolers refuse those that they do not know.
    await connection.execute(_limits("SET"))


def _limits(command: str) -> str:
    return f"{command} lock_timeout = '{LOCK_SECONDS}s'; {command} statement_timeout = '{STATEMENT_SECONDS}s'"


client_class = ImpatientClient
