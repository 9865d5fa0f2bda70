"""The pool of this process for hand-written SQL: asyncpg's own connections, in and outside a transaction."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias, cast

import asyncpg
from tortoise import Tortoise
from tortoise.transactions import in_transaction

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]  # the pool's proxies pass everything on to one
else:
    Connection = asyncpg.Connection


def reading() -> AbstractAsyncContextManager[Connection]:
    """Borrow a connection for statements that need no common transaction."""
    borrowed = Tortoise.get_connection("default").acquire_connection()
    return cast("AbstractAsyncContextManager[Connection]", borrowed)


@asynccontextmanager
async def transaction() -> AsyncIterator[Connection]:
    """Open a transaction for plain SQL and for the ORM calls of this task; commit at the end, roll back on an exception.

    Inside another one it is a savepoint.
    """
    async with in_transaction() as orm:
        # acquire_connection() would hold a lock that ORM calls inside the transaction then wait for.
        yield cast("Connection", orm._connection)  # noqa: SLF001 -- Tortoise has no public way to it
