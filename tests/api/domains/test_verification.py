"""Verifying domains by their TXT record, against a DNS server that behaves in every way (hostile-inputs D01, D02, D04)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import dns.rcode
import pytest
from callers import Caller
from dns_server import DnsServer, dns_server

from breachlight.config import get_settings
from breachlight.domains import dns_lookup

from .domain_calls import added, verify

SignIn = Callable[..., Awaitable[Caller]]
LABEL = "_breachlight.acme.example"
APEX = "acme.example"


@pytest.fixture
async def caller(zone: DnsServer, sign_in: SignIn) -> Caller:
    return await sign_in()


@pytest.fixture
def short_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait two seconds for name servers that stay silent, not five."""
    monkeypatch.setattr(dns_lookup, "BUDGET_SECONDS", 2.0)


async def state(connection: asyncpg.Connection, caller: Caller) -> tuple[bool, int, int, int]:
    """Whether the domain is verified, and how many claims, identities and backfills its account has."""
    row = await connection.fetchrow(
        """SELECT (SELECT bool_or(is_verified) FROM domains WHERE account_id = $1),
            (SELECT count(*) FROM domain_claims WHERE account_id = $1),
            (SELECT count(*) FROM identities WHERE account_id = $1 AND kind = 'domain'),
            (SELECT count(*) FROM backfills WHERE account_id = $1)""",
        caller.account.id,
    )
    return tuple(row)


NOTHING = (False, 0, 0, 0)
PROVED = (True, 1, 1, 1)


async def refused(caller: Caller, domain: dict[str, Any], code: str) -> str:
    result = await verify(caller, domain["id"])
    assert (result["__typename"], result["code"]) == ("RefusedProblem", code), result
    return str(result["message"])


@pytest.mark.spec("B3.2", "X3")
@pytest.mark.parametrize("name", [LABEL, APEX])
async def test_the_record_at_the_label_or_at_the_domain_verifies_it(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, name: str
) -> None:
    domain = await added(caller, APEX)
    zone.set_txt(name, domain["domainTxt"])
    result = await verify(caller, domain["id"])
    assert result["message"] == "Your TXT Record and Domain were validated!"
    assert result["domain"] == {**domain, "isVerified": True}
    assert await state(connection, caller) == PROVED
    row = await connection.fetchrow("SELECT * FROM domains")
    assert row["checked_at"] is not None
    assert row["verified_at"] is not None
    identity = await connection.fetchrow("SELECT * FROM identities")
    assert (identity["key"], identity["domain_id"]) == (APEX, row["id"])
    jobs = await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = 'backfill.waiting'")
    assert jobs == 1
    kinds = await connection.fetch("SELECT kind FROM security_events WHERE kind = 'domain_verified'")
    assert len(kinds) == 1
    zone.forget()
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]
    assert zone.asked == []


async def test_d01_split_strings_and_other_records(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection
) -> None:
    domain = await added(caller, APEX)
    value = domain["domainTxt"].encode()
    zone.set_txt(APEX, "v=spf1 -all", [value[:7], value[7:20], b"", value[20:]], "another=1", b"\xff\x00\x01")
    assert (await verify(caller, domain["id"]))["__typename"] == "DomainSuccess"
    assert await state(connection, caller) == PROVED


async def test_d01_only_the_exact_token_counts(caller: Caller, zone: DnsServer, connection: asyncpg.Connection) -> None:
    domain = await added(caller, APEX)
    value, token = domain["domainTxt"], domain["domainTxtSecret"]
    zone.set_txt(
        APEX,
        f'"{value}"',
        f"'{value}'",
        value.upper(),
        f"{value}.",
        f" {value}",
        f"{value} ",
        f"{value}\n",
        token,
        value[:-1],
        f"{value}0",
        f"x{value}",
        value.replace("=", " = "),
        f"v=spf1 {value} -all",
    )
    zone.set_txt(LABEL, value.swapcase())
    zone.set_txt(f"www.{APEX}", value)
    message = await refused(caller, domain, "TXT_NOT_FOUND")
    assert value.swapcase() in message
    assert await state(connection, caller) == NOTHING


