"""Generated schemas, data and documents: this engine answers as Strawberry does, the first time and each later one."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from random import Random
from typing import Annotated, Any

import pytest
import strawberry
from hypothesis import given, settings
from hypothesis import strategies as st

from breachlight.graphql.engine.documents import DocumentCache
from breachlight.graphql.engine.schema import Schema

DEPTH = 4
UNION = "union"
VARIABLES = {"times": "$times: Int! = 2", "yes": "$yes: Boolean = true", "no": "$no: Boolean! = false"}


@strawberry.enum
class Tint(Enum):
    LIGHT = "light"
    DARK = "dark"


LEAVES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "text": (str, ("", "a", 'ä"\\')),
    "number": (int, (0, -1, 2**31 - 1, 2**31, True)),
    "ratio": (float, (0.5, 1, float("inf"))),
    "flag": (bool, (True, False, 1)),
    "key": (strawberry.ID, ("k", 7)),
    "tint": (Tint, (Tint.LIGHT, Tint.DARK, "light")),
    "at": (datetime, (datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), "soon")),
}
"""Kinds of leaves: their types, and values that fit or don't."""


class Odd:
    """A value that no type expects."""

    def __repr__(self) -> str:
        return "Odd()"


@dataclass(frozen=True)
class Given:
    """A generated field: its kind (a leaf's, a union, or the number of a type), how it is wrapped, and what resolves it."""

    name: str
    kind: str | int
    is_nullable: bool
    is_list: bool
    has_nullable_items: bool
    way: str
    """"attribute", or a resolver that is "called" or "awaited"."""

    @property
    def is_leaf(self) -> bool:
        return self.kind in LEAVES


@dataclass
class Model:
    """A generated schema, the fields of each of its types (the query's first), and their classes."""

    fields: list[list[Given]]
    classes: list[Any] = field(default_factory=list)

    def members(self) -> list[int]:
        """Return the numbers of the types in the union."""
        return [len(self.fields) - 1, len(self.fields) - 2]


def a_model(chance: Random) -> Model:
    """Return types whose fields lead to later types only, so that nothing is endless."""
    count = chance.randint(3, 5)
    fields = []
    for number in range(count):
        later = [*range(number + 1, count), *([UNION] if number < count - 2 else [])]
        kinds: list[str | int] = [*LEAVES, *later, *later]
        fields.append([a_field(chance, f"f{position}", kinds) for position in range(chance.randint(1, 5))])
    return Model(fields)


def a_field(chance: Random, name: str, kinds: list[str | int]) -> Given:
    is_nullable, is_list, has_nullable_items = (chance.random() < share for share in (0.5, 0.4, 0.5))
    way = chance.choice(["attribute", "attribute", "attribute", "called", "awaited"])
    return Given(name, chance.choice(kinds), is_nullable, is_list, has_nullable_items, way)


def schemas(model: Model) -> tuple[Any, Any]:
    """Make the classes; return Strawberry's schema and this engine's."""
    made: dict[int, Any] = {}
    union: Any = None
    for number in reversed(range(len(model.fields))):
        if number == len(model.fields) - 3:
            first, second = (made[member] for member in model.members())
            union = Annotated[first | second, strawberry.union("Either")]
        made[number] = a_class("Query" if number == 0 else f"Type{number}", model.fields[number], made, union)
    model.classes = [made[number] for number in range(len(model.fields))]

    class Ours(Schema):
        def process_errors(self, errors: Any, execution_context: Any = None) -> None:
            """Log nothing."""

    class Theirs(strawberry.Schema):
        def process_errors(self, errors: Any, execution_context: Any = None) -> None:
            """Log nothing."""

    mutation = a_class("Mutation", model.fields[0], made, union)
    return Theirs(made[0], mutation=mutation), Ours(made[0], mutation=mutation, documents=DocumentCache())


def a_class(name: str, fields: list[Given], made: dict[int, Any], union: Any) -> Any:
    body: dict[str, Any] = {"__annotations__": {}}
    for one in fields:
        annotation = wrapped(one, union if one.kind == UNION else leaf_or(made, one))
        if one.way == "attribute":
            body["__annotations__"][one.name] = annotation
        else:
            body[one.name] = strawberry.field(resolver=a_resolver(one, annotation))
    return strawberry.type(type(name, (), body))


def leaf_or(made: dict[int, Any], one: Given) -> Any:
    return LEAVES[one.kind][0] if isinstance(one.kind, str) else made[one.kind]


def wrapped(one: Given, base: Any) -> Any:
    """Return the annotation of a field of a type."""
    listed: Any = list
    annotation = listed[base | None if one.has_nullable_items else base] if one.is_list else base
    return annotation | None if one.is_nullable else annotation


def a_resolver(one: Given, annotation: Any) -> Any:
    """Return a resolver that gives back, or raises, what is kept for it; its argument makes lists longer."""

    def called(self: Any, times: int = 1) -> Any:
        value = kept(self, one)
        return value * times if type(value) is list else value

    async def awaited(self: Any, times: int = 1) -> Any:
        await asyncio.sleep(0)
        return called(self, times)

    resolver: Any = called if one.way == "called" else awaited
    resolver.__annotations__ = {"times": int, "return": annotation}
    return resolver


def kept(source: Any, one: Given) -> Any:
    value = source.__dict__[f"_{one.name}"]
    if isinstance(value, Exception):
        raise value
    return value


def an_object(model: Model, number: int, chance: Random, depth: int = DEPTH) -> Any:
    """Return an object of a type; some of its values don't fit their fields."""
    made = object.__new__(model.classes[number])
    for one in model.fields[number]:
        name = one.name if one.way == "attribute" else f"_{one.name}"
        made.__dict__[name] = a_value(model, one, chance, depth, is_awaitable=one.way == "attribute")
    return made


