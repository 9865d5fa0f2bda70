"""Signed-in tenants with alerts."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import factories
import httpx
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from callers import LOGIN, PASSWORD, Caller

from breachlight.alerts.upsert.matches import Finding
from breachlight.auth.password_hashing import hash_password
from breachlight.config import get_settings
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing


@dataclass
class Signed:
    """A signed-in caller and the tenant behind it."""

    caller: Caller
    tenant: Tenant


@pytest.fixture
def join(
    connection: asyncpg.Connection, sign_in: Callable[..., Awaitable[Caller]]
) -> Callable[[str], Awaitable[Signed]]:
    """Log in an organization with a domain."""

    async def make(domain: str) -> Signed:
        caller = await sign_in()
        row = await factories.make_domain(connection, caller.account, domain)
        leak_id = await make_leak(connection, f"leak-of-{domain}")
        return Signed(caller, Tenant(caller.account.id, caller.user.id, row.id, domain, leak_id))

    return make


@pytest.fixture
async def mine(join: Callable[[str], Awaitable[Signed]]) -> Signed:
    return await join("acme.example")


@pytest.fixture
async def theirs(join: Callable[[str], Awaitable[Signed]]) -> Signed:
    return await join("rival.example")


@pytest.fixture
def join_member(http: httpx.AsyncClient, connection: asyncpg.Connection) -> Callable[[Signed, str], Awaitable[Caller]]:
    """Sign another member of the same account in."""

    async def make(signed: Signed, role: str) -> Caller:
        user = await factories.make_user(connection, signed.caller.account, password_hash=await hash_password(PASSWORD))
        await connection.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", user.id, role)
        answer = await http.post(
            "/graphql", json={"query": LOGIN, "variables": {"input": {"email": user.email, "password": PASSWORD}}}
        )
        return Caller(http, signed.caller.account, user, answer.json()["data"]["login"]["tokens"])

    return make


@pytest.fixture
def raise_all(connection: asyncpg.Connection, key_ring: KeyRing) -> Callable[..., Awaitable[None]]:
    async def run(*findings: Finding) -> None:
        await raise_findings(connection, key_ring, *findings)

    return run


@pytest.fixture
def fresh_hour() -> Iterator[None]:
    """An hour in which nothing else has been disclosed."""
    with clock.standing_at(clock.now().replace(minute=30, second=0, microsecond=0)):
        yield


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Set the limits of disclosed passwords per hour."""

    def give(**values: int) -> None:
        for name, value in values.items():
            monkeypatch.setenv(f"BREACHLIGHT_{name.upper()}", str(value))
        get_settings.cache_clear()

    yield give
    get_settings.cache_clear()


@pytest.fixture
async def alerted(mine: Signed, raise_all: Callable[..., Awaitable[None]]) -> Signed:
    """The tenant with three detections, invented-0 to invented-2."""
    await raise_all(*[mine.tenant.workforce(password=f"invented-{n}", url=f"https://s.example/{n}") for n in range(3)])
    return mine


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An operator's folder of documents."""
    monkeypatch.setenv("BREACHLIGHT_CONTENT_FOLDER", str(tmp_path))
    get_settings.cache_clear()
    yield tmp_path
    get_settings.cache_clear()
