"""Emailed codes: six digits, ten minutes, one use, and only the last one sent is valid (ASVS 5.0, 6.5, 6.6)."""

import hmac
import secrets
import uuid
from datetime import timedelta

from breachlight.auth.models import User
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.rate_limits.limiter import RateLimit, RateLimits
from breachlight.sessions.mfa import repository
from breachlight.sessions.models import CodePurpose

LIFETIME = timedelta(minutes=10)
_DIGITS = 6
_KINDS = {CodePurpose.LOGIN: MailKind.LOGIN_CODE, CodePurpose.ENABLE: MailKind.MFA_CODE}

_per_user = RateLimits(
    (RateLimit("code-mail", 5, timedelta(minutes=15)), RateLimit("code-mail-day", 40, timedelta(days=1)))
)


async def count_mail(user_id: uuid.UUID) -> None:
    """Count an email with a code, before the transaction that writes it.

    Raises:
        ThrottledError: the limit of five in 15 minutes or forty in a day is reached.
    """
    await _per_user.hit(str(user_id))


async def reset_mails(user_id: uuid.UUID) -> None:
    """Reset the count of the user's emails, after one of their codes was right."""
    await _per_user.reset(str(user_id))


async def send_code(
    connection: Connection, ring: KeyRing, user: User, account_id: uuid.UUID, purpose: CodePurpose
) -> None:
    """Email a new code in the caller's transaction; an earlier one for the same purpose is void (A19)."""
    code, now = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}", clock.now()
    await repository.store_mailed_code(
        connection,
        account_id,
        user.id,
        purpose,
        digest=_digest(ring, user.id, purpose, code),
        sent_at=now,
        expires_at=now + LIFETIME,
    )
    minutes = str(int(LIFETIME.total_seconds() // 60))
    await send_mail(
        connection,
        _KINDS[purpose],
        to=user.email,
        account_id=account_id,
        language=user.language,
        values={"name": user.first_name, "code": code, "minutes": minutes},
    )


async def accept_code(ring: KeyRing, user: User, account_id: uuid.UUID, purpose: CodePurpose, code: str) -> bool:
    """Return whether a code is the last one emailed for the purpose, and mark it as used; of concurrent calls one gets it."""
    return await repository.use_mailed_code(account_id, user.id, purpose, _digest(ring, user.id, purpose, code))


def _digest(ring: KeyRing, user_id: uuid.UUID, purpose: CodePurpose, code: str) -> bytes:
    """Digest a code with a key: a plain hash of six digits is inverted by trying all of them."""
    return hmac.digest(ring.index_key(f"mailed_codes/{purpose.value}"), user_id.bytes + code.encode("ascii"), "sha256")
