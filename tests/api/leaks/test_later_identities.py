"""Identities that change after batches were stored and before they are committed; nothing of the batches is read again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from factories import make_domain
from ingestion_harness import Bench
from oracle import expected

from breachlight.database.connection import dsn
from breachlight.leaks.ingest import commit
from breachlight.leaks.opt_outs.erasing import erase_records
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import lock_watchlist, monitor_domain, monitor_email, stop_monitoring


@asynccontextmanager
async def while_stored(bench: Bench, path: Path) -> AsyncIterator[asyncpg.Connection]:
    """Give a transaction that changes the watchlist while the batches of a file, which end when it does, are in the lake."""
    connection = await asyncpg.connect(dsn(bench.settings))
    try:
        async with connection.transaction():
            await lock_watchlist(connection)
            ingesting = asyncio.create_task(bench.ingest(path))
            while batches_in_lake(bench) < 3:
                assert not ingesting.done()
                await asyncio.sleep(0.01)
            yield connection
        (report,) = await ingesting
        assert report.state == "ingested"
    finally:
        await connection.close()


def batches_in_lake(bench: Bench) -> int:
    with bench.lake.cursor() as cursor:
        ((count,),) = cursor.execute("SELECT count(DISTINCT batch_id) FROM lake.blocks").fetchall()
    return int(count)


@pytest.mark.spec("B4.9.2")
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_stored_batches_raise_what_the_watchlist_of_their_commit_says(bench: Bench, seed: int) -> None:
    corpus = await bench.corpus(seed, watch=False)
    records = corpus.records(600)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    before, after = corpus.watched[::2], corpus.watched[1::2]
    await bench.watch(before)
    gone = [entry for entry in before if entry.kind == "email"][::2]
    by_id = {account.id: account for account in bench.accounts}
    async with while_stored(bench, path) as connection:
        for entry in after:
            if entry.kind == "email":
                await monitor_email(connection, entry.account_id, entry.key)
            else:
                domain = await make_domain(connection, by_id[entry.account_id], entry.key, is_watched=False)
                await monitor_domain(connection, entry.account_id, domain.id, entry.key)
        for entry in gone:
            assert await stop_monitoring(connection, entry.account_id, IdentityKind.EMAIL, entry.key)
    found = await bench.detections()
    assert len(found) == len(set(found))
    # No scan of past leaks has run: it finds nothing else.
    assert set(found) == expected(records, [entry for entry in corpus.watched if entry not in gone])
    await bench.backfill()
    assert set(await bench.detections()) == set(found)


@pytest.mark.spec("B4.9.2", "X32")
async def test_an_address_that_opts_out_while_batches_are_stored_raises_nothing_and_is_erased_again(
    bench: Bench, tortoise: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (account,) = bench.accounts[:1]
    kim, jane = "kim@people.example", "jane@people.example"
    lines = [f"{kim}:Blue-1\n", *(f"{jane}:Red-{number}\n" for number in range(800))]
    path = bench.write("leak.txt", "".join(lines))
    for address in (kim, jane):
        async with bench.connection.transaction():
            await monitor_email(bench.connection, account.id, address)
    conflicts = []

    async def conflict_once(connection: asyncpg.Connection) -> None:
        if not conflicts:
            conflicts.append(await connection.fetchval("SELECT count(*) FROM address_requests"))
            raise asyncpg.SerializationError("another transaction was faster")

    monkeypatch.setattr(commit, "signal_update", conflict_once)
    async with while_stored(bench, path) as connection:
        await erase_records(connection, bench.ring, kim)
    assert conflicts[0] > 0  # what the first attempt had asked for was rolled back with it
    assert {one.secret for one in await bench.detections()} == {f"Red-{number}" for number in range(800)}
    jobs = await bench.connection.fetchval("SELECT count(*) FROM address_requests WHERE state = 'approved'")
    assert jobs > 0
