"""Answers that take long to read, and end with the right to them."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias, TypeVar

from breachlight.auth.subject import Subject

Recheck: TypeAlias = Callable[[], Awaitable[Subject]]
"""Returns the subject of a request as it is now."""
RECHECK_SECONDS = 5.0
"""How long an answer is read before its reader's session or key is looked at again."""

_PieceT = TypeVar("_PieceT")


async def while_permitted(
    pieces: AsyncIterator[_PieceT], recheck: Recheck, require: Callable[[Subject], None]
) -> AsyncIterator[_PieceT]:
    """Yield pieces as long as the subject may read them: a slow reader mustn't go on for longer than any other request could.

    Raises:
        UnauthenticatedError: the session or key has ended.
        ForbiddenError: as ``require``.
    """
    checked = time.monotonic()
    while True:
        if time.monotonic() - checked >= RECHECK_SECONDS:
            require(await recheck())
            checked = time.monotonic()
        try:
            piece = await anext(pieces)
        except StopAsyncIteration:
            return
        yield piece
