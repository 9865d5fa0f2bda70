"""Kill -9 of ingestion and worker at random points: the alerts are those of the brute-force matcher, each once.

BREACHLIGHT_TEST_CRASH_ROUNDS and BREACHLIGHT_TEST_CRASH_SEED repeat a run, or make it longer.
"""

import asyncio
import os
import random
from collections import Counter
from multiprocessing.process import BaseProcess

import crash_processes
import pytest
from ingestion_harness import SMALL_BATCH, Bench
from lake_lookup import find_email
from oracle import Corpus, Leaked, Watched, expected

from breachlight.watchlist.service import monitor_email

ROUNDS = int(os.environ.get("BREACHLIGHT_TEST_CRASH_ROUNDS", "20"))
SEED = int(os.environ.get("BREACHLIGHT_TEST_CRASH_SEED") or random.randrange(10**6))
_VARIABLES = ("BREACHLIGHT_ENVIRONMENT", "BREACHLIGHT_DATA_FOLDER", "DATABASE_URL")


class Rounds:
    """Leaks that grow as they are ingested, and processes that do not live long."""

    def __init__(self, bench: Bench, corpus: Corpus) -> None:
        self.bench = bench
        self.corpus = corpus
        self.random = random.Random(SEED)
        self.lines: list[Leaked] = []
        self.killed: Counter[str] = Counter()
        self._context = crash_processes.forking()
        self._environment = {name: os.environ[name] for name in _VARIABLES}
        self._files = 0
        self.with_kill = 0

    def add_file(self, count: int) -> None:
        """Write a file that overlaps with what was written before."""
        known = self.random.sample(self.lines, min(len(self.lines), count // 3))
        records = self.corpus.records(count) + known
        self.random.shuffle(records)
        self.bench.write(f"leak-{self._files}.txt", "".join(f"{record.line}\n" for record in records))
        self._files += 1
        self.lines += records

    def start(self, target: str) -> BaseProcess:
        arguments: tuple[object, ...] = (self._environment,)
        if target == "ingest":
            arguments += ([str(self.bench.folder)], SMALL_BATCH)
        process = self._context.Process(target=getattr(crash_processes, target), args=arguments)
        process.start()
        return process

    async def kill_at_random(self) -> None:
        """Start ingestion, once or twice, and a worker; kill them while they start, or after some batches."""
        # As if the scans of those that were killed had been left for a while.
        await self.bench.connection.execute("UPDATE backfills SET not_before = NULL")
        intakes = [self.start("ingest") for _ in range(self.random.choice([1, 1, 2]))]
        worker = self.start("work")
        if self.random.random() < 0.2:
            await asyncio.sleep(self.random.uniform(0, 0.4))
        else:
            await self._batches_more(self.random.choice([1, 1, 2, 3]), intakes)
            await asyncio.sleep(self.random.uniform(0, 0.1))
        for process in (*intakes, worker):
            if process.is_alive():
                self.killed["worker" if process is worker else "intake"] += 1
            process.kill()
            process.join()
        if all(process.exitcode == 0 for process in intakes):
            self.add_file(1500)
        else:
            self.with_kill += 1

    async def _batches_more(self, count: int, processes: list[BaseProcess]) -> None:
        query = "SELECT coalesce(max(id), 0) FROM batches"
        goal = await self.bench.connection.fetchval(query) + count
        while await self.bench.connection.fetchval(query) < goal and any(process.is_alive() for process in processes):
            await asyncio.sleep(0.005)

    async def finish(self, target: str) -> None:
        await self.bench.connection.execute("UPDATE backfills SET not_before = NULL")
        process = self.start(target)
        process.join(120)
        assert process.exitcode == 0


@pytest.mark.spec("B3.4", "B6.2")
@pytest.mark.long
async def test_i02_kill_9_of_ingestion_and_worker_at_random_points(bench):
    print(f"BREACHLIGHT_TEST_CRASH_SEED={SEED}")
    corpus = await bench.corpus(SEED, watch=False)
    rounds = Rounds(bench, corpus)
    # Sites are monitored from the start: which list an alert stands in is decided when it is raised.
    await bench.watch([entry for entry in corpus.watched if entry.kind == "domain"])
    proved_later = [entry for entry in corpus.watched if entry.kind == "email"]
    for _ in range(3):
        rounds.add_file(1200)
    while rounds.with_kill < ROUNDS:
        if proved_later and rounds.random.random() < 0.6:
            entry = proved_later.pop()
            async with bench.connection.transaction():
                await monitor_email(bench.connection, entry.account_id, entry.key)
        await rounds.kill_at_random()
    for entry in proved_later:
        async with bench.connection.transaction():
            await monitor_email(bench.connection, entry.account_id, entry.key)
    await rounds.finish("ingest")
    await rounds.finish("work")
    print(dict(rounds.killed), "batches", await bench.connection.fetchval("SELECT count(*) FROM batches"))

    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(rounds.lines, corpus.watched)
    assert await bench.connection.fetchval("SELECT count(*) FROM backfills WHERE finished_at IS NULL") == 0
    assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
    assert await bench.connection.fetchval("SELECT sum(lines) FROM batches") == len(rounds.lines)
    done = {row["id"] for row in await bench.connection.fetch("SELECT id FROM batches")}
    for entry in corpus.watched:
        if entry.kind == "email":
            assert _in_lake(bench, entry, done) == _in_files(rounds.lines, entry)


def _in_lake(bench: Bench, entry: Watched, done: set[int]) -> Counter[str]:
    """The secrets that the lake holds for an address, with how often."""
    return Counter(
        secret for _, table in find_email(bench.lake, entry.key, done) for secret in table["password"].to_pylist()
    )


def _in_files(lines: list[Leaked], entry: Watched) -> Counter[str]:
    local, _, domain = entry.key.partition("@")
    logins = {entry.key, f"{local}+shop@{domain}"}
    return Counter(record.secret for record in lines if record.login.lower() in logins)
