"""The index of password ranges: equal to a count of the passwords, and to one that is built again, after whatever happened."""

import asyncio
import hashlib
import random
import re
import subprocess
from collections.abc import Iterable

import pytest
from password_ranges import contents, expected, switch, work

from breachlight.database.binaries import binaries_folder
from breachlight.doctor.lookups import check_password_ranges
from breachlight.leaks.administration.entering import start_retraction
from breachlight.leaks.administration.erasure import start_erasure
from breachlight.leaks.administration.merging import merge_leaks
from breachlight.leaks.administration.operations import run_operation
from breachlight.leaks.ranges.index import apart_from_batches

LINES = "".join(f"https://s{n % 7}.example/:p{n}@people.example:Blue{n % 900}\n" for n in range(2500))
SOME = "".join(LINES.splitlines(keepends=True)[:200])


def passwords(*texts: str) -> list[str]:
    return [line.rpartition(":")[2] for text in texts for line in text.splitlines()]


async def test_each_readable_password_is_counted_once(bench, tortoise):
    await switch(bench.connection, True)
    hashed = "".join(f"h{n}@people.example:{hashlib.md5(bytes([n])).hexdigest()}\n" for n in range(60))
    await bench.ingest(*(bench.write(f"{n}.txt", text) for n, text in enumerate((LINES, SOME, hashed))))
    await work()
    await asyncio.gather(work(), work(), work())
    assert await contents(bench.connection) == expected(passwords(LINES, SOME))
    await bench.ingest(bench.write("c.txt", SOME + "kim@people.example:Grün ist schön\n"), leak="Other")
    await work()
    assert await contents(bench.connection) == expected([*passwords(LINES, SOME, SOME), "Grün ist schön"])


async def test_the_index_exists_only_while_the_feature_is_on(bench, tortoise):
    await bench.ingest(bench.write("a.txt", LINES))
    await work()
    exists = "SELECT to_regnamespace('password_ranges') IS NOT NULL"
    assert not await bench.connection.fetchval(exists)
    assert bench.breachlight("settings", "password_ranges_enabled=true").returncode == 0
    queued = "SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = 'password_ranges.update'"
    assert await bench.connection.fetchval(queued) == 1
    assert "about to build" in bench.breachlight("lookups", "status").stdout
    await work()
    assert await contents(bench.connection) == expected(passwords(LINES))
    shown = bench.breachlight("lookups", "status").stdout
    assert "Complete since" in shown
    assert "SHA1" in shown
    assert "900 entries in 1 run" in shown
    await switch(bench.connection, False)
    await work()
    assert not await bench.connection.fetchval(exists)


async def test_a_retracted_leak_is_subtracted(bench, tortoise):
    await switch(bench.connection, True)
    await bench.ingest(bench.write("a.txt", LINES), leak="Bad")
    await bench.ingest(bench.write("b.txt", SOME), leak="Good")
    await work()
    assert bench.breachlight("leaks", "retract", "Bad").returncode == 0
    assert await contents(bench.connection) == expected(passwords(SOME))
    await work()
    assert await contents(bench.connection) == expected(passwords(SOME))


async def test_an_erased_person_is_subtracted(bench, tortoise):
    await switch(bench.connection, True)
    of_kim = "https://shop.example/:kim@people.example:Secret-of-Kim\n"
    await bench.ingest(bench.write("a.txt", LINES + of_kim + SOME))
    await work()
    assert bench.breachlight("erase", "kim@people.example").returncode == 0
    assert await contents(bench.connection) == expected(passwords(LINES, SOME))


async def test_merged_leaks_count_the_same_bytes_once(bench, tortoise):
    await switch(bench.connection, True)
    first, second = bench.write("a.txt", LINES), bench.write("b.txt", SOME)
    await bench.ingest(first, second, leak="Old")
    await bench.ingest(first, leak="New")
    await work()
    assert await contents(bench.connection) == expected(passwords(LINES, SOME, LINES))
    assert bench.breachlight("leaks", "merge", "Old", "New").returncode == 0
    await work()
    assert await contents(bench.connection) == expected(passwords(LINES, SOME))


async def test_what_a_dead_process_took_out_and_left_in_the_lake_comes_back(bench, tortoise):
    await switch(bench.connection, True)
    await bench.ingest(bench.write("a.txt", LINES))
    await work()
    batch_ids = [row["id"] for row in await bench.connection.fetch("SELECT id FROM batches")]
    with pytest.raises(RuntimeError):
        async with apart_from_batches(bench.connection, bench.lake, batch_ids[:3]):
            raise RuntimeError
    assert await contents(bench.connection) != expected(passwords(LINES))
    await work()
    assert await contents(bench.connection) == expected(passwords(LINES))


