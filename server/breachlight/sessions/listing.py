"""Where a user is logged in, and what happened to the account (ASVS 5.0, 7.5.2, 16.3)."""

import uuid
from dataclasses import dataclass

from breachlight.sessions.models import SecurityEvent, Session
from breachlight.sessions.subject import Client, Subject


@dataclass(frozen=True, slots=True)
class EventPage:
    """One page of the audit log, newest first."""

    results: list[SecurityEvent]
    total: int
    page: int
    page_size: int


async def list_sessions(subject: Subject) -> list[Session]:
    """Return the user's live sessions, the last seen first, at most 100."""
    raise NotImplementedError


async def list_events(subject: Subject, page: int, page_size: int) -> EventPage:
    """Return what the audit log holds of the user. ``page`` begins at 1, ``page_size`` is at most 100.

    Raises:
        ValidationError: a number is out of its range.
    """
    raise NotImplementedError


async def end_session(subject: Subject, session_id: uuid.UUID, client: Client) -> None:
    """End one session of the user.

    Raises:
        NotFoundError: it is unknown, another's or over.
    """
    raise NotImplementedError


async def end_other_sessions(subject: Subject, client: Client) -> int:
    """End all sessions of the user but the present one, and return how many."""
    raise NotImplementedError


async def end_all_sessions(subject: Subject, client: Client) -> int:
    """Log out everywhere, here too, and return how many sessions ended."""
    raise NotImplementedError
