"""What one GraphQL request may ask for, measured before anything else looks at it.

The work is linear in the length of the text: every fragment is measured once, however often it is spread, so the
check is no hole of its own. All sums stop at their cap, and the first cap that is passed ends the walk.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from graphql import (
    ArgumentNode,
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLNamedType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    ListValueNode,
    Node,
    ObjectValueNode,
    OperationDefinitionNode,
    OperationType,
    SelectionNode,
    SelectionSetNode,
    StringValueNode,
    ValueNode,
    get_named_type,
    is_composite_type,
    is_input_object_type,
)
from strawberry.schema.schema_converter import GraphQLCoreConverter

from breachlight.graphql.errors import BAD_INPUT

MAXIMUM_PAGE_SIZE: Final = 100
"""Rows on one page, for every list of the product; services clamp to it, so costs may count on it."""

PARSE_OPTIONS: Final[dict[str, int]] = {
    # The largest operation of our own client has under 500 tokens, introspection by GraphiQL about 300.
    "max_lexical_tokens": 2_000,
    # Comments are kept in memory as tokens but are not counted among them.
    "max_comments": 100,
    # Bounds single long tokens and white space, which the two above do not.
    "max_source_length": 32_768,
    # The GraphQL specification (section 2.4) and every client require a selection; graphql-core accepts `{}` by default.
    "allow_empty_selection_sets": False,
}

VALIDATION_ERRORS: Final = 5
"""Validation stops after this many errors: enough to mend a query by, too few to make an answer of."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The caps on one operation, fragments unfolded."""

    depth: int = 12
    """Fields inside fields. Our deepest operation has 7; every level multiplies what a list below it costs."""
    introspection_depth: int = 16
    """The same below ``__schema`` and ``__type``, where the standard query of GraphiQL needs 15."""
    nesting: int = 32
    """Selection sets inside each other, fragments included: the recursion of everything that walks a query."""
    fields: int = 400
    """Fields in all. Validation compares fields of one name pair by pair, so this is also what it may square."""
    aliases: int = 30
    """Aliases let one request call one field many times."""
    directives: int = 30
    """Directives in all; each is evaluated for each selection."""
    root_mutation_fields: int = 5
    """Mutations in one request. Each is also counted as one try by the rate limits of its service (G06)."""
    value_depth: int = 8
    """Lists and objects inside each other in a literal."""
    cost: int = 20_000
    """Fields to complete when every list is full; about 0.1 s of one core."""


LIMITS: Final = Limits()

TOO_COMPLEX: Final = "QUERY_TOO_COMPLEX"

_COST_KEY = "cost"
_PAGE_SIZE_NAMES = frozenset({"pageSize", "first", "last"})
_UNSTATED_PAGE_SIZE = 10
_INTROSPECTION_ROOTS = frozenset({"__schema", "__type"})


@dataclass(frozen=True, slots=True)
class FieldCost:
    """What a field costs: ``weight`` once, and its sub-selections ``items`` times."""

    weight: int = 1
    items: int = 1


def cost(weight: int = 1, *, items: int = 1) -> dict[Any, Any]:
    """Declare the cost of a field: ``strawberry.field(metadata=cost(items=20))``.

    Lists that take an argument ``pageSize``, ``first`` or ``last`` (or an input object that holds one) need no
    declaration: their page size is the multiplier.

    Args:
        weight: the work of the field itself; a field that reads a column is 1, one that hashes a password is 1,000.
        items: how many items a list without page size has at most.
    """
    return {_COST_KEY: FieldCost(weight, items)}


@dataclass(slots=True)
class Measure:
    """What a selection set amounts to, its fragments unfolded."""

    depth: int = 0
    nesting: int = 0
    root_fields: int = 0
    fields: int = 0
    aliases: int = 0
    directives: int = 0
    cost: int = 0


@dataclass(slots=True)
class Measurement:
    """The outcome of a walk: the first cap that was passed, if any, and how many nodes were looked at."""

    error: GraphQLError | None = None
    visited: int = 0


