"""Where a user is logged in, and what happened to the account (ASVS 5.0, 7.5.2, 16.3)."""

import uuid
from dataclasses import dataclass
from typing import Final

import structlog
from tortoise.expressions import Q

from breachlight.audit.events import BY_API_KEY, record_event_of
from breachlight.audit.models import SecurityEvent
from breachlight.auth.models import ApiKey
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ValidationError
from breachlight.kit.messages import say
from breachlight.kit.pagination import page_problems
from breachlight.sessions.models import Session
from breachlight.sessions.revocation import end_sessions

MOST_SESSIONS: Final = 100
LARGEST_PAGE_SIZE: Final = 100

_log = structlog.get_logger("breachlight.sessions")


@dataclass(frozen=True, slots=True)
class EventPage:
    """One page of the audit log, newest first."""

    results: list[SecurityEvent]
    key_names: dict[str, str]
    total: int
    page: int
    page_size: int


async def list_sessions(subject: Subject) -> list[Session]:
    """Return the user's live sessions, the last seen first, at most 100."""
    live = Session.filter(
        account_id=subject.account_id,
        user_id=subject.user_id,
        ended_at=None,
        refresh_expires_at__gt=clock.now(),
    )
    return await live.order_by("-last_seen_at", "-id").limit(MOST_SESSIONS)


async def list_events(subject: Subject, page: int, page_size: int) -> EventPage:
    """Return what the audit log holds of the user, and of the account as a whole.

    ``page`` begins at 1; a ``page_size`` over 100 is taken as 100.

    Raises:
        ValidationError: a number is below 1.
    """
    problems = page_problems(page, page_size)
    if problems:
        raise ValidationError(problems)
    page_size = min(page_size, LARGEST_PAGE_SIZE)
    events = SecurityEvent.filter(Q(user_id=subject.user_id) | Q(user_id=None), account_id=subject.account_id)
    total = await events.count()
    results = await events.order_by("-happened_at", "-id").offset((page - 1) * page_size).limit(page_size)
    return EventPage(results, await _key_names(subject, results), total, page, page_size)


async def _key_names(subject: Subject, events: list[SecurityEvent]) -> dict[str, str]:
    """Return the names of the API keys that the events were done with, by id; nothing is asked for where there are none."""
    ids = {str(event.detail[BY_API_KEY]) for event in events if BY_API_KEY in event.detail}
    if not ids:
        return {}
    keys = await ApiKey.filter(account_id=subject.account_id, id__in=list(ids))
    return {str(key.id): key.name for key in keys}


async def end_session(subject: Subject, session_id: uuid.UUID, client: Client) -> None:
    """End one session of the user.

    Raises:
        NotFoundError: it is unknown, another's or over.
    """
    now = clock.now()
    async with transaction():
        ended = await Session.filter(
            id=session_id,
            account_id=subject.account_id,
            user_id=subject.user_id,
            ended_at=None,
            refresh_expires_at__gt=now,
        ).update(ended_at=now, end_reason="ended_by_user")
        if not ended:
            _log.warning("session_not_found", account_id=str(subject.account_id), session_id=str(session_id))
            raise NotFoundError(say("Session not found."))
        await record_event_of(subject, "session_ended", client, {"session_id": str(session_id)})


async def end_other_sessions(subject: Subject, client: Client) -> int:
    """End all sessions of the user but the present one, and return how many."""
    async with transaction():
        ended = await end_sessions(
            subject.account_id, subject.user_id, "other_sessions_ended", except_id=subject.session_id
        )
        await record_event_of(subject, "other_sessions_ended", client, {"sessions": ended})
    return ended


async def end_all_sessions(subject: Subject, client: Client) -> int:
    """Log out everywhere, here too, and return how many sessions ended."""
    async with transaction():
        ended = await end_sessions(subject.account_id, subject.user_id, "all_sessions_ended")
        await record_event_of(subject, "all_sessions_ended", client, {"sessions": ended})
    return ended
