"""A DNS server that the application asks, and signed-in organizations."""

from collections.abc import AsyncIterator

import pytest
from dns_server import DnsServer, dns_server

from breachlight.config import Settings, get_settings


@pytest.fixture
async def zone(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DnsServer]:
    """The only name server that the application asks."""
    async with dns_server() as server:
        monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", server.address)
        get_settings.cache_clear()
        yield server
    get_settings.cache_clear()


@pytest.fixture
async def mirror(zone: DnsServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DnsServer]:
    """A second name server that the application asks, with the same records."""
    async with dns_server() as server:
        server.texts = zone.texts
        monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", f"{zone.address},{server.address}")
        get_settings.cache_clear()
        yield server
