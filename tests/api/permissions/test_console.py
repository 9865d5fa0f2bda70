"""The operator console: every field that the schema has below it is refused to everybody but operators with a second factor."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller
from graphql import (
    GraphQLField,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)
from logins import Enrolled, turn_on_device
from operators import make_operator

from .conftest import Somebody
from .operations import LOG_IN, NO_KEYS, OPERATOR, SCHEMA, Operation, graphql_example, operations

ROOT = "console"
CHANGES = [operation for operation in operations() if operation.name.startswith("Mutation.console")]


def fields_of(kind: GraphQLNamedType) -> dict[str, GraphQLField]:
    return kind.fields if isinstance(kind, GraphQLObjectType) else {}


def reads() -> Iterator[tuple[str, str]]:
    """Yield the path of every value below the console, with a query that asks for it alone."""
    assert SCHEMA.query_type
    yield from _below(ROOT, get_named_type(SCHEMA.query_type.fields[ROOT].type), "{ console %s }", ())


def _below(path: str, kind: Any, query: str, above: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name, field in fields_of(kind).items():
        below, here = get_named_type(field.type), f"{path}.{name}"
        needed = {key: one for key, one in field.args.items() if is_required_argument(one)}
        given = ", ".join(f"{key}: {graphql_example(one.type)}" for key, one in needed.items())
        asked = f"{name}({given})" if given else name
        if is_leaf_type(below):
            yield here, query % f"{{ {asked} }}"
        elif isinstance(below, GraphQLUnionType):
            yield here, query % f"{{ {asked} {{ __typename }} }}"
        elif below.name not in above:
            yield from _below(here, below, query % f"{{ {asked} %s }}", (*above, below.name))


async def outcome(http: httpx.AsyncClient, token: str | None, query: str) -> tuple[Any, set[str], str]:
    """Return the data of an answer, and codes and message of its errors."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = (await http.post("/graphql", json={"query": query}, headers=headers)).json()
    errors = answer.get("errors", [])
    return answer.get("data"), {one["extensions"]["code"] for one in errors}, errors[0]["message"] if errors else ""


def test_the_schema_has_the_console_at_one_field_and_its_mutations() -> None:
    """Types of the console are reachable through these fields only."""
    assert SCHEMA.query_type
    assert SCHEMA.mutation_type
    outside: set[str] = set()
    waiting: list[GraphQLNamedType] = [
        get_named_type(field.type)
        for root in (SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type)
        if root
        for name, field in root.fields.items()
        if not name.startswith(ROOT)
    ]
    while waiting:
        kind = waiting.pop()
        if kind.name in outside:
            continue
        outside.add(kind.name)
        waiting += [get_named_type(field.type) for field in fields_of(kind).values()]
        waiting += kind.types if isinstance(kind, GraphQLUnionType) else ()
    assert {name for name in outside if name.startswith(("Console", "OperatorConsole"))} == set()
    assert len(dict(reads())) > 10
    assert CHANGES


@pytest.mark.long
async def test_every_field_is_refused_to_everybody_else(
    http: httpx.AsyncClient,
    everybody: list[Somebody],
    sign_in: Callable[..., Awaitable[Caller]],
    connection: asyncpg.Connection,
) -> None:
    unconfirmed = Enrolled(await sign_in())
    await turn_on_device(unconfirmed)
    await connection.execute("INSERT INTO operators VALUES (now(), 'root', $1)", unconfirmed.caller.user.id)
    token = unconfirmed.caller.tokens["authToken"]
    wrong = []
    for path, query in reads():
        for somebody in everybody:
            data, _, message = await outcome(http, somebody.token, query)
            sentence = NO_KEYS if somebody.is_key else OPERATOR if somebody.token else LOG_IN
            if (data, message) != (None, sentence):
                wrong.append((somebody.name, path, data, message))
        found = await outcome(http, token, query)
        if found[:2] != (None, {"SECOND_FACTOR_REQUIRED"}):
            wrong.append(("operator without a second factor", path, *found[:2]))
    assert wrong == []
    before = await connection.fetchval("SELECT count(*) FROM operator_events")
    for change in CHANGES:
        for somebody in everybody:
            sentence = NO_KEYS if somebody.is_key else OPERATOR if somebody.token else LOG_IN
            if await change.refusal(http, somebody.token) != sentence:
                wrong.append((somebody.name, change.name))
        if await second_factor_missing(http, token, change) is False:
            wrong.append(("operator without a second factor", change.name))
    assert wrong == []
    assert await connection.fetchval("SELECT count(*) FROM operator_events") == before


async def second_factor_missing(http: httpx.AsyncClient, token: str, change: Operation) -> bool:
    headers = {"Authorization": f"Bearer {token}"}
    given = {"query": change.document, "variables": change.given}
    answer = (await http.post("/graphql", json=given, headers=headers)).json()
    return "SECOND_FACTOR_REQUIRED" in str(answer)


async def test_an_operator_with_a_second_factor_reads_every_field(
    http: httpx.AsyncClient, sign_in: Callable[..., Awaitable[Caller]]
) -> None:
    caller = await make_operator(sign_in)
    refused = []
    for path, query in reads():
        data, codes, message = await outcome(http, caller.tokens["authToken"], query)
        if codes - {"NOT_FOUND"} or (data is None and not codes):
            refused.append((path, codes, message))
    assert refused == []
