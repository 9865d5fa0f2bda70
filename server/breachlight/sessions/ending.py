"""The end of sessions, in the transaction of whatever makes them end."""

import uuid

from tortoise.expressions import Q

from breachlight.kit import clock
from breachlight.sessions.models import Session


async def end_sessions(
    account_id: uuid.UUID, user_id: uuid.UUID, reason: str, *, except_id: uuid.UUID | None = None
) -> int:
    """End the live sessions of a user, but for one, in the caller's transaction; return how many."""
    others = ~Q(id=except_id) if except_id else Q()
    live = Session.filter(others, account_id=account_id, user_id=user_id, ended_at=None)
    return await live.update(ended_at=clock.now(), end_reason=reason)
