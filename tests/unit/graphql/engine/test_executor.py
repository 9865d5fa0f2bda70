"""Our executor against graphql-core's own: the same data and the same errors, with less work."""

import asyncio
import gc
import re
from collections.abc import Callable
from typing import Any

import pytest
import strawberry
from graphql import (
    Executor,
    GraphQLField,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLSchema,
    parse,
)
from graphql.execution.values import VariableValues
from graphql.pyutils import Undefined
from hypothesis import given, settings
from hypothesis import strategies as st
from orjson import Fragment
from strawberry.directive import DirectiveLocation, DirectiveValue
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext
from toy_schema import toy_context, toy_schema
from written_json import written

from breachlight.graphql.engine.documents import DocumentCache, KnownDocument
from breachlight.graphql.engine.executor import PlainFieldExecutor
from breachlight.graphql.engine.known import KnownExecution
from breachlight.graphql.engine.schema import Schema
from breachlight.kit import json

PLAIN = ["id", "name", "note", "count", "big", "ratio", "flag", "colour", "at", "day", "words", "numbers", "__typename"]
RESOLVED = ["shout", "shout(times: 2)", "slowly", "risky", "maybe", "loaded"]
TAG = ["label", "weight", "__typename"]


@strawberry.type
class Greeting:
    text: str = "hello"


def schema_with(executor: type[StrawberryGraphQLCoreExecutionContext]) -> Any:
    schema = toy_schema()
    schema.execution_context_class = executor
    # The mask would hide in what the errors differ.
    schema.process_errors = lambda errors, execution_context=None: None  # type: ignore[method-assign]  # on purpose
    if executor is not PlainFieldExecutor:
        schema._documents = DocumentCache(documents=0)
    return schema


OURS = schema_with(PlainFieldExecutor)
THEIRS = schema_with(StrawberryGraphQLCoreExecutionContext)

conditions = st.sampled_from(["", "", "", " @include(if: true)", " @skip(if: true)", " @include(if: $no)"])


def fields(names: list[str]) -> st.SearchStrategy[str]:
    alias = st.sampled_from(["", "", "", "a: ", "b: ", "c: "])
    return st.builds(
        lambda alias, name, condition: f"{alias}{name}{condition}", alias, st.sampled_from(names), conditions
    )


tags = st.lists(fields(TAG), min_size=1, max_size=4).map(" ".join)


def rows(depth: int) -> st.SearchStrategy[str]:
    choices = [
        fields(PLAIN),
        fields(PLAIN),
        fields(RESOLVED),
        st.builds(lambda name, inner: f"{name} {{ {inner} }}", st.sampled_from(["tag", "tags", "t: tags"]), tags),
        st.just("...Common"),
    ]
    if depth:
        choices += [
            rows(depth - 1).map(lambda inner: f"peers(pageSize: 2) {{ {inner} }}"),
            rows(depth - 1).map(lambda inner: f"... on Row {{ {inner} }}"),
        ]
    return st.lists(st.one_of(choices), min_size=1, max_size=7).map(" ".join)


ROOTS: list[Callable[[str], str]] = [
    lambda inner: f"rows(pageSize: 4) {{ total results {{ {inner} }} }}",
    lambda inner: f"written(pageSize: 4) {{ total results {{ {inner} }} }}",
    lambda inner: f"odd {{ {inner} }}",
    lambda inner: f'row(id: 2) {{ {inner} }} other: row(id: "x") {{ id }}',
    lambda inner: f"items {{ __typename ... on Row {{ {inner} }} ... on Tag {{ label }} }}",
]
conditional = st.builds(
    lambda root, inner: (
        f"query ($no: Boolean = false) {{ {root(inner)} x: hello @include(if: $no) s: row(id: 1) {{ ...Common }} }} "
        "fragment Common on Row { name z: id }"
    ),
    st.sampled_from(ROOTS),
    rows(2),
)
# What such a query has worked out is kept for its next execution.
unconditional = conditional.map(lambda query: re.sub(r" @\w+\(if: [$\w]+\)", "", query)).map(
    lambda query: query.replace("($no: Boolean = false)", "")
)
queries = st.one_of(conditional, unconditional)


async def run(schema: Any, query: str, variables: dict[str, Any] | None = None) -> tuple[Any, list[Any]]:
    result = await schema.execute(query, variable_values=variables, context_value=toy_context())
    return result.data, [error.formatted for error in result.errors or []]


