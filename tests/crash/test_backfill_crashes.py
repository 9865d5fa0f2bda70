"""Kill -9 of workers amid batches of retroactive scans, while files are ingested and addresses are revoked or erased.

Each detection of an address that stays monitored is raised once and reported by one summary.
"""

import asyncio
import json
import multiprocessing
import os
import random
import re
import sys
import time
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess

import asyncpg
import crash_processes
import pytest
from factories import make_domain, make_user
from ingestion_harness import SMALL_BATCH, Bench
from mail_server import Mails

from breachlight.leaks.backfill.backfill_mails import stop_and_notify
from breachlight.leaks.lake.sealing import BLOCK_RECORDS
from breachlight.mail.models import MailKind
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import monitor_domain, monitor_email, stop_monitoring

ROUNDS = int(os.environ.get("BREACHLIGHT_CRASH_ROUNDS", "6"))
SEED = int(os.environ.get("BREACHLIGHT_CRASH_SEED") or random.randrange(10**6))
_VARIABLES = ("BREACHLIGHT_ENVIRONMENT", "BREACHLIGHT_DATA_FOLDER", "DATABASE_URL")
_PER_ROUND = 25
_PEOPLE = ROUNDS * _PER_ROUND
_LATE_FILES = 3
_SECONDS_TO_END = 120


