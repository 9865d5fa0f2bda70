"""The end of sessions, in the transaction of whatever makes them end."""

import uuid

from tortoise.expressions import Q

from breachlight.kit import clock
from breachlight.sessions.models import Session


async def end_sessions(
    account_id: uuid.UUID, user_id: uuid.UUID, reason: str, *, except_id: uuid.UUID | None = None
) -> int:
    """End the live sessions of a user, but for one, in the caller's transaction; return how many."""
    others, now = ~Q(id=except_id) if except_id else Q(), clock.now()
    live = Session.filter(others, account_id=account_id, user_id=user_id, ended_at=None, refresh_expires_at__gt=now)
    return await live.update(ended_at=now, end_reason=reason)
