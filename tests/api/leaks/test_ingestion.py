"""Files into alerts, in this process: the same set whatever the order, the cuts and the repetitions."""

import asyncio
import json
import random
import subprocess
from collections import Counter

import pytest
from factories import make_domain, make_identity
from oracle import Watched, expected

from breachlight.watchlist.service import monitor_domain, monitor_email

_CUT = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""


@pytest.mark.spec("S1.1", "B3.5")
async def test_a_leak_becomes_alerts_of_the_accounts_that_monitor_it(bench):
    corpus = await bench.corpus()
    records = corpus.records(1500)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    (report,) = await bench.ingest(path)
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)
    assert report.state == "ingested"
    assert (report.counts.lines, report.counts.records) == (1500, 1500)
    assert report.counts.alerts == len(found)
    assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NOT NULL") > 5


async def test_i01_the_same_file_twice_overlapping_and_shuffled(bench):
    corpus = await bench.corpus(2)
    records = corpus.records(800)
    first, second = records[:500], records[300:]
    shuffled = [*records]
    random.Random(2).shuffle(shuffled)
    paths = [
        bench.write(name, "".join(f"{record.line}\n" for record in part))
        for name, part in (("first.txt", first), ("second.txt", second), ("shuffled.txt", shuffled))
    ]
    for path in paths:
        (report,) = await bench.ingest(path)
        assert report.state == "ingested"
    (again,) = await bench.ingest(paths[0])
    assert (again.state, again.counts.alerts, again.counts.lines) == ("already_ingested", 0, 0)
    copy = bench.write("another-name.txt", paths[1].read_bytes())
    (renamed,) = await bench.ingest(copy)
    assert renamed.state == "already_ingested"
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)


async def test_i01_four_processes_at_once_on_the_same_files(bench):
    corpus = await bench.corpus(3)
    records = corpus.records(900)
    parts = (records[:600], records[300:])
    paths = [
        bench.write(f"part{number}.txt", "".join(f"{record.line}\n" for record in part))
        for number, part in enumerate(parts)
    ]
    processes = [
        subprocess.Popen(
            bench.command(*map(str, paths if number % 2 else reversed(paths)), "--leak", "Some leak", "--json"),
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(4)
    ]
    summaries = [json.loads(process.communicate(timeout=120)[0]) for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    shared = Counter(file["state"] for summary in summaries for file in summary["files"])
    assert set(shared) <= {"ingested", "already_ingested"}
    for path, part in zip(paths, parts, strict=True):
        totals = {
            (file["lines"], file["records"])
            for summary in summaries
            for file in summary["files"]
            # Who comes when others have finished batches and left reports the rest.
            if file["name"] == str(path) and file["state"] == "ingested" and not file["resumed_at"]
        }
        assert totals == {(len(part), len(part))}
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)
    row = await bench.connection.fetchrow("SELECT sum(records), sum(alerts) FROM batches WHERE done_at IS NOT NULL")
    assert tuple(row) == (sum(map(len, parts)), len(found))
    assert await bench.connection.fetchval("SELECT pwn_count FROM leaks") == sum(map(len, parts))


@pytest.mark.spec("B4.9.2")
async def test_i03_an_identity_added_while_a_file_is_ingested_is_found_exactly_once(bench):
    corpus = await bench.corpus(4, watch=False)
    records = corpus.records(900)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    waiting = [*corpus.watched]
    random.Random(4).shuffle(waiting)
    kinds = {account.id: account for account in bench.accounts}

    async def prove(entry: Watched) -> None:
        async with bench.connection.transaction():
            if entry.kind == "email":
                await monitor_email(bench.connection, entry.account_id, entry.key)
            else:
                domain = await make_domain(bench.connection, kinds[entry.account_id], entry.key, is_watched=False)
                await monitor_domain(bench.connection, entry.account_id, domain.id, entry.key)

    domains = [entry for entry in waiting if entry.kind == "domain"]
    for entry in domains:  # which list an alert stands in is decided when it is raised: sites first
        await prove(entry)

    async def prove_others() -> None:
        for entry in waiting:
            if entry.kind == "email":
                await prove(entry)
                await asyncio.sleep(0.05)

    (report,), _ = await asyncio.gather(bench.ingest(path), prove_others())
    assert report.state == "ingested"
    await bench.backfill()
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)


