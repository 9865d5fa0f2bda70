"""Mails: written, with the job that sends them, in the transaction that causes them."""

import json
import uuid
from collections.abc import Mapping
from email.utils import make_msgid
from urllib.parse import urlsplit

from tortoise import BaseDBAsyncClient

from breachlight.config import get_key_ring, get_settings
from breachlight.jobs import enqueue
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.notices.content import SHAPES, Content, has_language, public_link, write
from breachlight.notices.models import Mail, MailKind
from breachlight.site import service as site

__all__ = ["open_content", "public_link", "send_mail"]

URGENT_JOB = "mails.send"
BULK_JOB = "mails.send_bulk"
_URGENT_PRIORITY = 100
_PURPOSE = "mails.content"


async def send_mail(
    connection: BaseDBAsyncClient,
    kind: MailKind,
    *,
    to: str,
    account_id: uuid.UUID | None,
    language: str | None,
    values: Mapping[str, str],
) -> None:
    """Write a mail and enqueue its sending within the caller's transaction: it goes out if and only if that commits.

    ``connection`` is what ``in_transaction()`` yields. ``language`` is the user's; without one, or without its catalogue, the
    site's decides, then English. ``values`` are what ``content.SHAPES`` names for the kind; a link among them is made with
    ``public_link``.

    Raises:
        ValueError: a value that the kind needs is missing.
    """
    chosen = language if has_language(language) else (await site.get_site_settings()).language
    mail_id, at = new_id(), clock.now()
    content = write(kind, chosen, values, at)
    await Mail.create(
        using_db=connection,
        id=mail_id,
        account_id=account_id,
        kind=kind,
        recipient=to,
        message_id=make_msgid(mail_id.hex, urlsplit(get_settings().public_url).hostname or "localhost"),
        subject=content.subject,
        content_sealed=_seal(mail_id, content),
        created_at=at,
    )
    urgent = SHAPES[kind].urgent
    await enqueue(
        connection,
        URGENT_JOB if urgent else BULK_JOB,
        {"mail_id": str(mail_id)},
        priority=_URGENT_PRIORITY if urgent else 0,
    )


def open_content(mail: Mail) -> Content | None:
    """Return what a mail says, or None once it is erased.

    Raises:
        SealError: the key file has not the key that it was sealed with.
    """
    if mail.content_sealed is None:
        return None
    opened = json.loads(get_key_ring().open(bytes(mail.content_sealed), _place(mail.id), _PURPOSE))
    return Content(mail.subject, opened["text"], opened["html"])


def _seal(mail_id: uuid.UUID, content: Content) -> bytes:
    plain = json.dumps({"text": content.text, "html": content.html}).encode()
    return get_key_ring().seal(plain, _place(mail_id), _PURPOSE)


def _place(mail_id: uuid.UUID) -> bytes:
    return b"mails.content_sealed|" + mail_id.bytes
