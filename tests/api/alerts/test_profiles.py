"""What the pages of leaks and people show: counts, trends, scores, and sensitive leaks only to those whom they concern."""

from hashlib import sha256
from typing import Any

import asyncpg
import pytest
from alert_factories import make_leak

from breachlight.kit.identifiers import new_id

from .conftest import Signed

LEAK = """query ($name: String!) { leak(name: $name) { title
  detections { total open isExact people known firstDetectedAt lastDetectedAt trend } }
  alerts(filter: { leakName: $name }) { total results { id } } }"""
LEAKS = "{ leaks { results { name detections { total } } } }"
CLOSE = """mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename
  ... on UpdateAlertsSuccess { updated } } }"""


async def leak_of(caller: Any, name: str) -> tuple[Any, int]:
    """The leak's own facts, and the total of the list with its filter."""
    data = (await caller.graphql(LEAK, {"name": name}))["data"]
    return data["leak"], data["alerts"]["total"]


async def test_a_leak_counts_the_detections_and_people_of_the_account(
    mine: Signed, theirs: Signed, raise_all: Any, connection: asyncpg.Connection
) -> None:
    name, tenant = "leak-of-acme.example", mine.tenant
    other = await make_leak(connection, "Other")
    await raise_all(
        tenant.workforce(),
        tenant.workforce(email="jo+shop@acme.example", is_alias=True, password="invented-2"),
        tenant.workforce(email="kim@acme.example"),
        tenant.portal(),
        tenant.workforce(leak_id=other, file_digest=sha256(b"two").digest()),
        tenant.workforce(leak_id=other, file_digest=sha256(b"two").digest(), email="lee@acme.example"),
        theirs.tenant.workforce(leak_id=tenant.leak_id),
    )
    leak, listed = await leak_of(mine.caller, name)
    counted = leak["detections"]
    assert listed == 4
    assert {key: counted[key] for key in ("total", "open", "isExact", "people", "known")} == {
        "total": 4,
        "open": 4,
        "isExact": True,
        "people": 2,
        "known": 0,
    }
    assert (len(counted["trend"]), counted["trend"][-1], sum(counted["trend"])) == (90, 4, 4)
    assert counted["firstDetectedAt"] <= counted["lastDetectedAt"]
    # Another leak that contains the same login again didn't raise it, but knows it.
    leak, listed = await leak_of(mine.caller, "Other")
    assert (leak["detections"]["total"], leak["detections"]["known"], listed) == (1, 1, 1)
    closed = {"input": {"action": "CLOSE", "filter": {"leakName": name}}}
    assert (await mine.caller.graphql(CLOSE, closed))["data"]["updateAlerts"]["updated"] == 4
    leak, _ = await leak_of(mine.caller, name)
    assert (leak["detections"]["total"], leak["detections"]["open"]) == (4, 0)
    assert (await leak_of(mine.caller, "Unknown")) == (None, 0)
    listed_leaks = (await mine.caller.graphql(LEAKS))["data"]["leaks"]["results"]
    assert {each["name"]: each["detections"]["total"] for each in listed_leaks} == {
        name: 4,
        "Other": 1,
        "leak-of-rival.example": 0,
    }


async def test_a_former_name_of_a_leak_filters_as_its_new_one(
    mine: Signed, raise_all: Any, connection: asyncpg.Connection
) -> None:
    await raise_all(mine.tenant.workforce())
    await connection.execute("INSERT INTO leak_redirects (name, leak_id) VALUES ('Former', $1)", mine.tenant.leak_id)
    leak, listed = await leak_of(mine.caller, "Former")
    assert (leak["detections"]["total"], listed) == (1, 1)


@pytest.mark.spec("B3.15")
async def test_a_sensitive_leak_counts_and_filters_only_what_concerns_the_reader(
    mine: Signed, join_member: Any, raise_all: Any, connection: asyncpg.Connection
) -> None:
    name = "leak-of-acme.example"
    viewer = await join_member(mine, "viewer")
    own = viewer.user.email
    await raise_all(
        mine.tenant.workforce(),
        mine.tenant.portal(),
        mine.tenant.workforce(email="kim@people.example"),
        mine.tenant.workforce(email=own),
    )
    await connection.execute("UPDATE leaks SET is_sensitive = true WHERE name = $1", name)
    own_key = own.lower()
    await connection.execute("UPDATE users SET email_verified_at = now() WHERE id = $1", viewer.user.id)
    await connection.execute(
        "INSERT INTO email_claims (email_key, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", own_key, viewer.user.id
    )
    leak, listed = await leak_of(viewer, name)
    assert (leak["detections"]["total"], leak["detections"]["people"], listed) == (1, 1, 1)
    leak, listed = await leak_of(mine.caller, name)
    assert (leak["detections"]["total"], listed, leak["detections"]["known"]) == (2, 2, None)
    closed = {"input": {"action": "CLOSE", "filter": {"leakName": name}}}
    assert (await mine.caller.graphql(CLOSE, closed))["data"]["updateAlerts"]["updated"] == 2
    other = await join_member(mine, "viewer")
    assert await leak_of(other, name) == (None, 0)


PERSON = """query ($id: ID!, $email: String!) {
  person(id: $id) { email isLive openDetections detections isComplete lastSeen reusesPassword siteCount
    addresses { email openDetections } exposure { score level factors { name points } trend }
    sites { name isApp detections openDetections } timeline { kind detections leakName leakTitle family deviceId by } }
  alerts(filter: { personEmail: $email }) { total } }"""
