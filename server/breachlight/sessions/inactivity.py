"""The end of sessions that nobody uses (ASVS 5.0, 7.3.1).

The last activity is stored at most once a minute, so sessions end up to a minute later than the setting says.
"""

import uuid
from datetime import datetime, timedelta
from typing import Final

from breachlight.audit.events import record_event
from breachlight.config import get_settings
from breachlight.database.session import transaction
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.kit.errors import BadCredentialsError
from breachlight.kit.messages import Sentence, say, say_counted
from breachlight.sessions import repository
from breachlight.sessions.models import END_OF_RESTORE
from breachlight.sessions.revocation import FIRST_VERIFICATION

INACTIVE: Final = "inactivity"
"""Why sessions end that nobody has used."""

_EVENT: Final = "session_timed_out"
_MOST_AT_ONCE: Final = 1000


class SessionEndedError(BadCredentialsError):
    """The session has ended for a reason that its user should learn when logging in again."""

    code = "SESSION_ENDED"


def is_inactive(last_active_at: datetime | None, now: datetime, *, is_remembered: bool) -> bool:
    """Return whether a session has been without activity for too long; one without a record of it counts as used now."""
    timeout = _timeout(is_remembered=is_remembered)
    return (
        timeout is not None and last_active_at is not None and now - last_active_at > timeout + repository.SEEN_INTERVAL
    )


async def end_inactive(account_id: uuid.UUID, session_id: uuid.UUID) -> None:
    """End one session for inactivity, with an event; of concurrent requests one does."""
    async with transaction():
        session = await repository.lock_session(account_id, session_id)
        if session is not None and session.ended_at is None:
            await repository.end_session(session, INACTIVE)
            await record_event(account_id, session.user_id, _EVENT)


async def reason_of_end(account_id: uuid.UUID, session_id: uuid.UUID) -> BadCredentialsError | None:
    """Return what to answer to the refresh token of a session that has ended, if its user should learn why."""
    session = await repository.find_session(account_id, session_id)
    if session is None or session.ended_at is None:
        return None
    if session.end_reason == INACTIVE:
        return SessionEndedError(_sentence(is_remembered=session.is_remembered))
    if session.end_reason == FIRST_VERIFICATION:
        return SessionEndedError(
            say("Your email was verified in another browser. Set a new password with the link that we emailed you.")
        )
    if session.end_reason == END_OF_RESTORE:
        return SessionEndedError(say("You were logged out because a backup was restored. Log in again."))
    return None


def shortest_record(now: datetime) -> tuple[datetime | None, datetime | None]:
    """Return since when a plain and a remembered session must have been active; None for no limit."""
    plain, remembered = (_timeout(is_remembered=kind) for kind in (False, True))
    return (
        None if plain is None else now - plain - repository.SEEN_INTERVAL,
        None if remembered is None else now - remembered - repository.SEEN_INTERVAL,
    )


@scheduled("sessions.time_out", "*/5 * * * *")
async def end_all_inactive() -> None:
    """End the sessions that nobody has used for too long, also those that send nothing more."""
    now = clock.now()
    async with transaction():
        for account_id, user_id in await repository.end_inactive_sessions(
            *shortest_record(now), now=now, reason=INACTIVE, limit=_MOST_AT_ONCE
        ):
            await record_event(account_id, user_id, _EVENT)


def _timeout(*, is_remembered: bool) -> timedelta | None:
    settings = get_settings()
    if is_remembered:
        days = settings.remembered_inactivity_days
        return timedelta(days=days) if days else None
    minutes = settings.inactivity_timeout
    return timedelta(minutes=minutes) if minutes else None


def _sentence(*, is_remembered: bool) -> Sentence:
    settings = get_settings()
    if is_remembered:
        return say_counted(
            "You were logged out after {count} day without activity.",
            "You were logged out after {count} days without activity.",
            settings.remembered_inactivity_days,
        )
    return say_counted(
        "You were logged out after {count} minute without activity.",
        "You were logged out after {count} minutes without activity.",
        settings.inactivity_timeout,
    )
