"""Advisory locks: held by a connection until it ends. Their names are numbers."""

import asyncio
from collections.abc import Sequence
from typing import Final

from breachlight.database.session import Connection

DDL_TIMEOUT: Final = "500ms"
"""How long changes of tables wait for a lock, since all that come later wait behind them. It is shorter than
``deadlock_timeout``, so that no deadlock is resolved at the expense of a request."""

_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 1.0


async def try_advisory_lock(connection: Connection, name: int, *, shared: bool = False) -> bool:
    """Take a lock for the life of the connection; False if another connection has it, or of shared ones an unshared."""
    function = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    return bool(await connection.fetchval(f"SELECT {function}($1)", name))


async def share_advisory_locks(connection: Connection, names: Sequence[int]) -> list[int]:
    """Take locks for the life of the connection that others may share; return those that no connection has alone."""
    rows = await connection.fetch(
        "SELECT name FROM unnest($1::bigint[]) AS wanted (name) WHERE pg_try_advisory_lock_shared(name)", names
    )
    return [row["name"] for row in rows]


async def advisory_lock(connection: Connection, name: int) -> None:
    """Take a lock for the life of the connection, once no other connection has it."""
    await connection.execute("SELECT pg_advisory_lock($1)", name)


async def advisory_lock_in_pauses(connection: Connection, name: int, *, shared: bool = False) -> None:
    """Take a lock as ``advisory_lock`` does, without a statement that waits.

    An index that is built concurrently waits for all running statements: one that waited for the builder's lock would never end.
    """
    pause = _FIRST_PAUSE
    while not await try_advisory_lock(connection, name, shared=shared):
        await asyncio.sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)


async def advisory_unlock(connection: Connection, name: int, *, shared: bool = False) -> None:
    """Release a lock before the connection ends."""
    function = "pg_advisory_unlock_shared" if shared else "pg_advisory_unlock"
    await connection.execute(f"SELECT {function}($1)", name)
