"""An installation that tests back up and restore."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from database_dumps import Installation
from starlette.applications import Starlette

from breachlight.config import Settings
from breachlight.database.embedded import EmbeddedPostgreSQL


@pytest.fixture
def installation(
    app: Starlette, settings: Settings, database_url: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Installation:
    server = tmp_path_factory.getbasetemp() / "server"
    if os.environ.get("BREACHLIGHT_TEST_DATABASE_URL"):
        return Installation(settings, tmp_path, database_url)
    # The administrator restores: the audit log belongs to a role of its own.
    administrator = EmbeddedPostgreSQL(server).administrator_dsn(urlsplit(database_url).path.lstrip("/"))
    return Installation(settings, tmp_path, administrator)
