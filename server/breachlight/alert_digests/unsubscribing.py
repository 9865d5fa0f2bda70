"""Turning the mails about alerts off from within one of them (RFC 8058), without a log-in.

The token in the mail is a keyed digest over the user: it needs no row, works for as long as the mail is kept, and opens
nothing else. Only a POST turns anything off: programs that look through mails follow every link by GET.
"""

import uuid
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from breachlight.audit.events import record_event
from breachlight.auth.models import Membership, User
from breachlight.auth.subject import Client
from breachlight.database.session import transaction
from breachlight.kit.errors import BadCredentialsError
from breachlight.kit.messages import Sentence, say
from breachlight.kit.messages.answering import speak
from breachlight.mail.templates import public_link
from breachlight.mail.unsubscribe_links import PATH, _user_of

"""The route of the endpoint, and of the client's page that asks first."""
UNSUBSCRIBED: Final = say("You will get no more mails about detections.")
LINK_INVALID: Final = say("This link is not valid. Turn the mails off under Settings, Notifications.")

_NO_STORE = {"Cache-Control": "no-store"}


async def unsubscribe(token: str, client: Client) -> Sentence:
    """Turn the mails about alerts off for whom a token names, and return the sentence for the user; twice is as once.

    Raises:
        BadCredentialsError: no mail of this installation held the token, or its user is gone.
    """
    user_id = _user_of(token)
    async with transaction():
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
