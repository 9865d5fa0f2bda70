"""A backup from before a key was retired, restored next to a key file from after it."""

import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest
from database_dumps import dump, restore
from factories import make_account, make_user
from ingestion_harness import Bench

from breachlight.config import Settings, get_key_ring
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.kit.keys import KeyRing
from breachlight.sessions.mfa import device_codes


@pytest.fixture
def administrator(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    server = tmp_path_factory.getbasetemp() / "server"
    return EmbeddedPostgreSQL(server).administrator_dsn(urlsplit(database_url).path.lstrip("/"))


def said(bench: Bench, *arguments: str, code: int = 0) -> str:
    done = bench.breachlight("keys", *arguments)
    assert done.returncode == code, done.stderr
    return done.stderr if code else done.stdout


@pytest.mark.long
async def test_a_retired_key_is_imported_for_a_backup_from_before(  # noqa: PLR0917 -- fixtures
    bench: Bench,
    settings: Settings,
    connection: asyncpg.Connection,
    administrator: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = await make_user(connection, await make_account(connection))
    sealed = device_codes.seal_secret(get_key_ring(), user.id, "SECRET", device_codes.SECRET)
    await connection.execute("UPDATE users SET mfa_device_secret_sealed = $2 WHERE id = $1", user.id, sealed)
    said(bench, "list")
    backup = dump(administrator, tmp_path / "backup.dump")
    kept = Path(shutil.copy2(settings.key_file, tmp_path / "kept.json"))
    offset = tmp_path / "clock"
    monkeypatch.setenv("BREACHLIGHT_CLOCK_OFFSET_FILE", str(offset))
    said(bench, "rotate")
    said(bench, "reseal")
    offset.write_text("660")
    said(bench, "retire", "sealing-1")
    said(bench, "retire", "signing-1", "--end-sessions")
    assert "lacks no key" in said(bench, "import", str(kept), code=1)

    restore(backup, administrator, clean=True)
    refused = said(bench, "list", code=1)
    assert "lacks sealing-1, retired after this database was backed up" in refused
    assert "breachlight keys import PATH" in refused
    foreign = tmp_path / "foreign.json"
    KeyRing.create(foreign)
    assert "is that of another installation" in said(bench, "import", str(foreign), code=1)
    assert "lacks sealing-1, too" in said(bench, "import", str(settings.key_file), code=1)
    assert "sealing-1" not in settings.key_file.read_text()

    assert "sealing-1" in said(bench, "import", str(kept))
    states = {key["key"]: key["state"] for key in json.loads(said(bench, "list", "--json"))}
    assert states == {
        "signing-1": "retired",
        "signing-2": "active",
        "sealing-1": "old",
        "sealing-2": "active",
        "indexing-1": "active",
    }
    ring = KeyRing.load(settings.key_file)
    assert device_codes.open_secret(ring, user.id, sealed, device_codes.SECRET) == "SECRET"
    reopened: Any = await asyncpg.connect(administrator)
    events = [row["kind"] for row in await reopened.fetch("SELECT kind FROM operator_events ORDER BY sequence")]
    await reopened.close()
    assert events[-1] == "key_imported"
    assert json.loads(said(bench, "reseal", "--json"))["values"] == 1
