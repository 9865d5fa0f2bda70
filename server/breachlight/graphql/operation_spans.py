"""Operations in traces: their kind and root fields, which the schema names; names and aliases are the client's and stay out."""

from typing import Final

from graphql import FieldNode, OperationDefinitionNode

from breachlight.kit import tracing

_MOST_FIELDS: Final = 10


def describe(operation: OperationDefinitionNode) -> None:
    """Name the current span after an operation of a valid document."""
    if not tracing.is_recording():
        return
    selected = operation.selection_set.selections
    fields = sorted({field.name.value for field in selected if isinstance(field, FieldNode)})[:_MOST_FIELDS]
    kind = operation.operation.value
    attributes = {"graphql.operation.type": kind, "graphql.operation.fields": fields}
    tracing.annotate(f"graphql {kind} {', '.join(fields)}".rstrip(), attributes)
