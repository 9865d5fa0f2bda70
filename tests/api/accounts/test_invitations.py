"""Invitations into an account by mail, over GraphQL."""

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
from sign_up import NOON, PASSWORD, Visitor, field_errors

from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]
_PROBLEMS = """... on Problem { message code } ... on ThrottledProblem { retryAfterSeconds }
  ... on ValidationProblem { fieldErrors { field messages } }"""
_INVITATION = "invitation { id email role expiresAt isExpired }"
INVITE = f"""mutation ($email: String!, $role: MembershipRole!) {{ outcome: inviteMember(email: $email, role: $role) {{
  __typename ... on InvitationSuccess {{ message {_INVITATION} }} {_PROBLEMS} }} }}"""
RESEND = f"""mutation ($id: ID!) {{ outcome: resendInvitation(id: $id) {{
  __typename ... on InvitationSuccess {{ message {_INVITATION} }} {_PROBLEMS} }} }}"""
REVOKE = """mutation ($id: ID!) { outcome: revokeInvitation(id: $id) {
  __typename ... on MessageSuccess { message } ... on Problem { message code } } }"""
OPEN = """query ($token: String!) { outcome: invitation(token: $token) { __typename
  ... on OpenInvitation { email role organization invitedBy hasLogIn advice } ... on Problem { message code } } }"""
ACCEPT = f"""mutation ($input: AcceptInvitationInput!) {{ outcome: acceptInvitation(input: $input) {{ __typename
  ... on LoginSuccess {{ message tokens {{ authToken }} account {{ id user {{ email role membershipRole isEmailVerified }} }} }}
  {_PROBLEMS} }} }}"""
LIST = "{ invitations { id email role isExpired } members { email role } }"
EMAIL = "ida.moss@people.test"


async def send(caller: Caller, query: str, **variables: Any) -> dict[str, Any]:
    return await Visitor(caller.http, caller.tokens["authToken"]).send(query, variables)


async def invite(caller: Caller, email: str = EMAIL, role: str = "ANALYST") -> dict[str, Any]:
    return await send(caller, INVITE, email=email, role=role)


async def token_of(mails: Mails, email: str = EMAIL) -> str:
    return (await mails.newest(MailKind.INVITATION, email)).parameters["token"]


async def accept(visitor: Visitor, token: str, **changes: Any) -> dict[str, Any]:
    form = {
        "token": token,
        "firstName": "Ida",
        "lastName": "Moss",
        "password": PASSWORD,
        "verifyPassword": PASSWORD,
        **changes,
    }
    return await visitor.send(ACCEPT, {"input": form})


@pytest.mark.spec("X2")
async def test_an_invited_person_sets_a_password_and_is_a_member(
    sign_in: SignIn, http: httpx.AsyncClient, mails: Mails, connection: asyncpg.Connection
) -> None:
    owner, visitor = await sign_in(email="ada@acme.test"), Visitor(http)
    invited = await invite(owner)
    assert (invited["invitation"]["email"], invited["invitation"]["role"]) == (EMAIL, "ANALYST")
    mail = await mails.newest(MailKind.INVITATION)
    assert ("ada@acme.test" in mail.text, "Acme" in mail.text, "Analyst" in mail.text) == (True, True, True)
    token = await token_of(mails)
    # Only its digest is kept, so a reader of the database cannot join.
    assert await connection.fetchval("SELECT count(*) FROM invitations WHERE position($1 in digest) > 0", token) == 0
    opened = await visitor.send(OPEN, {"token": token})
    assert opened == {
        "__typename": "OpenInvitation",
        "email": EMAIL,
        "role": "ANALYST",
        "organization": "Acme",
        "invitedBy": "Jo Doe",
        "hasLogIn": False,
        "advice": None,
    }
    wrong = await accept(visitor, token, firstName=" ", password="ida.moss1", verifyPassword="other")
    assert set(field_errors(wrong)) == {"firstName", "password", "verifyPassword"}
    for easy in ("password", "password1234", "idamoss2026!"):
        assert set(field_errors(await accept(visitor, token, password=easy, verifyPassword=easy))) == {"password"}
    # Of parallel tries one makes the member.
    outcomes = await asyncio.gather(*(accept(visitor, token) for _ in range(3)))
    [joined] = [one for one in outcomes if one["__typename"] == "LoginSuccess"]
    assert joined["account"]["id"] == str(owner.account.id)
    assert joined["account"]["user"] == {
        "email": EMAIL,
        "role": "Organization",
        "membershipRole": "ANALYST",
        "isEmailVerified": True,
    }
    identity = await connection.fetchrow("SELECT account_id, kind, key FROM identities")
    assert tuple(identity) == (owner.account.id, "email", EMAIL)
    assert await connection.fetchval("SELECT count(*) FROM backfills") == 1
    listed = (await owner.graphql(LIST))["data"]
    assert (listed["invitations"], [one["email"] for one in listed["members"]]) == ([], [EMAIL, "ada@acme.test"])
    assert (await visitor.send(OPEN, {"token": token}))["code"] == "BAD_CREDENTIALS"
    rows = await connection.fetch("SELECT kind FROM security_events WHERE user_id = $1 ORDER BY id", owner.user.id)
    assert [row["kind"] for row in rows] == ["login", "member_invited", "member_joined"]


