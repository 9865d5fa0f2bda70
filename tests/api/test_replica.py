"""A read replica in DATABASE_REPLICA_URL: long reads use it and see every commit before them; the primary serves what it can't."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from callers import Caller
from counted_alerts import Counted
from event_loops import run_apart
from external_database import ExternalPostgreSQL
from mail_server import until
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from breachlight.config import Settings, SettingsError, get_settings
from breachlight.database import replica
from breachlight.database.connection import database
from breachlight.database.errors import DatabaseError
from breachlight.database.migrations import migrate
from breachlight.database.replica import current_position, read_from_replica
from breachlight.database.session import Connection, transaction
from breachlight.doctor import replica as replica_check
from breachlight.doctor.findings import Level
from breachlight.doctor.replica import check_replica
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing

EXPORT = "/api/v1/notifications/alerts/export"
REPORT = "query ($month: String!) { report(month: $month) { closed { total } } }"
LIST = "{ alerts { results { id isClosed } } }"
UPDATE = "mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename } }"


@pytest.fixture(autouse=True)
def slow_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let connections of a busy machine take their time."""
    monkeypatch.setattr(replica, "_CONNECT_SECONDS", 60.0)


def settings_of(folder: Path, primary_url: str, replica_url: str) -> Settings:
    return Settings.model_validate(
        {
            "environment": "test",
            "data_folder": folder,
            "database_url": primary_url,
            "database_replica_url": replica_url,
        }
    )


@asynccontextmanager
async def connected(server: ExternalPostgreSQL) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(server.url)
    try:
        yield connection
    finally:
        await connection.close()


async def is_standby(connection: Connection) -> bool:
    return bool(await connection.fetchval("SELECT pg_is_in_recovery()"))


async def count(connection: Connection) -> tuple[int, bool]:
    return await connection.fetchval("SELECT count(*) FROM things"), await is_standby(connection)


async def add(number: int) -> None:
    async with transaction() as connection:
        await connection.execute("CREATE TABLE IF NOT EXISTS things (number int)")
        await connection.execute("INSERT INTO things VALUES ($1)", number)


async def write(connection: Connection) -> None:
    await connection.execute("INSERT INTO things VALUES (99)")


