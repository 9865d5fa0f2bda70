"""Check of invented GraphQL answers: do they have every field that the interface asks for?"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    build_schema,
    get_named_type,
    parse,
)
from graphql.type import GraphQLList, GraphQLNonNull, GraphQLOutputType

_ROOT: Final = Path(__file__).parents[2]
_TYPENAME: Final = "__typename"


def faults_of_answer(operation: str, data: object) -> list[str]:
    """Return what is wrong with the data of an answer to an operation of the client, each with its path."""
    operations, fragments = _documents()
    if operation not in operations:
        return [f"the client has no operation {operation}"]
    node = operations[operation]
    root = _schema().get_root_type(node.operation)
    assert root is not None
    return list(Answer(_schema(), fragments).faults(node.selection_set, root, data, ""))


def is_mutation(operation: str) -> bool:
    """Return whether an operation of the client, by its name, changes something."""
    operations, _ = _documents()
    return operation in operations and operations[operation].operation is OperationType.MUTATION


class Answer:
    """Walks through an answer along the selection of a document."""

    def __init__(self, schema: GraphQLSchema, fragments: Mapping[str, FragmentDefinitionNode]) -> None:
        """``fragments`` by their name."""
        self._schema, self._fragments = schema, fragments

    def faults(self, selection: SelectionSetNode, of: GraphQLObjectType, data: object, path: str) -> Iterator[str]:
        """Yield what is missing or impossible in an object."""
        if not isinstance(data, dict):
            yield f"{path or 'the answer'} is no object"
            return
        for field in self._fields(selection, of):
            name = field.alias.value if field.alias else field.name.value
            below = f"{path}.{name}" if path else name
            if name not in data:
                if not any(each.name.value in {"include", "skip"} for each in field.directives or ()):
                    yield f"{below} is missing"
            elif field.name.value != _TYPENAME:
                yield from self._value(field, of.fields[field.name.value].type, data[name], below)

    def _value(self, field: FieldNode, of: GraphQLOutputType, value: object, path: str) -> Iterator[str]:
        if isinstance(of, GraphQLNonNull):
            if value is None:
                yield f"{path} is null"
                return
            of = of.of_type
        if value is None:
            return
        if isinstance(of, GraphQLList):
            if not isinstance(value, list | tuple):
                yield f"{path} is no list"
                return
            for number, each in enumerate(value):
                yield from self._value(field, of.of_type, each, f"{path}[{number}]")
        elif field.selection_set is not None:
            yield from self._object(field.selection_set, of, value, path)
        elif isinstance(of, GraphQLEnumType) and value not in of.values:
            yield f"{path} is {value}, which {of.name} hasn't"

    def _object(self, selection: SelectionSetNode, of: GraphQLOutputType, value: object, path: str) -> Iterator[str]:
        # The interface asks for the name of each object's type, which its cache needs.
        name = value.get(_TYPENAME) if isinstance(value, dict) else None
        if name is None:
            yield f"{path}.{_TYPENAME} is missing"
            return
        kind = self._schema.get_type(str(name))
        abstract = isinstance(of, GraphQLUnionType | GraphQLInterfaceType)
        fits = isinstance(kind, GraphQLObjectType) and (
            self._schema.is_sub_type(of, kind) if abstract else kind is get_named_type(of)
        )
        if not fits or not isinstance(kind, GraphQLObjectType):
            yield f"{path} is {name}, which is no {get_named_type(of).name}"
            return
        yield from self.faults(selection, kind, value, path)

    def _fields(self, selection: SelectionSetNode, of: GraphQLObjectType) -> Iterator[FieldNode]:
        """Yield the selected fields of a type, those of fragments that apply to it too."""
        for node in selection.selections:
            if isinstance(node, FieldNode):
                yield node
            else:
                fragment = self._fragments[node.name.value] if isinstance(node, FragmentSpreadNode) else node
                assert isinstance(fragment, FragmentDefinitionNode | InlineFragmentNode)
                condition = fragment.type_condition
                if condition is None or self._applies(condition.name.value, of):
                    yield from self._fields(fragment.selection_set, of)

    def _applies(self, condition: str, of: GraphQLObjectType) -> bool:
        kind = self._schema.get_type(condition)
        if isinstance(kind, GraphQLUnionType | GraphQLInterfaceType):
            return self._schema.is_sub_type(kind, of)
        return kind is of


@cache
def _schema() -> GraphQLSchema:
    return build_schema((_ROOT / "schema.graphql").read_text(encoding="utf-8"))


@cache
def _documents() -> tuple[dict[str, OperationDefinitionNode], dict[str, FragmentDefinitionNode]]:
    """Return the operations and fragments of the client by name."""
    operations: dict[str, OperationDefinitionNode] = {}
    fragments: dict[str, FragmentDefinitionNode] = {}
    for file in (_ROOT / "client" / "src").rglob("*.graphql"):
        for node in parse(file.read_text(encoding="utf-8")).definitions:
            if isinstance(node, OperationDefinitionNode) and node.name:
                operations[node.name.value] = node
            elif isinstance(node, FragmentDefinitionNode):
                fragments[node.name.value] = node
    return operations, fragments
