"""The end of an account while others write: a job empties it, batches and requests add nothing to it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta

import asyncpg
import pytest
from callers import PASSWORD, Caller
from citus_cluster import FOLDER as CITUS
from full_accounts import DELETE, delete, fill, held
from ingestion_harness import Bench, bench
from lock_waits import someone_waits
from mail_server import Mails
from oracle import expected

from breachlight.alerts.upsert.service import raise_alerts
from breachlight.audit.events import record_event
from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.session import transaction
from breachlight.kit.keys import KeyRing
from breachlight.lifecycle import purge
from breachlight.lifecycle.purge import close_account
from breachlight.lifecycle.purge import purge as purge_account
from breachlight.mail.models import MailKind

__all__ = ["bench"]  # a fixture

SignIn = Callable[..., Awaitable[Caller]]


async def erasures(connection: asyncpg.Connection) -> list[dict[str, str]]:
    """The payloads of the erasing jobs, those that are due first."""
    rows = await connection.fetch(
        "SELECT payload FROM jobs.pgqueuer WHERE entrypoint = 'accounts.erase' ORDER BY execute_after, id"
    )
    return [json.loads(row["payload"]) for row in rows]


@pytest.mark.skipif(CITUS is not None, reason="it cuts the job short by a trigger")
@pytest.mark.spec("X13")
async def test_a_large_account_is_closed_at_once_and_emptied_by_a_job_that_can_be_cut_short(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge, "LARGEST_DIRECT", 10)
    monkeypatch.setattr(purge, "CHUNK", 4)
    mine, theirs = await sign_in(), await sign_in()
    await fill(connection, key_ring, mine, "acme.example")
    await fill(connection, key_ring, theirs, "rival.example")
    others = await held(connection, theirs.account.id, theirs.user.id)
    assert (await delete(mine))["__typename"] == "MessageSuccess"
    left = {name for name, rows in (await held(connection, mine.account.id, mine.user.id)).items() if rows}
    of_incidents = ("incident_changes", "incident_people", "incident_sites", "incidents")
    assert left == {
        f"{table}.account_id"
        for table in ("alert_changes", "sightings", "alert_search_postings", "alerts", *of_incidents)
    }
    assert (await mine.get("/api/v1/account/info")).status_code == 401
    payloads = await erasures(connection)
    assert payloads == [{"account_id": str(mine.account.id)}] * 2
    # The worker dies in the middle of it.
    await connection.execute(
        f"""CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF (SELECT count(*) FROM sightings WHERE account_id = '{mine.account.id}') < 9 THEN RAISE 'cut short'; END IF;
            RETURN NULL; END $$;
        CREATE TRIGGER die AFTER DELETE ON sightings FOR EACH STATEMENT EXECUTE FUNCTION die()"""
    )
    with pytest.raises(asyncpg.RaiseError):
        await purge_account(payloads[0])
    count = "SELECT count(*) FROM sightings WHERE account_id = $1"
    assert await connection.fetchval(count, mine.account.id) == 9
    await connection.execute("DROP TRIGGER die ON sightings")
    await purge_account(payloads[0])
    left_over = await held(connection, mine.account.id, mine.user.id)
    assert [name for name, rows in left_over.items() if rows] == []
    assert await held(connection, theirs.account.id, theirs.user.id) == others


async def test_what_a_request_wrote_meanwhile_goes_with_the_second_run(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    await delete(caller)
    await record_event(caller.account.id, caller.user.id, "login", address="192.0.2.1")
    [payload] = await erasures(connection)
    due = await connection.fetchval(
        "SELECT execute_after - created FROM jobs.pgqueuer WHERE entrypoint = 'accounts.erase'"
    )
    assert due > timedelta(minutes=5)
    await purge_account(payload)
    assert await connection.fetchval("SELECT count(*) FROM security_events") == 0


async def test_the_job_touches_no_account_that_lives(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    caller = await sign_in()
    await fill(connection, key_ring, caller, "acme.example")
    before = await held(connection, caller.account.id, caller.user.id)
    await purge_account({"account_id": str(caller.account.id)})
    assert await held(connection, caller.account.id, caller.user.id) == before


@pytest.mark.spec("X13")
async def test_alerts_that_are_raised_while_the_account_ends_end_with_it(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, settings: Settings
) -> None:
    mine, theirs = await sign_in(), await sign_in()
    tenant = await fill(connection, key_ring, mine, "acme.example")
    rival = await fill(connection, key_ring, theirs, "rival.example")
    late = [owner.workforce(password="raised-late") for owner in (tenant, rival)]
    loader = await connect(settings)
    try:
        # A batch holds the account while its owner deletes it: the deletion waits, and takes the batch's alerts along.
        async with loader.transaction():
            await raise_alerts(loader, [tenant.workforce(password="raised-before")], key_ring)
            deletion = asyncio.create_task(delete(mine))
            await someone_waits(connection)
            assert not deletion.done()
        assert (await deletion)["__typename"] == "MessageSuccess"
        # A batch that was matched before the deletion, and is raised after it.
        async with loader.transaction():
            raised = await raise_alerts(loader, late, key_ring)
        assert raised.alerts == 1
    finally:
        await loader.close()
    left = await held(connection, mine.account.id, mine.user.id)
    assert [name for name, rows in left.items() if rows] == []
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE account_id = $1", rival.account_id) == 14


async def test_a_batch_waits_for_the_deletion_and_raises_nothing_for_the_account(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, settings: Settings
) -> None:
    caller = await sign_in()
    tenant = await fill(connection, key_ring, caller, "acme.example")
    loader = await connect(settings)

    async def load() -> int:
        async with loader.transaction():
            return (await raise_alerts(loader, [tenant.workforce(password="raised-late")], key_ring)).alerts

    try:
        async with transaction() as session:
            await close_account(session, caller.account.id)
            loading = asyncio.create_task(load())
            await someone_waits(connection)
        assert await loading == 0
    finally:
        await loader.close()
    left = await held(connection, caller.account.id, caller.user.id)
    assert [name for name, rows in left.items() if rows] == []


async def test_deleting_twice_at_once_deletes_once(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, mails: Mails
) -> None:
    caller = await sign_in()
    await fill(connection, key_ring, caller, "acme.example")
    answers = await asyncio.gather(*(caller.graphql(DELETE, {"password": PASSWORD}) for _ in range(3)))
    done = [answer for answer in answers if answer["data"]]
    assert len(done) == 1
    assert {a["errors"][0]["extensions"]["code"] for a in answers if a not in done} == {"UNAUTHENTICATED"}
    assert len(await mails.all(MailKind.ACCOUNT_DELETED)) == 1


@pytest.mark.spec("X13")
async def test_an_ingestion_under_way_goes_on_for_the_others_alone(bench: Bench, tortoise: None) -> None:
    corpus = await bench.corpus(31)
    records = corpus.records(3_000)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    gone, stays = (account.id for account in bench.accounts)
    intake = asyncio.create_task(bench.ingest(path))
    first = "SELECT 1 FROM alerts WHERE account_id = $1 LIMIT 1"
    while not intake.done() and not await bench.connection.fetchval(first, gone):
        await asyncio.sleep(0.01)
    async with transaction() as session:
        await close_account(session, gone)
    await intake
    left = await held(bench.connection, gone, gone)
    assert [name for name, rows in left.items() if rows] == []
    watched = [entry for entry in corpus.watched if entry.account_id == stays]
    assert set(await bench.detections()) == expected(records, watched)
