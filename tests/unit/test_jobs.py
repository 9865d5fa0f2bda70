"""Jobs against a real PostgreSQL: commits, keys, retries, held failures, crashes, schedules and lost connections."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import uuid
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from breachlight import jobs
from breachlight.database import job_queue
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.processes import job_runner

pytestmark = pytest.mark.usefixtures("tortoise")


@pytest.fixture(autouse=True)
def _own_registry():
    jobs.import_all()  # here, since a module registers its jobs once: what a worker imports later would be lost
    kept_jobs, kept_schedules = dict(jobs._jobs), dict(jobs._schedules)
    jobs._jobs.clear()
    jobs._schedules.clear()
    yield
    jobs._jobs.clear()
    jobs._schedules.clear()
    jobs._jobs.update(kept_jobs)
    jobs._schedules.update(kept_schedules)


@asynccontextmanager
async def working(settings, **options):
    stop = asyncio.Event()
    task = asyncio.create_task(job_runner.run_jobs(settings, stop, **options))
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait_for(task, 30)


async def until(condition, seconds=15.0):
    async with asyncio.timeout(seconds):
        while not await condition():
            await asyncio.sleep(0.02)


def collector(name, **options):
    seen = []

    @jobs.job(name, **options)
    async def handler(payload):
        seen.append(payload)

    return seen


async def waiting(connection):
    return await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer")


async def rolled_back_job():
    async with transaction() as session:
        await jobs.enqueue(session, "test.seen", {"number": 2})
        raise ZeroDivisionError


async def test_a_job_exists_only_if_its_transaction_commits(settings, connection):
    seen = collector("test.seen")
    async with transaction() as session:
        await jobs.enqueue(session, "test.seen", {"number": 1})
    with pytest.raises(ZeroDivisionError):
        await rolled_back_job()
    async with connection.transaction():
        await jobs.enqueue(connection, "test.seen", {"number": 3})
    assert await waiting(connection) == 2
    async with working(settings):
        await until(lambda: done(connection))
    assert sorted(payload["number"] for payload in seen) == [1, 3]


async def done(connection):
    return await waiting(connection) == 0


async def test_a_running_worker_is_woken_at_once(settings, connection, monkeypatch):
    monkeypatch.setattr(job_runner, "_POLL", timedelta(minutes=10))
    seen = collector("test.wake")
    async with working(settings):
        for number in range(3):  # after the first one the worker is idle
            await jobs.enqueue(connection, "test.wake", {"number": number})
            await until(lambda: done(connection))
    assert [payload["number"] for payload in seen] == [0, 1, 2]


async def test_one_dedupe_key_is_one_job_until_it_is_done(settings, connection):
    seen = collector("test.once")
    for _ in range(3):
        await jobs.enqueue(connection, "test.once", {}, "key")
    await jobs.enqueue_many(connection, "test.once", [{}, {}], ["key", "other"])
    assert await waiting(connection) == 2
    async with working(settings):
        await until(lambda: done(connection))
        await jobs.enqueue(connection, "test.once", {}, "key")
        await until(lambda: done(connection))
    assert len(seen) == 3


async def test_larger_priorities_go_first(settings, connection):
    seen = collector("test.order", at_once=1)
    for priority in (1, 3, 2):
        await jobs.enqueue(connection, "test.order", {"priority": priority}, None, priority)
    async with working(settings):
        await until(lambda: done(connection))
    assert [payload["priority"] for payload in seen] == [3, 2, 1]


@pytest.mark.spec("B6.5")
async def test_a_full_lane_delays_no_other(settings, connection):
    gate = asyncio.Event()

    @jobs.job("test.long")
    async def wait(_):
        await gate.wait()  # which opens only after the urgent job has run

    urgent = collector("test.urgent", lane=jobs.URGENT_LANE)
    await jobs.enqueue_many(connection, "test.long", [{}] * 6)
    async with working(settings, most_at_once=2):
        await jobs.enqueue(connection, "test.urgent", {})
        try:
            await until(lambda: asyncio.sleep(0, len(urgent) == 1))
        finally:
            gate.set()
        await until(lambda: done(connection))


async def test_a_failing_job_is_retried_and_then_kept_without_its_text(settings, connection):
    runs = []

    @jobs.job("test.failing", retries=2, first_delay=timedelta(milliseconds=50))
    async def handler(_):
        runs.append(1)
        raise ValueError("could not read 'canary-value'")

    good = collector("test.good")
    await jobs.enqueue(connection, "test.failing", {})
    await jobs.enqueue_many(connection, "test.good", [{}] * 50)
    async with working(settings):
        await until(lambda: failed(connection))
    assert len(runs) == 3
    assert len(good) == 50
    written = await connection.fetchval("SELECT string_agg(row::text, '') FROM jobs.pgqueuer_log AS row")
    assert "ValueError" in written
    assert "canary-value" not in written


async def failed(connection):
    statuses = [row["status"] for row in await connection.fetch("SELECT status FROM jobs.pgqueuer")]
    return statuses == ["failed"]


async def test_a_job_whose_worker_died_too_often_is_kept(settings, connection):
    seen = collector("test.poison", retries=0)
    await jobs.enqueue(connection, "test.poison", {})
    number = await connection.fetchval("SELECT id FROM jobs.pgqueuer")
    await connection.executemany(
        "INSERT INTO jobs.pgqueuer_log (job_id, status, priority, entrypoint) VALUES ($1, 'picked', 0, 'test.poison')",
        [(number,)] * (job_runner._MOST_CRASHES + 1),
    )
    async with working(settings):
        await until(lambda: failed(connection))
    assert seen == []


WORKER = """
import asyncio, os, sys
from breachlight import jobs
from breachlight.processes import job_runner
from breachlight.database import job_queue
from breachlight.config import get_settings
from breachlight.database.connection import database
from datetime import timedelta
job_runner._HEARTBEAT = timedelta(seconds=2)
job_runner._POLL = timedelta(seconds=0.5)

