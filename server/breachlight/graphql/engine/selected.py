"""What a request asks for below the field that is resolved, so that a service fetches no more, or writes the answer itself."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import strawberry
from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLIncludeDirective,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLResolveInfo,
    InlineFragmentNode,
    SelectionNode,
    SelectionSetNode,
    get_named_type,
    is_leaf_type,
    value_from_ast_untyped,
)

from breachlight.graphql.engine.memo import MemoizingInfo
from breachlight.graphql.engine.plans import attribute_of

_T = TypeVar("_T")


class Selected(NamedTuple):
    """A selected field that is merely read from its object."""

    key: str
    """Its name in the answer."""
    attribute: str | None
    """The attribute of the object that it reads; None for ``__typename``."""
    parent: str
    """The name of the object's type."""
    fields: tuple["Selected", ...] = ()
    """What is selected of its own objects."""


def selected_fields(info: strawberry.Info[Any, Any]) -> frozenset[str]:
    """Return the paths of the fields below the present one, by their names in the schema, as in ``results.leak.title``.

    Every path stands with its parents. Conditions are left aside: what a directive or the type of an object leaves out
    is among them.
    """
    return _memoized(info, _paths)


def plain_selection(info: strawberry.Info[Any, Any], name: str) -> tuple[Selected, ...] | None:
    """Return what is selected of the objects in one field of the present one's object, by its name in the schema.

    None if the field isn't selected exactly once, if anything below it has arguments, a resolver of its own or an abstract
    type, or if the operation isn't a known one.
    """
    return _memoized(info, _plain_fields).get(name) if isinstance(_raw(info), MemoizingInfo) else None


def _raw(info: strawberry.Info[Any, Any]) -> GraphQLResolveInfo[Any]:
    return info._raw_info  # noqa: SLF001 -- Strawberry's own reading of it takes ten times as long


def _memoized(info: strawberry.Info[Any, Any], read: Callable[[GraphQLResolveInfo[Any]], _T]) -> _T:
    """Read something of the selection that is the same at each execution of the operation."""
    raw = _raw(info)
    if not isinstance(raw, MemoizingInfo) or len(raw.field_nodes) != 1:
        return read(raw)
    key = read, id(raw.field_nodes[0])
    if key not in raw.memo.selections:
        raw.memo.selections[key] = read(raw)
    selection: _T = raw.memo.selections[key]
    return selection


def _paths(raw: GraphQLResolveInfo[Any]) -> frozenset[str]:
    paths: set[str] = set()
    for node in raw.field_nodes:
        if node.selection_set:
            _collect(node.selection_set, "", raw.fragments, paths)
    return frozenset(paths)


def _collect(
    selections: SelectionSetNode, prefix: str, fragments: dict[str, FragmentDefinitionNode], paths: set[str]
) -> None:
    for node in selections.selections:
        if isinstance(node, FieldNode):
            path = prefix + node.name.value
            if not node.name.value.startswith("__"):
                paths.add(path)
            if node.selection_set:
                _collect(node.selection_set, path + ".", fragments, paths)
        elif isinstance(node, InlineFragmentNode):
            _collect(node.selection_set, prefix, fragments, paths)
        elif isinstance(node, FragmentSpreadNode):
            _collect(fragments[node.name.value].selection_set, prefix, fragments, paths)


class _NotPlainError(Exception):
    """A selection that only execution makes sense of."""


def _plain_fields(raw: GraphQLResolveInfo[Any]) -> dict[str, tuple[Selected, ...] | None]:
    """Return what is selected of each field of objects, by its name in the schema."""
    parent = get_named_type(raw.return_type)
    found: dict[str, tuple[Selected, ...] | None] = {}
    try:
        for nodes in _by_key(raw.field_nodes, parent, raw).values():
            name = nodes[0].name.value
            if name in found:
                found[name] = None
                continue
            try:
                found[name] = _read(nodes, parent, raw).fields
            except _NotPlainError:
                found[name] = None
    except _NotPlainError:
        return {}
    return found


def _read(nodes: Sequence[FieldNode], parent: GraphQLNamedType, raw: GraphQLResolveInfo[Any]) -> Selected:
    """Return the field that nodes of one key select.

    Raises:
        _NotPlainError: it isn't merely read.
    """
    node = nodes[0]
    key = node.alias.value if node.alias else node.name.value
    if node.name.value == "__typename":
        return Selected(key, None, parent.name)
    definition = parent.fields.get(node.name.value) if isinstance(parent, GraphQLObjectType) else None
    attribute = None if definition is None or node.arguments else attribute_of(definition)
    if definition is None or attribute is None:
        raise _NotPlainError
    named = get_named_type(definition.type)
    if is_leaf_type(named):
        return Selected(key, attribute, parent.name)
    below = tuple(_read(inner, named, raw) for inner in _by_key(nodes, named, raw).values())
    return Selected(key, attribute, parent.name, below)


def _by_key(
    fields: Sequence[FieldNode], parent: GraphQLNamedType, raw: GraphQLResolveInfo[Any]
) -> dict[str, list[FieldNode]]:
    """Return the nodes below fields by the keys of their object, in the order of the answer.

    Raises:
        _NotPlainError: a type whose objects may be of several.
    """
    if not isinstance(parent, GraphQLObjectType):
        raise _NotPlainError
    found: dict[str, list[FieldNode]] = {}
    sets = [field.selection_set for field in reversed(fields) if field.selection_set]
    left = [node for one in sets for node in reversed(one.selections)]
    while left:
        node = left.pop()
        if not _is_included(node, cast("dict[str, Any]", raw.variable_values)):  # Strawberry's are the values alone
            continue
        if isinstance(node, FieldNode):
            found.setdefault(node.alias.value if node.alias else node.name.value, []).append(node)
            continue
        fragment = (
            raw.fragments[node.name.value] if isinstance(node, FragmentSpreadNode) else cast("InlineFragmentNode", node)
        )
        condition = fragment.type_condition
        if condition is not None and condition.name.value != parent.name:
            raise _NotPlainError
        left += reversed(fragment.selection_set.selections)
    return found


def _is_included(node: SelectionNode, variables: dict[str, Any]) -> bool:
    """Return whether the directives of a known operation, ``@skip`` and ``@include``, leave a node in."""
    return all(
        value_from_ast_untyped(argument.value, variables) is (directive.name.value == GraphQLIncludeDirective.name)
        for directive in node.directives or ()
        for argument in directive.arguments or ()
    )