PEOPLE = "{ emailAccounts { results { email addresses { id email } } } }"


async def test_a_timeline_names_malware_as_people_write_it(mine: Signed, raise_all: Any) -> None:
    for family, name in (("redline", "RedLine"), ("vidar", "Vidar"), ("unknown", "unknown")):
        email = f"{family}@acme.example"
        await raise_all(mine.tenant.workforce(email=email, machine={"family": family, "key": family}))
        people = (await mine.caller.graphql(PEOPLE))["data"]["emailAccounts"]["results"]
        [address] = [address for person in people for address in person["addresses"] if address["email"] == email]
        data = (await mine.caller.graphql(PERSON, {"id": address["id"], "email": email}))["data"]
        assert [event["family"] for event in data["person"]["timeline"]] == [name]


async def test_a_person_has_addresses_exposure_sites_and_a_timeline(
    mine: Signed, theirs: Signed, raise_all: Any, connection: asyncpg.Connection
) -> None:
    tenant = mine.tenant
    await raise_all(
        tenant.workforce(),
        tenant.workforce(email="jo+shop@acme.example", is_alias=True, host="forum.example", url=None),
        tenant.workforce(email="jo@acme.example", host=None, url=None, app="com.example.bank", password="invented-3"),
        tenant.workforce(email="kim@acme.example"),
    )
    people = (await mine.caller.graphql(PEOPLE))["data"]["emailAccounts"]["results"]
    [jo] = [person for person in people if person["email"] == "jo@acme.example"]
    for address in jo["addresses"]:
        data = (await mine.caller.graphql(PERSON, {"id": address["id"], "email": address["email"]}))["data"]
        person = data["person"]
        assert data["alerts"]["total"] == person["detections"] == person["openDetections"] == 3
        assert (person["email"], person["isLive"], person["isComplete"]) == ("jo@acme.example", None, True)
        assert {each["email"]: each["openDetections"] for each in person["addresses"]} == {
            "jo@acme.example": 2,
            "jo+shop@acme.example": 1,
        }
    exposure = person["exposure"]
    assert person["reusesPassword"]
    assert {factor["name"]: factor["points"] for factor in exposure["factors"]} == {
        "worst": exposure["score"] - 14,
        "further": 4,
        "reused": 10,
    }
    assert (len(exposure["trend"]), exposure["trend"][0], exposure["trend"][-1]) == (30, 0, exposure["score"])
    assert [(site["name"], site["isApp"]) for site in person["sites"]] == [
        ("com.example.bank", True),
        ("forum.example", False),
        ("shop.example", False),
    ]
    assert [(event["kind"], event["detections"], event["leakName"]) for event in person["timeline"]] == [
        ("LEAKED", 3, "leak-of-acme.example")
    ]
    assert person["timeline"][0]["deviceId"] is None
    closing = {"input": {"action": "CLOSE", "filter": {"personEmail": "JO@acme.example"}}}
    assert (await mine.caller.graphql(CLOSE, closing))["data"]["updateAlerts"]["updated"] == 3
    given = {"id": jo["addresses"][0]["id"], "email": "jo@acme.example"}
    person = (await mine.caller.graphql(PERSON, given))["data"]["person"]
    assert (person["exposure"]["score"], person["exposure"]["factors"], person["exposure"]["level"]) == (0, [], "INFO")
    assert {(event["kind"], event["detections"]) for event in person["timeline"]} == {("LEAKED", 3), ("CLOSED", 3)}
    # Another account's person, an unknown one, and a monitored email without detections.
    assert (await theirs.caller.graphql(PERSON, given))["data"]["person"] is None
    assert (await mine.caller.graphql(PERSON, given | {"id": "no-id"}))["data"]["person"] is None
    monitored = new_id()
    await connection.execute(
        """INSERT INTO monitored_emails (id, account_id, user_id, email, email_key, created_at)
        VALUES ($1, $2, $3, 'Lee@people.example', 'lee@people.example', now())""",
        monitored, tenant.account_id, mine.caller.user.id,
    )  # fmt: skip
    person = (await mine.caller.graphql(PERSON, given | {"id": str(monitored)}))["data"]["person"]
    assert (person["email"], person["detections"], person["addresses"], person["timeline"]) == (
        "lee@people.example",
        0,
        [],
        [],
    )


@pytest.mark.spec("B3.15")
async def test_a_person_hides_sensitive_leaks_from_those_whom_they_do_not_concern(
    mine: Signed, join_member: Any, raise_all: Any, connection: asyncpg.Connection
) -> None:
    await raise_all(mine.tenant.workforce())
    await connection.execute("UPDATE leaks SET is_sensitive = true WHERE name = 'leak-of-acme.example'")
    viewer = await join_member(mine, "viewer")
    [jo] = (await viewer.graphql(PEOPLE))["data"]["emailAccounts"]["results"]
    given = {"id": jo["addresses"][0]["id"], "email": jo["email"]}
    shown = {}
    for name, caller in (("viewer", viewer), ("owner", mine.caller)):
        [event] = (await caller.graphql(PERSON, given))["data"]["person"]["timeline"]
        shown[name] = (event["leakName"], event["leakTitle"])
    assert shown == {
        "viewer": ("", "Sensitive leak"),
        "owner": ("leak-of-acme.example", "The leak-of-acme.example leak"),
    }
