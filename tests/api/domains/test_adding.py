"""Adding domains: which names, for whom, with which record (design §1; hostile-inputs D03)."""

import asyncio
import re
from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from callers import Caller

from breachlight.domains import verification as proof

from .domain_calls import ADD, add, added

SignIn = Callable[..., Awaitable[Caller]]

TAKEN = [
    ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("bücher.example", "xn--bcher-kva.example"),
    ("BÜCHER.EXAMPLE", "xn--bcher-kva.example"),
    ("аррӏе.example", "xn--80ak6aa92e.example"),  # Cyrillic letters that look like Latin ones
    ("acme。example", "acme.example"),
    ("sub.acme.example", "sub.acme.example"),
    ("acme.co.uk", "acme.co.uk"),
    ("acme.github.io", "acme.github.io"),
    (f"{'a' * 63}.example", f"{'a' * 63}.example"),
    (".".join(["a" * 60] * 4) + ".example", ".".join(["a" * 60] * 4) + ".example"),
]
REFUSED = [
    "",
    " ",
    "localhost",
    "example",
    "com",
    "co.uk",
    "github.io",
    "192.0.2.1",
    "[2001:db8::1]",
    "2001:db8::1",
    "*.acme.example",
    "_dmarc.acme.example",
    "https://acme.example",
    "acme.example/path",
    "jane@acme.example",
    "acme.example:443",
    "acme..example",
    "-acme.example",
    "acme-.example",
    "acme.unknown-tld",
    "acme\u0000.example",
    "acme .example",
    "acme.example\nother.example",
    "acme\u202e.example",
    f"{'a' * 64}.example",
    ".".join(["a" * 60] * 4) + ".a.example.example",
    "a" * 254,
    "é" * 10_000,
    "gmail.com",
    "mail.gmail.com",
    "GMX.de",
]


@pytest.mark.spec("S3.9", "B3.1", "X3")
async def test_a_new_domain_has_a_record_of_its_own_and_is_not_monitored(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    result = await add(caller, " Acme.Example. ")
    domain = result["domain"]
    assert (result["message"], domain["domain"]) == ("Now add the TXT record to your DNS.", "acme.example")
    assert (domain["isEnabled"], domain["isVerified"]) == (True, False)
    assert re.fullmatch(r"[0-9a-f]{32}", domain["domainTxtSecret"])
    assert domain["domainTxt"] == f"breachlight-verification={domain['domainTxtSecret']}"
    other = await added(await sign_in(), "acme.example")
    assert other["domainTxtSecret"] != domain["domainTxtSecret"]
    assert (await caller.get("/api/v1/account/info")).json()["domains"] == [
        {
            "id": domain["id"],
            "domain": "acme.example",
            "domain_txt": domain["domainTxt"],
            "domain_txt_secret": domain["domainTxtSecret"],
            "is_enabled": True,
            "is_verified": False,
        }
    ]
    assert await connection.fetchval("SELECT count(*) FROM identities") == 0
    assert await connection.fetchval("SELECT count(*) FROM domain_claims") == 0
    event = await connection.fetchrow(
        "SELECT * FROM security_events WHERE account_id = $1 AND kind = 'domain_added'", caller.account.id
    )
    assert "acme.example" in event["detail"]
    assert domain["domainTxtSecret"] not in event["detail"]


async def test_adding_again_returns_what_is_there(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    first = await added(caller, "acme.example")
    results = await asyncio.gather(*(added(caller, "ACME.example") for _ in range(4)))
    assert results == [first] * 4
    assert await connection.fetchval("SELECT count(*) FROM domains") == 1


async def test_d03_valid_names_are_stored_as_a_labels(sign_in: SignIn) -> None:
    caller = await sign_in()
    for name, key in TAKEN:
        assert (await added(caller, name))["domain"] == key


async def test_d03_names_that_nobody_can_own_are_refused(
    sign_in: SignIn, connection: asyncpg.Connection, fresh_hour: None
) -> None:
    caller = await sign_in()
    for name in REFUSED:
        answer = await caller.graphql(ADD, {"domain": name})
        if "\0" in name:  # which no request may hold at all
            assert "errors" in answer
            continue
        result = answer["data"]["addDomain"]
        assert result["__typename"] == "ValidationProblem", name
        [problem] = result["fieldErrors"]
        assert problem["field"] == "domain"
        assert len(problem["messages"]) == 1
    assert await connection.fetchval("SELECT count(*) FROM domains") == 0


async def test_d03_the_refusal_says_why(sign_in: SignIn) -> None:
    caller = await sign_in()
    for name, words in (
        ("co.uk", "belong to different owners"),
        ("com", "belong to different owners"),
        ("gmail.com", "mail provider"),
        ("acme", "Enter a domain"),
    ):
        assert words in (await add(caller, name))["fieldErrors"][0]["messages"][0]


@pytest.mark.spec("X3")
async def test_individuals_have_no_domains(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    result = await add(await sign_in("ind"), "acme.example")
    assert (result["__typename"], result["code"]) == ("RefusedProblem", "FORBIDDEN")
    assert await connection.fetchval("SELECT count(*) FROM domains") == 0


@pytest.mark.spec("S6.7", "B4.3.1")
async def test_an_address_that_is_not_verified_adds_no_domain(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    await connection.execute("UPDATE users SET email_verified_at = NULL")
    result = await add(caller, "acme.example")
    assert (result["__typename"], result["code"]) == ("RefusedProblem", "EMAIL_NOT_VERIFIED")
    assert await connection.fetchval("SELECT count(*) FROM domains") == 0


async def test_at_most_a_hundred_domains_even_when_they_come_at_once(
    sign_in: SignIn, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "MOST_DOMAINS", 3)
    caller = await sign_in()
    results = await asyncio.gather(*(add(caller, f"acme-{number}.example") for number in range(6)))
    assert sorted(result["__typename"] for result in results) == ["DomainSuccess"] * 3 + ["ValidationProblem"] * 3
    assert await connection.fetchval("SELECT count(*) FROM domains") == 3
    [present] = await connection.fetch("SELECT domain FROM domains LIMIT 1")
    assert (await add(caller, present["domain"]))["__typename"] == "DomainSuccess"


async def test_additions_are_rate_limited(sign_in: SignIn, fresh_hour: None) -> None:
    caller = await sign_in()
    results = [await add(caller, "no domain") for _ in range(61)]
    assert [result["__typename"] for result in results] == ["ValidationProblem"] * 60 + ["ThrottledProblem"]
    assert results[-1]["retryAfterSeconds"] > 0
