"""Tables that grow with detections: their keys, and the statements that write them on a real Citus (``make test-citus``)."""

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import pytest
from alert_factories import Tenant, make_tenant, raise_findings
from citus_cluster import REFERENCE_TABLES, CitusCluster, distributed_tables

from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.where import select_ids
from breachlight.alerts.repository import untie_domain
from breachlight.alerts.triage.repository import Change, add_operation, change_alerts, restore_alerts
from breachlight.alerts.upsert.service import Raised
from breachlight.alerts.withdrawal import repository as withdrawal
from breachlight.database import migration_files
from breachlight.database.model_comparison import models_drift
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing

KEYS = """SELECT i.indisprimary, array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum)) AS columns
FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indrelid = $1::regclass AND (i.indisprimary OR i.indisunique) GROUP BY i.indexrelid, 1"""


async def test_keys_of_distributed_tables_begin_with_the_account(connection: asyncpg.Connection) -> None:
    assert len(distributed_tables()) >= 11
    assert {"alerts", "sightings", "alert_counters", "email_accounts", "alert_sequences"} <= set(distributed_tables())
    for table in distributed_tables():
        keys = await connection.fetch(KEYS, table)
        assert keys, table
        for key in keys:
            assert key["columns"][0] == "account_id", (table, key)
        [primary] = [key["columns"] for key in keys if key["indisprimary"]]
        assert primary in (["account_id"], ["account_id", "id"]) or primary[1] == "incident_id", table
        # Citus adds one of its own to each table that it distributes.
        triggers = "SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname NOT LIKE 'truncate_trigger_%'"
        assert await connection.fetch(triggers, table) == []


def test_the_documents_name_every_distributed_table() -> None:
    text = (Path(__file__).parents[3] / "docs" / "scale.md").read_text()
    assert [table for table in distributed_tables() if not re.search(rf"\b{table}\b", text)] == []


async def test_a_mark_without_a_migration_is_drift_and_so_is_the_reverse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "migrations"
    shutil.copytree(migration_files.LOCATION, copy)
    monkeypatch.setattr(migration_files, "LOCATION", copy)
    assert await models_drift() == ""
    [path] = (copy / "models").glob("*_keys_by_account.py")
    line = 'ALTER TABLE "sightings" DROP CONSTRAINT "sightings_pkey", ADD PRIMARY KEY ("account_id", "id");'
    text = path.read_text()
    assert line in text
    path.write_text(text.replace(line, ""))
    assert await models_drift() == line
    path.write_text(text.replace(line, line + line.replace("sightings", "saved_views")))
    assert "saved_views has the key" in await models_drift()


async def test_a_real_citus_distributes_every_table(
    citus: CitusCluster | None, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    if citus is None:
        pytest.skip("BREACHLIGHT_TEST_CITUS names no PostgreSQL with Citus")
    placed = await connection.fetch(
        "SELECT table_name::text, distribution_column, colocation_id FROM citus_tables WHERE citus_table_type = 'distributed'"
    )
    assert {row["table_name"] for row in placed} == set(distributed_tables())
    assert {row["distribution_column"] for row in placed} == {"account_id"}
    assert len({row["colocation_id"] for row in placed}) == 1
    shards = "SELECT DISTINCT nodeport FROM citus_shards WHERE table_name::text <> ALL($1)"
    assert [row["nodeport"] for row in await connection.fetch(shards, REFERENCE_TABLES)] == [citus.worker.port]
    mine, theirs = [await make_tenant(connection, f"{name}.example") for name in ("acme", "rival")]
    await raise_findings(connection, key_ring, mine.workforce(), mine.portal(), theirs.workforce())
    await _write(connection, key_ring, mine, theirs)


async def _write(connection: asyncpg.Connection, ring: KeyRing, mine: Tenant, theirs: Tenant) -> None:
    """Raise, sight, close, undo, retract, untie and erase alerts of distributed tables, and check what is counted."""
    account_id, operation_id = mine.account_id, new_id()
    again = mine.workforce(host="new.example", file_digest=bytes(32), seen_at=datetime(2026, 11, 2, tzinfo=UTC))
    assert (await raise_findings(connection, ring, mine.workforce(host="new.example"), theirs.portal())).alerts == 2
    assert await raise_findings(connection, ring, again) == Raised(0, 1)
    ids = [row["id"] for row in await connection.fetch("SELECT id FROM alerts WHERE account_id = $1", account_id)]
    change = Change(AlertAction.CLOSE)
    async with connection.transaction():
        await add_operation(
            connection, account_id, operation_id, change, user_id=mine.user_id, updated=3, at=clock.now()
        )
        assert await change_alerts(connection, select_ids(account_id, ids), change, operation_id, 10) == 3
    async with connection.transaction():
        assert (await restore_alerts(connection, account_id, operation_id, 0, 10))[0] == 3
    async with connection.transaction():
        await withdrawal.retract_alerts(connection, account_id, ids[:1])
        assert await untie_domain(connection, account_id, mine.domain_id, 10) == 1
        await withdrawal.erase_alerts(connection, account_id, ids[:1])
    numbers = "SELECT last_number, announced FROM alert_sequences WHERE account_id = $1"
    assert tuple(await connection.fetchrow(numbers, account_id)) == (9, 9)
    counted = (
        "SELECT is_closed, sum(alerts) FROM alert_counters WHERE account_id = $1 AND alerts <> 0 GROUP BY 1 ORDER BY 1"
    )
    assert [tuple(row) for row in await connection.fetch(counted, account_id)] == [(False, 2), (True, 1)]
    opened = """SELECT sum(open_detections) = (SELECT count(*) FROM alerts WHERE account_id = $1 AND NOT is_closed
        AND email_account_id IS NOT NULL) FROM email_accounts WHERE account_id = $1"""
    assert await connection.fetchval(opened, account_id)
