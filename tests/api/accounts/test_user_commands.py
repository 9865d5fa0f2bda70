"""``breachlight users``: what operators do to users, as commands of their own processes."""

import subprocess
import sys
from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from callers import LOGIN, PASSWORD, Caller

EMAIL = "ida.moss@people.example"
SignIn = Callable[..., Awaitable[Caller]]


@pytest.fixture
async def ida(sign_in: SignIn) -> Caller:
    """A user who is signed in."""
    return await sign_in("ind", EMAIL)


def users(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from breachlight.cli import main; main()", "users", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


async def is_in(caller: Caller) -> bool:
    return (await caller.get("/api/v1/account/info")).status_code == 200


async def logs_in(caller: Caller) -> bool:
    body = {"query": LOGIN, "variables": {"input": {"email": EMAIL, "password": PASSWORD}}}
    answer = (await caller.http.post("/graphql", json=body)).json()["data"]["login"]
    return bool(answer["__typename"] == "LoginSuccess")


async def test_a_user_is_logged_out(ida: Caller, connection: asyncpg.Connection) -> None:
    done = users("signout", EMAIL.upper())
    assert (done.returncode, done.stdout) == (0, f"{EMAIL} was logged out: 1 sessions ended.\n"), done.stderr
    assert not await is_in(ida)
    refresh = {"refresh": ida.tokens["refreshToken"]}
    assert (await ida.http.post("/api/v1/account/refresh-token", json=refresh)).status_code == 401
    assert await logs_in(ida)
    events = await connection.fetch("SELECT kind, detail::text FROM operator_events")
    assert [(event["kind"], EMAIL in event["detail"]) for event in events] == [("user_signed_out_by_operator", False)]
    assert await connection.fetchval("SELECT count(*) FROM security_events WHERE kind = 'signed_out_by_operator'") == 1


async def test_a_disabled_user_gets_in_by_no_way_until_enabled(ida: Caller, connection: asyncpg.Connection) -> None:
    done = users("disable", EMAIL)
    assert (done.returncode, done.stdout) == (0, f"{EMAIL} was disabled: 1 sessions ended.\n"), done.stderr
    assert not await is_in(ida)
    assert not await logs_in(ida)
    assert users("disable", EMAIL).stdout == f"{EMAIL} is already disabled: 0 sessions ended.\n"
    assert users("enable", EMAIL).stdout == f"{EMAIL} was enabled.\n"
    assert users("enable", EMAIL).stdout == f"{EMAIL} isn't disabled.\n"
    assert not await is_in(ida), "a session that ended stays ended"
    assert await logs_in(ida)
    kinds = await connection.fetch("SELECT kind FROM operator_events ORDER BY happened_at, id")
    assert [row["kind"] for row in kinds] == [
        "user_disabled_by_operator",
        "user_disabled_by_operator",
        "user_enabled_by_operator",
    ]


@pytest.mark.parametrize("command", ["signout", "disable", "enable"])
async def test_an_unknown_address_is_said(ida: Caller, command: str) -> None:
    done = users(command, "nobody@people.example")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "No user logs in with this address.\n"