async def test_d01_what_was_found_is_shown_cut_and_without_control_characters(caller: Caller, zone: DnsServer) -> None:
    domain = await added(caller, APEX)
    zone.set_txt(LABEL, *[f"{number}\x1b[31m\u202e{'a' * 300}" for number in range(9)])
    zone.set_txt(APEX, "v=spf1 include:secret-supplier.example", "Breachlight=old")
    message = await refused(caller, domain, "TXT_NOT_FOUND")
    assert message.count("“") == 3
    assert len(message) < 700
    assert "secret-supplier" not in message
    assert message.isprintable()


@pytest.mark.parametrize("code", [dns.rcode.NXDOMAIN, dns.rcode.NOERROR])
async def test_d02_no_record_is_said_and_can_be_tried_again(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, code: dns.rcode.Rcode
) -> None:
    domain = await added(caller, APEX)
    zone.codes = {LABEL: code, APEX: code}
    message = await refused(caller, domain, "TXT_NOT_FOUND")
    assert "up to an hour" in message
    assert await state(connection, caller) == NOTHING
    assert await connection.fetchval("SELECT checked_at FROM domains") is not None
    zone.forget()
    zone.set_txt(LABEL, domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]


@pytest.mark.parametrize("code", [dns.rcode.SERVFAIL, dns.rcode.REFUSED, dns.rcode.FORMERR])
async def test_d02_a_name_server_that_fails_is_said(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, code: dns.rcode.Rcode
) -> None:
    domain = await added(caller, APEX)
    zone.codes = {LABEL: code, APEX: code}
    await refused(caller, domain, "DNS_UNAVAILABLE")
    assert await state(connection, caller) == NOTHING


async def test_d02_a_silent_name_server_delays_nobody(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, short_budget: None
) -> None:
    domain = await added(caller, APEX)
    zone.silent = {LABEL, APEX}
    message = await refused(caller, domain, "DNS_UNAVAILABLE")
    assert "didn't respond in time" in message
    zone.silent = {APEX}
    zone.set_txt(LABEL, domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]


async def test_d02_nobody_listens_at_the_name_server(
    caller: Caller, zone: DnsServer, monkeypatch: pytest.MonkeyPatch, short_budget: None
) -> None:
    domain = await added(caller, APEX)
    async with dns_server() as gone:
        address = gone.address
    monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", address)
    get_settings.cache_clear()
    await refused(caller, domain, "DNS_UNAVAILABLE")


async def test_d02_an_answer_of_64_kib_comes_over_tcp(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection
) -> None:
    domain = await added(caller, APEX)
    filling = [f"{number:04}{'x' * 246}" for number in range(240)]
    zone.set_txt(APEX, *filling)
    await refused(caller, domain, "TXT_NOT_FOUND")
    assert ("tcp", APEX) in zone.asked
    zone.set_txt(APEX, *filling, domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]
    assert await state(connection, caller) == PROVED


async def test_d02_aliases_in_a_circle_end(caller: Caller, zone: DnsServer, connection: asyncpg.Connection) -> None:
    domain = await added(caller, APEX)
    zone.aliases = {LABEL: "a.example", "a.example": "b.example", "b.example": LABEL}
    zone.aliases |= {APEX: "c0.example", **{f"c{number}.example": f"c{number + 1}.example" for number in range(40)}}
    await refused(caller, domain, "DNS_UNAVAILABLE")
    assert await state(connection, caller) == NOTHING


async def test_the_label_may_be_an_alias(caller: Caller, zone: DnsServer) -> None:
    domain = await added(caller, APEX)
    zone.aliases = {LABEL: "proofs.acme.example"}
    zone.set_txt("proofs.acme.example", domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]


async def test_a_domain_too_long_for_the_label_is_verified_at_itself(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection
) -> None:
    name = ".".join(["a" * 60] * 4) + ".example"
    domain = await added(caller, name)
    zone.set_txt(name, domain["domainTxt"])
    assert (await verify(caller, domain["id"]))["domain"]["isVerified"]


