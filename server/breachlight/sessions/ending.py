"""The end of sessions, in the transaction of whatever makes them end."""

import uuid


async def end_sessions(
    account_id: uuid.UUID, user_id: uuid.UUID, reason: str, *, except_id: uuid.UUID | None = None
) -> int:
    """End the live sessions of a user, but for one, in the caller's transaction; return how many."""
    raise NotImplementedError
