"""Folders of the embedded PostgreSQL, each cleaned of its server, and databases of earlier versions."""

import os
import shutil
import signal
import tempfile
import uuid
from pathlib import Path

import asyncpg
import pytest
from databases import execute_patiently, named_database
from earlier_versions import apply
from embedded_servers import servers

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.errors import DatabaseError


@pytest.fixture
def folder(tmp_path):
    yield tmp_path / "data"
    server = EmbeddedPostgreSQL(tmp_path / "data")
    if (tmp_path / "data/postgresql/cluster/PG_VERSION").exists():
        try:
            server.acquire()
            server.release()
        except DatabaseError:
            for pid in servers(tmp_path / "data"):
                os.kill(pid, signal.SIGKILL)


@pytest.fixture
def open_folder():
    """A folder that every user can walk to; pytest's own are closed."""
    path = Path(tempfile.mkdtemp(prefix="breachlight-test-", dir="/tmp"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
async def empty(database_server, tmp_path):
    """Settings of a database without a single table."""
    name = f"empty_{uuid.uuid4().hex}"
    administrator = await asyncpg.connect(database_server)
    await administrator.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    yield Settings(environment="test", data_folder=tmp_path, database_url=named_database(database_server, name))
    await execute_patiently(administrator, f"DROP DATABASE {name} WITH (FORCE)")
    await administrator.close()


@pytest.fixture
async def before(empty):
    """Connect to a database of an earlier version: with the migrations below a number."""
    connection = await connect(empty)

    async def migrated(number):
        await apply(connection, *range(number))
        return connection

    yield migrated
    await connection.close()
