"""Identities that are verified after the leaks: history is matched at once, and the counts say so."""

import json

import pytest
from factories import make_domain
from oracle import expected

from breachlight.leaks.backfill import backfill_mails, planning, repository, rounds
from breachlight.leaks.backfill import jobs as backfill_jobs
from breachlight.leaks.lake import maintenance
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import monitor_domain, monitor_email, stop_monitoring


async def ingested(bench, seed: int, count: int = 600):
    corpus = await bench.corpus(seed, watch=False)
    records = corpus.records(count)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    (report,) = await bench.ingest(path)
    assert report.counts.alerts == 0
    return corpus, records


async def watch(bench, entry) -> None:
    async with bench.connection.transaction():
        if entry.kind == "email":
            await monitor_email(bench.connection, entry.account_id, entry.key)
        else:
            account = next(account for account in bench.accounts if account.id == entry.account_id)
            domain = await make_domain(bench.connection, account, entry.key, is_watched=False)
            await monitor_domain(bench.connection, entry.account_id, domain.id, entry.key)


async def end_leases(bench) -> None:
    """Let the scans of a worker that died be taken over at once."""
    await bench.connection.execute("UPDATE backfills SET not_before = NULL")


@pytest.mark.spec("B3.13")
async def test_history_is_matched_and_the_summary_counts_it(bench):
    corpus, records = await ingested(bench, 11)
    for entry in sorted(corpus.watched, key=lambda entry: entry.kind):
        await watch(bench, entry)
    assert (
        await bench.connection.fetchval("SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = 'backfill.waiting'") == 1
    )
    await bench.backfill()
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)
    row = await bench.connection.fetchrow(
        """SELECT sum(alerts) AS alerts, bool_and(batches_done = batches_total) AS whole, bool_and(finished_at IS NOT NULL)
            AS ended, min(batches_total) AS batches FROM backfills"""
    )
    assert (row["alerts"], row["whole"], row["ended"]) == (len(found), True, True)
    assert row["batches"] == await bench.connection.fetchval("SELECT count(*) FROM batches")


async def test_a_backfill_that_is_run_again_or_cut_short_raises_nothing_twice(bench, monkeypatch):
    monkeypatch.setattr(planning, "CHUNK_BLOCKS", 1)
    corpus, records = await ingested(bench, 12)
    entry = next(entry for entry in corpus.watched if entry.kind == "domain")
    await watch(bench, entry)
    advance, chunks = repository.advance, []

    async def advance_twice(*arguments):
        await advance(*arguments)
        chunks.append(arguments)
        if len(chunks) == 2:
            raise ConnectionResetError

    monkeypatch.setattr(repository, "advance", advance_twice)
    with pytest.raises(rounds.FailedScansError):
        await bench.backfill()
    cut_short = await bench.connection.fetchrow("SELECT batches_done, alerts, finished_at FROM backfills")
    assert cut_short["batches_done"] > 0
    assert cut_short["finished_at"] is None
    await end_leases(bench)
    await bench.backfill()
    assert not await rounds.run_round(bench.connection, bench.lake, bench.ring)
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, [entry])
    assert await bench.connection.fetchval("SELECT alerts FROM backfills") == len(found)


async def test_proving_twice_changes_nothing(bench):
    account = bench.accounts[0].id
    async with bench.connection.transaction():
        await monitor_email(bench.connection, account, "jo@people.test")
        await monitor_email(bench.connection, account, "jo@people.test")
    assert await bench.connection.fetchval("SELECT count(*) FROM identities") == 1
    assert await bench.connection.fetchval("SELECT count(*) FROM backfills") == 1


async def test_what_is_rolled_back_was_never_monitored(bench):
    transaction = bench.connection.transaction()
    await transaction.start()
    await monitor_email(bench.connection, bench.accounts[0].id, "jo@people.test")
    await transaction.rollback()
    for table in ("identities", "backfills", "jobs.pgqueuer"):
        assert await bench.connection.fetchval(f"SELECT count(*) FROM {table}") == 0


async def test_what_is_no_longer_monitored_raises_nothing_and_its_backfill_ends(bench, tortoise):
    corpus, records = await ingested(bench, 13)
    entry = next(entry for entry in corpus.watched if entry.kind == "email")
    await watch(bench, entry)
    async with bench.connection.transaction():
        assert await stop_monitoring(bench.connection, entry.account_id, IdentityKind.EMAIL, entry.key)
        assert not await stop_monitoring(bench.connection, entry.account_id, IdentityKind.EMAIL, entry.key)
    await bench.backfill()
    stopped = await bench.connection.fetchval("SELECT payload FROM jobs.pgqueuer WHERE entrypoint = 'backfill.stopped'")
    await backfill_mails.stop_and_notify(json.loads(stopped))
    again = bench.write("again.txt", "".join(f"{record.line}\n" for record in records))
    await bench.ingest(again, leak="Another leak")
    assert await bench.detections() == []
    assert await bench.connection.fetchval("SELECT bool_and(finished_at IS NOT NULL) FROM backfills")


async def test_another_account_of_the_same_key_is_another_identity(bench):
    await ingested(bench, 14, 10)
    for account in bench.accounts:
        async with bench.connection.transaction():
            await monitor_email(bench.connection, account.id, "jo@people.test")
    assert await bench.connection.fetchval("SELECT count(*) FROM identities") == 2


async def test_after_the_maintenance_everything_is_still_found(bench, tortoise):
    corpus, records = await ingested(bench, 15, 200)
    await maintenance.keep_up()
    entry = corpus.watched[0]
    await watch(bench, entry)
    await backfill_jobs.backfill({})
    assert set(await bench.detections()) == expected(records, [entry])
