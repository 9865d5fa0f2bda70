"""Members of an account, over GraphQL: what they see of each other, and how they come, change and go."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import factories
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from mail_server import Mails

from breachlight.auth.models import MembershipRole
from breachlight.auth.password_hashing import hash_password
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]
Join = Callable[..., Awaitable[Caller]]
_PROBLEM = "... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } }"
MEMBERS = "{ members { id firstName lastName email role joinedAt } }"
CHANGE = f"""mutation ($id: ID!, $role: MembershipRole!) {{ outcome: changeMemberRole(id: $id, role: $role) {{
  __typename ... on MessageSuccess {{ message }} {_PROBLEM} }} }}"""
REMOVE = f"""mutation ($id: ID!) {{ outcome: removeMember(id: $id) {{
  __typename ... on MessageSuccess {{ message }} {_PROBLEM} }} }}"""
LEAVE = f"""mutation ($password: String!) {{ outcome: leaveAccount(password: $password) {{
  __typename ... on MessageSuccess {{ message }} {_PROBLEM} }} }}"""
DELETE = f"""mutation ($password: String!) {{ outcome: deleteAccount(password: $password) {{
  __typename ... on MessageSuccess {{ message }} {_PROBLEM} }} }}"""


@pytest.fixture
def join(http: httpx.AsyncClient, connection: asyncpg.Connection) -> Join:
    """Make one more member of a caller's account, log in, and return them."""

    async def make(owner: Caller, role: str, email: str | None = None) -> Caller:
        user = await factories.make_user(connection, owner.account, email, await hash_password(PASSWORD))
        await connection.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", user.id, role)
        answer = await http.post(
            "/graphql", json={"query": LOGIN, "variables": {"input": {"email": user.email, "password": PASSWORD}}}
        )
        return Caller(http, owner.account, user, answer.json()["data"]["login"]["tokens"])

    return make


async def outcome(caller: Caller, query: str, **variables: Any) -> dict[str, Any]:
    answer = await caller.graphql(query, variables)
    assert answer.get("data"), answer
    found: dict[str, Any] = answer["data"]["outcome"]
    return found


async def roles(connection: asyncpg.Connection, caller: Caller) -> dict[Any, str]:
    rows = await connection.fetch("SELECT user_id, role FROM memberships WHERE account_id = $1", caller.account.id)
    return {row["user_id"]: row["role"] for row in rows}


async def is_signed_in(caller: Caller) -> bool:
    return "errors" not in await caller.graphql("{ sessions { id } }")


async def test_members_are_those_of_the_own_account(
    sign_in: SignIn, join: Join, connection: asyncpg.Connection
) -> None:
    owner, stranger = await sign_in(email="zoe@acme.test"), await sign_in()
    await join(owner, "viewer", "abe@acme.test")
    members = (await owner.graphql(MEMBERS))["data"]["members"]
    assert [(member["email"], member["role"]) for member in members] == [
        ("abe@acme.test", "VIEWER"),
        ("zoe@acme.test", "OWNER"),
    ]
    assert [member["email"] for member in (await stranger.graphql(MEMBERS))["data"]["members"]] == [stranger.user.email]


async def test_a_new_role_applies_from_the_next_request_and_is_emailed(
    sign_in: SignIn, join: Join, connection: asyncpg.Connection, mails: Mails
) -> None:
    owner = await sign_in()
    member = await join(owner, "viewer")
    refused = await outcome(member, CHANGE, id=str(owner.user.id), role="VIEWER")
    assert (refused["__typename"], refused["code"]) == ("RefusedProblem", "FORBIDDEN")
    viewer = "{ viewer { user { role membershipRole permissions } } }"
    assert (await member.graphql(viewer))["data"]["viewer"]["user"]["permissions"] == ["READ"]
    assert (await outcome(owner, CHANGE, id=str(member.user.id), role="OWNER"))["__typename"] == "MessageSuccess"
    user = (await member.graphql(viewer))["data"]["viewer"]["user"]
    assert (user["role"], user["membershipRole"], len(user["permissions"])) == ("Organization", "OWNER", 10)
    mail = await mails.newest(MailKind.MEMBER_CHANGED)
    assert (mail.recipient, "Owner" in mail.text, "Acme" in mail.text) == (member.user.email, True, True)
    kinds = await connection.fetch("SELECT user_id FROM security_events WHERE kind = 'member_role_changed'")
    assert {row["user_id"] for row in kinds} == {owner.user.id, member.user.id}
    # The new owner may now make the former one a viewer, who may do nothing any more.
    assert (await outcome(member, CHANGE, id=str(owner.user.id), role="VIEWER"))["__typename"] == "MessageSuccess"
    assert (await outcome(owner, CHANGE, id=str(owner.user.id), role="OWNER"))["code"] == "FORBIDDEN"


