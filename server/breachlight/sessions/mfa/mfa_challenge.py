"""The challenge of a login with a second factor: the answer "MFA required" (rest-contract §5).

It carries the email token, which authorizes only the sending of a code, for ten minutes or until the login is finished. While
it is valid, the human verification of the first request also counts for the second.
"""

import hmac
import uuid
from dataclasses import dataclass

from breachlight.auth import one_time_tokens
from breachlight.auth.models import TokenPurpose, User
from breachlight.auth.one_time_token_repository import has_valid_token
from breachlight.config import get_key_ring
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.sessions.mfa.repository import delete_mailed_code
from breachlight.sessions.models import CodePurpose

_MARK_BYTES = 16


@dataclass(frozen=True, slots=True)
class MfaChallenge:
    """The login of an email token; after a magic link no password is needed to send a code."""

    user_id: uuid.UUID
    account_id: uuid.UUID
    is_after_link: bool


async def create_challenge(user: User, account_id: uuid.UUID, *, is_after_link: bool = False) -> str:
    """Return the email token of a login that waits for its code; one of an earlier login is void."""
    async with transaction():
        issued = await one_time_tokens.issue(user, account_id, TokenPurpose.SEND_LOGIN_CODE)
    return f"{issued.token}.{_mark(issued.token)}" if is_after_link else issued.token


def is_after_link(email_token: str) -> bool:
    """Return whether an email token comes from a magic link: then it has a mark that only this installation can make."""
    token, dot, mark = email_token.partition(".")
    return bool(dot) and hmac.compare_digest(mark.encode("utf-8", "surrogatepass"), _mark(token).encode())


async def find_challenge(email_token: str) -> MfaChallenge | None:
    """Return the challenge of a valid email token."""
    token, dot, _ = email_token.partition(".")
    after_link = is_after_link(email_token)
    found = await one_time_tokens.find(TokenPurpose.SEND_LOGIN_CODE, token)
    if found is None or bool(dot) != after_link:
        return None
    return MfaChallenge(found.user_id, found.account_id, after_link)


async def has_challenge(user_id: uuid.UUID) -> bool:
    """Return whether a login of the user waits for its code."""
    return await has_valid_token(user_id, TokenPurpose.SEND_LOGIN_CODE, clock.now())


async def end_challenge(user_id: uuid.UUID, account_id: uuid.UUID) -> None:
    """Void the email token and the emailed code of a login, in its transaction."""
    await one_time_tokens.revoke_all(user_id, TokenPurpose.SEND_LOGIN_CODE)
    await delete_mailed_code(account_id, user_id, CodePurpose.LOGIN)


def _mark(token: str) -> str:
    key = get_key_ring().index_key("login-code/after-link")
    return hmac.digest(key, token.encode("utf-8", "surrogatepass"), "sha256")[:_MARK_BYTES].hex()
