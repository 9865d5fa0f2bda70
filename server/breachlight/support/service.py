"""The support form: the operator gets the message by email and replies to the user by email."""

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from breachlight.accounts.validators import LONGEST_TEXT, collected, normal, text_problems
from breachlight.auth.repository import find_account, find_user
from breachlight.auth.subject import Subject
from breachlight.config import get_settings
from breachlight.database.session import transaction
from breachlight.kit.errors import UnauthenticatedError
from breachlight.kit.messages import Sentence, say
from breachlight.mail.models import MailKind
from breachlight.mail.service import Attachment, send_mail
from breachlight.rate_limits.limiter import RateLimit
from breachlight.uploads import scan

LARGEST_FILE: Final = 512 * 1024
"""Bytes of the one attached file."""
SENT: Final = say("Thanks for your message. We'll reply by email.")

_FILE_REFUSED: Final = say("Add a PNG, JPEG or plain text file of at most 512 KiB.")
_CONSENT_MISSING: Final = say("We need your consent to reply.")
_LONGEST_NAME: Final = 80
# By its first bytes: neither the name nor the type sent by the browser can be trusted.
_PICTURES: Final = ((b"\x89PNG\r\n\x1a\n", "image/png", ".png"), (b"\xff\xd8\xff", "image/jpeg", ".jpg"))
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")

_per_user = RateLimit("support", limit=5, window=timedelta(hours=1))


class SupportTopic(StrEnum):
    """The topic of a support request."""

    DETECTIONS = "detections"
    ACCOUNT = "account"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class SupportFile:
    """An uploaded file."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class SupportForm:
    """The filled-in form; ``consent`` covers the operator's use of it for the reply."""

    topic: SupportTopic
    subject: str
    message: str
    consent: bool
    file: SupportFile | None = None


async def request_support(subject: Subject, form: SupportForm) -> Sentence:
    """Email a user's message to the operator, and return the sentence for the user.

    Raises:
        ValidationError: fields by name.
        ThrottledError: five in this hour.
        UnavailableError: the virus scanner doesn't answer.
    """
    attachment = _attachment(form.file) if form.file else None
    collected(
        {
            "subject": text_problems(form.subject, required=False),
            "message": text_problems(form.message, longest=LONGEST_TEXT, may_hold_lines=True),
            "consent": [] if form.consent else [_CONSENT_MISSING],
            "file": [_FILE_REFUSED] if form.file and attachment is None else [],
        }
    )
    await _per_user.hit(str(subject.user_id))
    if form.file:
        await scan(form.file.content, "file")
    user = await find_user(subject.user_id)
    account = await find_account(subject.account_id)
    if user is None or account is None:
        raise UnauthenticatedError  # deleted since the request began
    async with transaction() as connection:
        await send_mail(
            connection,
            MailKind.SUPPORT_REQUEST,
            to=get_settings().operator_email,
            account_id=account.id,
            language=None,
            values={
                "email": user.email,
                "first_name": user.first_name,
                "last_name": user.last_name,
                "company_name": account.company_name or "",
                "topic": form.topic.value,
                "subject": normal(form.subject),
                "message": normal(form.message.replace("\r\n", "\n")),
                "file": attachment.name if attachment else "",
            },
            reply_to=user.email,
            attachment=attachment,
        )
    return SENT


def _attachment(file: SupportFile) -> Attachment | None:
    """Return the attachment, named and typed by its content; None for other types and sizes."""
    if not 0 < len(file.content) <= LARGEST_FILE:
        return None
    for beginning, media_type, ending in _PICTURES:
        if file.content.startswith(beginning):
            return Attachment(_safe_name(file.name, ending), media_type, file.content)
    try:
        text = file.content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if _CONTROL.search(text) else Attachment(_safe_name(file.name, ".txt"), "text/plain", file.content)


def _safe_name(name: str, ending: str) -> str:
    stem = name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0] or name
    return (re.sub(r"[^\w -]+", "-", stem).strip(" -")[:_LONGEST_NAME] or "file") + ending