class Processes:
    """Workers and ingestions that are forked from a server which has their code loaded."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["crash_processes"])
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
            forkserver.ensure_running()
        self._environment = {name: os.environ[name] for name in _VARIABLES}

    def work(self, *most_records: int) -> BaseProcess:
        return self._started(crash_processes.work, self._environment, *most_records)

    def ingest(self, *paths: str) -> BaseProcess:
        return self._started(crash_processes.ingest, self._environment, paths, SMALL_BATCH)

    def _started(self, target: object, *arguments: object) -> BaseProcess:
        process = self._context.Process(target=target, args=arguments)  # type: ignore[arg-type] -- any of the two
        process.start()
        return process


def address(number: int) -> str:
    return f"p{number}@people.example"


def lines(copies: range) -> str:
    return "".join(
        f"https://site{(number + copy) % 9}.test/:{address(number)}:Blue{number}x{copy}\n"
        for copy in copies
        for number in range(_PEOPLE)
    )


async def logins(bench: Bench) -> list[tuple[str, str]]:
    return [(found.username_key, found.secret) for found in await bench.detections()]


async def work_to_the_end(bench: Bench, processes: Processes) -> None:
    """Run workers until no scan is left.

    One hands over after some seconds, and a statement that a killed one has sent may still lease scans.
    """
    end = time.monotonic() + _SECONDS_TO_END
    is_any_left = True
    while is_any_left:
        assert time.monotonic() < end
        await leave_for_a_while(bench.connection)
        worker = processes.work()
        await asyncio.to_thread(worker.join, _SECONDS_TO_END)
        assert worker.exitcode == 0
        is_any_left = await bench.connection.fetchval("SELECT count(*) FROM backfills WHERE finished_at IS NULL") > 0


async def leave_for_a_while(connection: asyncpg.Connection) -> None:
    """Let scans and leases of dead workers be taken over at once."""
    await connection.execute("UPDATE backfills SET not_before = NULL")


@pytest.mark.spec("B3.4", "B3.13", "B6.2")
@pytest.mark.long
async def test_kill_9_amid_batches_of_scans(bench: Bench, tortoise: None) -> None:
    print(f"BREACHLIGHT_CRASH_SEED={SEED}")
    chance = random.Random(SEED)
    account = bench.accounts[0].id
    await make_user(bench.connection, bench.accounts[0])
    await bench.ingest(bench.write("first.txt", lines(range(2))))
    processes, killed = Processes(), 0
    waiting, revoked = list(range(_PEOPLE)), set[int]()
    late = [
        str(bench.write(f"late{number}.txt", lines(range(2 + number, 3 + number)))) for number in range(_LATE_FILES)
    ]
    while waiting:
        batch, waiting = waiting[:_PER_ROUND], waiting[_PER_ROUND:]
        for number in batch:
            async with bench.connection.transaction():
                await monitor_email(bench.connection, account, address(number))
        await leave_for_a_while(bench.connection)
        running = [processes.work(), processes.work()]
        if late:
            running.append(processes.ingest(late[0]))
        await asyncio.sleep(chance.uniform(0.2, 1.5))
        for number in chance.sample(batch, min(2, len(batch))):
            revoked.add(number)
            async with bench.connection.transaction():
                await stop_monitoring(bench.connection, account, IdentityKind.EMAIL, address(number))
        await asyncio.sleep(chance.uniform(0, 0.5))
        if late and not running[-1].is_alive():
            late.pop(0)
        for process in running:
            killed += process.is_alive()
            process.kill()
            process.join()
    for path in late:
        ingestion = processes.ingest(path)
        await asyncio.to_thread(ingestion.join, 120)
        assert ingestion.exitcode == 0
    for row in await bench.connection.fetch("SELECT payload FROM jobs.pgqueuer WHERE entrypoint = 'backfill.stopped'"):
        await stop_and_notify(json.loads(row["payload"]))
    await work_to_the_end(bench, processes)

    found = await logins(bench)
    assert len(found) == len(set(found))
    everything = {
        (address(number), f"Blue{number}x{copy}") for number in range(_PEOPLE) for copy in range(2 + _LATE_FILES)
    }
    assert set(found) <= everything
    of_revoked = {address(number) for number in revoked}
    assert {pair for pair in everything if pair[0] not in of_revoked} <= set(found)
    by_scans = await bench.connection.fetchval("SELECT count(*) FROM alerts WHERE backfill_id IS NOT NULL")
    assert await bench.connection.fetchval("SELECT sum(alerts) FROM backfills") == by_scans > 0
    mails = Mails(bench.connection)
    kinds = (MailKind.BACKFILL_DONE, MailKind.BACKFILLS_DONE, MailKind.BACKFILL_STOPPED)
    texts = [" ".join(mail.text.split()) for kind in kinds for mail in await mails.all(kind)]
    reported = [
        int(re.sub(r"\D", "", found)) for text in texts for found in re.findall(r"New detections: ([\d,]+)", text)
    ]
    assert sum(reported) == by_scans
    assert len(texts) < killed + 3
    print(killed, "killed;", len(texts), "summaries;", by_scans, "detections of scans")


@pytest.mark.spec("B3.4", "B3.13")
@pytest.mark.long
async def test_kill_9_amid_the_slices_of_a_large_domain(bench: Bench, tortoise: None) -> None:
    people = 6 * BLOCK_RECORDS
    text = "".join(f"p{number}@people.example:Blue{number}\n" for number in range(people))
    await bench.ingest(bench.write("leak.txt", text), batch_bytes=16 << 20)
    domain = await make_domain(bench.connection, bench.accounts[0], "people.example", is_watched=False)
    async with bench.connection.transaction():
        await monitor_domain(bench.connection, bench.accounts[0].id, domain.id, "people.example")
    processes, raised = Processes(), [0]
    end = time.monotonic() + _SECONDS_TO_END
    while raised[-1] < people / 2:
        assert time.monotonic() < end
        await leave_for_a_while(bench.connection)
        worker = processes.work(1)
        while worker.is_alive() and await found_by_scans(bench) == raised[-1]:
            await asyncio.sleep(0.01)
        worker.kill()
        worker.join()
        (found, is_finished, reached), *_ = await bench.connection.fetch(
            "SELECT alerts, finished_at IS NOT NULL, next_block FROM backfills"
        )
        assert is_finished or reached is None or reached * BLOCK_RECORDS == found
        if found != raised[-1]:
            raised.append(found)
    assert raised == sorted(set(raised))
    await work_to_the_end(bench, processes)
    assert await found_by_scans(bench) == people
    logins_found = await logins(bench)
    assert len(logins_found) == len(set(logins_found)) == people


async def found_by_scans(bench: Bench) -> int:
    total: int = await bench.connection.fetchval("SELECT sum(alerts) FROM backfills")
    return total


@pytest.mark.spec("B3.17")
@pytest.mark.long
async def test_a_person_erased_while_workers_search_stays_erased(bench: Bench) -> None:
    chance = random.Random(SEED)
    processes = Processes()
    await bench.ingest(bench.write("leak.txt", lines(range(3))))
    for number in range(4):
        for other in range(number * 20, number * 20 + 20):
            async with bench.connection.transaction():
                await monitor_email(bench.connection, bench.accounts[0].id, address(other))
        worker = processes.work()
        await asyncio.sleep(chance.uniform(0, 0.8))
        done = await asyncio.to_thread(bench.breachlight, "erase", address(number * 20 + 7))
        assert done.returncode == 0, done.stderr
        await asyncio.to_thread(worker.join, 120)
    await work_to_the_end(bench, processes)
    erased = {address(number * 20 + 7) for number in range(4)}
    found = [
        row["username_key"]
        for row in await bench.connection.fetch("SELECT username_key FROM alerts WHERE username_key <> ''")
    ]
    assert set(found) == {address(number) for number in range(80)} - erased
    assert len(found) == 3 * 76
