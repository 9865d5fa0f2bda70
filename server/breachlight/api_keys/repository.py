"""Queries of API keys; a key is valid only while its maker is an active member."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tortoise.expressions import Q

from breachlight.auth.models import ApiKey, MembershipRole
from breachlight.database.session import reading

_LIVE_KEY: Final = """
SELECT k.id, k.account_id, k.user_id, k.scopes, k.expires_at, k.last_used_at, k.suspended_at, m.role,
    a.is_mfa_required AND NOT (u.is_mfa_device_enabled OR u.is_mfa_email_enabled) AS must_set_up_mfa
FROM api_keys AS k
JOIN users AS u ON u.id = k.user_id
JOIN memberships AS m ON m.account_id = k.account_id AND m.user_id = k.user_id
JOIN accounts AS a ON a.id = k.account_id
WHERE k.digest = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2) AND u.disabled_at IS NULL
"""

_KEYS: Final = """
SELECT k.id, k.name, k.scopes, k.hint, k.created_at, k.expires_at, k.last_used_at, k.suspended_at,
    CASE WHEN m.id IS NOT NULL AND u.disabled_at IS NULL THEN concat_ws(' ', u.first_name, u.last_name) END AS maker
FROM api_keys AS k
LEFT JOIN users AS u ON u.id = k.user_id
LEFT JOIN memberships AS m ON m.account_id = k.account_id AND m.user_id = k.user_id
WHERE k.account_id = $1 AND k.revoked_at IS NULL
ORDER BY k.created_at DESC, k.id DESC
LIMIT $2
"""


@dataclass(frozen=True, slots=True)
class LiveKey:
    """The columns of a key that a request needs."""

    id: uuid.UUID
    account_id: uuid.UUID
    user_id: uuid.UUID
    scopes: Sequence[str]
    expires_at: datetime | None
    last_used_at: datetime | None
    suspended_at: datetime | None
    role: MembershipRole
    must_set_up_mfa: bool


@dataclass(frozen=True, slots=True)
class KeyView:
    """A key as the members of its account see it; ``maker`` is None, and the key invalid, once they left or were disabled."""

    id: uuid.UUID
    name: str
    scopes: Sequence[str]
    hint: str
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    suspended_at: datetime | None
    maker: str | None


async def find_live(digest: str, now: datetime) -> LiveKey | None:
    """Return a key that is neither revoked nor expired, but may be suspended, of a user who is not disabled and a member of the account."""
    async with reading() as connection:
        row = await connection.fetchrow(_LIVE_KEY, digest, now)
    return None if row is None else LiveKey(**{**row, "role": MembershipRole(row["role"])})


async def list_keys(account_id: uuid.UUID, limit: int) -> list[KeyView]:
    """Return the keys of an account that were not revoked, newest first."""
    async with reading() as connection:
        rows = await connection.fetch(_KEYS, account_id, limit)
    return [KeyView(**row) for row in rows]


async def mark_used(account_id: uuid.UUID, key_id: uuid.UUID, now: datetime) -> None:
    """Store when a key was last used."""
    await ApiKey.filter(id=key_id, account_id=account_id).update(last_used_at=now)


async def count_live(account_id: uuid.UUID, now: datetime) -> int:
    """Return the number of keys of an account that are neither revoked nor expired."""
    live = ApiKey.filter(Q(expires_at=None) | Q(expires_at__gt=now), account_id=account_id, revoked_at=None)
    return await live.count()


async def add_key(
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    *,
    name: str,
    scopes: list[str],
    digest: str,
    hint: str,
    created_at: datetime,
    expires_at: datetime | None,
) -> ApiKey:
    """Add a key of an account, made by one of its users."""
    return await ApiKey.create(
        account_id=account_id,
        user_id=user_id,
        name=name,
        scopes=scopes,
        digest=digest,
        hint=hint,
        created_at=created_at,
        expires_at=expires_at,
    )


async def find_key(account_id: uuid.UUID, key_id: uuid.UUID | None) -> ApiKey | None:
    """Return a key of an account."""
    return await ApiKey.filter(id=key_id, account_id=account_id).first()


async def lock_unrevoked(account_id: uuid.UUID, key_id: uuid.UUID) -> ApiKey | None:
    """Lock a key that is not revoked until the caller's transaction ends and return it."""
    return await ApiKey.filter(id=key_id, account_id=account_id, revoked_at=None).select_for_update().first()


async def lock_suspended(account_id: uuid.UUID, key_id: uuid.UUID) -> ApiKey | None:
    """Lock a key that is suspended and not revoked until the caller's transaction ends and return it."""
    suspended = ApiKey.filter(id=key_id, account_id=account_id, revoked_at=None, suspended_at__isnull=False)
    return await suspended.select_for_update().first()


async def confirm(key: ApiKey) -> None:
    """Store that a locked key is no longer suspended."""
    key.suspended_at = None
    await key.save(update_fields=["suspended_at"])


async def revoke(key: ApiKey, now: datetime) -> None:
    """Store that a locked key is revoked."""
    key.revoked_at = now
    await key.save(update_fields=["revoked_at"])
