"""Listing domains, switching them on and off, and removing them."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from callers import Caller
from dns_server import DnsServer
from factories import make_domain
from mail_server import Mails

from breachlight.domains import dns_lookup, management
from breachlight.domains.txt_records import TxtRecords
from breachlight.kit.keys import KeyRing
from breachlight.mail.models import MailKind

from .domain_calls import DOMAINS, add, added, listed, remove, set_enabled, verify

SignIn = Callable[..., Awaitable[Caller]]
APEX = "acme.example"
TELL_LIVE = """mutation ($emails: [String!]!) { setLiveEmailAccounts(emails: $emails, append: false) {
  ... on LiveEmailAccountsSuccess { live gone } } }"""
PORTALS = "{ alerts(filter: {domainIsSet: true}) { total results { domain { id domain } } } }"


async def proved(caller: Caller, zone: DnsServer, name: str = APEX) -> dict[str, Any]:
    domain = await added(caller, name)
    zone.set_txt(name, domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]
    return domain


async def watched(connection: asyncpg.Connection) -> list[str]:
    return [row["key"] for row in await connection.fetch("SELECT key FROM identities WHERE kind = 'domain'")]


@pytest.mark.spec("S3.9")
async def test_domains_are_listed_by_name_with_the_progress_of_their_backfill(
    sign_in: SignIn, connection: asyncpg.Connection, statements: list[str]
) -> None:
    caller = await sign_in()
    for number in range(12):
        await make_domain(connection, caller.account, f"d{number:02}.example", is_verified=number != 3)
    await connection.execute(
        """INSERT INTO backfills (id, account_id, identity_id, batches_total, batches_done, alerts, created_at)
        SELECT gen_random_uuid(), account_id, id, 8, 2, 5, created_at FROM identities WHERE key = 'd00.example'"""
    )
    await make_domain(connection, (await sign_in()).account, "theirs.example")
    first = await listed(caller)
    assert [row["domain"] for row in first] == [f"d{number:02}.example" for number in range(10)]
    assert first[0]["backfill"] == {"isDone": False, "progress": 0.25, "found": 5}
    assert (first[3]["isVerified"], first[3]["backfill"]) == (False, None)
    statements.clear()
    assert len(await listed(caller, size=1)) == 1
    few = len(statements)
    statements.clear()
    assert len(await listed(caller, size=1000)) == 12
    assert len(statements) == few
    assert [row["domain"] for row in await listed(caller, page=2)] == ["d10.example", "d11.example"]
    refused = await caller.graphql(DOMAINS, {"page": 0})
    assert refused["errors"][0]["extensions"]["code"] == "VALIDATION"


@pytest.mark.spec("S1.5")
async def test_a32_individuals_see_their_own_domains_and_change_none(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in("ind")
    empty = (await caller.graphql(DOMAINS))["data"]["domains"]
    assert (empty["total"], empty["results"]) == (0, [])
    assert (await add(caller, "acme.example"))["code"] == "FORBIDDEN"
    await make_domain(connection, (await sign_in()).account, "other.example")
    mine = await make_domain(connection, caller.account, "mine.example", is_verified=True)
    assert [row["domain"] for row in await listed(caller)] == ["mine.example"]
    changes = (
        await set_enabled(caller, str(mine.id), enabled=False),
        await verify(caller, str(mine.id)),
        await remove(caller, str(mine.id)),
    )
    assert {change["code"] for change in changes} == {"FORBIDDEN"}
    assert [(row["isEnabled"], row["isVerified"]) for row in await listed(caller)] == [(True, True)]


@pytest.mark.spec("X3")
async def test_what_is_switched_off_is_not_monitored_and_keeps_its_proof(
    zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    domain = await proved(caller, zone)
    off = await set_enabled(caller, domain["id"], enabled=False)
    assert (off["domain"]["isEnabled"], off["domain"]["isVerified"]) == (False, True)
    assert off["message"] == "acme.example is disabled."
    assert await watched(connection) == []
    assert await connection.fetchval("SELECT count(*) FROM domain_claims") == 1
    assert (await listed(caller))[0]["backfill"] is None
    on = await set_enabled(caller, domain["id"], enabled=True)
    assert on["domain"]["isEnabled"]
    assert await watched(connection) == [APEX]
    # What came in meanwhile is looked up; asked for once more, it is not.
    running = "SELECT count(*) FROM backfills JOIN identities ON identities.id = identity_id WHERE finished_at IS NULL"
    assert await connection.fetchval(running) == 1
    await set_enabled(caller, domain["id"], enabled=True)
    assert await connection.fetchval("SELECT count(*) FROM backfills") == 2
    pending = await added(caller, "other.example")
    for enabled in (False, True):
        assert (await set_enabled(caller, pending["id"], enabled=enabled))["domain"]["isEnabled"] == enabled
    assert await watched(connection) == [APEX]
    kinds = await connection.fetch("SELECT kind FROM security_events WHERE kind LIKE 'domain\\_%abled' ORDER BY id")
    assert [row["kind"] for row in kinds] == ["domain_disabled", "domain_enabled"] * 2


async def test_what_is_verified_while_it_is_switched_off_is_monitored_once_it_is_on(
    zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    domain = await added(caller, APEX)
    await set_enabled(caller, domain["id"], enabled=False)
    zone.set_txt(APEX, domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]
    assert await watched(connection) == []
    await set_enabled(caller, domain["id"], enabled=True)
    assert await watched(connection) == [APEX]


async def test_what_is_removed_while_name_servers_are_asked_is_not_monitored(
    zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = await sign_in()
    domain = await added(caller, APEX)
    zone.set_txt(APEX, domain["domainTxt"])
    find_records = dns_lookup.find_records

    async def removing(name: str) -> TxtRecords:
        found = await find_records(name)
        await remove(caller, domain["id"])
        return found

    monkeypatch.setattr(dns_lookup, "find_records", removing)
    assert (await verify(caller, domain["id"]))["code"] == "NOT_FOUND"
    assert await watched(connection) == []
    assert await connection.fetchval("SELECT count(*) FROM domain_claims") == 0


@pytest.mark.spec("X3")
async def test_a_removed_domain_is_free_again_and_its_alerts_stay_portals(
    zone: DnsServer,
    sign_in: SignIn,
    connection: asyncpg.Connection,
    key_ring: KeyRing,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caller, rival = await sign_in(), await sign_in()
    domain = await proved(caller, zone)
    domain_id = await connection.fetchval("SELECT id FROM domains")
    tenant = Tenant(caller.account.id, caller.user.id, domain_id, APEX, await make_leak(connection, "one"))
    findings = [tenant.portal(username_key=f"client-{number}") for number in range(5)]
    await raise_findings(connection, key_ring, *findings)
    assert (await remove(caller, domain["id"]))["message"] == "acme.example was removed."
    assert await listed(caller) == []
    assert await watched(connection) == []
    assert await connection.fetchval("SELECT count(*) FROM domain_claims") == 0

    monkeypatch.setattr(management, "CHUNK", 2)
    payload = {"account_id": str(caller.account.id), "domain_id": domain["id"]}
    for _ in range(2):  # a second run changes nothing
        await management.untie(payload)
        portals = (await caller.graphql(PORTALS))["data"]["alerts"]
        assert portals["total"] == 5
        assert [alert["domain"] for alert in portals["results"]] == [{"id": "", "domain": APEX}] * 5
    assert await connection.fetchval("SELECT sum(alerts) FROM domain_alert_counters") == 0
    jobs = await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = $1", management.UNTIE_JOB)
    assert jobs == 1

    assert (await remove(caller, domain["id"]))["code"] == "NOT_FOUND"
    await proved(rival, zone)
    again = await added(caller, APEX)
    assert again["domainTxtSecret"] != domain["domainTxtSecret"]


async def test_g08_another_accounts_domain_cannot_be_changed(
    zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller, rival = await sign_in(), await sign_in()
    domain = await proved(caller, zone)
    for name in (domain["id"], "not-an-id"):
        assert (await remove(rival, name))["code"] == "NOT_FOUND"
        assert (await set_enabled(rival, name, enabled=False))["code"] == "NOT_FOUND"
    assert await watched(connection) == [APEX]


async def test_who_may_only_read_changes_nothing(
    zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    domain = await proved(caller, zone)
    await connection.execute("UPDATE memberships SET role = 'viewer'")
    assert len(await listed(caller)) == 1
    assert (await remove(caller, domain["id"]))["code"] == "FORBIDDEN"
    assert (await set_enabled(caller, domain["id"], enabled=False))["code"] == "FORBIDDEN"
    assert await watched(connection) == [APEX]


async def test_d04_the_previous_holder_of_a_domain_is_emailed(
    zone: DnsServer, mirror: DnsServer, sign_in: SignIn, mails: Mails
) -> None:
    caller, rival = await sign_in(), await sign_in()
    await proved(caller, zone)
    await proved(rival, zone)
    [mail] = await mails.all(MailKind.DOMAIN_LOST)
    assert mail.recipient == caller.user.email
    assert "Another account verified the domain" in mail.text


@pytest.mark.spec("X1")
async def test_active_accounts_are_computed_again_whenever_it_changes_which_domains_count(
    zone: DnsServer, mirror: DnsServer, sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    caller = await sign_in()
    first = await make_domain(connection, caller.account, "first.example")
    tenant = Tenant(caller.account.id, caller.user.id, first.id, first.domain, await make_leak(connection, "leak"))
    names = ("jo@first.example", "ghost@first.example", "jo@mail.acme.example", "jo@people.example")
    found = [
        tenant.workforce(password=f"invented-{name}")._replace(email=name, usernames=[name], username_key=name)
        for name in names
    ]
    await raise_findings(connection, key_ring, *found)
    told = await caller.graphql(TELL_LIVE, {"emails": ["jo@first.example"]})
    assert told["data"]["setLiveEmailAccounts"] == {"live": 1, "gone": 1}

    async def states() -> list[bool | None]:
        rows = await connection.fetch("SELECT email, is_live FROM email_accounts")
        by_name = {row["email"]: row["is_live"] for row in rows}
        return [by_name[name] for name in names]

    assert await states() == [True, False, None, None]
    domain = await proved(caller, zone)
    assert await states() == [True, False, False, None]
    await set_enabled(caller, domain["id"], enabled=False)
    assert await states() == [True, False, None, None]
    await set_enabled(caller, domain["id"], enabled=True)
    assert await states() == [True, False, False, None]
    rival = await sign_in()
    theirs = await added(rival, APEX)
    zone.set_txt(APEX, theirs["domainTxt"])
    assert (await verify(rival, theirs["id"]))["domain"]["isVerified"]
    assert await states() == [True, False, None, None]
    await remove(caller, str(first.id))
    assert await states() == [None, None, None, None]
