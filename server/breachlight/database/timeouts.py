"""Tortoise's engine for processes that answer people: no wait for the database is without end (hostile-inputs F02)."""

from collections.abc import Mapping
from typing import Any, Final

import asyncpg
from asyncpg.pool import PoolAcquireContext

from breachlight.database.pools import LimitedClient, MeasuredPool

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


class ImpatientClient(LimitedClient):
    """Tortoise's client over such a pool."""

    limits: Mapping[str, int] = {
        **LimitedClient.limits,
        "lock_timeout": LOCK_SECONDS,
        "statement_timeout": STATEMENT_SECONDS,
    }

    def new_pool(self, **options: Any) -> _Pool:
        """Return a pool that isn't open yet."""
        # Behind a pooler, the client itself ends statements that take too long.
        return _Pool(**options, **({"command_timeout": STATEMENT_SECONDS} if self.through_pooler else {}))


client_class = ImpatientClient
