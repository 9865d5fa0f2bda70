"""Queries of password resets."""

import uuid
from typing import Final

from breachlight.auth.models import User
from breachlight.auth.repository import update_user

_NO_SECOND_FACTORS: Final = {
    "is_mfa_device_enabled": False,
    "is_mfa_email_enabled": False,
    "mfa_device_secret_sealed": None,
    "mfa_device_pending_sealed": None,
    "mfa_device_counter": None,
}


async def find_resettable_user(user_id: uuid.UUID) -> User | None:
    """Return an active user with a verified address."""
    return await User.filter(id=user_id, disabled_at=None, email_verified_at__isnull=False).first()


async def remove_second_factors(user_id: uuid.UUID) -> None:
    """Turn the second factors of a user off."""
    await update_user(user_id, **_NO_SECOND_FACTORS)