async def test_it_stops_after_the_present_batch_and_goes_on_from_there(bench):
    corpus = await bench.corpus(5)
    records = corpus.records(800)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    asked = iter([False] * 4 + [True] * 99)
    (stopped,) = await bench.ingest(path, stopped=lambda: next(asked))
    assert stopped.state == "stopped"
    assert 0 < stopped.counts.lines < 800
    assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
    (report,) = await bench.ingest(path)
    assert report.state == "ingested"
    assert report.resumed_at > 0
    assert stopped.counts.lines + report.counts.lines == 800
    assert set(await bench.detections()) == expected(records, corpus.watched)


@pytest.mark.spec("B4.9.1")
async def test_an_unmarked_batch_is_removed_from_the_lake_and_ingested_again(bench):
    corpus = await bench.corpus(6)
    records = corpus.records(300)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    await bench.ingest(path)
    await bench.connection.execute("UPDATE leak_files SET state = 'running', finished_at = NULL")
    last = await bench.connection.fetchval(
        "UPDATE batches SET done_at = NULL WHERE id = (SELECT max(id) FROM batches) RETURNING id"
    )
    (report,) = await bench.ingest(path)
    assert report.state == "ingested"
    assert report.counts.alerts == 0
    ids = {row["id"] for row in await bench.connection.fetch("SELECT id FROM batches")}
    assert last not in ids
    in_lake = {place.batch_id for entry in corpus.watched for place in bench.places(entry)}
    assert in_lake <= ids
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)


async def test_the_catalogue_knows_a_leak_by_its_name(bench):
    first = bench.write("one.txt", "a@people.test:Blue42\nb@people.test:Blue43\n")
    second = bench.write("two.txt", "c@people.test:Blue44\n")
    await bench.ingest(first, leak="  Some   leak ")
    await bench.ingest(second, leak="Some leak")
    rows = await bench.connection.fetch("SELECT name, kind, pwn_count FROM leaks")
    assert [tuple(row) for row in rows] == [("Some leak", "combolist", 3)]
    await bench.ingest(first, leak="Another leak")
    assert await bench.connection.fetchval("SELECT count(*) FROM leak_files") == 3


async def test_a_sighting_in_another_file_raises_no_second_alert(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    for name, more in (("one.txt", "x"), ("two.txt", "y")):
        await bench.ingest(bench.write(name, f"jo@people.test:Blue42\n{more}@people.test:Blue42\n"))
    row = await bench.connection.fetchrow("SELECT count(*) AS alerts, max(sightings) AS sightings FROM alerts")
    assert tuple(row) == (1, 2)


async def test_connections_lost_while_a_command_starts_are_reopened(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    command = bench.command(str(bench.write("leak.txt", "jo@people.test:Blue42\n")))
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    # Each attempt of preparing, counting as running and opening the lake's catalogue is cut a few times.
    cuts = 0
    for goal in (8, 24, 48):
        while cuts < goal and process.returncode is None:
            cuts += await bench.connection.fetchval(_CUT)
            await asyncio.sleep(0.02 * random.random() * goal)
    _, errors = await process.communicate()
    assert (process.returncode, b"Traceback" in errors) == (0, False), errors.decode()
    assert cuts > 0
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == 1


async def test_lost_connections_are_reopened_and_nothing_is_lost_or_doubled(bench):
    corpus = await bench.corpus(8)
    records = corpus.records(1200)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    cut = 0

    async def cut_connections() -> None:
        nonlocal cut
        # Fewer than the lake is tried: a slow machine may do nothing in between.
        for _ in range(3):
            await asyncio.sleep(0.3)
            cut += await bench.connection.fetchval(_CUT)

    (report,), _ = await asyncio.gather(bench.ingest(path), cut_connections())
    assert cut > 0
    assert report.state == "ingested", report.message
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)
    assert await bench.connection.fetchval("SELECT sum(lines) FROM batches WHERE done_at IS NOT NULL") == 1200
