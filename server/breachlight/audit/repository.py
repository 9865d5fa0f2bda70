"""Queries of the audit log."""

import json
import uuid
from datetime import datetime

from tortoise.expressions import Q

from breachlight.audit.models import SecurityEvent
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id


async def add_event(
    account_id: uuid.UUID,
    user_id: uuid.UUID | None,
    kind: str,
    *,
    address: str,
    user_agent: str,
    detail: dict[str, object],
) -> None:
    """Add an event that happened now."""
    await SecurityEvent.create(
        account_id=account_id,
        user_id=user_id,
        kind=kind,
        happened_at=clock.now(),
        address=address,
        user_agent=user_agent,
        detail=detail,
    )


async def page_of_events(
    account_id: uuid.UUID, user_id: uuid.UUID, page: int, page_size: int
) -> tuple[list[SecurityEvent], int]:
    """Return one page of the events of a user and of the whole account, newest first, and the number of all."""
    events = SecurityEvent.filter(Q(user_id=user_id) | Q(user_id=None), account_id=account_id)
    total = await events.count()
    results = await events.order_by("-happened_at", "-id").offset((page - 1) * page_size).limit(page_size)
    return results, total


async def delete_events(account_id: uuid.UUID, before: datetime) -> None:
    """Delete the events of an account before an instant."""
    await SecurityEvent.filter(account_id=account_id, happened_at__lt=before).delete()


async def add_operator_event(connection: Connection, kind: str, operator: str, detail: dict[str, object]) -> None:
    """Add an event of an operator that happened now."""
    await connection.execute(
        "INSERT INTO operator_events (id, kind, happened_at, operator, detail) VALUES ($1, $2, $3, $4, $5)",
        new_id(),
        kind,
        clock.now(),
        operator,
        json.dumps(detail),
    )
