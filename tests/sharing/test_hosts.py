"""Commands that share files across hosts, with other options, and while their leak is retracted."""

import asyncio
import shutil
from pathlib import Path

import pytest
from factories import make_identity
from ingestion_harness import Bench
from s3_server import KEY_ID, s3_server
from shared_commands import Commands, has_owners, in_lake, is_as_alone, no_batch_ends, prepared, until

from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.leaks.lake.store import Lake

SEED = 20261124


@pytest.mark.spec("B3.4", "B4.9.3")
@pytest.mark.long
@pytest.mark.parametrize("store", ["folder", "s3"])
async def test_two_hosts_with_their_own_folders_share_files_through_one_database_and_lake(
    bench: Bench, tmp_path: Path, store: str
) -> None:
    with s3_server() as objects:
        lake = {"BREACHLIGHT_LAKE_PATH": str(tmp_path / "shared")}
        if store == "s3":
            lake = {
                "BREACHLIGHT_LAKE_PATH": "s3://leaks/v1",
                "BREACHLIGHT_LAKE_S3_ENDPOINT": objects.endpoint,
                "BREACHLIGHT_LAKE_S3_KEY_ID": KEY_ID,
                "BREACHLIGHT_LAKE_S3_SECRET": "invented",
                "BREACHLIGHT_LAKE_S3_USE_TLS": "false",
            }
        # Not in this process's environment: what forks the commands of later tests would keep it.
        names = {name.removeprefix("BREACHLIGHT_").lower(): value for name, value in lake.items()}
        bench.settings = Settings.model_validate(bench.settings.model_dump() | names)
        await bench.connection.execute("DROP SCHEMA lake CASCADE")  # the fixture's lake has another path
        with Lake(dsn(bench.settings), bench.settings, bench.ring) as bench.lake:
            corpus, records, paths, commands = await prepared(bench, SEED, 200)
            hosts = []
            for name in ("one", "two"):
                folder = tmp_path / name
                folder.mkdir(mode=0o700)
                shutil.copy(bench.settings.key_file, folder)
                hosts.append({"BREACHLIGHT_DATA_FOLDER": str(folder), **lake})
            async with no_batch_ends():
                running = [commands.start(paths, **host) for host in hosts]
                await until(lambda: has_owners(bench, 2), running)
            commands.finish(*running)
            await is_as_alone(bench, commands, paths, records, corpus, **hosts[0])


@pytest.mark.spec("B3.4")
@pytest.mark.long
async def test_a_poor_file_that_one_command_accepts_is_ingested_once(bench: Bench) -> None:
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    # More batches than one command claims while it can commit nothing.
    lines = [f"jo@people.test:Blue{number}\n" if number % 5 else f"Zebra-Giraffe-{number}\n" for number in range(6000)]
    path = bench.write("poor.txt", "".join(lines))
    commands = Commands(bench)
    async with no_batch_ends():
        accepting = commands.start([path])
        await until(lambda: has_owners(bench, 1), [accepting])
        # It has been accepted already, so who doesn't accept it shares it.
        joining = commands.start([path], accept=False)
        await until(lambda: has_owners(bench, 2), [accepting, joining])
    commands.finish(accepting, joining)
    other = commands.start([path], "Other leak", accept=False)
    other.join(60)
    assert other.exitcode == 1  # nothing was ingested
    assert await states(bench) == [("Other leak", "held", 0), ("Some leak", "done", 4800)]
    together = [commands.start([path], "Other leak", accept=accept) for accept in (False, True, False)]
    for process in together:
        process.join(60)
    # Those that came first have held it again; none of it was lost or ingested twice.
    assert {process.exitcode for process in together} <= {0, 1}
    assert together[1].exitcode == 0
    assert await states(bench) == [("Other leak", "done", 4800), ("Some leak", "done", 4800)]
    assert len(await bench.detections()) == 4800
    assert await bench.connection.fetchval("SELECT count(*) FROM sightings") == 9600


async def states(bench: Bench) -> list[tuple[object, ...]]:
    rows = await bench.connection.fetch(
        """SELECT leaks.name, state, coalesce((SELECT sum(records) FROM batches WHERE file_id = leak_files.id), 0)::int
        FROM leak_files JOIN leaks ON leaks.id = leak_id ORDER BY 1"""
    )
    return [tuple(row) for row in rows]


@pytest.mark.spec("B4.9.3")
@pytest.mark.long
async def test_a_leak_that_is_retracted_while_commands_share_its_files_leaves_nothing(bench: Bench) -> None:
    corpus, _, paths, commands = await prepared(bench, SEED, 200)
    async with no_batch_ends():
        running = [commands.start(paths) for _ in range(2)]
        await until(lambda: has_owners(bench, 2), running)
        retracting = asyncio.create_task(asyncio.to_thread(bench.breachlight, "leaks", "retract", "Some leak"))
        retracted = "SELECT retracted_at IS NOT NULL FROM leaks"
        while not await bench.connection.fetchval(retracted):
            assert not retracting.done(), retracting.result()
            await asyncio.sleep(0.02)
    for process in running:
        process.join(120)
    assert [process.exitcode for process in running] == [1, 1]
    done = await retracting
    assert done.returncode == 0, done.stderr
    assert not await in_lake(bench, corpus, "Some leak")
    assert await bench.connection.fetchval("SELECT count(*) FROM sightings") == 0
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts WHERE retracted_at IS NULL") == 0
    assert {row["state"] for row in await bench.connection.fetch("SELECT state FROM leak_files")} == {"retracted"}
    late = commands.start(paths)
    late.join(60)
    assert late.exitcode == 1
