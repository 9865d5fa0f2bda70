"""Ingest commands that run at the same time, in processes of their own."""

import asyncio
import gzip
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import asyncpg
import crash_processes
from ingestion_harness import SMALL_BATCH, Bench
from lake_lookup import find_email
from oracle import Corpus, Leaked, expected

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
    # Without the kind: the first file that a command begins with decides it, and here that is any of them.
    "SELECT pwn_count FROM leaks WHERE name = $1",
)
_VARIABLES = ("BREACHLIGHT_ENVIRONMENT", "BREACHLIGHT_DATA_FOLDER", "DATABASE_URL")


class Commands:
    """Ingest commands in processes of their own."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._context = crash_processes.forking()
        self._environment = {name: os.environ[name] for name in _VARIABLES}
        self._started = 0

    def start(
        self, paths: list[Path], leak: str = "Some leak", *, accept: bool = True, **environment: str
    ) -> BaseProcess:
        """Start a command; ``environment`` differs from that of this process."""
        self._started += 1
        variables: Mapping[str, str] = {**self._environment, **environment}
        arguments = (variables, [str(path) for path in paths], SMALL_BATCH, str(self._output(self._started)))
        options = {"leak": leak, "accept": accept}
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


EPOCH = "SELECT FROM identity_epoch FOR UPDATE"
LOADS = "LOCK TABLE lake.ducklake_snapshot IN SHARE MODE"


@asynccontextmanager
async def locked(statement: str) -> AsyncIterator[None]:
    """Keep commands from what a statement locks."""
    connection = await asyncpg.connect(os.environ["DATABASE_URL"])
    try:
        async with connection.transaction():
            await connection.execute(statement)
            yield
    finally:
        await connection.close()


def no_batch_ends() -> AbstractAsyncContextManager[None]:
    """Keep commands from committing batches; they claim as many as they prepare ahead."""
    return locked(EPOCH)


async def have_to_wait(bench: Bench, commands: int) -> bool:
    """Return whether so many commands wait for locks."""
    waiting: int = await bench.connection.fetchval(
        """SELECT count(DISTINCT application_name) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'"""
    )
    return waiting >= commands


async def has_owners(bench: Bench, owners: int) -> bool:
    """Return whether so many commands have claimed batches."""
    count: int = await bench.connection.fetchval("SELECT count(DISTINCT claimed_by) FROM batches")
    return count >= owners


async def is_as_alone(
    bench: Bench, commands: Commands, paths: list[Path], records: list[Leaked], corpus: Corpus, **environment: str
) -> None:
    """Compare everything with the leak that one command ingests alone."""
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)
    assert await bench.connection.fetchval("SELECT sum(alerts) FROM batches") == len(found)
    commands.finish(commands.start(paths, _ALONE, **environment))
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == len(found)
    assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
    for statement in _COMPARED:
        together, alone = [
            [tuple(row) for row in await bench.connection.fetch(statement, leak)] for leak in ("Some leak", _ALONE)
        ]
        assert together == alone, statement
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
