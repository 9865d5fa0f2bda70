"""Mentions of members in notes: references in the text, shown as names, and one email per note and member.

A mention is written ``<@ID>`` with the member's id, so that it survives renaming. Emails contain neither the note nor a
password, only a link to the detection.
"""

import re
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from breachlight.alerts.repository import fetch_by_ids
from breachlight.alerts.triage import mentions_repository as repository
from breachlight.alerts.triage.repository import announce
from breachlight.alerts.views import AlertView
from breachlight.auth.models import MembershipRole
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.auth.repository import lock_accounts
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail

MOST_MENTIONS: Final = 20
"""Members that one note can mention."""

_UUID: Final = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_MENTION: Final = re.compile(f"<@({_UUID})>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A member who is mentioned in a note; former members have no name."""

    id: str
    name: str | None


def mentioned_in(text: str) -> list[uuid.UUID]:
    """Return the members that a text mentions, each once, in their order."""
    return list(dict.fromkeys(uuid.UUID(found) for found in _MENTION.findall(text)))


def length_of(text: str) -> int:
    """Return the number of characters of a text; a mention counts as one."""
    return len(_MENTION.sub("@", text))


def normalized(text: str) -> str:
    """Return a text with its references in lower case."""
    return _MENTION.sub(lambda found: found[0].lower(), text)


async def check(
    connection: Connection, account_id: uuid.UUID, text: str, already: Collection[uuid.UUID] = ()
) -> list[uuid.UUID]:
    """Return whom a text mentions but not yet did ``already``, who are members of the account.

    Raises:
        ValidationError: more than 20, or one that is no member.
    """
    mentioned = mentioned_in(text)
    if len(mentioned) > MOST_MENTIONS:
        raise ValidationError({"text": [say("A note can mention at most {most} members.", most=MOST_MENTIONS)]})
    fresh = [user_id for user_id in mentioned if user_id not in already]
    if fresh and await repository.count_members(connection, account_id, fresh) < len(fresh):
        raise ValidationError({"text": [say("Only members of your organization can be mentioned.")]})
    return fresh


async def prepare(connection: Connection, account_id: uuid.UUID, text: str) -> None:
    """Take the lock that ``notify`` needs if a text mentions anybody; everybody takes it before those of alerts and notes."""
    if mentioned_in(text):
        await lock_accounts(connection, [account_id])


async def notify(
    connection: Connection, subject: Subject, alert_id: uuid.UUID, user_ids: Collection[uuid.UUID]
) -> None:
    """Email members that they were mentioned in a note about an alert, and announce it, in the caller's transaction.

    The author isn't emailed, and neither are members who have turned these emails off or may not see detections.
    """
    others = [user_id for user_id in user_ids if user_id != subject.user_id]
    if not others:
        return
    await announce(connection, subject.account_id, ids=[alert_id])
    members = await repository.fetch_subscribed(connection, subject.account_id, others)
    if not members:
        return
    [alert] = await fetch_by_ids(connection, subject.account_id, [alert_id])
    author, company = await repository.fetch_author(connection, subject.account_id, subject.user_id)
    for member in members:
        if Permission.READ not in PERMISSIONS_OF[MembershipRole(member["role"])]:
            continue
        await send_mail(
            connection,
            MailKind.MENTIONED,
            to=member["email"],
            account_id=subject.account_id,
            user_id=member["id"],
            language=member["language"],
            values={
                "name": member["first_name"],
                "account": company,
                "person": author,
                "target": _target(alert),
                "link": _link(alert),
            },
        )


def mentions_of(text: str, names: dict[str, str]) -> list[Mention]:
    """Return whom a text mentions, with the ``names`` of those who are members, by their ids."""
    return [Mention(str(user_id), names.get(str(user_id))) for user_id in mentioned_in(text)]


def _target(alert: AlertView) -> str:
    """Return whom the alert concerns, on one line."""
    if alert.user is not None:
        return alert.user.email
    if alert.domain is not None:
        return alert.domain.domain
    return alert.host or alert.app or "…"


def _link(alert: AlertView) -> str:
    page = "/dashboard/alerts" if alert.domain is None else "/dashboard/alerts-domain"
    return public_link(page, state="all", detection=alert.id)