async def test_a_read_sees_every_commit_before_it_and_uses_the_replica(
    tmp_path: Path, primary: ExternalPostgreSQL, standby: ExternalPostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database(settings_of(tmp_path, primary.url, standby.url)):
        for number in range(1, 20):
            await add(number)
            assert await read_from_replica(count, await current_position(), patience=60) == (number, True)
        with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
            await read_from_replica(write, await current_position())

        # What the replica doesn't have yet comes from the primary, and so does the next read, without waiting.
        monkeypatch.setattr(replica, "_PAUSE_SECONDS", 3600.0)
        async with connected(standby) as operator:
            await operator.execute("SELECT pg_wal_replay_pause()")
            await add(20)
            assert await read_from_replica(count, await current_position(), patience=0.1) == (20, False)
            await operator.execute("SELECT pg_wal_replay_resume()")
        assert await read_from_replica(count, await current_position(), patience=60) == (20, False)


async def test_a_replica_of_another_server_promoted_or_down_is_not_used(
    tmp_path: Path,
    primary: ExternalPostgreSQL,
    standby: ExternalPostgreSQL,
    database_server: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replica, "_PAUSE_SECONDS", 0.0)
    other = Settings.model_validate({"database_url": database_server}).database_url
    async with database(settings_of(tmp_path, primary.url, standby.url).model_copy(update={"database_url": other})):
        assert not await read_from_replica(is_standby, await current_position()), "it follows another server"
    async with connected(primary) as connection:
        settings = settings_of(tmp_path, primary.url, "postgresql://reader@127.0.0.1:1/postgres")
        assert (await check_replica(connection, settings)).text.startswith("No replica can be reached")
    async with database(settings_of(tmp_path, primary.url, standby.url)):
        assert await read_from_replica(is_standby, await current_position(), patience=60)
        async with connected(standby) as operator:
            assert await operator.fetchval("SELECT pg_promote()")
        await add(1)
        assert await read_from_replica(count, await current_position()) == (1, False)
        await asyncio.to_thread(standby.stop)
        assert await read_from_replica(count, await current_position()) == (1, False)


async def test_a_malformed_address_is_one_sentence(tmp_path: Path, database_server: str) -> None:
    with pytest.raises(DatabaseError, match=r"^DATABASE_REPLICA_URL is invalid: .*\.$"):
        async with database(settings_of(tmp_path, database_server, "replica.test")):
            pass


def test_the_embedded_server_has_no_replica(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATABASE_REPLICA_URL", "postgresql://reader@replica.test/breachlight")
    get_settings.cache_clear()
    with pytest.raises(
        SettingsError, match=r"^The setting DATABASE_REPLICA_URL is invalid: .*DATABASE_URL, which isn't"
    ):
        get_settings()
    get_settings.cache_clear()


@pytest.fixture
def database_url(
    tmp_path: Path, primary: ExternalPostgreSQL, standby: ExternalPostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> str:
    """The migrated primary; the settings name its replica too, with a role that may only read."""

    async def prepare() -> None:
        await migrate(settings_of(tmp_path, primary.url, standby.url))
        async with connected(primary) as operator, connected(standby) as reader:
            await operator.execute("CREATE ROLE reader LOGIN PASSWORD 'invented' IN ROLE pg_read_all_data")
            await until(lambda: reader.fetchval("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reader')"))

    run_apart(prepare)
    monkeypatch.setenv("DATABASE_REPLICA_URL", f"postgresql://reader:invented@127.0.0.1:{standby.port}/postgres")
    return primary.url


@pytest.mark.long
async def test_exports_and_reports_read_the_replica_and_lists_the_primary(
    sign_in: Callable[..., Awaitable[Caller]],
    connection: asyncpg.Connection,
    key_ring: KeyRing,
    standby: ExternalPostgreSQL,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = await Counted.join(sign_in, connection, key_ring)
    await counted.raise_on(1, workforce=1)

    async def exported() -> list[bool]:
        answer = await counted.caller.post(EXPORT, {"format": "json", "query": {}})
        assert answer.status_code == 200, answer.text
        (alert,) = (await counted.caller.get("/api/v1/account/export")).json()["detections"]
        return [each["is_closed"] for each in [*answer.json()["results"], alert]]

    async def closed_this_month() -> int:
        answer = await counted.caller.graphql(REPORT, {"month": f"{clock.now():%Y-%m}"})
        total: int = answer["data"]["report"]["closed"]["total"]
        return total

    async def triage(action: str) -> bool:
        (alert,) = (await counted.caller.graphql(LIST))["data"]["alerts"]["results"]
        await counted.caller.graphql(UPDATE, {"input": {"action": action, "ids": [alert["id"]]}})
        (alert,) = (await counted.caller.graphql(LIST))["data"]["alerts"]["results"]
        return bool(alert["isClosed"])

    monkeypatch.setitem(read_from_replica.__kwdefaults__, "patience", 60.0)
    assert await triage("CLOSE")
    before = reads("used")
    assert await exported() == [True, True]
    assert reads("used") == before + 3, "the choice and the rows of the file, and the account's own"
    assert await closed_this_month() == 1
    assert reads("used") == before + 4, "the report"

    monkeypatch.setattr(replica_check, "PATIENCE", 60.0)
    assert (await check_replica(connection, get_settings())).level is Level.OK
    monkeypatch.setattr(replica_check, "PATIENCE", 0.1)
    monkeypatch.setitem(read_from_replica.__kwdefaults__, "patience", 0.1)
    async with connected(standby) as operator:
        await operator.execute("SELECT pg_wal_replay_pause()")
    before = reads("used")
    assert not await triage("REOPEN"), "lists read the primary"
    found = await check_replica(connection, get_settings())
    assert (found.level, found.text) == (Level.WARNING, "The replica doesn't reach the primary's position within 2 s.")
    with capture_logs() as logged:
        assert await exported() == [False, False]
    assert reads("used") == before
    assert [(line["log_level"], line["reason"]) for line in logged if "replica" in line["event"]] == [
        ("warning", "behind")
    ]


def reads(outcome: str) -> float:
    return REGISTRY.get_sample_value("breachlight_replica_reads_total", {"outcome": outcome}) or 0.0
