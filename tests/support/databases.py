"""Databases of a server that the tests run on."""

import asyncio
from urllib.parse import urlsplit

import asyncpg


def named_database(server: str, name: str) -> str:
    """Return the DSN of another database on the same server."""
    parts = urlsplit(server)
    return f"{parts.scheme}://{parts.netloc}/{name}" + (f"?{parts.query}" if parts.query else "")


async def execute_patiently(connection: asyncpg.Connection, statement: str) -> None:
    """Run a statement that ends other connections, until they have ended.

    A busy machine is slow to end them; and an autovacuum worker, which only a superuser may end, is soon done by itself.
    """
    for attempts_left in range(50, -1, -1):
        try:
            await connection.execute(statement)
            return
        except (asyncpg.ObjectInUseError, asyncpg.InsufficientPrivilegeError):
            if not attempts_left:
                raise
            await asyncio.sleep(0.2)
