"""The pool of this process for hand-written SQL: asyncpg's own connections, in and outside a transaction."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias, cast

import asyncpg
from tortoise import Tortoise
from tortoise.transactions import in_transaction

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]  # the pool's proxies pass everything on to one
else:
    Connection = asyncpg.Connection

LastWork: TypeAlias = Callable[[Connection], Awaitable[None]]


@dataclass(slots=True)
class _Ending:
    """What a transaction does before it commits."""

    work: list[tuple[str, LastWork]] = field(default_factory=list)
    is_over: bool = False


AfterCommit: TypeAlias = Callable[[], Awaitable[None]]

_after_commit: list[AfterCommit] = []
_ending: ContextVar[_Ending | None] = ContextVar("ending", default=None)


def reading() -> AbstractAsyncContextManager[Connection]:
    """Borrow a connection for statements that need no common transaction."""
    borrowed = Tortoise.get_connection("default").acquire_connection()
    return cast("AbstractAsyncContextManager[Connection]", borrowed)


@asynccontextmanager
async def transaction() -> AsyncIterator[Connection]:
    """Open a transaction for plain SQL and for the ORM calls of this task; commit at the end, roll back on an exception.

    Inside another one it is a savepoint.
    """
    outer = _current()
    ending = outer or _Ending()
    before = len(ending.work)
    token = _ending.set(ending)
    try:
        async with in_transaction() as orm:
            # acquire_connection() would hold a lock that ORM calls inside the transaction then wait for.
            connection = cast("Connection", orm._connection)  # noqa: SLF001 -- Tortoise has no public way to it
            yield connection
            if outer is None:
                ending.is_over = True
                for _, write in sorted(ending.work, key=itemgetter(0)):
                    await write(connection)
    except BaseException:
        del ending.work[before:]  # of a savepoint that is rolled back
        raise
    finally:
        _ending.reset(token)
    if outer is None:
        for work in _after_commit:
            await work()


@contextmanager
def after_commit(work: AfterCommit) -> Iterator[None]:
    """Let every transaction of this process do ``work`` once it is committed, before its caller goes on."""
    _after_commit.append(work)
    try:
        yield
    finally:
        _after_commit.remove(work)


async def before_commit(write: LastWork, *, order: str) -> None:
    """Let ``write`` be the last work of this task's transaction, or a transaction of its own without one.

    For rows whose lock many others wait for: it is then held no longer than the commit takes. Works of one transaction are
    done in the ``order`` of their texts, so that two transactions never wait for each other.
    """
    ending = _current()
    if ending is not None:
        ending.work.append((order, write))
        return
    async with transaction() as connection:
        await write(connection)


def _current() -> _Ending | None:
    """Return the end of this task's transaction; a task that outlives the one it was started in has none."""
    ending = _ending.get()
    return None if ending is None or ending.is_over else ending
