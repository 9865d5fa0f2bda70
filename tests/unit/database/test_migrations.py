"""Migrations: applied once, by one process, and in agreement with the models."""

import asyncio
import subprocess
import sys
import uuid
from datetime import UTC, datetime

import pytest
from earlier_versions import alert_values, apply, insert

from breachlight.database import job_queue
from breachlight.database.connection import connect, database
from breachlight.database.errors import DatabaseError
from breachlight.database.migration_log import pending
from breachlight.database.migrations import migrate
from breachlight.database.model_comparison import models_drift
from breachlight.kit.identifiers import new_id
from breachlight.site.models import SiteSettings

MIGRATE = """
import asyncio
from breachlight.config import get_settings
from breachlight.database.migrations import migrate
print(len(asyncio.run(migrate(get_settings()))))
"""


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


async def test_what_alerts_come_to_for_an_email_account_is_counted_by_its_migration(before):
    connection = await before(5)
    account_id, email_account_id = new_id(), new_id()
    seen = datetime(2026, 11, 2, tzinfo=UTC)
    await insert(
        connection,
        "email_accounts",
        id=email_account_id,
        account_id=account_id,
        email="jo@acme.example",
        created_at=seen,
    )
    owner = {"account_id": account_id, "email_account_id": email_account_id, "transaction_id": 1}
    await insert(connection, "alerts", **alert_values(**owner))
    await insert(connection, "alerts", **alert_values(**owner, last_seen=seen, is_closed=True))
    await insert(connection, "alerts", **alert_values(**{**owner, "email_account_id": None}))
    await apply(connection, 5)
    kept = await connection.fetch("SELECT email, open_detections, last_seen FROM email_accounts ORDER BY email")
    assert [tuple(row) for row in kept] == [("jo@acme.example", 1, seen)]


async def test_backfills_get_their_name_with_rows_emails_and_jobs(before):
    """What earlier versions had written is there under the new names, and a waiting job can be run."""
    connection = await before(11)
    await job_queue.install(connection)
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
    await apply(connection, 11)
    assert await connection.fetchval("SELECT batches_done FROM backfills WHERE id = $1", backfill_id) == 1
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE backfill_id IS NOT NULL") == 0
    queued = await connection.fetch(
        "SELECT entrypoint, convert_from(payload, 'UTF8') FROM jobs.pgqueuer ORDER BY entrypoint"
    )
    assert [row[0] for row in queued] == ["alerts.email", "backfill", "backfill.stopped"]
    assert {row[1] for row in queued[1:]} == {f'{{"backfill_id": "{backfill_id}"}}'}
    names = await connection.fetch("SELECT indexname FROM pg_indexes WHERE indexname LIKE '%look_back%'")
    assert names == []
