"""Folders of the embedded PostgreSQL, each cleaned of its server."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from embedded_servers import servers

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
