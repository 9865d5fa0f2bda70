"""Addresses of PostgreSQL servers: reading them, and connecting to the host that accepts writes."""

import os
import secrets
import ssl
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Literal, cast, get_args
from urllib.parse import quote, unquote, urlencode, urlsplit

import asyncpg

from breachlight.database.errors import DatabaseError
from breachlight.database.session import Connection
from breachlight.database.statement_spans import trace_statements

_CONNECT_SECONDS: Final = 10.0
_HOST_SECONDS: Final = 3.0
"""How long each of several hosts may take: one that is powered off doesn't answer at all."""

_PORT: Final = 5432
_SECRETS: Final = ("password", "sslpassword")
_NAME: Final = "breachlight"
_TRY_ANOTHER_HOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.AdminShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.ConnectionDoesNotExistError,
    asyncpg.TargetServerAttributeNotMatched,
    asyncpg.TooManyConnectionsError,
)

SSLMode = Literal["disable", "prefer", "allow", "require", "verify-ca", "verify-full"]
SessionAttribute = Literal["any", "read-write", "primary"]


@dataclass(frozen=True)
class Address:
    """A database and the hosts that may have it, in order of preference; ``ssl`` is what asyncpg calls by that name."""

    hosts: tuple[tuple[str, int], ...]
    user: str
    password: str | None
    database: str
    ssl: SSLMode | ssl.SSLContext | None
    session: SessionAttribute | Literal["standby"]

    @property
    def host_names(self) -> str:
        """The hosts, for messages."""
        return ", ".join(host for host, _ in self.hosts)

    @property
    def ports(self) -> str:
        """The ports, for messages."""
        return ", ".join(dict.fromkeys(str(port) for _, port in self.hosts))


class NoPrimaryError(ConnectionError):
    """Hosts respond, and none of them accepts writes; like an outage, a failover ends it."""


class Connector:
    """Opens connections to one address; begins with the host that it reached last."""

    def __init__(self, address: Address, name: str = _NAME) -> None:
        """Give the address, and the name of the sessions among the server's; nothing is opened yet."""
        self._address = address
        self._name = name

    async def __call__(self, *_: object, **options: Any) -> Connection:
        """Open a connection; ``options`` are asyncpg's, and those that belong to the address are its own.

        Raises:
            NoPrimaryError: hosts respond, and none accepts writes.
            OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError: of the last host that was tried.
        """
        address = self._address
        seconds = _CONNECT_SECONDS if len(address.hosts) == 1 else _HOST_SECONDS
        given = {
            **options,
            "user": address.user,
            "password": address.password,
            "database": address.database,
            "ssl": address.ssl,
            "timeout": seconds,
            "server_settings": {"timezone": "UTC", "application_name": self._name},
            "target_session_attrs": address.session,
        }
        failures: list[Exception] = []
        for host, port in address.hosts:
            try:
                connection = await asyncpg.connect(**{**given, "host": host, "port": port})
            except _TRY_ANOTHER_HOST as error:
                failures.append(error)
                continue
            trace_statements(connection)
            if failures:
                others = tuple(other for other in address.hosts if other != (host, port))
                self._address = replace(address, hosts=((host, port), *others))
            return cast("Connection", connection)
        if any(isinstance(failure, asyncpg.TargetServerAttributeNotMatched) for failure in failures):
            raise NoPrimaryError(f"none of {address.host_names} accepts writes")
        raise failures[-1]


def read_address(text: str, variable: str = "DATABASE_URL") -> Address:
    """Read a URL as libpq writes them, with one host or several.

    Raises:
        DatabaseError: it is none; the message names ``variable``.
    """
    try:
        parts = urlsplit(text)
        query = _query(text)
        hosts = _hosts(parts.netloc.rpartition("@")[2], query)
        address = Address(
            hosts=hosts,
            user=unquote(parts.username or query.get("user") or ""),
            password=unquote(parts.password) if parts.password else query.get("password"),
            database=unquote(parts.path.lstrip("/")),
            ssl=_ssl(query),
            session=_session(query, len(hosts)),
        )
    except (ValueError, OSError) as error:
        raise _malformed(variable) from error
    if parts.scheme not in {"postgresql", "postgres"} or not address.user or not address.database:
        raise _malformed(variable)
    return address


