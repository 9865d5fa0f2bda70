"""Infected devices: their facts, what was found on them, and that nobody else sees them."""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alert_factories import make_leak

from breachlight.site.edited_content import edited_content

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
DEVICES = """query (
  $isClosed: Boolean, $orderBy: DeviceOrder! = SEVERITY, $reverse: Boolean! = false, $first: Int! = 25, $after: String
) { devices(isClosed: $isClosed, orderBy: $orderBy, reverse: $reverse, first: $first, after: $after) {
    results { id computer incident { openDetections } } total hasMore cursor } }"""
DEVICE = """query ($id: ID!) { device(id: $id) { id computer userName ip country city operatingSystem hardwareId infectedAt antivirus
  malwarePath build malware { name description } stolenData { cookies cookieDomains tokenFiles walletFiles cardFiles autofillFiles }
  incident { id kind detections openDetections people { total } sites { total } playbook { total } }
  evidence { people { email detections openDetections } sites { name isApp detections openDetections } leaks { name title }
    timeline { kind detections leakName family deviceId by } isComplete } } }"""
ALERTS = "{ alerts { results { incident { id kind } breachRecord { host } } } }"
CLOSE = """mutation ($id: ID!) { updateAlerts(input: { action: CLOSE, filter: { incidentId: $id } }) {
  ... on UpdateAlertsSuccess { updated } } }"""

OFFICE = {
    "family": "vidar",
    "key": "0a1b-2c3d",
    "computer": "OFFICE-PC-4",
    "user_name": "carlos",
    "ip": "198.51.100.7",
    "country": "ES",
    "city": "Madrid",
    "operating_system": "Windows 11 Pro",
    "infected_at": "2026-11-20T10:00:00+02:00",
    "antivirus": ["Windows Defender"],
    "malware_path": "C:\\Users\\carlos\\setup.exe",
    "build": "b17",
    "cookies": 1240,
    "cookie_domains": 87,
    "wallet_files": 2,
}
HOME = {"family": "unknown", "computer": "HOME", "user_name": "Kim", "ip": "203.0.113.9", "key": "home/kim/203.0.113.9"}


async def listed(caller: Any, **variables: object) -> dict[str, Any]:
    answer = await caller.graphql(DEVICES, variables)
    devices: dict[str, Any] = answer["data"]["devices"]
    return devices


async def shown(caller: Any, device_id: str) -> Any:
    return (await caller.graphql(DEVICE, {"id": device_id}))["data"]["device"]


async def test_a_device_has_the_facts_of_its_log_and_what_was_found_on_it(mine: Signed, raise_all: Raise) -> None:
    tenant = mine.tenant
    await raise_all(
        tenant.workforce(machine=OFFICE),
        tenant.workforce(machine=OFFICE, host="travel.example", password="invented-2"),
        tenant.workforce(machine=OFFICE, host=None, url=None, app="com.example.bank", email="kim@acme.example"),
        tenant.portal(machine=OFFICE),
        tenant.workforce(host="forum.example"),
    )
    [row] = (await listed(mine.caller))["results"]
    device = await shown(mine.caller, row["id"])
    facts = {name: device[name] for name in ("computer", "userName", "ip", "country", "city", "operatingSystem")}
    assert facts == {
        "computer": "OFFICE-PC-4",
        "userName": "carlos",
        "ip": "198.51.100.7",
        "country": "ES",
        "city": "Madrid",
        "operatingSystem": "Windows 11 Pro",
    }
    assert (device["hardwareId"], device["infectedAt"]) == ("0a1b-2c3d", "2026-11-20T08:00:00Z")
    assert (device["antivirus"], device["malwarePath"], device["build"]) == (
        ["Windows Defender"],
        "C:\\Users\\carlos\\setup.exe",
        "b17",
    )
    assert device["malware"]["name"] == "Vidar"
    assert "screenshot" in device["malware"]["description"]
    assert device["stolenData"] == {
        "cookies": 1240,
        "cookieDomains": 87,
        "tokenFiles": 0,
        "walletFiles": 2,
        "cardFiles": 0,
        "autofillFiles": 0,
    }
    incident, evidence = device["incident"], device["evidence"]
    assert incident["id"] == device["id"] == row["id"]
    assert (incident["kind"], incident["detections"], incident["people"], incident["sites"]) == (
        "DEVICE",
        4,
        {"total": 2},
        {"total": 4},
    )
    assert incident["playbook"]["total"] > 0
    assert [(each["email"], each["detections"]) for each in evidence["people"]] == [
        ("jo@acme.example", 2),
        ("kim@acme.example", 1),
    ]
    assert {(each["name"], each["isApp"]) for each in evidence["sites"]} == {
        ("shop.example", False),
        ("travel.example", False),
        ("com.example.bank", True),
        ("login.acme.example", False),
    }
    assert [leak["name"] for leak in evidence["leaks"]] == ["leak-of-acme.example"]
    assert [(each["kind"], each["detections"], each["family"]) for each in evidence["timeline"]] == [
        ("LEAKED", 4, "Vidar"),
        ("INFECTED", 0, "Vidar"),
    ]
    assert evidence["timeline"][0]["deviceId"] == device["id"]
    assert evidence["isComplete"]
    kinds = {
        each["breachRecord"]["host"]: (each["incident"]["id"] == device["id"], each["incident"]["kind"])
        for each in (await mine.caller.graphql(ALERTS))["data"]["alerts"]["results"]
    }
    assert kinds["travel.example"] == (True, "DEVICE")
    assert kinds["forum.example"] == (False, "LEAK")


