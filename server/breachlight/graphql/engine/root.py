"""Known operations with a single root field: resolved and completed without graphql-core's executor.

An executor is made only for what it alone does: values that no plan completes, errors, and asynchronous work of resolvers.
"""

from collections.abc import Awaitable, Sequence
from typing import Any, cast

from graphql import ExecutionResult, GraphQLError, GraphQLResolveInfo
from graphql.execution import get_argument_values
from graphql.pyutils import Path
from graphql.type.definition import GraphQLResolveInfoHelpers
from strawberry.execution.is_awaitable import optimized_is_awaitable

from breachlight.graphql.engine.direct import copied
from breachlight.graphql.engine.executor import Given, PlainFieldExecutor
from breachlight.graphql.engine.memo import Constants, Memo, MemoizingInfo, Root


class RootExecution:
    """One execution of an operation; its steps are those of ``Executor.execute_field``."""

    is_awaitable = staticmethod(optimized_is_awaitable)

    def __init__(
        self,
        memo: Memo,
        constants: Constants,
        root: Root,
        given: Given,
        operation_extensions: dict[str, Any] | None,
    ) -> None:
        self._memo = memo
        self._constants = constants
        self._root = root
        self._given = given
        self._operation_extensions = operation_extensions
        self._executor: PlainFieldExecutor | None = None

    async def answer(self) -> ExecutionResult:
        """Execute the operation."""
        root = self._root
        path = Path(None, root.key, root.parent.name)
        info = self.resolve_info(path)
        try:
            arguments = self._arguments() if root.arguments is None else copied(root.arguments)
            value = root.resolve(self._given[0], info, arguments)
            if self.is_awaitable(value):
                value = await value
            completed = self._complete(info, path, value)
            if self.is_awaitable(completed):
                completed = await completed
        except Exception as error:
            return self._answer_with_error(path, error)
        return self._response({root.key: completed})

    def resolve_info(self, path: Path) -> GraphQLResolveInfo[Any]:
        """Return what the resolver knows of its field, as ``Executor.build_resolve_info`` does."""
        root, constants = self._root, self._constants
        root_value, context, variables = self._given
        info = MemoizingInfo(
            root.nodes[0].name.value,
            root.nodes,
            root.definition.type,
            root.parent,
            path,
            constants.schema,
            constants.fragment_definitions,
            root_value,
            constants.operation,
            variables.coerced,
            context,
            self.is_awaitable,
            None,
            GraphQLResolveInfoHelpers(self._gather, self._track),
            cast("dict[str, Any]", self._operation_extensions),
        )
        info.memo = self._memo
        return cast("GraphQLResolveInfo[Any]", info)

    def make_executor(self) -> PlainFieldExecutor:
        """Make graphql-core's executor of this execution."""
        return PlainFieldExecutor.again(
            self._memo,
            self._constants,
            self._given,
            is_awaitable=self.is_awaitable,
            operation_extensions=self._operation_extensions,
        )

    @property
    def _needed_executor(self) -> PlainFieldExecutor:
        if self._executor is None:
            self._executor = self.make_executor()
        return self._executor

    def _gather(self, values: Sequence[Awaitable[Any]]) -> Awaitable[list[Any]]:
        return self._needed_executor.gather_async_work(values)

    def _track(self, values: Sequence[Any]) -> None:
        self._needed_executor.track_async_work(values)

    def _arguments(self) -> dict[str, Any]:
        details = self._root.details[0]
        return get_argument_values(
            self._root.definition,
            details.node,
            self._given[2],
            details.fragment_variable_values,
            PlainFieldExecutor.hides_suggestions(self._constants.schema),
        )

    def _complete(self, info: GraphQLResolveInfo[Any], path: Path, value: Any) -> Any:
        root = self._root
        if root.completion is not None:
            exact, complete = root.completion
            try:
                return value if type(value) is exact else complete(value)
            except Exception:  # noqa: S110 -- graphql-core says what is wrong
                pass
        return self._needed_executor.complete_value(root.definition.type, root.details, info, path, value, None)

    def _answer_with_error(self, path: Path, error: Exception) -> ExecutionResult:
        root, executor = self._root, self._needed_executor
        try:
            executor.handle_field_error(error, root.definition.type, root.details, path)
        except GraphQLError as located:
            executor.collected_errors.add(located, None)
            return self._response(None)
        return self._response({root.key: None})

    def _response(self, data: dict[str, Any] | None) -> ExecutionResult:
        if self._executor is None:
            return ExecutionResult(data, None)
        # Nothing is deferred: an operation with directives has no memo.
        return cast("ExecutionResult", self._executor.build_response(data))
