"""An executor that keeps what all executions of an operation have in common, and completes plain fields by ``plans``.

Whatever is not plain, and every object with a value that does not complete at once, goes through graphql-core itself:
the data and the errors stay exactly its own.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Self, TypeAlias, cast

import orjson
from graphql import (
    Executor,
    FieldNode,
    GraphQLError,
    GraphQLField,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    TypeNameMetaFieldDef,
    is_leaf_type,
)
from graphql.execution import (
    default_field_resolver,
    default_type_resolver,
    get_argument_values,
    get_variable_values,
)
from graphql.execution.collect_fields import FieldDetailsList, GroupedFieldSet, collect_fields
from graphql.execution.executor import to_nodes
from graphql.execution.values import VariableValues
from graphql.pyutils import AwaitableOrValue, Path
from strawberry import Schema
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext
from strawberry.schema.schema_converter import GraphQLCoreConverter

from breachlight.graphql.engine.direct import DirectResolver, Resolve
from breachlight.graphql.engine.memo import Memo, MemoizingInfo, Operation, Root
from breachlight.graphql.engine.plans import Complete, Plan, Step, attribute_of, branch, leaf_completion, unwrap

Given: TypeAlias = tuple[Any, Any, VariableValues]
"""The root value, the context and the variables of one execution."""

_COERCION_ERRORS: Final = 5
"""Wrong variables that one response lists."""


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
    def build(cls, schema: GraphQLSchema, *args: Any, **kwargs: Any) -> list[GraphQLError] | Executor[Any]:
        """Build an executor, or return the errors of the request; see ``Executor.build``."""
        if GraphQLCoreConverter.DEFINITION_BACKREF in schema.extensions:
            kwargs["hide_suggestions"] = cls.hides_suggestions(schema)
        built = super().build(schema, *args, **kwargs)
        return built[:_COERCION_ERRORS] if isinstance(built, list) else built

    @classmethod
    def of_known(cls, operation: Operation, memo: Memo, given: Given, **options: Any) -> Self:
        """Build an executor of a known operation, without looking into its document."""
        root_value, context_value, variable_values = given
        return cls(
            operation.schema,
            operation.fragment_definitions,
            operation.fragments,
            root_value,
            context_value,
            operation.node,
            variable_values,
            default_field_resolver,
            default_type_resolver,
            default_field_resolver,
            memo=memo,
            hide_suggestions=cls.hides_suggestions(operation.schema),
            **options,
        )

    @staticmethod
    def hides_suggestions(schema: GraphQLSchema) -> bool:
        """Return whether errors may not suggest names of the schema."""
        strawberry_schema: Schema | None = schema.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
        return strawberry_schema is not None and strawberry_schema.config.disable_field_suggestions

    @classmethod
    def variables(cls, operation: Operation, given: dict[str, Any] | None) -> VariableValues | list[GraphQLError]:
        """Return the values of a known operation's variables, or what is wrong with them."""
        definitions = operation.node.variable_definitions
        if not definitions:
            return VariableValues({}, {})
        values = get_variable_values(
            operation.schema,
            definitions,
            given or {},
            max_errors=_COERCION_ERRORS,
            hide_suggestions=cls.hides_suggestions(operation.schema),
        )
        return values[:_COERCION_ERRORS] if isinstance(values, list) else values

    def find_roots(self) -> Sequence[Root] | None:
        """Return the root fields of the operation; None if they can't be executed one by one, which this executor then does."""
        parent = self.schema.get_root_type(self.operation.operation)
        if parent is None or self._has_middleware:
            return None
        try:
            fields = collect_fields(
                self.schema, self.fragments, self.variable_values, parent, self.operation, self.hide_suggestions
            ).grouped_field_set
        except (GraphQLError, RecursionError):  # executing it meets it again, and reports it
            return None
        found = [self._root(parent, key, details) for key, details in fields.items()]
        return [root for root in found if root is not None]

    def _root(self, parent: GraphQLObjectType, key: str, details: FieldDetailsList) -> Root | None:
        """Return one of the root fields, None if there is no such field, which then is no part of an answer."""
        definition = self.schema.get_field(parent, details[0].node.name.value)
        if definition is None:
            return None
        direct, completion = DirectResolver.of(self.schema, definition), self._completion(definition, details)
        resolve = direct or _with_names(definition.resolve or self.field_resolver)
        root = Root(key, parent, definition, details, to_nodes(details), resolve, None, completion)
        if self.operation.variable_definitions:
            return root
        try:
            arguments = get_argument_values(
                definition,
                details[0].node,
                self.variable_values,
                details[0].fragment_variable_values,
                self.hide_suggestions,
            )
            constant = None if direct is None else direct.with_constants(arguments)
        except Exception:  # each execution meets it again, and reports it
            return root
        return replace(root, arguments=arguments) if constant is None else replace(root, resolve=constant, arguments={})

    @property
    def _has_middleware(self) -> bool:
        return self.middleware_manager is not None and bool(self.middleware_manager.middlewares)

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
        results = None if len(plan.rest) == len(plan.blank) else plan.complete_if_plain(source_value)
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

    def _plan(self, parent_type: GraphQLObjectType, selection: GroupedFieldSet) -> Plan:
        key = (parent_type.name, id(selection))
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._make_plan(parent_type, selection)
        return plan

    def _make_plan(self, parent_type: GraphQLObjectType, selection: GroupedFieldSet) -> Plan:
        plan = Plan(selection)
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
                plan.steps.append(Step(key, attribute, *completion))
            else:
                plan.rest[key] = details
        return plan

    def _completion(self, definition: GraphQLField, details: FieldDetailsList) -> tuple[type | None, Complete] | None:
        """Return the type of values that stay as they are and what completes the others, or None if nothing can."""
        nullable, items, named = unwrap(definition.type)
        if is_leaf_type(named):
            return leaf_completion(definition, named, nullable=nullable, items=items)
        if not isinstance(named, GraphQLObjectType) or named.is_type_of is not None:
            return None
        collected = self.collect_subfields(named, details)
        plan = self._plan(named, collected.grouped_field_set)
        if plan.rest or collected.new_defer_usages:
            return None
        return None, branch(plan, nullable=nullable, items=items)


def _with_names(resolve: Callable[..., Any]) -> Resolve:
    return lambda source, info, arguments: resolve(source, info, **arguments)


async def _merge(results: dict[str, Any], rest: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    results.update(await rest)
    return results