async def test_a_device_without_facts_says_so(mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce(machine=HOME))
    [row] = (await listed(mine.caller))["results"]
    device = await shown(mine.caller, row["id"])
    # The name, user and address are no hardware ID.
    assert (device["hardwareId"], device["stolenData"], device["infectedAt"], device["antivirus"]) == (
        None,
        None,
        None,
        [],
    )
    assert device["malware"]["name"] is None
    assert device["malware"]["description"].startswith("Malware of this kind")
    headers = mine.caller.headers | {"Accept-Language": "de"}
    asked = {"query": DEVICE, "variables": {"id": row["id"]}}
    german = (await mine.caller.http.post("/graphql", json=asked, headers=headers)).json()
    assert german["data"]["device"]["malware"]["description"].startswith("Solche Schadprogramme")


async def test_devices_are_listed_by_state_and_paged(mine: Signed, raise_all: Raise) -> None:
    machines = [OFFICE | {"key": str(number), "computer": f"PC-{number}"} for number in range(3)]
    await raise_all(*(mine.tenant.workforce(machine=each, host=f"{each['key']}.example") for each in machines))
    await raise_all(mine.tenant.workforce())
    first = await listed(mine.caller, isClosed=False, orderBy="RECENT", first=2)
    assert (first["total"], first["hasMore"], len(first["results"])) == (3, True, 2)
    second = await listed(mine.caller, isClosed=False, orderBy="RECENT", first=2, after=first["cursor"])
    assert (second["hasMore"], len(second["results"])) == (False, 1)
    assert {each["computer"] for each in first["results"] + second["results"]} == {"PC-0", "PC-1", "PC-2"}
    closed_id = first["results"][0]["id"]
    assert (await mine.caller.graphql(CLOSE, {"id": closed_id}))["data"]["updateAlerts"]["updated"] == 1
    assert (await listed(mine.caller, isClosed=False))["total"] == 2
    assert [each["id"] for each in (await listed(mine.caller, isClosed=True))["results"]] == [closed_id]
    assert (await listed(mine.caller, isClosed=None))["total"] == 3
    timeline = (await shown(mine.caller, closed_id))["evidence"]["timeline"]
    assert [each["kind"] for each in timeline] == ["CLOSED", "LEAKED", "INFECTED"]


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    ("order", "expected"),
    [("LOGINS", ["PC-3", "PC-2", "PC-1", "PC-0"]), ("PEOPLE", ["PC-1", "PC-0", "PC-2", "PC-3"])],
)
async def test_pages_of_devices_follow_the_order(
    mine: Signed, raise_all: Raise, order: str, expected: list[str], *, reverse: bool
) -> None:
    logins = [
        mine.tenant.workforce(
            machine=OFFICE | {"key": str(number), "computer": f"PC-{number}"},
            host=f"{number}-{login}.example",
            # Only the logins of the second device are of different people.
            email=f"p{login}@acme.example" if number == 1 else "p@acme.example",
        )
        for number in range(4)
        for login in range(number + 1)
    ]
    # Of devices with as many people, the first one is detected last.
    for each in reversed(logins):
        await raise_all(each)
    found: list[str] = []
    after = None
    while len(found) < len(expected):
        page = await listed(mine.caller, orderBy=order, reverse=reverse, first=1, after=after)
        found += [each["computer"] for each in page["results"]]
        after = page["cursor"]
    assert not page["hasMore"]
    assert found == (expected[::-1] if reverse else expected)


