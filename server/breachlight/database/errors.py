"""What is said when the database cannot be used."""

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
    """The database cannot be used; the message is one sentence that says what to do."""


def is_database_away(error: BaseException) -> bool:
    """Tell whether an error, or what led to it, means that the database is away and may come back."""
    link: BaseException | None = error
    while link is not None:
        if isinstance(link, _AWAY):
            return True
        link = link.__cause__ or link.__context__
    return False
