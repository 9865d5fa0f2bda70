"""Errors of a database that can't be used."""

import asyncpg
from tortoise.exceptions import DBConnectionError

# Seen when the server is stopped, restarts, fails over, takes no more connections, or lets a statement wait too long.
_AWAY = (
    DBConnectionError,
    ConnectionError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.LockNotAvailableError,
    asyncpg.QueryCanceledError,
)


class DatabaseError(Exception):
    """The database can't be used; the message says what to do."""


def is_database_away(error: BaseException) -> bool:
    """Return whether an error or its cause means that the database is temporarily unavailable."""
    link: BaseException | None = error
    while link is not None:
        if isinstance(link, _AWAY):
            return True
        link = link.__cause__ or link.__context__
    return False
