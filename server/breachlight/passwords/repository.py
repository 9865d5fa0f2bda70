"""Queries of password resets."""

import uuid

from breachlight.auth.models import User


async def find_resettable_user(user_id: uuid.UUID) -> User | None:
    """Return an active user with a verified address."""
    return await User.filter(id=user_id, disabled_at=None, email_verified_at__isnull=False).first()
