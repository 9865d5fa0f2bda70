"""Tables that may not exist yet: those of a new database, of another version, or of a lake that nothing has opened."""

from breachlight.database.session import Connection


async def exists(connection: Connection, *names: str) -> bool:
    """Return whether all these tables exist, each named with its schema unless that is on the search path."""
    return bool(
        await connection.fetchval(
            "SELECT bool_and(to_regclass(name) IS NOT NULL) FROM unnest($1::text[]) AS name", names
        )
    )