@pytest.mark.spec("X2")
async def test_a_removed_member_is_out_at_once_and_the_address_is_free(
    sign_in: SignIn, join: Join, connection: asyncpg.Connection, mails: Mails
) -> None:
    owner = await sign_in()
    member = await join(owner, "analyst", "gone@acme.test")
    account_id, user_id, now = owner.account.id, member.user.id, clock.now()
    await factories.make_identity(connection, owner.account, "gone@acme.test")
    await factories.make_identity(connection, owner.account, owner.user.email)
    for statement, values in (
        (
            "INSERT INTO saved_views VALUES ($1, $2, $3, 'workforce', 'Mine', '', $4)",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO api_keys (id, account_id, user_id, name, scopes, digest, hint, created_at)
            VALUES ($1, $2, $3, 'tool', '{read}', 'd', 'abcd', $4)""",
            (new_id(), account_id, user_id, now),
        ),
        ("INSERT INTO recovery_codes VALUES ($1, $2, $3, 'd', $4)", (new_id(), account_id, user_id, now)),
        ("INSERT INTO notification_marks VALUES ($1, $2, $3, '{}')", (new_id(), account_id, user_id)),
    ):
        await connection.execute(statement, *values)
    assert (await outcome(owner, REMOVE, id=str(user_id)))["message"] == "Member removed."
    assert not await is_signed_in(member)
    refreshed = await member.http.post("/api/v1/account/refresh-token", json={"refresh": member.tokens["refreshToken"]})
    assert refreshed.status_code == 401
    for table in ("users", "memberships", "saved_views", "api_keys", "recovery_codes", "notification_marks"):
        column = "id" if table == "users" else "user_id"
        assert await connection.fetchval(f"SELECT count(*) FROM {table} WHERE {column} = $1", user_id) == 0, table
    assert await connection.fetchval("SELECT count(*) FROM email_claims WHERE email_key = 'gone@acme.test'") == 0
    assert [row["key"] for row in await connection.fetch("SELECT key FROM identities")] == [owner.user.email]
    assert (await mails.newest(MailKind.MEMBER_CHANGED, "gone@acme.test")).account_id is None
    assert (await outcome(owner, REMOVE, id=str(user_id)))["__typename"] == "NotFoundProblem"


async def test_g08_members_of_other_accounts_are_unknown(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    owner, stranger = await sign_in(), await sign_in()
    for query, more in ((CHANGE, {"role": "VIEWER"}), (REMOVE, {})):
        assert (await outcome(owner, query, id=str(stranger.user.id), **more))["__typename"] == "NotFoundProblem"
    assert await roles(connection, stranger) == {stranger.user.id: "owner"}
    assert await is_signed_in(stranger)


@pytest.mark.spec("X2")
async def test_every_account_keeps_an_owner(sign_in: SignIn, join: Join, connection: asyncpg.Connection) -> None:
    owner = await sign_in()
    member = await join(owner, "analyst")
    demoted = await outcome(owner, CHANGE, id=str(owner.user.id), role="VIEWER")
    assert demoted["fieldErrors"][0]["messages"] == ["An account needs an owner. Make someone else an owner first."]
    assert (await outcome(owner, REMOVE, id=str(owner.user.id)))["fieldErrors"][0]["field"] == "member"
    left = await outcome(owner, LEAVE, password=PASSWORD)
    assert (left["__typename"], left["fieldErrors"][0]["field"]) == ("ValidationProblem", "member")
    # Two owners who send each other away at the same moment: one of them stays.
    await connection.execute("UPDATE memberships SET role = 'owner' WHERE user_id = $1", member.user.id)
    await asyncio.gather(
        owner.graphql(REMOVE, {"id": str(member.user.id)}),
        member.graphql(REMOVE, {"id": str(owner.user.id)}),
    )
    assert list((await roles(connection, owner)).values()) == [MembershipRole.OWNER.value]


@pytest.mark.spec("X2")
async def test_two_owners_who_step_down_together_leave_one(
    sign_in: SignIn, join: Join, connection: asyncpg.Connection
) -> None:
    owner = await sign_in()
    other = await join(owner, "owner")
    outcomes = await asyncio.gather(
        *(outcome(caller, CHANGE, id=str(caller.user.id), role="VIEWER") for caller in (owner, other))
    )
    assert sorted(one["__typename"] for one in outcomes) == ["MessageSuccess", "ValidationProblem"]
    assert sorted((await roles(connection, owner)).values()) == ["owner", "viewer"]


async def test_a_member_leaves_with_the_password_and_cannot_delete_the_account(
    sign_in: SignIn, join: Join, connection: asyncpg.Connection
) -> None:
    owner = await sign_in()
    member = await join(owner, "viewer")
    assert (await outcome(member, DELETE, password=PASSWORD))["code"] == "FORBIDDEN"
    wrong = await outcome(member, LEAVE, password="wrong-Password-1")
    assert wrong["fieldErrors"][0]["messages"] == ["Incorrect password."]
    assert (await outcome(member, LEAVE, password=PASSWORD))["message"] == "You've left the account."
    assert not await is_signed_in(member)
    assert list(await roles(connection, owner)) == [owner.user.id]


async def test_an_owner_deletes_the_account_with_all_members_who_are_emailed(
    sign_in: SignIn, join: Join, connection: asyncpg.Connection, mails: Mails
) -> None:
    owner = await sign_in()
    member = await join(owner, "viewer")
    assert (await outcome(owner, DELETE, password=PASSWORD))["__typename"] == "MessageSuccess"
    assert not await is_signed_in(member)
    assert {mail.recipient for mail in await mails.all(MailKind.ACCOUNT_DELETED)} == {
        owner.user.email,
        member.user.email,
    }
    assert await connection.fetchval("SELECT count(*) FROM users") == 0


async def test_members_are_managed_by_organizations_after_a_recent_login_alone(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in("ind")
    refused = await outcome(caller, REMOVE, id=str(new_id()))
    assert refused["message"] == "Only organizations have members."
    await connection.execute("UPDATE accounts SET kind = 'org', company_name = 'Acme'")
    await connection.execute("UPDATE sessions SET authenticated_at = authenticated_at - interval '6 minutes'")
    assert (await outcome(caller, REMOVE, id=str(new_id())))["code"] == "REAUTHENTICATION_REQUIRED"
