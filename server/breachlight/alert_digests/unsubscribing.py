"""Turning the mails about alerts off from within one of them (RFC 8058), without a log-in.

The token in the mail is a keyed digest over the user: it needs no row, works for as long as the mail is kept, and opens
nothing else. Only a POST turns anything off: programs that look through mails follow every link by GET.
"""

import base64
import binascii
import hmac
import uuid
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from tortoise.transactions import in_transaction

from breachlight.accounts.models import Membership, User
from breachlight.audit.events import record_event
from breachlight.auth.subject import Client
from breachlight.config import get_key_ring, get_settings
from breachlight.kit.errors import BadCredentialsError
from breachlight.kit.messages import Sentence, say
from breachlight.kit.messages.answering import speak
from breachlight.mail.templates import public_link

PATH: Final = "/unsubscribe"
"""The route of the endpoint, and of the client's page that asks first."""
UNSUBSCRIBED: Final = say("You will get no more mails about detections.")
LINK_INVALID: Final = say("This link is not valid. Turn the mails off under Settings, Notifications.")

_PURPOSE = "unsubscribe/alerts"
_USER_BYTES = 16
_NO_STORE = {"Cache-Control": "no-store"}


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


async def unsubscribe(token: str, client: Client) -> Sentence:
    """Turn the mails about alerts off for whom a token names, and return the sentence for the user; twice is as once.

    Raises:
        BadCredentialsError: no mail of this installation held the token, or its user is gone.
    """
    user_id = _user_of(token)
    async with in_transaction():
        user = await User.filter(id=user_id).select_for_update(no_key=True).first() if user_id else None
        membership = await Membership.filter(user_id=user_id).first() if user else None
        if user is None or membership is None:
            raise BadCredentialsError(LINK_INVALID)
        if user.is_breach_alert_enabled:
            await User.filter(id=user.id).update(is_breach_alert_enabled=False)
            account_id: uuid.UUID = membership.account_id  # type: ignore[attr-defined]  # Tortoise adds the column at run time
            await record_event(
                account_id,
                user.id,
                "alert_mails_unsubscribed",
                address=client.address,
                user_agent=client.user_agent,
            )
    return UNSUBSCRIBED


def unsubscribe_routes() -> list[BaseRoute]:
    """Return the routes of the address in the headers of mails about alerts."""
    return [Route(PATH, _one_click, methods=["POST"]), Route(PATH, _ask_first, methods=["GET"])]


async def _one_click(request: Request) -> Response:
    """Take the POST of a mail program, which has no cookie and no session; what its body says besides is of no interest."""
    client = Client(request.client.host if request.client else "", request.headers.get("user-agent", ""))
    try:
        message = await unsubscribe(request.query_params.get("token", ""), client)
    except BadCredentialsError as error:
        return PlainTextResponse(speak(error.message), 400, _NO_STORE)
    return PlainTextResponse(speak(message), headers=_NO_STORE)


async def _ask_first(request: Request) -> Response:
    """Lead whoever opens the address to the page that asks; it changes nothing."""
    return RedirectResponse(public_link(PATH, token=request.query_params.get("token", "")), 303, _NO_STORE)


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
