"""Emails, written together with their delivery job in the transaction that causes them."""

import base64
import json
import uuid
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import timedelta
from email.utils import make_msgid
from urllib.parse import urlsplit

import structlog

from breachlight.config import get_key_ring, get_settings
from breachlight.database.sealed_values import SealedColumn, register
from breachlight.database.session import Connection
from breachlight.jobs import enqueue
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.mail import repository
from breachlight.mail.models import Mail, MailKind
from breachlight.mail.templates import SHAPES, Attachment, Content, has_language, public_link, write
from breachlight.mail.unsubscribe_links import unsubscribe_page
from breachlight.site import service as site

__all__ = ["Attachment", "open_content", "public_link", "send_mail"]

MOST_FROM_ANYBODY = 20
"""Emails per day to one address, of all kinds that anyone who knows the address can trigger."""

URGENT_JOB = "mails.send"
BULK_JOB = "mails.send_bulk"
_URGENT_PRIORITY = 100
_PURPOSE = "mails.content"
_DAY = timedelta(days=1)
_log = structlog.get_logger(__name__)
_FROM_ANYBODY = [kind for kind, shape in SHAPES.items() if shape.anybody]


async def send_mail(
    connection: Connection,
    kind: MailKind,
    *,
    to: str,
    account_id: uuid.UUID | None,
    language: str | None,
    values: Mapping[str, str],
    user_id: uuid.UUID | None = None,
    reply_to: str | None = None,
    attachment: Attachment | None = None,
) -> None:
    """Write an email and enqueue its delivery in the caller's transaction; it is sent if and only if that commits.

    ``connection`` is what ``transaction()`` yields. ``language`` is the user's; without one, or without its catalogue, the
    site's decides, then English. ``values`` are what ``content.SHAPES`` names for the kind; a link among them is made with
    ``public_link``. ``user_id`` is who can turn mails of a refusable kind off; ``reply_to`` is where an answer goes.

    Of what anybody can have sent to an address, it gets 20 a day; the rest is not written, and nobody is told.

    Raises:
        ValueError: a value that the kind needs is missing.
    """
    if SHAPES[kind].anybody and await _has_had_enough(to, account_id):
        _log.warning("email not created", kind=kind.value, reason="the recipient's daily limit is reached")
        return
    chosen = language if has_language(language) else (await site.get_site_settings()).language
    mail_id, at = new_id(), clock.now()
    refusable = SHAPES[kind].refusable
    unsubscribe = unsubscribe_page(user_id, refusable) if user_id is not None and refusable else None
    written = write(kind, chosen, values, at, unsubscribe=unsubscribe)
    content = replace(written, reply_to=reply_to, attachment=attachment)
    mail = Mail(
        id=mail_id,
        account_id=account_id,
        user_id=user_id,
        kind=kind,
        recipient=to,
        message_id=make_msgid(mail_id.hex, urlsplit(get_settings().public_url).hostname or "localhost"),
        subject=content.title,
        content_sealed=_seal(mail_id, content),
        created_at=at,
    )
    await repository.add_mail(mail)
    urgent = SHAPES[kind].urgent
    await enqueue(
        connection,
        URGENT_JOB if urgent else BULK_JOB,
        {"mail_id": str(mail_id)},
        priority=_URGENT_PRIORITY if urgent else 0,
    )


def open_content(mail: Mail) -> Content | None:
    """Return the content of an email, or None once it is erased.

    Raises:
        SealError: the key file has not the key that it was sealed with.
    """
    if mail.content_sealed is None:
        return None
    opened = json.loads(get_key_ring().open(bytes(mail.content_sealed), _place(mail.id), _PURPOSE))
    file = opened["attachment"]
    attachment = Attachment(**{**file, "content": base64.b64decode(file["content"])}) if file else None
    return Content(mail.subject, opened["subject"], opened["text"], opened["html"], opened["reply_to"], attachment)


async def _has_had_enough(to: str, account_id: uuid.UUID | None) -> bool:
    """Whether an address has had its mails of the kinds that anybody can cause; those of one account are counted together."""
    since = clock.now() - _DAY
    return await repository.count_recent(account_id, to, _FROM_ANYBODY, since) >= MOST_FROM_ANYBODY


def _seal(mail_id: uuid.UUID, content: Content) -> bytes:
    said = asdict(content)
    if content.attachment is not None:
        said["attachment"]["content"] = base64.b64encode(content.attachment.content).decode("ascii")
    return get_key_ring().seal(json.dumps(said).encode(), _place(mail_id), _PURPOSE)


def _place(mail_id: uuid.UUID) -> bytes:
    return b"mails.content_sealed|" + mail_id.bytes


register(SealedColumn("mails", "content_sealed", place=lambda row: _place(row["id"]), purpose=lambda _: _PURPOSE))