def ordered(value: Any) -> Any:
    """Make the order of keys count, as it does for clients."""
    if isinstance(value, Fragment):
        value = json.decode(json.encode(value))
    if isinstance(value, dict):
        return [(key, ordered(item)) for key, item in value.items()]
    return [ordered(item) for item in value] if isinstance(value, list | tuple) else (type(value).__name__, value)


@settings(max_examples=400, deadline=None)
@given(queries)
def test_both_executors_agree_on_generated_queries(query: str) -> None:
    async def all_three() -> tuple[Any, Any, Any]:
        return await run(OURS, query), await run(OURS, query), await run(THEIRS, query)

    *ours, (expected_data, expected_errors) = asyncio.run(all_three())
    for data, errors in ours:
        assert ordered(data) == ordered(expected_data)
        assert errors == expected_errors


@pytest.mark.parametrize(
    "query",
    [
        "query ($a: Boolean!, $b: Boolean = true) { rows { results { id name @include(if: $a) note @skip(if: $b) } } }",
        "query ($a: Boolean = true, $b: Boolean!) { hello @include(if: $a) rows @skip(if: $b) { total } }",
        (
            "query ($a: Boolean!, $b: Boolean!) { ...P @skip(if: $a) ... @include(if: $b) { row(id: 1) { id } } } "
            "fragment P on Query { hello @skip(if: $b) }"
        ),
        (
            "query ($a: Boolean!, $b: Boolean!) { written { results { id ...P @skip(if: $b) } } } "
            "fragment P on Row { name @include(if: $a) @skip(if: $b) tag @include(if: $a) { label } }"
        ),
        "query ($a: Boolean = null, $b: Boolean!) { a: hello @include(if: $a) hello @skip(if: $b) }",
    ],
)
async def test_variables_choose_the_fields_again_each_time(query: str) -> None:
    schema = schema_with(PlainFieldExecutor)
    choices: list[dict[str, Any]] = [{"a": a, "b": b} for a in (True, False, None) for b in (True, False)]
    for variables in [*choices, {}, {"a": True}, {"b": False}, *choices]:
        (data, errors), expected = await run(schema, query, variables), await run(THEIRS, query, variables)
        assert (ordered(data), errors) == (ordered(expected[0]), expected[1])


