"""The watched folder and the watched bucket: each version of a file or object is ingested once, and left where it is."""

import asyncio
import io
import json
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from callers import Caller
from console_runs import LEAK, LINES, change, lines_in_lake, listed, run_of, small, until, until_listed, worker
from factories import make_identity
from ingestion_harness import Bench, bench
from operators import make_operator, recorded
from pydantic import SecretStr
from s3_server import KEY_ID, S3Server, s3_server

from breachlight.config import Settings
from breachlight.leaks.runs import bucket as bucket_module
from breachlight.leaks.uploads import service as uploads

__all__ = ["bench"]

SignIn = Callable[..., Awaitable[Caller]]


@pytest.fixture
async def operator(sign_in: SignIn) -> Caller:
    return await make_operator(sign_in)


async def test_each_version_of_a_file_in_the_watched_folder_is_ingested_once(
    operator: Caller, bench: Bench, tmp_path: Path
) -> None:
    folder = tmp_path / "watched"
    (folder / "Portal 2026" / "deeper").mkdir(parents=True)
    alone, within = folder / "Shop.txt", folder / "Portal 2026" / "deeper" / "part.txt"
    alone.write_bytes(LEAK[:7000])
    within.write_bytes(LEAK[7000:14000])
    (folder / ".hidden.txt").write_bytes(LEAK)
    (folder / "link.txt").symlink_to("/etc/passwd")
    (folder / ("x" * 250)).write_bytes(LEAK)
    settings = bench.settings.model_copy(update={"watched_folder": folder})
    async with worker(settings):
        found = await until_listed(operator, 2, "DONE")
    assert {(run["name"], run["leak"], run["source"], run["operator"]) for run in found} == {
        ("Shop.txt", "Shop", "FOLDER", None),
        ("part.txt", "Portal 2026", "FOLDER", None),
    }
    assert alone.read_bytes() == LEAK[:7000]
    assert len(await recorded(bench.connection, "folder_ingest_started")) == 2
    with alone.open("ab") as file:
        file.write(LEAK[20000:27000])
    async with worker(settings), worker(settings):
        found = await until_listed(operator, 3, "DONE")
    assert [(run["leak"], run["bytes"]) for run in found[:1]] == [("Shop", 14000)]
    assert len(found) == 3


