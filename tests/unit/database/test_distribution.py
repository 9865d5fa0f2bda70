"""Tables that grow with detections: their keys, and whether a real Citus distributes them.

A folder with PostgreSQL and Citus in ``BREACHLIGHT_TEST_CITUS`` (``bin``, ``lib``, ``share``) lets the latter run; docs/contributing.md
says how to build one.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from alert_factories import make_tenant, raise_findings
from external_database import ExternalPostgreSQL
from products import free_port

from breachlight.config import Settings
from breachlight.database import migration_files
from breachlight.database.migrations import migrate
from breachlight.database.model import distributed_models
from breachlight.database.model_comparison import models_drift
from breachlight.kit.keys import KeyRing

KEYS = """SELECT i.indisprimary, array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum)) AS columns
FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indrelid = $1::regclass AND (i.indisprimary OR i.indisunique) GROUP BY i.indexrelid, 1"""


@pytest.fixture
def citus() -> Iterator[ExternalPostgreSQL]:
    folder = os.environ.get("BREACHLIGHT_TEST_CITUS")
    if not folder:
        pytest.skip("BREACHLIGHT_TEST_CITUS names no PostgreSQL with Citus")
    server = ExternalPostgreSQL(free_port(), programs=Path(folder) / "bin")
    server.start(shared_preload_libraries="citus", wal_level="logical", max_prepared_transactions="100")
    yield server
    server.remove()


def tables() -> list[str]:
    return [model._meta.db_table for model in distributed_models()]


async def test_keys_of_distributed_tables_begin_with_the_account(connection: asyncpg.Connection) -> None:
    assert len(tables()) >= 11
    assert {"alerts", "sightings", "alert_counters", "email_accounts", "alert_sequences"} <= set(tables())
    for table in tables():
        keys = await connection.fetch(KEYS, table)
        assert keys, table
        for key in keys:
            assert key["columns"][0] == "account_id", (table, key)
        [primary] = [key["columns"] for key in keys if key["indisprimary"]]
        assert primary in (["account_id"], ["account_id", "id"]), table
        assert await connection.fetch("SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass", table) == []


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


async def test_a_real_citus_distributes_every_table(citus: ExternalPostgreSQL, tmp_path: Path) -> None:
    settings = Settings(environment="test", data_folder=tmp_path, database_url=citus.url)  # type: ignore[arg-type]
    await migrate(settings)
    ring = KeyRing.create(settings.key_file)
    connection = await asyncpg.connect(citus.url)
    await connection.execute("CREATE EXTENSION citus")
    await connection.execute(
        "INSERT INTO pg_dist_authinfo VALUES (0, current_user, 'password=' || $1::text)", citus.password
    )
    await connection.execute(f"SELECT citus_set_coordinator_host('127.0.0.1', {citus.port})")
    await connection.execute(f"SELECT citus_set_node_property('127.0.0.1', {citus.port}, 'shouldhaveshards', true)")
    mine, theirs = [await make_tenant(connection, f"{name}.example") for name in ("acme", "rival")]
    await raise_findings(connection, ring, mine.workforce(), mine.portal(), theirs.workforce())
    for table in ["alerts", *[table for table in tables() if table != "alerts"]]:
        together = "" if table == "alerts" else ", colocate_with => 'alerts'"
        await connection.execute(f"SELECT create_distributed_table('{table}', 'account_id'{together})")
    placed = await connection.fetch("SELECT table_name::text, distribution_column, colocation_id FROM citus_tables")
    assert {row["table_name"] for row in placed} == set(tables())
    assert {row["distribution_column"] for row in placed} == {"account_id"}
    assert len({row["colocation_id"] for row in placed}) == 1
    assert await connection.fetchval("SELECT count(*) FROM alerts") == 3
    await connection.close()
