"""Unsubscribe links of alert emails (RFC 8058).

The token is a keyed digest of the user: it needs no row, works for as long as the email is kept, and allows nothing else.
"""

import base64
import binascii
import hmac
import uuid
from typing import Final

from breachlight.config import get_key_ring, get_settings
from breachlight.mail.templates import public_link

PATH: Final = "/unsubscribe"
"""The route of the endpoint, and of the client's page that asks first."""

_PURPOSE: Final = "unsubscribe/alerts"
_USER_BYTES: Final = 16


def unsubscribe_token(user_id: uuid.UUID) -> str:
    """Return the token that turns a user's alert emails off."""
    return base64.urlsafe_b64encode(user_id.bytes + _digest(user_id.bytes)).decode("ascii").rstrip("=")


def unsubscribe_page(user_id: uuid.UUID) -> str:
    """Return the address of the page that asks a user first."""
    return public_link(PATH, token=unsubscribe_token(user_id))


def one_click_address(user_id: uuid.UUID) -> str:
    """Return the address that email programs post to."""
    return f"{get_settings().public_url.rstrip('/')}{PATH}?token={unsubscribe_token(user_id)}"


def user_of_token(token: str) -> uuid.UUID | None:
    """Return the user of a token, None for one that was not issued here."""
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