async def test_a_file_that_is_still_copied_waits(operator: Caller, bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "watched"
    folder.mkdir()
    settings = bench.settings.model_copy(update={"watched_folder": folder})
    growing = folder / "growing.txt"
    async with worker(settings, settled_seconds=1.5):
        for number in range(20):
            with growing.open("ab") as file:
                file.write(LEAK[number * 700 : (number + 1) * 700])
            await asyncio.sleep(0.1)
        assert await listed(operator) == []
        [run] = await until_listed(operator, 1, "DONE")
    assert run["bytes"] == 14000


def infected_device(folder: Path) -> Path:
    """Write what a stealer collected on a device into its folder below ``folder``."""
    device = folder / "Logs" / "DE[0A1B2C]_1"
    (device / "Cookies").mkdir(parents=True)
    (device / "Passwords.txt").write_text(
        "URL: https://shop.test/login\nUsername: jo@people.test\nPassword: Blue42-invented\nApplication: Chrome\n===============\n"
        "URL: https://forum.test/\nUsername: jo\nPassword: Blue43-invented\nApplication: Chrome\n===============\n"
    )
    (device / "UserInformation.txt").write_text("HWID: 0A1B2C3D\nMachineName: DESKTOP-1\nUserName: jo\n")
    (device / "Cookies" / "Chrome.txt").write_text(".shop.test\tTRUE\t/\tFALSE\t1999999999\tsid\tinvented\n")
    return device


async def test_a_password_file_in_the_folder_of_an_infected_device_comes_with_the_device(
    operator: Caller, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    folder = tmp_path / "watched"
    device = infected_device(folder)
    # Says nothing about the folders next to it.
    (folder / "System.txt").write_text("HWID: 99999999\nMachineName: ANOTHER\n")
    monkeypatch.setenv("BREACHLIGHT_WATCHED_FOLDER", str(folder))  # for the processes of runs
    async with worker(bench.settings.model_copy(update={"watched_folder": folder})):
        found = await until_listed(operator, 2, "DONE", "REFUSED", "HELD")
    assert {(run["name"], run["leak"]) for run in found} == {("Passwords.txt", "Logs"), ("System.txt", "System")}
    [run] = [run for run in found if run["name"] == "Passwords.txt"]
    assert (run["state"], run["records"], run["bytes"]) == ("DONE", 2, (device / "Passwords.txt").stat().st_size)
    machine = json.loads(await bench.connection.fetchval("SELECT machine FROM alerts"))
    assert (machine["computer"], machine["cookies"]) == ("DESKTOP-1", 1)


async def test_hidden_files_and_folders_are_ignored(operator: Caller, bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "watched" / "Portal"
    (folder / ".trash").mkdir(parents=True)
    (folder / "lines.txt").write_bytes(LEAK[:7000])
    (folder / "System.txt").write_text("HWID: 0A1B2C3D\nMachineName: DESKTOP-1\nUserName: jo\n")
    # Not hidden, they would make an infected device of the folder, of which only the passwords are read.
    (folder / ".trash" / "Passwords.txt").write_bytes(LEAK[7000:14000])
    async with worker(bench.settings.model_copy(update={"watched_folder": folder.parent})):
        found = await until_listed(operator, 2, "DONE", "REFUSED", "HELD")
    assert {run["name"] for run in found} == {"lines.txt", "System.txt"}


async def test_a_device_waits_while_any_of_its_files_is_copied(operator: Caller, bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "watched"
    device = infected_device(folder)
    async with worker(bench.settings.model_copy(update={"watched_folder": folder}), settled_seconds=1.5):
        for _ in range(25):
            with (device / "Cookies" / "Edge.txt").open("a") as file:
                file.write(".forum.test\tTRUE\t/\tFALSE\t1999999999\tsid\tinvented\n")
            await asyncio.sleep(0.1)
        assert await listed(operator) == []
        [run] = await until_listed(operator, 1, "DONE")
    assert run["name"] == "Passwords.txt"


async def test_an_archive_in_several_files_is_one_ingestion(operator: Caller, bench: Bench, tmp_path: Path) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("lines.txt", LEAK[:7000])
    data = whole.getvalue()
    watched = tmp_path / "watched"
    for folder in (watched, watched / "Portal"):
        folder.mkdir()
        for number, start in enumerate(range(0, len(data), 3000), 1):
            (folder / f"lines.zip.{number:03}").write_bytes(data[start : start + 3000])
    async with worker(bench.settings.model_copy(update={"watched_folder": watched})):
        found = await until_listed(operator, 2, "DONE")
    assert {(run["name"], run["leak"], run["bytes"]) for run in found} == {
        ("lines.zip.001", "lines.zip", len(data)),
        ("lines.zip.001", "Portal", len(data)),
    }


async def test_a_file_that_goes_before_its_turn_is_refused(operator: Caller, bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "watched"
    folder.mkdir()
    (folder / "gone.txt").write_bytes(LEAK)
    settings = bench.settings.model_copy(update={"watched_folder": folder})
    async with worker(settings, small()):
        [run] = await until_listed(operator, 1, "WAITING", "RUNNING")
        await change(operator, "consolePauseRun", run["id"])
        await until(operator, run["id"], "PAUSED")
        (folder / "gone.txt").unlink()
        await change(operator, "consoleResumeRun", run["id"])
        refused = await until(operator, run["id"], "REFUSED")
    assert refused["reason"] == "changed"


def with_bucket(settings: Settings, store: S3Server) -> Settings:
    """Return settings that watch a prefix of the store."""
    return settings.model_copy(
        update={
            "watched_bucket": "s3://incoming/leaks",
            "lake_s3_endpoint": store.endpoint,
            "lake_s3_key_id": KEY_ID,
            "lake_s3_secret": SecretStr("invented"),
            "lake_s3_use_tls": False,
        }
    )


async def test_each_version_of_an_object_is_fetched_sealed_and_ingested_once(
    operator: Caller, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bucket_module, "_RANGE_BYTES", 5000)
    with s3_server() as store:
        store.objects["incoming/leaks/Portal 2026/a & b.txt"] = LEAK[:14000]
        store.objects["incoming/leaks/Shop.txt"] = LEAK[14000:21000]
        store.objects["incoming/leaks/empty/"] = b""
        store.objects["incoming/other.txt"] = LEAK
        settings = with_bucket(bench.settings, store)
        async with worker(settings), worker(settings):
            found = await until_listed(operator, 2, "DONE")
        assert {(run["name"], run["leak"], run["source"], run["operator"], run["bytes"]) for run in found} == {
            ("a & b.txt", "Portal 2026", "BUCKET", None, 14000),
            ("Shop.txt", "Shop", "BUCKET", None, 7000),
        }
        assert uploads.uploads_here(settings) == []
        assert len(await recorded(bench.connection, "bucket_ingest_started")) == 2
        assert len(store.objects) == 4
        store.objects["incoming/leaks/Shop.txt"] = LEAK[14000:28000]
        async with worker(settings):
            found = await until_listed(operator, 3, "DONE")
        assert [(run["leak"], run["bytes"]) for run in found[:1]] == [("Shop", 14000)]


async def test_an_object_is_fetched_sealed_and_on_after_an_outage(
    operator: Caller, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bucket_module, "_RANGE_BYTES", 2000)
    with s3_server() as store:
        store.objects["incoming/leaks/Portal.txt"] = LEAK
        settings = with_bucket(bench.settings, store)
        async with worker(settings):
            [run] = await until_listed(operator, 1, "WAITING")
            await change(operator, "consolePauseRun", run["id"])
            while not await bench.connection.fetchval("SELECT received FROM leak_uploads"):
                await asyncio.sleep(0.01)
            store.is_down = True
        received = await bench.connection.fetchval("SELECT received FROM leak_uploads")
        assert 0 < received < len(LEAK)
        stored = b"".join(file.read_bytes() for file in uploads.upload_folder(settings).rglob("*") if file.is_file())
        assert stored
        assert b"otters" not in stored
        # What is here already isn't fetched again.
        store.objects["incoming/leaks/Portal.txt"] = b"#" * received + LEAK[received:]
        store.is_down = False
        async with worker(settings):
            await change(operator, "consoleResumeRun", run["id"])
            done = await until(operator, run["id"], "DONE")
        assert (done["lines"], done["records"]) == (LINES, LINES)
        assert await lines_in_lake(bench) == LINES


async def test_an_object_that_is_gone_is_refused_and_a_cancelled_one_is_not_fetched(
    operator: Caller, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bucket_module, "_RANGE_BYTES", 500)
    with s3_server() as store:
        store.objects["incoming/leaks/Gone.txt"] = LEAK
        settings = with_bucket(bench.settings, store)
        async with worker(settings):
            [run] = await until_listed(operator, 1, "WAITING")
            store.objects.clear()
            refused = await until(operator, run["id"], "REFUSED")
            assert refused["reason"] == "changed"
            store.objects["incoming/leaks/Next.txt"] = LEAK
            async with asyncio.timeout(60):
                while len(found := await listed(operator)) < 2:
                    await asyncio.sleep(0.02)
            await change(operator, "consoleCancelRun", found[0]["id"])
            assert (await run_of(operator, found[0]["id"]))["state"] == "CANCELLED"
    assert await bench.connection.fetchval("SELECT count(*) FROM leak_uploads") == 0
    assert await lines_in_lake(bench) == 0
