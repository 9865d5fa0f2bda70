"""Restores on servers of their own: another server, a recovery to a point in time, and a failover, which is none."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from database_dumps import dump, restore
from external_database import ExternalPostgreSQL
from factories import make_account, make_session, make_user
from products import free_port

from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.migrations import migrate
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.restores.startup import check_restore

KEYS = "SELECT count(*) FILTER (WHERE revoked_at IS NOT NULL), count(*) FILTER (WHERE suspended_at IS NOT NULL) FROM api_keys"


@pytest.fixture
def external() -> Iterator[ExternalPostgreSQL]:
    server = ExternalPostgreSQL(free_port())
    yield server
    server.remove()


@pytest.fixture
def running(external: ExternalPostgreSQL) -> ExternalPostgreSQL:
    external.start()
    return external


@pytest.fixture
def another(running: ExternalPostgreSQL) -> Iterator[ExternalPostgreSQL]:
    server = ExternalPostgreSQL(free_port())
    server.start()
    yield server
    server.remove()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data folder of one host, with a key file."""
    monkeypatch.setenv("BREACHLIGHT_ENVIRONMENT", "test")
    monkeypatch.setenv("BREACHLIGHT_DATA_FOLDER", str(tmp_path / "data"))
    get_settings.cache_clear()
    get_key_ring.cache_clear()
    KeyRing.create(get_settings().key_file)
    yield tmp_path / "data"
    get_settings.cache_clear()
    get_key_ring.cache_clear()


def settings_for(folder: Path, server: ExternalPostgreSQL) -> Settings:
    return Settings(environment="test", data_folder=folder, database_url=server.url)  # type: ignore[arg-type]


async def execute(server: ExternalPostgreSQL, statement: str, *values: object) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(server.url)
    try:
        return await connection.fetch(statement, *values)
    finally:
        await connection.close()


async def fill(server: ExternalPostgreSQL) -> None:
    """Add a user with a session and an API key."""
    connection = await asyncpg.connect(server.url)
    account = await make_account(connection)
    user = await make_user(connection, account)
    await make_session(connection, user)
    await connection.execute(
        "INSERT INTO api_keys (id, account_id, user_id, name, scopes, digest, hint, created_at) "
        "VALUES ($1, $2, $3, 'Export', '{read}', 'd', 'abcd', $4)",
        new_id(), account.id, user.id, clock.now(),
    )  # fmt: skip
    await connection.close()


async def test_a_dump_on_another_server_ends_sessions_and_keeps_keys_that_did_not_change(
    running: ExternalPostgreSQL, another: ExternalPostgreSQL, folder: Path, tmp_path: Path
) -> None:
    await migrate(settings_for(folder, running))
    await fill(running)
    assert await check_restore(settings_for(folder, running)) is None
    restore(dump(running.url, tmp_path / "backup"), another.url)

    report = await check_restore(settings_for(folder, another))
    assert report is not None
    assert (report.reason, report.knows_changes, report.sessions_ended) == ("other_cluster", True, 1)
    assert tuple((await execute(another, KEYS))[0]) == (0, 0)
    assert await check_restore(settings_for(folder, another)) is None


async def test_a_dump_on_another_server_and_a_new_host_suspends_keys(
    running: ExternalPostgreSQL, another: ExternalPostgreSQL, folder: Path, tmp_path: Path
) -> None:
    await migrate(settings_for(folder, running))
    await fill(running)
    await check_restore(settings_for(folder, running))
    restore(dump(running.url, tmp_path / "backup"), another.url)

    report = await check_restore(settings_for(tmp_path / "new-host", another))
    assert report is not None
    assert (report.reason, report.knows_changes) == ("other_cluster", False)
    assert tuple((await execute(another, KEYS))[0]) == (0, 1)


@pytest.mark.long
async def test_a_recovery_to_a_point_in_time_revives_nothing(external: ExternalPostgreSQL, folder: Path) -> None:
    external.archive()
    settings = settings_for(folder, external)
    await migrate(settings)
    await fill(external)
    await check_restore(settings)
    await execute(external, "SELECT pg_create_restore_point('before')")
    await execute(external, "UPDATE api_keys SET revoked_at = now()")
    await check_restore(settings)
    await execute(external, "SELECT pg_switch_wal()")

    external.recover("before")
    assert (await execute(external, "SELECT timeline_id FROM pg_control_checkpoint()"))[0][0] > 1
    report = await check_restore(settings)
    assert report is not None
    assert (report.reason, report.sessions_ended, report.api_keys_revoked) == ("older_generation", 1, 1)
    assert tuple((await execute(external, KEYS))[0]) == (1, 0)


@pytest.mark.long
async def test_a_failover_that_lost_nothing_is_no_restore(external: ExternalPostgreSQL, folder: Path) -> None:
    external.archive()
    settings = settings_for(folder, external)
    await migrate(settings)
    await fill(external)
    await execute(external, "UPDATE api_keys SET revoked_at = now()")
    await check_restore(settings)
    await execute(external, "SELECT pg_switch_wal()")
    external.recover(None)
    await execute(external, "CHECKPOINT")
    assert (await execute(external, "SELECT timeline_id FROM pg_control_checkpoint()"))[0][0] > 1
    assert await check_restore(settings) is None
    assert (await execute(external, "SELECT count(*) FROM sessions WHERE ended_at IS NULL"))[0][0] == 1


@pytest.mark.long
async def test_two_failovers_in_a_row_are_none(running: ExternalPostgreSQL, folder: Path) -> None:
    settings = settings_for(folder, running)
    await migrate(settings)
    await fill(running)
    first, second = (ExternalPostgreSQL(free_port(), primary=running) for _ in range(2))
    try:
        first.start()
        # Otherwise the backup of the second may be ahead of where the first leaves the timeline, and can't follow it.
        await until_replayed(first, running)
        running.stop()
        await execute(first, "SELECT pg_promote()")
        await execute(first, "CHECKPOINT")
        await check_restore(settings_for(folder, first))
        # It has no checkpoint of its own on the timeline of the first, nor for a while on the next one.
        second.start(primary_conninfo=first.conninfo)
        await until_replayed(second, first)
        first.stop()
        await execute(second, "SELECT pg_promote()")
        assert await check_restore(settings_for(folder, second)) is None
    finally:
        first.remove()
        second.remove()


async def until_replayed(standby: ExternalPostgreSQL, primary: ExternalPostgreSQL) -> None:
    written = (await execute(primary, "SELECT pg_current_wal_lsn()::text"))[0][0]
    while not (await execute(standby, f"SELECT pg_last_wal_replay_lsn() >= '{written}'"))[0][0]:
        await asyncio.sleep(0.05)
