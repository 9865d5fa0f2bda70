"""Connections: the DSN, Tortoise's pool, and single connections for LISTEN, locks and jobs."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
import structlog
from tortoise.context import TortoiseContext

from breachlight.config import Settings
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.errors import DatabaseError

APP = "models"
MODEL_MODULES = (
    "breachlight.accounts.models",
    "breachlight.alert_digests.models",
    "breachlight.alerts.models",
    "breachlight.audit.models",
    "breachlight.auth.models",
    "breachlight.domains.models",
    "breachlight.keys.models",
    "breachlight.leaks.models",
    "breachlight.mail.models",
    "breachlight.members.models",
    "breachlight.monitored_emails.models",
    "breachlight.rate_limits.models",
    "breachlight.restores.models",
    "breachlight.sessions.models",
    "breachlight.signup.models",
    "breachlight.site.models",
    "breachlight.stats.models",
    "breachlight.watchlist.models",
)
_PATIENT = "tortoise.backends.asyncpg"
_IMPATIENT = "breachlight.database.timeouts"
_MINIMUM_VERSION = 15
_CONNECT_SECONDS = 10.0
_GUARD_SECONDS = 1.0
_SERVER_SETTINGS = {"timezone": "UTC", "application_name": "breachlight"}
_log = structlog.get_logger(__name__)

SSLMode = Literal["disable", "prefer", "allow", "require", "verify-ca", "verify-full"]


@dataclass(frozen=True)
class _Target:
    """A DSN in its parts; ``ssl`` is what asyncpg calls by that name."""

    host: str
    port: int
    user: str
    password: str | None
    database: str
    ssl: SSLMode | ssl.SSLContext | None


def dsn(settings: Settings) -> str:
    """Return the DSN of DATABASE_URL, or of the embedded server, which ``server`` starts.

    Raises:
        DatabaseError: DATABASE_URL is no such address, or the embedded server has never been started.
    """
    if settings.database_url is None:
        return EmbeddedPostgreSQL(settings.data_folder).dsn()
    address = settings.database_url.get_secret_value()
    _parse(address)
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
    _parse(address)
    return address


def role(settings: Settings) -> str:
    """Return the role that the product logs in as.

    Raises:
        DatabaseError: as ``dsn``.
    """
    return _parse(dsn(settings)).user


def tortoise_config(dsn: str, pool_size: int = 5, *, is_impatient: bool = False) -> dict[str, Any]:
    """Return Tortoise's configuration for one pool on ``dsn`` of 1 to ``pool_size`` connections.

    ``is_impatient`` says whether waits for connections, locks and statements are bounded (``database.timeouts``).
    """
    target = _parse(dsn)
    credentials: dict[str, Any] = {
        "host": target.host,
        "port": target.port,
        "user": target.user,
        "password": target.password,
        "database": target.database,
        "minsize": 1,
        "maxsize": pool_size,
        "timeout": _CONNECT_SECONDS,
        "server_settings": _SERVER_SETTINGS,
        "reset": _leave_as_it_is,
    }
    if target.ssl is not None:
        credentials["ssl"] = target.ssl
    return {
        "connections": {"default": {"engine": _IMPATIENT if is_impatient else _PATIENT, "credentials": credentials}},
        "apps": {APP: {"models": list(MODEL_MODULES), "default_connection": "default"}},
        "use_tz": True,
        "timezone": "UTC",
    }


async def _leave_as_it_is(connection: object) -> None:
    """Reset nothing when a connection goes back to the pool.

    asyncpg would ask the server to, once for each statement that is run alone. Nothing of ours outlives its transaction on a
    pooled connection: locks, listeners and session settings have connections of their own (``connect``).
    """


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
        # Whoever is told to stop meanwhile waits for the start: half of one could not be taken back.
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
        context = TortoiseContext()
        # Beyond init, the global fallback serves: a context variable would hold in this task and not in those of requests.
        with context:
            config = tortoise_config(address, settings.database_pool_size, is_impatient=is_impatient)
            await context.init(config=config, _enable_global_fallback=True)
        try:
            yield address
        finally:
            await context.close_connections()


async def connect(settings: Settings, *, as_administrator: bool = False) -> "asyncpg.Connection[asyncpg.Record]":
    """Open one connection outside the pool (LISTEN, advisory locks, jobs); the caller closes it.

    Raises:
        DatabaseError: the server cannot be reached or used.
    """
    target = _parse((administrator_dsn(settings) if as_administrator else None) or dsn(settings))
    try:
        connection = await asyncpg.connect(
            host=target.host,
            port=target.port,
            user=target.user,
            password=target.password,
            database=target.database,
            ssl=target.ssl,
            timeout=_CONNECT_SECONDS,
            server_settings=_SERVER_SETTINGS,
        )
    except (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidPasswordError) as error:
        raise DatabaseError(
            f"The PostgreSQL server at {target.host} refuses user {target.user}: correct the user name and password in "
            "DATABASE_URL."
        ) from error
    except asyncpg.InvalidCatalogNameError as error:
        raise DatabaseError(
            f"The PostgreSQL server at {target.host} has no database {target.database}: create it "
            f"(createdb {target.database}) or correct DATABASE_URL."
        ) from error
    except (asyncpg.TooManyConnectionsError, asyncpg.CannotConnectNowError, asyncpg.AdminShutdownError) as error:
        raise DatabaseError(
            f"The PostgreSQL server at {target.host} accepts no connections right now ({error})."
        ) from error
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DatabaseError(
            f"No PostgreSQL server can be reached at {target.host}, port {target.port}: start it, or correct DATABASE_URL "
            "(without it, Breachlight starts its own)."
        ) from error
    if connection.get_server_version().major < _MINIMUM_VERSION:
        version = connection.get_server_version().major
        await connection.close()
        raise DatabaseError(
            f"The server in DATABASE_URL is PostgreSQL {version}: Breachlight is tested with 18 and requires at least "
            f"{_MINIMUM_VERSION}."
        )
    return connection


def _parse(address: str) -> _Target:
    try:
        parts = urlsplit(address)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        target = _Target(
            host=query.get("host") or parts.hostname or "localhost",
            port=int(query.get("port") or parts.port or 5432),
            user=unquote(parts.username or query.get("user") or ""),
            password=unquote(parts.password) if parts.password else query.get("password"),
            database=unquote(parts.path.lstrip("/")),
            ssl=_ssl(query),
        )
    except (ValueError, OSError) as error:
        raise _malformed() from error
    if parts.scheme not in {"postgresql", "postgres"} or not target.user or not target.database:
        raise _malformed()
    return target


def _malformed() -> DatabaseError:
    return DatabaseError(
        "DATABASE_URL is invalid: write it as postgresql://user:password@host:5432/database, with "
        "?sslmode= and &sslrootcert= if the server requires them."
    )


def _ssl(query: dict[str, str]) -> SSLMode | ssl.SSLContext | None:
    mode, root = query.get("sslmode"), query.get("sslrootcert")
    if mode is not None and mode not in get_args(SSLMode):
        raise _malformed()
    if root is None or mode not in {"verify-ca", "verify-full"}:
        return cast("SSLMode | None", mode)
    context = ssl.create_default_context(cafile=root)
    context.check_hostname = mode == "verify-full"
    return context
