"""Reads in hand-written SQL: each joins the key with its maker, without whom it is worth nothing."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.auth.models import MembershipRole
from breachlight.database.session import reading

_LIVE_KEY: Final = """
SELECT k.id, k.account_id, k.user_id, k.scopes, k.expires_at, k.last_used_at, m.role
FROM api_keys AS k
JOIN users AS u ON u.id = k.user_id
JOIN memberships AS m ON m.account_id = k.account_id AND m.user_id = k.user_id
WHERE k.digest = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2) AND u.disabled_at IS NULL
"""

_KEYS: Final = """
SELECT k.id, k.name, k.scopes, k.hint, k.created_at, k.expires_at, k.last_used_at,
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
    """What a request needs to know of its key."""

    id: uuid.UUID
    account_id: uuid.UUID
    user_id: uuid.UUID
    scopes: Sequence[str]
    expires_at: datetime | None
    last_used_at: datetime | None
    role: MembershipRole


@dataclass(frozen=True, slots=True)
class KeyView:
    """A key as the members of its account see it. ``maker`` is None once they have left or were disabled: the key is dead then."""

    id: uuid.UUID
    name: str
    scopes: Sequence[str]
    hint: str
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    maker: str | None


async def find_live(digest: str, now: datetime) -> LiveKey | None:
    """Return a key that is neither revoked nor expired, of a user who is not disabled and a member of the account."""
    async with reading() as connection:
        row = await connection.fetchrow(_LIVE_KEY, digest, now)
    return None if row is None else LiveKey(**{**row, "role": MembershipRole(row["role"])})


async def fetch_keys(account_id: uuid.UUID, limit: int) -> list[KeyView]:
    """Return the keys of an account that were not revoked, the newest first."""
    async with reading() as connection:
        rows = await connection.fetch(_KEYS, account_id, limit)
    return [KeyView(**row) for row in rows]
