"""Links to other pages of REST lists: nothing is repeated or skipped while rows are added, closed and removed."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from callers import Caller
from factories import make_domain

from breachlight.kit.keys import KeyRing

SignIn = Callable[..., Awaitable[Caller]]
ALERTS = "/api/v1/notifications/alerts"
DOMAINS = "/api/v1/domains"
EVENTS = """query ($page: Int!, $asOf: String) { securityEvents(page: $page, pageSize: 4, asOf: $asOf) {
    total asOf results { id } } }"""
LIST = """query ($page: Int!, $asOf: String, $after: String) { alerts(page: $page, pageSize: 4, asOf: $asOf, after: $after) {
    total asOf hasMore results { id isClosed } } }"""


@pytest.fixture
async def caller(sign_in: SignIn) -> Caller:
    return await sign_in()


@pytest.fixture
async def tenant(caller: Caller, connection: asyncpg.Connection) -> Tenant:
    domain = await make_domain(connection, caller.account, "acme.example")
    leak = await make_leak(connection, "acme")
    return Tenant(caller.account.id, caller.user.id, domain.id, "acme.example", leak)


async def follow(caller: Caller, page: dict[str, Any], link: str) -> dict[str, Any]:
    response = await caller.http.get(page[link], headers=caller.headers)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def ids(page: dict[str, Any]) -> list[str]:
    return [row["id"] for row in page["results"]]


async def test_alerts_are_met_once_by_following_the_links(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    await raise_findings(connection, key_ring, *[tenant.workforce(password=f"invented-{n}") for n in range(10)])
    everything = (await caller.get(ALERTS, is_closed="false", page_size=100)).json()
    first = (await caller.get(ALERTS, is_closed="false", page_size=4)).json()
    assert first["previous"] is None
    await raise_findings(connection, key_ring, *[tenant.workforce(password=f"newer-{n}") for n in range(3)])
    await caller.post(ALERTS, {"action": "close"}, id=ids(first)[0])
    await caller.post(ALERTS, {"action": "close"}, id=ids(everything)[6])
    second = await follow(caller, first, "next")
    await caller.post(ALERTS, {"action": "close"}, is_closed="false")
    third = await follow(caller, second, "next")
    assert (third["next"], third["count"]) == (None, 10)
    assert ids(first) + ids(second) + ids(third) == ids(everything)
    assert [row["is_closed"] for row in second["results"]] == [False, False, True, False]
    assert [row["is_closed"] for row in third["results"]] == [True, True]
    assert ids(await follow(caller, third, "previous")) == ids(second)
    assert ids(await follow(caller, second, "previous")) == ids(first)
    # A page by its number alone is of now.
    assert (await caller.get(ALERTS, is_closed="false", page=2, page_size=4)).json()["count"] == 0


async def test_a_search_for_a_password_has_no_links(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    hosts = [f"site-{n}.example" for n in range(3)]
    await raise_findings(connection, key_ring, *[tenant.workforce(host=host, password="same") for host in hosts])
    page = (await caller.get(ALERTS, breach_record_passwords="same", page_size=2)).json()
    assert (page["count"], page["next"]) == (3, None)


@pytest.mark.parametrize("path", [ALERTS, DOMAINS])
async def test_an_anchor_is_taken_only_as_it_was_given(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, key_ring: KeyRing, path: str
) -> None:
    await raise_findings(connection, key_ring, *[tenant.workforce(password=f"invented-{n}") for n in range(11)])
    for number in range(11):
        await make_domain(connection, caller.account, f"d{number:02}.example")
    link = (await caller.get(path)).json()["next"]
    other = (await caller.get(DOMAINS if path == ALERTS else ALERTS)).json()["next"]
    as_of = link.partition("as_of=")[2]
    for wrong in ("x", "%00", "A" * 9000, as_of[:-3], other.partition("as_of=")[2]):
        refused = await caller.http.get(f"{path}?page=2&as_of={wrong}", headers=caller.headers)
        assert (refused.status_code, list(refused.json())) == (400, ["as_of"]), wrong
    assert (await caller.http.get(f"{path}?page=2&as_of={as_of}", headers=caller.headers)).status_code == 200
    assert (await caller.http.get(f"{path}?page=2&as_of=", headers=caller.headers)).status_code == 200


async def test_domains_are_met_once_by_following_the_links(caller: Caller, connection: asyncpg.Connection) -> None:
    rows = [await make_domain(connection, caller.account, f"d{number:02}.example") for number in range(25)]
    names = [f"d{number:02}.example" for number in range(25)]
    first = (await caller.get(DOMAINS)).json()
    for number in (1, 3, 9):
        await connection.execute("DELETE FROM domains WHERE id = $1", rows[number].id)
    await make_domain(connection, caller.account, "a.example")
    await make_domain(connection, caller.account, "d095.example")
    second = await follow(caller, first, "next")
    await connection.execute("DELETE FROM domains WHERE id = $1", rows[12].id)
    await make_domain(connection, caller.account, "z.example")
    third = await follow(caller, second, "next")
    assert [row["domain"] for page in (first, second, third) for row in page["results"]] == names
    assert third["next"] is None
    back = await follow(caller, third, "previous")
    assert [row["domain"] for row in back["results"]] == [
        name for name in names[:20] if name not in {"d09.example", "d12.example"}
    ][-10:]
    assert (await caller.get(DOMAINS, page=3)).json()["results"][-1]["domain"] == "z.example"


@pytest.mark.parametrize("field", ["domains", "leaks"])
async def test_domains_and_leaks_of_graphql_take_the_anchors_of_their_pages(
    caller: Caller, connection: asyncpg.Connection, field: str
) -> None:
    key = {"domains": "domain", "leaks": "name"}[field]
    query = f"""query ($page: Int!, $asOf: String) {{ list: {field}(page: $page, pageSize: 4, asOf: $asOf) {{
        total nextAsOf previousAsOf results {{ {key} }} }} }}"""

    async def add(name: str) -> None:
        if field == "leaks":
            await make_leak(connection, name)
        else:
            await make_domain(connection, caller.account, f"{name}.example")

    async def read(page: int, as_of: str | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = (await caller.graphql(query, {"page": page, "asOf": as_of}))["data"]["list"]
        return answer

    def names(*pages: dict[str, Any]) -> list[str]:
        return [row[key] for page in pages for row in page["results"]]

    for number in range(10):
        await add(f"d{number}")
    whole = names(await read(1), await read(2), await read(3))
    first = await read(1)
    assert (first["total"], first["previousAsOf"]) == (len(whole), None)
    await connection.execute(f"DELETE FROM {field} WHERE {key} = $1", whole[1])
    await add("a")
    await add("d55")
    second = await read(2, first["nextAsOf"])
    await connection.execute(f"DELETE FROM {field} WHERE {key} = $1", whole[5])
    third = await read(3, second["nextAsOf"])
    assert names(first, second, third) == whole
    assert third["nextAsOf"] is None
    back = await read(2, third["previousAsOf"])
    assert names(back) == [whole[3], whole[4], whole[6], whole[7]]
    assert names(await read(1, back["previousAsOf"])) == [whole[0], whole[2]]
    for wrong in ("x", "é", first["nextAsOf"][1:]):
        assert (await caller.graphql(query, {"page": 2, "asOf": wrong}))["errors"]


async def test_people_of_graphql_take_an_anchor(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    query = """query ($page: Int!, $asOf: String) { list: emailAccounts(page: $page, pageSize: 3, asOf: $asOf) {
        total asOf results { email openDetections } } }"""

    async def read(page: int, as_of: str | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = (await caller.graphql(query, {"page": page, "asOf": as_of}))["data"]["list"]
        return answer

    people = [f"p{n}@acme.example" for n in range(6)]
    for number, email in enumerate(people):
        found = [tenant.workforce(email=email, password=f"invented-{n}") for n in range(6 - number)]
        await raise_findings(connection, key_ring, *found)
    first = await read(1)
    newer = [tenant.workforce(email=people[5], password=f"newer-{n}") for n in range(9)]
    await raise_findings(connection, key_ring, *newer, tenant.workforce(email="new@acme.example"))
    await caller.post(ALERTS, {"action": "close"}, user_email=people[3])
    second = await read(2, first["asOf"])
    shown = [(row["email"], row["openDetections"]) for page in (first, second) for row in page["results"]]
    assert shown == list(zip(people, (6, 5, 4, 0, 2, 10), strict=True))
    assert second["total"] == 6
    assert (await read(1))["results"][0]["email"] == people[5]


async def test_events_and_alerts_of_graphql_take_an_anchor(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    await raise_findings(connection, key_ring, *[tenant.workforce(password=f"invented-{n}") for n in range(6)])
    for _ in range(6):
        await caller.graphql("mutation { endOtherSessions { __typename } }")
    for query, field in ((LIST, "alerts"), (EVENTS, "securityEvents")):
        before = [
            row["id"]
            for page in (1, 2)
            for row in (await caller.graphql(query, {"page": page}))["data"][field]["results"]
        ]
        first = (await caller.graphql(query, {"page": 1}))["data"][field]
        await caller.graphql("mutation { endOtherSessions { __typename } }")
        await raise_findings(connection, key_ring, tenant.workforce(password=f"newer-{field}"))
        second = (await caller.graphql(query, {"page": 2, "asOf": first["asOf"]}))["data"][field]
        assert [row["id"] for page in (first, second) for row in page["results"]] == before, field
        assert second["total"] == first["total"]
        assert second["asOf"] == first["asOf"]
        refused = await caller.graphql(query, {"page": 2, "asOf": "x"})
        assert "as_of" in str(refused["errors"]) or "asOf" in str(refused["errors"])
    both = await caller.graphql(LIST, {"page": 1, "asOf": first["asOf"], "after": ""})
    assert both["errors"]
