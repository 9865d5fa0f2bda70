"""The schema class: every feature's types under our limits, our executor, our cache and our masking."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, cast

import strawberry
from graphql import ExecutionResult as GraphQLExecutionResult
from graphql import GraphQLError
from strawberry.execution.is_awaitable import optimized_is_awaitable
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.name_converter import NameConverter
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.graphql import OperationType
from strawberry.types.scalar import ScalarDefinition
from strawberry.utils.await_maybe import await_maybe

from breachlight.graphql.engine.documents import DocumentCache, Documents, Operation
from breachlight.graphql.engine.executor import PlainFieldExecutor
from breachlight.graphql.errors import EXCEPTION_HANDLERS, mask_errors
from breachlight.graphql.operation_spans import describe
from breachlight.graphql.scalars import SCALARS
from breachlight.kit import tracing


class _Names(NameConverter):
    """Names as Strawberry makes them, each made once: it asks again for every argument of every request."""

    @lru_cache(4096)  # noqa: B019 -- one converter for each schema, as long-lived as the process
    def apply_naming_config(self, name: str) -> str:
        """Return the name in the schema of a Python name."""
        return super().apply_naming_config(name)


_EXECUTED: Final = frozenset({OperationType.QUERY, OperationType.MUTATION})


class Schema(strawberry.Schema):
    """A Strawberry schema whose every error, on every transport, passes through the mask."""

    def __init__(self, query: type, *, documents: DocumentCache, introspection: bool, **options: Any) -> None:
        extensions: list[Callable[[], SchemaExtension]] = [lambda: Documents(documents, introspection=introspection)]
        super().__init__(query, extensions=extensions, execution_context_class=PlainFieldExecutor, **options)
        self._documents = documents

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Mask the errors of a result in place; Strawberry calls this once for each result."""
        mask_errors(errors, execution_context)

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
        with tracing.span("graphql"):
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
            context = self._create_execution_context(
                query, allowed, variable_values, context_value, root_value, operation_name, operation_extensions
            )
            context.graphql_document = known.node
            describe(operation.node)
            result = await self._execute_known(context, operation)
            if result.errors:
                self._process_errors(result.errors, context)
            return ExecutionResult(data=result.data, errors=result.errors)

    async def _execute_known(self, context: ExecutionContext, operation: Operation) -> GraphQLExecutionResult:
        try:
            executor = PlainFieldExecutor.build(
                self._schema,
                context.graphql_document,
                context.root_value,
                context.context,
                context.variables,
                context._provided_operation_name,  # noqa: SLF001 -- the public one holds the first one's for None
                is_awaitable=optimized_is_awaitable,
                operation_extensions=context.operation_extensions,
                memo=operation.memo,
            )
            if isinstance(executor, list):
                return GraphQLExecutionResult(None, executor)
            return cast("GraphQLExecutionResult", await await_maybe(executor.execute_operation()))
        except Exception as error:
            return GraphQLExecutionResult(None, [GraphQLError(str(error), original_error=error)])


def create_schema(
    query: type,
    mutation: type | None = None,
    subscription: type | None = None,
    *,
    types: Iterable[type] = (),
    scalars: Mapping[object, ScalarDefinition] = MappingProxyType({}),
    exception_handlers: Iterable[strawberry.ExceptionHandler[Any, Any]] = (),
    introspection: bool = False,
) -> Schema:
    """Join the root types of the features to the schema that is served.

    Args:
        query: the root type of queries.
        mutation: the root type of mutations.
        subscription: the root type of subscriptions.
        types: types that no root field reaches by itself.
        scalars: scalars of this schema, in addition to the shared ones.
        exception_handlers: a feature's own ones; they are asked before the shared ones.
        introspection: whether clients may ask for the schema and are told what a misspelt name may have meant.
    """
    return Schema(
        query,
        mutation=mutation,
        subscription=subscription,
        types=types,
        documents=DocumentCache(),
        introspection=introspection,
        exception_handlers=(*exception_handlers, *EXCEPTION_HANDLERS),
        # Not sort_schema: it makes plain copies of Strawberry's enums and unions, which then do not serialize.
        config=StrawberryConfig(
            disable_field_suggestions=not introspection,
            scalar_map={**SCALARS, **scalars},
            name_converter=_Names(),
        ),
    )
