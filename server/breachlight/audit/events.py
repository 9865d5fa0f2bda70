"""The audit log of security events."""

import uuid
from typing import Final

from breachlight.audit import repository
from breachlight.auth.subject import Client, Subject

BY_API_KEY: Final = "by_api_key_id"
"""The key of an event's detail that identifies the API key it was done with."""


async def record_event(
    account_id: uuid.UUID,
    user_id: uuid.UUID | None,
    kind: str,
    *,
    address: str = "",
    user_agent: str = "",
    detail: dict[str, object] | None = None,
) -> None:
    """Record an event in the caller's transaction; ``detail`` must contain no secret."""
    await repository.add_event(
        account_id, user_id, kind, address=address, user_agent=user_agent[:500], detail=detail or {}
    )


async def record_event_of(subject: Subject, kind: str, client: Client, detail: dict[str, object] | None = None) -> None:
    """Record an action of a signed-in user, or of a tool with one of their API keys, as ``record_event`` does."""
    by_key: dict[str, object] = {} if subject.api_key_id is None else {BY_API_KEY: str(subject.api_key_id)}
    await record_event(
        subject.account_id,
        subject.user_id,
        kind,
        address=client.address,
        user_agent=client.user_agent,
        detail={**(detail or {}), **by_key},
    )
