"""Migrations: applied once, by one process, and in agreement with the models."""

import asyncio
import subprocess
import sys
import uuid

import asyncpg
import pytest

from breachlight.config import Settings
from breachlight.database.connection import connect, database
from breachlight.database.errors import DatabaseError
from breachlight.database.migrations import migrate, models_drift, pending
from breachlight.site.models import SiteSettings
from conftest import execute_patiently, named_database

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
