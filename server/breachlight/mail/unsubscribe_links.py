"""Unsubscribe links: who may turn alert emails off from within one of them (RFC 8058)."""

import base64
import binascii
import hmac
import uuid
from typing import Final

from breachlight.auth.models import User
from breachlight.config import get_key_ring, get_settings
from breachlight.mail.templates import public_link

PATH: Final = "/unsubscribe"


_PURPOSE = "unsubscribe/alerts"


_USER_BYTES = 16


def unsubscribe_token(user_id: uuid.UUID) -> str:
    """Return the token that turns the mails about alerts off for a user."""
    return base64.urlsafe_b64encode(user_id.bytes + _digest(user_id.bytes)).decode("ascii").rstrip("=")


def unsubscribe_page(user_id: uuid.UUID) -> str:
    """Return the address of the page that asks a user first."""
    return public_link(PATH, token=unsubscribe_token(user_id))


def one_click_address(user_id: uuid.UUID) -> str:
    """Return the address that a mail program posts to."""
    return f"{get_settings().public_url.rstrip('/')}{PATH}?token={unsubscribe_token(user_id)}"


async def wants_alert_mails(user_id: uuid.UUID) -> bool:
    """Whether a user has mails about alerts on."""
    return await User.exists(id=user_id, is_email_notifications_enabled=True, is_breach_alert_enabled=True)


def _user_of(token: str) -> uuid.UUID | None:
    try:
        data = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    user, digest = data[:_USER_BYTES], data[_USER_BYTES:]
    if len(user) != _USER_BYTES or not hmac.compare_digest(digest, _digest(user)):
        return None
    return uuid.UUID(bytes=user)


def _digest(user: bytes) -> bytes:
    return hmac.digest(get_key_ring().index_key(_PURPOSE), user, "sha256")
