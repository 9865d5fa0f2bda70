"""Login by an emailed link (spec §2; rest-contract §5)."""

import uuid
from datetime import timedelta
from typing import Any

from breachlight.accounts.validators import EMAIL_REQUIRED
from breachlight.audit.events import record_event
from breachlight.auth import one_time_tokens
from breachlight.auth.models import TokenPurpose
from breachlight.auth.repository import account_of_user, find_user_by_email
from breachlight.auth.subject import NOBODY, Client
from breachlight.database.session import transaction
from breachlight.jobs import URGENT_LANE, enqueue, job
from breachlight.kit.addresses import email_key
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import BadCredentialsError, ValidationError
from breachlight.kit.messages import Sentence, say
from breachlight.kit.metrics import FailedLogin
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions import repository
from breachlight.sessions.mfa import second_factors
from breachlight.sessions.mfa.second_factors import GivenCodes
from breachlight.sessions.service import LoggedIn, get_session_service, require_login_enabled
from breachlight.site.human_verification import require_human

LINK_SENT = say("If an account with that email exists and is verified, you’ll receive an email with a link to log in.")
INVALID_LINK = say("This link is invalid or expired. Request a new one.")
PAGE = "/auth/m"
_JOB = "magic_links.send"
_PRIORITY = 100

_per_email = RateLimit("magic-link", limit=5, window=timedelta(hours=1))
_per_request_place = RateLimit("magic-link-address", limit=20, window=timedelta(hours=1))
_per_login_place = RateLimit("magic-login-address", limit=30, window=timedelta(minutes=5))


async def request_magic_link(email: str, *, cf_turnstile_response: str | None, client: Client) -> Sentence:
    """Email a login link to a verified address; every other address gets the same message after the same work.

    A job finds out whether there is a recipient, so that response times don't reveal which addresses exist.

    Raises:
        ForbiddenError: login is disabled.
        HumanVerificationError: as ``require_human``.
        ValidationError: no address was given.
        ThrottledError: too many requests for this address or from this network.
    """
    await require_login_enabled()
    if not email.strip():
        raise ValidationError({"email": [EMAIL_REQUIRED]})
    key = email_key(email) or ""
    await _per_request_place.hit(network_of(client.address))
    await require_human(cf_turnstile_response, client_address=client.address)
    await _per_email.hit(key or email.strip().casefold())
    user = await find_user_by_email(key)
    payload = {
        "user_id": str(user.id if user else NOBODY),
        "address": client.address,
        "user_agent": client.user_agent[:500],
    }
    async with transaction() as connection:
        await enqueue(connection, _JOB, payload, priority=_PRIORITY)
    return LINK_SENT


@job(_JOB, lane=URGENT_LANE)
async def send_magic_link(payload: dict[str, Any]) -> None:
    """Email the link to an active user with a verified address; a retry sends a second link that replaces the first."""
    user = await repository.find_link_recipient(uuid.UUID(payload["user_id"]))
    if user is None:
        return
    account_id = await account_of_user(user.id)
    async with transaction() as connection:
        issued = await one_time_tokens.issue(user, account_id, TokenPurpose.MAGIC_LINK)
        minutes = int(one_time_tokens.LIFETIMES[TokenPurpose.MAGIC_LINK].total_seconds() // 60)
        await send_mail(
            connection,
            MailKind.MAGIC_LINK,
            to=user.email,
            account_id=account_id,
            language=user.language,
            values={
                "name": user.first_name,
                "link": public_link(PAGE, token=issued.token),
                "minutes": str(minutes),
            },
        )
        await record_event(
            account_id,
            user.id,
            "magic_link_sent",
            address=payload["address"],
            user_agent=payload["user_agent"],
        )


async def login_with_magic_link(token: str, codes: GivenCodes, *, client: Client) -> LoggedIn:
    """Open a session with an emailed token; with a second factor, the token stays valid until its code is right.

    Raises:
        ForbiddenError: login is disabled.
        ValidationError: several codes were given.
        BadCredentialsError: the link is invalid, used or expired; or the code is wrong.
        MfaRequiredError: a second factor is on and no code was given.
        ThrottledError: too many attempts.
    """
    await require_login_enabled()
    given, place = codes.chosen(), network_of(client.address)
    async with _per_login_place.attempt(place) as attempt:
        found = await one_time_tokens.find(TokenPurpose.MAGIC_LINK, token)
        user = await repository.find_user_of_link(found.user_id, found.account_id, found.email_key) if found else None
        if found is None or user is None:
            FailedLogin.LINK.add()
            raise BadCredentialsError(INVALID_LINK)
        await attempt.uncount()
    has_factor = await second_factors.require(user, found.account_id, given, client, is_after_link=True)
    async with transaction():
        if await one_time_tokens.spend(TokenPurpose.MAGIC_LINK, token) is None:
            raise BadCredentialsError(INVALID_LINK)
        await record_event(
            found.account_id, user.id, "magic_link_used", address=client.address, user_agent=client.user_agent
        )
        return await get_session_service().open_session(
            user, remember_me=False, client=client, account_id=found.account_id, has_second_factor=has_factor
        )