def for_libpq(text: str) -> str:
    """Return a valid URL with what libpq, which DuckDB uses, needs to choose among several hosts as ``Connector`` does."""
    address = read_address(text)
    if len(address.hosts) == 1:
        return text
    defaults = {"target_session_attrs": address.session, "connect_timeout": str(int(_HOST_SECONDS))}
    missing = {name: value for name, value in defaults.items() if name not in _query(text)}
    return _with(text, missing)


def process_name() -> str:
    """Return the name that this process, and no other one, gives its sessions outside the pool."""
    return f"{_NAME} {_number_of(os.getpid())}"


@cache
def _number_of(pid: int) -> str:  # noqa: ARG001 -- a fork has another number
    return secrets.token_hex(8)


def named(text: str) -> str:
    """Return a valid URL for libpq whose sessions have the name of this process."""
    return _with(text, {"application_name": process_name()})


def without_secrets(text: str) -> tuple[str, dict[str, str]]:
    """Return a valid URL without its secrets, for arguments that other users can see, and the secrets by libpq's names."""
    parts, query = urlsplit(text), _query(text)
    secrets: dict[str, str] = {name: query[name] for name in _SECRETS if name in query}
    if parts.password:
        secrets["password"] = unquote(parts.password)
    user, _, hosts = parts.netloc.rpartition("@")
    kept = "&".join(part for part in parts.query.split("&") if unquote(part.partition("=")[0]) not in _SECRETS)
    location = f"{user.partition(':')[0]}@{hosts}" if user else hosts
    return parts._replace(netloc=location, query=kept).geturl(), secrets


def _with(text: str, parameters: dict[str, str]) -> str:
    parts = urlsplit(text)
    # For libpq a plus is no blank.
    query = "&".join(part for part in (parts.query, urlencode(parameters, quote_via=quote)) if part)
    return parts._replace(query=query).geturl()


def _query(text: str) -> dict[str, str]:
    """Return the parameters of a URL; as in libpq a plus is no blank, and the last of a name counts."""
    pairs = [part.partition("=") for part in urlsplit(text).query.split("&")]
    return {unquote(name): unquote(value) for name, _, value in pairs if value}


def _hosts(location: str, query: dict[str, str]) -> tuple[tuple[str, int], ...]:
    ports = query["port"].split(",") if "port" in query else []
    if "host" in query:
        names: list[tuple[str, int | None]] = [(name, None) for name in query["host"].split(",")]
    else:
        single = [urlsplit(f"//{part}") for part in location.split(",")]
        names = [(part.hostname or "localhost", part.port) for part in single]
    if len(ports) not in {0, 1, len(names)}:
        raise ValueError
    ports = ports * len(names) if len(ports) == 1 else ports or [""] * len(names)
    return tuple((name, int(port or own or _PORT)) for (name, own), port in zip(names, ports, strict=True))


def _session(query: dict[str, str], hosts: int) -> SessionAttribute:
    chosen = query.get("target_session_attrs") or ("any" if hosts == 1 else "read-write")
    if chosen not in get_args(SessionAttribute):
        raise ValueError
    return cast("SessionAttribute", chosen)


def _ssl(query: dict[str, str]) -> SSLMode | ssl.SSLContext | None:
    mode, root = query.get("sslmode"), query.get("sslrootcert")
    if mode is not None and mode not in get_args(SSLMode):
        raise ValueError
    if root is None or mode not in {"verify-ca", "verify-full"}:
        return cast("SSLMode | None", mode)
    context = ssl.create_default_context(cafile=root)
    context.check_hostname = mode == "verify-full"
    return context


def _malformed(variable: str) -> DatabaseError:
    return DatabaseError(
        f"{variable} is invalid: write it as postgresql://user:password@host:5432/database, with several hosts separated "
        "by commas, and with ?sslmode= and &sslrootcert= if the server requires them."
    )
