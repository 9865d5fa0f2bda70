"""A plugin for graphql-core's own tests of execution: their operations are executed as known ones, by our executor."""

import warnings
from collections.abc import Coroutine, Generator, Sequence
from importlib import import_module
from typing import Any

from graphql import DocumentNode, Executor, GraphQLError, OperationType
from graphql.pyutils import Path

from breachlight.graphql.engine.documents import conditions_of
from breachlight.graphql.engine.executor import PlainFieldExecutor
from breachlight.graphql.engine.known import KnownExecution
from breachlight.graphql.engine.memo import Memo, Operation, Root

executed: list[str] = []


class KnownOperations(PlainFieldExecutor):
    """Our executor, for which every operation is a known one at its first execution."""

    # Strawberry's has the variables in another form, which their tests know nothing of.
    build_resolve_info = Executor.build_resolve_info  # type: ignore[assignment]  # without the memo for resolvers

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"memo": Memo()})

    def execute_operation(self, serially: bool | None = None) -> Any:
        """Execute the operation by what an execution before would have found out."""
        document = DocumentNode(definitions=(self.operation, *self.fragment_definitions.values()))
        is_subscription = self.operation.operation is OperationType.SUBSCRIPTION
        roots = None
        if not is_subscription and self.abort_signal is None and conditions_of(document) is not None:
            roots = self.find_roots()
        executed.append("unknown" if roots is None else "known")
        return super().execute_operation(serially) if roots is None else _OfExecutor(self, roots).begin()


class _OfExecutor(KnownExecution):
    """An execution whose executor, once it needs one, is that of a test; that one also calls the hooks of a test."""

    def __init__(self, executor: KnownOperations, roots: Sequence[Root]) -> None:
        operation = Operation(
            executor.schema, executor.fragment_definitions, executor.fragments, executor.operation, conditions=()
        )
        given = executor.root_value, executor.context_value, executor.variable_values
        super().__init__(operation, executor._memo, roots, given, None)
        self._of_test = executor
        self._has_awaited = False

    def is_awaitable(self, value: Any) -> Any:
        """Return what the test's own predicate says."""
        is_awaitable = self._of_test.is_awaitable(value)
        self._has_awaited |= is_awaitable
        return is_awaitable

    def resolve_info(self, root: Root, path: Path) -> Any:
        """Return what their resolvers expect."""
        info = super().resolve_info(root, path)
        theirs = self._of_test.build_resolve_info(root.definition, root.nodes, root.parent, path)
        return theirs._replace(async_helpers=info.async_helpers)

    def make_executor(self) -> PlainFieldExecutor:
        """Return the executor of the test."""
        return self._of_test

    def _response(self, data: Any) -> Any:
        return super()._response(data) if self._of_test.hooks is None else self._of_test.build_response(data)

    def begin(self) -> Any:
        """Begin at once; return the answer, or something to await if there was something to await."""
        if self._of_test.operation.operation is OperationType.MUTATION:
            coroutine = self.answer()
            try:
                waits_for = coroutine.send(None)
            except StopIteration as done:
                return _returning(done.value) if self._has_awaited else done.value
            return _rest(coroutine, waits_for)
        try:
            data, waiting = self._begin_all()
        except GraphQLError as error:
            return self._without_data(error)
        return self._ended(data, waiting) if waiting else self._response(data)

    async def _ended(self, data: Any, waiting: list[str]) -> Any:
        try:
            await self._end(data, waiting)
        except GraphQLError as error:
            return self._without_data(error)
        return self._response(data)


async def _returning(value: Any) -> Any:
    return value


async def _rest(coroutine: Coroutine[Any, Any, Any], waits_for: Any) -> Any:
    return await _Rest(coroutine, waits_for)


class _Rest:
    def __init__(self, coroutine: Coroutine[Any, Any, Any], waits_for: Any) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, Any]:
        waits_for = self._waits_for
        while True:
            try:
                try:
                    sent = yield waits_for
                except BaseException as error:
                    waits_for = self._coroutine.throw(error)
                else:
                    waits_for = self._coroutine.send(sent)
            except StopIteration as done:
                return done.value


def pytest_configure() -> None:
    """Put the executor in the place of both of graphql-core's."""
    warnings.simplefilter("ignore", RuntimeWarning)
    module = import_module("graphql.execution.execute")  # the package has a function of the same name
    for name in ("IncrementalExecutor", "ExecutorThrowingOnIncremental"):
        setattr(module, name, KnownOperations)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many executions took which way."""
    terminalreporter.write_line(
        f"{executed.count('known')} operations as known ones, {executed.count('unknown')} by graphql-core's executor."
    )
