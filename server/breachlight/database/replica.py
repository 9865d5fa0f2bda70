"""A read replica of the database for long reads (decision 59); the primary serves them when the replica can't.

A read names a position in the primary's write-ahead log and waits until the replica has replayed it. So it sees every change that was
committed before the position was taken, as a read of the primary would.
"""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar, cast

import asyncpg
import structlog

from breachlight.config import Settings
from breachlight.database.addresses import Connector, read_address
from breachlight.database.pools import MeasuredPool
from breachlight.database.session import Connection, reading
from breachlight.kit.metrics import REPLICA_LAG, REPLICA_READS

VARIABLE: Final = "DATABASE_REPLICA_URL"
PATIENCE: Final = 2.0
"""Seconds for which a reader who is waited for by a person waits for the replica."""
LONGEST_LAG: Final = 30.0
"""Seconds for which background work waits for the replica; one that is further behind isn't used."""

_PAUSE_SECONDS: Final = 30.0
_CONNECT_SECONDS: Final = 3.0
_STATEMENT_SECONDS: Final = 30.0
_POLL_SECONDS: Final = 0.05
_POSITION: Final = "SELECT system_identifier::text, pg_current_wal_insert_lsn()::text FROM pg_control_system()"
_UNREACHABLE: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresConnectionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.TargetServerAttributeNotMatched,
    asyncpg.TooManyConnectionsError,
)
# Only the server's own clock compares with the times of its transactions.
_STATE: Final = """
SELECT system_identifier::text AS cluster, pg_is_in_recovery() AS is_standby,
    coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false) AS is_current,
    coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 AS lag
FROM pg_control_system()
"""

Result = TypeVar("Result")
Read: TypeAlias = Callable[[Connection], Awaitable[Result]]
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Position:
    """What a reader must see: a position in the write-ahead log of a cluster."""

    cluster: str
    log_position: str


class Outcome(StrEnum):
    """Who served a read, or why the replica didn't."""

    USED = "used"
    UNREACHABLE = "unreachable"
    BEHIND = "behind"
    NOT_A_REPLICA = "not_a_replica"
    FAILED = "failed"


class UnfitError(Exception):
    """A replica can't serve a read."""

    def __init__(self, outcome: Outcome) -> None:
        """Say why."""
        super().__init__(outcome.value)
        self.outcome = outcome


class Replica:
    """The pool of a replica. After a failure it is left alone for half a minute, so that one that is down delays few reads."""

    def __init__(self, url: str, pool_size: int) -> None:
        """Name the replica; nothing is opened yet.

        Raises:
            DatabaseError: the address is malformed.
        """
        # Of several hosts, those that accept writes are passed over.
        connector = Connector(replace(read_address(url, VARIABLE), session="standby"))
        self._pool = MeasuredPool(
            min_size=0,
            max_size=pool_size,
            connect=connector,
            statement_cache_size=0,  # there may be a pooler
            command_timeout=_STATEMENT_SECONDS,
        )
        self._paused_until = -math.inf
        self._last = Outcome.USED

    async def open(self) -> None:
        """Prepare the pool; connections are opened when they are needed."""
        await self._pool

    def close(self) -> None:
        """Close the pool, without waiting for a server that doesn't respond."""
        self._pool.terminate()

    async def read(self, read: Read[Result], position: Position, patience: float) -> Result:
        """Return what ``read`` returns from a read-only transaction that sees everything up to ``position``.

        Raises:
            UnfitError: the replica can't serve it within ``patience`` seconds; nothing was returned.
        """
        if time.monotonic() < self._paused_until:
            REPLICA_READS.labels(self._last.value).inc()
            raise UnfitError(self._last)
        try:
            result = await self._read(read, position, patience)
        except UnfitError as unfit:
            self._note(unfit.outcome)
            raise
        except _UNREACHABLE as error:
            self._note(Outcome.UNREACHABLE)
            raise UnfitError(Outcome.UNREACHABLE) from error
        except asyncpg.PostgresError as error:  # such as a query that conflicts with what is replayed
            self._note(Outcome.FAILED)
            raise UnfitError(Outcome.FAILED) from error
        self._note(Outcome.USED)
        return result

    async def _read(self, read: Read[Result], position: Position, patience: float) -> Result:
        deadline = time.monotonic() + patience
        async with self._pool.acquire(timeout=_CONNECT_SECONDS) as borrowed:
            connection = cast("Connection", borrowed)
            while True:
                # One transaction, so that behind a pooler the same server is asked and read. Each statement sees what is
                # replayed by then.
                async with connection.transaction(readonly=True):
                    if await self._is_current(connection, position):
                        return await read(connection)
                if time.monotonic() >= deadline:
                    raise UnfitError(Outcome.BEHIND)
                await asyncio.sleep(_POLL_SECONDS)

    @staticmethod
    async def _is_current(connection: Connection, position: Position) -> bool:
        state = await connection.fetchrow(_STATE, position.log_position)
        if state is None or not state["is_standby"] or state["cluster"] != position.cluster:
            raise UnfitError(Outcome.NOT_A_REPLICA)
        REPLICA_LAG.set(0.0 if state["is_current"] else state["lag"])
        return bool(state["is_current"])

    def _note(self, outcome: Outcome) -> None:
        REPLICA_READS.labels(outcome.value).inc()
        if outcome is not Outcome.USED:
            self._paused_until = time.monotonic() + _PAUSE_SECONDS
        if outcome is self._last:
            return
        if outcome is Outcome.USED:
            _log.info("the replica is used again")
        else:
            _log.warning("the replica isn't used; the primary serves exports and statistics", reason=outcome.value)
        self._last = outcome


_replica: Replica | None = None


@asynccontextmanager
async def replica(settings: Settings) -> AsyncIterator[None]:
    """Open the replica of the settings, if there is one, for every task of this process.

    Raises:
        DatabaseError: the address is malformed. A replica that doesn't respond is no error.
    """
    global _replica  # noqa: PLW0603 -- as Tortoise's pool
    if settings.database_replica_url is None:
        yield
        return
    outer, opened = _replica, Replica(settings.database_replica_url.get_secret_value(), settings.database_pool_size)
    await opened.open()
    _replica = opened
    try:
        yield
    finally:
        _replica = outer
        opened.close()


async def current_position() -> Position | None:
    """Return the primary's position, for reads that must see what is committed now; None if the replica can't be used."""
    if _replica is None:
        return None
    async with reading() as connection:
        try:
            return await position_of(connection)
        except (asyncpg.InsufficientPrivilegeError, asyncpg.UndefinedFunctionError, asyncpg.FeatureNotSupportedError):
            _log.warning("the replica isn't used; the primary hides its position")
            return None


async def position_of(connection: Connection) -> Position:
    """Return the position of the primary that a connection is to."""
    row = await connection.fetchrow(_POSITION)
    if row is None:
        raise RuntimeError("a statement without rows")
    return Position(*row)


async def read_from_replica(read: Read[Result], position: Position | None, *, patience: float = PATIENCE) -> Result:
    """Return what ``read`` returns from a read-only transaction on the replica, or on the primary if the replica can't serve it.

    ``read`` may be called twice. It sees everything up to ``position``, and possibly more.
    """
    if _replica is not None and position is not None:
        with suppress(UnfitError):
            return await _replica.read(read, position, patience)
    async with reading() as connection, connection.transaction(readonly=True):
        return await read(connection)
