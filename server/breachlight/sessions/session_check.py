"""The check of the session of each request."""

import uuid
from dataclasses import replace
from datetime import datetime
from typing import Final

from breachlight.auth.remembered_access import RememberedAccess
from breachlight.kit import clock
from breachlight.kit.activity import is_activity
from breachlight.kit.errors import UnauthenticatedError
from breachlight.sessions import repository
from breachlight.sessions.inactivity import end_inactive, is_inactive
from breachlight.sessions.repository import SEEN_INTERVAL, OpenSession

_remembered: Final = RememberedAccess[OpenSession]()


async def check_session(session_id: uuid.UUID, account_id: uuid.UUID, user_id: uuid.UUID) -> OpenSession:
    """Return a session that is open, and store its use.

    Session, user and membership are read in one query, or remembered until a change of them is announced: their revocation takes
    effect at once in this process and within two seconds in all (ASVS 5.0, 7.4.1, 7.4.2). A session without activity for too long
    ends here.

    Raises:
        UnauthenticatedError: it is unknown, or has ended.
    """
    key, now, changes = (session_id, account_id, user_id), clock.now(), _remembered.changes
    session = _remembered.recall(key)
    if session is not None and not (_is_expired(session, now) or _is_idle(session, now) or _is_unseen(session, now)):
        return session
    session = await repository.find_open(session_id, account_id, user_id)
    if session is None or _is_expired(session, now):
        raise UnauthenticatedError
    if _is_idle(session, now):
        await end_inactive(account_id, session_id)
        raise UnauthenticatedError
    if _is_unseen(session, now):
        is_use = is_activity() or session.last_active_at is None
        await repository.mark_seen(account_id, session_id, now, is_activity=is_use)
        session = replace(session, last_seen_at=now, last_active_at=now if is_use else session.last_active_at)
    _remembered.remember(key, session, (account_id, user_id), changes=changes)
    return session


def _is_expired(session: OpenSession, now: datetime) -> bool:
    return session.refresh_expires_at <= now


def _is_idle(session: OpenSession, now: datetime) -> bool:
    return is_inactive(session.last_active_at, now, is_remembered=session.is_remembered)


def _is_unseen(session: OpenSession, now: datetime) -> bool:
    """Return whether the use is to be stored; without activity only the use is, so that no open tab keeps its session alive."""
    since = session.last_active_at if is_activity() else session.last_seen_at
    return since is None or now - since > SEEN_INTERVAL
