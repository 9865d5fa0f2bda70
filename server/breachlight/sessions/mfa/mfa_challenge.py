"""The steps of a login with a second factor: what the answer "MFA required" opens (rest-contract §5).

That answer carries the email token. It opens the sending of a code and nothing else, for ten minutes or until the login is
finished. While it is good the user is between two legs, and the human check of the first one holds for the second.
"""

import hmac
import uuid
from dataclasses import dataclass

from breachlight.auth import one_time_tokens
from breachlight.auth.models import OneTimeToken, TokenPurpose, User
from breachlight.config import get_key_ring
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.sessions.mfa.mailed_codes import void_codes
from breachlight.sessions.models import CodePurpose

_MARK_BYTES = 16


@dataclass(frozen=True, slots=True)
class Leg:
    """Whose login an email token belongs to; after a magic link its sending asks for no password."""

    user_id: uuid.UUID
    account_id: uuid.UUID
    is_after_link: bool


async def begin_leg(user: User, account_id: uuid.UUID, *, is_after_link: bool = False) -> str:
    """Return the email token of a login that waits for its code; one of an earlier login is void."""
    async with transaction():
        issued = await one_time_tokens.issue(user, account_id, TokenPurpose.SEND_LOGIN_CODE)
    return f"{issued.token}.{_mark(issued.token)}" if is_after_link else issued.token


def is_after_link(email_token: str) -> bool:
    """Tell whether an email token stems from a magic link: it bears a mark that only this installation can make."""
    token, dot, mark = email_token.partition(".")
    return bool(dot) and hmac.compare_digest(mark.encode("utf-8", "surrogatepass"), _mark(token).encode())


async def find_leg(email_token: str) -> Leg | None:
    """Return what an email token belongs to, if it is still valid."""
    token, dot, _ = email_token.partition(".")
    after_link = is_after_link(email_token)
    found = await one_time_tokens.find(TokenPurpose.SEND_LOGIN_CODE, token)
    if found is None or bool(dot) != after_link:
        return None
    return Leg(found.user_id, found.account_id, after_link)


async def is_between_legs(user_id: uuid.UUID) -> bool:
    """Tell whether a login of the user waits for its code."""
    return await OneTimeToken.filter(
        user_id=user_id, purpose=TokenPurpose.SEND_LOGIN_CODE, used_at=None, expires_at__gt=clock.now()
    ).exists()


async def end_legs(user_id: uuid.UUID, account_id: uuid.UUID) -> None:
    """Void email token and emailed code, in the transaction of their login."""
    await one_time_tokens.revoke_all(user_id, TokenPurpose.SEND_LOGIN_CODE)
    await void_codes(account_id, user_id, CodePurpose.LOGIN)


def _mark(token: str) -> str:
    key = get_key_ring().index_key("login-code/after-link")
    return hmac.digest(key, token.encode("utf-8", "surrogatepass"), "sha256")[:_MARK_BYTES].hex()
