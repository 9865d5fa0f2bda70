"""The schema that is served: every feature's types under our limits, with our masking and traces."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

import strawberry
from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    NoSchemaIntrospectionCustomRule,
    OperationDefinitionNode,
    validate,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.scalar import ScalarDefinition

from breachlight.graphql.engine.documents import DocumentCache
from breachlight.graphql.engine.schema import RULES, Names
from breachlight.graphql.engine.schema import Schema as EngineSchema
from breachlight.graphql.errors import EXCEPTION_HANDLERS, mask_errors
from breachlight.graphql.limits import PARSE_OPTIONS, VALIDATION_ERRORS, measure
from breachlight.graphql.operation_spans import describe
from breachlight.graphql.scalars import SCALARS
from breachlight.kit import tracing

VALIDATION_FAILED: Final = "GRAPHQL_VALIDATION_FAILED"


class Schema(EngineSchema):
    """A schema whose every error, on every transport, passes through the mask."""

    parse_options: ClassVar[dict[str, Any]] = PARSE_OPTIONS

    def __init__(self, query: type, *, introspection: bool, **options: Any) -> None:
        super().__init__(query, **options)
        self._introspection = introspection

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Mask the errors of a result in place; Strawberry calls this once for each result."""
        mask_errors(errors, execution_context)

    def check_document(self, document: DocumentNode) -> list[GraphQLError]:
        """Return why a document may not run; see ``check_document``."""
        return check_document(
            self._schema, document, introspection=self._introspection, suggestions=self._introspection
        )

    def describe(self, operation: OperationDefinitionNode) -> None:
        """Name the span of a request after its operation."""
        describe(operation)

    async def execute(self, *args: Any, **options: Any) -> ExecutionResult:
        """Execute a query or mutation in a span; see ``strawberry.Schema.execute``."""
        with tracing.span("graphql"):
            return await super().execute(*args, **options)


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
    rules = RULES if introspection else (*RULES, NoSchemaIntrospectionCustomRule)
    errors = validate(schema, document, rules, max_errors=VALIDATION_ERRORS, hide_suggestions=not suggestions)
    for error in errors:
        error.extensions = {"code": VALIDATION_FAILED, **(error.extensions or {})}
    return errors


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
        introspection: whether clients may query the schema, and errors suggest corrections of misspelt names.
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
            name_converter=Names(),
        ),
    )
