"""The sessions of a user and the audit log (ASVS 5.0, 7.5.2, 16.3)."""

import uuid
from dataclasses import dataclass
from typing import Final

import structlog

from breachlight.audit.events import BY_API_KEY, record_event_of
from breachlight.audit.models import SecurityEvent
from breachlight.audit.repository import last_sequence, page_of_events
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.anchors import Anchor, refusal
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import say
from breachlight.kit.pagination import bounded_page_size
from breachlight.sessions import repository
from breachlight.sessions.inactivity import shortest_record
from breachlight.sessions.models import Session
from breachlight.sessions.revocation import end_sessions

MOST_SESSIONS: Final = 100
LARGEST_PAGE_SIZE: Final = 100

_EVENTS: Final = "events"
_LONGEST_SEQUENCE: Final = 18

_log = structlog.get_logger("breachlight.sessions")


@dataclass(frozen=True, slots=True)
class EventPage:
    """One page of the audit log, newest first."""

    results: list[SecurityEvent]
    key_names: dict[str, str]
    total: int
    page: int
    page_size: int
    as_of: str


async def list_sessions(subject: Subject) -> list[Session]:
    """Return the user's live sessions, the last seen first, at most 100."""
    plain, remembered = shortest_record(clock.now())
    return await repository.live_sessions(
        subject.account_id, subject.user_id, MOST_SESSIONS, active_since=plain, remembered_active_since=remembered
    )


async def list_events(subject: Subject, page: int, page_size: int, as_of: str | None = None) -> EventPage:
    """Return the events of the user and of the whole account; with ``as_of`` of another page, those that it knew.

    ``page`` begins at 1; a ``page_size`` over 100 is taken as 100.

    Raises:
        ValidationError: a number is below 1, or ``as_of`` is invalid or too old.
    """
    page_size = bounded_page_size(page, page_size, LARGEST_PAGE_SIZE)
    if as_of:
        state = Anchor.decode(as_of, _EVENTS).state
        if not (state.isascii() and state.isdecimal() and len(state) <= _LONGEST_SEQUENCE):
            raise refusal()
        last = int(state)
    else:
        last = await last_sequence(subject.account_id)
        as_of = Anchor.now(_EVENTS, str(last)).encode()
    results, total = await page_of_events(subject.account_id, subject.user_id, last, page, page_size)
    return EventPage(results, await _key_names(subject, results), total, page, page_size, as_of)


async def _key_names(subject: Subject, events: list[SecurityEvent]) -> dict[str, str]:
    """Return the names of the API keys of the events by id."""
    ids = {str(event.detail[BY_API_KEY]) for event in events if BY_API_KEY in event.detail}
    return await repository.names_of_api_keys(subject.account_id, ids) if ids else {}


async def end_session(subject: Subject, session_id: uuid.UUID, client: Client) -> None:
    """End one session of the user.

    Raises:
        NotFoundError: it is unknown, another user's or ended.
    """
    async with transaction():
        ended = await repository.end_live_sessions(
            subject.account_id, subject.user_id, "ended_by_user", only_id=session_id
        )
        if not ended:
            _log.warning("session_not_found", account_id=str(subject.account_id), session_id=str(session_id))
            raise NotFoundError(say("Session not found."))
        await record_event_of(subject, "session_ended", client, {"session_id": str(session_id)})


async def end_other_sessions(subject: Subject, client: Client) -> int:
    """End all sessions of the user except the current one, and return their number."""
    async with transaction():
        ended = await end_sessions(
            subject.account_id, subject.user_id, "other_sessions_ended", except_id=subject.session_id
        )
        await record_event_of(subject, "other_sessions_ended", client, {"sessions": ended})
    return ended


async def end_all_sessions(subject: Subject, client: Client) -> int:
    """End all sessions of the user, including the current one, and return their number."""
    async with transaction():
        ended = await end_sessions(subject.account_id, subject.user_id, "all_sessions_ended")
        await record_event_of(subject, "all_sessions_ended", client, {"sessions": ended})
    return ended
