"""Resolvers of root fields, called past Strawberry's wrappers where these have nothing to do but convert arguments."""

from collections.abc import Callable
from typing import Any, Final, Self, TypeVar

from graphql import GraphQLField, GraphQLResolveInfo, GraphQLSchema
from strawberry import Schema
from strawberry.schema.schema_converter import GraphQLCoreConverter, get_arguments
from strawberry.types.base import StrawberryContainer, StrawberryMaybe, get_object_definition
from strawberry.types.field import StrawberryField
from strawberry.types.lazy_type import LazyType

Resolve = Callable[[Any, GraphQLResolveInfo[Any], dict[str, Any]], Any]
"""Resolves a field of an object for what graphql-core tells it, with arguments as graphql-core coerced them."""
FromInputT = TypeVar("FromInputT", bound=Callable[..., Any])

_DEFINITION: Final = GraphQLCoreConverter.DEFINITION_BACKREF
_MARK: Final = "is_context_free"


def context_free(from_input: FromInputT) -> FromInputT:
    """Mark a ``from_input`` of Strawberry that makes plain values of the input alone: constant inputs are then read once."""
    from_input.__dict__[_MARK] = True
    return from_input


class DirectResolver:
    """Calls a resolver as Strawberry does for a field without extensions, permissions and exception handlers."""

    def __init__(self, field: StrawberryField, converter: GraphQLCoreConverter) -> None:
        self._field = field
        self._converter = converter
        self._info_class = converter.config.info_class

    @classmethod
    def of(cls, schema: GraphQLSchema, definition: GraphQLField) -> Self | None:
        """Return what calls the resolver of a field; None if Strawberry's wrappers have more to do."""
        strawberry_schema: Schema | None = schema.extensions.get(_DEFINITION)
        field = definition.extensions.get(_DEFINITION)
        if strawberry_schema is None or not isinstance(field, StrawberryField) or field.base_resolver is None:
            return None
        converter = strawberry_schema.schema_converter
        is_own = field.is_subscription or type(field).get_result is not StrawberryField.get_result
        # Strawberry has no public way to the exception handlers of a field.
        if is_own or field.extensions or converter._get_field_exception_handlers(field):  # noqa: SLF001
            return None
        return cls(field, converter)

    def __call__(self, source: Any, info: GraphQLResolveInfo[Any], arguments: dict[str, Any]) -> Any:
        """Call the resolver; its arguments are converted as Strawberry does."""
        own_info = self._info_class(_raw_info=info, _field=self._field)
        positional, named = self._converted(source, own_info, arguments)
        return self._field.base_resolver(*positional, **named)  # type: ignore[misc] # there is one, see ``of``

    def with_constants(self, arguments: dict[str, Any]) -> Resolve | None:
        """Return what calls the resolver with these arguments, converted once; None if each call needs its own."""
        if not all(_is_plain(argument.type) for argument in self._field.arguments):
            return None
        missing: Any = None
        positional, named = self._converted(missing, missing, arguments)
        resolver: Any = self._field.base_resolver
        reserved = (resolver.parent_parameter, resolver.root_parameter)
        of_source = [parameter.name for parameter in reserved if parameter]
        of_info = resolver.info_parameter.name if resolver.info_parameter else None
        constants = {name: value for name, value in named.items() if name not in (*of_source, of_info)}

        def resolve(source: Any, info: GraphQLResolveInfo[Any], _: dict[str, Any]) -> Any:
            given = copied(constants)
            for name in of_source:
                given[name] = source
            if of_info is not None:
                given[of_info] = self._info_class(_raw_info=info, _field=self._field)
            return resolver(source, **given) if positional else resolver(**given)

        return resolve

    def _converted(self, source: Any, info: Any, arguments: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        return get_arguments(
            field=self._field,
            source=source,
            info=info,
            kwargs=arguments,
            config=self._converter.config,
            scalar_registry=self._converter.scalar_registry,
        )


def copied(value: Any) -> Any:
    """Return a copy of arguments, which are a resolver's own to change."""
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if type(value) is list else value


def _is_plain(kind: Any) -> bool:
    """Return whether values of a type are leaves, lists of them, or what a context-free ``from_input`` makes."""
    while isinstance(kind, StrawberryContainer):
        if isinstance(kind, StrawberryMaybe):
            return False
        kind = kind.of_type
    if isinstance(kind, LazyType):
        return False
    definition = get_object_definition(kind)
    return definition is None or bool(getattr(definition.from_input, _MARK, False))
