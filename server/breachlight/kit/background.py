"""Background tasks that end with the block that needs them."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


@asynccontextmanager
async def background(work: Coroutine[Any, Any, None], *, name: str | None = None) -> AsyncIterator[None]:
    """Run a coroutine while the block runs, then cancel it and wait for its end.

    Raises:
        Exception: of the coroutine, at the end of the block.
    """
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