async def test_a_damaged_block_keeps_nothing_else_out(bench, tortoise):
    await switch(bench.connection, True)
    await bench.ingest(bench.write("a.txt", LINES), batch_bytes=1 << 20)
    await bench.ingest(bench.write("b.txt", SOME), leak="Other")
    with bench.lake.changes() as cursor:
        (batch_id,) = cursor.execute("SELECT min(batch_id) FROM lake.blocks").fetchone()
        where = f"batch_id = {batch_id} AND block = 1"
        (sealed,) = cursor.execute(f"SELECT sealed FROM lake.blocks WHERE {where}").fetchone()
        cursor.execute(f"UPDATE lake.blocks SET sealed = $1 WHERE {where}", [sealed[:-1] + bytes([sealed[-1] ^ 1])])
    await work()
    lines = LINES.splitlines(keepends=True)
    readable = "".join(lines[:1000] + lines[2000:])
    assert await contents(bench.connection) == expected(passwords(readable, SOME))
    finding = await check_password_ranges(bench.connection)
    assert finding.text == "Not counted: 1 damaged block of the lake."
    assert "1 damaged block of the lake not counted" in bench.breachlight("lookups", "status").stdout
    assert bench.breachlight("leaks", "retract", "Some leak").returncode == 0
    await work()
    assert await contents(bench.connection) == expected(passwords(SOME))


async def test_backups_have_no_hashes(bench, tortoise, tmp_path):
    await switch(bench.connection, True)
    await bench.ingest(bench.write("a.txt", LINES))
    await work()
    assert bench.breachlight("backup", str(tmp_path / "backups")).returncode == 0
    (dump,) = (tmp_path / "backups").rglob("database.dump")
    program = binaries_folder(for_other_account=False) / "pg_restore"
    listed = subprocess.run([program, "--list", dump], capture_output=True, text=True, check=True).stdout
    assert "site_settings" in listed
    assert re.search(r"\bpassword_ranges\b", listed) is None


async def test_the_doctor_compares_the_index_with_the_switch(bench, tortoise):
    async def found() -> tuple[str, str]:
        finding = await check_password_ranges(bench.connection)
        return finding.level.value, finding.text

    assert await found() == ("ok", "They are off.")
    await switch(bench.connection, True)
    assert await found() == ("warning", "They are being built.")
    await bench.ingest(bench.write("a.txt", SOME))
    await work()
    assert await found() == ("ok", "200 hashes; 0 ingested batches waiting.")
    await bench.ingest(bench.write("b.txt", LINES))
    await bench.connection.execute("UPDATE batches SET done_at = done_at - interval '1 hour'")
    level, text = await found()
    assert (level, text.startswith("Waiting for them: ")) == ("warning", True)
    await switch(bench.connection, False)
    assert await found() == ("warning", "Hashes are left over.")
    await work()
    assert await found() == ("ok", "They are off.")


async def retract(bench, name: str) -> None:
    await run_operation(bench.settings, bench.ring, await start_retraction(bench.connection, name))


async def erase(bench, address: str) -> None:
    await run_operation(bench.settings, bench.ring, await start_erasure(bench.connection, bench.ring, address))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
async def test_random_histories_equal_a_count_and_a_rebuild(bench, tortoise, seed):
    """Loads, retractions, merges and erasures in any order, with the job at any time and several at once."""
    chance = random.Random(seed)
    await switch(bench.connection, True)
    leaks: dict[str, dict[str, list[tuple[str, str]]]] = {}
    gone: set[str] = set()

    def remaining() -> Iterable[str]:
        for files in leaks.values():
            for rows in files.values():
                yield from (password for person, password in rows if person not in gone)

    for step in range(25):
        action = chance.choices(("load", "erase", "retract", "merge", "work"), (10, 3, 2, 3, 6))[0]
        if action == "load" or not leaks:
            people = [f"u{chance.randrange(60)}" for _ in range(chance.randrange(1, 400))]
            rows = [(name, f"Pass{chance.randrange(150)}") for name in people if name not in gone]
            text = "".join(f"https://x.example/:{name}@people.example:{password}\n" for name, password in rows)
            name = chance.choice([*leaks, f"Leak {step}"])
            await bench.ingest(bench.write(f"{step}.txt", text), leak=name)
            if rows:
                leaks.setdefault(name, {}).setdefault(text, rows)
            elif name not in leaks:
                await retract(bench, name) if await bench.connection.fetchval(
                    "SELECT 1 FROM leaks WHERE name = $1", name
                ) else None
        elif action == "erase":
            person = f"u{chance.randrange(60)}"
            await asyncio.gather(erase(bench, f"{person}@people.example"), work())
            gone.add(person)
        elif action == "retract":
            name = chance.choice(list(leaks))
            await asyncio.gather(retract(bench, name), work())
            del leaks[name]
        elif action == "merge" and len(leaks) > 1:
            old, kept = chance.sample(list(leaks), 2)
            if chance.random() < 0.5:  # the same bytes in both
                text, rows = chance.choice(list(leaks[old].items()))
                rows = list(rows)
                if not any(person in gone for person, _ in rows):
                    await bench.ingest(bench.write(f"{step}.txt", text), leak=kept)
                    leaks[kept].setdefault(text, rows)
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
