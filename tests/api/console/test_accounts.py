"""Accounts in the operator console: search, the page of one, and what operators do to them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import factories
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from mail_server import Mails
from operators import make_operator, recorded

from breachlight.kit.identifiers import new_id
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]
HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(2)>'
BY = "orla@operators.example"
LIST = """query ($search: String, $kind: AccountKind, $first: Int! = 50, $after: String) { console { result: accounts(
  search: $search, kind: $kind, first: $first, after: $after) { hasMore cursor
    results { id kind companyName ownerName ownerEmail isVerified isDisabled members createdAt } } } }"""
ACCOUNT = """query ($id: ID!) { console { result: account(id: $id) { id kind companyName members { id email role isVerified
  isDisabled hasSecondFactor isOperator sessions { device address hasSecondFactor } } domains { domain isVerified missingSince } } } }"""
APPLICATIONS = (
    """{ console { result: partnerApplications { hasMore results { name email companyName mail mailFailure } } } }"""
)


@pytest.fixture
async def operator(sign_in: SignIn) -> Caller:
    """An operator with a second factor."""
    return await make_operator(sign_in, BY)


async def read(caller: Caller, query: str, **variables: Any) -> Any:
    answer = await caller.graphql(query, variables)
    assert "errors" not in answer, answer
    return answer["data"]["console"]["result"]


async def change(caller: Caller, name: str, target: object) -> dict[str, Any]:
    query = f"mutation ($id: ID!) {{ result: {name}(id: $id) {{ __typename ... on Problem {{ message code }} ... on MessageSuccess {{ message }} }} }}"
    answer = await caller.graphql(query, {"id": str(target)})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["result"]
    return result


async def logs_in(caller: Caller) -> bool:
    body = {"query": LOGIN, "variables": {"input": {"email": caller.user.email, "password": PASSWORD}}}
    answer = (await caller.http.post("/graphql", json=body)).json()["data"]["login"]
    return bool(answer["__typename"] == "LoginSuccess")


async def test_people_and_organizations_are_found(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    person = await sign_in("ind", "ida.moss@people.test")
    company = await sign_in("org", "ada@acme.test")
    await connection.execute("UPDATE accounts SET company_name = $2 WHERE id = $1", company.account.id, HOSTILE)
    found = await read(operator, LIST, search="IDA.moss")
    assert [row["id"] for row in found["results"]] == [str(person.account.id)]
    assert (found["results"][0]["kind"], found["results"][0]["members"]) == ("INDIVIDUAL", 1)
    by_name = await read(operator, LIST, search="<script>")
    assert [row["companyName"] for row in by_name["results"]] == [HOSTILE]
    organizations = await read(operator, LIST, kind="ORGANIZATION")
    assert {row["id"] for row in organizations["results"]} == {str(company.account.id), str(operator.account.id)}
    for wildcard in ("%", "_", "\\"):
        assert (await read(operator, LIST, search=wildcard))["results"] == []
    assert await recorded(connection, "console_account_read") == []


async def test_pages_follow_cursors(operator: Caller, connection: asyncpg.Connection) -> None:
    for _ in range(5):
        await factories.make_account(connection)
    seen, after = [], None
    while True:
        page = await read(operator, LIST, first=2, after=after)
        seen += [row["id"] for row in page["results"]]
        after = page["cursor"]
        if not page["hasMore"]:
            break
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == len(set(seen)) == 6
    answer = await operator.graphql(LIST, {"after": "no position"})
    assert answer["errors"][0]["extensions"]["code"] == "VALIDATION"


async def test_the_page_of_an_account_is_recorded_and_has_no_secret(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    company = await sign_in("org", "ada@acme.test")
    await factories.make_domain(connection, company.account, "acme.test")
    found = await read(operator, ACCOUNT, id=str(company.account.id))
    [member] = found["members"]
    assert (member["email"], member["role"], member["isOperator"], member["hasSecondFactor"]) == (
        "ada@acme.test",
        "OWNER",
        False,
        False,
    )
    assert [(one["address"], one["hasSecondFactor"]) for one in member["sessions"]] == [("192.0.2.10", False)]
    assert found["domains"] == [{"domain": "acme.test", "isVerified": True, "missingSince": None}]
    [(by, detail)] = await recorded(connection, "console_account_read")
    assert (by, json.loads(detail)["account_id"]) == (BY, str(company.account.id))
    assert await read(operator, ACCOUNT, id=str(new_id())) is None
    assert await read(operator, ACCOUNT, id="nonsense") is None


async def test_a_user_is_signed_out_disabled_and_enabled(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    ida = await sign_in("ind", "ida@people.test")
    assert (await change(operator, "consoleSignOutUser", ida.user.id))["message"] == "1 session ended."
    assert (await ida.get("/api/v1/account/info")).status_code == 401
    assert (await change(operator, "consoleDisableUser", ida.user.id))["message"] == "Disabled."
    assert not await logs_in(ida)
    again = await change(operator, "consoleDisableUser", ida.user.id)
    assert again["message"] == "This user is already disabled."
    assert (await change(operator, "consoleEnableUser", ida.user.id))["message"] == "Enabled."
    assert await logs_in(ida)
    for kind in ("user_signed_out_by_operator", "user_disabled_by_operator", "user_enabled_by_operator"):
        events = await recorded(connection, kind)
        assert {by for by, _ in events} == {BY}
        assert {json.loads(detail)["user_id"] for _, detail in events} == {str(ida.user.id)}


async def test_a_verification_is_sent_again(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection, mails: Mails
) -> None:
    ida = await sign_in("ind", "ida@people.test")
    assert (await change(operator, "consoleResendVerification", ida.user.id))["message"] == (
        "This address is already verified."
    )
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE id = $1", ida.user.id)
    for _ in range(3):
        assert (await change(operator, "consoleResendVerification", ida.user.id))["message"] == (
            "Verification email sent."
        )
    assert (await change(operator, "consoleResendVerification", ida.user.id))["code"] == "THROTTLED"
    sent = await connection.fetchval(
        "SELECT count(*) FROM mails WHERE kind = $1 AND recipient = $2", MailKind.VERIFY_EMAIL, ida.user.email
    )
    assert sent == 3
    assert len(await recorded(connection, "console_verification_resent")) == 3


async def test_an_account_is_deleted_once_by_two_operators(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    second = await make_operator(sign_in)
    ida = await sign_in("ind", "ida@people.test")
    results = await asyncio.gather(
        *(change(each, "consoleDeleteAccount", ida.account.id) for each in (operator, second, operator))
    )
    kinds = sorted(result["__typename"] for result in results)
    assert kinds == ["MessageSuccess", "NotFoundProblem", "NotFoundProblem"]
    assert len(await recorded(connection, "console_account_deleted")) == 1
    assert await connection.fetchval("SELECT count(*) FROM users WHERE id = $1", ida.user.id) == 0
    mailed = await connection.fetchval("SELECT count(*) FROM mails WHERE kind = $1", MailKind.ACCOUNT_DELETED)
    assert mailed == 1
    assert (await ida.get("/api/v1/account/info")).status_code == 401


async def test_a_deletion_needs_a_recent_login(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    ida = await sign_in("ind")
    await connection.execute("UPDATE sessions SET authenticated_at = now() - interval '6 minutes'")
    result = await change(operator, "consoleDeleteAccount", ida.account.id)
    assert result["code"] == "REAUTHENTICATION_REQUIRED"
    assert await connection.fetchval("SELECT count(*) FROM users WHERE id = $1", ida.user.id) == 1


@pytest.mark.parametrize("name", ["consoleSignOutUser", "consoleDisableUser", "consoleEnableUser"])
async def test_operators_are_changed_on_the_command_line(operator: Caller, sign_in: SignIn, name: str) -> None:
    other = await make_operator(sign_in)
    for target in (operator, other):
        assert (await change(operator, name, target.user.id))["code"] == "FORBIDDEN"
    assert (await change(operator, "consoleDeleteAccount", other.account.id))["code"] == "FORBIDDEN"
    assert (await other.get("/api/v1/account/info")).status_code == 200
    assert (await change(operator, name, new_id()))["__typename"] == "NotFoundProblem"


async def test_partner_applications_have_the_state_of_their_email(
    operator: Caller, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    assert await read(operator, APPLICATIONS) == {"hasMore": False, "results": []}
    for number in range(4):
        await connection.execute(
            """INSERT INTO partner_applications (id, first_name, last_name, email, phone, title, company_name, company_size,
                company_link, preference, created_at)
            VALUES ($1, 'Nora', 'Moss', $2, '+441234567890', 'CTO', $3, 10, 'https://acme.test', '', now())""",
            new_id(),
            f"nora{number}@acme.test",
            HOSTILE,
        )
    for number, columns in enumerate(["sent_at", "failed_at", "content_sealed"]):
        value = "''" if columns == "content_sealed" else "now()"
        await connection.execute(
            f"""INSERT INTO mails (id, kind, recipient, message_id, subject, created_at, {columns}, failure)
            VALUES ($1, 'partner_application_received', $2, $3, '', now(), {value}, $4)""",
            new_id(),
            f"nora{number}@acme.test",
            f"<{number}@test>",
            "550 No such user" if columns == "failed_at" else None,
        )
    found = await read(operator, APPLICATIONS)
    assert {row["email"]: (row["mail"], row["mailFailure"]) for row in found["results"]} == {
        "nora3@acme.test": (None, None),
        "nora2@acme.test": ("WAITING", None),
        "nora1@acme.test": ("FAILED", "550 No such user"),
        "nora0@acme.test": ("SENT", None),
    }
    assert {row["companyName"] for row in found["results"]} == {HOSTILE}
    assert len(await recorded(connection, "console_applications_read")) == 2
