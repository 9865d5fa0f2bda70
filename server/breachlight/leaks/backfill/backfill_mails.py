"""What a look-back came to, told once: one summary mail to each member instead of a mail for each alert (design §3).

What a look-back raises carries its name and is left out of the mails of new alerts (``alert_digests.repository``).
"""

import uuid

from breachlight.auth.models import User
from breachlight.database.session import Connection, transaction
from breachlight.jobs import Payload, job
from breachlight.leaks.backfill import repository
from breachlight.leaks.backfill.repository import BackfillRow, Findings
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import BACKFILL_STOPPED_JOB


async def finish_and_notify(connection: Connection, row: BackfillRow, batches_done: int) -> None:
    """Mark a look-back as ended and, in the same transaction, mail the members who want to hear of detections.

    The mark is set once, so the mails are written once, whatever crashes. A look-back that had nothing to look through is
    not worth a mail, nor is that of an e-mail address which found nothing.
    """
    del connection  # mails are written through the pool
    async with transaction() as connection:
        found = await _finish(connection, row.id, batches_done)
        if found is not None and (found.alerts or (found.batches and row.kind is IdentityKind.DOMAIN)):
            await _tell(connection, MailKind.LOOK_BACK_DONE, row.key, found)


@job(BACKFILL_STOPPED_JOB)
async def stop_and_notify(payload: Payload) -> None:
    """End a look-back whose identity is watched no more, and tell likewise of what it had found, if anything."""
    async with transaction() as connection:
        found = await _finish(connection, uuid.UUID(payload["look_back_id"]), 0)
        if found is not None and found.alerts:
            await _tell(connection, MailKind.LOOK_BACK_STOPPED, payload["watched"], found)


async def _finish(connection: Connection, look_back_id: uuid.UUID, batches_done: int) -> Findings | None:
    return await repository.finish_backfill(connection, look_back_id, batches_done)


async def _tell(connection: Connection, kind: MailKind, watched: str, found: Findings) -> None:
    wanting = User.filter(
        memberships__account_id=found.account_id,
        disabled_at=None,
        email_verified_at__isnull=False,
        is_email_notifications_enabled=True,
        is_breach_alert_enabled=True,
    )
    for user in await wanting.order_by("id"):
        await send_mail(
            connection,
            kind,
            to=user.email,
            account_id=found.account_id,
            language=user.language,
            user_id=user.id,
            values={"name": user.first_name, "watched": watched, "found": f"{found.alerts:,}"},
        )
