"""Reads in hand-written SQL: the one that every request begins with took longer through the ORM than a page of alerts."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.auth.models import MembershipRole
from breachlight.database.session import reading

_OPEN_SESSION: Final = """
SELECT s.authenticated_at, s.last_seen_at, s.refresh_expires_at, m.role
FROM sessions AS s
JOIN users AS u ON u.id = s.user_id
JOIN memberships AS m ON m.account_id = s.account_id AND m.user_id = s.user_id
WHERE s.id = $1 AND s.account_id = $2 AND s.user_id = $3 AND s.ended_at IS NULL AND u.disabled_at IS NULL
"""

# Not the hash is compared: a parallel login may have rehashed the same password.
_HOLD_USER: Final = """
SELECT 1 FROM users WHERE id = $1 AND password_changed_at IS NOT DISTINCT FROM $2 AND disabled_at IS NULL FOR SHARE
"""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """What a request needs to know of its session."""

    authenticated_at: datetime
    last_seen_at: datetime
    refresh_expires_at: datetime
    role: MembershipRole


async def find_open(session_id: uuid.UUID, account_id: uuid.UUID, user_id: uuid.UUID) -> OpenSession | None:
    """Return a session that has not ended, of a user who is not disabled and a member of the account."""
    async with reading() as connection:
        row = await connection.fetchrow(_OPEN_SESSION, session_id, account_id, user_id)
    if row is None:
        return None
    return OpenSession(
        row["authenticated_at"], row["last_seen_at"], row["refresh_expires_at"], MembershipRole(row["role"])
    )


async def hold_user(user_id: uuid.UUID, password_changed_at: datetime | None) -> bool:
    """Tell whether a user still is what a login has checked, and keep it so until the caller's transaction ends."""
    async with reading() as connection:
        return bool(await connection.fetch(_HOLD_USER, user_id, password_changed_at))
