"""A plugin for graphql-core's own tests of execution: their operations are executed as known ones, by our executor."""

import warnings
from contextlib import suppress
from importlib import import_module
from typing import Any

from graphql import Executor, GraphQLError, OperationType, print_ast
from graphql.execution.collect_fields import collect_fields

from breachlight.graphql.engine.executor import Memo, PlainFieldExecutor

executed: list[str] = []


class KnownOperations(PlainFieldExecutor):
    """Our executor, for which every operation is a known one at its first execution."""

    # Strawberry's has the variables in another form, which their tests know nothing of.
    build_resolve_info = Executor.build_resolve_info  # type: ignore[assignment]  # without the memo for resolvers

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"memo": Memo()})

    def execute_operation(self, serially: bool | None = None) -> Any:
        """Execute the operation by what an execution before would have found out."""
        root_type = self.schema.get_root_type(self.operation.operation)
        texts = [self.operation, *self.fragment_definitions.values()]
        is_conditional = any("@" in print_ast(node) for node in texts)
        if root_type and self.operation.operation is not OperationType.SUBSCRIPTION and not is_conditional:
            with suppress(GraphQLError, RecursionError):  # which executing it raises, too
                fields = collect_fields(
                    self.schema, self.fragments, self.variable_values, root_type, self.operation, self.hide_suggestions
                ).grouped_field_set
                self._memo.fields = fields
                self._memo.root = self._find_root(root_type, fields)
                executed.append("root" if self._memo.root else "fields")
        return super().execute_operation(serially)


def pytest_configure() -> None:
    """Put the executor in the place of both of graphql-core's."""
    warnings.simplefilter("ignore", RuntimeWarning)
    module = import_module("graphql.execution.execute")  # the package has a function of the same name
    for name in ("IncrementalExecutor", "ExecutorThrowingOnIncremental"):
        setattr(module, name, KnownOperations)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many executions took which way."""
    terminalreporter.write_line(
        f"{executed.count('root')} operations by their only root field, {executed.count('fields')} by remembered fields."
    )
