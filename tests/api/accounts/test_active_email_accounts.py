"""Email accounts in leaks by person, and the list of those that exist (spec §2, FAQ 1)."""

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import factories
import httpx
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from callers import Caller
from recounting import recount
from sign_up import Visitor, field_errors

from breachlight.alerts.email_accounts.repository import mailbox
from breachlight.kit.addresses import alias_key
from breachlight.kit.keys import KeyRing
from breachlight.monitored_emails.active_accounts import LARGEST_FILE_BYTES

SignIn = Callable[..., Awaitable[Caller]]
PATH = "/api/v1/user/live-email-accounts"
ACCOUNTS = """query ($page: Int, $search: String) { outcome: emailAccounts(page: $page, pageSize: 2, search: $search) {
  total results { email isLive openDetections addresses { email openDetections } } } }"""
_SAVED = """__typename ... on LiveEmailAccountsSuccess { size accepted invalid foreign live gone }
  ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } }"""
SET = f"""mutation ($emails: [String!]!, $append: Boolean!) {{
  outcome: setLiveEmailAccounts(emails: $emails, append: $append) {{ {_SAVED} }} }}"""
FORGET = "mutation { outcome: forgetLiveEmailAccounts { __typename } }"
UPDATE = """mutation ($input: UpdateAlertsInput!) { outcome: updateAlerts(input: $input) {
  ... on UpdateAlertsSuccess { operationId } } }"""
UNDO = "mutation ($id: ID!) { outcome: undoAlertOperation(operationId: $id) { __typename } }"
CHOSEN = "query ($is_live: Boolean) { alerts(filter: {userIsLive: $is_live}) { total results { user { email } } } }"
ALERTS = "{ alerts(pageSize: 100) { results { user { email isLive } } } }"


async def send(caller: Caller, query: str, **variables: Any) -> Any:
    return await Visitor(caller.http, caller.tokens["authToken"]).send(query, variables)


@pytest.fixture
async def caller(sign_in: SignIn) -> Caller:
    return await sign_in()


@pytest.fixture
async def tenant(caller: Caller, connection: asyncpg.Connection, key_ring: KeyRing) -> Tenant:
    """An organization with detections of jane (and an alias), of bob, and of an address elsewhere."""
    row = await factories.make_domain(connection, caller.account, "acme.example")
    tenant = Tenant(caller.account.id, caller.user.id, row.id, row.domain, await make_leak(connection, "leak"))
    emails = [
        "jane@acme.example",
        "jane+shop@acme.example",
        "jane@acme.example",
        "bob@acme.example",
        "jo@people.example",
    ]
    found = [
        tenant.workforce(password=f"invented-{number}")._replace(email=email, usernames=[email], username_key=email)
        for number, email in enumerate(emails)
    ]
    await raise_findings(connection, key_ring, *found)
    return tenant


async def live_states(connection: asyncpg.Connection) -> dict[str, bool | None]:
    rows = await connection.fetch("SELECT email, is_live FROM email_accounts ORDER BY email")
    return {row["email"]: row["is_live"] for row in rows}


