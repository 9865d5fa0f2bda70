"""One cache for parsed and validated documents, and the extension that fills it.

It stands in for Strawberry's parser and validation caches: those hash the whole syntax tree on every hit, and any
stranger can empty them with a hundred different texts. Here a document is kept only if it is valid, and it moves among
the long-lived ones only when it comes a second time, so a stream of new texts pushes out nothing but its own like.
Validity does not depend on the operation's name or the variables, so the text alone is the key. With a document is kept
what its executions share.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Self, cast

from graphql import (
    ASTValidationRule,
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    NoSchemaIntrospectionCustomRule,
    OperationDefinitionNode,
    specified_rules,
    validate,
)
from strawberry.extensions import SchemaExtension
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule
from strawberry.types.execution import ParseOptions

from breachlight.graphql.engine.executor import Memo
from breachlight.graphql.limits import PARSE_OPTIONS, VALIDATION_ERRORS, measure
from breachlight.graphql.operation_spans import describe

CACHED_DOCUMENTS: Final = 256
"""Documents in each half of the cache; our own client has about forty."""

CACHED_CHARACTERS: Final = 131_072
"""Characters of query text in each half. A syntax tree takes up to 400 times its text, so about 50 MB at worst."""

VALIDATION_FAILED: Final = "GRAPHQL_VALIDATION_FAILED"

_RULES: Final[tuple[type[ASTValidationRule], ...]] = (
    *specified_rules,
    MaybeNullValidationRule,
    OneOfInputValidationRule,
)
_RULES_WITHOUT_INTROSPECTION: Final = (*_RULES, NoSchemaIntrospectionCustomRule)


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of a valid document."""

    node: OperationDefinitionNode
    memo: Memo | None
    """None where a directive may let variables choose the fields."""


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A document that passed validation."""

    node: DocumentNode
    operations: dict[str, Operation] = field(default_factory=dict)
    """By name; an operation without one, which is the only one, by the empty text."""

    @classmethod
    def of(cls, node: DocumentNode, query: str) -> Self:
        """Take up a document that was parsed from ``query`` and passed validation."""
        is_constant = "@" not in query
        operations = {
            definition.name.value if definition.name else "": Operation(definition, Memo() if is_constant else None)
            for definition in node.definitions
            if isinstance(definition, OperationDefinitionNode)
        }
        return cls(node, operations)

    def operation(self, name: str | None) -> Operation | None:
        """Return the operation of a name, or the only one for None."""
        if name is not None:
            return self.operations.get(name)
        return next(iter(self.operations.values())) if len(self.operations) == 1 else None


class DocumentCache:
    """Valid documents by their text: a half for those seen once, a half for those seen again, each least recent out."""

    def __init__(self, documents: int = CACHED_DOCUMENTS, characters: int = CACHED_CHARACTERS) -> None:
        self._seen_once = _Half(documents, characters)
        self._seen_again = _Half(documents, characters)

    def get(self, query: str) -> KnownDocument | None:
        """Return the document of a text that was found valid before."""
        document = self._seen_again.get(query)
        if document is None and (document := self._seen_once.take(query)) is not None:
            self._seen_again.put(query, document)
        return document

    def put(self, query: str, document: KnownDocument) -> None:
        """Keep a document that passed validation."""
        self._seen_once.put(query, document)

    def __len__(self) -> int:
        return len(self._seen_once) + len(self._seen_again)


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


def check_document(
    schema: GraphQLSchema, document: DocumentNode, *, introspection: bool, suggestions: bool
) -> list[GraphQLError]:
    """Return why a document may not run: the first limit it passes, or else its validation errors.

    Args:
        schema: the schema to validate against.
        document: the parsed request.
        introspection: whether ``__schema`` and ``__type`` may be asked for.
        suggestions: whether errors may name fields, types and values that the query nearly hit.
    """
    refusal = measure(schema, document).error
    if refusal is not None:
        return [refusal]
    rules = _RULES if introspection else _RULES_WITHOUT_INTROSPECTION
    errors = validate(schema, document, rules, max_errors=VALIDATION_ERRORS, hide_suggestions=not suggestions)
    for error in errors:
        error.extensions = {"code": VALIDATION_FAILED, **(error.extensions or {})}
    return errors


class Documents(SchemaExtension):
    """Parses and validates under our limits, or takes both from the cache."""

    def __init__(self, cache: DocumentCache, *, introspection: bool) -> None:
        super().__init__()
        self._cache = cache
        self._introspection = introspection
        self._known = False

    def on_parse(self) -> Iterator[None]:
        """Take the document from the cache, or let it be parsed under our limits."""
        context = self.execution_context
        known = self._cache.get(context.query) if context.query else None
        if known is not None:
            self._known = True
            context.graphql_document = known.node
            context.validation_rules = ()
        else:
            # The options are the parser's own; Strawberry's type names only one of them.
            context.parse_options = cast("ParseOptions", PARSE_OPTIONS)
        yield

    def on_validate(self) -> Iterator[None]:
        """Check a document that is not known and keep it if it passes; then, that it is clear which operation runs."""
        context = self.execution_context
        document: Any = context.graphql_document
        errors: list[GraphQLError] = []
        if not self._known:
            schema: GraphQLSchema = context.schema._schema  # noqa: SLF001 -- Strawberry has no public name for it
            errors = check_document(
                schema, document, introspection=self._introspection, suggestions=self._introspection
            )
            if not errors and context.query:
                known = KnownDocument.of(document, context.query)
                self._cache.put(context.query, known)
                operation = known.operation(context._provided_operation_name)  # noqa: SLF001 -- as below
                if operation is not None:
                    describe(operation.node)
        # Strawberry would take the first operation (GraphQL, section 6.1: it is an error).
        unnamed = context._provided_operation_name is None  # noqa: SLF001 -- the public one already holds the first's
        context.pre_execution_errors = errors or (_ambiguous(document) if unnamed else [])
        yield


def _ambiguous(document: DocumentNode) -> list[GraphQLError]:
    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    if len(operations) < 2:
        return []
    return [GraphQLError("The query contains several operations: set operationName.", operations)]
