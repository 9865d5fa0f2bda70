"""The schema class: every feature's types under our limits, our executor, our cache and our masking."""

from collections.abc import Iterable
from typing import Any

import strawberry
from graphql import GraphQLError
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from breachlight.graphql.documents import DocumentCache, Documents
from breachlight.graphql.errors import EXCEPTION_HANDLERS, mask_errors
from breachlight.graphql.executor import PlainFieldExecutor
from breachlight.graphql.scalars import SCALARS


class Schema(strawberry.Schema):
    """A Strawberry schema whose every error, on every transport, passes through the mask."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Mask the errors of a result in place; Strawberry calls this once for each result."""
        mask_errors(errors, execution_context)


def create_schema(
    query: type,
    mutation: type | None = None,
    subscription: type | None = None,
    *,
    types: Iterable[type] = (),
    exception_handlers: Iterable[strawberry.ExceptionHandler[Any, Any]] = (),
    introspection: bool = False,
) -> Schema:
    """Join the root types of the features to the schema that is served.

    Args:
        query: the root type of queries.
        mutation: the root type of mutations.
        subscription: the root type of subscriptions.
        types: types that no root field reaches by itself.
        exception_handlers: a feature's own ones; they are asked before the shared ones.
        introspection: whether clients may ask for the schema and are told what a misspelt name may have meant.
    """
    cache = DocumentCache()

    def documents() -> SchemaExtension:
        return Documents(cache, introspection=introspection)

    return Schema(
        query,
        mutation,
        subscription,
        types=types,
        extensions=[documents],
        execution_context_class=PlainFieldExecutor,
        exception_handlers=(*exception_handlers, *EXCEPTION_HANDLERS),
        # Not sort_schema: it makes plain copies of Strawberry's enums and unions, which then do not serialize.
        config=StrawberryConfig(disable_field_suggestions=not introspection, scalar_map=SCALARS),
    )
