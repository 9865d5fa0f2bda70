"""Queries of one-time tokens."""

import uuid
from datetime import datetime
from typing import Final

from tortoise.expressions import Q

from breachlight.auth.models import OneTimeToken, TokenPurpose
from breachlight.database.session import reading

# The user's row is locked first, in the order of every other change of tokens or passwords, so that none wait in a circle.
_USE: Final = """
WITH owner AS (
    SELECT users.id FROM users JOIN one_time_tokens ON one_time_tokens.user_id = users.id
    WHERE one_time_tokens.digest = $2 FOR NO KEY UPDATE OF users
)
UPDATE one_time_tokens AS token SET used_at = $1 FROM owner
WHERE token.digest = $2 AND token.purpose = $3 AND token.user_id = owner.id AND token.used_at IS NULL
    AND token.expires_at > $1 AND ($4::uuid IS NULL OR token.user_id = $4)
RETURNING token.*
"""


async def add_token(
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    purpose: TokenPurpose,
    *,
    digest: str,
    email_key: str,
    created_at: datetime,
    expires_at: datetime,
) -> None:
    """Store the digest of a new token."""
    await OneTimeToken.create(
        account_id=account_id,
        user_id=user_id,
        purpose=purpose,
        digest=digest,
        email_key=email_key,
        created_at=created_at,
        expires_at=expires_at,
    )


async def find_token(purpose: TokenPurpose, digest: str, user_id: uuid.UUID | None) -> OneTimeToken | None:
    """Return a token, valid or not; with ``user_id``, only if it is that user's."""
    owner = Q(user_id=user_id) if user_id else Q()
    return await OneTimeToken.filter(owner, digest=digest, purpose=purpose).first()


async def has_valid_token(user_id: uuid.UUID, purpose: TokenPurpose, now: datetime) -> bool:
    """Return whether a user has a token of a purpose that is neither used nor expired."""
    return await OneTimeToken.filter(user_id=user_id, purpose=purpose, used_at=None, expires_at__gt=now).exists()


async def use_token(
    purpose: TokenPurpose, digest: str, user_id: uuid.UUID | None, now: datetime
) -> OneTimeToken | None:
    """Mark a valid token as used and return it; of concurrent calls only one gets it."""
    async with reading() as connection:
        row = await connection.fetchrow(_USE, now, digest, purpose.value, user_id)
    return OneTimeToken(**row) if row else None


async def expire_tokens(user_id: uuid.UUID, purposes: tuple[TokenPurpose, ...], key: str | None, now: datetime) -> None:
    """Let the user's valid tokens expire now: those of ``purposes`` (all if empty), and of an email key if given."""
    chosen = Q(purpose__in=purposes) if purposes else Q()
    if key is not None:
        chosen &= Q(email_key=key)
    await OneTimeToken.filter(chosen, user_id=user_id, used_at=None, expires_at__gt=now).update(expires_at=now)


async def delete_tokens(expired_before: datetime) -> None:
    """Delete tokens that expired before an instant."""
    await OneTimeToken.filter(expires_at__lt=expired_before).delete()
