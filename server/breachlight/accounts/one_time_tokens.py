"""Mailed tokens: 256 random bits, kept as a digest, good for one purpose, once, within their time."""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from breachlight.accounts.models import OneTimeToken, TokenPurpose, User

LIFETIMES = {
    TokenPurpose.VERIFY_EMAIL: timedelta(hours=24),
    TokenPurpose.RESET_PASSWORD: timedelta(hours=1),
    TokenPurpose.MAGIC_LINK: timedelta(minutes=15),
    TokenPurpose.SEND_LOGIN_CODE: timedelta(minutes=10),
}


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """What goes into the mail: the user's public identifier and the token."""

    uid: str
    token: str


async def issue(user: User, account_id: uuid.UUID, purpose: TokenPurpose) -> IssuedToken:
    """Make a token in the caller's transaction; earlier ones of the user and purpose are good no more."""
    raise NotImplementedError


async def find(purpose: TokenPurpose, token: str, *, uid: str | None = None) -> OneTimeToken | None:
    """Return a token that is still good, without spending it; with ``uid``, only if it is that user's."""
    raise NotImplementedError


async def spend(purpose: TokenPurpose, token: str, *, uid: str | None = None) -> OneTimeToken | None:
    """Spend a token in the caller's transaction and return it, or None if it is not good; of parallel calls one gets it."""
    raise NotImplementedError


async def revoke_all(user_id: uuid.UUID, *purposes: TokenPurpose) -> None:
    """Make the user's tokens of these purposes (of all without any) good no more, in the caller's transaction."""
    raise NotImplementedError