async def test_a_position_of_another_order_is_refused(mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce(machine=OFFICE), mine.tenant.workforce(machine=HOME, host="b.example"))
    cursor = (await listed(mine.caller, orderBy="LOGINS", first=1))["cursor"]
    refused = await mine.caller.graphql(DEVICES, {"orderBy": "RECENT", "after": cursor})
    assert refused["errors"][0]["extensions"]["code"] == "VALIDATION"


async def test_a_device_of_several_accounts_shows_each_its_own_logins(
    mine: Signed, theirs: Signed, raise_all: Raise
) -> None:
    await raise_all(
        mine.tenant.workforce(machine=OFFICE),
        theirs.tenant.workforce(machine=OFFICE, host="secret.example"),
        theirs.tenant.workforce(machine=HOME),
    )
    [own] = (await listed(mine.caller))["results"]
    others = (await listed(theirs.caller))["results"]
    assert len(others) == 2
    assert own["id"] not in {each["id"] for each in others}
    for other in others:
        assert await shown(mine.caller, other["id"]) is None
    evidence = (await shown(mine.caller, own["id"]))["evidence"]
    assert [site["name"] for site in evidence["sites"]] == ["shop.example"]
    assert [person["email"] for person in evidence["people"]] == ["jo@acme.example"]


async def test_an_incident_of_a_leak_is_no_device(mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce())
    incidents = await mine.caller.graphql("{ incidents { results { id } } }")
    [incident] = incidents["data"]["incidents"]["results"]
    assert await shown(mine.caller, incident["id"]) is None
    assert await shown(mine.caller, "no-id") is None


@pytest.mark.spec("B3.15")
async def test_a_sensitive_leak_of_a_device_has_no_name_for_others(
    mine: Signed, join_member: Any, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    other = await make_leak(connection, "Other")
    await raise_all(
        mine.tenant.workforce(machine=OFFICE),
        mine.tenant.workforce(machine=OFFICE, leak_id=other, file_digest=sha256(b"two").digest(), host="b.example"),
    )
    await connection.execute("UPDATE leaks SET is_sensitive = true WHERE name = 'leak-of-acme.example'")
    viewer = await join_member(mine, "viewer")
    [row] = (await listed(viewer))["results"]
    seen = (await shown(viewer, row["id"]))["evidence"]
    assert {(leak["name"], leak["title"]) for leak in seen["leaks"]} == {
        ("", "Sensitive leak"),
        ("Other", "The Other leak"),
    }
    assert {each["leakName"] for each in seen["timeline"]} == {"", "Other"}
    owner = (await shown(mine.caller, row["id"]))["evidence"]
    assert {leak["name"] for leak in owner["leaks"]} == {"leak-of-acme.example", "Other"}


async def test_operators_edit_how_a_family_works(mine: Signed, raise_all: Raise, documents: Path) -> None:
    (documents / "en").mkdir()
    (documents / "en" / "malware.yaml").write_text("vidar:\n  body: Call the help desk.\n", encoding="utf-8")
    await raise_all(mine.tenant.workforce(machine=OFFICE), mine.tenant.workforce(machine=HOME, host="b.example"))
    described = {}
    for row in (await listed(mine.caller))["results"]:
        described[row["computer"]] = (await shown(mine.caller, row["id"]))["malware"]["description"]
    assert described["OFFICE-PC-4"] == "Call the help desk."
    assert described["HOME"].startswith("Malware of this kind")


async def test_an_edit_of_a_family_in_the_console_is_shown(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await connection.execute(
        """INSERT INTO content_versions (document, locale, content, shipped_digest, published_at, published_by)
        VALUES ('malware', 'en', '{"vidar": {"body": "Call the help desk."}}', '', now(), 'operator')"""
    )
    await raise_all(mine.tenant.workforce(machine=OFFICE))
    [row] = (await listed(mine.caller))["results"]
    async with edited_content():
        assert (await shown(mine.caller, row["id"]))["malware"]["description"] == "Call the help desk."
