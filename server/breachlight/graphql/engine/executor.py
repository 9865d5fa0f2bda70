"""An executor that completes plain fields of an object in one step.

graphql-core resolves every field of every row through a path, a resolve info, a resolver and a chain of completions.
For an attribute that is merely read and serialized all of that is constant, so it is worked out once per selection.
Whatever is not plain, and every object with a value that does not complete at once, goes through graphql-core itself:
the data and the errors stay exactly its own.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import Enum
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import orjson
from graphql import (
    ExecutionResult,
    Executor,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLBoolean,
    GraphQLError,
    GraphQLField,
    GraphQLID,
    GraphQLInt,
    GraphQLLeafType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLResolveInfo,
    GraphQLSchema,
    GraphQLString,
    OperationDefinitionNode,
    TypeNameMetaFieldDef,
    is_leaf_type,
)
from graphql.execution import (
    ExperimentalIncrementalExecutionResults,
    default_field_resolver,
    default_type_resolver,
    get_argument_values,
    get_variable_values,
)
from graphql.execution.collect_fields import (
    CollectedFields,
    DeferUsage,
    FieldDetailsList,
    FragmentDetails,
    GroupedFieldSet,
)
from graphql.execution.executor import to_nodes
from graphql.pyutils import AwaitableOrValue, Path
from strawberry import Schema
from strawberry.execution.is_awaitable import optimized_is_awaitable
from strawberry.schema.schema import (
    StrawberryGraphQLCoreExecutionContext,
    _OperationContextAwareGraphQLResolveInfo,
)
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField

_COERCION_ERRORS: Final = 5
"""Wrong variables that one response lists."""

_EXACT_TYPES: Final[dict[str, type]] = {GraphQLString.name: str, GraphQLID.name: str, GraphQLBoolean.name: bool}
"""Scalars and the Python type that they serialize to itself."""

_PLAIN_TYPES: Final = frozenset({str, int, float, bool, datetime, date, UUID})
"""Types of values that are neither awaitable nor an exception, so that only serializing is left to do."""


_COMPLETION_KEY: Final = "breachlight-completion"

_SMALLEST_INT, _LARGEST_INT = -(2**31), 2**31 - 1

Complete = Callable[[Any], Any]
"""Turns the value of a field into what the answer holds; raises any exception where only graphql-core does it right."""


class _NotPlainError(Exception):
    """A value that only graphql-core completes right."""


class _Step(NamedTuple):
    """How to complete one field: a value of the type ``exact`` as it is, any other by ``complete``."""

    key: str
    attribute: str
    exact: type | None
    complete: Complete


@dataclass(frozen=True, slots=True)
class _Plan:
    """How to complete one selection on one type."""

    selection: GroupedFieldSet
    """Held so that its identity, by which the plan is found, is not given to another selection."""
    blank: dict[str, Any] = field(default_factory=dict)
    """All response keys in the order of the query, with the values that are the same for every object."""
    steps: list[_Step] = field(default_factory=list)
    rest: GroupedFieldSet = field(default_factory=dict)
    """What is left to graphql-core."""

    def complete(self, source: Any) -> dict[str, Any]:
        """Complete the plain fields of an object and hold the places of the others.

        Raises:
            Exception: any, when a value is not what the plan is for.
        """
        results = self.blank.copy()
        for key, attribute, exact, complete in self.steps:
            value = getattr(source, attribute)
            results[key] = value if type(value) is exact else complete(value)
        return results


@dataclass(frozen=True, slots=True)
class _Root:
    """The only root field of an operation."""

    key: str
    parent: GraphQLObjectType
    definition: GraphQLField
    details: FieldDetailsList
    nodes: list[FieldNode]
    arguments: dict[str, Any] | None
    """Its arguments, None if they depend on variables."""
    completion: tuple[type | None, Complete] | None
    """As in a ``_Step``; None if graphql-core completes the value."""


class _Constants(NamedTuple):
    """What ``Executor.build`` finds in a document."""

    schema: GraphQLSchema
    fragment_definitions: dict[str, FragmentDefinitionNode]
    fragments: dict[str, FragmentDetails]
    operation: OperationDefinitionNode


@dataclass(slots=True)
class Memo:
    """What executing an operation works out that is the same at each request, kept for the next one.

    Only for operations whose selected fields depend on no variable. Everything is found by the identity of selections
    that the memo itself holds.
    """

    constants: _Constants | None = None
    fields: GroupedFieldSet | None = None
    root: _Root | None = None
    """None at first, and if there are several root fields."""
    sub_fields: dict[tuple[GraphQLObjectType, int], tuple[FieldDetailsList, CollectedFields]] = field(
        default_factory=dict
    )
    plans: dict[tuple[str, int], _Plan] = field(default_factory=dict)
    selections: dict[object, Any] = field(default_factory=dict)
    """What was read of the selections of fields (``selected``)."""


class MemoizingInfo(_OperationContextAwareGraphQLResolveInfo):
    """What Strawberry tells a resolver of its field, with what is kept of the operation."""

    memo: Memo


class PlainFieldExecutor(StrawberryGraphQLCoreExecutionContext):
    """graphql-core's executor with plans for plain fields; made by ``Schema(execution_context_class=...)``."""

    def __init__(self, *args: Any, memo: Memo | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._memo = memo or Memo()
        self._is_memoizing = memo is not None
        self._plans = self._memo.plans
        # graphql-core's own memo of sub-selections.
        self._relevant_sub_fields = self._memo.sub_fields

    @classmethod
    def build(
        cls, schema: GraphQLSchema, *args: Any, memo: Memo | None = None, **kwargs: Any
    ) -> list[GraphQLError] | Executor[Any]:
        """Build an executor, or return the errors of the request; see ``Executor.build``."""
        strawberry_schema: Schema = schema.extensions[GraphQLCoreConverter.DEFINITION_BACKREF]
        kwargs["hide_suggestions"] = strawberry_schema.config.disable_field_suggestions
        if memo is None:
            built = super().build(schema, *args, **kwargs)
        elif memo.constants is not None:
            return cls._build_again(memo, memo.constants, args, kwargs)
        else:
            built = super().build(schema, *args, memo=memo, **kwargs)
        if isinstance(built, list):
            return built[:_COERCION_ERRORS]
        if memo is not None:
            memo.constants = _Constants(built.schema, built.fragment_definitions, built.fragments, built.operation)
        return built

    @classmethod
    def _build_again(
        cls, memo: Memo, constants: _Constants, args: tuple[Any, ...], options: dict[str, Any]
    ) -> list[GraphQLError] | Executor[Any]:
        """Build an executor of a known operation, from what was found in its document before."""
        _document, root_value, context_value, raw_variable_values, _operation_name = args
        variable_values = get_variable_values(
            constants.schema,
            constants.operation.variable_definitions or (),
            raw_variable_values or {},
            max_errors=_COERCION_ERRORS,
            hide_suggestions=options["hide_suggestions"],
        )
        if isinstance(variable_values, list):
            return variable_values[:_COERCION_ERRORS]
        return cls(
            constants.schema,
            constants.fragment_definitions,
            constants.fragments,
            root_value,
            context_value,
            constants.operation,
            variable_values,
            default_field_resolver,
            default_type_resolver,
            default_field_resolver,
            memo=memo,
            **options,
        )

    def execute_operation(
        self, serially: bool | None = None
    ) -> AwaitableOrValue[ExecutionResult | ExperimentalIncrementalExecutionResults]:
        """Execute the operation; see ``Executor.execute_operation``."""
        root = self._memo.root
        return super().execute_operation(serially) if root is None else self._execute_root(root)

    async def _execute_root(self, root: _Root) -> ExecutionResult | ExperimentalIncrementalExecutionResults:
        """Execute an operation of a single root field; the steps are those of ``Executor.execute_field``."""
        path = Path(None, root.key, root.parent.name)
        try:
            try:
                info = self.build_resolve_info(root.definition, root.nodes, root.parent, path)
                arguments = self._arguments(root) if root.arguments is None else _copied(root.arguments)
                value = cast("Any", root.definition.resolve)(self.root_value, info, **arguments)
                if self.is_awaitable(value):
                    value = await value
                completed = self._complete_root(root, info, path, value)
                if self.is_awaitable(completed):
                    completed = await completed
            except Exception as error:
                self.handle_field_error(error, root.definition.type, root.details, path)
                completed = None
        except GraphQLError as error:
            self.collected_errors.add(error, None)
            return self.build_response(None)
        return self.build_response({root.key: completed})

    def _arguments(self, root: _Root) -> dict[str, Any]:
        details = root.details[0]
        return get_argument_values(
            root.definition,
            details.node,
            self.variable_values,
            details.fragment_variable_values,
            self.hide_suggestions,
        )

    def _complete_root(self, root: _Root, info: GraphQLResolveInfo[Any], path: Path, value: Any) -> Any:
        if root.completion is not None:
            exact, complete = root.completion
            try:
                return value if type(value) is exact else complete(value)
            except Exception:  # noqa: S110 -- graphql-core says what is wrong
                pass
        return self.complete_value(root.definition.type, root.details, info, path, value, None)

    def _find_root(self, parent: GraphQLObjectType, fields: GroupedFieldSet) -> _Root | None:
        """Return the root field of an operation that has one and takes no detours."""
        [(key, details), *others] = fields.items()
        definition = self.schema.get_field(parent, details[0].node.name.value)
        if others or definition is None or definition.resolve is None or self._has_middleware:
            return None
        root = _Root(key, parent, definition, details, to_nodes(details), None, self._completion(definition, details))
        if self.operation.variable_definitions:
            return root
        try:
            return replace(root, arguments=self._arguments(root))
        except GraphQLError:
            return root

    @property
    def _has_middleware(self) -> bool:
        return self.middleware_manager is not None and bool(self.middleware_manager.middlewares)

    def execute_collected_root_fields(
        self,
        root_type: GraphQLObjectType,
        root_value: Any,
        grouped_field_set: GroupedFieldSet,
        serially: bool,
        new_defer_usages: Sequence[DeferUsage],
    ) -> AwaitableOrValue[dict[str, Any]]:
        """Execute the root fields, as they were collected first; see ``Executor.execute_collected_root_fields``."""
        if self._memo.fields is None:
            self._memo.fields = grouped_field_set
            self._memo.root = self._find_root(root_type, grouped_field_set) if not new_defer_usages else None
        return super().execute_collected_root_fields(
            root_type, root_value, self._memo.fields, serially, new_defer_usages
        )

    def execute_fields(
        self,
        parent_type: GraphQLObjectType,
        source_value: Any,
        path: Path | None,
        grouped_field_set: GroupedFieldSet,
        position_context: Any,
    ) -> AwaitableOrValue[dict[str, Any]]:
        """Complete the fields of one object; see ``Executor.execute_fields``."""
        plan = self._plan(parent_type, grouped_field_set)
        results = None if len(plan.rest) == len(plan.blank) else _try(plan, source_value)
        if results is None:
            return super().execute_fields(parent_type, source_value, path, grouped_field_set, position_context)
        if not plan.rest:
            return results
        rest = super().execute_fields(parent_type, source_value, path, plan.rest, position_context)
        if self.is_awaitable(rest):
            return _merge(results, rest)
        results.update(cast("dict[str, Any]", rest))
        return results

    def build_resolve_info(
        self, field_def: GraphQLField, field_nodes: list[FieldNode], parent_type: GraphQLObjectType, path: Path
    ) -> GraphQLResolveInfo[Any]:
        """Return what a resolver knows of its field, with the memo if the operation has one."""
        info: Any = super().build_resolve_info(field_def, field_nodes, parent_type, path)
        if self._is_memoizing:
            info = MemoizingInfo(*info)
            info.memo = self._memo
        return cast("GraphQLResolveInfo[Any]", info)

    def complete_object_value(  # noqa: PLR0917 -- graphql-core's parameters
        self,
        return_type: GraphQLObjectType,
        field_details_list: FieldDetailsList,
        info: GraphQLResolveInfo[Any],
        path: Path,
        result: Any,
        position_context: Any,
    ) -> AwaitableOrValue[dict[str, Any]]:
        """Complete an object, unless it is its JSON already; see ``Executor.complete_object_value``."""
        if type(result) is orjson.Fragment:
            return cast("dict[str, Any]", result)
        return super().complete_object_value(return_type, field_details_list, info, path, result, position_context)

    def _plan(self, parent_type: GraphQLObjectType, selection: GroupedFieldSet) -> _Plan:
        key = (parent_type.name, id(selection))
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._make_plan(parent_type, selection)
        return plan

    def _make_plan(self, parent_type: GraphQLObjectType, selection: GroupedFieldSet) -> _Plan:
        plan = _Plan(selection)
        for key, details in selection.items():
            definition = self.schema.get_field(parent_type, details[0].node.name.value)
            if definition is None:
                continue
            plan.blank[key] = None
            attribute = attribute_of(definition)
            if self._has_middleware:
                plan.rest[key] = details
            elif definition is TypeNameMetaFieldDef:
                plan.blank[key] = parent_type.name
            elif attribute is not None and (completion := self._completion(definition, details)) is not None:
                plan.steps.append(_Step(key, attribute, *completion))
            else:
                plan.rest[key] = details
        return plan

    def _completion(self, definition: GraphQLField, details: FieldDetailsList) -> tuple[type | None, Complete] | None:
        """Return the type of values that stay as they are and what completes the others, or None if nothing can."""
        nullable, items, named = _unwrap(definition.type)
        if is_leaf_type(named):
            # Kept with the field, since it never changes.
            if _COMPLETION_KEY not in definition.extensions:
                definition.extensions[_COMPLETION_KEY] = _leaf(named, nullable=nullable, items=items)
            completion: tuple[type | None, Complete] | None = definition.extensions[_COMPLETION_KEY]
            return completion
        if not isinstance(named, GraphQLObjectType) or named.is_type_of is not None:
            return None
        collected = self.collect_subfields(named, details)
        plan = self._plan(named, collected.grouped_field_set)
        if plan.rest or collected.new_defer_usages:
            return None
        return None, _branch(plan, nullable=nullable, items=items)


def _try(plan: _Plan, source: Any) -> dict[str, Any] | None:
    """Complete what is plain, or return None if graphql-core must do it all, be it to say what is wrong."""
    try:
        return plan.complete(source)
    except Exception:
        return None


def attribute_of(definition: GraphQLField) -> str | None:
    """Return the attribute that a field reads, or None if there is more to the field than reading one."""
    strawberry_field = definition.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if not getattr(definition.resolve, "_is_default", False) or not isinstance(strawberry_field, StrawberryField):
        return None
    if not strawberry_field.is_basic_field or strawberry_field.default_resolver is not getattr:
        return None
    return strawberry_field.python_name


def _unwrap(output: GraphQLOutputType) -> tuple[bool, bool, GraphQLOutputType]:
    """Return whether a type is nullable, whether it is a list of non-null items, and what is inside."""
    nullable = not isinstance(output, GraphQLNonNull)
    inner = output.of_type if isinstance(output, GraphQLNonNull) else output
    if isinstance(inner, GraphQLList) and isinstance(inner.of_type, GraphQLNonNull):
        return nullable, True, inner.of_type.of_type
    return nullable, False, inner


def _leaf(named: GraphQLLeafType, *, nullable: bool, items: bool) -> tuple[type | None, Complete] | None:
    """Return how to complete a scalar, an enum, or a list of scalars."""
    exact, coerce = _EXACT_TYPES.get(named.name), named.coerce_output_value

    def complete(value: Any) -> Any:
        if value is None and nullable:
            return None
        if type(value) in _PLAIN_TYPES or isinstance(value, Enum):
            completed = coerce(value)
            if completed is not None:
                return completed
        raise _NotPlainError

    def complete_int(value: Any) -> Any:
        if type(value) is int and _SMALLEST_INT <= value <= _LARGEST_INT:
            return value
        return complete(value)

    def complete_items(value: Any) -> Any:
        if value is None and nullable:
            return None
        if type(value) is not list:
            raise _NotPlainError
        for item in value:
            if type(item) is not exact:
                raise _NotPlainError
        return value.copy()

    if items:
        return None if exact is None else (None, complete_items)
    return exact, complete_int if named is GraphQLInt else complete


def _branch(plan: _Plan, *, nullable: bool, items: bool) -> Complete:
    """Return how to complete an object all of whose selected fields are plain, or a list of such."""

    def complete(value: Any) -> Any:
        if type(value) is orjson.Fragment:
            return value
        if type(value) in _objects or _is_object(value):
            return plan.complete(value)
        raise _NotPlainError

    def complete_nullable(value: Any) -> Any:
        return None if value is None else complete(value)

    def complete_items(value: Any) -> Any:
        if value is None and nullable:
            return None
        if type(value) is list:
            return [complete(item) for item in value]
        raise _NotPlainError

    return complete_items if items else complete_nullable if nullable else complete


_objects: Final[set[type]] = set()
"""Types whose values were looked at and are objects to read, neither awaitable nor exceptions."""


def _is_object(value: Any) -> bool:
    is_object = value is not None and not isinstance(value, Exception) and not optimized_is_awaitable(value)
    if is_object:
        _objects.add(type(value))
    return is_object


def _copied(value: Any) -> Any:
    """Return a copy of arguments, which are a resolver's own to change."""
    if type(value) is dict:
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if type(value) is list else value


async def _merge(results: dict[str, Any], rest: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    results.update(await rest)
    return results
