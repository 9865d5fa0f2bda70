"""What the pages of leaks and people show: counts, trends, scores, and sensitive leaks only to those whom they concern."""

from hashlib import sha256
from typing import Any

import asyncpg
import pytest
from alert_factories import make_leak

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
