"""What each role may do, held against every query and mutation of the schema (spec §6)."""

from typing import Any

import asyncpg
import factories
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from factories import AccountRow
from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLUnionType,
    build_schema,
    get_named_type,
    is_leaf_type,
)

from breachlight.auth.password_hashing import hash_password
from breachlight.kit.identifiers import new_id
from breachlight.schema import build_schema as build_served_schema

ANALYSTS_AND_OWNERS = {
    "addAlertNote",
    "deleteAlertNote",
    "editAlertNote",
    "revealPassword",
    "undoAlertOperation",
    "updateAlerts",
}
OWNERS_ALONE = {
    "addDomain",
    "addMonitoredEmail",
    "apiKeys",
    "changeMemberRole",
    "createApiKey",
    "deleteAccount",
    "forgetLiveEmailAccounts",
    "invitations",
    "inviteMember",
    "removeDomain",
    "removeMember",
    "removeMonitoredEmail",
    "resendInvitation",
    "resendMonitoredEmail",
    "revokeApiKey",
    "revokeInvitation",
    "setDomainEnabled",
    "setLiveEmailAccounts",
    "verifyDomain",
}
ASKS_FOR_MORE = {"createRecoveryCodes"}
"""Refused to everybody who has no second factor."""
ENDS_THE_SESSION = {"endAllSessions", "logout"}
SCHEMA = build_schema(build_served_schema(introspection=True).as_str())


def example(kind: Any) -> Any:
    """Return a value of an input type, as little as the schema asks for."""
    if isinstance(kind, GraphQLNonNull):
        return example(kind.of_type)
    if isinstance(kind, GraphQLList):
        return [example(kind.of_type)]
    if isinstance(kind, GraphQLEnumType):
        return next(iter(kind.values))
    if isinstance(kind, GraphQLInputObjectType):
        return {
            name: example(field.type) for name, field in kind.fields.items() if isinstance(field.type, GraphQLNonNull)
        }
    values = {"ID": str(new_id()), "Int": 1, "Float": 1.0, "Boolean": False, "DateTime": "2026-11-21T00:00:00Z"}
    return values.get(kind.name, "2026-11-21" if kind.name == "Date" else "example")


def operation(kind: str, name: str, field: GraphQLField) -> tuple[str, dict[str, Any]]:
    """Write the shortest operation that asks for a field, and the values of what it must be given."""
    needed = {key: argument for key, argument in field.args.items() if isinstance(argument.type, GraphQLNonNull)}
    declared = ", ".join(f"${key}: {argument.type}" for key, argument in needed.items())
    given = ", ".join(f"{key}: ${key}" for key in needed)
    answer = get_named_type(field.type)
    selection = "" if is_leaf_type(answer) else "{ __typename }"
    if isinstance(answer, GraphQLUnionType) and any("Problem" in member.name for member in answer.types):
        selection = "{ __typename ... on Problem { code } }"
    head = f"{kind} Asked{f'({declared})' if declared else ''}"
    text = f"{head} {{ outcome: {name}{f'({given})' if given else ''} {selection} }}"
    return text, {key: example(argument.type) for key, argument in needed.items()}


async def is_forbidden(caller: Caller, kind: str, name: str, field: GraphQLField) -> bool:
    text, values = operation(kind, name, field)
    answer = await caller.graphql(text, values)
    codes = [error["extensions"]["code"] for error in answer.get("errors", ())]
    assert not {"GRAPHQL_VALIDATION_FAILED", "INTERNAL", "UNAUTHENTICATED"} & set(codes), (name, answer)
    outcome = (answer.get("data") or {}).get("outcome")
    return "FORBIDDEN" in [*codes, outcome.get("code") if isinstance(outcome, dict) else None]


@pytest.fixture
async def account(connection: asyncpg.Connection) -> AccountRow:
    await connection.execute(
        """UPDATE site_settings SET signup_enabled = true, individual_signup_enabled = true,
        organization_signup_enabled = true, partner_signup_enabled = true"""
    )
    return await factories.make_account(connection)


async def log_in(http: httpx.AsyncClient, connection: asyncpg.Connection, account: AccountRow, role: str) -> Caller:
    user = await factories.make_user(connection, account, f"{role}@acme.test", await hash_password(PASSWORD))
    await connection.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", user.id, role)
    variables = {"input": {"email": user.email, "password": PASSWORD}}
    answer = await http.post("/graphql", json={"query": LOGIN, "variables": variables})
    return Caller(http, account, user, answer.json()["data"]["login"]["tokens"])


@pytest.mark.spec("X2")
@pytest.mark.parametrize(
    ("role", "forbidden"),
    [("owner", set()), ("analyst", OWNERS_ALONE), ("viewer", OWNERS_ALONE | ANALYSTS_AND_OWNERS)],
)
async def test_every_field_of_the_schema_follows_the_table_of_roles(
    http: httpx.AsyncClient, connection: asyncpg.Connection, account: AccountRow, role: str, forbidden: set[str]
) -> None:
    caller = await log_in(http, connection, account, role)
    assert SCHEMA.query_type
    assert SCHEMA.mutation_type
    fields = [
        *(("query", name, field) for name, field in SCHEMA.query_type.fields.items()),
        *(("mutation", name, field) for name, field in SCHEMA.mutation_type.fields.items()),
    ]
    asked = [each for each in fields if each[1] not in ENDS_THE_SESSION | ASKS_FOR_MORE]
    assert {name for kind, name, field in asked if await is_forbidden(caller, kind, name, field)} == forbidden
