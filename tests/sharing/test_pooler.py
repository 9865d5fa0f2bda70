"""Commands share files behind PgBouncer in transaction mode: claims and their locks are on direct connections."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from event_loops import run_apart
from external_database import ExternalPostgreSQL
from ingestion_harness import Bench
from poolers import PgBouncer
from products import free_port
from shared_commands import has_owners, is_as_alone, no_batch_ends, prepared, until

from breachlight.config import Settings
from breachlight.database.migrations import migrate

SEED = 20261124
NAME = "shared"


@pytest.fixture
def external() -> Iterator[ExternalPostgreSQL]:
    server = ExternalPostgreSQL(free_port())
    server.start()
    yield server
    server.remove()


@pytest.fixture
def database_url(external: ExternalPostgreSQL, tmp_path: Path) -> str:
    url = external.url_with(database=NAME)

    async def make() -> None:
        connection = await asyncpg.connect(external.url)
        await connection.execute(f"CREATE DATABASE {NAME}")
        await connection.close()
        await migrate(Settings(environment="test", data_folder=tmp_path, database_url=url))  # type: ignore[arg-type]

    run_apart(make)
    return url


@pytest.mark.spec("B3.4", "B4.9.3")
@pytest.mark.long
async def test_commands_behind_a_pooler_share_files_and_take_over_from_a_killed_one(
    bench: Bench, external: ExternalPostgreSQL, database_url: str
) -> None:
    pooler = PgBouncer(external)
    urls = {"DATABASE_URL": pooler.url(NAME), "BREACHLIGHT_DATABASE_DIRECT_URL": database_url}
    try:
        corpus, records, paths, commands = await prepared(bench, SEED, 200)
        async with no_batch_ends():
            running = [commands.start(paths, **urls) for _ in range(3)]
            await until(lambda: has_owners(bench, 3), running)
            running[0].kill()
            await asyncio.to_thread(running[0].join)
        commands.finish(*running[1:])
        await is_as_alone(bench, commands, paths, records, corpus, **urls)
    finally:
        pooler.remove()
