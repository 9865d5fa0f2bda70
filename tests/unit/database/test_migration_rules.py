"""The rules of the phases of migrations, which ``make check`` applies to every file."""

import pytest
from migration_rules import check, faults
from trial_migrations import trial_migrations, write_migration

from breachlight.database.migration_files import Phase, migration_files

ADDITIVE = (
    'CREATE TABLE "notes" ("id" UUID NOT NULL PRIMARY KEY); CREATE INDEX "i" ON "notes" ("id"); UPDATE notes SET id = id',
    'ALTER TABLE "alerts" ADD "x" INT',
    "ALTER TABLE alerts ADD x INT NOT NULL DEFAULT 0, ADD y JSONB NOT NULL DEFAULT '[]'::jsonb",
    "ALTER TABLE alerts ADD x TIMESTAMPTZ DEFAULT now()",
    'ALTER TABLE "alerts" ALTER COLUMN "usernames" DROP NOT NULL, ALTER "leak_id" SET DEFAULT NULL',
    "COMMENT ON COLUMN alerts.host IS 'one; two'; INSERT INTO site_settings VALUES (1)",
    """CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; RETURN NEW; END $$;
    CREATE TRIGGER t BEFORE INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION f()""",
)
SUBTRACTIVE = (
    ("DROP TABLE alerts", "DROP TABLE"),
    ("ALTER TABLE alerts DROP COLUMN host", "DROP COLUMN"),
    ("ALTER TABLE alerts RENAME COLUMN host TO site", "RENAME COLUMN"),
    ("ALTER TABLE alerts RENAME TO detections", "RENAME TO"),
    ("ALTER TABLE alerts ADD CONSTRAINT c CHECK (host <> '') NOT VALID", "ADD CONSTRAINT"),
    ("ALTER TABLE alerts ALTER host DROP DEFAULT", "DROP DEFAULT"),
    ("CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", "OR REPLACE"),
    ("DROP TRIGGER t ON alerts", "DROP TRIGGER"),
    ("REVOKE SELECT ON alerts FROM someone", "REVOKE"),
    ("DO $$ BEGIN EXECUTE 'DROP TABLE alerts'; END $$", "DO"),
    ("ALTER INDEX i RENAME TO j", "ALTER INDEX"),
)
LOCKING = (
    ("CREATE INDEX i ON alerts (host)", "CONCURRENTLY"),
    ("ALTER TABLE alerts ALTER host TYPE varchar(10)", "rewrites"),
    ("ALTER TABLE alerts ADD x uuid DEFAULT gen_random_uuid()", "constant"),
    ("ALTER TABLE alerts ADD x serial", "sequence"),
    ("ALTER TABLE alerts ADD x int GENERATED ALWAYS AS (1) STORED", "expression"),
    ("ALTER TABLE alerts ADD x int REFERENCES leaks (id)", "constraint"),
    ("ALTER TABLE alerts ADD x int NOT NULL", "needs a default"),
    ("UPDATE alerts SET host = lower(host)", "BATCHES"),
    ("WITH a AS (SELECT 1) DELETE FROM alerts", "BATCHES"),
    ("INSERT INTO notes SELECT * FROM alerts", "BATCHES"),
    ("ALTER TABLE alerts ALTER host SET NOT NULL", "SET NOT NULL"),
    ("ALTER TABLE alerts ADD CONSTRAINT c CHECK (host <> '')", "constraint"),
)


@pytest.mark.parametrize("sql", ADDITIVE)
def test_what_is_additive_is_allowed_in_both_phases(sql):
    assert faults(sql, Phase.EXPAND) == []
    assert faults(sql, Phase.CONTRACT) == []


@pytest.mark.parametrize(("sql", "reason"), SUBTRACTIVE)
def test_what_takes_away_is_refused_in_an_expand_step_only(sql, reason):
    [found] = faults(sql, Phase.EXPAND)
    assert reason in found
    assert faults(sql, Phase.CONTRACT) == []


@pytest.mark.parametrize(("sql", "reason"), LOCKING)
def test_what_locks_a_table_for_long_is_refused_in_both_phases(sql, reason):
    assert len(faults(sql, Phase.EXPAND)) == 1
    [found] = faults(sql, Phase.CONTRACT)
    assert reason in found


def test_a_contract_step_may_validate_first():
    assert faults("ALTER TABLE alerts ADD CONSTRAINT c CHECK (host IS NOT NULL) NOT VALID", Phase.CONTRACT) == []
    sql = "ALTER TABLE alerts VALIDATE CONSTRAINT c; ALTER TABLE alerts ALTER host SET NOT NULL"
    assert faults(sql, Phase.CONTRACT) == []
    assert faults("ALTER TABLE alerts ADD CONSTRAINT c UNIQUE USING INDEX i", Phase.CONTRACT) == []


def test_a_file_without_a_transaction_builds_indexes_that_can_be_built_again():
    def found(sql, phase=Phase.EXPAND):
        return faults(sql, phase, is_transactional=False)

    build = "CREATE INDEX CONCURRENTLY i ON alerts (host)"
    assert found(build) == []
    assert found(f"{build}; CREATE INDEX CONCURRENTLY j ON alerts (host);") == []
    assert "name" in found("CREATE INDEX CONCURRENTLY ON alerts (host)")[0]
    assert "IF NOT EXISTS" in found("CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON alerts (host)")[0]
    assert "unique" in found("CREATE UNIQUE INDEX CONCURRENTLY i ON alerts (host)")[0]
    assert "run again" in found("CREATE INDEX i ON alerts (host)")[0]
    assert "run again" in found("ALTER TABLE alerts ADD x INT")[0]
    assert "semicolon" in found("CREATE INDEX CONCURRENTLY i ON alerts (host) WHERE host <> ';'")[0]
    assert "contract" in found("DROP INDEX CONCURRENTLY IF EXISTS i")[0]
    assert found("DROP INDEX CONCURRENTLY IF EXISTS i", Phase.CONTRACT) == []


async def test_every_file_declares_phase_and_release_and_contract_steps_come_last(tmp_path, monkeypatch):
    folder = trial_migrations(tmp_path, monkeypatch)
    assert await check(migration_files()) == []
    write_migration(folder, 900, "ALTER TABLE alerts ADD x INT")
    write_migration(folder, 901, "ALTER TABLE alerts DROP COLUMN x", phase="contract")
    assert await check(migration_files()) == []
    late = write_migration(folder, 902, "ALTER TABLE alerts ADD y INT")
    [found] = await check(migration_files())
    assert late.name in found
    assert "next number" in found
    write_migration(folder, 902, "ALTER TABLE alerts ADD y INT", release="99.0")
    assert await check(migration_files()) == []
    write_migration(folder, 903, "SELEC 1", release="99.0")
    write_migration(folder, 904, "SELECT 1", phase=None, release="99.0")
    unreadable, undeclared = await check(migration_files())
    assert "expected" in unreadable
    assert "PHASE" in undeclared
