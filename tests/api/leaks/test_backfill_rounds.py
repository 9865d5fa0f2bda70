"""Rounds of retroactive scans: many at once, fair turns, failures of some, and what changes while a chunk is searched."""

import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from citus_cluster import FOLDER as CITUS
from factories import make_account, make_domain
from ingestion_harness import Bench
from oracle import expected

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.kit.keys import KeyRing
from breachlight.leaks.administration.erasure import start_erasure
from breachlight.leaks.administration.merging import merge_leaks
from breachlight.leaks.administration.operations import run_operation
from breachlight.leaks.backfill import planning, repository, rounds, search
from breachlight.leaks.backfill.jobs import backfill
from breachlight.leaks.backfill.search import Found
from breachlight.leaks.lake.faults import LakeError, StoreFault
from breachlight.leaks.lake.shared_lake import shared_lake
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import monitor_domain, monitor_email, stop_monitoring

PEOPLE = "".join(f"https://site{number % 7}.test/:p{number}@people.example:Blue{number}\n" for number in range(300))


async def watch(bench: Bench, account_id: uuid.UUID, *keys: str) -> None:
    """Verify addresses and domains, each in a transaction of its own."""
    for key in keys:
        async with bench.connection.transaction():
            if "@" in key:
                await monitor_email(bench.connection, account_id, key)
                continue
            account = next(account for account in bench.accounts if account.id == account_id)
            domain = await make_domain(bench.connection, account, key, is_watched=False)
            await monitor_domain(bench.connection, account_id, domain.id, key)


async def run_round(bench: Bench) -> bool:
    return await rounds.run_round(bench.connection, bench.lake, bench.ring)


async def unfinished(bench: Bench, account_id: uuid.UUID) -> int:
    query = "SELECT count(*) FROM backfills WHERE account_id = $1 AND finished_at IS NULL"
    count: int = await bench.connection.fetchval(query, account_id)
    return count


async def logins(bench: Bench) -> list[str]:
    return sorted(found.username_key for found in await bench.detections())


def meanwhile(monkeypatch: pytest.MonkeyPatch, happen: Callable[[], Awaitable[object]]) -> list[int]:
    """Let something happen once, after a chunk was read and before it is raised; the list grows with each reading."""
    read, readings = rounds.search, list[int]()

    async def search_first(*arguments: Any) -> Found:
        found = await read(*arguments)
        readings.append(len(found.findings))
        if len(readings) == 1:
            await happen()
        return found

    monkeypatch.setattr(rounds, "search", search_first)
    return readings


@pytest.mark.spec("B3.6", "B3.13")
@pytest.mark.parametrize("scans_at_once", [3, 1000])
async def test_scans_that_run_together_find_what_each_would_find(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, scans_at_once: int
) -> None:
    monkeypatch.setattr(rounds, "_MOST_SCANS", scans_at_once)
    monkeypatch.setattr(planning, "CHUNK_BLOCKS", 2)
    monkeypatch.setattr(planning, "FIRST_BLOCKS", 2)
    monkeypatch.setattr(planning, "SHARED_BLOCKS", 2)
    monkeypatch.setattr(search, "MOST_RECORDS", 5)
    corpus = await bench.corpus(21, watch=False)
    records = corpus.records(900)
    await bench.ingest(bench.write("leak.txt", "".join(f"{record.line}\n" for record in records)))
    for entry in sorted(corpus.watched, key=lambda entry: entry.kind):
        await watch(bench, entry.account_id, entry.key)
    await bench.backfill()
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)
    by_scan = "SELECT count(*) FROM alerts JOIN backfills ON backfills.id = backfill_id AND backfills.account_id = alerts.account_id"
    assert await bench.connection.fetchval(by_scan) == len(found)
    assert await bench.connection.fetchval("SELECT sum(alerts) FROM backfills") == len(found)


@pytest.mark.spec("B3.13")
async def test_one_address_never_waits_behind_the_batch_of_another_account(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "_MOST_SCANS", 10)
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    many, one = (account.id for account in bench.accounts)
    await watch(bench, many, *(f"p{number}@people.example" for number in range(60)))
    await watch(bench, one, "p200@people.example")
    assert await run_round(bench)
    assert (await unfinished(bench, many), await unfinished(bench, one)) == (51, 0)
    await bench.backfill()
    assert len(await bench.detections()) == 61


