"""Monitored emails: other addresses of an account, each monitored once its owner confirms by email (design §3)."""

import uuid
from datetime import timedelta
from typing import Final

import structlog

from breachlight.accounts.validators import any_address
from breachlight.audit.events import record_event, record_event_of
from breachlight.auth import one_time_tokens
from breachlight.auth.models import TokenPurpose, User
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import find_user, lock_account
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection, transaction
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import (
    BadCredentialsError,
    EmailNotVerifiedError,
    NotFoundError,
    UnauthenticatedError,
    ValidationError,
)
from breachlight.kit.messages import Sentence, say
from breachlight.leaks.opt_outs.levels import OptOutLevel, level_of
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.monitored_emails import repository
from breachlight.monitored_emails.models import MonitoredEmail
from breachlight.rate_limits.limiter import RateLimit
from breachlight.watchlist.references import remove_unneeded_emails
from breachlight.watchlist.service import monitor_email

MOST_EMAILS: Final = 100
"""Monitored emails of one account, verified or not."""
CONFIRMED: Final = say("This address is now monitored.")
ALREADY_CONFIRMED: Final = say("This address is already monitored.")
OPTED_OUT: Final = say("You opted this address out of monitoring. Withdraw that first, then open this link again.")
FAILED: Final = say("This link is invalid or expired. Request a new one in Settings > Monitored emails.")

_KEPT: Final = timedelta(days=30)

_per_account = RateLimit("monitor-email", limit=60, window=timedelta(hours=1))
_per_recipient = RateLimit("monitor-email-recipient", limit=3, window=timedelta(days=1))
_per_address = RateLimit("monitor-email-address", limit=60, window=timedelta(minutes=5))
_log = structlog.get_logger("breachlight.accounts")


async def list_monitored_emails(subject: Subject) -> list[MonitoredEmail]:
    """Return the monitored emails of the account, verified or not.

    Raises:
        ForbiddenError: an API key without the scope to read.
    """
    subject.require(Permission.READ)
    return await repository.list_monitored(subject.account_id)


async def add_monitored_email(subject: Subject, email: str) -> MonitoredEmail:
    """Add an address and email it a link that confirms its monitoring; the response reveals nothing about the address.

    Raises:
        ForbiddenError: the subject may not manage addresses, or its own is not verified.
        ValidationError: field ``email``: not an address, already in the account, or one too many.
        ThrottledError: too many emails from this account, or to this address.
    """
    user = await _require_manager(subject)
    address = any_address(email)
    key = email_key(address) or ""
    async with transaction() as connection:
        await lock_account(subject.account_id)
        if await repository.has_address(subject.account_id, key):
            raise ValidationError({"email": [say("This address is already in the account.")]})
        if await repository.count_monitored(subject.account_id) >= MOST_EMAILS:
            raise ValidationError(
                {"email": [say("An account can have at most {most} monitored addresses.", most=MOST_EMAILS)]}
            )
        monitored = await repository.add_monitored(subject.account_id, subject.user_id, address, key)
        await _send_link(connection, user, monitored)
    return monitored


async def resend_monitored_email(subject: Subject, monitored_id: uuid.UUID) -> MonitoredEmail:
    """Email the link again, unless the address is verified.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError, ThrottledError: as ``add_monitored_email``.
    """
    user = await _require_manager(subject)
    async with transaction() as connection:
        monitored = await _own(subject, monitored_id)
        if monitored.verified_at is None:
            await repository.set_requester(monitored, user.id)
            await _send_link(connection, user, monitored)
    return monitored


async def remove_monitored_email(subject: Subject, monitored_id: uuid.UUID, client: Client) -> None:
    """Stop monitoring an address, unless it is also a member's own; its detections stay.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError: the subject may not manage addresses.
    """
    subject.require(Permission.MANAGE_EMAILS)
    async with transaction() as connection:
        monitored = await _own(subject, monitored_id)
        await remove_unneeded_emails(
            connection, subject.account_id, [monitored.email_key], without_monitored=monitored.id
        )
        await repository.remove_monitored(monitored)
        await record_event_of(subject, "email_not_monitored", client)


async def confirm_monitored_email(uid: str, token: str, client: Client) -> Sentence:
    """Monitor an address whose owner opened the emailed link, scan past leaks for it, and return a sentence.

    Raises:
        BadCredentialsError: the link is invalid or expired, the address was removed, or its owner opted out of monitoring.
        ThrottledError: too many attempts from this network.
    """
    await _per_address.hit(network_of(client.address))
    purpose = TokenPurpose.MONITOR_EMAIL
    async with transaction() as connection:
        spent = await one_time_tokens.spend(purpose, token, uid=uid)
        known = spent or await one_time_tokens.recognise(purpose, token, uid=uid)
        if known is None:
            raise BadCredentialsError(FAILED)
        monitored = await repository.find_monitored_by_key(known.account_id, known.email_key)
        if monitored is not None and monitored.verified_at is not None:
            return ALREADY_CONFIRMED
        if spent is None or monitored is None:
            raise BadCredentialsError(FAILED)
        if await level_of(connection, spent.email_key) >= OptOutLevel.MONITORING:
            # Only whoever has the mailbox reads this; for the account, the address stays unconfirmed. The link stays valid.
            raise BadCredentialsError(OPTED_OUT)
        await monitor_email(connection, spent.account_id, spent.email_key)
        # The watchlist is locked: if the address was removed a moment ago, this transaction is rolled back.
        if not await repository.mark_verified(monitored):
            raise BadCredentialsError(FAILED)
        await record_event(
            spent.account_id,
            monitored.user_id,
            "email_monitored",
            address=client.address,
            user_agent=client.user_agent,
        )
    return CONFIRMED


@scheduled("monitored_emails.trim", "50 3 * * *")
async def trim_monitored_emails() -> None:
    """Delete addresses that were not verified within a month: their owners never agreed."""
    await repository.remove_unverified(clock.now() - _KEPT)


async def _send_link(connection: Connection, user: User, monitored: MonitoredEmail) -> None:
    await _per_account.hit(str(monitored.account_id))
    await _per_recipient.hit(monitored.email_key)
    purpose = TokenPurpose.MONITOR_EMAIL
    issued = await one_time_tokens.issue(user, monitored.account_id, purpose, key=monitored.email_key)
    await send_mail(
        connection,
        MailKind.VERIFY_MONITORED_EMAIL,
        to=monitored.email,
        account_id=monitored.account_id,
        language=user.language,
        values={
            "requester": user.email,
            "link": public_link("/auth/monitored-email", uid=issued.uid, token=issued.token),
            "hours": str(one_time_tokens.LIFETIMES[purpose] // timedelta(hours=1)),
        },
    )


async def _own(subject: Subject, monitored_id: uuid.UUID) -> MonitoredEmail:
    found = await repository.find_monitored(subject.account_id, monitored_id)
    if found is None:
        _log.warning("monitored_email_not_found", account_id=str(subject.account_id), monitored_id=str(monitored_id))
        raise NotFoundError(say("Address not found."))
    return found


async def _require_manager(subject: Subject) -> User:
    subject.require(Permission.MANAGE_EMAILS)
    user = await find_user(subject.user_id)
    if user is None:
        raise UnauthenticatedError
    if user.email_verified_at is None:
        raise EmailNotVerifiedError
    return user
