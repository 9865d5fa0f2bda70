"""Codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, which all apps support."""

import uuid

import pyotp
from pyotp.exceptions import OTPVerificationError

from breachlight.auth.models import User
from breachlight.database.sealed_values import SealedColumn, register
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.sessions.mfa import repository

ISSUER = "Breachlight"
_SECRET_LENGTH = 32  # characters of Base32: 160 bits, as RFC 4226, section 4, recommends
# One step of drift each way (RFC 6238, section 5.2).
_WINDOW = 1
_PURPOSE = "users.mfa_device"

SECRET = "mfa_device_secret_sealed"  # noqa: S105 -- a name
PENDING = "mfa_device_pending_sealed"


def new_secret() -> str:
    """Return a new secret in Base32."""
    return pyotp.random_base32(_SECRET_LENGTH)


def provisioning_uri(secret: str, email: str) -> str:
    """Return the otpauth address that an app reads from the QR code."""
    return pyotp.TOTP(secret, name=email, issuer=ISSUER).provisioning_uri()


def seal_secret(ring: KeyRing, user_id: uuid.UUID, secret: str, field: str) -> bytes:
    """Seal a secret for its row and field of ``users``; moved elsewhere it cannot be opened."""
    return ring.seal(secret.encode("ascii"), _place(user_id, field), _PURPOSE)


def open_secret(ring: KeyRing, user_id: uuid.UUID, sealed: bytes, field: str) -> str:
    """Return a sealed secret.

    Raises:
        SealError: it was changed, or moved from another row or field.
    """
    return ring.open(sealed, _place(user_id, field), _PURPOSE).decode("ascii")


def find_step(secret: str, code: str) -> int | None:
    """Return the time step of a code if it is the current one or a neighbour, by the product's clock."""
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(code, for_time=clock.now(), valid_window=_WINDOW)
    except OTPVerificationError:
        return None


async def accept_code(ring: KeyRing, user: User, code: str) -> bool:
    """Return whether a code is right and newer than every accepted one, and mark it as used (hostile-inputs A13-A15).

    One statement checks and marks: of concurrent attempts one succeeds, and setting the clock back makes no code valid again.
    """
    step = _step_of(ring, user, code)
    return step is not None and await repository.use_time_step(user.id, step)


def is_shown(ring: KeyRing, user: User, code: str) -> bool:
    """Return whether the user's app shows a code in the current step or a neighbour, used or not."""
    return _step_of(ring, user, code) is not None


def _step_of(ring: KeyRing, user: User, code: str) -> int | None:
    if user.mfa_device_secret_sealed is None:
        return None
    secret = open_secret(ring, user.id, bytes(user.mfa_device_secret_sealed), "mfa_device_secret_sealed")
    return find_step(secret, code)


def _place(user_id: uuid.UUID, field: str) -> bytes:
    return f"users.{field}|".encode() + user_id.bytes


register(SealedColumn("users", SECRET, place=lambda row: _place(row["id"], SECRET), purpose=lambda _: _PURPOSE))
register(SealedColumn("users", PENDING, place=lambda row: _place(row["id"], PENDING), purpose=lambda _: _PURPOSE))
