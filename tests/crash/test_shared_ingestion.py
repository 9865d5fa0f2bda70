"""Commands that ingest the same files at the same time share their batches, and the result is that of one command alone.

BREACHLIGHT_TEST_CRASH_ROUNDS and BREACHLIGHT_TEST_CRASH_SEED repeat a run, or make it longer.
"""

import asyncio
import gzip
import json
import os
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import asyncpg
import crash_processes
import pytest
from ingestion_harness import SMALL_BATCH, Bench
from lake_lookup import find_email
from oracle import Corpus, Leaked, expected

ROUNDS = int(os.environ.get("BREACHLIGHT_TEST_CRASH_ROUNDS", "3"))
SEED = int(os.environ.get("BREACHLIGHT_TEST_CRASH_SEED") or random.randrange(10**6))
_VARIABLES = ("BREACHLIGHT_ENVIRONMENT", "BREACHLIGHT_DATA_FOLDER", "DATABASE_URL")
_ALONE = "Alone"
_FILES_OF_LEAK = "leak_files f JOIN leaks ON leaks.id = f.leak_id AND leaks.name = $1"
_BATCHES_OF_LEAK = f"{_FILES_OF_LEAK} JOIN batches b ON b.file_id = f.id AND b.done_at IS NOT NULL"
_COMPARED = (
    f"SELECT f.digest, f.state, f.quarantined, f.quarantined_bytes, f.quarantine_end FROM {_FILES_OF_LEAK} ORDER BY 1",
    f"""SELECT f.digest, b.number, b.start_offset, b.end_offset, b.lines, b.records,
        (b.tally - 'alerts' - 'sightings')::text FROM {_BATCHES_OF_LEAK} ORDER BY 1, 2""",
    f"""SELECT f.digest, q.start, q.length, q.reason FROM {_FILES_OF_LEAK}
        JOIN quarantined_stretches q ON q.file_id = f.id ORDER BY 1, 2""",
    "SELECT alert_id, file_digest FROM sightings JOIN leaks ON leaks.id = leak_id AND leaks.name = $1 ORDER BY 1, 2",
    "SELECT kind, pwn_count FROM leaks WHERE name = $1",
)


class Commands:
    """Ingest commands in processes of their own."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._context = crash_processes.forking()
        self._environment = {name: os.environ[name] for name in _VARIABLES}
        self._started = 0

    def start(self, paths: list[Path], leak: str = "Some leak") -> BaseProcess:
        self._started += 1
        arguments = (self._environment, [str(path) for path in paths], SMALL_BATCH, str(self._output(self._started)))
        options = {"leak": leak, "accept": True}
        process = self._context.Process(target=crash_processes.ingest, args=arguments, kwargs=options)
        process.start()
        return process

    def finish(self, *processes: BaseProcess) -> None:
        for process in processes:
            process.join(120)
        assert [process.exitcode for process in processes] == [0] * len(processes)

    def reports(self) -> list[dict[str, dict[str, object]]]:
        """The files in the output of each command that has ended, by name."""
        texts = [self._output(number + 1).read_text() for number in range(self._started)]
        return [{file["name"]: file for file in json.loads(text)["files"]} for text in texts if text]

    def _output(self, number: int) -> Path:
        return self._bench.folder.parent / f"command-{number}.json"


def write_files(bench: Bench, records: list[Leaked]) -> list[Path]:
    """Large ones that are read in place and through, with input that is rejected, and neighbours that are small."""
    lines = [f"{record.line}\n" for record in records]
    half = len(lines) // 2
    noisy = "".join(line + ("no separator\n" if number % 9 == 0 else "") for number, line in enumerate(lines[half:]))
    return [
        bench.write("large.txt", "".join(lines)),
        bench.write("noisy.txt", "jo@people.test:" + "x" * 200_000 + "\n" + noisy),
        bench.write("packed.txt.gz", gzip.compress("".join(lines[:half]).encode(), mtime=0)),
        *(bench.write(f"small-{n}.txt", "".join(lines[n * 5 : n * 5 + 5])) for n in range(6)),
    ]


async def until(is_so: Callable[[], Awaitable[bool]], processes: list[BaseProcess]) -> None:
    while not await is_so() and any(process.is_alive() for process in processes):
        await asyncio.sleep(0.005)


@asynccontextmanager
async def no_batch_ends() -> AsyncIterator[None]:
    """Keep commands from committing batches; they claim as many as they prepare ahead."""
    connection = await asyncpg.connect(os.environ["DATABASE_URL"])
    try:
        async with connection.transaction():
            await connection.execute("SELECT FROM identity_epoch FOR UPDATE")
            yield
    finally:
        await connection.close()


async def is_as_alone(
    bench: Bench, commands: Commands, paths: list[Path], records: list[Leaked], corpus: Corpus
) -> None:
    """Compare everything with the leak that one command ingests alone."""
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)
    assert await bench.connection.fetchval("SELECT sum(alerts) FROM batches") == len(found)
    commands.finish(commands.start(paths, _ALONE))
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == len(found)
    assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
    for statement in _COMPARED:
        together, alone = [
            [tuple(row) for row in await bench.connection.fetch(statement, leak)] for leak in ("Some leak", _ALONE)
        ]
        assert together == alone
    assert await in_lake(bench, corpus, "Some leak") == await in_lake(bench, corpus, _ALONE)


async def in_lake(bench: Bench, corpus: Corpus, leak: str) -> Counter[tuple[str, str]]:
    """The records of the monitored addresses that count for a leak."""
    rows = await bench.connection.fetch(f"SELECT b.id FROM {_BATCHES_OF_LEAK}", leak)
    done = {row["id"] for row in rows}
    return Counter(
        (entry.key, secret)
        for entry in corpus.watched
        if entry.kind == "email"
        for _, table in find_email(bench.lake, entry.key, done)
        for secret in table["password"].to_pylist()
    )


async def prepared(bench: Bench, seed: int, count: int) -> tuple[Corpus, list[Leaked], list[Path], Commands]:
    print(f"BREACHLIGHT_TEST_CRASH_SEED={seed}")
    corpus = await bench.corpus(seed)
    records = corpus.records(count)
    return corpus, records, write_files(bench, records), Commands(bench)


@pytest.mark.spec("B3.4", "B4.9.3")
@pytest.mark.long
async def test_i01_commands_share_the_batches_of_one_file(bench: Bench) -> None:
    corpus, records, paths, commands = await prepared(bench, SEED, 500)
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
async def test_i02_a_frozen_command_is_taken_over_and_wakes_up_harmless(bench: Bench) -> None:
    corpus, records, paths, commands = await prepared(bench, SEED, 400)
    async with no_batch_ends():
        frozen = commands.start(paths)
        await until(lambda: has_owners(bench, 1), [frozen])
        assert frozen.pid is not None
        os.kill(frozen.pid, signal.SIGSTOP)
        # As if its lease had passed.
        await bench.connection.execute("UPDATE batches SET claimed_until = now() - interval '1 second'")
    try:
        commands.finish(commands.start(paths))
        assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
    finally:
        os.kill(frozen.pid, signal.SIGCONT)
    commands.finish(frozen)
    await is_as_alone(bench, commands, paths, records, corpus)


async def has_owners(bench: Bench, owners: int) -> bool:
    return await bench.connection.fetchval("SELECT count(DISTINCT claimed_by) FROM batches") >= owners


async def done(bench: Bench) -> int:
    return await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NOT NULL")


async def has_done(bench: Bench, batches: int) -> bool:
    return await done(bench) >= batches
