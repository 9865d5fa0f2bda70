"""How long intake waits for a database that has gone away."""

import asyncio
import random
import time
from collections.abc import Callable

import asyncpg

from breachlight.database.errors import DatabaseError
from breachlight.leaks.errors import IntakeError
from breachlight.leaks.ingest.source_reader import StoppedError
from breachlight.leaks.lake.ducklake import LakeError

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a statement between the server's farewell and the end of the connection
    ConnectionError,
    TimeoutError,
    DatabaseError,
)
"""What is raised when the connection to PostgreSQL breaks or cannot be made; trying again may help."""

_SECONDS = 60.0
_LONGEST_DELAY_SECONDS = 5.0
_LAKE_TRIES = 4

_KEPT = "what was taken in so far is kept, and the same command goes on from there"


def database_sentence(error: asyncpg.PostgresError) -> str:
    """Return one sentence on a statement that PostgreSQL refused; its own words stay out, they may quote leaked data."""
    if isinstance(error, asyncpg.DiskFullError):
        return f"The disk of the PostgreSQL server is full: free some space there; {_KEPT}."
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return f"The PostgreSQL server takes no writes now (it is read-only): make it writable again; {_KEPT}."
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        return "The user in DATABASE_URL may not write to its tables: grant it that, or correct DATABASE_URL."
    return f"PostgreSQL refused a statement ({type(error).__name__}, SQLSTATE {error.sqlstate}): see its log; {_KEPT}."


class Patience:
    """Waits longer and longer, for a minute in all since the last batch that was done."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """A batch was done: begin anew."""
        self._since: float | None = None
        self._delay = 0.1
        self._lake_failures = 0

    async def wait(self, error: BaseException, stopped: Callable[[], bool]) -> None:
        """Wait before the next try.

        Raises:
            IntakeError: it has taken too long.
            StoppedError: the operator does not want to wait.
        """
        now = time.monotonic()
        self._since = self._since or now
        if now - self._since > _SECONDS:
            reason = str(error) if isinstance(error, DatabaseError) else "The connection to PostgreSQL was lost."
            raise IntakeError(
                f"{reason} What was taken in so far is kept: run the same command again when the database is back."
            ) from error
        if stopped():
            raise StoppedError from error
        await asyncio.sleep(self._delay * random.uniform(0.7, 1.3))
        self._delay = min(self._delay * 2, _LONGEST_DELAY_SECONDS)

    async def wait_for_lake(self, error: LakeError, stopped: Callable[[], bool]) -> None:
        """Wait before the lake is tried again: a few times only, because most of what ails it needs an operator.

        Raises:
            IntakeError: it has failed too often.
            StoppedError: the operator does not want to wait.
        """
        self._lake_failures += 1
        if self._lake_failures > _LAKE_TRIES:
            raise IntakeError(error.reason) from error
        await self.wait(error, stopped)
