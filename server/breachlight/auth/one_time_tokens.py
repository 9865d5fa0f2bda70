"""Mailed tokens: 256 random bits, kept as a digest, good for one purpose, once, within their time."""

import base64
import binascii
import hashlib
import secrets
import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from tortoise.expressions import Q

from breachlight.auth.models import OneTimeToken, TokenPurpose, User
from breachlight.database.session import reading
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.kit.addresses import email_key

LIFETIMES = {
    TokenPurpose.VERIFY_EMAIL: timedelta(hours=24),
    TokenPurpose.RESET_PASSWORD: timedelta(hours=1),
    TokenPurpose.MAGIC_LINK: timedelta(minutes=15),
    TokenPurpose.SEND_LOGIN_CODE: timedelta(minutes=10),
    TokenPurpose.MONITOR_EMAIL: timedelta(hours=48),
}

_TOKEN_BYTES = 32
_TOKEN_LENGTH = 43  # of 32 bytes in Base64 without padding
# So long a second click on a link that has done its work is told from a wrong one.
_KEPT = timedelta(days=7)

# The user's row is held first, as whoever issues a token or changes a password holds it: nobody waits in a circle.
_SPEND: Final = """
WITH owner AS (
    SELECT users.id FROM users JOIN one_time_tokens ON one_time_tokens.user_id = users.id
    WHERE one_time_tokens.digest = $2 FOR NO KEY UPDATE OF users
)
UPDATE one_time_tokens AS token SET used_at = $1 FROM owner
WHERE token.digest = $2 AND token.purpose = $3 AND token.user_id = owner.id AND token.used_at IS NULL
    AND token.expires_at > $1 AND ($4::uuid IS NULL OR token.user_id = $4)
RETURNING token.*
"""


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """What goes into the mail: the user's public identifier and the token."""

    uid: str
    token: str


async def issue(user: User, account_id: uuid.UUID, purpose: TokenPurpose, *, key: str | None = None) -> IssuedToken:
    """Make a token in the caller's transaction; earlier ones of the user and purpose are good no more.

    ``key`` is that of the address that it is sent to, if it is not the user's own; then only earlier ones for it end.
    """
    # Two mails asked for at once wait for each other here: otherwise neither would see the other's token.
    await User.filter(id=user.id).select_for_update(no_key=True).first()
    await revoke_all(user.id, purpose, key=key)
    token, now = secrets.token_urlsafe(_TOKEN_BYTES), clock.now()
    await OneTimeToken.create(
        account_id=account_id,
        user_id=user.id,
        purpose=purpose,
        digest=_digest(token),
        email_key=key or email_key(user.email) or "",
        created_at=now,
        expires_at=now + LIFETIMES[purpose],
    )
    return IssuedToken(uid_of(user.id), token)


async def find(purpose: TokenPurpose, token: str, *, uid: str | None = None) -> OneTimeToken | None:
    """Return a token that is still good, without spending it; with ``uid``, only if it is that user's."""
    found = await _find(purpose, token, uid)
    return found if found and found.used_at is None and found.expires_at > clock.now() else None


async def recognise(purpose: TokenPurpose, token: str, *, uid: str | None = None) -> OneTimeToken | None:
    """Return a token, good or not, until a week after it expired: it tells whose it is and opens nothing."""
    return await _find(purpose, token, uid)


async def spend(purpose: TokenPurpose, token: str, *, uid: str | None = None) -> OneTimeToken | None:
    """Spend a token in the caller's transaction and return it, or None if it is not good; of parallel calls one gets it."""
    user_id = _user_of(uid)
    if not _is_well_formed(token) or (uid is not None and user_id is None):
        return None
    values = [clock.now(), _digest(token), purpose.value, user_id]
    async with reading() as connection:
        row = await connection.fetchrow(_SPEND, *values)
    return OneTimeToken(**row) if row else None


async def revoke_all(user_id: uuid.UUID, *purposes: TokenPurpose, key: str | None = None) -> None:
    """Make the user's tokens of these purposes (of all without any) good no more, in the caller's transaction.

    With ``key`` only those that were sent to the address of that key.
    """
    now = clock.now()
    which = Q(purpose__in=purposes) if purposes else Q()
    if key is not None:
        which &= Q(email_key=key)
    await OneTimeToken.filter(which, user_id=user_id, used_at=None, expires_at__gt=now).update(expires_at=now)


def uid_of(user_id: uuid.UUID) -> str:
    """Return the user's identifier as mailed links carry it: the Base64 of its bytes, for addresses, without padding."""
    return base64.urlsafe_b64encode(user_id.bytes).rstrip(b"=").decode("ascii")


@scheduled("one_time_tokens.trim", "*/30 * * * *")
async def trim_tokens() -> None:
    """Delete tokens that expired long ago."""
    await OneTimeToken.filter(expires_at__lt=clock.now() - _KEPT).delete()


async def _find(purpose: TokenPurpose, token: str, uid: str | None) -> OneTimeToken | None:
    user_id = _user_of(uid)
    if not _is_well_formed(token) or (uid is not None and user_id is None):
        return None
    whose = Q(user_id=user_id) if user_id else Q()
    return await OneTimeToken.filter(whose, digest=_digest(token), purpose=purpose).first()


def _user_of(uid: str | None) -> uuid.UUID | None:
    """Return the user whose identifier ``uid`` spells in its one form, or None."""
    if uid is None or not uid.isascii():
        return None
    try:
        user_id = uuid.UUID(bytes=base64.urlsafe_b64decode(uid + "=="))
    except (ValueError, binascii.Error):
        return None
    return user_id if secrets.compare_digest(uid_of(user_id), uid) else None


def _is_well_formed(token: str) -> bool:
    return len(token) == _TOKEN_LENGTH and token.isascii()


def _digest(token: str) -> str:
    """Return what is kept: a token is as hard to guess as its digest to invert, so no key or slow hash is needed."""
    return hashlib.sha256(token.encode("ascii")).hexdigest()
