"""``breachlight operator``: who has the role, and what the console requires of them."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable

import asyncpg
import httpx
import pytest
from callers import PASSWORD, Caller
from logins import REAUTHENTICATE, Enrolled, configure, mailed_code, turn_on_device, turn_on_email
from operators import log_in_again, make_operator, recorded

EMAIL = "orla.moss@people.example"
CONSOLE = "{ console { operators { email hasSecondFactor isDisabled } } }"
SignIn = Callable[..., Awaitable[Caller]]


async def operator(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from breachlight.cli import main; main()", "operator", *arguments]
    return await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=120, check=False)


async def code_of(caller: Caller) -> str | None:
    """Return the code with which the console refuses a caller, or None."""
    answer = await caller.graphql(CONSOLE)
    return answer["errors"][0]["extensions"]["code"] if "errors" in answer else None


@pytest.mark.spec("X31")
async def test_the_role_is_granted_listed_and_removed(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in("org", EMAIL)
    assert (await operator("list")).stdout == "No operators. Add one: breachlight operator add ADDRESS\n"
    done = await operator("add", EMAIL.upper())
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"{EMAIL} is now an operator.",
        "They have no authenticator app yet. The console asks them to set one up in Settings > Security.",
    ]
    assert (await operator("add", EMAIL)).stdout.startswith(f"{EMAIL} is already an operator.\n")
    [listed] = json.loads((await operator("list", "--json")).stdout)
    assert (listed["email"], listed["has_second_factor"], listed["is_disabled"]) == (EMAIL, False, False)
    assert "no second factor" in (await operator("list")).stdout
    assert await code_of(caller) == "SECOND_FACTOR_REQUIRED"
    assert (await operator("remove", EMAIL)).stdout == f"{EMAIL} is no longer an operator.\n"
    assert (await operator("remove", EMAIL)).stdout == f"{EMAIL} is no operator.\n"
    assert await code_of(caller) == "FORBIDDEN"
    kinds = await connection.fetch("SELECT kind, detail::text FROM operator_events ORDER BY sequence")
    detail = json.dumps({"user_id": str(caller.user.id)})
    assert [tuple(row) for row in kinds] == [("operator_added", detail), ("operator_removed", detail)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("email_verified_at = NULL", "This user hasn't verified their email address yet.\n"),
        ("disabled_at = now()", "This user is disabled.\n"),
    ],
)
async def test_the_role_needs_a_verified_address_and_an_enabled_user(
    sign_in: SignIn, connection: asyncpg.Connection, change: str, message: str
) -> None:
    await sign_in("ind", EMAIL)
    await connection.execute(f"UPDATE users SET {change} WHERE email = $1", EMAIL)
    done = await operator("add", EMAIL)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message)
    assert await connection.fetchval("SELECT count(*) FROM operators") == 0


async def test_an_unknown_address_is_said(sign_in: SignIn) -> None:
    done = await operator("add", "nobody@people.example")
    assert (done.returncode, done.stderr) == (1, "No user logs in with this address.\n")


async def test_removal_takes_effect_at_the_next_request(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await make_operator(sign_in)
    assert await code_of(caller) is None
    await connection.execute("DELETE FROM operators")
    assert await code_of(caller) == "FORBIDDEN"
    answer = await caller.graphql("mutation { consoleVerifyAuditLog { __typename ... on Problem { code } } }")
    assert answer["data"]["consoleVerifyAuditLog"] == {"__typename": "RefusedProblem", "code": "FORBIDDEN"}
    assert (await caller.get("/api/v1/console/audit-log")).status_code == 403
    assert await recorded(connection, "console_audit_log_verified") == []


async def test_a_session_without_a_second_factor_is_enough_once_it_is_given(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    """A factor that was set up isn't one that was given; a factor that is turned off doesn't count anymore."""
    operator_ = await make_operator(sign_in)
    other = Enrolled(await sign_in("org"))
    await connection.execute("INSERT INTO operators VALUES (now(), 'root', $1)", other.caller.user.id)
    await turn_on_device(other)
    assert await code_of(other.caller) == "SECOND_FACTOR_REQUIRED"
    code = other.recovery_codes.pop()
    again = await other.caller.graphql(REAUTHENTICATE, {"password": PASSWORD, "recovery": code})
    assert again["data"]["reauthenticate"]["__typename"] == "ReauthenticateSuccess", again
    assert await code_of(other.caller) is None
    await configure(other.caller, "device", False)
    assert await code_of(other.caller) == "SECOND_FACTOR_REQUIRED"
    assert await code_of(operator_) is None


async def test_the_account_says_who_is_an_operator(sign_in: SignIn) -> None:
    viewer = "{ viewer { user { isOperator } } }"
    for caller, expected in [(await make_operator(sign_in), True), (await sign_in(), False)]:
        answer = await caller.graphql(viewer)
        assert answer["data"]["viewer"]["user"]["isOperator"] is expected


async def test_an_emailed_code_is_no_second_factor_of_an_operator(
    sign_in: SignIn, connection: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    """The same mailbox receives login links and password resets."""
    enrolled = Enrolled(await sign_in("org"))
    await turn_on_device(enrolled)
    await turn_on_email(enrolled, connection)
    await connection.execute("INSERT INTO operators VALUES (now(), 'root', $1)", enrolled.caller.user.id)
    code = await mailed_code(http, connection, enrolled.email)
    session = await log_in_again(enrolled, emailVerificationCode=code)
    assert await code_of(session) == "SECOND_FACTOR_REQUIRED"
    again = await session.graphql(REAUTHENTICATE, {"password": PASSWORD, "recovery": enrolled.recovery_codes.pop()})
    assert again["data"]["reauthenticate"]["__typename"] == "ReauthenticateSuccess", again
    assert await code_of(session) is None
