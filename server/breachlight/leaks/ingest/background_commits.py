"""Background commits of stored batches, several per transaction.

Each transaction updates an account once, however many of its batches concern it, so batches wait for others, but not long: what they
raise is to be seen at once. The lake and PostgreSQL work in parallel.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

_MOST: Final = 6
"""Batches per transaction, which locks their accounts for half a second, and batches that may wait for the next one."""
_LONGEST_WAIT: Final = 0.6
"""Seconds that a batch waits for others: what it raises is seen about a second after it is stored."""

Stored = TypeVar("Stored")


class BackgroundCommits(Generic[Stored]):
    """Commits batches in order; after an error in the context, waiting batches aren't committed."""

    def __init__(self, commit: Callable[[Sequence[Stored]], Awaitable[None]]) -> None:
        """Prepare to call ``commit`` for batches that were stored, one call at a time."""
        self._commit = commit
        self._waiting: list[Stored] = []
        self._taken = asyncio.Event()
        self._enough = asyncio.Event()
        self._is_ending = False
        self._oldest = 0.0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Commit the rest; after an error, finish the current transaction and ignore its own error."""
        if error is None:
            await self.finish()
            return
        self._waiting.clear()
        self.hurry()
        if self._task is not None:
            if isinstance(error, asyncio.CancelledError):
                self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def add(self, stored: Sequence[Stored]) -> None:
        """Queue batches for a commit; wait while the queue is too long.

        Raises:
            Exception: what a commit raised.
        """
        if not self._waiting:
            self._oldest = asyncio.get_running_loop().time()
        self._waiting += stored
        if len(self._waiting) >= _MOST:
            self._enough.set()
        await self._begin_all_but(_MOST)

    def hurry(self) -> None:
        """Let batches wait for no others from now on: the last ones are coming."""
        self._is_ending = True
        self._enough.set()

    async def finish(self) -> None:
        """Wait until everything is committed.

        Raises:
            Exception: what a commit raised.
        """
        self.hurry()
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
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(self._oldest + _LONGEST_WAIT):
                        await self._enough.wait()
                some, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
                if len(self._waiting) < _MOST and not self._is_ending:
                    self._enough.clear()
                self._taken.set()
                if some:
                    await self._commit(some)
        finally:
            self._taken.set()