@pytest.mark.spec("X2")
async def test_one_link_for_each_address_is_valid_for_a_week(
    sign_in: SignIn, http: httpx.AsyncClient, mails: Mails, fresh_hour: None
) -> None:
    with clock.standing_at(NOON):
        owner, visitor = await sign_in(), Visitor(http)
        invitation = (await invite(owner))["invitation"]
        first = await token_of(mails)
        again = await send(owner, RESEND, id=invitation["id"])
        assert again["invitation"]["id"] == invitation["id"]
        second = await token_of(mails)
        changed = (await invite(owner, EMAIL.upper(), "VIEWER"))["invitation"]
        third = await token_of(mails, EMAIL.upper())
        assert len({first, second, third}) == 3
        for void in (first, second, "x" * 43, "short", third + "x"):
            assert (await visitor.send(OPEN, {"token": void}))["code"] == "BAD_CREDENTIALS"
        assert (await visitor.send(OPEN, {"token": third}))["role"] == "VIEWER"
        assert [one["id"] for one in (await owner.graphql(LIST))["data"]["invitations"]] == [changed["id"]]
    with clock.standing_at(NOON + timedelta(days=7)):
        assert (await accept(visitor, third))["code"] == "BAD_CREDENTIALS"
    with clock.standing_at(NOON):
        assert (await send(owner, REVOKE, id=changed["id"]))["message"] == "Invitation revoked."
        assert (await visitor.send(OPEN, {"token": third}))["code"] == "BAD_CREDENTIALS"
        assert (await send(owner, RESEND, id=changed["id"]))["__typename"] == "NotFoundProblem"


@pytest.mark.spec("X2")
async def test_a_known_address_is_revealed_to_its_owner_only(
    sign_in: SignIn, http: httpx.AsyncClient, mails: Mails, connection: asyncpg.Connection
) -> None:
    owner, other = await sign_in(), await sign_in(email=EMAIL)
    known, unknown = await invite(owner), await invite(owner, "nobody@people.test")
    assert known["message"] == unknown["message"]
    token = await token_of(mails)
    opened = await Visitor(http).send(OPEN, {"token": token})
    assert opened["hasLogIn"] is True
    assert "a login belongs to one account" in opened["advice"]
    refused = await accept(Visitor(http), token)
    assert (refused["code"], refused["message"]) == ("EMAIL_TAKEN", opened["advice"])
    assert await connection.fetchval("SELECT count(*) FROM memberships") == 2
    own = await invite(owner, owner.user.email)
    assert field_errors(own) == {"email": "This person is already a member."}
    theirs = (await owner.graphql(LIST))["data"]["invitations"][0]["id"]
    assert (await send(other, REVOKE, id=theirs))["__typename"] == "NotFoundProblem"


@pytest.mark.parametrize(
    ("before", "code"),
    [
        ("UPDATE accounts SET kind = 'ind'", "FORBIDDEN"),
        ("UPDATE memberships SET role = 'analyst'", "FORBIDDEN"),
        ("UPDATE users SET email_verified_at = NULL", "EMAIL_NOT_VERIFIED"),
        ("UPDATE sessions SET authenticated_at = authenticated_at - interval '6 minutes'", "REAUTHENTICATION_REQUIRED"),
    ],
)
async def test_who_may_not_invite(
    sign_in: SignIn, connection: asyncpg.Connection, mails: Mails, before: str, code: str
) -> None:
    caller = await sign_in()
    await connection.execute(before)
    assert (await invite(caller))["code"] == code
    assert await mails.all(MailKind.INVITATION) == []


async def test_a_hundred_members_and_invitations_and_five_emails_a_day_to_one_address(
    sign_in: SignIn, connection: asyncpg.Connection, mails: Mails, fresh_hour: None
) -> None:
    owner = await sign_in()
    assert field_errors(await invite(owner, "no address")) == {"email": "Enter a valid email address"}
    outcomes = [(await invite(owner))["__typename"] for _ in range(6)]
    assert outcomes == ["InvitationSuccess"] * 5 + ["ThrottledProblem"]
    for number in range(98):
        await connection.execute(
            """INSERT INTO invitations (id, account_id, email, email_key, role, digest, invited_by, created_at, expires_at)
            VALUES ($1, $2, $3::text, $3::text, 'viewer', $3::text, $4, $5, $5)""",
            new_id(),
            owner.account.id,
            f"person-{number}@people.test",
            owner.user.id,
            clock.now(),
        )
    full = await invite(owner, "one.more@people.test")
    assert field_errors(full) == {"email": "An account can have at most 100 members and invitations."}


async def test_m03_a_company_cannot_advertise_by_inviting(
    sign_in: SignIn, connection: asyncpg.Connection, mails: Mails
) -> None:
    owner = await sign_in()
    await connection.execute("UPDATE accounts SET company_name = 'You won, see https://prize.example'")
    await invite(owner)
    assert "prize" not in (await mails.newest(MailKind.INVITATION)).text


async def test_whom_a_removed_member_invited_does_not_come_in(
    sign_in: SignIn, http: httpx.AsyncClient, mails: Mails, connection: asyncpg.Connection
) -> None:
    owner = await sign_in()
    await invite(owner)
    other = await factories.make_user(connection, owner.account)
    await connection.execute("UPDATE invitations SET invited_by = $1", other.id)
    remove = """mutation ($id: ID!) { outcome: removeMember(id: $id) { __typename } }"""
    assert (await send(owner, remove, id=str(other.id)))["__typename"] == "MessageSuccess"
    assert (await accept(Visitor(http), await token_of(mails)))["code"] == "BAD_CREDENTIALS"