def a_value(model: Model, one: Given, chance: Random, depth: int, *, is_awaitable: bool) -> Any:
    odds = chance.random()
    if odds < 0.04:
        return None
    if odds < 0.08:
        return ValueError(f"{one.name} is broken")
    if odds < 0.10:
        return Odd()
    if not one.is_list:
        value = an_item(model, one, chance, depth)
    else:
        value = [
            None if chance.random() < 0.1 else an_item(model, one, chance, depth) for _ in range(chance.randint(0, 3))
        ]
        if odds < 0.13:
            value = tuple(value)
    return later(value) if is_awaitable and odds > 0.97 else value


def an_item(model: Model, one: Given, chance: Random, depth: int) -> Any:
    if one.is_leaf:
        return chance.choice(LEAVES[str(one.kind)][1])
    if depth == 0:
        return None
    number = chance.choice(model.members()) if one.kind == UNION else int(one.kind)
    return an_object(model, number, chance, depth - 1)


class Later:
    """An awaitable that nobody has to await."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __await__(self) -> Any:
        yield from asyncio.sleep(0).__await__()
        return self._value


def later(value: Any) -> Awaitable[Any]:
    return Later(value)


def a_document(model: Model, chance: Random) -> str:
    has_variable = chance.random() < 0.3
    roots = chance.sample(model.fields[0], 1 if chance.random() < 0.7 else len(model.fields[0]))
    text = " ".join(a_selection(model, one, chance, has_variable) for one in roots)
    operation = chance.choice(["query", "query", "mutation"])
    declared = [declaration for name, declaration in VARIABLES.items() if f"${name}" in text]
    return f"{operation} {'(' + ' '.join(declared) + ') ' if declared else ''}{{ {text} }}"


def a_selection(model: Model, one: Given, chance: Random, has_variable: bool) -> str:
    alias = f"{chance.choice('abc')}{one.name}: " if chance.random() < 0.3 else ""
    argument = ""
    if one.way != "attribute" and chance.random() < 0.4:
        argument = f"(times: {'$times' if has_variable else chance.randint(0, 3)})"
    selected = f"{alias}{one.name}{argument}{a_condition(chance, has_variable)}"
    if one.is_leaf:
        return selected
    if one.kind == UNION:
        parts = [
            f"... on Type{number} {{ {some_fields(model, number, chance, has_variable)} }}"
            for number in model.members()
        ]
        inner = f"__typename {parts[0]}" if chance.random() < 0.5 else parts[1]
    else:
        inner = some_fields(model, int(one.kind), chance, has_variable)
        if chance.random() < 0.2:
            inner = f"... on Type{one.kind}{a_condition(chance, has_variable)} {{ {inner} }}"
    return f"{selected} {{ {inner} }}"


def a_condition(chance: Random, has_variable: bool) -> str:
    if chance.random() > 0.2:
        return ""
    values = ["$yes", "$no", "$yes"] if has_variable else ["true", "false"]
    conditions = [f" @{name}(if: {chance.choice(values)})" for name in ("skip", "include")]
    return chance.choice([*conditions, *conditions, "".join(conditions)])


def some_fields(model: Model, number: int, chance: Random, has_variable: bool) -> str:
    chosen = chance.sample(model.fields[number], chance.randint(1, len(model.fields[number])))
    texts = [a_selection(model, one, chance, has_variable) for one in chosen]
    return " ".join([*texts, "__typename"] if chance.random() < 0.3 else texts)


async def answer(schema: Any, document: str, root: Any, variables: dict[str, Any]) -> tuple[Any, list[Any]]:
    result = await schema.execute(document, variable_values=variables, root_value=root)
    return ordered(result.data), [error.formatted for error in result.errors or []]


def ordered(value: Any) -> Any:
    """Make the order of keys and the types of values count."""
    if isinstance(value, dict):
        return [(key, ordered(item)) for key, item in value.items()]
    return [ordered(item) for item in value] if isinstance(value, list) else (type(value).__name__, repr(value))


async def compared(model: Model, document: str, seeds: list[int]) -> list[tuple[Any, list[Any]]]:
    """Return Strawberry's answer for each seed of data, after seeing that the engine's are the same."""
    theirs, ours = schemas(model)
    answers = []
    for number, seed in enumerate(seeds):
        given = {"times": number, "yes": number == 1, "no": number == 2}
        variables = {name: value for name, value in given.items() if f"${name}:" in document and number}
        expected = await answer(theirs, document, an_object(model, 0, Random(seed)), variables)
        assert await answer(ours, document, an_object(model, 0, Random(seed)), variables) == expected
        answers.append(expected)
    return answers


@settings(max_examples=250, deadline=None)
@given(st.randoms(use_true_random=False), st.lists(st.integers(0, 10**6), min_size=3, max_size=3))
def test_the_engine_answers_generated_operations_as_strawberry_does(chance: Random, seeds: list[int]) -> None:
    model = a_model(chance)
    asyncio.run(compared(model, a_document(model, chance), seeds))


@pytest.mark.parametrize("part", range(2))
def test_generated_operations_have_data_and_errors_of_all_kinds(part: int) -> None:
    """Comparing answers without data, or without errors, would prove nothing."""
    answers = []
    for number in range(100 * part, 100 * part + 100):
        chance = Random(number)
        model = a_model(chance)
        answers += asyncio.run(compared(model, a_document(model, chance), [number]))
    assert sum(data != ordered(None) for data, _ in answers) > 40
    messages = {error["message"].split("'")[0][:20] for _, errors in answers for error in errors}
    assert len(messages) > 5
    assert sum(not errors for _, errors in answers) > 20
