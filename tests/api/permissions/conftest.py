"""Callers of every kind: nobody, each role, an individual, and API keys with each scope."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import asyncpg
import factories
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from factories import AccountRow

from breachlight.auth.models import MembershipRole
from breachlight.auth.password_hashing import hash_password
from breachlight.auth.permissions import PERMISSIONS_OF, SCOPES, Permission

CREATE = """mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  ... on CreateApiKeySuccess { token } ... on Problem { message } } }"""


@dataclass(frozen=True)
class Somebody:
    """A caller, and what the table of roles and the scopes of the key allow."""

    name: str
    account: AccountRow
    token: str | None = None
    permissions: frozenset[Permission] = frozenset()
    is_key: bool = False


LogIn = Callable[[AccountRow, MembershipRole], Awaitable[Caller]]


@pytest.fixture
def log_in(http: httpx.AsyncClient, connection: asyncpg.Connection) -> LogIn:
    """Log in a new member of an account."""

    async def make(account: AccountRow, role: MembershipRole) -> Caller:
        user = await factories.make_user(connection, account, None, await hash_password(PASSWORD))
        await connection.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", user.id, role)
        variables = {"input": {"email": user.email, "password": PASSWORD}}
        answer = await http.post("/graphql", json={"query": LOGIN, "variables": variables})
        return Caller(http, account, user, answer.json()["data"]["login"]["tokens"])

    return make


@pytest.fixture
async def everybody(
    log_in: LogIn, sign_in: Callable[..., Awaitable[Caller]], connection: asyncpg.Connection
) -> list[Somebody]:
    """One caller of every kind, each in an account of their own, but for members of one organization."""
    organization = await factories.make_account(connection)
    owner = await log_in(organization, MembershipRole.OWNER)
    individual = await sign_in("ind")
    found = [
        Somebody("nobody", organization),
        Somebody(
            "individual", individual.account, individual.tokens["authToken"], PERMISSIONS_OF[MembershipRole.OWNER]
        ),
    ]
    for role in MembershipRole:
        member = await log_in(organization, role)
        found.append(Somebody(role, organization, member.tokens["authToken"], PERMISSIONS_OF[role]))
    for scope in sorted(SCOPES):
        token = await _key(owner, scope)
        found.append(Somebody(f"key with {scope.name}", organization, token, frozenset({scope}), is_key=True))
    for role in MembershipRole:
        maker = await log_in(organization, MembershipRole.OWNER)
        token = await _key(maker, *sorted(SCOPES))
        await connection.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", maker.user.id, role)
        found.append(Somebody(f"key of the {role}", organization, token, SCOPES & PERMISSIONS_OF[role], is_key=True))
    return found


async def _key(maker: Caller, *scopes: Permission) -> str:
    given = {"name": "A key", "scopes": [scope.name for scope in scopes]}
    answer = await maker.graphql(CREATE, {"input": given})
    token: str = answer["data"]["createApiKey"]["token"]
    return token
