"""``/api/v3``: the catalogue for everyone, as clients of Have I Been Pwned read it."""

import asyncio
import json
import logging

import asyncpg
import httpx
import pytest
from alert_factories import make_leak

from breachlight.leaks.public_catalogue import routes

FIELDS = {
    "Name": str,
    "Title": str,
    "Domain": str,
    "BreachDate": str,
    "AddedDate": str,
    "ModifiedDate": str,
    "PwnCount": int,
    "Description": str,
    "LogoPath": str,
    "DataClasses": list,
    "IsVerified": bool,
    "IsFabricated": bool,
    "IsSensitive": bool,
    "IsRetired": bool,
    "IsSpamList": bool,
    "IsMalware": bool,
    "IsStealerLog": bool,
    "IsSubscriptionFree": bool,
}
OPEN = ("breaches", "breach/otters", "latestbreach", "dataclasses")
KEYED = ("breachedaccount/jane@acme.example", "breachedaccount/a%2Fb", "pasteaccount/x", "subscribeddomains")


@pytest.fixture
async def catalogue(connection: asyncpg.Connection) -> asyncpg.Connection:
    """Five leaks, two of which anyone may see, while the catalogue is on."""
    await connection.execute("UPDATE site_settings SET public_catalogue_enabled = true")
    await make_leak(
        connection,
        "Otters",
        domain="otters.example",
        pwn_count=42,
        description='Otters <script>alert("1")</script> & more',
        data_classes=json.dumps(["Passwords", "Email addresses"]),
    )
    await make_leak(
        connection, "herons", domain="Herons.example", is_spam_list=True, data_classes=json.dumps(["Passwords"])
    )
    await connection.execute("UPDATE leaks SET breach_date = '2024-02-03' WHERE name = 'Otters'")
    await connection.execute("UPDATE leaks SET added_at = '2020-01-02T03:04:05Z' WHERE name = 'Otters'")
    await make_leak(connection, "secret", is_sensitive=True, data_classes=json.dumps(["Sexual orientations"]))
    await make_leak(connection, "gone", is_retired=True)
    await make_leak(connection, "taken-back")
    await connection.execute("UPDATE leaks SET retracted_at = now() WHERE name = 'taken-back'")
    return connection


async def test_nothing_is_there_until_the_operator_turns_it_on(
    connection: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    await make_leak(connection, "Otters")
    unknown = await http.get("/api/v3/nothing")
    for path in (*OPEN, *KEYED):
        answer = await http.get(f"/api/v3/{path}")
        assert (answer.status_code, answer.text) == (404, unknown.text), path


@pytest.mark.spec("X27")
async def test_breaches_have_the_fields_and_types_that_clients_know(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    breach = (await http.get("/api/v3/breach/Otters")).json()
    assert {name: type(breach[name]) for name in FIELDS} == FIELDS
    assert set(breach) == {*FIELDS, "Attribution"}
    assert breach["BreachDate"] == "2024-02-03"
    assert breach["AddedDate"] == "2020-01-02T03:04:05Z"
    # Clients print descriptions as HTML.
    assert breach["Description"] == "Otters &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more"


@pytest.mark.spec("X27")
async def test_sensitive_retired_and_retracted_leaks_are_nowhere(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    assert [one["Name"] for one in (await http.get("/api/v3/breaches")).json()] == ["herons", "Otters"]
    assert (await http.get("/api/v3/latestbreach")).json()["Name"] == "herons"
    assert (await http.get("/api/v3/dataclasses")).json() == ["Email addresses", "Passwords"]
    for name in ("secret", "gone", "taken-back", "never-heard-of", "%00", "'; --"):
        answer = await http.get(f"/api/v3/breach/{name}")
        assert (answer.status_code, answer.content) == (404, b""), name


async def test_leaks_are_found_by_site_and_kind_and_name_in_any_case(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    async def names(query: str) -> list[str]:
        return [one["Name"] for one in (await http.get(f"/api/v3/breaches?{query}")).json()]

    assert await names("Domain=herons.example") == ["herons"]
    assert await names("domain=OTTERS.example") == ["Otters"]
    assert await names("domain=acme.example") == []
    assert await names("IsSpamList=true") == ["herons"]
    assert await names("isspamlist=False") == ["Otters"]
    assert (await http.get("/api/v3/breach/oTTers")).json()["Name"] == "Otters"
    otters = await catalogue.fetchval("SELECT id FROM leaks WHERE name = 'Otters'")
    await catalogue.execute("INSERT INTO leak_redirects (name, leak_id) VALUES ('former-name', $1)", otters)
    assert (await http.get("/api/v3/breach/former-name")).json()["Name"] == "Otters"


async def test_pages_of_other_sites_may_ask_and_caches_may_answer(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    for path in OPEN:
        answer = await http.get(f"/api/v3/{path}", headers={"Origin": "https://tool.example"})
        assert answer.headers["access-control-allow-origin"] == "*"
        assert answer.headers["content-type"] == "application/json; charset=utf-8"
        assert answer.headers["cache-control"] == "public, max-age=300"
        same = await http.get(f"/api/v3/{path}", headers={"If-None-Match": answer.headers["etag"]})
        assert (same.status_code, same.content) == (304, b"")
        assert (await http.options(f"/api/v3/{path}")).status_code == 204


async def test_what_needs_a_key_elsewhere_is_refused_and_its_address_is_not_logged(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient, capfd: pytest.CaptureFixture[str]
) -> None:
    for path in KEYED:
        for headers in ({}, {"hibp-api-key": "0" * 32}):
            answer = await http.get(f"/api/v3/{path}", headers=headers)
            assert answer.status_code == 401
            assert answer.json() == {"statusCode": 401, "message": "Access denied due to missing hibp-api-key."}
            assert "access-control-allow-origin" not in answer.headers
    logging.shutdown()
    written = "".join(capfd.readouterr())
    assert "jane@acme.example" not in written


async def test_programs_without_a_name_are_refused(catalogue: asyncpg.Connection, http: httpx.AsyncClient) -> None:
    del http.headers["user-agent"]
    answer = await http.get("/api/v3/breaches", headers={"User-Agent": ""})
    assert (answer.status_code, answer.json()["statusCode"]) == (403, 403)


async def test_a_client_that_asks_too_often_waits_and_others_do_not(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "LIMIT", type(routes.LIMIT)("public_catalogue", 3, routes.LIMIT.window))
    statuses = [(await http.get("/api/v3/latestbreach")).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    refused = await http.get("/api/v3/latestbreach")
    assert refused.json() == {
        "statusCode": 429,
        "message": f"Rate limit is exceeded. Try again in {refused.headers['retry-after']} seconds.",
    }
    assert int(refused.headers["retry-after"]) > 0
    other = httpx.ASGITransport(app=http._transport.app, client=("192.0.2.77", 40000))  # type: ignore[attr-defined]  # the fixture's application
    async with httpx.AsyncClient(transport=other, base_url=str(http.base_url)) as neighbour:
        assert (await neighbour.get("/api/v3/latestbreach")).status_code == 200


async def test_more_requests_at_once_than_connections_are_all_answered(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    answers = await asyncio.gather(*(http.get("/api/v3/latestbreach") for _ in range(40)))
    assert [answer.status_code for answer in answers] == [200] * 40
