"""Detection of restores where the lake is an object store, which all hosts reach."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from callers import Caller
from database_dumps import Installation
from s3_server import KEY_ID, S3Server, s3_server

from breachlight.config import Settings
from breachlight.restores import keeper
from breachlight.restores.startup import check_restore, kept_generation

SignIn = Callable[..., Awaitable[Caller]]


@pytest.fixture
def store() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


def settings_of_host(settings: Settings, store: S3Server, folder: Path) -> Settings:
    """Return the settings of a host that shares database and lake with others."""
    lake = {
        "data_folder": folder,
        "lake_path": "s3://leaks/v1",
        "lake_s3_endpoint": store.endpoint,
        "lake_s3_key_id": KEY_ID,
        "lake_s3_secret": "invented-secret",
        "lake_s3_use_tls": False,
    }
    return Settings(environment="test", database_url=settings.database_url, key_file=settings.key_file, **lake)  # type: ignore[arg-type]


async def test_another_host_detects_a_restore_by_the_record_in_the_store(
    installation: Installation, sign_in: SignIn, store: S3Server, tmp_path: Path
) -> None:
    first = settings_of_host(installation.settings, store, tmp_path / "first")
    await sign_in()
    assert await check_restore(first) is None
    installation.back_up()
    assert await check_restore(first) is None
    installation.restore()
    report = await check_restore(settings_of_host(installation.settings, store, tmp_path / "second"))
    assert report is not None
    assert (report.reason, report.sessions_ended) == ("older_generation", 1)
    assert sorted(store.objects) == [
        "leaks/v1/restore-detection/changes.json",
        "leaks/v1/restore-detection/generation.json",
    ]
    assert await check_restore(first) is None


async def test_database_and_store_of_one_moment_are_recognised_by_the_time_of_the_copied_objects(
    installation: Installation, sign_in: SignIn, store: S3Server, tmp_path: Path
) -> None:
    first = settings_of_host(installation.settings, store, tmp_path / "first")
    await sign_in()
    await check_restore(first)
    installation.back_up()
    objects = dict(store.objects)
    await check_restore(first)
    installation.restore()
    store.objects.clear()
    store.objects.update(objects)
    # A host that has kept its data folder knows better, whatever the bucket says.
    assert await check_restore(first) is not None
    installation.restore()
    store.objects.clear()
    store.objects.update(objects)
    store.modified = datetime.now(UTC) + timedelta(hours=1)
    new_host = settings_of_host(installation.settings, store, tmp_path / "second")
    report = await check_restore(new_host)
    assert report is not None
    assert (report.reason, report.knows_changes, report.sessions_ended) == ("copied_folder", False, 1)
    store.modified = datetime(2026, 1, 1, tzinfo=UTC)  # what was written now
    assert await check_restore(new_host) is None


async def test_a_store_that_is_down_delays_the_check_and_nothing_else(
    installation: Installation,
    sign_in: SignIn,
    store: S3Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeper, "_RETRY_SECONDS", 0.1)
    first = settings_of_host(installation.settings, store, tmp_path / "first")
    second = settings_of_host(installation.settings, store, tmp_path / "second")
    caller = await sign_in()
    await check_restore(first)
    installation.back_up()
    await check_restore(first)
    installation.restore()
    store.is_down = True
    assert await check_restore(second) is None
    assert (await caller.get("/api/v1/account/info")).status_code == 200
    asked = len(store.methods)
    async with asyncio.timeout(60), kept_generation(second):
        while len(store.methods) < asked + 3:
            await asyncio.sleep(0.05)
        assert (await caller.get("/api/v1/account/info")).status_code == 200
        store.is_down = False
        while (await caller.get("/api/v1/account/info")).status_code == 200:
            await asyncio.sleep(0.1)


# In a process of its own, because the store of the tests keeps objects in memory; prints MiB.
MOVED = """
import sys, tracemalloc
from pathlib import Path
from breachlight.backups.object_files import ObjectFiles
from breachlight.config import Settings

files, source, target = ObjectFiles(Settings()), *map(Path, sys.argv[1:])
tracemalloc.start()
files.put(source, "blocks/a b.parquet")
files.fetch("blocks/a b.parquet", target)
print(tracemalloc.get_traced_memory()[1] >> 20)
"""


def test_files_larger_than_a_part_are_moved_with_little_memory(store: S3Server, tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(os.urandom(1 << 20) * 70 + b"the rest")
    variables = {
        "BREACHLIGHT_LAKE_PATH": "s3://leaks/v1",
        "BREACHLIGHT_LAKE_S3_ENDPOINT": store.endpoint,
        "BREACHLIGHT_LAKE_S3_KEY_ID": KEY_ID,
        "BREACHLIGHT_LAKE_S3_SECRET": "invented",
        "BREACHLIGHT_LAKE_S3_USE_TLS": "false",
    }
    command = [sys.executable, "-c", MOVED, str(source), str(target)]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=True)
    assert target.read_bytes() == source.read_bytes()
    assert store.methods == ["POST", "PUT", "PUT", "POST", "GET"]
    assert int(done.stdout) < 16
