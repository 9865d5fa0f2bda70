"""The end of a user's sessions."""

import uuid

from breachlight.sessions import repository


async def end_sessions(
    account_id: uuid.UUID, user_id: uuid.UUID, reason: str, *, except_id: uuid.UUID | None = None
) -> int:
    """End the live sessions of a user, except one if given, in the caller's transaction; return their number."""
    return await repository.end_live_sessions(account_id, user_id, reason, except_id=except_id)
