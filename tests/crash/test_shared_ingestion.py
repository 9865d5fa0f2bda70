"""Commands that ingest the same files at the same time share their batches, and the result is that of one command alone.

BREACHLIGHT_TEST_CRASH_ROUNDS and BREACHLIGHT_TEST_CRASH_SEED repeat a run, or make it longer.
"""

import os
import random
import signal
from multiprocessing.process import BaseProcess

import pytest
from ingestion_harness import Bench
from shared_commands import (
    EPOCH,
    LOADS,
    Commands,
    has_owners,
    have_to_wait,
    is_as_alone,
    locked,
    no_batch_ends,
    prepared,
    until,
)

ROUNDS = int(os.environ.get("BREACHLIGHT_TEST_CRASH_ROUNDS", "3"))
SEED = int(os.environ.get("BREACHLIGHT_TEST_CRASH_SEED") or random.randrange(10**6))


@pytest.mark.spec("B3.4", "B4.9.3")
@pytest.mark.long
async def test_i01_commands_share_the_batches_of_one_file(bench: Bench) -> None:
    # A command that can commit nothing claims some 18 batches of the first file; some must be left for the third.
    corpus, records, paths, commands = await prepared(bench, SEED, 3600)
    async with no_batch_ends():
        running = [commands.start(paths), commands.start(paths), commands.start(paths)]
        await until(lambda: has_owners(bench, 3), running)
        owners = await bench.connection.fetch("SELECT file_id, count(*) FROM batches GROUP BY file_id")
        assert len(owners) == 1
    commands.finish(*running)
    for reports in commands.reports():
        # Each has worked on the first file at the same time as the others.
        assert reports[str(paths[0])]["state"] == "ingested"
        assert reports[str(paths[0])]["lines"] == len(records)
        assert {report["state"] for report in reports.values()} <= {"ingested", "already_ingested"}
    await is_as_alone(bench, commands, paths, records, corpus)


@pytest.mark.spec("B3.4", "B4.9.3")
@pytest.mark.long
async def test_i02_kill_9_of_commands_that_share_files(bench: Bench) -> None:
    corpus, records, paths, commands = await prepared(bench, SEED, 500)
    chance = random.Random(SEED)
    for _ in range(ROUNDS):
        running = [commands.start(chance.sample(paths, len(paths))) for _ in range(chance.choice([2, 3]))]
        goal = await done(bench) + chance.choice([1, 3, 6])
        await until(lambda goal=goal: has_done(bench, goal), running)
        killed = chance.sample(running, chance.randint(1, len(running)))
        for process in killed:
            process.kill()
            process.join()
        # Those left take over at once what the dead had claimed: no lease has to pass.
        commands.finish(*(process for process in running if process not in killed))
    commands.finish(commands.start(paths))
    await is_as_alone(bench, commands, paths, records, corpus)


@pytest.mark.spec("B3.4", "B4.9.3")
@pytest.mark.long
@pytest.mark.parametrize(
    "held",
    [
        pytest.param(EPOCH, id="before_its_alerts"),
        pytest.param("SELECT FROM accounts FOR UPDATE", id="amid_its_alerts"),
        pytest.param(LOADS, id="amid_a_load"),
    ],
)
async def test_i02_a_frozen_command_is_taken_over_and_wakes_up_harmless(bench: Bench, held: str) -> None:
    corpus, records, paths, commands = await prepared(bench, SEED, 400)
    async with locked(held):
        frozen = commands.start(paths)
        await freeze_waiting(bench, frozen)
    await is_taken_over(bench, commands, frozen, commands.start(paths))
    await is_as_alone(bench, commands, paths, records, corpus)


@pytest.mark.spec("B3.4", "B4.9.3")
@pytest.mark.long
async def test_i02_a_command_that_waits_for_a_frozen_one_goes_on(bench: Bench) -> None:
    corpus, records, paths, commands = await prepared(bench, SEED, 400)
    async with locked(LOADS):
        frozen = commands.start(paths)
        await until(lambda: have_to_wait(bench, 1), [frozen])
        waiting = commands.start(paths)
        await until(lambda: have_to_wait(bench, 2), [frozen, waiting])
        await freeze_waiting(bench, frozen)
    await is_taken_over(bench, commands, frozen, waiting)
    await is_as_alone(bench, commands, paths, records, corpus)


async def freeze_waiting(bench: Bench, process: BaseProcess) -> None:
    """Freeze a command that waits for a lock: it gets that later, and keeps it."""
    await until(lambda: have_to_wait(bench, 1), [process])
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    # As if its lease had passed.
    await bench.connection.execute("UPDATE batches SET claimed_until = now() - interval '1 second'")


async def is_taken_over(bench: Bench, commands: Commands, frozen: BaseProcess, other: BaseProcess) -> None:
    """Let another command finish everything, and the frozen one go on after that."""
    assert frozen.pid is not None
    try:
        commands.finish(other)
        assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
    finally:
        os.kill(frozen.pid, signal.SIGCONT)
    commands.finish(frozen)


async def done(bench: Bench) -> int:
    return await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NOT NULL")


async def has_done(bench: Bench, batches: int) -> bool:
    return await done(bench) >= batches
