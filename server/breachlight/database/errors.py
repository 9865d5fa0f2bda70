"""Errors of a database, and of a key file, that can't be used."""

from typing import Final

import asyncpg
from tortoise.exceptions import BaseORMException, DBConnectionError

from breachlight.kit.key_file import KeyFileError
from breachlight.kit.keys import MissingKeyError

# Errors of requests, seen when the server is stopped, restarts, fails over, takes no more connections, or lets a statement wait too long.
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
_KEYS_AWAY = (KeyFileError, MissingKeyError)


class DatabaseError(Exception):
    """The database can't be used; the message says what to do."""


LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a statement between the server's goodbye and the end of the connection
)
"""Raised by a connection that has broken."""

LOST_SENTENCE: Final = "The connection to PostgreSQL was lost. Run the same command again when the database is back."

OUTAGES: Final = (
    DatabaseError,
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that the server is just ending
    BaseORMException,
)
"""What a database that is away raises in work that goes on as soon as it is back."""


def is_dependency_away(error: BaseException) -> bool:
    """Return whether an error or its cause means that the database or the key file can't be used at the moment."""
    link: BaseException | None = error
    while link is not None:
        if isinstance(link, _AWAY + _KEYS_AWAY):
            return True
        link = link.__cause__ or link.__context__
    return False
