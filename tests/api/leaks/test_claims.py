"""Claims of batches and files by several ingestions at once."""

import asyncio
import os
import random

import asyncpg
import pytest
from factories import make_identity

from breachlight.database.connection import connect
from breachlight.database.errors import LOST
from breachlight.leaks import rejected_stretches
from breachlight.leaks.formats import LineDialect
from breachlight.leaks.ingest import claims_repository
from breachlight.leaks.ingest.claims import Claims
from breachlight.leaks.rejected_stretches import RejectedStretch
from breachlight.leaks.rejected_stretches_repository import keep_stretches


async def test_ingestions_on_one_host_divide_its_processors(bench):
    one, two = await connect(bench.settings), await connect(bench.settings)
    try:
        async with Claims(one) as first:
            assert first.threads() == os.cpu_count()
            async with Claims(two) as second:
                assert second.threads() == max(1, (os.cpu_count() or 1) // 2)
    finally:
        await one.close()
        await two.close()


@pytest.mark.parametrize(("name", "ends"), [("breachlight 00112233", True), ("breachlight", False)])
async def test_only_the_sessions_of_a_frozen_process_end_when_it_is_taken_over(bench, name: str, ends: bool):
    # Sessions of the pool, and all of earlier versions, have the product's name and nothing more.
    await bench.ingest(bench.write("leak.txt", "jo@people.test:Blue\n"))
    owner, lake, other = [
        await asyncpg.connect(os.environ["DATABASE_URL"], server_settings={"application_name": one})
        for one in (name, name, "breachlight")
    ]
    try:
        await owner.execute("SELECT pg_advisory_lock(7)")
        file_id = await bench.connection.fetchval(
            "UPDATE batches SET done_at = NULL, claimed_by = 7, claimed_until = now() - interval '1 second' RETURNING file_id"
        )
        taken = await claims_repository.take_abandoned(bench.connection, file_id, 8)
        assert len(taken) == 1
        assert await other.fetchval("SELECT 1") == 1
        for session in (owner, lake):
            if ends:
                with pytest.raises(LOST):
                    await session.fetchval("SELECT 1")
            else:
                assert await session.fetchval("SELECT 1") == 1
    finally:
        for session in (owner, lake, other):
            session.terminate()


async def test_small_files_of_one_folder_are_ingested_once_by_two_ingestions(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    for number in range(40):
        bench.write(f"{number:03}.txt", f"jo@people.test:Blue{number}\nkim@people.test:Red{number}\n")
    both = await asyncio.gather(*(bench.ingest(bench.folder, batch_bytes=1 << 20) for _ in range(2)))
    for reports in both:
        assert len({report.name for report in reports}) == len(reports) == 40
        found = {(report.state.value, report.counts.records) for report in reports}
        assert found <= {("ingested", 2), ("already_ingested", 0)}
    rows = await bench.connection.fetch("SELECT done_at IS NOT NULL, records, alerts FROM batches")
    assert [tuple(row) for row in rows] == [(True, 2, 1)] * 40
    assert await bench.connection.fetchval("SELECT pwn_count FROM leaks") == 80
    assert {one.secret for one in await bench.detections()} == {f"Blue{number}" for number in range(40)}


async def test_the_quarantine_keeps_the_first_stretches_in_whatever_order_batches_end(bench, monkeypatch):
    monkeypatch.setattr(rejected_stretches, "MOST_STRETCHES", 20)
    monkeypatch.setattr(rejected_stretches, "MOST_BYTES", 500)
    await bench.ingest(bench.write("leak.txt", "jo@people.test:Blue\n"))
    file_id = await bench.connection.fetchval("SELECT id FROM leak_files")
    pick = random.Random(1)
    for _ in range(6):
        lengths = [pick.choice([5, 10, 90]) for _ in range(40)]
        stretches = [
            RejectedStretch(number * 100, b"x" * length, "no_separator", LineDialect(), None)
            for number, length in enumerate(lengths)
        ]
        expected = {stretch.start for stretch in rejected_stretches.within_limits(stretches)}
        batches = [stretches[number : number + 8] for number in range(0, 40, 8)]
        pick.shuffle(batches)
        await bench.connection.execute("DELETE FROM quarantined_stretches")
        await bench.connection.execute(
            "UPDATE leak_files SET quarantined = 0, quarantined_bytes = 0, quarantine_end = NULL"
        )
        for batch in batches:
            await keep_stretches(bench.connection, bench.ring, file_id, batch)
        rows = await bench.connection.fetch("SELECT start, length FROM quarantined_stretches")
        assert {row["start"] for row in rows} == expected
        counts = await bench.connection.fetchrow("SELECT quarantined, quarantined_bytes FROM leak_files")
        assert tuple(counts) == (len(rows), sum(row["length"] for row in rows))
