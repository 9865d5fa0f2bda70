"""A backfill is reported once, by one email to each member who wants it, and its alerts not again one by one."""

import json
import re
import uuid
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from factories import UserRow, make_domain, make_user
from ingestion_harness import Bench
from mail_server import Mails, MailServer, hasten, until, working

from breachlight.alert_digests import jobs as alert_mails
from breachlight.alerts.upsert.service import Raised
from breachlight.leaks.backfill import backfill_mails, planning, repository, rounds
from breachlight.leaks.backfill import jobs as backfill_jobs
from breachlight.mail.models import MailKind
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import monitor_domain, monitor_email, stop_monitoring

LINES = "".join(
    f"https://shop{number}.example/login:jo{number}@acme.example:Invented-{number}\n" for number in range(5)
)


@pytest.fixture
async def members(bench: Bench, tortoise: None) -> list[UserRow]:
    """Two members of the first account, the second of whom wants no emails; a leak that speaks of acme.example is in."""
    account = bench.accounts[0]
    first, second = await make_user(bench.connection, account), await make_user(bench.connection, account)
    await bench.connection.execute("UPDATE users SET is_breach_alert_enabled = false WHERE id = $1", second.id)
    await bench.ingest(bench.write("leak.txt", LINES))
    return [first, second]


@pytest.fixture
def mails(bench: Bench) -> Mails:
    return Mails(bench.connection)


async def run_backfills(connection: asyncpg.Connection) -> None:
    await connection.execute("UPDATE backfills SET not_before = NULL")
    await backfill_jobs.backfill({})
    await backfill_mails.summarize({})


async def watch(bench: Bench) -> None:
    account = bench.accounts[0]
    domain = await make_domain(bench.connection, account, "acme.example", is_watched=False)
    async with bench.connection.transaction():
        await monitor_domain(bench.connection, account.id, domain.id, "acme.example")
        # A worker reverifies domains every ten minutes, and would email that the record of this one is missing.
        await bench.connection.execute("UPDATE domains SET checked_at = now()")


async def watch_address(bench: Bench, key: str) -> None:
    async with bench.connection.transaction():
        await monitor_email(bench.connection, bench.accounts[0].id, key)


@pytest.mark.spec("B3.13")
async def test_the_summary_counts_what_was_found_and_is_written_once_whatever_crashes(
    bench: Bench, members: list[UserRow], mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watch(bench)
    take = repository.take_for_summary

    async def dying(connection: asyncpg.Connection, account_id: uuid.UUID) -> None:
        await take(connection, account_id)
        raise ConnectionResetError

    monkeypatch.setattr(repository, "take_for_summary", dying)
    with pytest.raises(ConnectionResetError):
        await run_backfills(bench.connection)
    assert await mails.all() == []
    monkeypatch.undo()
    for _ in range(2):
        await run_backfills(bench.connection)
    [mail] = await mails.all(MailKind.BACKFILL_DONE)
    assert mail.recipient == members[0].email
    assert "acme.example" in mail.text
    assert "New detections: 5" in " ".join(mail.text.split())
    assert "Invented-" not in mail.text


@pytest.mark.spec("B3.13")
async def test_a_backfill_that_is_stopped_is_reported_with_its_findings(
    bench: Bench, members: list[UserRow], mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = bench.accounts[0]
    jobs = "SELECT payload FROM jobs.pgqueuer WHERE entrypoint = 'backfill.stopped'"

    await bench.ingest(bench.write("more.txt", LINES.replace("Invented", "Another")))
    raise_alerts, loads = rounds.raise_alerts, []

    async def dying(*arguments: Any) -> Raised:
        loads.append(arguments)
        if len(loads) > 1:
            raise ConnectionResetError
        return await raise_alerts(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(planning, "CHUNK_BLOCKS", 1)
        patched.setattr(rounds, "raise_alerts", dying)
        await watch(bench)
        with pytest.raises(rounds.FailedScansError):
            await run_backfills(bench.connection)
        await watch_address(bench, "nobody@people.example")
    async with bench.connection.transaction():
        assert await stop_monitoring(bench.connection, account.id, IdentityKind.DOMAIN, "acme.example")
        assert await stop_monitoring(bench.connection, account.id, IdentityKind.EMAIL, "nobody@people.example")
    await run_backfills(bench.connection)
    assert await mails.all() == []
    for _ in range(2):
        for row in await bench.connection.fetch(jobs):
            await backfill_mails.stop_and_notify(json.loads(row["payload"]))
    (mail,) = await mails.all()
    assert (mail.kind, mail.recipient) == (MailKind.BACKFILL_STOPPED, members[0].email)
    assert "acme.example is no longer monitored" in mail.text
    assert "New detections: 5" in " ".join(mail.text.split())
    assert await bench.connection.fetchval("SELECT count(*) FROM backfills WHERE finished_at IS NULL") == 0


async def test_an_address_of_which_nothing_is_known_is_not_worth_a_mail(
    bench: Bench, members: list[UserRow], mails: Mails
) -> None:
    for key, mailed in (("nobody@people.example", 0), ("jo3@acme.example", 1)):
        await watch_address(bench, key)
        await run_backfills(bench.connection)
        assert len(await mails.all()) == mailed
    assert "jo3@acme.example" in (await mails.newest(MailKind.BACKFILL_DONE)).text


@pytest.mark.spec("B3.13")
async def test_backfills_that_overlap_are_reported_by_one_summary_alone(
    bench: Bench, members: list[UserRow], mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A domain and two addresses, one of them at it, verified at once, while a detection of a batch waits to be reported.

    One summary reports the three scans.
    """
    monkeypatch.setattr(alert_mails, "QUIET", timedelta())
    others = "".join(f"https://shop{number}.example/login:bo@people.example:Invented-{number}\n" for number in range(2))
    await bench.ingest(bench.write("others.txt", others))
    account = bench.accounts[0]
    tenant = Tenant(account.id, members[0].id, account.id, "acme.example", await make_leak(bench.connection, "another"))
    await raise_findings(bench.connection, bench.ring, tenant.workforce(username_key="ann", email="ann@people.example"))
    await watch(bench)
    for key in ("bo@people.example", "jo3@acme.example"):
        await watch_address(bench, key)
    monkeypatch.setattr(planning, "CHUNK_BLOCKS", 1)

    async def is_told() -> bool:
        await hasten(bench.connection)
        return not await bench.connection.fetchval("SELECT count(*) FROM jobs.pgqueuer")

    async with working(bench.settings):
        await until(is_told)
    assert {received.recipients[0] for received in mail_server.received} == {members[0].email}
    told = [
        (received.message["Subject"], int(count))
        for received in mail_server.received
        for count in re.findall(r"(?:New detections: |^(?=\d+ new leaked))(\d+)", received.body(), re.MULTILINE)
    ]
    assert sum(count for _, count in told) == await bench.connection.fetchval("SELECT count(*) FROM alerts") == 8
    scans, one = sorted(told, key=lambda each: -each[1])
    assert scans == ("Retroactive scans complete", 7)
    assert one[0].startswith("1 new leaked login for ann@people.example, highest severity ")
