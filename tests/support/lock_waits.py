"""Waiting until a transaction of the test's database waits for another one."""

import asyncio

import asyncpg


async def someone_waits(connection: asyncpg.Connection) -> None:
    """Wait until somebody waits for a lock in this database."""
    for _ in range(600):
        if await connection.fetchval(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        ):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("nobody waits for a lock")
