"""Further addresses that are monitored once their owners agree, over GraphQL."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import factories
import httpx
import pytest
from callers import Caller
from mail_server import Mails
from sign_up import Visitor, field_errors

from breachlight.kit import clock
from breachlight.mail.models import MailKind
from breachlight.monitored_emails.service import trim_monitored_emails

SignIn = Callable[..., Awaitable[Caller]]
EMAIL = "jo.private@people.example"
_OUTCOME = """__typename ... on MonitoredEmail { id email isVerified }
  ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } }"""
ADD = f"mutation ($email: String!) {{ outcome: addMonitoredEmail(email: $email) {{ {_OUTCOME} }} }}"
RESEND = f"mutation ($id: ID!) {{ outcome: resendMonitoredEmail(id: $id) {{ {_OUTCOME} }} }}"
REMOVE = """mutation ($id: ID!) { outcome: removeMonitoredEmail(id: $id) { __typename
  ... on MessageSuccess { message } ... on Problem { message code } } }"""
CONFIRM = """mutation ($input: ConfirmEmailInput!) { outcome: confirmMonitoredEmail(input: $input) { __typename
  ... on MessageSuccess { message } ... on Problem { message code } } }"""
LIST = "{ monitoredEmails { id email isVerified } }"


async def send(caller: Caller, query: str, **variables: Any) -> dict[str, Any]:
    return await Visitor(caller.http, caller.tokens["authToken"]).send(query, variables)


async def link_of(mails: Mails, email: str = EMAIL) -> dict[str, str]:
    return (await mails.newest(MailKind.VERIFY_MONITORED_EMAIL, email)).parameters


async def watched(connection: asyncpg.Connection) -> list[str]:
    return [row["key"] for row in await connection.fetch("SELECT key FROM identities ORDER BY key")]


@pytest.mark.spec("B3.3", "X1")
async def test_an_address_is_monitored_once_its_owner_agrees_and_until_it_is_removed(
    sign_in: SignIn, http: httpx.AsyncClient, mails: Mails, connection: asyncpg.Connection
) -> None:
    caller, visitor = await sign_in("ind"), Visitor(http)
    added = await send(caller, ADD, email=EMAIL)
    assert (added["email"], added["isVerified"]) == (EMAIL, False)
    mail = await mails.newest(MailKind.VERIFY_MONITORED_EMAIL)
    assert (mail.recipient, caller.user.email in mail.text) == (EMAIL, True)
    first = await link_of(mails)
    # A second address does not make the link of the first one void; sending it again does.
    await send(caller, ADD, email="other@people.example")
    await send(caller, RESEND, id=added["id"])
    second = await link_of(mails)
    assert (await visitor.send(CONFIRM, {"input": first}))["code"] == "BAD_CREDENTIALS"
    assert await watched(connection) == []
    outcomes = await asyncio.gather(*(visitor.send(CONFIRM, {"input": second}) for _ in range(3)))
    assert {one["message"] for one in outcomes} == {
        "This address is now monitored.",
        "This address is already monitored.",
    }
    assert (await visitor.send(CONFIRM, {"input": await link_of(mails, "other@people.example")}))["__typename"] == (
        "MessageSuccess"
    )
    assert await watched(connection) == [EMAIL, "other@people.example"]
    assert await connection.fetchval("SELECT count(*) FROM backfills") == 2
    assert (await send(caller, RESEND, id=added["id"]))["isVerified"] is True
    assert (await send(caller, REMOVE, id=added["id"]))["__typename"] == "MessageSuccess"
    assert await watched(connection) == ["other@people.example"]
    assert (await visitor.send(CONFIRM, {"input": second}))["code"] == "BAD_CREDENTIALS"
    assert [one["email"] for one in (await caller.graphql(LIST))["data"]["monitoredEmails"]] == ["other@people.example"]


@pytest.mark.spec("X1")
async def test_removing_leaves_what_a_member_has_verified_monitored(
    sign_in: SignIn, connection: asyncpg.Connection, mails: Mails, http: httpx.AsyncClient
) -> None:
    caller = await sign_in()
    added = await send(caller, ADD, email=EMAIL)
    await Visitor(http).send(CONFIRM, {"input": await link_of(mails)})
    await factories.make_user(connection, caller.account, EMAIL)
    assert (await send(caller, REMOVE, id=added["id"]))["__typename"] == "MessageSuccess"
    assert await watched(connection) == [EMAIL]


@pytest.mark.spec("X1")
async def test_refusals_reveal_nothing_about_others(
    sign_in: SignIn, connection: asyncpg.Connection, mails: Mails, fresh_hour: None
) -> None:
    caller, other = await sign_in(), await sign_in(email=EMAIL)
    # Somebody else's login is asked like anybody.
    added = await send(caller, ADD, email=EMAIL)
    assert added["__typename"] == "MonitoredEmail"
    assert field_errors(await send(caller, ADD, email=EMAIL.upper())) == {
        "email": "This address is already in the account."
    }
    assert field_errors(await send(caller, ADD, email=caller.user.email)) == {
        "email": "This address is already in the account."
    }
    assert field_errors(await send(caller, ADD, email="nobody@localhost")) == {"email": "Enter a valid email address"}
    assert (await send(other, REMOVE, id=added["id"]))["__typename"] == "NotFoundProblem"
    resent = [(await send(caller, RESEND, id=added["id"]))["__typename"] for _ in range(3)]
    assert resent == ["MonitoredEmail", "MonitoredEmail", "ThrottledProblem"]
    await connection.execute(
        """INSERT INTO monitored_emails (id, account_id, user_id, email, email_key, created_at)
        SELECT gen_random_uuid(), account_id, user_id, n || '@people.example', n || '@people.example', created_at
        FROM monitored_emails, generate_series(1, 99) AS n"""
    )
    assert field_errors(await send(caller, ADD, email="one.more@people.example")) == {
        "email": "An account can have at most 100 monitored addresses."
    }
    with clock.standing_at(clock.now() + timedelta(days=31)):
        await trim_monitored_emails()
    assert await connection.fetchval("SELECT count(*) FROM monitored_emails") == 0
    await connection.execute("UPDATE users SET email_verified_at = NULL")
    assert (await send(caller, ADD, email="late@people.example"))["code"] == "EMAIL_NOT_VERIFIED"