@pytest.mark.spec("X1")
async def test_addresses_are_grouped_by_person_with_most_open_detections_first(
    caller: Caller, tenant: Tenant, sign_in: SignIn
) -> None:
    page = await send(caller, ACCOUNTS, page=1, search="")
    assert page["total"] == 3
    assert page["results"][0] == {
        "email": "jane@acme.example",
        "isLive": None,
        "openDetections": 3,
        "addresses": [
            {"email": "jane+shop@acme.example", "openDetections": 1},
            {"email": "jane@acme.example", "openDetections": 2},
        ],
    }
    assert len((await send(caller, ACCOUNTS, page=2, search=""))["results"]) == 1
    found = await send(caller, ACCOUNTS, page=1, search=" BOB@ ")
    assert [person["email"] for person in found["results"]] == ["bob@acme.example"]
    assert (await send(caller, ACCOUNTS, page=1, search="%"))["total"] == 0
    stranger = await sign_in()
    assert (await send(stranger, ACCOUNTS, page=1, search=""))["total"] == 0


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("orderBy: OPEN, reverse: true", ["jo@people.example", "bob@acme.example", "jane@acme.example"]),
        ("orderBy: EMAIL", ["bob@acme.example", "jane@acme.example", "jo@people.example"]),
        ("orderBy: EMAIL, reverse: true", ["jo@people.example", "jane@acme.example", "bob@acme.example"]),
        ("orderBy: SEEN", ["bob@acme.example", "jane@acme.example", "jo@people.example"]),
    ],
)
async def test_people_are_sorted(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, order: str, expected: list[str]
) -> None:
    if "SEEN" in order:
        later = "SELECT account_id, id, last_seen + interval '1 hour' FROM email_accounts WHERE email LIKE 'bob%'"
        for row in await connection.fetch(later):
            await connection.execute("UPDATE email_accounts SET last_seen = $3 WHERE account_id = $1 AND id = $2", *row)
    page = await send(caller, f"{{ outcome: emailAccounts({order}) {{ results {{ email }} asOf }} }}")
    assert [person["email"] for person in page["results"]] == expected
    query = (
        f"query ($page: Int!, $asOf: String) {{ outcome: emailAccounts({order}, pageSize: 1, page: $page, asOf: $asOf)"
    )
    for number, email in enumerate(expected, start=1):
        one = await send(caller, f"{query} {{ results {{ email }} }} }}", page=number, asOf=page["asOf"])
        assert [person["email"] for person in one["results"]] == [email]


