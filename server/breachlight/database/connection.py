"""Connections: the DSN, Tortoise's pool, and single connections for LISTEN, locks and jobs."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg
import structlog
from tortoise.context import TortoiseContext

from breachlight.config import Settings
from breachlight.database.addresses import Address, Connector, NoPrimaryError, for_libpq, process_name, read_address
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.errors import DatabaseError
from breachlight.database.pools import end_idle_transactions, leave_as_it_is
from breachlight.database.replica import replica

APP = "models"
MODEL_MODULES = (
    "breachlight.accounts.models",
    "breachlight.alert_digests.models",
    "breachlight.alerts.incidents.models",
    "breachlight.alerts.models",
    "breachlight.alerts.playbooks.models",
    "breachlight.audit.models",
    "breachlight.auth.models",
    "breachlight.domains.models",
    "breachlight.keys.models",
    "breachlight.leaks.models",
    "breachlight.leaks.runs.models",
    "breachlight.mail.models",
    "breachlight.members.models",
    "breachlight.monitored_emails.models",
    "breachlight.notifications.models",
    "breachlight.operators.models",
    "breachlight.rate_limits.models",
    "breachlight.reports.models",
    "breachlight.restores.models",
    "breachlight.sessions.models",
    "breachlight.signup.models",
    "breachlight.site.models",
    "breachlight.stats.models",
    "breachlight.watchlist.models",
)
_PATIENT = "breachlight.database.pools"
_IMPATIENT = "breachlight.database.timeouts"
_MINIMUM_VERSION = 15
_GUARD_SECONDS = 1.0
_log = structlog.get_logger(__name__)


def dsn(settings: Settings) -> str:
    """Return the DSN of the server itself, for libpq: for the lake, migrations, LISTEN and locks that outlive a transaction.

    Raises:
        DatabaseError: the variable is no such address, or the embedded server, which ``server`` starts, was never started.
    """
    if settings.database_url is None:
        return EmbeddedPostgreSQL(settings.data_folder).dsn()
    address = (settings.database_direct_url or settings.database_url).get_secret_value()
    read_address(address, _variable(settings))
    return for_libpq(address)


def pool_dsn(settings: Settings) -> str:
    """Return the DSN for the pool: of a pooler if there is one, otherwise of the server.

    Raises:
        DatabaseError: as ``dsn``.
    """
    if settings.database_url is None:
        return dsn(settings)
    address = settings.database_url.get_secret_value()
    read_address(address)
    return address


def administrator_dsn(settings: Settings) -> str | None:
    """Return the DSN of an administrator of the database, who owns the audit log; None if none is known.

    Raises:
        DatabaseError: BREACHLIGHT_DATABASE_ADMIN_URL is no such address, or the embedded server has never been started.
    """
    if settings.database_url is None:
        return EmbeddedPostgreSQL(settings.data_folder).administrator_dsn()
    if settings.database_admin_url is None:
        return None
    address = settings.database_admin_url.get_secret_value()
    read_address(address, "BREACHLIGHT_DATABASE_ADMIN_URL")
    return address


def role(settings: Settings) -> str:
    """Return the role that the product logs in as.

    Raises:
        DatabaseError: as ``dsn``.
    """
    return read_address(dsn(settings)).user


def _variable(settings: Settings) -> str:
    """Return the variable that names the server itself."""
    return "DATABASE_URL" if settings.database_direct_url is None else "BREACHLIGHT_DATABASE_DIRECT_URL"


def tortoise_config(
    dsn: str, pool_size: int = 5, *, is_impatient: bool = False, through_pooler: bool = False
) -> dict[str, Any]:
    """Return Tortoise's configuration for one pool on ``dsn`` of 1 to ``pool_size`` connections.

    ``is_impatient`` says whether waits for connections, locks and statements are bounded (``database.timeouts``).
    ``through_pooler`` says that a pooler lends a server's connection for one transaction at a time.
    """
    address = read_address(dsn)
    host, port = address.hosts[0]
    credentials: dict[str, Any] = {
        "host": host,
        "port": port,
        "user": address.user,
        "password": address.password,
        "database": address.database,
        "minsize": 1,
        "maxsize": pool_size,
        "connect": Connector(address),
        "reset": leave_as_it_is,
    }
    if through_pooler:
        # A prepared statement would stay on a connection that the next transaction doesn't get.
        credentials["statement_cache_size"] = 0
        credentials["through_pooler"] = True
    return {
        "connections": {"default": {"engine": _IMPATIENT if is_impatient else _PATIENT, "credentials": credentials}},
        "apps": {APP: {"models": list(MODEL_MODULES), "default_connection": "default"}},
        "use_tz": True,
        "timezone": "UTC",
    }


@contextmanager
def held_server(settings: Settings) -> Iterator[None]:
    """Hold the embedded server, where that is used, between two users in this process, so that it starts once. Blocks.

    Raises:
        DatabaseError: one sentence that says what to do.
    """
    if settings.database_url is not None:
        yield
        return
    embedded = EmbeddedPostgreSQL(settings.data_folder)
    try:
        # In a thread, where no signal cuts it short: half a start could not be taken back.
        with ThreadPoolExecutor(1) as starting:
            starting.submit(embedded.acquire).result()
        yield
    finally:
        embedded.release()


@asynccontextmanager
async def server(settings: Settings) -> AsyncIterator[str]:
    """Keep the database server running and yield its DSN: joins or starts the embedded one; DATABASE_URL's is left alone.

    Raises:
        DatabaseError: one sentence that says what to do.
    """
    if settings.database_url is not None:
        yield dsn(settings)
        return
    embedded = EmbeddedPostgreSQL(settings.data_folder)
    starting = asyncio.get_running_loop().run_in_executor(None, embedded.acquire)
    try:
        address = await asyncio.shield(starting)
        guard = asyncio.create_task(_keep_up(embedded))
        try:
            yield address
        finally:
            guard.cancel()
    finally:
        # If this is cancelled meanwhile, wait for the start to finish: a start can't be undone halfway.
        await asyncio.gather(starting, return_exceptions=True)
        await asyncio.to_thread(embedded.release)


async def _keep_up(embedded: EmbeddedPostgreSQL) -> None:
    """Start the embedded server again when it dies; any of the processes that use it does so, whichever sees it first."""
    while True:
        await asyncio.sleep(_GUARD_SECONDS)
        try:
            if await asyncio.to_thread(embedded.revive):
                _log.warning("the embedded PostgreSQL had stopped and was restarted")
        except (DatabaseError, OSError):
            _log.exception("the embedded PostgreSQL has stopped and does not start")


@asynccontextmanager
async def database(settings: Settings, *, is_impatient: bool = False) -> AsyncIterator[str]:
    """Keep the server and Tortoise's pool open for every task of this process, and yield the DSN.

    A process that answers people is impatient (``tortoise_config``); jobs, migrations and consoles wait as long as it takes.

    Raises:
        DatabaseError: the server cannot be reached or used.
    """
    async with server(settings) as address:
        await (await connect(settings)).close()
        through_pooler = settings.database_direct_url is not None
        if through_pooler:
            await (await _connect(read_address(pool_dsn(settings)), "DATABASE_URL")).close()
        context = TortoiseContext()
        # Beyond init, the global fallback serves: a context variable would hold in this task and not in those of requests.
        with context:
            config = tortoise_config(
                pool_dsn(settings),
                settings.database_pool_size,
                is_impatient=is_impatient,
                through_pooler=through_pooler,
            )
            await context.init(config=config, _enable_global_fallback=True)
        try:
            async with replica(settings):
                yield address
        finally:
            await context.close_connections()


async def connect(settings: Settings, *, as_administrator: bool = False) -> "asyncpg.Connection[asyncpg.Record]":
    """Open one connection to the server itself, outside the pool (LISTEN, advisory locks, jobs); the caller closes it.

    Raises:
        DatabaseError: the server cannot be reached or used.
    """
    administrator = administrator_dsn(settings) if as_administrator else None
    if administrator is not None:
        connection = await _connect(read_address(administrator), "BREACHLIGHT_DATABASE_ADMIN_URL")
    else:
        connection = await _connect(read_address(dsn(settings)), _variable(settings))
    await end_idle_transactions(connection)
    return connection


async def _connect(address: Address, variable: str) -> "asyncpg.Connection[asyncpg.Record]":
    host = address.host_names
    try:
        connection = await Connector(address, process_name())()
    except (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidPasswordError) as error:
        raise DatabaseError(
            f"The PostgreSQL server at {host} refuses user {address.user}: correct the user name and password in {variable}."
        ) from error
    except asyncpg.InvalidCatalogNameError as error:
        raise DatabaseError(
            f"The PostgreSQL server at {host} has no database {address.database}: create it "
            f"(createdb {address.database}) or correct {variable}."
        ) from error
    except NoPrimaryError as error:
        raise DatabaseError(
            f"None of the PostgreSQL servers that respond at {host} accepts writes: promote one, or correct {variable}."
        ) from error
    except (asyncpg.TooManyConnectionsError, asyncpg.CannotConnectNowError, asyncpg.AdminShutdownError) as error:
        raise DatabaseError(f"The PostgreSQL server at {host} accepts no connections right now ({error}).") from error
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DatabaseError(
            f"No PostgreSQL server can be reached at {host}, port {address.ports}: start it, or correct {variable} "
            "(without DATABASE_URL, Breachlight starts its own)."
        ) from error
    if connection.get_server_version().major < _MINIMUM_VERSION:
        version = connection.get_server_version().major
        await connection.close()
        raise DatabaseError(
            f"The server in {variable} is PostgreSQL {version}: Breachlight is tested with 18 and requires at least "
            f"{_MINIMUM_VERSION}."
        )
    return connection
