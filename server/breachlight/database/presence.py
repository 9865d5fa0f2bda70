"""Running processes by version, so that no contract step removes what one of them needs (decision 58).

Each process that runs for long has one connection with a shared advisory lock on the number of the last migration that it
knows. PostgreSQL releases the lock with the connection, so what is left by kill -9 blocks nothing, and a process that is
suspended still counts.
"""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final, NoReturn

import structlog

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.errors import OUTAGES, DatabaseError
from breachlight.database.locks import advisory_lock_in_pauses, advisory_unlock
from breachlight.database.migration_files import migration_files
from breachlight.database.migration_log import read_pending
from breachlight.database.session import Connection
from breachlight.kit.background import background

CONTRACT_LOCK: Final = 0x627265616368_03
"""Taken by contract steps while they run, and shared by each process while it joins: "breach" in ASCII and a running number."""

INGEST: Final = "ingest"
"""The name of an ingest among processes."""

_CLASS: Final = 0x62726C74
"""The first half of the locks of processes; the second is the number of a migration."""
_LOOK_SECONDS: Final = 5.0
_PAUSE_SECONDS: Final = 1.0
_CLOSE_SECONDS: Final = 2.0

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class OlderProcess:
    """A connected process that knows fewer migrations."""

    description: str
    """Its product, version, command, host and address."""
    pid: int

    @property
    def is_ingest(self) -> bool:
        """Whether it ingests files."""
        return self.description.split()[2:3] == [INGEST]

    def __str__(self) -> str:
        """Return what an operator needs to find it."""
        return f"{self.description} (server process {self.pid})"


@asynccontextmanager
async def presence(settings: Settings, process: str) -> AsyncIterator[None]:
    """Count this process as running while the block runs; the server must be up (``connection.server``).

    A lost connection is opened again, and the process counts again from then on.

    Raises:
        DatabaseError: the database can't be reached, or has migrations that this version can't run with.
    """
    connection = await _join(settings, process)
    async with background(_stay(settings, process, connection)):
        yield


async def older_processes(connection: Connection, number: int) -> list[OlderProcess]:
    """Return the connected processes that don't know the migration with a number."""
    return await _processes(connection, number)


async def connected_processes(connection: Connection) -> list[str]:
    """Return the connected processes with their hosts, by name."""
    return [each.description for each in await _processes(connection, None)]


async def _processes(connection: Connection, before: int | None) -> list[OlderProcess]:
    rows = await connection.fetch(
        """
        SELECT pid, coalesce(application_name, '') AS name, coalesce(host(client_addr), '') AS address
        FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND classid = $1 AND ($2::bigint IS NULL OR objid::bigint < $2) AND objsubid = 2
        ORDER BY name, pid
        """,
        _CLASS,
        before,
    )
    return [OlderProcess(" ".join(filter(None, (row["name"], row["address"]))), row["pid"]) for row in rows]


async def _join(settings: Settings, process: str) -> Connection:
    connection = await connect(settings)
    try:
        # At most 63 bytes; the host comes last, since the others are short.
        name = f"breachlight {version('breachlight')} {process} {socket.gethostname()}"
        await connection.execute("SELECT set_config('application_name', $1, false)", name)
        # A host that lost its power mustn't count for hours.
        await connection.execute(
            "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3"
        )
        await advisory_lock_in_pauses(connection, CONTRACT_LOCK, shared=True)
        await read_pending(connection)
        await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", _CLASS, migration_files()[-1].number)
        await advisory_unlock(connection, CONTRACT_LOCK, shared=True)
    except BaseException:
        await _leave(connection)
        raise
    return connection


async def _stay(settings: Settings, process: str, connection: Connection | None) -> None:
    said = ""
    try:
        while True:
            try:
                if connection is None:
                    connection = await _join(settings, process)
                said = ""
                await _watch(connection)
            except OUTAGES as error:
                if isinstance(error, DatabaseError) and str(error) != said:
                    said = str(error)
                    _log.warning("this process doesn't count as running", reason=said)
                await _leave(connection)
                connection = None
                await asyncio.sleep(_PAUSE_SECONDS)
    finally:
        await _leave(connection)


async def _watch(connection: Connection) -> NoReturn:
    """Look after a connection.

    Raises:
        ConnectionError: it was closed.
        TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError: the server doesn't respond.
    """
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not (lost.is_set() or connection.is_closed()):
        await connection.fetchval("SELECT 1", timeout=_LOOK_SECONDS)
        with suppress(TimeoutError):
            await asyncio.wait_for(lost.wait(), _LOOK_SECONDS)
    raise ConnectionError("the connection was closed")


async def _leave(connection: Connection | None) -> None:
    if connection is not None:
        with suppress(*OUTAGES):
            await connection.close(timeout=_CLOSE_SECONDS)