def measure(schema: GraphQLSchema, document: DocumentNode, limits: Limits = LIMITS) -> Measurement:
    """Measure every operation of a document.

    Never raises: unknown fields, types and fragments count as one and are left to validation.
    """
    walk = _Walk(schema, document, limits)
    outcome = Measurement()
    try:
        for definition in document.definitions:
            if isinstance(definition, OperationDefinitionNode):
                walk.operation(definition)
    except _RefusedError as refusal:
        outcome.error = GraphQLError(str(refusal), [refusal.node], extensions={"code": refusal.code})
    outcome.visited = walk.visited
    return outcome


class _RefusedError(Exception):
    def __init__(self, message: str, node: Node, code: str = TOO_COMPLEX) -> None:
        super().__init__(message)
        self.node = node
        self.code = code


@dataclass(slots=True)
class _Walk:
    schema: GraphQLSchema
    document: DocumentNode
    limits: Limits
    visited: int = 0
    _depth: int = 0
    _document_total: Measure = field(default_factory=Measure)
    _fragments: dict[str, FragmentDefinitionNode] = field(default_factory=dict)
    _measured: dict[str, Measure | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._depth = self.limits.depth
        for definition in self.document.definitions:
            if isinstance(definition, FragmentDefinitionNode):
                self._fragments.setdefault(definition.name.value, definition)

    def operation(self, node: OperationDefinitionNode) -> None:
        root = self.schema.get_root_type(node.operation)
        total = Measure(directives=self._directives(node.directives))
        for variable in node.variable_definitions or ():
            self.visited += 1
            total.directives += self._directives(variable.directives)
            if variable.default_value:
                self._value(variable.default_value, self.limits.value_depth)
        self._selection_set(total, node.selection_set, root, 1)
        if node.operation is OperationType.MUTATION:
            self._cap(total.root_fields, self.limits.root_mutation_fields, "mutations", node)
        # One operation runs, but all are validated: what validation pays for is capped over the whole document.
        for name in ("fields", "aliases", "directives"):
            setattr(self._document_total, name, getattr(self._document_total, name) + getattr(total, name))
        self._check(self._document_total, node)

    def _selection_set(
        self, total: Measure, node: SelectionSetNode, parent: GraphQLNamedType | None, nesting: int
    ) -> None:
        """Add a selection set to ``total``; ``nesting`` counts the sets around it on the way here."""
        self._cap(nesting, self.limits.nesting, "levels of selections", node)
        for selection in node.selections:
            self.visited += 1
            self._selection(total, selection, parent, nesting)
            self._check(total, selection)

    def _selection(self, total: Measure, node: SelectionNode, parent: GraphQLNamedType | None, nesting: int) -> None:
        total.directives += self._directives(node.directives)
        if isinstance(node, FieldNode):
            self._field(total, node, parent, nesting)
        elif isinstance(node, InlineFragmentNode):
            condition = node.type_condition
            narrowed = self.schema.get_type(condition.name.value) if condition else parent
            inner = Measure()
            self._selection_set(inner, node.selection_set, narrowed, nesting + 1)
            _add(total, inner)
        elif isinstance(node, FragmentSpreadNode):
            inner = self._fragment(node, nesting + 1)
            # A fragment that was measured on a shallower way may be too deep on this one.
            self._cap(nesting + 1 + inner.nesting, self.limits.nesting, "levels of selections", node)
            _add(total, inner)

    def _field(self, total: Measure, node: FieldNode, parent: GraphQLNamedType | None, nesting: int) -> None:
        name = node.name.value
        definition = self._definition(parent, name)
        self._arguments(node.arguments)
        children = Measure()
        introspection = name in _INTROSPECTION_ROOTS
        if introspection:
            self._depth = self.limits.introspection_depth
        if node.selection_set:
            below = get_named_type(definition.type) if definition else None
            self._selection_set(children, node.selection_set, below, nesting + 1)
            children.nesting += 1
        if introspection:
            self._depth = self.limits.depth
            children.depth = 0
        declared = _declared(definition)
        total.root_fields += 1
        total.fields += 1 + children.fields
        total.aliases += (node.alias is not None) + children.aliases
        total.directives += children.directives
        total.cost += declared.weight + declared.items * _page_size(definition, node) * children.cost
        total.depth = max(total.depth, 1 + children.depth)
        total.nesting = max(total.nesting, children.nesting)

    def _fragment(self, spread: FragmentSpreadNode, nesting: int) -> Measure:
        name = spread.name.value
        fragment = self._fragments.get(name)
        if fragment is None:
            return Measure()
        if name in self._measured:
            known = self._measured[name]
            if known is None:
                raise _RefusedError(f"The fragment {name} spreads itself.", spread)
            return known
        self._measured[name] = None
        self.visited += 1
        measured = Measure(directives=self._directives(fragment.directives))
        condition = self.schema.get_type(fragment.type_condition.name.value)
        self._selection_set(measured, fragment.selection_set, condition, nesting)
        self._measured[name] = measured
        return measured

    def _definition(self, parent: GraphQLNamedType | None, name: str) -> GraphQLField | None:
        return self.schema.get_field(parent, name) if parent is not None and is_composite_type(parent) else None

    def _arguments(self, arguments: Iterable[ArgumentNode] | None) -> None:
        for argument in arguments or ():
            self.visited += 1
            self._value(argument.value, self.limits.value_depth)

    def _directives(self, directives: Iterable[DirectiveNode] | None) -> int:
        count = 0
        for directive in directives or ():
            self.visited += 1
            count += 1
            self._arguments(directive.arguments)
            self._cap(count, self.limits.directives, "directives", directive)
        return count

    def _value(self, node: ValueNode, depth_left: int) -> None:
        if isinstance(node, StringValueNode):
            if "\0" in node.value:
                raise _RefusedError("A string contains the character U+0000, which is not accepted.", node, BAD_INPUT)
            return
        if isinstance(node, ListValueNode):
            inner: Iterable[ValueNode] = node.values
        elif isinstance(node, ObjectValueNode):
            inner = (entry.value for entry in node.fields)
        else:
            return
        self._cap(1, depth_left, "levels in a value", node, shown=self.limits.value_depth)
        for value in inner:
            self.visited += 1
            self._value(value, depth_left - 1)

    def _check(self, total: Measure, node: Node) -> None:
        limits = self.limits
        self._cap(total.depth, self._depth, "levels", node)
        self._cap(total.fields, limits.fields, "fields", node)
        self._cap(total.aliases, limits.aliases, "aliases", node)
        self._cap(total.directives, limits.directives, "directives", node)
        self._cap(total.cost, limits.cost, "points of cost", node)

    @staticmethod
    def _cap(count: int, cap: int, what: str, node: Node, shown: int | None = None) -> None:
        if count > cap:
            raise _RefusedError(f"The query asks for more than {cap if shown is None else shown} {what}.", node)


def _add(total: Measure, inner: Measure) -> None:
    total.root_fields += inner.root_fields
    total.fields += inner.fields
    total.aliases += inner.aliases
    total.directives += inner.directives
    total.cost += inner.cost
    total.depth = max(total.depth, inner.depth)
    total.nesting = max(total.nesting, 1 + inner.nesting)


def _declared(definition: GraphQLField | None) -> FieldCost:
    strawberry_field = definition.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF) if definition else None
    declared = strawberry_field.metadata.get(_COST_KEY) if strawberry_field else None
    return declared if isinstance(declared, FieldCost) else FieldCost()


def _page_size(definition: GraphQLField | None, node: FieldNode) -> int:
    """Return how many rows the field may give: its page size as written, or the most a variable may hold."""
    given = {argument.name.value: argument.value for argument in node.arguments or ()}
    for name, argument in (definition.args if definition else {}).items():
        if name in _PAGE_SIZE_NAMES:
            return _rows(given.get(name))
        named = get_named_type(argument.type)
        inner = _page_size_field(named) if is_input_object_type(named) else None
        if inner is not None:
            value = given.get(name)
            if isinstance(value, ObjectValueNode):
                return _rows(next((entry.value for entry in value.fields if entry.name.value == inner), None))
            return _rows(value)
    return 1


def _page_size_field(input_type: GraphQLInputObjectType) -> str | None:
    return next((name for name in input_type.fields if name in _PAGE_SIZE_NAMES), None)


def _rows(value: ValueNode | None) -> int:
    if value is None:
        return _UNSTATED_PAGE_SIZE
    if isinstance(value, IntValueNode) and len(value.value) <= len(str(MAXIMUM_PAGE_SIZE)):
        return min(max(int(value.value), 1), MAXIMUM_PAGE_SIZE)
    return MAXIMUM_PAGE_SIZE
