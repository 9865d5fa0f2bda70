"""Queries of sessions.

The one of every request is SQL: through the ORM it took longer than a page of alerts.
"""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, TypedDict

from tortoise.expressions import Q, Subquery

from breachlight.auth.models import ApiKey, MembershipRole, User
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.auth.subject import Client
from breachlight.database.session import Connection, reading
from breachlight.kit import clock
from breachlight.sessions.models import Session

_OPEN_SESSION: Final = """
SELECT s.authenticated_at, s.last_seen_at, s.last_active_at, s.is_remembered, s.refresh_expires_at, m.role,
    a.is_mfa_required AND NOT (u.is_mfa_device_enabled OR u.is_mfa_email_enabled) AS must_set_up_mfa,
    s.has_second_factor AND u.is_mfa_device_enabled AS has_second_factor
FROM sessions AS s
JOIN users AS u ON u.id = s.user_id
JOIN memberships AS m ON m.account_id = s.account_id AND m.user_id = s.user_id
JOIN accounts AS a ON a.id = s.account_id
WHERE s.id = $1 AND s.account_id = $2 AND s.user_id = $3 AND s.ended_at IS NULL AND u.disabled_at IS NULL
"""

# The hash is not compared: a concurrent login may have rehashed the same password.
_LOCK_USER: Final = """
SELECT 1 FROM users WHERE id = $1 AND password_changed_at IS NOT DISTINCT FROM $2 AND disabled_at IS NULL FOR SHARE
"""

# Sessions that ended for these reasons may have been opened by another person than the user.
_OF_STRANGERS: Final = ("email_verified", "refresh_token_reused")

SEEN_INTERVAL: Final = timedelta(minutes=1)
"""The precision with which the last use of a session is stored."""


class Rights(TypedDict):
    """What a session may do, as a subject has it."""

    permissions: frozenset[Permission]
    must_set_up_mfa: bool
    has_second_factor: bool


@dataclass(frozen=True, slots=True)
class OpenSession:
    """The columns of a session that a request needs."""

    authenticated_at: datetime
    last_seen_at: datetime
    last_active_at: datetime | None
    is_remembered: bool
    refresh_expires_at: datetime
    role: MembershipRole
    must_set_up_mfa: bool
    has_second_factor: bool

    @property
    def rights(self) -> Rights:
        """What it may do now."""
        return {
            "permissions": PERMISSIONS_OF[self.role],
            "must_set_up_mfa": self.must_set_up_mfa,
            "has_second_factor": self.has_second_factor,
        }


async def find_open(session_id: uuid.UUID, account_id: uuid.UUID, user_id: uuid.UUID) -> OpenSession | None:
    """Return a session that has not ended, of a user who is not disabled and a member of the account."""
    async with reading() as connection:
        row = await connection.fetchrow(_OPEN_SESSION, session_id, account_id, user_id)
    if row is None:
        return None
    return OpenSession(**{**row, "role": MembershipRole(row["role"])})


async def lock_unchanged_user(user_id: uuid.UUID, password_changed_at: datetime | None) -> bool:
    """Lock a user until the caller's transaction ends; False if disabled, deleted or with a new password since a login's check."""
    async with reading() as connection:
        return bool(await connection.fetch(_LOCK_USER, user_id, password_changed_at))


async def add_session(
    session_id: uuid.UUID,
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    client: Client,
    *,
    refresh_digest: bytes,
    refresh_expires_at: datetime,
    is_remembered: bool,
    has_second_factor: bool,
    created_at: datetime,
) -> Session:
    """Add a session that has just been authenticated."""
    return await Session.create(
        id=session_id,
        account_id=account_id,
        user_id=user_id,
        refresh_digest=refresh_digest,
        rotated_at=created_at,
        refresh_expires_at=refresh_expires_at,
        is_remembered=is_remembered,
        has_second_factor=has_second_factor,
        authenticated_at=created_at,
        created_at=created_at,
        last_seen_at=created_at,
        last_active_at=created_at,
        user_agent=client.user_agent[:500],
        address=client.address,
    )


