"""Queries of outgoing emails and of who refuses them."""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from breachlight.auth.models import User
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.mail.models import Mail, MailKind, Subscription

FLAG_OF: Final = {
    Subscription.ALERTS: "is_breach_alert_enabled",
    Subscription.MENTIONS: "is_mention_email_enabled",
}
"""The setting of each subscription but reports, which have a time; the one for all emails has to be on as well."""


async def find_mail(mail_id: uuid.UUID) -> Mail | None:
    """Return an email."""
    return await Mail.get_or_none(id=mail_id)


async def latest_mails(limit: int) -> list[Mail]:
    """Return the newest emails."""
    return await Mail.all().order_by("-created_at", "-id").limit(limit)


async def count_recent(
    account_id: uuid.UUID | None, recipient: str, kinds: Collection[MailKind], since: datetime
) -> int:
    """Return the number of emails of some kinds from one account to one recipient since an instant."""
    return await Mail.filter(
        account_id=account_id, created_at__gt=since, recipient=recipient, kind__in=list(kinds)
    ).count()


async def add_mail(mail: Mail) -> None:
    """Store a new email in the caller's transaction."""
    await mail.save(force_create=True)


async def mark_sent(mail_id: uuid.UUID) -> None:
    """Store that an email was delivered, and erase its content."""
    await _mark(mail_id, sent_at=clock.now())


async def mark_failed(mail_id: uuid.UUID, failure: str) -> None:
    """Store why an email will not be delivered, and erase its content."""
    await _mark(mail_id, failed_at=clock.now(), failure=failure)


async def _mark(mail_id: uuid.UUID, **marks: object) -> None:
    await Mail.filter(id=mail_id, sent_at__isnull=True).update(content_sealed=None, **marks)


async def erase_before(content_before: datetime, rows_before: datetime) -> None:
    """Erase the content of emails older than one instant, and delete emails older than the other."""
    await Mail.filter(created_at__lt=content_before, content_sealed__isnull=False).update(content_sealed=None)
    await Mail.filter(created_at__lt=rows_before).delete()


async def is_subscribed(user_id: uuid.UUID, subscription: Subscription) -> bool:
    """Return whether a user has emails of a subscription on."""
    if subscription is Subscription.REPORTS:
        return await User.exists(id=user_id, is_email_notifications_enabled=True, monthly_report_since__isnull=False)
    wanted: dict[str, Any] = {FLAG_OF[subscription]: True}
    return await User.exists(id=user_id, is_email_notifications_enabled=True, **wanted)


async def users_wanting_alert_emails(account_id: uuid.UUID) -> list[User]:
    """Return the active members of an account with a verified address who have alert emails on."""
    wanting = User.filter(
        memberships__account_id=account_id,
        disabled_at=None,
        email_verified_at__isnull=False,
        is_email_notifications_enabled=True,
        is_breach_alert_enabled=True,
    )
    return await wanting.order_by("id")


async def accounts_wanting_alert_emails(connection: Connection, account_ids: Collection[uuid.UUID]) -> list[uuid.UUID]:
    """Return the accounts with a member who wants alert emails, in one order, so that two callers cannot deadlock."""
    rows = await connection.fetch(
        """SELECT DISTINCT memberships.account_id FROM memberships JOIN users ON users.id = memberships.user_id
        WHERE memberships.account_id = ANY($1::uuid[]) AND users.is_email_notifications_enabled
            AND users.is_breach_alert_enabled AND users.email_verified_at IS NOT NULL AND users.disabled_at IS NULL
        ORDER BY memberships.account_id""",
        list(account_ids),
    )
    return [row["account_id"] for row in rows]