@jobs.job("test.slow")
async def slow(payload):
    print("started", flush=True)
    await asyncio.sleep(float(payload["seconds"]))

async def main():
    async with database(get_settings()):
        await job_runner.run_jobs(get_settings(), asyncio.Event())

asyncio.run(main())
"""


async def test_f01_a_killed_workers_job_is_taken_over_and_its_crash_counted(settings, connection, monkeypatch):
    await jobs.enqueue(connection, "test.slow", {"seconds": 600})
    worker = subprocess.Popen([sys.executable, "-c", WORKER], stdout=subprocess.PIPE, text=True)
    assert (await asyncio.to_thread(worker.stdout.readline)).strip() == "started"
    os.kill(worker.pid, signal.SIGKILL)
    worker.communicate()
    seen = collector("test.slow")
    monkeypatch.setattr(job_runner, "_HEARTBEAT", timedelta(seconds=2))
    monkeypatch.setattr(job_runner, "_POLL", timedelta(seconds=0.5))
    async with working(settings):
        await until(lambda: done(connection), 30)
    assert seen == [{"seconds": 600}]
    assert await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer_log WHERE status = 'picked'") == 2


async def test_f02_a_lost_connection_is_reopened(settings, connection):
    seen = collector("test.after")
    async with working(settings):
        await asyncio.sleep(0.5)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await jobs.enqueue(connection, "test.after", {})
        await until(lambda: done(connection))
    assert seen == [{}]


async def test_f01_what_runs_is_finished_before_the_worker_stops(settings, connection):
    ended = []

    @jobs.job("test.long")
    async def handler(_):
        await asyncio.sleep(1)
        ended.append(1)

    await jobs.enqueue(connection, "test.long", {})
    async with working(settings):
        await until(lambda: picked(connection))
    assert ended == [1]
    assert await waiting(connection) == 0


async def picked(connection):
    return await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer WHERE status = 'picked'") == 1


async def test_a_schedule_ticks_once_over_two_workers_and_outlives_a_failure(settings, connection):
    ticks = []

    @jobs.scheduled("test.tick", "* * * * * *")
    async def tick():
        ticks.append(clock.now())
        raise RuntimeError

    async def ticked():
        return len(ticks) >= 4

    begin = clock.now()
    async with working(settings), working(settings):
        await until(ticked, 60)
    assert len(ticks) <= (clock.now() - begin).total_seconds() + 1


async def test_old_log_rows_go_and_those_of_living_jobs_stay(connection):
    await jobs.enqueue(connection, "test.any", {})
    living = await connection.fetchval("SELECT id FROM jobs.pgqueuer")
    for number in (living, 424242):
        await connection.execute(
            "INSERT INTO jobs.pgqueuer_log (created, job_id, status, priority, entrypoint) "
            "VALUES ($1, $2, 'picked', 0, 'test.any')",
            clock.now() - timedelta(days=8),
            number,
        )
    driver = job_runner.pgqueuer.PgQueuer.from_asyncpg_connection(connection).connection
    await job_runner._trim(None, connection=driver)
    left = await connection.fetch(
        "SELECT job_id FROM jobs.pgqueuer_log WHERE created < $1", clock.now() - timedelta(days=7)
    )
    assert [row["job_id"] for row in left] == [living]


async def test_installing_twice_changes_nothing(connection):
    assert await job_queue.install(connection) is False


def test_the_worker_imports_every_module_that_defines_jobs():
    package = Path(jobs.__file__).parent
    defining = {
        ".".join(("breachlight", *path.relative_to(package).with_suffix("").parts))
        for path in package.rglob("*.py")
        if re.search(r"^@(jobs\.)?(job|scheduled)\(", path.read_text(), re.MULTILINE)
    }
    assert set(jobs.MODULES) == defining


def test_a_name_has_one_handler():
    name = f"test.{uuid.uuid4()}"
    collector(name)
    with pytest.raises(ValueError, match="has a handler already"):
        collector(name)