async def find_session(account_id: uuid.UUID, session_id: uuid.UUID) -> Session | None:
    """Return a session, ended or not."""
    return await Session.filter(id=session_id, account_id=account_id).first()


async def lock_session(account_id: uuid.UUID, session_id: uuid.UUID) -> Session | None:
    """Lock a session until the caller's transaction ends and return it."""
    return await Session.filter(id=session_id, account_id=account_id).select_for_update().first()


async def lock_open_session(account_id: uuid.UUID, user_id: uuid.UUID, session_id: uuid.UUID) -> Session | None:
    """Lock a session that has not ended, of a user who is not disabled and a member of the account, and return it."""
    active = User.filter(id=user_id, disabled_at=None, memberships__account_id=account_id).values("id")
    opened = Session.filter(account_id=account_id, user_id__in=Subquery(active), ended_at=None, id=session_id)
    return await opened.select_for_update().first()


async def rotate_session(
    session: Session, *, previous_digest: bytes, digest: bytes, now: datetime, is_activity: bool
) -> None:
    """Store the digest of the next refresh token of a locked session."""
    session.previous_refresh_digest, session.refresh_digest = previous_digest, digest
    session.rotated_at, session.last_seen_at = now, now
    if is_activity or session.last_active_at is None:
        session.last_active_at = now
    changed = ["previous_refresh_digest", "refresh_digest", "rotated_at", "last_seen_at", "last_active_at"]
    await session.save(update_fields=changed)


async def end_session(session: Session, reason: str) -> None:
    """Store that a locked session ended now."""
    session.ended_at, session.end_reason = clock.now(), reason
    await session.save(update_fields=["ended_at", "end_reason"])


async def end_live_sessions(
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    reason: str,
    *,
    only_id: uuid.UUID | None = None,
    except_id: uuid.UUID | None = None,
) -> int:
    """End the live sessions of a user, only one or all but one if given, and return their number."""
    now = clock.now()
    chosen = Q(id=only_id) if only_id else ~Q(id=except_id) if except_id else Q()
    live = Session.filter(chosen, account_id=account_id, user_id=user_id, ended_at=None, refresh_expires_at__gt=now)
    return await live.update(ended_at=now, end_reason=reason)


async def live_sessions(
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    limit: int,
    *,
    active_since: datetime | None,
    remembered_active_since: datetime | None,
) -> list[Session]:
    """Return the live sessions of a user, the last seen first, without those inactive for too long."""
    live = Session.filter(account_id=account_id, user_id=user_id, ended_at=None, refresh_expires_at__gt=clock.now())
    live = live.filter(~_inactive(active_since, remembered_active_since))
    return await live.order_by("-last_seen_at", "-id").limit(limit)


async def end_inactive_sessions(
    active_since: datetime | None,
    remembered_active_since: datetime | None,
    *,
    now: datetime,
    reason: str,
    limit: int,
) -> list[tuple[uuid.UUID, uuid.UUID]]:
    """End sessions inactive for too long, at most ``limit``, and return account and user of each."""
    idle = Session.filter(_inactive(active_since, remembered_active_since), ended_at=None, refresh_expires_at__gt=now)
    sessions = await idle.select_for_update(skip_locked=True).order_by("id").limit(limit)
    await Session.filter(id__in=[session.id for session in sessions]).update(ended_at=now, end_reason=reason)
    return [(session.account_id, session.user_id) for session in sessions]


def _inactive(active_since: datetime | None, remembered_active_since: datetime | None) -> Q:
    """Return the condition of sessions last active before an instant, by kind; None for no limit."""
    none = Q(id__in=[])
    plain = Q(is_remembered=False, last_active_at__lt=active_since) if active_since else none
    remembered = Q(is_remembered=True, last_active_at__lt=remembered_active_since) if remembered_active_since else none
    return Q(last_active_at__isnull=False) & (plain | remembered)


