"""Opt-in and opt-out of alert emails, in the settings and by the link in an email (RFC 8058).

Only a POST turns emails off: programs that scan emails follow every link by GET.
"""

import uuid
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from breachlight.alert_digests import repository
from breachlight.alerts.bookkeeping_repository import fetch_last
from breachlight.audit.events import record_event
from breachlight.auth.models import User
from breachlight.auth.repository import lock_accounts
from breachlight.auth.subject import Client
from breachlight.database.session import Connection, transaction
from breachlight.kit.errors import BadCredentialsError
from breachlight.kit.messages import Sentence, say
from breachlight.kit.messages.answering import speak
from breachlight.mail.alert_digest_jobs import schedule_alert_emails
from breachlight.mail.models import Subscription
from breachlight.mail.templates import public_link
from breachlight.mail.unsubscribe_links import PATH, refusal_of_token, topic_of

UNSUBSCRIBED: Final = {
    Subscription.ALERTS: say("You've unsubscribed from detection emails."),
    Subscription.MENTIONS: say("You've unsubscribed from emails about mentions."),
    Subscription.REPORTS: say("You've unsubscribed from monthly reports."),
}
LINK_INVALID: Final = say("This link is invalid. Turn emails off in Settings > Notifications.")

_EVENTS: Final = {
    Subscription.ALERTS: "alert_mails_unsubscribed",
    Subscription.MENTIONS: "mention_mails_unsubscribed",
    Subscription.REPORTS: "report_mails_unsubscribed",
}
_NO_STORE: Final = {"Cache-Control": "no-store"}


def wants_alert_emails(user: User) -> bool:
    """Return whether a user has alert emails on."""
    return user.is_email_notifications_enabled and user.is_breach_alert_enabled


async def start_alert_emails(connection: Connection, user_id: uuid.UUID, *, is_new: bool) -> None:
    """Schedule a user's alert emails in the caller's transaction; if ``is_new``, past alerts are not emailed."""
    account_ids = await repository.accounts_of_user(user_id)
    # A job that is there already starts no earlier than this transaction ends.
    await lock_accounts(connection, account_ids)
    if is_new:
        for account_id in account_ids:
            last = await fetch_last(connection, account_id)
            await repository.advance_position(connection, account_id, user_id, last)
    await schedule_alert_emails(connection, account_ids)


async def unsubscribe(token: str, client: Client) -> Sentence:
    """Turn the emails of a token off for its user, and return the sentence for the user; idempotent.

    Raises:
        BadCredentialsError: the token is not from an email of this installation, or its user is gone.
    """
    refused = refusal_of_token(token)
    if refused is None:
        raise BadCredentialsError(LINK_INVALID)
    user_id, subscription = refused
    async with transaction():
        account_id, was_enabled = await repository.disable_emails(user_id, subscription)
        if account_id is None:
            raise BadCredentialsError(LINK_INVALID)
        if was_enabled:
            await record_event(
                account_id,
                user_id,
                _EVENTS[subscription],
                address=client.address,
                user_agent=client.user_agent,
            )
    return UNSUBSCRIBED[subscription]


def unsubscribe_routes() -> list[BaseRoute]:
    """Return the routes of the unsubscribe address in the headers of alert emails."""
    return [Route(PATH, _one_click, methods=["POST"]), Route(PATH, _ask_first, methods=["GET"])]


async def _one_click(request: Request) -> Response:
    """Handle one-click unsubscription (RFC 8058); the request has no session, and its body is ignored."""
    client = Client(request.client.host if request.client else "", request.headers.get("user-agent", ""))
    try:
        message = await unsubscribe(request.query_params.get("token", ""), client)
    except BadCredentialsError as error:
        return PlainTextResponse(speak(error.message), 400, _NO_STORE)
    return PlainTextResponse(speak(message), headers=_NO_STORE)


async def _ask_first(request: Request) -> Response:
    """Redirect a person to the page that asks first; nothing changes."""
    token = request.query_params.get("token", "")
    refused = refusal_of_token(token)
    topic = topic_of(refused[1]) if refused else {}
    return RedirectResponse(public_link(PATH, token=token, **topic), 303, _NO_STORE)
