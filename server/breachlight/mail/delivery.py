"""Email delivery: at least once, every attempt with the same Message-ID, until an email is outdated.

A mail is marked and its content erased after the server has taken it; a worker that dies between the two sends it once more.
Sign-in mail has a job of its own on a lane of its own, so neither other mail nor long work of any kind holds it up. Other
mail goes out a few at a time, however much of it waits.
"""

import asyncio
import re
import uuid
from datetime import timedelta
from email import policy
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

import structlog
from aiosmtplib import (
    SMTP,
    SMTPException,
    SMTPHeloError,
    SMTPNotSupported,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)
from aiosmtplib.errors import SMTPAuthenticationError, SMTPConnectResponseError

from breachlight.config import Settings, get_settings
from breachlight.jobs import BULK_LANE, URGENT_LANE, Payload, job, scheduled
from breachlight.kit import clock, tracing
from breachlight.kit.spans import Kind
from breachlight.mail import repository
from breachlight.mail.models import Mail, Subscription
from breachlight.mail.service import BULK_JOB, URGENT_JOB, open_content
from breachlight.mail.templates import SHAPES, Content
from breachlight.mail.unsubscribe_links import one_click_address

KEPT_CONTENT = timedelta(days=7)
KEPT_ROWS = timedelta(days=30)
# Every try ends well before a worker that drains gives up on it (20 s), and before its job is thought to be abandoned (30 s).
_COMMAND_SECONDS = 10.0
_WHOLE_SECONDS = 18.0
# The mail's own time ends the tries, not their number.
_RETRIES = 1000
_FIRST_DELAY = timedelta(seconds=5)
_BULK_AT_ONCE = 2
_ENHANCED = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})\b")
# The server speaks of us there and not of the mail: an operator mends it, and the mail goes out then.
_OF_OURS = (SMTPAuthenticationError, SMTPSenderRefused, SMTPHeloError, SMTPConnectResponseError)

_log = structlog.get_logger(__name__)


class NotDeliveredError(Exception):
    """The mail server is unreachable or deferred the email; the job is retried."""


class _RefusedError(Exception):
    """The mail server rejected this email permanently; the message is its code."""


@job(URGENT_JOB, retries=_RETRIES, first_delay=_FIRST_DELAY, lane=URGENT_LANE)
async def send_urgent(payload: Payload) -> None:
    """Send the email ``mail_id``."""
    await _send(uuid.UUID(payload["mail_id"]))


@job(BULK_JOB, retries=_RETRIES, first_delay=_FIRST_DELAY, at_once=_BULK_AT_ONCE, lane=BULK_LANE)
async def send_bulk(payload: Payload) -> None:
    """Send the email ``mail_id``, few at a time."""
    await _send(uuid.UUID(payload["mail_id"]))


@scheduled("mails.erase", "*/15 * * * *")
async def erase_mails() -> None:
    """Erase the content of undelivered emails, and delete old emails."""
    now = clock.now()
    await repository.erase_before(now - KEPT_CONTENT, now - KEPT_ROWS)


async def _send(mail_id: uuid.UUID) -> None:
    settings = get_settings()
    mail = await repository.find_mail(mail_id)
    if mail is None or mail.sent_at is not None or mail.failed_at is not None or settings.smtp_host is None:
        return
    content = open_content(mail)
    if content is None or clock.now() > mail.created_at + SHAPES[mail.kind].useful_for:
        await _mark(mail, failure="not delivered before it expired")
        return
    refuser = _refuser(mail)
    if refuser is not None and not await repository.is_subscribed(*refuser):
        await _mark(mail, failure="unsubscribed by its recipient")
        return
    try:
        with tracing.span(f"email {mail.kind.value}", Kind.CLIENT):
            await _hand_over(settings, mail, content)
    except _RefusedError as error:
        await _mark(mail, failure=str(error))
    else:
        await _mark(mail)


async def _mark(mail: Mail, failure: str | None = None) -> None:
    if failure is None:
        await repository.mark_sent(mail.id)
    else:
        await repository.mark_failed(mail.id, failure)
        _log.warning("mail failed", mail_id=str(mail.id), kind=mail.kind.value, reason=failure)


