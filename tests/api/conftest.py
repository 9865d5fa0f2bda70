"""Fixtures of tests through HTTP: the whole application in this process, on a fresh database."""

import asyncio
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import argon2
import asyncpg
import httpx
import pytest
import uvicorn
from background_work import is_background
from callers import LOGIN, PASSWORD, Caller, client_of
from external_database import ExternalPostgreSQL
from factories import make_account, make_user
from mail_server import Mails, MailServer, make_mail_server
from products import free_port
from starlette.applications import Starlette

from breachlight.app import create_app
from breachlight.auth.models import AccountKind
from breachlight.auth.password_hashing import hash_password
from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.kit.keys import KeyRing
from breachlight.sessions.service import get_session_service


@pytest.fixture
async def app(settings: Settings, key_ring: KeyRing, connection: asyncpg.Connection) -> AsyncIterator[Starlette]:
    """The application with its lifespan run; login is switched on."""
    get_key_ring.cache_clear()
    get_session_service.cache_clear()
    await connection.execute("UPDATE site_settings SET login_enabled = true")
    application = create_app()
    async with application.router.lifespan_context(application):
        yield application
    get_key_ring.cache_clear()
    get_session_service.cache_clear()


@pytest.fixture
async def served(app: Starlette) -> AsyncIterator[str]:
    """Serve the application on a port of this machine; return its address."""
    listener = sockets.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_config=None, timeout_graceful_shutdown=1))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server.serve([listener]))
    yield f"ws://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    await task


@pytest.fixture
async def http(app: Starlette, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application that names its language, as browsers do: who names none costs a look at the site's."""

    async def catch_up(_: httpx.Request) -> None:
        # What a test has written by a connection of its own is known, as it is to a process a moment later.
        await app.state.listener.catch_up()

    async with client_of(app, settings.public_url) as client:
        client.event_hooks = {"request": [catch_up]}
        yield client


@pytest.fixture
def mails(connection: asyncpg.Connection, key_ring: KeyRing) -> Mails:
    """The emails that the application has written; no worker needs to run."""
    return Mails(connection)


@pytest.fixture
def mail_server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    """A running mail server that the settings use."""
    server = make_mail_server()
    server.start()
    for name, value in server.variables().items():
        monkeypatch.setenv(name, value)
    get_settings.cache_clear()
    yield server
    server.stop()


@pytest.fixture
def sign_in(http: httpx.AsyncClient, connection: asyncpg.Connection) -> Callable[..., Awaitable[Caller]]:
    """Make an account with a user, log in, and return the caller."""

    async def make(kind: str = "org", email: str | None = None) -> Caller:
        account = await make_account(connection, AccountKind(kind))
        user = await make_user(connection, account, email, await hash_password(PASSWORD))
        answer = await http.post(
            "/graphql", json={"query": LOGIN, "variables": {"input": {"email": user.email, "password": PASSWORD}}}
        )
        return Caller(http, account, user, answer.json()["data"]["login"]["tokens"])

    return make


@pytest.fixture
def standby(primary: ExternalPostgreSQL) -> Iterator[ExternalPostgreSQL]:
    """A standby that follows it."""
    server = ExternalPostgreSQL(free_port(), primary=primary)
    server.start()
    yield server
    server.remove()


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements and password checks that requests cause from now on; clear it where counting begins."""
    done: list[str] = []
    execute, verify = asyncpg.Connection._execute, argon2.PasswordHasher.verify

    async def executed(self: Any, query: str, *rest: Any, **named: Any) -> Any:
        if not is_background():
            done.append(query.split(maxsplit=1)[0])
        return await execute(self, query, *rest, **named)

    def verified(self: Any, *rest: Any) -> Any:
        done.append("Argon2")
        return verify(self, *rest)

    monkeypatch.setattr(asyncpg.Connection, "_execute", executed)
    monkeypatch.setattr(argon2.PasswordHasher, "verify", verified)
    return done
