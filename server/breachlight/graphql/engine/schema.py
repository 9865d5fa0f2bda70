"""The schema class: documents from the cache, operations by our executor; what is allowed is up to the application."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, Final, cast

import strawberry
from graphql import DocumentNode, GraphQLError, OperationDefinitionNode, specified_rules, validate
from graphql import ExecutionResult as GraphQLExecutionResult
from strawberry.execution.is_awaitable import optimized_is_awaitable
from strawberry.extensions import SchemaExtension
from strawberry.schema.name_converter import NameConverter
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule
from strawberry.types import ExecutionResult
from strawberry.types.execution import ParseOptions
from strawberry.types.graphql import OperationType
from strawberry.utils.await_maybe import await_maybe

from breachlight.graphql.engine.documents import DocumentCache, KnownDocument
from breachlight.graphql.engine.executor import PlainFieldExecutor
from breachlight.graphql.engine.known import KnownExecution
from breachlight.graphql.engine.memo import Operation

RULES: Final = (*specified_rules, MaybeNullValidationRule, OneOfInputValidationRule)
"""The rules by which Strawberry validates."""

_EXECUTED: Final = frozenset({OperationType.QUERY, OperationType.MUTATION})


class Names(NameConverter):
    """Names as Strawberry makes them, each made once: it asks again for every argument of every request."""

    @lru_cache(4096)  # noqa: B019 -- one converter for each schema, as long-lived as the process
    def apply_naming_config(self, name: str) -> str:
        """Return the name in the schema of a Python name."""
        return super().apply_naming_config(name)


class Schema(strawberry.Schema):
    """A Strawberry schema that remembers valid documents and what their execution has in common.

    A subclass may override ``parse_options``, ``check_document`` and ``describe``.
    """

    parse_options: ClassVar[dict[str, Any]] = {}
    """What the parser of graphql-core is given."""

    def __init__(self, query: type, *, documents: DocumentCache, **options: Any) -> None:
        extensions: list[type[SchemaExtension]] = [_Documents]
        super().__init__(query, extensions=extensions, execution_context_class=PlainFieldExecutor, **options)
        self._documents = documents

    def keep(self, queries: Iterable[str]) -> None:
        """Keep the documents of these texts in the cache, once they were asked and found valid."""
        self._documents.keep(queries)

    def check_document(self, document: DocumentNode) -> list[GraphQLError]:
        """Return why a document may not run, its validation errors."""
        return validate(self._schema, document, RULES)

    def describe(self, operation: OperationDefinitionNode) -> None:
        """Take notice of an operation that is about to run."""

    async def execute(  # noqa: PLR0917 -- Strawberry's parameters
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: Any | None = None,
        root_value: Any | None = None,
        operation_name: str | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
        operation_extensions: dict[str, Any] | None = None,
    ) -> ExecutionResult:
        """Execute a query or mutation; see ``strawberry.Schema.execute``.

        A document that is known to be valid goes to the executor at once: all that Strawberry's extensions do here is to
        parse and validate, and their machinery takes as long as a short query.
        """
        known = self._documents.get(query) if query else None
        operation = known.operation(operation_name) if known else None
        allowed = _EXECUTED if allowed_operation_types is None else _EXECUTED.intersection(allowed_operation_types)
        if known is None or operation is None or OperationType(operation.node.operation.value) not in allowed:
            return await super().execute(
                query,
                variable_values,
                context_value,
                root_value,
                operation_name,
                allowed_operation_types,
                operation_extensions,
            )
        self.describe(operation.node)
        result = await self._execute_known(operation, root_value, context_value, variable_values, operation_extensions)
        if result.errors:
            context = self._create_execution_context(
                query, allowed, variable_values, context_value, root_value, operation_name, operation_extensions
            )
            context.graphql_document = known.node
            self._process_errors(result.errors, context)
        return ExecutionResult(data=result.data, errors=result.errors)

    async def _execute_known(
        self,
        operation: Operation,
        root_value: Any,
        context: Any,
        raw_variables: dict[str, Any] | None,
        operation_extensions: dict[str, Any] | None,
    ) -> GraphQLExecutionResult:
        try:
            variables = PlainFieldExecutor.variables(operation, raw_variables)
            if isinstance(variables, list):
                return GraphQLExecutionResult(None, variables)
            memo = operation.memo(variables)
            given = root_value, context, variables
            if memo.roots is None:
                executor = PlainFieldExecutor.of_known(
                    operation,
                    memo,
                    given,
                    is_awaitable=optimized_is_awaitable,
                    operation_extensions=operation_extensions,
                )
                memo.roots = executor.find_roots()
                if memo.roots is None:
                    return cast("GraphQLExecutionResult", await await_maybe(executor.execute_operation()))
            return await KnownExecution(operation, memo, memo.roots, given, operation_extensions).answer()
        except Exception as error:
            return GraphQLExecutionResult(None, [GraphQLError(str(error), original_error=error)])


class _Documents(SchemaExtension):
    """Parses and validates as the schema says, or takes both from the cache."""

    _known: KnownDocument | None = None

    @property
    def _schema(self) -> Schema:
        return cast("Schema", self.execution_context.schema)

    @property
    def _cache(self) -> DocumentCache:
        return self._schema._documents  # noqa: SLF001 -- of this module's class

    def on_parse(self) -> Iterator[None]:
        """Take the document from the cache, or let it be parsed."""
        context = self.execution_context
        self._known = self._cache.get(context.query) if context.query else None
        if self._known is not None:
            context.graphql_document = self._known.node
            context.validation_rules = ()
        else:
            # The options are the parser's own; Strawberry's type names only one of them.
            context.parse_options = cast("ParseOptions", self._schema.parse_options)
        yield

    def on_validate(self) -> Iterator[None]:
        """Check a document that is not known and keep it if it passes; then, that it is clear which operation runs."""
        context = self.execution_context
        document: Any = context.graphql_document
        errors: list[GraphQLError] = []
        if self._known is None:
            errors = self._schema.check_document(document)
            if not errors and context.query:
                self._known = KnownDocument.of(self._schema._schema, document)  # noqa: SLF001 -- as Strawberry's own
                self._cache.put(context.query, self._known)
        name = context._provided_operation_name  # noqa: SLF001 -- the public one already holds the first operation's
        operation = self._known.operation(name) if self._known else None
        if operation is not None:
            self._schema.describe(operation.node)
        # Strawberry would take the first operation (GraphQL, section 6.1: it is an error).
        context.pre_execution_errors = errors or (_ambiguous(document) if name is None else [])
        yield


def _ambiguous(document: DocumentNode) -> list[GraphQLError]:
    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    if len(operations) < 2:
        return []
    return [GraphQLError("The query contains several operations: set operationName.", operations)]