async def recent_addresses(account_id: uuid.UUID, user_id: uuid.UUID, since: datetime, limit: int) -> list[str]:
    """Return the network addresses of the latest sessions of a user, without those that may have been somebody else's."""
    is_theirs = Q(end_reason=None) | ~Q(end_reason__in=_OF_STRANGERS)
    sessions = Session.filter(is_theirs, account_id=account_id, user_id=user_id, created_at__gt=since)
    addresses = await sessions.order_by("-created_at").limit(limit).values_list("address", flat=True)
    return [str(address) for address in addresses]


async def mark_seen(account_id: uuid.UUID, session_id: uuid.UUID, now: datetime, *, is_activity: bool) -> None:
    """Store when a session was last used, and by a person."""
    activity = {"last_active_at": now} if is_activity else {}
    await Session.filter(id=session_id, account_id=account_id).update(last_seen_at=now, **activity)


async def mark_authenticated(account_id: uuid.UUID, session_id: uuid.UUID, *, has_second_factor: bool) -> None:
    """Store that the password of a session was confirmed now, and whether a second factor was."""
    factor = {"has_second_factor": True} if has_second_factor else {}
    await Session.filter(id=session_id, account_id=account_id).update(authenticated_at=clock.now(), **factor)


async def require_reauthentication(account_id: uuid.UUID, user_id: uuid.UUID, *, except_id: uuid.UUID) -> None:
    """Let the login of a user's other sessions count as an old one."""
    sessions = Session.filter(account_id=account_id, user_id=user_id, ended_at=None).exclude(id=except_id)
    await sessions.update(authenticated_at=datetime.fromtimestamp(0, UTC))


async def delete_sessions(expired_before: datetime) -> None:
    """Delete the sessions whose refresh tokens expired before an instant."""
    await Session.filter(refresh_expires_at__lt=expired_before).delete()


async def find_link_recipient(user_id: uuid.UUID) -> User | None:
    """Return an active user with a verified address and an account."""
    return await User.filter(
        id=user_id, disabled_at=None, email_verified_at__isnull=False, memberships__id__isnull=False
    ).first()


async def find_user_of_link(user_id: uuid.UUID, account_id: uuid.UUID, email_key: str) -> User | None:
    """Return an active member of an account who still logs in with an address, given as email key."""
    return await User.filter(
        id=user_id, disabled_at=None, email_claims__email_key=email_key, memberships__account_id=account_id
    ).first()


async def names_of_api_keys(account_id: uuid.UUID, key_ids: Collection[str]) -> dict[str, str]:
    """Return the names of API keys by id."""
    keys = await ApiKey.filter(account_id=account_id, id__in=list(key_ids))
    return {str(key.id): key.name for key in keys}


async def count_sessions_renewed_before(connection: Connection, instant: datetime) -> tuple[int, datetime | None]:
    """Return how many live sessions have a refresh token from before an instant, and when the last of these expires."""
    row = await connection.fetchrow(
        "SELECT count(*) AS sessions, max(refresh_expires_at) AS last FROM sessions "
        "WHERE ended_at IS NULL AND refresh_expires_at > $2 AND rotated_at <= $1",
        instant,
        clock.now(),
    )
    assert row is not None
    return row["sessions"], row["last"]


async def end_sessions_renewed_before(connection: Connection, instant: datetime, reason: str) -> int:
    """End the live sessions with a refresh token from before an instant, and return their number."""
    rows = await connection.fetch(
        "UPDATE sessions SET ended_at = $2, end_reason = $3 "
        "WHERE ended_at IS NULL AND refresh_expires_at > $2 AND rotated_at <= $1 RETURNING id",
        instant,
        clock.now(),
        reason,
    )
    return len(rows)
