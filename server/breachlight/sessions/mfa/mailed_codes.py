"""Codes that are emailed: six digits, ten minutes, one use, and only that of the last sending counts (ASVS 5.0, 6.5, 6.6)."""

import hmac
import secrets
import uuid
from datetime import timedelta
from typing import Final

from breachlight.auth.models import User
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.rate_limits.limiter import RateLimit, RateLimits
from breachlight.sessions.models import CodePurpose, MailedCode

LIFETIME = timedelta(minutes=10)
_DIGITS = 6
_KINDS = {CodePurpose.LOGIN: MailKind.LOGIN_CODE, CodePurpose.ENABLE: MailKind.MFA_CODE}

_KEEP: Final = """
INSERT INTO mailed_codes (id, account_id, user_id, purpose, digest, sent_at, expires_at, used_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, NULL)
ON CONFLICT (account_id, user_id, purpose)
DO UPDATE SET digest = excluded.digest, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = NULL
"""

_per_user = RateLimits(
    (RateLimit("code-mail", 5, timedelta(minutes=15)), RateLimit("code-mail-day", 40, timedelta(days=1)))
)


async def count_mail(user_id: uuid.UUID) -> None:
    """Count an email with a code, before the transaction that writes it.

    Raises:
        ThrottledError: the user has had five in this quarter of an hour, or forty today.
    """
    await _per_user.hit(str(user_id))


async def forget_mails(user_id: uuid.UUID) -> None:
    """Count the user's emails from nought again, after one of their codes was right."""
    await _per_user.forget(str(user_id))


async def send_code(
    connection: Connection, ring: KeyRing, user: User, account_id: uuid.UUID, purpose: CodePurpose
) -> None:
    """Email a new code in the caller's transaction; an earlier one for the same purpose is void (A19)."""
    code, now = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}", clock.now()
    digest = _digest(ring, user.id, purpose, code)
    values = [new_id(), account_id, user.id, purpose.value, digest, now, now + LIFETIME]
    await connection.execute(_KEEP, *values)
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
    """Tell whether a code is the last one emailed for the purpose, and spend it; of parallel tries one gets it."""
    now = clock.now()
    good = MailedCode.filter(
        account_id=account_id,
        user_id=user.id,
        purpose=purpose,
        digest=_digest(ring, user.id, purpose, code),
        used_at=None,
        expires_at__gt=now,
    )
    return await good.update(used_at=now) == 1


async def void_codes(account_id: uuid.UUID, user_id: uuid.UUID, purpose: CodePurpose) -> None:
    """Void what was emailed for a purpose."""
    await MailedCode.filter(account_id=account_id, user_id=user_id, purpose=purpose).delete()


def _digest(ring: KeyRing, user_id: uuid.UUID, purpose: CodePurpose, code: str) -> bytes:
    """Digest a code with a key: a plain hash of six digits is undone by trying all of them."""
    return hmac.digest(ring.index_key(f"mailed_codes/{purpose.value}"), user_id.bytes + code.encode("ascii"), "sha256")
