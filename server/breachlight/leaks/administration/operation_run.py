"""One process's work on an operation, with its progress."""

from collections.abc import Callable
from typing import Final

from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks.administration import operations_repository as repository
from breachlight.leaks.administration.operations_repository import OperationRow
from breachlight.leaks.lake.store import Lake

Progress = Callable[[OperationRow], None]


class Run:
    """One process's work on an operation."""

    def __init__(
        self,
        connection: Connection,
        lake: Lake,
        ring: KeyRing,
        operation: OperationRow,
        progress: Progress,
    ) -> None:
        self.connection: Final = connection
        self.lake: Final = lake
        self.ring: Final = ring
        self.operation: Final = operation
        self._progress = progress

    async def begin(self, step: str, total: int) -> None:
        """Begin a step of ``total`` parts."""
        self.operation.step, self.operation.done, self.operation.total = step, 0, total
        await self.store()

    async def advance(self, parts: int = 1, **figures: int) -> None:
        """Store that parts of the step are done, and add to the figures."""
        self.operation.done += parts
        for name, number in figures.items():
            self.operation.figures[name] = self.operation.figures.get(name, 0) + number
        await self.store()

    async def store(self) -> None:
        """Store the progress and show it."""
        await repository.store_progress(self.connection, self.operation)
        self._progress(self.operation)
