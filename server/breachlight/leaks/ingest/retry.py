"""Retries of an ingestion whose database or lake is unavailable."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import asyncpg

from breachlight.database.errors import LOST, DatabaseError
from breachlight.leaks.errors import IngestError
from breachlight.leaks.ingest.source_reader import StoppedError
from breachlight.leaks.lake.faults import LakeError

Begun = TypeVar("Begun")

AWAY = (*LOST, asyncpg.TooManyConnectionsError, ConnectionError, TimeoutError, DatabaseError)
"""Raised when the connection to PostgreSQL breaks or cannot be made; a retry may help."""

_SECONDS = 60.0
_LONGEST_DELAY_SECONDS = 5.0
_LAKE_TRIES = 4

_KEPT = "finished batches are kept; run the same command to continue"


def database_sentence(error: asyncpg.PostgresError) -> str:
    """Return one sentence about a refused statement, without PostgreSQL's own words, which may quote leaked data."""
    if isinstance(error, asyncpg.DiskFullError):
        return f"The disk of the PostgreSQL server is full. Free some space; {_KEPT}."
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return f"The PostgreSQL server is read-only. Make it writable; {_KEPT}."
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        return "The user in DATABASE_URL may not write to its tables: grant that permission, or correct DATABASE_URL."
    return f"PostgreSQL refused a statement ({type(error).__name__}, SQLSTATE {error.sqlstate}): see its log; {_KEPT}."


def waiting_sentence(error: LakeError) -> str:
    """Return what an operator sees while the lake's store is waited for."""
    return f"{error.reason} Trying again for a minute."


class RetryBudget:
    """Waits with exponential backoff, for a minute in total since the last finished batch."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Start over, after a finished batch."""
        self._since: float | None = None
        self._delay = 0.1
        self._lake_failures = 0

    async def wait(self, error: BaseException, stopped: Callable[[], bool]) -> None:
        """Wait before the next attempt.

        Raises:
            IngestError: the budget is used up.
            StoppedError: the operator stopped the command.
        """
        now = time.monotonic()
        self._since = self._since or now
        if now - self._since > _SECONDS:
            if isinstance(error, LakeError):
                raise IngestError(f"{error.reason} {_KEPT.capitalize()}.") from error
            reason = str(error) if isinstance(error, DatabaseError) else "The connection to PostgreSQL was lost."
            raise IngestError(
                f"{reason} Finished batches are kept: run the same command again when the database is back."
            ) from error
        if stopped():
            raise StoppedError from error
        await asyncio.sleep(self._delay * random.uniform(0.7, 1.3))
        self._delay = min(self._delay * 2, _LONGEST_DELAY_SECONDS)

    async def reach(self, begin: Callable[[], Awaitable[Begun]], stopped: Callable[[], bool]) -> Begun:
        """Do what a command begins with, once more if the connection is lost meanwhile; it must be repeatable.

        Raises:
            DatabaseError: the server couldn't be reached at all, which waiting seldom mends.
            IngestError: the budget is used up.
            StoppedError: the operator stopped the command.
        """
        while True:
            try:
                return await begin()
            except AWAY as error:
                if self._since is None and isinstance(error, DatabaseError):
                    raise
                await self.wait(error, stopped)

    async def wait_for_lake(self, error: LakeError, stopped: Callable[[], bool]) -> None:
        """Wait before the lake is tried again: as for the database if its store is down, else a few times only.

        Most other failures need an operator.

        Raises:
            IngestError: it failed too often.
            StoppedError: the operator stopped the command.
        """
        if not error.is_outage:
            self._lake_failures += 1
        if self._lake_failures > _LAKE_TRIES:
            raise IngestError(error.reason) from error
        await self.wait(error, stopped)
