"""Emailed one-time tokens: 256 random bits, stored as a digest, valid once for one purpose until they expire."""

import base64
import binascii
import hashlib
import secrets
import uuid
from dataclasses import dataclass
from datetime import timedelta

from breachlight.auth import one_time_token_repository as repository
from breachlight.auth.models import OneTimeToken, TokenPurpose, User
from breachlight.auth.repository import lock_user
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
# For this long a second click on a used link is distinguished from an invalid one.
_KEPT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """The contents of an emailed link: the user's public identifier and the token."""

    uid: str
    token: str


async def issue(user: User, account_id: uuid.UUID, purpose: TokenPurpose, *, key: str | None = None) -> IssuedToken:
    """Create a token in the caller's transaction and revoke earlier ones of the user and purpose.

    ``key`` is the email key of the recipient if it is not the user's own; then only earlier tokens for it are revoked.

    Raises:
        UnauthenticatedError: the user was deleted.
    """
    # Two concurrent requests wait for each other here: otherwise neither would see the other's token.
    await lock_user(user.id)
    await revoke_all(user.id, purpose, key=key)
    token, now = new_token(), clock.now()
    await repository.add_token(
        account_id,
        user.id,
        purpose,
        digest=digest_of(token),
        email_key=key or email_key(user.email) or "",
        created_at=now,
        expires_at=now + LIFETIMES[purpose],
    )
    return IssuedToken(uid_of(user.id), token)


async def find(purpose: TokenPurpose, token: str, *, uid: str | None = None) -> OneTimeToken | None:
    """Return a valid token without using it; with ``uid``, only if it is that user's."""
    found = await recognise(purpose, token, uid=uid)
    return found if found and found.used_at is None and found.expires_at > clock.now() else None


async def recognise(purpose: TokenPurpose, token: str, *, uid: str | None = None) -> OneTimeToken | None:
    """Return a token, valid or not, until a week after it expired: it identifies its user and authorizes nothing."""
    user_id = _user_of(uid)
    if not is_well_formed(token) or (uid is not None and user_id is None):
        return None
    return await repository.find_token(purpose, digest_of(token), user_id)


async def spend(purpose: TokenPurpose, token: str, *, uid: str | None = None) -> OneTimeToken | None:
    """Use a token in the caller's transaction and return it, None if it is invalid; of concurrent calls one gets it."""
    user_id = _user_of(uid)
    if not is_well_formed(token) or (uid is not None and user_id is None):
        return None
    return await repository.use_token(purpose, digest_of(token), user_id, clock.now())


async def revoke_all(user_id: uuid.UUID, *purposes: TokenPurpose, key: str | None = None) -> None:
    """Revoke the user's tokens of these purposes (all purposes if none is given) in the caller's transaction.

    With ``key`` only those that were sent to the address of that key.
    """
    await repository.expire_tokens(user_id, purposes, key, clock.now())


def uid_of(user_id: uuid.UUID) -> str:
    """Return the user's identifier as emailed links carry it: its bytes in unpadded base64url."""
    return base64.urlsafe_b64encode(user_id.bytes).rstrip(b"=").decode("ascii")


def new_token() -> str:
    """Return the secret part of an emailed link."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


@scheduled("one_time_tokens.trim", "*/30 * * * *")
async def trim_tokens() -> None:
    """Delete tokens that expired more than a week ago."""
    await repository.delete_tokens(clock.now() - _KEPT)


def _user_of(uid: str | None) -> uuid.UUID | None:
    """Return the user whose canonical identifier ``uid`` is, or None."""
    if uid is None or not uid.isascii():
        return None
    try:
        user_id = uuid.UUID(bytes=base64.urlsafe_b64decode(uid + "=="))
    except (ValueError, binascii.Error):
        return None
    return user_id if secrets.compare_digest(uid_of(user_id), uid) else None


def is_well_formed(token: str) -> bool:
    """Whether a text may be a token."""
    return len(token) == _TOKEN_LENGTH and token.isascii()


def digest_of(token: str) -> str:
    """Return the stored digest; 256 random bits need no key and no slow hash."""
    return hashlib.sha256(token.encode("ascii")).hexdigest()
