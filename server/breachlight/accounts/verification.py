"""Verification of the email address by an emailed link (spec §4, Email verification)."""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from breachlight.audit.events import record_event, record_event_of
from breachlight.auth import one_time_tokens
from breachlight.auth.models import TokenPurpose, User
from breachlight.auth.repository import get_member, update_user
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.messages import Sentence, say
from breachlight.leaks.opt_outs.levels import OptOutLevel, level_of
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.rate_limits.limiter import RateLimit
from breachlight.watchlist import service as watchlist

ALREADY_VERIFIED = say("Your email is already verified.")
SENT = say("We sent you a new link.")

per_user = RateLimit("verify-email", limit=3, window=timedelta(hours=1))
"""Of links to one user, requested by them or by an operator."""


@dataclass(frozen=True, slots=True)
class ResendOutcome:
    """Whether an email was sent, whether the address was already verified, and the message for the user."""

    email_sent: bool
    is_verified: bool
    message: Sentence


async def send_verification(user: User, account_id: uuid.UUID) -> None:
    """Issue a token and email the link, in its own transaction or in the caller's."""
    purpose = TokenPurpose.VERIFY_EMAIL
    async with transaction() as connection:
        issued = await one_time_tokens.issue(user, account_id, purpose)
        await send_mail(
            connection,
            MailKind.VERIFY_EMAIL,
            to=user.email,
            account_id=account_id,
            language=user.language,
            values={
                "name": user.first_name,
                "link": public_link("/email_verification", uid=issued.uid, token=issued.token),
                "hours": str(one_time_tokens.LIFETIMES[purpose] // timedelta(hours=1)),
            },
        )


async def resend_verification(subject: Subject, client: Client) -> ResendOutcome:
    """Email a new link unless the address is already verified.

    Raises:
        ThrottledError: too many emails.
    """
    user = await get_member(subject.account_id, subject.user_id)
    if user.email_verified_at is not None:
        return ResendOutcome(email_sent=False, is_verified=True, message=ALREADY_VERIFIED)
    await per_user.hit(str(user.id))
    async with transaction():
        await send_verification(user, subject.account_id)
        await record_event_of(subject, "email_verification_sent", client)
    return ResendOutcome(email_sent=True, is_verified=False, message=SENT)


async def mark_verified(
    connection: Connection, user: User, account_id: uuid.UUID, email_key: str, client: Client
) -> None:
    """Mark a user's address as verified, monitor it and start its retroactive scan; if it is opted out of that, say so by email.

    ``connection`` is the transaction that used the link.
    """
    user.email_verified_at = clock.now()
    await update_user(user.id, email_verified_at=user.email_verified_at)
    if await level_of(connection, email_key) < OptOutLevel.MONITORING:
        await watchlist.monitor_email(connection, account_id, email_key)
    else:
        await send_mail(
            connection,
            MailKind.MONITORING_OPTED_OUT,
            to=user.email,
            account_id=account_id,
            language=user.language,
            values={},
        )
    await record_event(account_id, user.id, "email_verified", address=client.address, user_agent=client.user_agent)
