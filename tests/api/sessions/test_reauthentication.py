"""A recent login includes the second factor of those who have one (issue of stolen sessions and passwords)."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from logins import NOON, REAUTHENTICATE, Enrolled, send_email, turn_on_device, wrong
from mail_server import read_mail

from breachlight.kit import clock
from breachlight.mail.models import MailKind

Enrol = Callable[..., Awaitable[Enrolled]]
SignIn = Callable[..., Awaitable[Caller]]

OLD = NOON + timedelta(minutes=6)
SWITCH = """mutation { result: setBulkDisclosure(enabled: true) { __typename ... on Problem { code } } }"""


async def reauthenticate(caller: Caller, password: str = PASSWORD, **codes: str) -> dict[str, Any]:
    answer = await caller.graphql(REAUTHENTICATE, {"password": password, **codes})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["reauthenticate"]
    return result


async def act(caller: Caller) -> str:
    """Do what needs a recent login; return the code of the refusal, or the type of the success."""
    result = (await caller.graphql(SWITCH))["data"]["result"]
    return str(result.get("code") or result["__typename"])


async def renewed(enrolled: Enrolled, http: httpx.AsyncClient) -> Caller:
    caller = enrolled.caller
    refreshed = await http.post("/api/v1/account/refresh-token", json={"refresh": caller.tokens["refreshToken"]})
    caller.tokens["authToken"] = refreshed.json()["authentication"]["auth_token"]
    return caller


async def kinds(connection: asyncpg.Connection, caller: Caller) -> list[str]:
    rows = await connection.fetch("SELECT kind FROM security_events WHERE user_id = $1 ORDER BY id", caller.user.id)
    return [row["kind"] for row in rows]


@pytest.mark.spec("B4.8.4")
async def test_a35_the_password_alone_is_not_enough_where_an_app_is_on(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(OLD):
        caller = await renewed(enrolled, http)
        assert await act(caller) == "REAUTHENTICATION_REQUIRED"
        asked = await reauthenticate(caller)
        assert (asked["__typename"], asked["methods"]) == ("MfaRequired", ["DEVICE"])
        assert (await reauthenticate(caller, device=wrong(enrolled.code())))["code"] == "BAD_CREDENTIALS"
        assert (await reauthenticate(caller, "wrong-9-password", device=enrolled.code()))["code"] == "BAD_CREDENTIALS"
        both = await reauthenticate(caller, device=enrolled.code(), recovery=enrolled.recovery_codes[0])
        assert both["code"] == "VALIDATION"
        assert await act(caller) == "REAUTHENTICATION_REQUIRED"
        assert "reauthenticated" not in await kinds(connection, caller)
        assert (await reauthenticate(caller, device=enrolled.code()))["__typename"] == "ReauthenticateSuccess"
        assert await act(caller) == "BulkDisclosureSuccess"
        assert (await kinds(connection, caller)).count("reauthenticated") == 1
        assert (await reauthenticate(caller, device=enrolled.code()))["code"] == "BAD_CREDENTIALS"


async def test_an_emailed_code_and_a_recovery_code_do_as_well(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(OLD):
        caller = await renewed(enrolled, http)
        asked = await reauthenticate(caller)
        assert asked["methods"] == ["EMAIL"]
        assert (await send_email(http, enrolled.email, asked["emailToken"])).status_code == 200
        code = (await read_mail(connection, MailKind.LOGIN_CODE, enrolled.email)).code
        assert (await reauthenticate(caller, email=code))["__typename"] == "ReauthenticateSuccess"
        assert await act(caller) == "BulkDisclosureSuccess"
        assert (await reauthenticate(caller, email=code))["code"] == "BAD_CREDENTIALS"
        recovered = await reauthenticate(caller, recovery=enrolled.recovery_codes[0])
        assert recovered["__typename"] == "ReauthenticateSuccess"


async def test_a35_turning_a_factor_on_makes_the_logins_of_other_sessions_old(
    sign_in: SignIn, http: httpx.AsyncClient
) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        given = {"email": enrolled.email, "password": PASSWORD}
        answer = await http.post("/graphql", json={"query": LOGIN, "variables": {"input": given}})
        other = Caller(http, enrolled.caller.account, enrolled.caller.user, answer.json()["data"]["login"]["tokens"])
        assert await act(other) == "BulkDisclosureSuccess"
        await turn_on_device(enrolled)
        assert await act(other) == "REAUTHENTICATION_REQUIRED"
        assert await act(enrolled.caller) == "BulkDisclosureSuccess"