@pytest.mark.spec("B3.13")
async def test_slow_rounds_serve_the_account_that_waited_longest(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "_ROUND_SECONDS", 0.0)
    monkeypatch.setattr(planning, "FIRST_BLOCKS", 1)
    monkeypatch.setattr(planning, "SHARED_BLOCKS", 1)
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    first, second = (account.id for account in bench.accounts)
    third = (await make_account(bench.connection)).id
    for account, begin in ((first, 0), (second, 20)):
        await watch(bench, account, *(f"p{number}@people.example" for number in range(begin, begin + 5)))
    for _ in range(2):
        assert await run_round(bench)
    await watch(bench, third, "p200@people.example")
    assert await run_round(bench)
    assert [await unfinished(bench, account) for account in (first, second, third)] == [4, 4, 0]


async def test_scans_of_a_worker_that_dies_count_as_begun_only_once_they_are_searched(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    await watch(bench, bench.accounts[0].id, *(f"p{number}@people.example" for number in range(20)))
    for _ in range(4):
        assert len(await repository.claim(bench.connection, 100)) == 20
        await bench.connection.execute("UPDATE backfills SET not_before = NULL")
    read, company = rounds.search, list[int]()

    async def count(connection: Any, lake: Any, chunk: planning.Chunk) -> Found:
        company.append(len(chunk.parts))
        return await read(connection, lake, chunk)

    monkeypatch.setattr(rounds, "search", count)
    await bench.backfill()
    assert company == [20]


async def test_an_outage_of_the_store_is_not_the_fault_of_a_scan(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    await watch(bench, bench.accounts[0].id, "p1@people.example", "p2@people.example")

    async def fail(*_: Any) -> Found:
        raise LakeError("The store is gone.", StoreFault.UNREACHABLE)

    with monkeypatch.context() as outage:
        outage.setattr(rounds, "search", fail)
        for _ in range(4):
            with pytest.raises(LakeError):
                await run_round(bench)
            pauses = "SELECT max(starts), max(EXTRACT(epoch FROM not_before - now())) FROM backfills"
            starts, seconds = await bench.connection.fetchrow(pauses)
            assert (starts, 0 < seconds < 60) == (0, True)
            await bench.connection.execute("UPDATE backfills SET not_before = NULL")
    await bench.backfill()
    assert len(await bench.detections()) == 2


@pytest.mark.skipif(CITUS is not None, reason="the servers of shards don't know the limit of waiting (decision 61)")
async def test_a_locked_leak_keeps_no_worker_and_no_claim_waiting(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "_LOCK_MILLISECONDS", 20)
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    await watch(bench, bench.accounts[0].id, "p1@people.example", "p2@people.example")
    other = await connect(bench.settings)
    try:
        async with other.transaction():
            await other.execute("SELECT 1 FROM leaks FOR UPDATE")
            with pytest.raises(rounds.FailedScansError):
                await run_round(bench)
        await bench.connection.execute("UPDATE backfills SET not_before = NULL")
        async with other.transaction():
            await other.execute("SELECT 1 FROM backfills ORDER BY id LIMIT 1 FOR UPDATE")
            assert await run_round(bench)
            assert await unfinished(bench, bench.accounts[0].id) == 1
    finally:
        await other.close()
    assert await bench.connection.fetchval("SELECT max(starts) FROM backfills") == 0
    await bench.backfill()
    assert len(await bench.detections()) == 2


async def test_a_lake_that_cannot_be_read_is_left_to_the_jobs_own_retry(bench: Bench) -> None:
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    await watch(bench, bench.accounts[0].id, "p1@people.example")
    for file in Path(bench.settings.lake_path).rglob("*.parquet"):
        file.write_bytes(b"damaged")
    await bench.connection.execute("DELETE FROM jobs.pgqueuer")
    with pytest.raises(LakeError):
        await backfill({})
    assert await bench.connection.fetchval("SELECT count(*) FROM jobs.pgqueuer") == 0


@pytest.mark.spec("B3.13")
async def test_a_long_scan_advances_in_turns_with_short_ones_and_other_long_ones(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "CHUNK_BLOCKS", 1)
    first, second = (account.id for account in bench.accounts)
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    batches = await bench.connection.fetchval("SELECT count(*) FROM batches")
    assert batches > 3
    await watch(bench, first, "people.example", "site1.test")
    await watch(bench, second, "site2.test")
    assert await run_round(bench)
    await watch(bench, second, "p3@people.example")
    assert await run_round(bench)
    assert await unfinished(bench, second) == 1  # the domain
    progress = "SELECT batches_done FROM backfills WHERE finished_at IS NULL ORDER BY created_at"
    assert [row["batches_done"] for row in await bench.connection.fetch(progress)] == [1, 0, 1]
    await bench.backfill()
    assert await bench.connection.fetchval("SELECT bool_and(batches_done = batches_total) FROM backfills")
    assert len(await bench.detections()) == 300 + 43 + 1


async def test_a_scan_that_fails_is_begun_again_alone_and_holds_nothing_up(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    account = bench.accounts[0].id
    await watch(bench, account, *(f"p{number}@people.example" for number in range(20)))
    read, company = rounds.search, list[int]()

    async def fail(connection: Any, lake: Any, chunk: planning.Chunk) -> Found:
        if any(part.backfill.key == "p7@people.example" for part in chunk.parts):
            company.append(len(chunk.parts))
            raise LakeError("A block is damaged.")
        return await read(connection, lake, chunk)

    monkeypatch.setattr(rounds, "search", fail)
    for _ in range(4):
        with pytest.raises(rounds.FailedScansError):
            await run_round(bench)
        await bench.backfill()  # the failed scan pauses
        await bench.connection.execute("UPDATE backfills SET not_before = NULL")
    assert company == [20, 20, 1, 1]
    assert await unfinished(bench, account) == 1
    pause = "SELECT EXTRACT(epoch FROM not_before - now()) FROM backfills WHERE finished_at IS NULL"
    with pytest.raises(rounds.FailedScansError):
        await run_round(bench)
    assert await bench.connection.fetchval(pause) > 120
    monkeypatch.undo()
    await bench.connection.execute("UPDATE backfills SET not_before = NULL")
    await bench.backfill()
    assert len(await bench.detections()) == 20


async def test_an_address_revoked_while_its_batch_is_searched_raises_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    account = bench.accounts[0].id
    await watch(bench, account, *(f"p{number}@people.example" for number in range(5)))

    async def revoke() -> None:
        async with bench.connection.transaction():
            await stop_monitoring(bench.connection, account, IdentityKind.EMAIL, "p3@people.example")

    meanwhile(monkeypatch, revoke)
    await bench.backfill()
    assert await logins(bench) == [f"p{number}@people.example" for number in (0, 1, 2, 4)]


@pytest.mark.spec("B3.17")
async def test_a_person_erased_while_a_batch_is_searched_stays_erased(
    bench: Bench, settings: Settings, key_ring: KeyRing, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.ingest(bench.write("leak.txt", PEOPLE))
    await watch(bench, bench.accounts[0].id, "p1@people.example", "p2@people.example")

    async def erase() -> None:
        operation_id = await start_erasure(bench.connection, key_ring, "p1@people.example")
        operation = await run_operation(settings, key_ring, operation_id)
        assert operation is not None
        assert operation.figures["records_remaining"] == 0

    readings = meanwhile(monkeypatch, erase)
    await bench.backfill()
    assert readings == [2, 1]
    assert await logins(bench) == ["p2@people.example"]


@pytest.mark.spec("B3.14")
async def test_leaks_merged_while_a_batch_is_searched_are_read_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.ingest(bench.write("old.txt", PEOPLE), leak="Old")
    await bench.ingest(bench.write("kept.txt", PEOPLE.replace("Blue", "Red")), leak="Kept")
    await watch(bench, bench.accounts[0].id, "p1@people.example")
    readings = meanwhile(monkeypatch, lambda: merge_leaks(bench.connection, bench.lake, "Old", "Kept"))
    await bench.backfill()
    assert readings == [2, 2]
    leaks = "SELECT DISTINCT leaks.name FROM alerts JOIN leaks ON leaks.id = leak_id"
    assert [row["name"] for row in await bench.connection.fetch(leaks)] == ["Kept"]


async def test_jobs_of_a_worker_share_its_lake_until_it_fails(bench: Bench) -> None:
    async with shared_lake(bench.settings, bench.ring) as first, shared_lake(bench.settings, bench.ring) as second:
        assert first is second
    with suppress(LakeError):
        async with shared_lake(bench.settings, bench.ring) as again:
            assert again is first
            raise LakeError("The store is gone.")
    async with shared_lake(bench.settings, bench.ring) as other:
        assert other is not first
        assert other.locate_email("nobody@people.example") == []
