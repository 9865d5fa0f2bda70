"""Further addresses that a user wants watched: each is proved by a mail to it, and watched from then on (design §3)."""

import uuid
from datetime import timedelta
from typing import Final

import structlog

from breachlight.accounts.validators import any_address
from breachlight.audit.events import record_event, record_event_of
from breachlight.auth import one_time_tokens
from breachlight.auth.models import Account, EmailClaim, OneTimeToken, TokenPurpose, User
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection, transaction
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import (
    BadCredentialsError,
    EmailNotVerifiedError,
    NotFoundError,
    UnauthenticatedError,
    ValidationError,
)
from breachlight.kit.messages import Sentence, say
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.monitored_emails.models import MonitoredEmail
from breachlight.rate_limits.limiter import RateLimit, network_of
from breachlight.watchlist.references import remove_unneeded_emails
from breachlight.watchlist.service import monitor_email

MOST_EMAILS: Final = 100
"""Monitored addresses of one account, the ones that wait for their proof too."""
CONFIRMED: Final = say("This address is now monitored.")
ALREADY_CONFIRMED: Final = say("This address is already monitored.")
FAILED: Final = say("This link is invalid or expired. Request a new one in Settings > Monitored emails.")

_KEPT: Final = timedelta(days=30)

_per_account = RateLimit("monitor-email", limit=60, window=timedelta(hours=1))
_per_recipient = RateLimit("monitor-email-recipient", limit=3, window=timedelta(days=1))
_per_address = RateLimit("monitor-email-address", limit=60, window=timedelta(minutes=5))
_log = structlog.get_logger("breachlight.accounts")


async def list_monitored_emails(subject: Subject) -> list[MonitoredEmail]:
    """Return the monitored addresses of the account, those that nobody has proved yet too.

    Raises:
        ForbiddenError: an API key without the scope to read.
    """
    subject.require(Permission.READ)
    return await MonitoredEmail.filter(account_id=subject.account_id).order_by("email_key")


async def add_monitored_email(subject: Subject, email: str) -> MonitoredEmail:
    """Ask by mail whether an address may be watched; the answer tells nothing about the address.

    Raises:
        ForbiddenError: the subject may not manage addresses, or has not proved its own.
        ValidationError: field ``email``: no address, watched or asked already, or one too many.
        ThrottledError: too many mails from this account, or to this address.
    """
    user = await _require_manager(subject)
    address = any_address(email)
    key = email_key(address) or ""
    async with transaction() as connection:
        await _lock_account(subject)
        mine = MonitoredEmail.filter(account_id=subject.account_id)
        of_member = EmailClaim.filter(email_key=key, user__memberships__account_id=subject.account_id)
        if await of_member.exists() or await mine.filter(email_key=key).exists():
            raise ValidationError({"email": [say("This address is already in the account.")]})
        if await mine.count() >= MOST_EMAILS:
            raise ValidationError(
                {"email": [say("An account can have at most {most} monitored addresses.", most=MOST_EMAILS)]}
            )
        monitored = await MonitoredEmail.create(
            account_id=subject.account_id,
            user_id=subject.user_id,
            email=address,
            email_key=key,
            created_at=clock.now(),
        )
        await _ask(connection, user, monitored)
    return monitored


async def resend_monitored_email(subject: Subject, monitored_id: uuid.UUID) -> MonitoredEmail:
    """Ask again by mail; an address that is proved already is left alone.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError, ThrottledError: as ``add_monitored_email``.
    """
    user = await _require_manager(subject)
    async with transaction() as connection:
        monitored = await _own(subject, monitored_id)
        if monitored.verified_at is None:
            monitored.user_id = user.id
            await monitored.save(update_fields=["user_id"])
            await _ask(connection, user, monitored)
    return monitored


async def remove_monitored_email(subject: Subject, monitored_id: uuid.UUID, client: Client) -> None:
    """Stop watching an address, unless it is a member's own; what was found stays.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError: the subject may not manage addresses.
    """
    subject.require(Permission.MANAGE_EMAILS)
    async with transaction() as connection:
        monitored = await _own(subject, monitored_id)
        key = monitored.email_key
        await remove_unneeded_emails(connection, subject.account_id, [key], without_monitored=monitored.id)
        await monitored.delete()
        await OneTimeToken.filter(
            account_id=subject.account_id, purpose=TokenPurpose.MONITOR_EMAIL, email_key=key
        ).delete()
        await record_event_of(subject, "email_not_monitored", client)


async def confirm_monitored_email(uid: str, token: str, client: Client) -> Sentence:
    """Watch an address whose owner has opened the mailed link, look back for it, and return a sentence.

    Raises:
        BadCredentialsError: the link is not right, or has expired, or the address was removed.
        ThrottledError: too many tries from here.
    """
    await _per_address.hit(network_of(client.address))
    purpose = TokenPurpose.MONITOR_EMAIL
    async with transaction() as connection:
        spent = await one_time_tokens.spend(purpose, token, uid=uid)
        known = spent or await one_time_tokens.recognise(purpose, token, uid=uid)
        if known is None:
            raise BadCredentialsError(FAILED)
        mine = MonitoredEmail.filter(account_id=known.account_id, email_key=known.email_key)
        monitored = await mine.first()
        if monitored is not None and monitored.verified_at is not None:
            return ALREADY_CONFIRMED
        if spent is None or monitored is None:
            raise BadCredentialsError(FAILED)
        await monitor_email(connection, spent.account_id, spent.email_key)
        # Nothing is removed while identities are held: an address that went a moment ago is not watched after all.
        if not await mine.filter(id=monitored.id).update(verified_at=clock.now()):
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
    """Forget addresses that nobody proved within a month: they may be anybody's."""
    await MonitoredEmail.filter(verified_at=None, created_at__lt=clock.now() - _KEPT).delete()


async def _ask(connection: Connection, user: User, monitored: MonitoredEmail) -> None:
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
    found = await MonitoredEmail.filter(account_id=subject.account_id, id=monitored_id).first()
    if found is None:
        _log.warning("monitored_email_not_found", account_id=str(subject.account_id), monitored_id=str(monitored_id))
        raise NotFoundError(say("Address not found."))
    return found


async def _require_manager(subject: Subject) -> User:
    subject.require(Permission.MANAGE_EMAILS)
    user = await User.filter(id=subject.user_id).first()
    if user is None:
        raise UnauthenticatedError
    if user.email_verified_at is None:
        raise EmailNotVerifiedError
    return user


async def _lock_account(subject: Subject) -> None:
    if await Account.filter(id=subject.account_id).select_for_update(no_key=True).first() is None:
        raise UnauthenticatedError
