"""Migrations under running processes: phases, versions side by side, indexes, locks and batches."""

import asyncio

import asyncpg
import pytest
from trial_migrations import trial_migrations, write_migration

from breachlight.database.connection import connect
from breachlight.database.errors import DatabaseError
from breachlight.database.locks import advisory_lock, advisory_unlock
from breachlight.database.migration_log import fill_next, is_filling, pending, waiting
from breachlight.database.migrations import OlderProcessesError, contract, migrate
from breachlight.database.presence import CONTRACT_LOCK, older_processes, presence
from breachlight.processes import migration_console

ADD = "ALTER TABLE site_settings ADD trial INT"
DROP = "ALTER TABLE site_settings DROP COLUMN trial"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    return trial_migrations(tmp_path, monkeypatch)


@pytest.fixture
async def other(settings):
    """A connection of another process."""
    connection = await connect(settings)
    yield connection
    await connection.close()


async def until(condition):
    """Wait until an awaited condition is true; the test's own time limit ends it."""
    while not await condition():
        await asyncio.sleep(0.02)


async def test_a_contract_step_waits_until_no_older_process_runs(settings, connection, folder):
    async with presence(settings, "serve"):
        first = write_migration(folder, 900, ADD)
        second = write_migration(folder, 901, DROP, phase="contract")
        assert await migrate(settings) == [first.name]
        assert await pending(connection) == []
        assert await waiting(connection) == [second.name]
        async with presence(settings, "worker"):
            with pytest.raises(OlderProcessesError, match=rf"{second.name} .* breachlight \S+ serve \S+"):
                await contract(settings)
        assert await waiting(connection) == [second.name]
    assert await contract(settings) == [second.name]
    assert await waiting(connection) == []


async def test_a_step_that_changes_how_files_are_shared_waits_for_older_ingests_alone(settings, connection, folder):
    async with presence(settings, "serve"):
        async with presence(settings, "ingest"):
            step = write_migration(folder, 900, ADD, ends_ingests=True)
            with pytest.raises(OlderProcessesError, match=r"stop them.* breachlight \S+ ingest \S+ .*\)\.$"):
                await migrate(settings)
            assert await pending(connection) == [step.name]
            assert "ingest" in (await migration_console.waiting(settings)).splitlines()[-1]
        assert await migrate(settings) == [step.name]
    async with presence(settings, "ingest"):
        last = write_migration(folder, 901, "ALTER TABLE site_settings ADD other INT", ends_ingests=False)
        assert await migrate(settings) == [last.name]


async def test_processes_that_know_a_contract_step_do_not_hold_it_up(settings, folder):
    write_migration(folder, 900, ADD)
    last = write_migration(folder, 901, DROP, phase="contract")
    async with presence(settings, "serve"):
        assert (await contract(settings))[-1] == last.name


async def test_releases_cannot_be_skipped_while_older_processes_run(settings, connection, folder):
    async with presence(settings, "serve"):
        first = write_migration(folder, 900, ADD)
        names = [write_migration(folder, 901, DROP, phase="contract").name]
        names.append(write_migration(folder, 902, ADD, release="99.0").name)
        with pytest.raises(OlderProcessesError):
            await migrate(settings)
        assert await pending(connection) == names
    assert await migrate(settings) == names
    assert first.exists()


async def test_a_new_database_gets_every_step_at_once(empty, folder):
    write_migration(folder, 900, ADD)
    last = write_migration(folder, 901, DROP, phase="contract")
    assert (await migrate(empty))[-1] == last.name


async def test_an_older_version_runs_with_expand_steps_of_its_own_and_the_next_release(settings, connection, folder):
    step = write_migration(folder, 900, ADD)
    await migrate(settings)
    step.unlink()
    assert await pending(connection) == []
    async with presence(settings, "serve"):
        assert await migrate(settings) == []
    next_step = write_migration(folder, 901, DROP, release="0.2")
    await migrate(settings)
    next_step.unlink()
    assert await pending(connection) == []


@pytest.mark.parametrize(("phase", "release"), [("contract", None), ("expand", "0.3"), ("expand", "1.0")])
async def test_an_older_version_refuses_everything_else(settings, connection, folder, phase, release):
    step = write_migration(folder, 900, ADD, phase=phase, release=release)
    await contract(settings)
    step.unlink()
    for work in (pending(connection), migrate(settings), presence(settings, "serve").__aenter__()):
        with pytest.raises(DatabaseError, match=rf"newer Breachlight \({step.name}\)"):
            await work


