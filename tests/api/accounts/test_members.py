"""Members of an account, over GraphQL."""

from collections.abc import Awaitable, Callable

import asyncpg

import factories
from callers import Caller

SignIn = Callable[..., Awaitable[Caller]]
MEMBERS = "{ members { id firstName lastName email role joinedAt } }"


async def test_members_are_those_of_the_own_account(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller, stranger = await sign_in(email="zoe@acme.test"), await sign_in()
    other = await factories.make_user(connection, caller.account, "abe@acme.test")
    await connection.execute("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", other.id)
    members = (await caller.graphql(MEMBERS))["data"]["members"]
    assert [(member["email"], member["role"]) for member in members] == [
        ("abe@acme.test", "VIEWER"),
        ("zoe@acme.test", "OWNER"),
    ]
    assert [member["email"] for member in (await stranger.graphql(MEMBERS))["data"]["members"]] == [stranger.user.email]
