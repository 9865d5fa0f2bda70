"""Turns of retroactive scans: single addresses and large batches or domains of others, by events and not by time."""

import asyncio
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from factories import make_account, make_domain
from ingestion_harness import Bench

from breachlight.leaks.backfill import planning, repository, rounds, search
from breachlight.leaks.backfill.jobs import backfill
from breachlight.leaks.backfill.search import Found
from breachlight.watchlist.service import monitor_domain, monitor_email

PEOPLE = 300
LEAK = "".join(f"https://site{number % 7}.test/:p{number}@people.example:Blue{number}\n" for number in range(PEOPLE))
LARGE_BATCH = 1 << 20


class Searches:
    """The scans of each chunk in the order in which they are searched; those of an account can be stopped."""

    def __init__(self, stopped: uuid.UUID | None = None) -> None:
        self.accounts: list[set[uuid.UUID]] = []
        self.records: list[int] = []
        self.stopped = stopped
        self.is_reached = asyncio.Event()
        self.goes_on = asyncio.Event()

    @contextmanager
    def watched(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        read = rounds.search

        async def search_noted(connection: Any, lake: Any, chunk: planning.Chunk) -> Found:
            accounts = {part.backfill.account_id for part in chunk.parts}
            self.accounts.append(accounts)
            if self.stopped in accounts:
                self.is_reached.set()
                await self.goes_on.wait()
            found = await read(connection, lake, chunk)
            self.records.append(len(found.findings))
            return found

        with monkeypatch.context() as patched:
            patched.setattr(rounds, "search", search_noted)
            yield


async def watch_emails(bench: Bench, account_id: uuid.UUID, *numbers: int) -> None:
    async with bench.connection.transaction():
        for number in numbers:
            await monitor_email(bench.connection, account_id, f"p{number}@people.example")


async def watch_domain(bench: Bench, number: int, name: str) -> None:
    domain = await make_domain(bench.connection, bench.accounts[number], name, is_watched=False)
    async with bench.connection.transaction():
        await monitor_domain(bench.connection, bench.accounts[number].id, domain.id, name)


async def unfinished(bench: Bench) -> Counter[uuid.UUID]:
    rows = await bench.connection.fetch("SELECT account_id FROM backfills WHERE finished_at IS NULL")
    return Counter(row["account_id"] for row in rows)


@pytest.mark.spec("B3.13")
@pytest.mark.parametrize("large", ["addresses", "domain"])
async def test_a_single_address_never_waits_for_a_large_batch_or_domain_of_another_account(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, large: str
) -> None:
    monkeypatch.setattr(planning, "CHUNK_BLOCKS", 1)
    await bench.ingest(bench.write("leak.txt", LEAK))
    many, one = (account.id for account in bench.accounts)
    if large == "domain":
        await watch_domain(bench, 0, "people.example")
    else:
        await watch_emails(bench, many, *range(repository.FEW + 1))
    before = await unfinished(bench)
    searches = Searches(stopped=many)
    with searches.watched(monkeypatch):
        busy = asyncio.create_task(backfill({}))
        await searches.is_reached.wait()
        for number in (200, 201):
            await watch_emails(bench, one, number)
            await backfill({})
            assert await unfinished(bench) == before
        searches.goes_on.set()
        await busy
    assert await unfinished(bench) == Counter()
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts WHERE account_id = $1", one) == 2


async def test_one_job_of_a_process_takes_turns_and_leaves_nothing_behind(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.ingest(bench.write("leak.txt", LEAK))
    many, other = (account.id for account in bench.accounts)
    await watch_emails(bench, many, *range(repository.FEW + 1))
    searches = Searches(stopped=many)
    with searches.watched(monkeypatch):
        busy = asyncio.create_task(backfill({}))
        await searches.is_reached.wait()
        await watch_emails(bench, other, *range(100, 101 + repository.FEW))
        await bench.connection.execute("DELETE FROM jobs.pgqueuer")
        await backfill({})
        assert await bench.connection.fetchval("SELECT count(*) FROM jobs.pgqueuer") == 0  # the other job hands it over
        assert other not in {account for accounts in searches.accounts for account in accounts}
        searches.goes_on.set()
        await busy
    assert await unfinished(bench) == Counter()


@pytest.mark.spec("B3.13")
async def test_a_round_begins_with_a_small_chunk_of_those_whose_turn_it_is(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "FIRST_BLOCKS", 2)
    await bench.ingest(bench.write("leak.txt", LEAK))
    many, one = (account.id for account in bench.accounts)
    await watch_emails(bench, many, *range(0, PEOPLE, 5))
    await watch_emails(bench, one, 299)
    searches = Searches()
    with searches.watched(monkeypatch):
        assert await rounds.run_round(bench.connection, bench.lake, bench.ring)
    assert searches.accounts == [{many, one}, {many}]


@pytest.mark.spec("B3.13", "B3.4")
async def test_a_large_domain_is_raised_in_slices_that_alternate_with_others(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_RECORDS", 1000)
    lines = "".join(f"p{number}@people.example:Blue{number}\n" for number in range(3500))
    await bench.ingest(bench.write("leak.txt", lines), batch_bytes=LARGE_BATCH)
    assert await bench.connection.fetchval("SELECT count(*) FROM batches") == 1
    await watch_domain(bench, 0, "people.example")
    searches, steps = Searches(), []
    with searches.watched(monkeypatch):
        for number in range(4):
            await watch_emails(bench, bench.accounts[1].id, number)
            assert await rounds.run_round(bench.connection, bench.lake, bench.ring)
            steps.append(
                await bench.connection.fetchval("SELECT count(*) FROM alerts WHERE email_account_id IS NOT NULL")
            )
            waiting = await unfinished(bench)
            assert waiting[bench.accounts[1].id] == 0
    assert waiting == Counter()
    assert steps == [1001, 2002, 3003, 3504]
    domain = "SELECT alerts, batches_done = batches_total FROM backfills WHERE account_id = $1"
    assert tuple(await bench.connection.fetchrow(domain, bench.accounts[0].id)) == (3500, True)


@pytest.mark.spec("B3.13")
async def test_a_scan_that_finds_much_leaves_those_that_share_its_chunk_to_end(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_RECORDS", 50)
    await bench.ingest(bench.write("leak.txt", LEAK))
    third = await make_account(bench.connection)
    bench.accounts.append(third)
    await watch_domain(bench, 0, "people.example")
    await watch_domain(bench, 2, "site3.test")
    await watch_emails(bench, bench.accounts[1].id, 0, 299)
    assert await rounds.run_round(bench.connection, bench.lake, bench.ring)
    assert await unfinished(bench) == Counter([bench.accounts[0].id])
    await bench.backfill()
    by_account = await bench.connection.fetch("SELECT account_id, count(*) FROM alerts GROUP BY 1")
    found = {row["account_id"]: row["count"] for row in by_account}
    assert [found[account.id] for account in bench.accounts] == [PEOPLE, 2, len(range(3, PEOPLE, 7))]


async def test_a_scan_goes_on_behind_the_block_at_which_another_process_left_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_RECORDS", 1000)
    lines = "".join(f"p{number}@people.example:Blue{number}\n" for number in range(2500))
    await bench.ingest(bench.write("leak.txt", lines), batch_bytes=LARGE_BATCH)
    await watch_domain(bench, 0, "people.example")
    searches = Searches()
    with searches.watched(monkeypatch):
        while await rounds.run_round(bench.connection, bench.lake, bench.ring):
            # Nothing is remembered between the rounds, as after kill -9.
            pass
    assert searches.records == [1000, 1000, 500]