async def test_d02_a_majority_of_all_configured_resolvers_must_see_the_record(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch, short_budget: None
) -> None:
    domain = await added(caller, APEX)
    async with dns_server() as second, dns_server() as third:
        servers = f"{zone.address}, {second.address},{third.address}"
        monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", servers)
        get_settings.cache_clear()
        zone.set_txt(LABEL, domain["domainTxt"])
        message = await refused(caller, domain, "TXT_NOT_FOUND")
        assert "Only some name servers" in message
        second.codes = {APEX: dns.rcode.SERVFAIL, LABEL: dns.rcode.SERVFAIL}
        await refused(caller, domain, "TXT_NOT_FOUND")
        third.silent = {APEX, LABEL}
        await refused(caller, domain, "DNS_UNAVAILABLE")
        # One name server has one vote, however often it is configured.
        monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", f"{zone.address},{zone.address},{servers}")
        get_settings.cache_clear()
        await refused(caller, domain, "DNS_UNAVAILABLE")
        assert await state(connection, caller) == NOTHING
        second.codes = {}
        second.set_txt(LABEL, domain["domainTxt"])
        assert (await verify(caller, domain["id"]))["domain"]["isVerified"]


async def test_d02_answers_without_dnssec_do_not_count_beside_validated_ones(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = await added(caller, APEX)
    async with dns_server() as second, dns_server() as third:
        monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", f"{zone.address},{second.address},{third.address}")
        get_settings.cache_clear()
        for forged in (zone, second):
            forged.set_txt(LABEL, domain["domainTxt"])
        third.validated = {APEX, LABEL}
        await refused(caller, domain, "DNS_UNAVAILABLE")
        assert await state(connection, caller) == NOTHING
        third.set_txt(LABEL, domain["domainTxt"])
        zone.validated = {APEX, LABEL}
        assert (await verify(caller, domain["id"]))["domain"]["isVerified"]


@pytest.mark.spec("B3.2", "X3")
async def test_d04_the_first_verification_counts_while_its_record_exists(
    caller: Caller, zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    rival = await sign_in()
    mine, theirs = await added(caller, APEX), await added(rival, APEX)
    zone.set_txt(LABEL, mine["domainTxt"], theirs["domainTxt"])
    assert (await verify(caller, mine["id"]))["domain"]["isVerified"]
    message = await refused(rival, theirs, "DOMAIN_TAKEN")
    assert "Remove that account's TXT record" in message
    assert mine["domainTxt"] not in message
    assert await state(connection, caller) == PROVED
    assert await state(connection, rival) == NOTHING
    assert await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = 'backfill.waiting'") == 1


async def test_d04_one_name_server_cannot_move_a_domain_to_another_account(
    caller: Caller, zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    rival = await sign_in()
    mine, theirs = await added(caller, APEX), await added(rival, APEX)
    zone.set_txt(LABEL, mine["domainTxt"])
    await verify(caller, mine["id"])
    zone.set_txt(LABEL, theirs["domainTxt"])
    assert "too few name servers confirm" in await refused(rival, theirs, "DOMAIN_TAKEN")
    assert (await state(connection, caller), await state(connection, rival)) == (PROVED, NOTHING)


async def test_d04_the_only_remaining_record_takes_the_domain_over(
    caller: Caller, zone: DnsServer, mirror: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    rival = await sign_in()
    mine, theirs = await added(caller, APEX), await added(rival, APEX)
    zone.set_txt(LABEL, mine["domainTxt"])
    await verify(caller, mine["id"])
    zone.set_txt(LABEL, theirs["domainTxt"])
    assert (await verify(rival, theirs["id"]))["domain"]["isVerified"]
    assert await state(connection, rival) == PROVED
    assert await state(connection, caller) == (False, 0, 0, 1)
    assert await connection.fetchval("SELECT count(*) FROM domain_claims") == 1
    answers = [await one.graphql("{ securityEvents { results { kind } } }") for one in (caller, rival)]
    logs = [[event["kind"] for event in answer["data"]["securityEvents"]["results"]] for answer in answers]
    assert (logs[0][0], logs[1][0]) == ("domain_lost", "domain_verified")
    zone.set_txt(LABEL, theirs["domainTxt"], mine["domainTxt"])
    await refused(caller, mine, "DOMAIN_TAKEN")


async def test_d04_a_holder_whose_record_cannot_be_asked_for_loses_nothing(
    caller: Caller, zone: DnsServer, mirror: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    rival = await sign_in()
    mine, theirs = await added(caller, APEX), await added(rival, APEX)
    zone.set_txt(LABEL, mine["domainTxt"])
    zone.set_txt(APEX, theirs["domainTxt"])
    await verify(caller, mine["id"])
    zone.codes = mirror.codes = {LABEL: dns.rcode.SERVFAIL}
    await refused(rival, theirs, "DNS_UNAVAILABLE")
    assert (await state(connection, caller), await state(connection, rival)) == (PROVED, NOTHING)


async def test_d04_two_accounts_that_verify_at_once_leave_one_holder(
    caller: Caller, zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    rival = await sign_in()
    mine, theirs = await added(caller, APEX), await added(rival, APEX)
    zone.set_txt(APEX, mine["domainTxt"], theirs["domainTxt"])
    results = await asyncio.gather(
        verify(caller, mine["id"]), verify(rival, theirs["id"]), verify(caller, mine["id"]), verify(rival, theirs["id"])
    )
    taken = [result["code"] for result in results if result["__typename"] == "RefusedProblem"]
    assert taken == ["DOMAIN_TAKEN"] * 2
    assert sorted([await state(connection, caller), await state(connection, rival)]) == [NOTHING, PROVED]
    assert await connection.fetchval("SELECT count(*) FROM security_events WHERE kind = 'domain_verified'") == 1


async def test_a_parent_and_its_child_may_have_two_holders(
    caller: Caller, zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    rival = await sign_in()
    mine, theirs = await added(caller, APEX), await added(rival, f"shop.{APEX}")
    zone.set_txt(APEX, mine["domainTxt"])
    zone.set_txt(f"shop.{APEX}", theirs["domainTxt"])
    await verify(caller, mine["id"])
    await verify(rival, theirs["id"])
    assert await state(connection, caller) == await state(connection, rival) == PROVED


async def test_g08_another_accounts_domain_is_unknown_and_its_token_verifies_nothing(
    caller: Caller, zone: DnsServer, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    rival = await sign_in()
    mine, theirs = await added(caller, APEX), await added(rival, APEX)
    zone.set_txt(LABEL, theirs["domainTxt"])
    for name in (theirs["id"], "not-an-id", ""):
        result = await verify(caller, name)
        assert (result["__typename"], result["code"]) == ("NotFoundProblem", "NOT_FOUND")
    assert zone.asked == []
    message = await refused(caller, mine, "TXT_NOT_FOUND")
    assert theirs["domainTxt"] in message  # it is public in the DNS
    assert await state(connection, caller) == await state(connection, rival) == NOTHING


async def test_who_may_not_add_may_not_verify_either(
    caller: Caller, zone: DnsServer, connection: asyncpg.Connection
) -> None:
    domain = await added(caller, APEX)
    zone.set_txt(LABEL, domain["domainTxt"])
    await connection.execute("UPDATE users SET email_verified_at = NULL")
    await refused(caller, domain, "EMAIL_NOT_VERIFIED")
    await connection.execute("UPDATE users SET email_verified_at = now()")
    await connection.execute("UPDATE accounts SET kind = 'ind'")
    await refused(caller, domain, "FORBIDDEN")
    assert await state(connection, caller) == NOTHING


async def test_checks_are_rate_limited(fresh_hour: None, caller: Caller, zone: DnsServer) -> None:
    domain = await added(caller, APEX)
    results = [await verify(caller, domain["id"]) for _ in range(31)]
    assert [result["__typename"] for result in results] == ["RefusedProblem"] * 30 + ["ThrottledProblem"]
