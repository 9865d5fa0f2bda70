"""Access and refresh tokens: JWT with one algorithm, fixed keys and a type each (RFC 8725)."""

import hashlib
import hmac
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal

import jwt

from breachlight.kit import clock
from breachlight.kit.key_file import Ring
from breachlight.kit.keys import KeyRing, SealError

ACCESS_LIFETIME = timedelta(minutes=5)
_REMEMBERED = 4096
_ALGORITHM = "HS256"
_ISSUER = "breachlight"
_TYPES = {"access": "at+jwt", "refresh": "rt+jwt"}
# Clocks of several hosts differ: a token counts a little before it was issued by another, but never beyond its end.
_LEEWAY = timedelta(seconds=60)
_REQUIRED = ["exp", "iat", "nbf", "iss", "aud", "sub", "jti", "sid"]

TokenType = Literal["access", "refresh"]


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a token whose signature, times, audience and type have been checked."""

    user_id: uuid.UUID
    account_id: uuid.UUID
    session_id: uuid.UUID
    token_id: str
    expires_at: datetime


class TokenSigner:
    """Issues and reads the tokens of one key ring; each type has its own key and audience."""

    def __init__(self, ring: KeyRing) -> None:
        self._ring = ring
        # Valid signatures stay valid; refused tokens raise and are not cached.
        self._verified = lru_cache(_REMEMBERED)(self._verify)

    def issue(
        self,
        token_type: TokenType,
        *,
        user_id: uuid.UUID,
        account_id: uuid.UUID,
        session_id: uuid.UUID,
        token_id: str,
        expires_at: datetime,
    ) -> str:
        """Return a signed token of the given type."""
        now = clock.now()
        claims = {
            "iss": _ISSUER,
            "aud": token_type,
            "sub": str(user_id),
            "acc": str(account_id),
            "sid": str(session_id),
            "jti": token_id,
            "iat": now,
            "nbf": now,
            "exp": expires_at,
        }
        number = self._ring.current(Ring.SIGNING).number
        headers = {"typ": _TYPES[token_type], "kid": str(number)}
        return jwt.encode(claims, self._key(token_type, number), _ALGORITHM, headers=headers)

    def read(self, token_type: TokenType, token: str, *, allow_expired: bool = False) -> Claims | None:
        """Return the claims of a token, or None if it is invalid (hostile-inputs A06-A08)."""
        try:
            claims, not_before = self._verified(token_type, token)
        except (
            jwt.PyJWTError,
            SealError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            OverflowError,
            RecursionError,
        ):
            return None
        now = clock.now()
        return None if not_before > now + _LEEWAY or (claims.expires_at <= now and not allow_expired) else claims

    def _verify(self, token_type: TokenType, token: str) -> tuple[Claims, datetime]:
        """Return the claims of a token and the instant from which it is valid, without comparing them with the clock.

        Raises:
            Exception: any of those that ``read`` catches, for a token of another issuer.
        """
        header = jwt.get_unverified_header(token)
        number = int(header["kid"])
        # Exactly these three members: others that name a key or are critical (jku, jwk, x5u, crit) are refused (RFC 8725).
        if header != {"alg": _ALGORITHM, "typ": _TYPES[token_type], "kid": str(number)}:
            raise jwt.InvalidTokenError
        claims: dict[str, Any] = jwt.decode(
            token,
            self._key(token_type, number),
            algorithms=[_ALGORITHM],
            audience=token_type,
            issuer=_ISSUER,
            # The caller compares the times with the product's clock, which tests control.
            options={
                "require": _REQUIRED,
                "verify_exp": False,
                "verify_nbf": False,
                "verify_iat": False,
                "strict_aud": True,
                "enforce_minimum_key_length": True,
            },
        )
        begin = max(int(claims["iat"]), int(claims["nbf"]))
        return Claims(
            user_id=uuid.UUID(claims["sub"]),
            account_id=uuid.UUID(claims["acc"]),
            session_id=uuid.UUID(claims["sid"]),
            token_id=str(claims["jti"]),
            expires_at=datetime.fromtimestamp(int(claims["exp"]), UTC),
        ), datetime.fromtimestamp(begin, UTC)

    def first_refresh_id(self, session_id: uuid.UUID, seed: bytes) -> str:
        """Return the 256-bit identifier of a session's first refresh token, made from 32 random bytes."""
        return self.next_refresh_id(session_id, seed.hex())

    def next_refresh_id(self, session_id: uuid.UUID, token_id: str) -> str:
        """Return the identifier that follows ``token_id`` in a session.

        It is a keyed digest of the one before, so that tabs which refresh at the same moment all get the same successor and the
        chain stays one.
        """
        key = self._ring.index_key("refresh-chain")
        return hmac.new(key, f"{session_id}:{token_id}".encode(), hashlib.sha256).hexdigest()

    def _key(self, token_type: TokenType, number: int) -> bytes:
        return self._ring.derive(f"{token_type}-token", number=number)


def token_digest(token_id: str) -> bytes:
    """Return the stored digest of a refresh token: the SHA-256 of its identifier."""
    return hashlib.sha256(token_id.encode()).digest()