async def _hand_over(settings: Settings, mail: Mail, content: Content) -> None:
    """Pass an email to the mail server.

    Raises:
        NotDeliveredError: later may be better.
        _RefusedError: it never will.
    """
    message = compose(settings, mail, content)
    server = _client(settings)
    try:
        async with asyncio.timeout(_WHOLE_SECONDS):
            await server.connect()
            await server.send_message(message, recipients=[mail.recipient])
    except SMTPRecipientsRefused as error:
        _judge(error.recipients[0])
    except SMTPNotSupported:
        if not mail.recipient.isascii():
            raise _RefusedError("the mail server does not support international addresses") from None
        raise NotDeliveredError("the mail server lacks a feature that the settings require") from None
    except SMTPResponseException as error:
        _judge(error)
    except (SMTPException, OSError, TimeoutError) as error:
        raise NotDeliveredError(type(error).__name__) from None
    finally:
        server.close()


def _client(settings: Settings) -> SMTP:
    return SMTP(
        hostname=settings.smtp_host,
        port=settings.smtp_port,
        username=settings.smtp_username,
        password=settings.smtp_password.get_secret_value() if settings.smtp_password else None,
        use_tls=settings.smtp_tls == "implicit",
        # True makes TLS mandatory: a server, or an attacker in between, that doesn't offer it gets nothing.
        start_tls=settings.smtp_tls == "starttls",
        timeout=_COMMAND_SECONDS,
    )


async def check_mail_server(settings: Settings) -> None:
    """Log in to the mail server and offer it the sender of all emails, without sending any.

    Raises:
        NotDeliveredError: it can't be reached, or takes no email; the message names the kind of failure.
    """
    server = _client(settings)
    try:
        async with asyncio.timeout(_WHOLE_SECONDS):
            await server.connect()
            await server.mail(settings.mail_from)
            await server.quit()
    except SMTPResponseException as error:
        raise NotDeliveredError(f"{type(error).__name__} {_code(error)}") from None
    except (SMTPException, OSError, TimeoutError) as error:
        raise NotDeliveredError(type(error).__name__) from None
    finally:
        server.close()


def _judge(error: SMTPResponseException) -> None:
    code = _code(error)
    if isinstance(error, _OF_OURS):
        raise NotDeliveredError(f"{type(error).__name__} {code}") from None
    raise (_RefusedError if error.code >= 500 else NotDeliveredError)(code) from None


def _code(error: SMTPResponseException) -> str:
    """Return the server's code, with the enhanced one (RFC 3463); its words often quote the address."""
    enhanced = _ENHANCED.match(str(error.message))
    return f"{error.code} {enhanced[1]}" if enhanced else str(error.code)


def compose(settings: Settings, mail: Mail, content: Content) -> EmailMessage:
    """Return the message with its headers; the library refuses line ends in any of them (M03).

    Raises:
        _RefusedError: the address cannot stand in a header.
    """
    is_plain = mail.recipient.isascii() and (content.reply_to or "").isascii()
    message = EmailMessage(policy=policy.SMTP if is_plain else policy.SMTPUTF8)
    try:
        message["From"] = Address("Breachlight", addr_spec=settings.mail_from)
        message["To"] = _address(mail.recipient)
        message["Subject"] = content.subject
        if content.reply_to is not None:
            message["Reply-To"] = _address(content.reply_to)
    except (ValueError, IndexError, MessageError) as error:
        raise _RefusedError(f"an address cannot be written ({type(error).__name__})") from None
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = mail.message_id
    # Absence notes and the like are not to answer (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    refuser = _refuser(mail)
    if refuser is not None:
        message["List-Unsubscribe"] = f"<{one_click_address(*refuser)}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(content.text)
    message.add_alternative(content.html, subtype="html")
    if content.attachment is not None:
        main, _, sub = content.attachment.media_type.partition("/")
        message.add_attachment(content.attachment.content, maintype=main, subtype=sub, filename=content.attachment.name)
    return message


def _address(text: str) -> Address | str:
    return Address(addr_spec=text) if text.isascii() else text


def _refuser(mail: Mail) -> tuple[uuid.UUID, Subscription] | None:
    """Return the user who can unsubscribe from emails of this kind, if there is one, and what from."""
    subscription = SHAPES[mail.kind].refusable
    return None if mail.user_id is None or subscription is None else (mail.user_id, subscription)