@pytest.mark.parametrize(
    "query",
    [
        "{ hello }",
        "query ($no: Boolean = true) { rows { results { id name @skip(if: $no) } } hello @include(if: $no) }",
        "query ($no: Boolean = true) { hello @skip(if: $no) }",
        "mutation { hello: __typename @include(if: true) }",
    ],
)
async def test_a_known_operation_needs_no_executor_of_graphql_core(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its second execution on, and with each choice of fields from the second on."""
    schema = toy_schema()
    for _ in range(2):
        assert (await schema.execute(query, context_value=toy_context())).errors is None
    made: list[str] = []
    monkeypatch.setattr(Executor, "__init__", lambda *_: made.append(query))
    assert (await schema.execute(query, context_value=toy_context())).errors is None
    assert not made


async def test_directives_of_a_schema_apply_each_time() -> None:
    """Strawberry's own machinery does that: such an operation isn't known to the engine."""

    def shorter(value: str, to: int) -> str:
        return value[:to]

    shorter.__annotations__["value"] = DirectiveValue[str]
    directive = strawberry.directive(locations=[DirectiveLocation.FIELD])(shorter)
    schema = Schema(Greeting, documents=DocumentCache(), directives=[directive])
    query = "query ($to: Int!) { text @shorter(to: $to) whole: text }"
    for to in (3, 2, 4):
        result = await schema.execute(query, variable_values={"to": to}, root_value=Greeting())
        assert (result.data, result.errors) == ({"text": "hello"[:to], "whole": "hello"}, None)


async def test_arguments_are_read_again_each_time() -> None:
    query = "query ($size: Int, $times: Int) { rows(pageSize: $size) { results { shout(times: $times) } } }"
    for size, times in ((1, 2), (3, 1), (2, None)):
        values = {"size": size} | ({"times": times} if times else {})
        result = await OURS.execute(query, variable_values=values, context_value=toy_context())
        words = [f"ROW {index}" * (times or 1) for index in range(size)]
        assert [row["shout"] for row in result.data["rows"]["results"]] == words


def test_generated_queries_do_reach_execution() -> None:
    """A generator whose queries all fail validation would prove nothing."""
    valid = 0

    @settings(max_examples=60, deadline=None, database=None)
    @given(queries)
    def count(query: str) -> None:
        nonlocal valid
        valid += asyncio.run(run(OURS, query))[0] is not None

    count()
    assert valid >= 15


@pytest.mark.parametrize("field", PLAIN)
async def test_both_agree_on_every_odd_value(field: str) -> None:
    query = f"{{ odd {{ id {field} }} }}"
    assert await run(OURS, query) == await run(THEIRS, query)


async def test_plain_fields_of_rows_are_not_resolved_individually(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved: list[str] = []
    real = Executor.execute_field

    def execute_field(self: Any, parent_type: Any, source: Any, details: Any, *more: Any) -> Any:
        resolved.append(details[0].node.name.value)
        return real(self, parent_type, source, details, *more)

    monkeypatch.setattr(Executor, "execute_field", execute_field)
    query = "{ rows(pageSize: 100) { total results { id name note count flag colour at words shout __typename } } }"
    data, errors = await run(OURS, query)
    assert not errors
    assert len(data["rows"]["results"]) == 100
    assert sorted(set(resolved)) == ["results", "rows", "shout"]
    assert len(resolved) == 102


@pytest.mark.parametrize("value", [Undefined, None])
@pytest.mark.parametrize("is_required", [False, True])
def test_a_scalar_that_writes_nothing_is_an_error(value: object, is_required: bool) -> None:
    """Of our executor, of graphql-core's own, and of a known operation."""
    scalar: Any = GraphQLScalarType("Odd", coerce_output_value=lambda _: value)
    field = GraphQLField(GraphQLNonNull(scalar) if is_required else scalar, resolve=lambda *_: "there")
    schema, document = GraphQLSchema(GraphQLObjectType("Query", {"odd": field})), parse("{ odd }")
    executors: Any = [PlainFieldExecutor.build(schema, document), Executor.build(schema, document)]
    results = [executor.execute_operation() for executor in executors]
    given: Any = None, None, VariableValues({}, {})
    operation = KnownDocument.of(schema, document).operation(None)
    assert operation is not None
    memo = operation.memo(given[2])
    roots = PlainFieldExecutor.of_known(operation, memo, given).find_roots()
    assert roots
    results.append(asyncio.run(KnownExecution(operation, memo, roots, given, None).answer()))
    assert results[0] == results[1] == results[2]
    assert len(results[0].errors) == 1


@pytest.mark.parametrize(
    ("selection", "is_plain"),
    [
        ("id note tag { label __typename } t: tags { weight }", True),
        ("id ... on Row { name } ...Part", True),
        ("id shout", False),
        ("id peers { id }", False),
        ("id tags { label } tags { l: label }", True),
        ("id name @skip(if: true) ... @include(if: true) { note tag { label @include(if: false) weight } }", True),
        ("id @skip(if: true)", True),
        ("id shout @include(if: false)", True),
        ("id shout @skip(if: false)", False),
    ],
)
async def test_a_resolver_may_write_the_json_of_a_known_document(selection: str, is_plain: bool) -> None:
    part = " fragment Part on Row { at colour }" if "...Part" in selection else ""
    query = f"{{ written(pageSize: 3) {{ results {{ {selection} }} }} }}{part}"
    written.clear()
    answers = [ordered(await run(OURS, query)) for _ in range(3)]
    assert answers == [ordered(await run(THEIRS, query))] * 3
    assert len(written) == (2 if is_plain else 0)


@pytest.mark.parametrize("query", ["{ rows(pageSize: 2) { total results { id name } } }", "{ hello }"])
async def test_a_known_operation_leaves_nothing_to_the_garbage_collector(query: str) -> None:
    schema = toy_schema()
    for _ in range(3):
        assert (await schema.execute(query, context_value=toy_context())).errors is None
    gc.collect()
    gc.disable()
    try:
        for _ in range(20):
            await schema.execute(query, context_value=toy_context())
        assert gc.collect() == 0
    finally:
        gc.enable()


async def test_g10_an_answer_lists_a_few_wrong_variables() -> None:
    names = [f"v{number}" for number in range(20)]
    query = "query (" + " ".join(f"${name}: Int!" for name in names) + ") { "
    query += " ".join(f"{name}: double(number: ${name})" for name in names) + " }"
    result = await toy_schema().execute(query, variable_values=dict.fromkeys(names, "no"), context_value=toy_context())
    assert result.data is None
    assert len(result.errors or []) == 5
