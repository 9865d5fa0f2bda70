"""Kill -9 of workers, loads, retractions and erasures amid updates of the password ranges: each record is counted once."""

import asyncio
import multiprocessing.process
import os
import random

import crash_processes
import pytest
from ingestion_harness import SMALL_BATCH, Bench
from password_ranges import contents, expected, switch, work

from breachlight.leaks.administration.entering import start_retraction
from breachlight.leaks.administration.erasure import start_erasure
from breachlight.leaks.administration.operations import run_operation
from breachlight.leaks.ranges import index, merging

ROUNDS = int(os.environ.get("BREACHLIGHT_CRASH_ROUNDS", "8"))
SEED = int(os.environ.get("BREACHLIGHT_CRASH_SEED") or random.randrange(10**6))
_VARIABLES = ("BREACHLIGHT_ENVIRONMENT", "BREACHLIGHT_DATA_FOLDER", "DATABASE_URL")
_PEOPLE = 40


def rows(chance: random.Random) -> list[tuple[int, str]]:
    return [(chance.randrange(_PEOPLE), f"Word{chance.randrange(500)}") for _ in range(1500)]


def text(found: list[tuple[int, str]]) -> str:
    return "".join(f"https://x.example/:u{person}@people.example:{password}\n" for person, password in found)


async def kill(processes: list[multiprocessing.process.BaseProcess], chance: random.Random) -> int:
    """Kill processes at moments of their own; return how many were still running."""
    killed = 0
    for process in chance.sample(processes, len(processes)):
        await asyncio.sleep(chance.uniform(0, 0.5))
        killed += process.is_alive()
        process.kill()
        await asyncio.to_thread(process.join)
    return killed


@pytest.mark.long
async def test_kill_9_amid_updates_of_the_ranges(bench: Bench, tortoise: None, monkeypatch: pytest.MonkeyPatch) -> None:
    print(f"BREACHLIGHT_CRASH_SEED={SEED}")
    chance = random.Random(SEED)
    context = crash_processes.forking()
    environment = {name: os.environ[name] for name in _VARIABLES}

    def started(target: object, *arguments: object) -> multiprocessing.process.BaseProcess:
        process = context.Process(target=target, args=(environment, *arguments))  # type: ignore[arg-type]
        process.start()
        return process

    await switch(bench.connection, True)
    leaks: dict[str, list[tuple[int, str]]] = {}
    erased: set[int] = set()
    operations = []
    killed = 0
    for number in range(ROUNDS):
        leaks[f"Leak {number}"] = [row for row in rows(chance) if row[0] not in erased]
        path = bench.write(f"{number}.txt", text(leaks[f"Leak {number}"]))
        load = context.Process(
            target=crash_processes.ingest,
            args=(environment, [str(path)], SMALL_BATCH),
            kwargs={"leak": f"Leak {number}"},
        )
        load.start()
        running = [load, started(crash_processes.update_ranges), started(crash_processes.update_ranges)]
        if number % 3 == 1:
            name = chance.choice([name for name in leaks if name != f"Leak {number}"])
            operations.append(await start_retraction(bench.connection, name))
            del leaks[name]
            running.append(started(crash_processes.operate, operations[-1]))
        if number % 3 == 2:
            # A person of an unfinished load may come back with its next run.
            await asyncio.to_thread(load.join)
            person = chance.randrange(_PEOPLE)
            operations.append(await start_erasure(bench.connection, bench.ring, f"u{person}@people.example"))
            erased.add(person)
            running.append(started(crash_processes.operate, operations[-1]))
        killed += await kill(running, chance)
        if f"Leak {number}" in leaks:
            await bench.ingest(path, leak=f"Leak {number}")
        for operation in operations:
            await run_operation(bench.settings, bench.ring, operation)
    assert killed
    await work()
    found = await contents(bench.connection)
    assert found == expected(password for name in leaks for person, password in leaks[name] if person not in erased)


@pytest.mark.parametrize("function", ["advance_merge", "finish_merge", "delete_replaced_runs"])
async def test_a_merge_that_is_cut_off_continues(
    bench: Bench, tortoise: None, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    """Each part of a merge is one transaction, whatever was the last that was done."""
    monkeypatch.setattr(merging, "_HASHES_AT_ONCE", 40)
    monkeypatch.setattr(index, "_RECORDS_AT_ONCE", 1)
    await switch(bench.connection, True)
    lines = [(n, f"Word{n % 400}") for n in range(900)]
    await bench.ingest(bench.write("a.txt", text(lines)))
    true, calls = getattr(merging.repository, function), 0

    async def cut_off(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        done = await true(*arguments) if calls % 2 else None
        if calls < 6:
            raise ConnectionError
        return done if calls % 2 else await true(*arguments)

    monkeypatch.setattr(merging.repository, function, cut_off)
    for _ in range(8):
        try:
            await work()
            break
        except ConnectionError:
            continue
    await work()
    assert calls > 1
    assert await contents(bench.connection) == expected(password for _, password in lines)
    assert await bench.connection.fetchval("SELECT count(*) FROM password_ranges.runs WHERE state <> 'live'") == 0
    orphans = "SELECT count(*) FROM password_ranges.entries WHERE run_id NOT IN (SELECT id FROM password_ranges.runs)"
    assert await bench.connection.fetchval(orphans) == 0
