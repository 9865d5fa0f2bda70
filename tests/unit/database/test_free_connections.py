"""The doctor's count of free connections."""

import asyncpg

from breachlight.doctor.repository import server_state

_LIMITS = "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
_CLIENTS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


async def test_only_connections_of_clients_count(connection: asyncpg.Connection) -> None:
    expected = await connection.fetchval(_LIMITS) - await connection.fetchval(_CLIENTS)
    assert (await server_state(connection)).free_connections == expected
