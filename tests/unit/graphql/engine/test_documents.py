"""The document cache: valid texts only, and hard to empty for strangers."""

from contextlib import suppress
from itertools import product

import pytest
from graphql import DocumentNode, GraphQLError, parse
from graphql.execution.values import VariableValues
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.graphql import OperationType
from toy_schema import effects, toy_context, toy_schema

from breachlight.graphql.engine.documents import DocumentCache, KnownDocument
from breachlight.graphql.engine.memo import MEMOS
from breachlight.graphql.schema import Schema

SCHEMA = toy_schema()._schema
ONE = KnownDocument.of(SCHEMA, parse("{ hello }"))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes each validation."""
    calls: list[str] = []
    real = Schema.check_document

    def check(schema: Schema, document: DocumentNode) -> list[GraphQLError]:
        calls.append("validated")
        return real(schema, document)

    monkeypatch.setattr(Schema, "check_document", check)
    return calls


async def test_a_valid_text_is_parsed_and_validated_once(counted: list[str]) -> None:
    schema = toy_schema()
    for number in range(5):
        result = await schema.execute(
            "query A($n: Int!) { double(number: $n) } query B { hello }",
            variable_values={"n": number},
            operation_name="A",
            context_value=toy_context(),
        )
        assert result.data == {"double": number * 2}
    other = await schema.execute(
        "query A($n: Int!) { double(number: $n) } query B { hello }", operation_name="B", context_value=toy_context()
    )
    assert other.data == {"hello": "world"}
    assert counted == ["validated"]


async def test_a_known_text_still_has_to_say_which_operation() -> None:
    schema = toy_schema()
    query = "query A { hello } query B { double(number: 2) }"
    for _ in range(3):
        for name, data in (("A", {"hello": "world"}), ("B", {"double": 4})):
            result = await schema.execute(query, operation_name=name, context_value=toy_context())
            assert result.data == data
        unclear = await schema.execute(query, context_value=toy_context())
        assert unclear.data is None
        assert unclear.errors
        with pytest.raises(CannotGetOperationTypeError):
            await schema.execute(query, operation_name="C", context_value=toy_context())


async def test_a_known_text_runs_only_where_its_kind_is_allowed() -> None:
    schema = toy_schema()
    query = 'mutation { login(password: "x") }'
    effects.clear()
    for allowed in ({OperationType.QUERY, OperationType.MUTATION}, {OperationType.QUERY}):
        for _ in range(2):
            with suppress(InvalidOperationTypeError):
                await schema.execute(query, allowed_operation_types=allowed, context_value=toy_context())
    assert effects == ["login", "login"]


async def test_an_invalid_text_is_not_kept(counted: list[str]) -> None:
    schema = toy_schema()
    for _ in range(3):
        result = await schema.execute("{ nonsense }", context_value=toy_context())
        assert result.errors
        assert result.errors[0].extensions == {"code": "GRAPHQL_VALIDATION_FAILED"}
    assert len(counted) == 3


async def test_a_limit_applies_to_every_request(counted: list[str]) -> None:
    schema = toy_schema()
    query = "{ " + "hello " * 401 + "}"
    for _ in range(2):
        result = await schema.execute(query, context_value=toy_context())
        assert [error.extensions for error in result.errors or []] == [{"code": "QUERY_TOO_COMPLEX"}]
    assert len(counted) == 2


async def test_schemas_do_not_share_their_documents() -> None:
    query = "{ __schema { queryType { name } } }"
    assert (await toy_schema().execute(query, context_value=toy_context())).errors is None
    refused = await toy_schema(introspection=False).execute(query, context_value=toy_context())
    assert refused.data is None


async def test_subscriptions_use_the_cache_too(counted: list[str]) -> None:
    schema = toy_schema()
    for _ in range(2):
        stream = await schema.subscribe("subscription { count }", context_value=toy_context())
        assert [result.data async for result in stream] == [{"count": 0}, {"count": 1}, {"count": 2}]
    assert counted == ["validated"]


def test_new_texts_push_out_only_their_like() -> None:
    cache = DocumentCache(documents=4)
    for text in ("{ a }", "{ b }"):
        cache.put(text, ONE)
        assert cache.get(text) is ONE
    for number in range(1000):
        cache.put(f"{{ attack{number} }}", ONE)
    assert cache.get("{ a }") is ONE
    assert cache.get("{ b }") is ONE
    assert len(cache) == 6


def test_nothing_pushes_out_what_is_to_be_kept() -> None:
    cache = DocumentCache(documents=4, characters=100)
    kept = ["{ page }", "{ longer " + "x" * 200 + " }"]
    cache.keep(kept)
    assert [cache.get(text) for text in kept] == [None, None]
    for text in kept:
        cache.put(text, ONE)
    for number in range(1000):
        cache.put(f"{{ attack{number} }}", ONE)
        cache.get(f"{{ attack{number} }}")
    assert [cache.get(text) for text in kept] == [ONE, ONE]
    cache.keep(kept)
    assert [cache.get(text) for text in kept] == [ONE, ONE]


def test_the_least_recent_goes_first() -> None:
    cache = DocumentCache(documents=2)
    for text in "abc":
        cache.put(text, ONE)
    assert cache.get("a") is None
    assert cache.get("b") is ONE
    assert cache.get("c") is ONE
    cache.put("d", ONE)
    assert cache.get("b") is ONE
    assert cache.get("d") is ONE
    assert cache.get("c") is None


def test_the_cache_is_bounded_by_characters() -> None:
    cache = DocumentCache(documents=100, characters=1000)
    cache.put("x" * 1001, ONE)
    assert len(cache) == 0
    for number in range(50):
        text = f"{number:0100d}"
        cache.put(text, ONE)
        cache.get(text)
    assert len(cache) == 10
    cache.put("y" * 1000, ONE)
    assert len(cache) == 11


def test_an_operation_has_a_memo_for_each_choice_of_its_conditions_but_not_too_many() -> None:
    names = ["a", "b", "c", "d", "e"]
    query = f"query ({' '.join(f'${name}: Boolean!' for name in names)}, $n: Int = 1) {{ other: double(number: $n) "
    query += " ".join(f"{name}: hello @skip(if: ${name}) @include(if: true)" for name in names) + " }"
    operation = KnownDocument.of(SCHEMA, parse(query)).operation(None)
    assert operation is not None
    choices = [dict(zip(names, each, strict=True)) for each in product([True, False], repeat=len(names))]
    memos = [operation.memo(VariableValues({}, choice | {"n": number})) for number, choice in enumerate(choices)]
    assert len({id(memo) for memo in memos}) == len(choices) > MEMOS == len(operation.memos)
    assert operation.memo(VariableValues({}, choices[-1] | {"n": 9})) is memos[-1]


@pytest.mark.parametrize(
    ("query", "is_known"),
    [
        ("{ hello @include(if: true) }", True),
        ("query ($no: Boolean!) { ...Part @skip(if: $no) } fragment Part on Query { hello }", True),
        ("{ hello @later }", False),
        ("{ ...Part } fragment Part on Query { ... @later { hello } }", False),
        ("query @later { hello }", False),
        ("{ ...Part(no: true) } fragment Part($no: Boolean) on Query { hello @skip(if: $no) }", False),
    ],
)
def test_only_conditions_are_known_to_the_engine(query: str, is_known: bool) -> None:
    document = KnownDocument.of(SCHEMA, parse(query, experimental_fragment_arguments=True))
    assert (document.operation(None) is not None) == is_known
