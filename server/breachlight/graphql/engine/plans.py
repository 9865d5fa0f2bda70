"""Plans: how to complete the plain fields of an object in one step, worked out once for each selection.

graphql-core resolves every field of every row through a path, a resolve info, a resolver and a chain of completions. For an
attribute that is merely read and serialized all of that is constant.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from graphql import (
    GraphQLBoolean,
    GraphQLField,
    GraphQLID,
    GraphQLInt,
    GraphQLLeafType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLOutputType,
    GraphQLString,
)
from graphql.execution.collect_fields import GroupedFieldSet
from graphql.pyutils import Undefined
from strawberry.execution.is_awaitable import optimized_is_awaitable
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField

_EXACT_TYPES: Final[dict[str, type]] = {GraphQLString.name: str, GraphQLID.name: str, GraphQLBoolean.name: bool}
"""Scalars and the Python type that they serialize to itself."""

_PLAIN_TYPES: Final = frozenset({str, int, float, bool, datetime, date, UUID})
"""Types of values that are neither awaitable nor an exception, so that only serializing is left to do."""


_COMPLETION_KEY: Final = "plain-completion"

_SMALLEST_INT, _LARGEST_INT = -(2**31), 2**31 - 1

Complete = Callable[[Any], Any]
"""Turns the value of a field into what the answer holds; raises any exception where only graphql-core does it right."""


class _NotPlainError(Exception):
    """A value that only graphql-core completes right."""


class Step(NamedTuple):
    """How to complete one field: a value of the type ``exact`` as it is, any other by ``complete``."""

    key: str
    attribute: str
    exact: type | None
    complete: Complete


@dataclass(frozen=True, slots=True)
class Plan:
    """How to complete one selection on one type."""

    selection: GroupedFieldSet
    """Held so that its identity, by which the plan is found, is not given to another selection."""
    blank: dict[str, Any] = field(default_factory=dict)
    """All response keys in the order of the query, with the values that are the same for every object."""
    steps: list[Step] = field(default_factory=list)
    rest: GroupedFieldSet = field(default_factory=dict)
    """What is left to graphql-core."""

    def complete(self, source: Any) -> dict[str, Any]:
        """Complete the plain fields of an object and hold the places of the others.

        Raises:
            Exception: any, when a value is not what the plan is for.
        """
        results = self.blank.copy()
        for key, attribute, exact, complete in self.steps:
            value = getattr(source, attribute)
            results[key] = value if type(value) is exact else complete(value)
        return results

    def complete_if_plain(self, source: Any) -> dict[str, Any] | None:
        """Complete what is plain, or return None if graphql-core must do it all, be it to say what is wrong."""
        try:
            return self.complete(source)
        except Exception:
            return None


def attribute_of(definition: GraphQLField) -> str | None:
    """Return the attribute that a field reads, or None if there is more to the field than reading one."""
    strawberry_field = definition.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if not getattr(definition.resolve, "_is_default", False) or not isinstance(strawberry_field, StrawberryField):
        return None
    if not strawberry_field.is_basic_field or strawberry_field.default_resolver is not getattr:
        return None
    return strawberry_field.python_name


def unwrap(output: GraphQLOutputType) -> tuple[bool, bool, GraphQLOutputType]:
    """Return whether a type is nullable, whether it is a list of non-null items, and what is inside."""
    nullable = not isinstance(output, GraphQLNonNull)
    inner = output.of_type if isinstance(output, GraphQLNonNull) else output
    if isinstance(inner, GraphQLList) and isinstance(inner.of_type, GraphQLNonNull):
        return nullable, True, inner.of_type.of_type
    return nullable, False, inner


def leaf_completion(
    definition: GraphQLField, named: GraphQLLeafType, *, nullable: bool, items: bool
) -> tuple[type | None, Complete] | None:
    """Return the type of values that stay as they are and what completes the others, or None if nothing can."""
    if _COMPLETION_KEY not in definition.extensions:  # kept with the field, since it never changes
        definition.extensions[_COMPLETION_KEY] = _leaf(named, nullable=nullable, items=items)
    completion: tuple[type | None, Complete] | None = definition.extensions[_COMPLETION_KEY]
    return completion


def _leaf(named: GraphQLLeafType, *, nullable: bool, items: bool) -> tuple[type | None, Complete] | None:
    """Return how to complete a scalar, an enum, or a list of scalars."""
    exact, coerce = _EXACT_TYPES.get(named.name), named.coerce_output_value

    def complete(value: Any) -> Any:
        if value is None and nullable:
            return None
        if type(value) in _PLAIN_TYPES or isinstance(value, Enum):
            completed = coerce(value)
            if completed is not None and completed is not Undefined:
                return completed
        raise _NotPlainError

    def complete_int(value: Any) -> Any:
        if type(value) is int and _SMALLEST_INT <= value <= _LARGEST_INT:
            return value
        return complete(value)

    def complete_items(value: Any) -> Any:
        if value is None and nullable:
            return None
        if type(value) is not list:
            raise _NotPlainError
        for item in value:
            if type(item) is not exact:
                raise _NotPlainError
        return value.copy()

    if items:
        return None if exact is None else (None, complete_items)
    return exact, complete_int if named is GraphQLInt else complete


def branch(plan: Plan, *, nullable: bool, items: bool) -> Complete:
    """Return how to complete an object all of whose selected fields are plain, or a list of such."""

    def complete(value: Any) -> Any:
        if type(value) is orjson.Fragment:
            return value
        if type(value) in _objects or _is_object(value):
            return plan.complete(value)
        raise _NotPlainError

    def complete_nullable(value: Any) -> Any:
        return None if value is None else complete(value)

    def complete_items(value: Any) -> Any:
        if value is None and nullable:
            return None
        if type(value) is list:
            return [complete(item) for item in value]
        raise _NotPlainError

    return complete_items if items else complete_nullable if nullable else complete


_objects: Final[set[type]] = set()
"""Types whose values were looked at and are objects to read, neither awaitable nor exceptions."""


def _is_object(value: Any) -> bool:
    is_object = value is not None and not isinstance(value, Exception) and not optimized_is_awaitable(value)
    if is_object:
        _objects.add(type(value))
    return is_object
