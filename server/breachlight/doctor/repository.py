"""Queries of the checks."""

from dataclasses import dataclass
from datetime import datetime

from breachlight.database.session import Connection


@dataclass(frozen=True, slots=True)
class ServerState:
    """The state of a PostgreSQL server."""

    version: str
    is_writable: bool
    free_connections: int


async def server_state(connection: Connection) -> ServerState:
    """Return the version of the server, whether it can be written, and how many connections are free."""
    # The type of other roles' sessions is hidden from most roles, their database never is.
    row = await connection.fetchrow(
        "SELECT current_setting('server_version') AS version, NOT pg_is_in_recovery() "
        "AND current_setting('default_transaction_read_only') = 'off' AS is_writable, "
        "current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int "
        "- (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL "
        "AND coalesce(backend_type, 'client backend') = 'client backend') AS free_connections"
    )
    if row is None:
        raise RuntimeError("a statement without rows")
    return ServerState(**row)


async def server_time(connection: Connection) -> datetime:
    """Return the time by the server's own clock, which nothing else of the product asks."""
    now: datetime = await connection.fetchval("SELECT clock_timestamp()")
    return now


async def has_alerts(connection: Connection) -> bool:
    """Return whether there is any alert, which asks for the right to read them."""
    return bool(await connection.fetchval("SELECT EXISTS (SELECT FROM alerts)"))
