"""The daily look for the records of verified domains: missing, back, dropped after a week (hostile-inputs D02, D04)."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import dns.rcode
import pytest
from callers import Caller
from dns_server import DnsServer, dns_server
from mail_server import Mails, MailServer, until, working

from breachlight.config import get_settings
from breachlight.domains import reverification
from breachlight.mail.models import MailKind

from .domain_calls import added, listed, verify

SignIn = Callable[..., Awaitable[Caller]]
LABEL = "_breachlight.acme.example"
APEX = "acme.example"


async def pass_days(connection: asyncpg.Connection, days: float) -> None:
    """Let what is known of the domains be older by some days."""
    await connection.execute(
        "UPDATE domains SET checked_at = checked_at - $1::interval, missing_since = missing_since - $1::interval",
        timedelta(days=days),
    )


@pytest.fixture
async def caller(zone: DnsServer, sign_in: SignIn) -> Caller:
    return await sign_in()


async def proved(caller: Caller, zone: DnsServer) -> dict[str, Any]:
    domain = await added(caller, APEX)
    zone.set_txt(LABEL, domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]
    return domain


async def recheck(connection: asyncpg.Connection) -> int:
    """Run the schedule and the jobs that it makes, as a worker would; return how many domains they name."""
    await reverification.recheck_due()
    rows = await connection.fetch(
        "DELETE FROM jobs.pgqueuer WHERE entrypoint = $1 RETURNING convert_from(payload, 'UTF8')::json -> 'domains' AS named",
        reverification.RECHECK_JOB,
    )
    named = [pair for row in rows for pair in json.loads(row["named"])]
    await reverification.recheck({"domains": named})
    return len(named)


async def state(connection: asyncpg.Connection, caller: Caller) -> tuple[bool, bool, int, int]:
    """Whether the domain is verified, whether its record is missing, and how many claims and identities there are."""
    row = await connection.fetchrow(
        """SELECT is_verified, missing_since IS NOT NULL, (SELECT count(*) FROM domain_claims WHERE account_id = $1),
            (SELECT count(*) FROM identities WHERE account_id = $1 AND kind = 'domain')
        FROM domains WHERE account_id = $1""",
        caller.account.id,
    )
    return tuple(row)


STANDS, MISSING, LOST = (True, False, 1, 1), (True, True, 1, 1), (False, False, 0, 0)


async def events(connection: asyncpg.Connection, caller: Caller) -> list[str]:
    rows = await connection.fetch(
        """SELECT kind FROM security_events WHERE account_id = $1 AND kind LIKE 'domain%' ORDER BY happened_at, id""",
        caller.account.id,
    )
    return [row["kind"] for row in rows][2:]


async def test_d04_a_removed_record_is_reported_and_drops_the_domain_after_a_week(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, mails: Mails, mail_server: MailServer
) -> None:
    domain = await proved(caller, zone)
    assert await recheck(connection) == 0, "it was looked at just now"
    await pass_days(connection, 1.01)
    assert await recheck(connection) == 1
    assert await recheck(connection) == 0
    assert await state(connection, caller) == STANDS
    zone.forget()

    await pass_days(connection, 1.01)
    assert await recheck(connection) == 1
    assert await state(connection, caller) == MISSING
    [row] = await listed(caller)
    assert row["isVerified"]
    missing = await connection.fetchval("SELECT missing_since FROM domains")
    [mail] = await mails.all(MailKind.DOMAIN_RECORD_MISSING)
    assert mail.recipient == caller.user.email
    last_day = missing + reverification.GRACE
    assert f"{last_day.day} {last_day:%B} {last_day.year}" in mail.text
    assert domain["domainTxt"] in mail.text
    assert row["dropsAt"].startswith(f"{last_day:%Y-%m-%d}")

    # Within the week nothing more happens, however often it is looked for.
    await pass_days(connection, 6.99)
    assert await recheck(connection) == 1
    assert await state(connection, caller) == MISSING
    await pass_days(connection, 0.26)
    await asyncio.gather(
        *(reverification.recheck_domain(caller.account.id, row["id"]) for row in await _rows(connection) * 3)
    )
    assert await state(connection, caller) == LOST
    assert await recheck(connection) == 0
    assert await events(connection, caller) == ["domain_record_missing", "domain_lost"]
    [mail] = await mails.all(MailKind.DOMAIN_LOST)
    assert "missing for a week" in mail.text
    async with working(get_settings()):
        await until(lambda: len(mail_server.received) == 2)

    # Published again, it is verified as at first.
    zone.set_txt(LABEL, domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]
    assert await state(connection, caller) == STANDS


async def _rows(connection: asyncpg.Connection) -> list[asyncpg.Record]:
    return await connection.fetch("SELECT id FROM domains")


async def test_d02_name_servers_that_fail_never_count_against_the_holder(
    caller: Caller,
    zone: DnsServer,
    connection: asyncpg.Connection,
    mails: Mails,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await proved(caller, zone)
    async with dns_server() as second:
        for faults in ("servfail", "refused", "half", "others", "missing"):
            zone.forget()
            second.forget()
            await pass_days(connection, 2)
            if faults in {"servfail", "refused"}:
                code = dns.rcode.SERVFAIL if faults == "servfail" else dns.rcode.REFUSED
                zone.codes = {LABEL: code, APEX: code}
            elif faults == "half":
                zone.codes = {APEX: dns.rcode.SERVFAIL}
            elif faults == "others":
                # One of two answers clearly: that is not more than half.
                second.codes = {LABEL: dns.rcode.SERVFAIL, APEX: dns.rcode.SERVFAIL}
                monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", f"{zone.address},{second.address}")
                get_settings.cache_clear()
            assert await recheck(connection) == 1
            assert await state(connection, caller) == (MISSING if faults == "missing" else STANDS), faults
        # One of two that still sees nothing, while the other has failed, never drops a domain, however long it was missing.
        second.codes = {LABEL: dns.rcode.SERVFAIL, APEX: dns.rcode.SERVFAIL}
        await pass_days(connection, 30)
        assert await recheck(connection) == 1
        assert await state(connection, caller) == MISSING
    assert len(await mails.all()) == 1


async def test_d02_a_majority_that_says_the_record_is_gone_outvotes_one_that_still_sees_it(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = await proved(caller, zone)
    async with dns_server() as second, dns_server() as third:
        monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", f"{zone.address},{second.address},{third.address}")
        get_settings.cache_clear()
        second.set_txt(LABEL, domain["domainTxt"])
        third.codes = {LABEL: dns.rcode.SERVFAIL, APEX: dns.rcode.SERVFAIL}
        zone.forget()
        for codes, expected in ((third.codes, STANDS), ({}, MISSING)):
            third.codes = codes
            await pass_days(connection, 2)
            assert await recheck(connection) == 1
            assert await state(connection, caller) == expected


async def test_a_record_that_is_back_ends_the_count_by_itself_or_when_it_is_checked(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, mails: Mails
) -> None:
    domain = await proved(caller, zone)
    for by_itself in (True, False):
        zone.forget()
        await pass_days(connection, 2)
        await recheck(connection)
        assert await state(connection, caller) == MISSING
        assert (await verify(caller, domain["id"]))["code"] == "TXT_NOT_FOUND"
        zone.set_txt(APEX, domain["domainTxt"])
        await pass_days(connection, 1)
        if by_itself:
            await recheck(connection)
        else:
            assert (await verify(caller, domain["id"]))["__typename"] == "DomainSuccess"
        assert await state(connection, caller) == STANDS
    assert await events(connection, caller) == ["domain_record_missing", "domain_record_found"] * 2
    assert len(await mails.all(MailKind.DOMAIN_RECORD_MISSING)) == 2
    assert await connection.fetchval("SELECT count(*) FROM backfills") == 1


async def test_a_run_that_dies_leaves_the_rest_due(
    caller: Caller,
    zone: DnsServer,
    connection: asyncpg.Connection,
    mails: Mails,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await proved(caller, zone)
    zone.forget()
    await pass_days(connection, 2)
    record_event = reverification.record_event

    async def dying(*arguments: Any, **named: Any) -> None:
        await record_event(*arguments, **named)
        raise ConnectionResetError

    monkeypatch.setattr(reverification, "record_event", dying)
    with pytest.raises(ConnectionResetError):
        await recheck(connection)
    assert await state(connection, caller) == STANDS
    monkeypatch.setattr(reverification, "record_event", record_event)
    assert await recheck(connection) == 1
    assert await state(connection, caller) == MISSING
    assert len(await mails.all(MailKind.DOMAIN_RECORD_MISSING)) == 1
