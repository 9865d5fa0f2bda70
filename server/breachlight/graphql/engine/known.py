"""Known operations: their root fields are resolved and completed without graphql-core's executor.

An executor is made only for what it alone does: values that no plan completes, errors, and asynchronous work of resolvers.
"""

from collections.abc import Awaitable, Sequence
from typing import Any, cast

from graphql import ExecutionResult, GraphQLError, GraphQLResolveInfo, OperationType
from graphql.execution import get_argument_values
from graphql.pyutils import AwaitableOrValue, Path, gather_with_cancel
from graphql.type.definition import GraphQLResolveInfoHelpers
from strawberry.execution.is_awaitable import optimized_is_awaitable

from breachlight.graphql.engine.direct import copied
from breachlight.graphql.engine.executor import Given, PlainFieldExecutor
from breachlight.graphql.engine.memo import Memo, MemoizingInfo, Operation, Root


class KnownExecution:
    """One execution of an operation; its steps are those of ``Executor.execute_fields`` and ``execute_field``."""

    is_awaitable = staticmethod(optimized_is_awaitable)

    def __init__(
        self,
        operation: Operation,
        memo: Memo,
        roots: Sequence[Root],
        given: Given,
        operation_extensions: dict[str, Any] | None,
    ) -> None:
        self._operation = operation
        self._memo = memo
        self._roots = roots
        self._given = given
        self._operation_extensions = operation_extensions
        self._executor: PlainFieldExecutor | None = None

    async def answer(self) -> ExecutionResult:
        """Execute the operation."""
        try:
            if self._operation.node.operation is OperationType.MUTATION:
                data = await self._one_by_one()
            else:
                data, waiting = self._begin_all()
                await self._end(data, waiting)
        except GraphQLError as error:
            return self._without_data(error)
        return self._response(data)

    async def _one_by_one(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for root in self._roots:
            value = self._begin(root)
            data[root.key] = await value if self.is_awaitable(value) else value
        return data

    def _begin_all(self) -> tuple[dict[str, Any], list[str]]:
        """Return the data, and the keys of what has to be awaited in it."""
        data: dict[str, Any] = {}
        waiting: list[str] = []
        try:
            for root in self._roots:
                value = data[root.key] = self._begin(root)
                if self.is_awaitable(value):
                    waiting.append(root.key)
        except Exception:
            if waiting:
                self._needed_executor.settle_in_background([data[key] for key in waiting])
            raise
        return data, waiting

    async def _end(self, data: dict[str, Any], waiting: list[str]) -> None:
        if len(waiting) == 1:
            data[waiting[0]] = await data[waiting[0]]
        elif waiting:
            found = await gather_with_cancel(*(data[key] for key in waiting))
            data.update(zip(waiting, found, strict=True))

    def _begin(self, root: Root) -> AwaitableOrValue[Any]:
        """Resolve a root field, and complete it if that needs no waiting."""
        path = Path(None, root.key, root.parent.name)
        info = self.resolve_info(root, path)
        try:
            arguments = self._arguments(root) if root.arguments is None else copied(root.arguments)
            value = root.resolve(self._given[0], info, arguments)
            if self.is_awaitable(value):
                return self._complete_later(root, info, path, value)
            completed = self._complete(root, info, path, value)
        except Exception as error:
            self._failed(root, path, error)
            return None
        return self._completed_later(root, path, completed) if self.is_awaitable(completed) else completed

    async def _complete_later(
        self, root: Root, info: GraphQLResolveInfo[Any], path: Path, value: Awaitable[Any]
    ) -> Any:
        try:
            completed = self._complete(root, info, path, await value)
            return await completed if self.is_awaitable(completed) else completed
        except Exception as error:
            self._failed(root, path, error)
            return None

    async def _completed_later(self, root: Root, path: Path, completed: Awaitable[Any]) -> Any:
        try:
            return await completed
        except Exception as error:
            self._failed(root, path, error)
            return None

    def _failed(self, root: Root, path: Path, error: Exception) -> None:
        """Note the error of a field that may be null.

        Raises:
            GraphQLError: it may not.
        """
        self._needed_executor.handle_field_error(error, root.definition.type, root.details, path)

    def resolve_info(self, root: Root, path: Path) -> GraphQLResolveInfo[Any]:
        """Return what a resolver knows of its field, as ``Executor.build_resolve_info`` does."""
        operation = self._operation
        root_value, context, variables = self._given
        info = MemoizingInfo(
            root.nodes[0].name.value,
            root.nodes,
            root.definition.type,
            root.parent,
            path,
            operation.schema,
            operation.fragment_definitions,
            root_value,
            operation.node,
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
        return PlainFieldExecutor.of_known(
            self._operation,
            self._memo,
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

    def _arguments(self, root: Root) -> dict[str, Any]:
        details = root.details[0]
        return get_argument_values(
            root.definition,
            details.node,
            self._given[2],
            details.fragment_variable_values,
            PlainFieldExecutor.hides_suggestions(self._operation.schema),
        )

    def _complete(self, root: Root, info: GraphQLResolveInfo[Any], path: Path, value: Any) -> Any:
        if root.completion is not None:
            exact, complete = root.completion
            try:
                return value if type(value) is exact else complete(value)
            except Exception:  # noqa: S110 -- graphql-core says what is wrong
                pass
        return self._needed_executor.complete_value(root.definition.type, root.details, info, path, value, None)

    def _without_data(self, error: GraphQLError) -> ExecutionResult:
        self._needed_executor.collected_errors.add(error, None)
        return self._response(None)

    def _response(self, data: dict[str, Any] | None) -> ExecutionResult:
        if self._executor is None:
            return ExecutionResult(data, None)
        # Nothing is deferred: an operation with such directives isn't known.
        return cast("ExecutionResult", self._executor.build_response(data))
