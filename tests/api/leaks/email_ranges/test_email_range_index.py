"""The index of email ranges: equal to a count of the addresses, and to one that is built again, after whatever happened."""

import asyncio
import random

import pytest
from email_ranges import contents, expected, switch, work

from breachlight.doctor.lookups import check_email_ranges
from breachlight.leaks.administration.entering import start_retraction
from breachlight.leaks.administration.erasure import start_erasure
from breachlight.leaks.administration.merging import merge_leaks
from breachlight.leaks.administration.operations import run_operation

PEOPLE = [f"p{n}@people.example" for n in range(1200)]
SOME = PEOPLE[:150]


def lines(people: list[str]) -> str:
    return "".join(f"https://s{n % 7}.example/:{person}:Blue{n % 90}\n" for n, person in enumerate(people))


async def retract(bench, name: str) -> None:
    await run_operation(bench.settings, bench.ring, await start_retraction(bench.connection, name))


async def erase(bench, address: str) -> None:
    await run_operation(bench.settings, bench.ring, await start_erasure(bench.connection, bench.ring, address))


async def test_each_address_is_counted_with_its_leaks_while_the_feature_is_on(bench, tortoise):
    exists = "SELECT to_regnamespace('email_ranges') IS NOT NULL"
    await bench.ingest(bench.write("a.txt", lines(PEOPLE)), leak="A")
    await work()
    assert not await bench.connection.fetchval(exists)
    assert bench.breachlight("settings", "email_ranges_enabled=true").returncode == 0
    assert "Email ranges are on; a worker is about to build them." in bench.breachlight("lookups", "status").stdout
    await asyncio.gather(work(), work(), work())
    assert await contents(bench.connection) == expected({"A": PEOPLE})
    spellings = "kim@people.example:Blue1\nKIM@People.Example:Blue2\nno-address:Blue3\n"
    await bench.ingest(bench.write("b.txt", lines(SOME) + spellings), leak="B")
    await work()
    assert await contents(bench.connection) == expected({"A": PEOPLE, "B": [*SOME, *["kim@people.example"] * 2]})
    assert (await check_email_ranges(bench.connection)).level.value == "ok"
    await switch(bench.connection, False)
    await work()
    assert not await bench.connection.fetchval(exists)


async def test_merged_leaks_become_one_and_count_the_same_bytes_once(bench, tortoise):
    await switch(bench.connection, True)
    first, second = bench.write("a.txt", lines(PEOPLE)), bench.write("b.txt", lines(SOME))
    await bench.ingest(first, second, leak="Old")
    await bench.ingest(first, leak="New")
    await work()
    assert bench.breachlight("leaks", "merge", "Old", "New").returncode == 0
    assert await contents(bench.connection) == expected({"New": [*PEOPLE, *SOME]})
    # What was counted as the former leak is subtracted as such.
    await retract(bench, "New")
    assert await contents(bench.connection) == expected({})


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
async def test_random_histories_equal_a_count_and_a_rebuild(bench, tortoise, seed):
    """Loads, retractions, merges and erasures in any order, with the job at any time and several at once."""
    chance = random.Random(seed)
    await switch(bench.connection, True)
    leaks: dict[str, dict[str, list[str]]] = {}
    gone: set[str] = set()

    def remaining() -> dict[str, list[str]]:
        return {
            name: [person for people in files.values() for person in people if person not in gone]
            for name, files in leaks.items()
        }

    for step in range(18):
        action = chance.choices(("load", "erase", "retract", "merge", "work"), (10, 2, 2, 3, 5))[0]
        if action == "load" or not leaks:
            people = [
                person for _ in range(chance.randrange(1, 200)) if (person := chance.choice(PEOPLE[:60])) not in gone
            ]
            if people:
                text = lines(people) + f"https://x.example/:nobody-{step}:x\n"
                name = chance.choice([*leaks, f"Leak {step}"])
                await bench.ingest(bench.write(f"{step}.txt", text), leak=name)
                leaks.setdefault(name, {})[text] = people
        elif action == "erase":
            person = chance.choice(PEOPLE[:60])
            await asyncio.gather(erase(bench, person), work())
            gone.add(person)
        elif action == "retract":
            name = chance.choice(list(leaks))
            await asyncio.gather(retract(bench, name), work())
            del leaks[name]
        elif action == "merge" and len(leaks) > 1:
            old, kept = chance.sample(list(leaks), 2)
            await merge_leaks(bench.connection, bench.lake, old, kept)
            leaks[kept] = leaks.pop(old) | leaks[kept]
        else:
            await work()
    await work()
    found = await contents(bench.connection)
    assert found == expected(remaining())
    assert bench.breachlight("lookups", "rebuild").returncode == 0
    await work()
    assert await contents(bench.connection) == found
