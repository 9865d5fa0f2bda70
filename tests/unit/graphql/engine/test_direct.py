"""Root fields through our direct calls of resolvers, against Strawberry's own: the same answers, however often they are asked."""

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from enum import Enum
from typing import Annotated, Any

import pytest
import strawberry
from strawberry.extensions import FieldExtension
from strawberry.permission import BasePermission
from strawberry.types import get_object_definition
from strawberry.types.arguments import InputContext

from breachlight.graphql.engine.direct import context_free
from breachlight.graphql.engine.documents import DocumentCache
from breachlight.graphql.engine.executor import PlainFieldExecutor
from breachlight.graphql.engine.schema import Names, Schema


@strawberry.enum
class Colour(Enum):
    RED = 1
    BLUE = 2


@strawberry.input
class Inner:
    word: str = "none"


@strawberry.input
class Outer:
    inner: Inner | None = strawberry.UNSET
    inners: list[Inner] = strawberry.field(default_factory=list)
    maybe: strawberry.Maybe[int]


@strawberry.input
class Free:
    word: str = "none"
    numbers: list[int] | None = strawberry.UNSET


@strawberry.input
class Bound:
    word: str = "none"


CONVERTED: list[Mapping[str, Any]] = []


@context_free
def _read_free(_: type, given: Mapping[str, Any], __: InputContext) -> Mapping[str, Any]:
    CONVERTED.append(given)
    return dict(given)


def _read_bound(_: type, given: Mapping[str, Any], context: InputContext) -> Mapping[str, Any]:
    CONVERTED.append(given)
    assert context.info is not None
    return {**given, "asked": context.info.context["asked"]}


get_object_definition(Free, strict=True).from_input = _read_free
get_object_definition(Bound, strict=True).from_input = _read_bound


class Doubling(FieldExtension):
    def resolve(self, next_: Any, source: Any, info: strawberry.Info, **given: Any) -> Any:
        return next_(source, info, **given) * 2


class Never(BasePermission):
    message = "Never."

    def has_permission(self, source: Any, info: strawberry.Info, **given: Any) -> bool:
        del source, info, given
        return False


@strawberry.type
class Problem:
    text: str


@strawberry.type
class Fine:
    number: int


class ProblemHandler(strawberry.ExceptionHandler[ValueError, Problem]):
    def handle(self, exception: ValueError, *, field: Any, info: strawberry.Info) -> Problem:
        del field, info
        return Problem(text=str(exception))


def shown(value: object) -> str:
    return repr(asdict(value)) if is_dataclass(value) and not isinstance(value, type) else repr(value)


def with_parent(parent: strawberry.Parent[Any], word: str) -> str:
    return f"{parent} {word}"


def with_root(root: Any, info: strawberry.Info, word: str) -> str:
    return f"{root} {info.field_name} {info.python_name} {info.context['asked']} {word}"


def same(word: str) -> str:
    return word


@strawberry.type
class Query:
    parent: str = strawberry.field(resolver=with_parent)
    root: str = strawberry.field(resolver=with_root)
    doubled: str = strawberry.field(resolver=same, extensions=[Doubling()])
    secret: str = strawberry.field(resolver=same, permission_classes=[Never])

    @strawberry.field
    def leaves(self, number: int, colours: list[Colour] | None = None, word: str | None = strawberry.UNSET) -> str:
        return f"{number} {colours} {word!r} {self}"

    @strawberry.field
    def numbers(self, numbers: list[list[int]]) -> str:
        numbers[0].append(7)
        numbers.append([8])
        return str(numbers)

    @strawberry.field
    async def outer(self, info: strawberry.Info, outer: Outer | None = None) -> str:
        if outer is not None:
            outer.inners.append(Inner(word=info.field_name))
        return shown(outer)

    @strawberry.field
    async def free(self, *, free: Free | None = None) -> str:
        given: Any = free
        if given is not None:
            given.setdefault("numbers", []).append(len(given))
        return repr(given)

    @strawberry.field
    def lazy(self, free: Annotated["Free", strawberry.lazy(__name__)]) -> str:
        return repr(free)

    @strawberry.field
    def bound(self, bounds: list[Bound]) -> str:
        return repr(bounds)

    @strawberry.field
    def risky(self, number: int) -> Fine | Problem:
        if number < 0:
            raise ValueError("negative")
        return Fine(number=number)

    @strawberry.field
    def broken(self, number: int) -> int:
        raise RuntimeError(str(number))

    @strawberry.field
    def node(self, id: strawberry.relay.GlobalID) -> str:  # noqa: A002 -- Relay's name for it
        return id.node_id


def schemas() -> tuple[Schema, strawberry.Schema]:
    ours = Schema(
        Query,
        documents=DocumentCache(),
        exception_handlers=[ProblemHandler()],
        config=strawberry.schema.config.StrawberryConfig(name_converter=Names()),
    )
    assert ours.execution_context_class is PlainFieldExecutor
    return ours, strawberry.Schema(Query, exception_handlers=[ProblemHandler()])


QUERIES = [
    '{ parent(word: "a") }',
    '{ root(word: "b") }',
    "{ leaves(number: 1) }",
    "{ leaves(number: 1, colours: [RED, BLUE], word: null) }",
    "{ numbers(numbers: [[1], [2, 3]]) }",
    "{ outer }",
    '{ outer(outer: { inner: { word: "c" }, inners: [{}, { word: "d" }], maybe: 1 }) }',
    "{ outer(outer: {}) }",
    "{ free }",
    '{ free(free: { word: "e", numbers: [1] }) }',
    "{ free(free: {}) }",
    '{ lazy(free: { word: "f" }) }',
    '{ bound(bounds: [{ word: "g" }, {}]) }',
    '{ doubled(word: "h") }',
    '{ secret(word: "i") }',
    "{ risky(number: 1) { ... on Fine { number } ... on Problem { text } } }",
    "{ risky(number: -1) { ... on Fine { number } ... on Problem { text } } }",
    "{ broken(number: 3) }",
    '{ node(id: "no identifier") }',
    "query ($n: Int = 4) { leaves(number: $n) }",
    'query ($w: String! = "j") { free(free: { word: $w }) }',
]


@pytest.mark.parametrize("query", QUERIES)
async def test_an_only_root_field_is_resolved_as_strawberry_does(query: str) -> None:
    ours, theirs = schemas()
    for asked in range(4):
        found, wanted = [
            await schema.execute(query, context_value={"asked": asked}, root_value=f"root {asked}")
            for schema in (ours, theirs)
        ]
        assert found.data == wanted.data
        assert [error.formatted for error in found.errors or []] == [error.formatted for error in wanted.errors or []]


@pytest.mark.parametrize(("query", "is_once"), [("{ free(free: {}) }", True), ("{ bound(bounds: [{}]) }", False)])
async def test_constants_that_depend_on_nothing_are_converted_once(query: str, is_once: bool) -> None:
    ours, _ = schemas()
    for asked in range(3):
        await ours.execute(query, context_value={"asked": asked})
    CONVERTED.clear()
    await ours.execute(query, context_value={"asked": 3})
    assert (not CONVERTED) is is_once