async def test_a_process_that_starts_during_a_contract_step_waits_and_is_refused(settings, connection, folder, other):
    await advisory_lock(other, CONTRACT_LOCK)
    starting = asyncio.create_task(presence(settings, "serve").__aenter__())
    await until(
        lambda: other.fetchval("SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name LIKE '% serve %'")
    )
    assert await older_processes(other, 10_000) == []
    step = write_migration(folder, 900, ADD, phase="contract")
    await other.execute("INSERT INTO aerich (version, app, content) VALUES ($1, 'models', '{}')", step.name)
    step.unlink()
    await advisory_unlock(other, CONTRACT_LOCK)
    with pytest.raises(DatabaseError, match="newer Breachlight"):
        await starting
    assert await older_processes(other, 10_000) == []


async def test_a_process_whose_connection_is_lost_counts_again(settings, other):
    async with presence(settings, "serve"):
        [before] = await older_processes(other, 10_000)
        await other.execute("SELECT pg_terminate_backend($1)", before.pid)

        async def is_back():
            return [each.pid for each in await older_processes(other, 10_000)] not in ([], [before.pid])

        await until(is_back)
    assert await older_processes(other, 10_000) == []


async def test_an_index_is_built_beside_writers_and_what_an_interruption_left_is_rebuilt(
    settings, connection, folder, other
):
    await connection.execute("CREATE TABLE trial (x INT); INSERT INTO trial VALUES (1), (1)")
    with pytest.raises(asyncpg.UniqueViolationError):
        await connection.execute("CREATE UNIQUE INDEX CONCURRENTLY trial_x ON trial (x)")
    step = write_migration(folder, 900, "CREATE INDEX CONCURRENTLY trial_x ON trial (x);\n", is_transactional=False)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("INSERT INTO trial VALUES (2)")
    running = [asyncio.create_task(migrate(settings)) for _ in range(3)]
    building = (
        "SELECT count(*) > 0 FROM pg_stat_activity WHERE query LIKE 'DROP INDEX CONCURRENTLY%' AND state = 'active'"
    )
    await until(lambda: connection.fetchval(building))
    await connection.execute("INSERT INTO trial VALUES (3)")
    await transaction.commit()
    assert sorted(await asyncio.gather(*running)) == [[], [], [step.name]]
    [index] = await connection.fetch("SELECT indisvalid, indisunique FROM pg_index WHERE indrelid = 'trial'::regclass")
    assert tuple(index) == (True, False)


async def test_a_migration_behind_a_long_query_blocks_nobody(settings, connection, folder, other):
    step = write_migration(folder, 900, ADD)
    transaction = other.transaction()
    await transaction.start()
    await other.fetch("SELECT * FROM site_settings")
    running = asyncio.create_task(migrate(settings))
    waits = "SELECT count(*) > 0 FROM pg_locks WHERE relation = 'site_settings'::regclass AND NOT granted"
    for _ in range(2):
        await until(lambda: connection.fetchval(waits))
        await connection.fetch("SELECT * FROM site_settings")  # waits for as long as the migration does, then reads
        assert not running.done()
    await transaction.commit()
    assert await running == [step.name]


async def test_columns_are_filled_in_batches_that_can_be_interrupted(settings, connection, folder):
    await connection.execute("CREATE TABLE trial (id INT PRIMARY KEY, x INT)")
    await connection.execute("INSERT INTO trial SELECT generate_series(1, 25)")
    batches = """
        WITH batch AS (
            SELECT id FROM trial WHERE $1::text IS NULL OR id > $1::text::int ORDER BY id LIMIT 10 FOR NO KEY UPDATE
        ), filled AS (UPDATE trial SET x = batch.id FROM batch WHERE trial.id = batch.id)
        SELECT max(id)::text FROM batch
    """
    write_migration(folder, 900, "ALTER TABLE trial ADD y INT", batches=batches)
    last = write_migration(folder, 901, "ALTER TABLE trial DROP COLUMN y", phase="contract")
    await migrate(settings)
    filled = "SELECT count(x) FROM trial"
    assert await fill_next(connection)
    assert await connection.fetchval(filled) == 10
    transaction = connection.transaction()
    await transaction.start()
    assert await fill_next(connection)
    await transaction.rollback()  # as if it was killed in the midst of a batch
    assert await connection.fetchval(filled) == 10
    assert await fill_next(connection)
    assert await connection.fetchval(filled) == 20
    assert await contract(settings) == [last.name]  # fills the rest
    assert await connection.fetchval(filled) == 25
    assert not await is_filling(connection)
    assert not await fill_next(connection)
