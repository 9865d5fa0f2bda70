"""One cache for parsed and validated documents.

It replaces Strawberry's parser and validation caches, which hash the whole syntax tree on every hit, and which a hundred
different texts empty. Only valid documents are kept here. Those seen once and those seen again have separate halves, so new
texts evict only each other. Validity doesn't depend on the operation's name or the variables, so the text alone is the key.
Each document carries the memos of its operations, unless these have directives that the engine doesn't know. Texts that are
to be kept are never evicted, by whatever else is asked.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from graphql import (
    DirectiveNode,
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLIncludeDirective,
    GraphQLSchema,
    GraphQLSkipDirective,
    OperationDefinitionNode,
    VariableNode,
    Visitor,
    visit,
)
from graphql.execution.collect_fields import FragmentDetails

from breachlight.graphql.engine.memo import Operation

CACHED_DOCUMENTS: Final = 256
"""Documents in each half of the cache; our own client has about forty."""

CACHED_CHARACTERS: Final = 131_072
"""Characters of query text in each half. A syntax tree takes up to 400 times its text, so about 50 MB at worst; with all
memos of operations with conditions, 120 MB."""

_CONDITIONS: Final = frozenset({GraphQLSkipDirective.name, GraphQLIncludeDirective.name})


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A document that passed validation."""

    node: DocumentNode
    operations: dict[str, Operation] = field(default_factory=dict)
    """By name; an operation without one, which is the only one, by the empty text. Empty if Strawberry must execute them."""

    @classmethod
    def of(cls, schema: GraphQLSchema, node: DocumentNode) -> Self:
        """Take up a document that passed validation."""
        conditions = conditions_of(node)
        if conditions is None:
            return cls(node)
        fragments = {
            definition.name.value: definition
            for definition in node.definitions
            if isinstance(definition, FragmentDefinitionNode)
        }
        details = {name: FragmentDetails(definition) for name, definition in fragments.items()}
        operations = {
            definition.name.value if definition.name else "": Operation(
                schema, fragments, details, definition, conditions
            )
            for definition in node.definitions
            if isinstance(definition, OperationDefinitionNode)
        }
        return cls(node, operations)

    def operation(self, name: str | None) -> Operation | None:
        """Return the operation of a name, or the only one for None."""
        if name is not None:
            return self.operations.get(name)
        return next(iter(self.operations.values())) if len(self.operations) == 1 else None


def conditions_of(node: DocumentNode) -> tuple[str, ...] | None:
    """Return the variables by which ``@skip`` and ``@include`` choose fields.

    None if there are other directives, or variables of fragments: what a document asks for may then change in other ways.
    """
    found = _Conditions()
    visit(node, found)
    return None if found.are_others else tuple(found.variables)


class _Conditions(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.variables: dict[str, None] = {}
        self.are_others = False

    def enter_fragment_definition(self, node: FragmentDefinitionNode, *_: object) -> None:
        self.are_others |= bool(node.variable_definitions)

    def enter_directive(self, node: DirectiveNode, *_: object) -> None:
        self.are_others |= node.name.value not in _CONDITIONS
        values = [argument.value for argument in node.arguments or ()]
        self.variables |= {value.name.value: None for value in values if isinstance(value, VariableNode)}


class DocumentCache:
    """Valid documents by their text: a half for those seen once, a half for those seen again, each least recent out."""

    def __init__(self, documents: int = CACHED_DOCUMENTS, characters: int = CACHED_CHARACTERS) -> None:
        self._seen_once = _Half(documents, characters)
        self._seen_again = _Half(documents, characters)
        self._kept: dict[str, KnownDocument | None] = {}

    def keep(self, queries: Iterable[str]) -> None:
        """Keep the documents of these texts for good, once they are known."""
        self._kept |= {query: self._kept.get(query) for query in queries}

    def get(self, query: str) -> KnownDocument | None:
        """Return the document of a text that was found valid before."""
        document = self._kept.get(query) or self._seen_again.get(query)
        if document is None and (document := self._seen_once.take(query)) is not None:
            self._seen_again.put(query, document)
        return document

    def put(self, query: str, document: KnownDocument) -> None:
        """Keep a document that passed validation."""
        if query in self._kept:
            self._kept[query] = document
        else:
            self._seen_once.put(query, document)

    def __len__(self) -> int:
        return len(self._seen_once) + len(self._seen_again) + sum(map(bool, self._kept.values()))


class _Half:
    def __init__(self, documents: int, characters: int) -> None:
        self._documents = documents
        self._characters = characters
        self._held_characters = 0
        self._entries: OrderedDict[str, KnownDocument] = OrderedDict()

    def get(self, query: str) -> KnownDocument | None:
        document = self._entries.get(query)
        if document is not None:
            self._entries.move_to_end(query)
        return document

    def take(self, query: str) -> KnownDocument | None:
        document = self._entries.pop(query, None)
        if document is not None:
            self._held_characters -= len(query)
        return document

    def put(self, query: str, document: KnownDocument) -> None:
        self.take(query)
        self._entries[query] = document
        self._held_characters += len(query)
        while len(self._entries) > self._documents or self._held_characters > self._characters:
            oldest, _ = self._entries.popitem(last=False)
            self._held_characters -= len(oldest)

    def __len__(self) -> int:
        return len(self._entries)
