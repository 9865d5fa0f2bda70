"""Sensitive leaks: wherever alerts are shown, only those whom a leak concerns see its name and facts."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import factories
import httpx
import pytest
from alert_factories import Tenant, make_leak
from callers import LOGIN, PASSWORD, Caller

from breachlight.auth.password_hashing import hash_password
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

from .conftest import Signed

LEAK = "leak { name title domain breachDate }"
LIST = (
    f"query ($after: String) {{ alerts(filter: {{}}, after: $after) {{ results {{ id user {{ email }} {LEAK} }} }} }}"
)
TITLES = "{ alerts(filter: {}) { results { leak { title } } } }"
ONE = f"query ($id: ID!) {{ alert(id: $id) {{ {LEAK} }} alertHistory(id: $id) {{ events {{ kind leak }} }} }}"
UPDATE = f"""mutation ($input: UpdateAlertsInput!) {{ updateAlerts(input: $input) {{ __typename
  ... on UpdateAlertsSuccess {{ alerts {{ {LEAK} }} }} }} }}"""
KEY = (
    """mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { ... on CreateApiKeySuccess { token } } }"""
)
REST = "/api/v1/notifications/alerts"
FACTS = ("leak-of-acme.example", "site-of-the-leak", "2024-02-01")
HIDDEN = {"name": "", "title": "Sensitive leak", "domain": None, "breachDate": None}


@pytest.fixture
def log_in(http: httpx.AsyncClient, connection: asyncpg.Connection) -> Callable[..., Awaitable[Caller]]:
    """Log a member with an address and a role in."""

    async def make(account: factories.AccountRow, role: str, email: str) -> Caller:
        user = await factories.make_user(connection, account, email, await hash_password(PASSWORD))
        await connection.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", user.id, role)
        given = {"input": {"email": email, "password": PASSWORD}}
        answer = await http.post("/graphql", json={"query": LOGIN, "variables": given})
        return Caller(http, account, user, answer.json()["data"]["login"]["tokens"])

    return make


async def make_sensitive(connection: asyncpg.Connection, leak_id: Any) -> None:
    await connection.execute(
        "UPDATE leaks SET is_sensitive = true, domain = 'site-of-the-leak.example', breach_date = '2024-02-01' WHERE id = $1",
        leak_id,
    )


def names_leak(answer: Any) -> bool:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    found = {fact in text for fact in FACTS[:1]}
    if found == {False}:
        assert not any(fact in text for fact in FACTS), text
    return found == {True}


async def answers(caller: Caller, alert_id: str) -> dict[str, Any]:
    """Everything that says which leak an alert is from."""
    given = {"input": {"action": "READ", "ids": [alert_id]}}
    follow = (await caller.graphql(LIST, {"after": ""}))["data"]["alerts"]["results"]
    found: dict[str, Any] = {
        "list": [each for each in (await caller.graphql(LIST))["data"]["alerts"]["results"] if each["id"] == alert_id],
        "cursor": [each for each in follow if each["id"] == alert_id],
        "alert and history": (await caller.graphql(ONE, {"id": alert_id}))["data"],
        "REST": [each for each in (await caller.get(REST)).json()["results"] if each["id"] == alert_id],
    }
    updated = await caller.graphql(UPDATE, given)
    if updated["data"]["updateAlerts"]["__typename"] == "UpdateAlertsSuccess":
        found["update"] = updated
    for form in ("csv", "json"):
        exported = await caller.post(f"{REST}/export", {"format": form, "ids": [alert_id]})
        if exported.status_code == 200:
            found[form] = exported.text
    return found


@pytest.mark.spec("B3.15")
async def test_every_answer_names_a_sensitive_leak_only_to_those_whom_it_concerns(
    mine: Signed, log_in: Any, raise_all: Any, connection: asyncpg.Connection
) -> None:
    tenant, account = mine.tenant, mine.caller.account
    people = {role: await log_in(account, role, f"{role}@acme.example") for role in ("owner", "analyst", "viewer")}
    jo = await log_in(account, "viewer", "jo@acme.example")
    everybody = [*people.values(), jo]
    # The address of a supplier that the organization monitors is at none of its domains.
    await raise_all(tenant.workforce(), tenant.portal(), tenant.workforce(email="kim@people.example"))
    listed = (await people["owner"].graphql(LIST))["data"]["alerts"]["results"]
    ids = {each["user"]["email"] if each["user"] else "portal": each["id"] for each in listed}
    for caller in everybody:
        for alert_id in ids.values():
            assert all(map(names_leak, (await answers(caller, alert_id)).values()))
    await make_sensitive(connection, tenant.leak_id)
    staff = {people["owner"].user.id, people["analyst"].user.id}
    allowed = {"jo@acme.example": staff | {jo.user.id}, "portal": staff, "kim@people.example": set()}
    for caller in everybody:
        for name, alert_id in ids.items():
            sees = caller.user.id in allowed[name]
            found = await answers(caller, alert_id)
            assert {how: names_leak(answer) for how, answer in found.items()} == dict.fromkeys(found, sees), (
                caller.user.email,
                name,
            )
            if not sees:
                assert found["alert and history"]["alert"]["leak"] == HIDDEN
                assert found["REST"][0]["leak"] == {"name": "", "title": "Sensitive leak"}
                assert "Sensitive leak" in {
                    event["leak"] for event in found["alert and history"]["alertHistory"]["events"]
                }
    assert {"update", "csv", "json"} <= set(await answers(people["analyst"], ids["portal"]))
    # Without the columns of the leak there is nothing to hide.
    assert "errors" not in await people["viewer"].graphql("{ alerts(filter: {}) { results { id } } }")
    # A domain that is no longer verified shows nothing; neither does an address that isn't verified any more.
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE email = 'jo@acme.example'")
    await connection.execute("DELETE FROM domain_claims WHERE domain = 'acme.example'")
    assert not any(map(names_leak, [await people["owner"].graphql(LIST), await jo.graphql(LIST)]))


@pytest.mark.spec("B3.15")
async def test_the_title_of_a_hidden_leak_is_in_the_language_of_the_answer(
    mine: Signed, join_member: Any, raise_all: Any, connection: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    viewer = await join_member(mine, "viewer")
    await raise_all(mine.tenant.workforce())
    await make_sensitive(connection, mine.tenant.leak_id)
    headers = viewer.headers | {"Accept-Language": "de"}
    german = (await http.post("/graphql", json={"query": TITLES}, headers=headers)).json()
    assert german["data"]["alerts"]["results"] == [{"leak": {"title": "Sensibles Leak"}}]


@pytest.mark.spec("B3.15")
async def test_keys_and_the_account_file_follow_the_role_of_their_member(
    mine: Signed, log_in: Any, raise_all: Any, connection: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.workforce(email="kim@people.example"))
    await make_sensitive(connection, mine.tenant.leak_id)
    for scopes, sees in ((["READ"], False), (["READ", "REVEAL"], True)):
        created = await mine.caller.graphql(KEY, {"input": {"name": "Tool", "scopes": scopes}})
        headers = {"Authorization": f"Bearer {created['data']['createApiKey']['token']}"}
        answer = await http.post("/graphql", json={"query": LIST}, headers=headers)
        assert names_leak(answer.json()) is sees
    dump = (await mine.caller.get("/api/v1/account/export")).json()
    by_address = {each["user"]: each["leak"]["title"] for each in dump["detections"]}
    assert by_address == {
        "jo@acme.example": "The leak-of-acme.example leak",
        "kim@people.example": "Sensitive leak",
    }


@pytest.mark.spec("B3.15")
async def test_a_person_sees_the_sensitive_leaks_of_their_verified_addresses(
    log_in: Any, connection: asyncpg.Connection, raise_all: Any
) -> None:
    account = await factories.make_account(connection, "ind")
    caller = await log_in(account, "owner", "kim@people.example")
    other = "kim.other@people.example"
    now = clock.now()
    for email, verified in ((other, now), ("kim.open@people.example", None)):
        await connection.execute(
            """INSERT INTO monitored_emails (id, account_id, user_id, email, email_key, verified_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)""",
            new_id(), account.id, caller.user.id, email, email, verified, now,
        )  # fmt: skip
    leak_id = await make_leak(connection, "leak-of-acme.example")
    tenant = Tenant(account.id, caller.user.id, new_id(), "people.example", leak_id)
    addresses = ("kim@people.example", other, "kim.open@people.example")
    await raise_all(*(tenant.workforce(email=email) for email in addresses))
    await make_sensitive(connection, leak_id)
    results = (await caller.graphql(LIST))["data"]["alerts"]["results"]
    shown = {each["user"]["email"]: each["leak"]["title"] != "Sensitive leak" for each in results}
    assert shown == {"kim@people.example": True, other: True, "kim.open@people.example": False}
