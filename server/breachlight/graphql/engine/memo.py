"""What executions of an operation have in common: its fragments, fields, constant arguments and plans."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
)
from graphql.execution.collect_fields import CollectedFields, FieldDetailsList, FragmentDetails
from graphql.execution.values import VariableValues
from strawberry.schema.schema import _OperationContextAwareGraphQLResolveInfo

from breachlight.graphql.engine.direct import Resolve
from breachlight.graphql.engine.plans import Complete, Plan


@dataclass(frozen=True, slots=True)
class Root:
    """A root field of an operation."""

    key: str
    parent: GraphQLObjectType
    definition: GraphQLField
    details: FieldDetailsList
    nodes: list[FieldNode]
    resolve: Resolve
    arguments: dict[str, Any] | None
    """Its arguments, None if they depend on variables; empty if ``resolve`` has them."""
    completion: tuple[type | None, Complete] | None
    """As in a ``Step``; None if graphql-core completes the value."""


@dataclass(slots=True)
class Memo:
    """What executing an operation works out that is the same at each request, kept for the next one.

    It is for one choice of fields by ``@skip`` and ``@include``. Everything is found by the identity of selections that the
    memo itself holds.
    """

    roots: Sequence[Root] | None = None
    """None until they were found."""
    sub_fields: dict[tuple[GraphQLObjectType, int], tuple[FieldDetailsList, CollectedFields]] = field(
        default_factory=dict
    )
    plans: dict[tuple[str, int], Plan] = field(default_factory=dict)
    selections: dict[object, Any] = field(default_factory=dict)
    """What was read of the selections of fields (``selected``)."""


MEMOS: Final = 8
"""Memos of one operation; three variables make as many choices. Each takes about a fifth of the memory of the document."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of a valid document, with what ``Executor.build`` finds in that."""

    schema: GraphQLSchema
    fragment_definitions: dict[str, FragmentDefinitionNode]
    fragments: dict[str, FragmentDetails]
    node: OperationDefinitionNode
    conditions: tuple[str, ...]
    """The variables by which ``@skip`` and ``@include`` choose the fields."""
    memos: dict[tuple[object, ...], Memo] = field(default_factory=dict)

    def memo(self, variables: VariableValues) -> Memo:
        """Return the memo of the fields that these variables choose; the oldest makes room for a new one."""
        choice = tuple(variables.coerced.get(name) for name in self.conditions)
        memo = self.memos.get(choice)
        if memo is None:
            if len(self.memos) == MEMOS:
                del self.memos[next(iter(self.memos))]
            memo = self.memos[choice] = Memo()
        return memo


class MemoizingInfo(_OperationContextAwareGraphQLResolveInfo):
    """What Strawberry tells a resolver of its field, with what is kept of the operation."""

    memo: Memo
