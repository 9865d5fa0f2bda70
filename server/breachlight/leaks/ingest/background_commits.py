"""Commits of stored batches beside the storing of others: what waits is committed together.

An account that several batches concern is brought up to date once for each transaction, and neither the lake nor PostgreSQL
keeps the other waiting.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

_MOST: Final = 6
"""So many batches are committed at a time, which holds their accounts for half a second, and so many more may wait."""

Stored = TypeVar("Stored")


class BackgroundCommits(Generic[Stored]):
    """Commits batches in their order; those that still wait when an error leaves the context aren't committed."""

    def __init__(self, commit: Callable[[Sequence[Stored]], Awaitable[None]]) -> None:
        """Prepare to call ``commit`` for batches that were stored, one call at a time."""
        self._commit = commit
        self._waiting: list[Stored] = []
        self._taken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Commit the rest; after an error only what is under way, whose own error is then left out."""
        if error is None:
            await self.finish()
            return
        self._waiting.clear()
        if self._task is not None:
            if isinstance(error, asyncio.CancelledError):
                self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def add(self, stored: Sequence[Stored]) -> None:
        """Commit batches soon; wait while many others do.

        Raises:
            Exception: what a commit raised.
        """
        self._waiting += stored
        await self._begin_all_but(_MOST)

    async def finish(self) -> None:
        """Wait until everything is committed.

        Raises:
            Exception: what a commit raised.
        """
        await self._begin_all_but(0)
        if self._task is not None:
            await self._task

    async def _begin_all_but(self, most: int) -> None:
        while True:
            if self._task is not None and self._task.done():
                task, self._task = self._task, None
                task.result()
            if self._task is None and self._waiting:
                self._task = asyncio.create_task(self._run())
            if len(self._waiting) <= most:
                return
            self._taken.clear()
            await self._taken.wait()

    async def _run(self) -> None:
        try:
            while self._waiting:
                some, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
                self._taken.set()
                await self._commit(some)
        finally:
            self._taken.set()
