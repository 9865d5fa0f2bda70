"""The audit log of security events."""

import uuid

from breachlight.kit import clock
from breachlight.sessions.models import SecurityEvent


async def record_event(
    account_id: uuid.UUID,
    user_id: uuid.UUID | None,
    kind: str,
    *,
    address: str = "",
    user_agent: str = "",
    detail: dict[str, object] | None = None,
) -> None:
    """Write one event in the caller's transaction; ``detail`` must hold no secret."""
    await SecurityEvent.create(
        account_id=account_id,
        user_id=user_id,
        kind=kind,
        happened_at=clock.now(),
        address=address,
        user_agent=user_agent[:500],
        detail=detail or {},
    )
