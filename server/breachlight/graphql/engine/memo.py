"""What executions of an operation have in common: its fragments, fields, constant arguments and plans."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
)
from graphql.execution.collect_fields import CollectedFields, FieldDetailsList, FragmentDetails
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


class Constants(NamedTuple):
    """What ``Executor.build`` finds in a document."""

    schema: GraphQLSchema
    fragment_definitions: dict[str, FragmentDefinitionNode]
    fragments: dict[str, FragmentDetails]
    operation: OperationDefinitionNode


@dataclass(slots=True)
class Memo:
    """What executing an operation works out that is the same at each request, kept for the next one.

    Only for operations whose selected fields depend on no variable. Everything is found by the identity of selections
    that the memo itself holds.
    """

    constants: Constants | None = None
    roots: Sequence[Root] = ()
    """Empty until they were found."""
    sub_fields: dict[tuple[GraphQLObjectType, int], tuple[FieldDetailsList, CollectedFields]] = field(
        default_factory=dict
    )
    plans: dict[tuple[str, int], Plan] = field(default_factory=dict)
    selections: dict[object, Any] = field(default_factory=dict)
    """What was read of the selections of fields (``selected``)."""


class MemoizingInfo(_OperationContextAwareGraphQLResolveInfo):
    """What Strawberry tells a resolver of its field, with what is kept of the operation."""

    memo: Memo
