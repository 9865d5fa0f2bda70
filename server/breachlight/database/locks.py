"""Advisory locks: held by a connection until it ends. Their names are numbers."""

from breachlight.database.session import Connection


async def try_advisory_lock(connection: Connection, name: int) -> bool:
    """Take a lock for the life of the connection; False if another connection has it."""
    return bool(await connection.fetchval("SELECT pg_try_advisory_lock($1)", name))


async def advisory_lock(connection: Connection, name: int) -> None:
    """Take a lock for the life of the connection, once no other connection has it."""
    await connection.execute("SELECT pg_advisory_lock($1)", name)


async def advisory_unlock(connection: Connection, name: int) -> None:
    """Release a lock before the connection ends."""
    await connection.execute("SELECT pg_advisory_unlock($1)", name)
