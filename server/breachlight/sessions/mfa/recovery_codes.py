"""Recovery codes: each stands in once for a second factor that is lost."""

import hmac
import re
import secrets
import uuid

from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.sessions.models import RecoveryCode

COUNT = 10
# Crockford's Base32 has no letter that reads like a digit; ten of its symbols are 50 bits.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_SYMBOLS = 10
_GROUP = 5
_LONGEST = 32
_MISREAD = str.maketrans("oil", "011")
_FILLERS = re.compile(r"[\s-]+")


async def replace_codes(ring: KeyRing, account_id: uuid.UUID, user_id: uuid.UUID) -> list[str]:
    """Make ten codes in the caller's transaction; earlier ones are void."""
    codes = ["".join(secrets.choice(_ALPHABET) for _ in range(_SYMBOLS)) for _ in range(COUNT)]
    await delete_codes(account_id, user_id)
    now = clock.now()
    await RecoveryCode.bulk_create(
        RecoveryCode(account_id=account_id, user_id=user_id, digest=_digest(ring, user_id, code), created_at=now)
        for code in codes
    )
    return [f"{code[:_GROUP]}-{code[_GROUP:]}" for code in codes]


async def accept_code(ring: KeyRing, account_id: uuid.UUID, user_id: uuid.UUID, text: str) -> bool:
    """Tell whether a code is one of the user's that is not used, and use it up, in the caller's transaction.

    Letters may be of either case, hyphens and spaces stand where they like.
    """
    code = _normalised(text)
    if code is None:
        return False
    unused = RecoveryCode.filter(
        account_id=account_id, user_id=user_id, digest=_digest(ring, user_id, code), used_at=None
    )
    return await unused.update(used_at=clock.now()) == 1


async def count_codes(account_id: uuid.UUID, user_id: uuid.UUID) -> int:
    """Return how many codes of a user are left."""
    return await RecoveryCode.filter(account_id=account_id, user_id=user_id, used_at=None).count()


async def delete_codes(account_id: uuid.UUID, user_id: uuid.UUID) -> None:
    """Void all codes of a user."""
    await RecoveryCode.filter(account_id=account_id, user_id=user_id).delete()


def _normalised(text: str) -> str | None:
    """Return the ten symbols that a text spells, or None; what is too long is not even looked at."""
    if len(text) > _LONGEST or not text.isascii():
        return None
    code = _FILLERS.sub("", text).lower().translate(_MISREAD)
    return code if len(code) == _SYMBOLS and set(code) <= set(_ALPHABET) else None


def _digest(ring: KeyRing, user_id: uuid.UUID, code: str) -> str:
    return hmac.digest(ring.index_key("recovery_codes"), user_id.bytes + code.encode("ascii"), "sha256").hex()
