"""Migrations: applied once, by one process, and in agreement with the models."""

import asyncio
import subprocess
import sys
import uuid
from datetime import UTC, datetime
from importlib.util import module_from_spec, spec_from_file_location

import asyncpg
import pytest
from alert_factories import make_tenant, raise_findings
from databases import execute_patiently, named_database

from breachlight.config import Settings
from breachlight.database.connection import connect, database
from breachlight.database.errors import DatabaseError
from breachlight.database.migrations import LOCATION, migrate, models_drift, pending
from breachlight.site.models import SiteSettings

MIGRATE = """
import asyncio
from breachlight.config import get_settings
from breachlight.database.migrations import migrate
print(len(asyncio.run(migrate(get_settings()))))
"""


@pytest.fixture
async def empty(database_server, tmp_path):
    """Settings of a database without a single table."""
    name = f"empty_{uuid.uuid4().hex}"
    administrator = await asyncpg.connect(database_server)
    await administrator.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    yield Settings(environment="test", data_folder=tmp_path, database_url=named_database(database_server, name))
    await execute_patiently(administrator, f"DROP DATABASE {name} WITH (FORCE)")
    await administrator.close()


async def test_five_processes_at_once_and_one_applies(empty):
    environment = {"DATABASE_URL": empty.database_url.get_secret_value()}
    running = [
        subprocess.Popen([sys.executable, "-c", MIGRATE], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(5)
    ]
    counts = sorted([int((await asyncio.to_thread(process.communicate))[0]) for process in running])
    assert counts[:4] == [0] * 4
    assert counts[4] > 0


async def test_what_is_pending_and_then_is_not(empty):
    connection = await connect(empty)
    try:
        names = await pending(connection)
        assert names[0].startswith("0_")
        assert await migrate(empty) == names
        assert await pending(connection) == []
        assert await migrate(empty) == []
    finally:
        await connection.close()


async def test_the_pool_of_the_process_survives_a_migration(settings):
    async with database(settings):
        assert await migrate(settings) == []
        assert await models_drift() == ""
        assert await SiteSettings.all().count() == 1


async def test_a_database_of_a_newer_version_is_refused(settings, connection):
    await connection.execute(
        "INSERT INTO aerich (version, app, content) VALUES ('999_20990101000000_later.py', 'models', '{}')"
    )
    with pytest.raises(DatabaseError, match=r"newer Breachlight \(999_"):
        await migrate(settings)


async def test_models_and_migrations_agree():
    assert await models_drift() == ""
    assert await models_drift() == ""


async def test_what_alerts_come_to_for_an_email_account_is_counted_by_its_migration_and_undone(connection, key_ring):
    """The counters of alerts that were there before, and nothing left of them when the migration is undone."""
    path = next((LOCATION / "models").glob("5_*.py"))
    spec = spec_from_file_location(path.stem, path)
    step = module_from_spec(spec)
    spec.loader.exec_module(step)
    kept = "SELECT email, open_detections, last_seen FROM email_accounts ORDER BY email"
    triggers = "SELECT array_agg(tgname::text ORDER BY tgname) FROM pg_trigger WHERE tgrelid = 'alerts'::regclass"
    after = await connection.fetchval(triggers)
    await connection.execute(await step.downgrade(None))
    assert set(after) - set(await connection.fetchval(triggers)) == {
        "email_accounts_changed",
        "email_accounts_raised",
        "email_accounts_removed",
    }
    with pytest.raises(asyncpg.UndefinedColumnError):
        await connection.fetch(kept)
    tenant = await make_tenant(connection, "acme.example")
    newer = tenant.workforce(seen_at=datetime(2026, 11, 2, tzinfo=UTC), password="invented-2")
    await raise_findings(connection, key_ring, tenant.workforce(), newer, tenant.portal())
    await connection.execute("UPDATE alerts SET is_closed = true WHERE last_seen = $1", newer.seen_at)
    await connection.execute(await step.upgrade(None))
    assert await connection.fetchval(triggers) == after
    assert [tuple(row) for row in await connection.fetch(kept)] == [("jo@acme.example", 1, newer.seen_at)]
    await connection.execute("DELETE FROM alerts")
    assert [tuple(row) for row in await connection.fetch(kept)] == [("jo@acme.example", 0, None)]


async def test_backfills_get_their_name_with_rows_emails_and_jobs(connection, administrator):
    """What earlier versions had written is there under the new names, and a waiting job can be run."""
    path = next((LOCATION / "models").glob("*_backfill_names.py"))
    spec = spec_from_file_location(path.stem, path)
    step = module_from_spec(spec)
    spec.loader.exec_module(step)
    await administrator.execute(await step.downgrade(None))
    backfill_id = uuid.uuid4()
    await connection.execute(
        "INSERT INTO look_backs (id, account_id, identity_id, batches_total, batches_done, alerts, created_at)"
        " VALUES ($1, $1, $1, 3, 1, 2, now())",
        backfill_id,
    )
    await connection.execute(
        "INSERT INTO jobs.pgqueuer (priority, status, entrypoint, payload)"
        " SELECT 0, 'queued', name, convert_to($1, 'UTF8') FROM unnest($2::text[]) AS name",
        f'{{"look_back_id": "{backfill_id}"}}',
        ["look_back", "look_back.stopped", "alerts.tell"],
    )
    await administrator.execute(await step.upgrade(None))
    assert await connection.fetchval("SELECT batches_done FROM backfills WHERE id = $1", backfill_id) == 1
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE backfill_id IS NOT NULL") == 0
    queued = await connection.fetch(
        "SELECT entrypoint, convert_from(payload, 'UTF8') FROM jobs.pgqueuer ORDER BY entrypoint"
    )
    assert [row[0] for row in queued] == ["alerts.email", "backfill", "backfill.stopped"]
    assert {row[1] for row in queued[1:]} == {f'{{"backfill_id": "{backfill_id}"}}'}
    names = await connection.fetch("SELECT indexname FROM pg_indexes WHERE indexname LIKE '%look_back%'")
    assert names == []
