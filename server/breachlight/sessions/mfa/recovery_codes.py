"""Recovery codes: each replaces a lost second factor once."""

import hmac
import re
import secrets
import uuid

from breachlight.kit.keys import KeyRing
from breachlight.sessions.mfa import repository

COUNT = 10
# Crockford's Base32 has no letter that reads like a digit; ten of its symbols are 50 bits.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_SYMBOLS = 10
_GROUP = 5
_LONGEST = 32
_MISREAD = str.maketrans("oil", "011")
_FILLERS = re.compile(r"[\s-]+")


async def replace_codes(ring: KeyRing, account_id: uuid.UUID, user_id: uuid.UUID) -> list[str]:
    """Create ten codes in the caller's transaction; earlier ones are void."""
    codes = ["".join(secrets.choice(_ALPHABET) for _ in range(_SYMBOLS)) for _ in range(COUNT)]
    await repository.delete_recovery_codes(account_id, user_id)
    await repository.add_recovery_codes(account_id, user_id, [_digest(ring, user_id, code) for code in codes])
    return [f"{code[:_GROUP]}-{code[_GROUP:]}" for code in codes]


async def accept_code(ring: KeyRing, account_id: uuid.UUID, user_id: uuid.UUID, text: str) -> bool:
    """Return whether a code is an unused one of the user, and mark it as used in the caller's transaction.

    Case, hyphens and spaces are ignored.
    """
    code = _normalised(text)
    return code is not None and await repository.use_recovery_code(account_id, user_id, _digest(ring, user_id, code))


def _normalised(text: str) -> str | None:
    """Return the ten symbols of a code as typed, or None; a text that is too long is not parsed."""
    if len(text) > _LONGEST or not text.isascii():
        return None
    code = _FILLERS.sub("", text).lower().translate(_MISREAD)
    return code if len(code) == _SYMBOLS and set(code) <= set(_ALPHABET) else None


def _digest(ring: KeyRing, user_id: uuid.UUID, code: str) -> str:
    return hmac.digest(ring.index_key("recovery_codes"), user_id.bytes + code.encode("ascii"), "sha256").hex()
