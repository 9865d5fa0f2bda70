"""Filters by what leaked and from where, and the search for people, devices, leaks and sites of the account."""

from hashlib import sha256
from typing import Any

import asyncpg
import pytest
from alert_factories import make_leak

from .conftest import Signed

ALERTS = """query ($filter: AlertFilter!) { alerts(filter: $filter) { total asOf results { breachRecord { host app passwordType machine { computer } } } } }"""
AS_OF = "query ($filter: AlertFilter!, $asOf: String!) { alerts(filter: $filter, asOf: $asOf) { total } }"
SEARCH = """query ($text: String!) { globalSearch(text: $text) { people { id email } devices { id computer userName }
  leaks { name title } sites { name alertKind } malware countries } }"""
NOTHING: dict[str, list[Any]] = {"people": [], "devices": [], "leaks": [], "sites": [], "malware": [], "countries": []}

OFFICE = {"family": "stealc", "computer": "OFFICE-PC-4", "user_name": "carlos", "ip": "198.51.100.7", "country": "ES"}
HOME = {"family": "redline", "computer": "home", "user_name": "kim", "ip": "203.0.113.9", "country": "FR"}


async def found(caller: Any, text: str) -> dict[str, Any]:
    answer: dict[str, Any] = (await caller.graphql(SEARCH, {"text": text}))["data"]["globalSearch"]
    return answer


@pytest.fixture
async def filled(mine: Signed, theirs: Signed, raise_all: Any) -> Signed:
    """Five detections of one account, and another's with the same values."""
    tenant = mine.tenant
    await raise_all(
        tenant.workforce(machine=OFFICE, host="travel.example", url="https://travel.example/login"),
        tenant.workforce(machine=OFFICE, host=None, url="android://x@com.example.bank/", app="com.example.bank"),
        tenant.workforce(machine=HOME, email="kim@acme.example", password="0" * 40, password_type="sha1"),
        tenant.workforce(email="lee@acme.example", password=None, password_type="none"),
        tenant.portal(),
        theirs.tenant.workforce(machine=OFFICE, host="travel.example", url="https://travel.example/login"),
    )
    return mine


@pytest.mark.parametrize(
    ("condition", "total"),
    [
        ({"device": "office-pc-4"}, 2),
        ({"device": "OFFICE-PC"}, 0),
        ({"malware": "StealC"}, 2),
        ({"malware": "redline"}, 1),
        ({"malware": "100%"}, 0),
        ({"country": "es"}, 2),
        ({"country": "DE"}, 0),
        ({"site": "Travel.example"}, 1),
        ({"site": "https://travel.example/other"}, 1),
        ({"site": "example"}, 0),
        ({"site": "com.example.bank"}, 1),
        ({"type": "malware"}, 3),
        ({"type": "password"}, 3),
        ({"type": "hash"}, 1),
        ({"type": "address"}, 1),
        (
            {
                "device": "OFFICE-PC-4",
                "country": "ES",
                "malware": "stealc",
                "site": "travel.example",
                "type": "password",
            },
            1,
        ),
        ({"device": "OFFICE-PC-4", "country": "FR"}, 0),
    ],
)
async def test_filters_choose_detections_of_the_account(filled: Signed, condition: dict[str, str], total: int) -> None:
    page = (await filled.caller.graphql(ALERTS, {"filter": condition}))["data"]["alerts"]
    assert page["total"] == total == len(page["results"])
    anchored = await filled.caller.graphql(AS_OF, {"filter": condition, "asOf": page["asOf"]})
    assert anchored["data"]["alerts"]["total"] == total


async def test_an_unknown_type_is_refused(filled: Signed) -> None:
    answer = await filled.caller.graphql(ALERTS, {"filter": {"type": "virus"}})
    assert "The type must be one of malware, password, hash, address." in str(answer["errors"])


async def test_rest_takes_the_filters(filled: Signed) -> None:
    answer = await filled.caller.get("/api/v1/notifications/alerts", device="office-pc-4", type="malware")
    assert len(answer.json()["results"]) == 2


@pytest.mark.parametrize(
    ("text", "kind", "names"),
    [
        ("JO@", "people", ["jo@acme.example"]),
        ("acme", "people", ["jo@acme.example", "kim@acme.example", "lee@acme.example"]),
        ("pc-4", "devices", ["OFFICE-PC-4"]),
        ("O", "devices", ["OFFICE-PC-4", "home"]),
        ("travel", "sites", ["travel.example"]),
        ("bank", "sites", ["com.example.bank"]),
        ("leak-of-ac", "leaks", ["leak-of-acme.example"]),
        ("line", "malware", ["RedLine"]),
        ("", "malware", ["RedLine", "StealC"]),
        ("nothing", "countries", ["ES", "FR"]),
        ("%", "people", []),
        ("_", "sites", []),
    ],
)
async def test_the_search_finds_names_by_a_part(filled: Signed, text: str, kind: str, names: list[str]) -> None:
    rows = (await found(filled.caller, text))[kind]
    shown = [row if isinstance(row, str) else row.get("email") or row.get("computer") or row["name"] for row in rows]
    assert sorted(shown) == sorted(names)


async def test_a_site_leads_to_the_list_with_its_detections(filled: Signed) -> None:
    portal, shop = "login.acme.example", "travel.example"
    kinds = {
        row["name"]: row["alertKind"] for text in (portal, shop) for row in (await found(filled.caller, text))["sites"]
    }
    assert kinds == {portal: "PORTALS", shop: "WORKFORCE"}


async def test_a_device_and_a_person_lead_to_their_pages(filled: Signed) -> None:
    answer = await found(filled.caller, "o")
    pages = """query ($device: ID!, $person: ID!) { device(id: $device) { computer } person(id: $person) { email } }"""
    for device in answer["devices"]:
        page = await filled.caller.graphql(pages, {"device": device["id"], "person": answer["people"][0]["id"]})
        assert page["data"]["device"]["computer"] == device["computer"]
        assert page["data"]["person"]["email"] == answer["people"][0]["email"]


async def test_the_search_finds_nothing_of_another_account(filled: Signed, theirs: Signed) -> None:
    answer = await found(theirs.caller, "acme")
    assert answer == {**NOTHING, "countries": ["ES"]}


async def test_a_sensitive_leak_is_found_by_those_whom_it_concerns_only(
    mine: Signed, raise_all: Any, join_member: Any, connection: asyncpg.Connection
) -> None:
    secret = await make_leak(connection, "Secret")
    await connection.execute("UPDATE leaks SET is_sensitive = true WHERE id = $1", secret)
    await raise_all(mine.tenant.workforce(leak_id=secret, file_digest=sha256(b"two").digest()))
    reader = await join_member(mine, "viewer")
    assert (await found(reader, "secret"))["leaks"] == []


async def test_a_text_that_is_too_long_is_refused(filled: Signed) -> None:
    answer = await filled.caller.graphql(SEARCH, {"text": "x" * 201})
    assert "The text must have at most 200 characters." in str(answer["errors"])
