"""Unsubscribe links of emails (RFC 8058).

The token is a keyed digest of the user and the kind of email: it needs no row, works for as long as the email is kept, and allows nothing else.
"""

import base64
import binascii
import hmac
import uuid
from typing import Final

from breachlight.config import get_key_ring, get_settings
from breachlight.mail.models import Subscription
from breachlight.mail.templates import public_link

PATH: Final = "/unsubscribe"
"""The route of the endpoint, and of the client's page that asks first."""

_USER_BYTES: Final = 16


def unsubscribe_token(user_id: uuid.UUID, subscription: Subscription = Subscription.ALERTS) -> str:
    """Return the token that turns a user's emails of a subscription off."""
    return base64.urlsafe_b64encode(user_id.bytes + _digest(user_id.bytes, subscription)).decode("ascii").rstrip("=")


def unsubscribe_page(user_id: uuid.UUID, subscription: Subscription) -> str:
    """Return the address of the page that asks a user first."""
    return public_link(PATH, token=unsubscribe_token(user_id, subscription), **topic_of(subscription))


def topic_of(subscription: Subscription) -> dict[str, str]:
    """Return the parameter by which the page knows what to ask about; detection emails need none."""
    return {} if subscription is Subscription.ALERTS else {"topic": subscription.value}


def one_click_address(user_id: uuid.UUID, subscription: Subscription) -> str:
    """Return the address that email programs post to."""
    return f"{get_settings().public_url.rstrip('/')}{PATH}?token={unsubscribe_token(user_id, subscription)}"


def refusal_of_token(token: str) -> tuple[uuid.UUID, Subscription] | None:
    """Return the user of a token and what it turns off, None for one that was not issued here."""
    try:
        data = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    user, digest = data[:_USER_BYTES], data[_USER_BYTES:]
    if len(user) != _USER_BYTES:
        return None
    for subscription in Subscription:
        if hmac.compare_digest(digest, _digest(user, subscription)):
            return uuid.UUID(bytes=user), subscription
    return None


def _digest(user: bytes, subscription: Subscription) -> bytes:
    return hmac.digest(get_key_ring().index_key(f"unsubscribe/{subscription.value}"), user, "sha256")
