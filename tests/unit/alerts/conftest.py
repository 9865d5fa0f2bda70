"""Tenants, and services that can be called."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg
import psutil
import pytest
from alert_factories import Tenant, make_tenant, raise_findings

from breachlight.alerts.upsert.matches import Finding
from breachlight.alerts.upsert.service import Raised
from breachlight.config import Settings, get_key_ring
from breachlight.database.connection import connect
from breachlight.kit.keys import KeyRing


@pytest.fixture
async def tenant(connection: asyncpg.Connection) -> Tenant:
    return await make_tenant(connection, "acme.example")


@pytest.fixture
async def other(connection: asyncpg.Connection) -> Tenant:
    return await make_tenant(connection, "rival.example")


@pytest.fixture
def raise_all(connection: asyncpg.Connection, key_ring: KeyRing) -> Callable[..., Any]:
    """Raise findings in a transaction of their own."""

    async def run(*findings: Finding, on: asyncpg.Connection | None = None) -> Raised:
        return await raise_findings(on or connection, key_ring, *findings)

    return run


@pytest.fixture
async def second(settings: Settings) -> AsyncIterator[asyncpg.Connection]:
    """A second connection to the test's database."""
    link = await connect(settings)
    yield link
    await link.close()


@pytest.fixture
async def backend(connection: asyncpg.Connection) -> psutil.Process:
    """The process of PostgreSQL that works for the test."""
    found = psutil.Process(await connection.fetchval("SELECT pg_backend_pid()"))
    if found.name() != "postgres":
        pytest.skip("PostgreSQL runs on another machine")
    return found


@pytest.fixture
async def service_up(tortoise: None, key_ring: KeyRing) -> AsyncIterator[None]:
    """Services can be called: the pool is up and the keys of the test are read."""
    get_key_ring.cache_clear()
    yield
    get_key_ring.cache_clear()
