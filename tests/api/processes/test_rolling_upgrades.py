"""Migrations of a next version under a process that serves; ``make test-upgrade`` upgrades several hosts and ingests meanwhile."""

import asyncio
from pathlib import Path

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from products import Product
from rolling_upgrades import REST, Load, expand, make_customer
from trial_migrations import trial_migrations, write_migration

from breachlight.config import Settings
from breachlight.database.migrations import OlderProcessesError, contract, migrate
from breachlight.kit.keys import KeyRing


@pytest.fixture
async def product(tmp_path: Path, settings: Settings, connection: asyncpg.Connection) -> Product:
    """An installation on the test's database, with a customer who has a detection."""
    assert settings.database_url is not None
    installed = Product(
        tmp_path, DATABASE_URL=settings.database_url.get_secret_value(), BREACHLIGHT_KEY_FILE=settings.key_file
    )
    ring = KeyRing.create(settings.key_file)
    await connection.execute("UPDATE site_settings SET login_enabled = true")
    account, user, domain = await make_customer(connection)
    tenant = Tenant(account.id, user.id, domain.id, domain.domain, await make_leak(connection, "some-leak"))
    await raise_findings(connection, ring, *(tenant.portal(username_key=f"user-{number}") for number in range(250)))
    return installed


async def test_requests_of_an_old_process_succeed_while_a_new_version_migrates(
    product: Product, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(product.serve)
    load = Load([product.url], paths=(REST,))
    with load.running():
        await asyncio.to_thread(load.wait_for_more, 3)
        folder = trial_migrations(tmp_path, monkeypatch)
        expand(folder)
        write_migration(folder, 902, "ALTER TABLE site_settings DROP COLUMN trial_new", phase="contract")
        assert len(await migrate(settings)) == 2
        await asyncio.to_thread(load.wait_for_more, 3)
        with pytest.raises(OlderProcessesError, match=r"902_.* serve "):
            await contract(settings)
        await asyncio.to_thread(load.wait_for_more, 3)
    assert load.failures == []
    assert product.end() == [0]
    assert [name[:3] for name in await contract(settings)] == ["902"]