@pytest.mark.spec("X1")
async def test_people_are_in_order_whatever_happens_to_their_detections(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    async def people() -> list[tuple[str, int]]:
        pages = [await send(caller, ACCOUNTS, page=page, search="") for page in (1, 2)]
        return [
            (person["email"].partition("@")[0], person["openDetections"])
            for page in pages
            for person in page["results"]
        ]

    assert await people() == [("jane", 3), ("bob", 1), ("jo", 1)]
    chosen = {"action": "CLOSE", "filter": {"search": "jane"}}
    closed = await send(caller, UPDATE, input=chosen)
    assert await people() == [("bob", 1), ("jo", 1), ("jane", 0)]
    again = tenant.workforce(password="invented-4", email="jo@people.example", file_digest=b"2" * 32)
    await raise_findings(connection, key_ring, again._replace(seen_at=again.seen_at + timedelta(days=1)))
    assert await people() == [("jo", 1), ("bob", 1), ("jane", 0)]
    await send(caller, UNDO, id=closed["operationId"])
    assert await people() == [("jane", 3), ("jo", 1), ("bob", 1)]
    await connection.execute("DELETE FROM alerts WHERE username_key = 'jo@people.example'")
    await recount(connection)
    assert await people() == [("jane", 3), ("bob", 1)]


@pytest.mark.spec("X1")
async def test_the_page_of_people_reads_no_detections(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, key_ring: KeyRing, statements: list[str]
) -> None:
    asked = []
    for count in (1, 50):
        await raise_findings(connection, key_ring, *[tenant.workforce(password=f"{count}-{n}") for n in range(count)])
        statements.clear()
        assert (await send(caller, ACCOUNTS, page=1, search=""))["total"] == 4
        asked.append([text for text in statements if "email_accounts" in text])
    assert asked[0] == asked[1]
    (page,) = asked[0]
    plan = await connection.fetch(f"EXPLAIN {page}", tenant.account_id, "", 0, 10)
    assert "email_accounts" in str(plan)
    assert not re.search(r"\bon alerts\b", str(plan))
    assert not [text for text in statements if re.search(r"(FROM|JOIN) alerts\b", text)]


@pytest.mark.parametrize(
    "email", ["jo@a.example", "jo+x@a.example", "jo+x+y@a.example", "+x@a.example", "j.o@a.example"]
)
async def test_a_mailbox_is_that_of_the_rules_of_addresses(connection: asyncpg.Connection, email: str) -> None:
    assert await connection.fetchval(f"SELECT {mailbox('$1::text')}", email) == (alias_key(email) or email)


@pytest.mark.spec("X1")
async def test_a_list_marks_inactive_accounts_of_later_detections_too(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    saved = await send(
        caller,
        SET,
        append=False,
        emails=["Jane@ACME.example", "no address", "else@people.example", "new@mail.acme.example"],
    )
    assert saved == {
        "__typename": "LiveEmailAccountsSuccess",
        "size": 2,
        "accepted": 2,
        "invalid": 1,
        "foreign": 1,
        "live": 2,
        "gone": 1,
    }
    assert await live_states(connection) == {
        "bob@acme.example": False,
        "jane+shop@acme.example": True,
        "jane@acme.example": True,
        "jo@people.example": None,
    }
    later = [
        tenant.workforce(password="invented-later")._replace(email=email, usernames=[email], username_key=email)
        for email in ("new@mail.acme.example", "ghost@acme.example")
    ]
    await raise_findings(connection, key_ring, *later)
    states = await live_states(connection)
    assert (states["new@mail.acme.example"], states["ghost@acme.example"]) == (True, False)
    alerts = (await caller.graphql(ALERTS))["data"]["alerts"]["results"]
    assert {(alert["user"]["email"], alert["user"]["isLive"]) for alert in alerts} >= {
        ("bob@acme.example", False),
        ("jane@acme.example", True),
        ("jo@people.example", None),
    }
    for is_live, names in ((True, {"jane", "jane+shop", "new"}), (False, {"bob", "ghost"})):
        chosen = (await caller.graphql(CHOSEN, {"is_live": is_live}))["data"]["alerts"]
        assert {alert["user"]["email"].partition("@")[0] for alert in chosen["results"]} == names
        path = "/api/v1/notifications/alerts"
        answer = await caller.http.get(path, params={"user_is_live": str(is_live).lower()}, headers=caller.headers)
        assert answer.json()["count"] == chosen["total"]
    more = await send(caller, SET, append=True, emails=["bob@acme.example"])
    assert (more["size"], more["gone"]) == (3, 1)
    assert field_errors(await send(caller, SET, append=False, emails=["a@people.example"])) == {
        "emails": "None of these addresses is on a verified domain of this account."
    }
    await send(caller, FORGET)
    assert set((await live_states(connection)).values()) == {None}
    assert await connection.fetchval("SELECT count(*) FROM live_email_accounts") == 0


@pytest.mark.spec("X1")
async def test_a_file_is_taken_whatever_its_columns(
    caller: Caller, tenant: Tenant, connection: asyncpg.Connection
) -> None:
    async def put(content: bytes, content_type: str = "text/csv", **parameters: str) -> httpx.Response:
        headers = {**caller.headers, "Content-Type": content_type}
        return await caller.http.put(PATH, params=parameters, content=content, headers=headers)

    file = (
        '\ufeffName;E-Mail;Since\r\nJane;jane@acme.example;2020\r\nBöb;"bob@acme.example";2021\r\nnobody;;\r\n'.encode()
    )
    answer = await put(file)
    assert (answer.status_code, answer.json()) == (
        200,
        {"message": "Your list was saved.", "size": 2, "accepted": 2, "invalid": 1, "foreign": 0, "live": 3, "gone": 0},
    )
    assert (await put(b"ann@acme.example", mode="append")).json()["size"] == 3
    assert (await put(b"x", mode="both")).status_code == 400
    assert (await put(b"x", "application/json")).status_code == 415
    assert (await put(b"x" * (LARGEST_FILE_BYTES + 1))).status_code == 413
    assert (await put(b"\x00\xff\n\n")).json() == {
        "emails": ["None of these addresses is on a verified domain of this account."]
    }
    await connection.execute("UPDATE memberships SET role = 'analyst'")
    assert (await put(file)).status_code == 403
    await connection.execute("UPDATE memberships SET role = 'owner'")
    await connection.execute("UPDATE accounts SET kind = 'ind'")
    assert (await put(file)).status_code == 403
