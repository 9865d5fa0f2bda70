"""Summary emails of retroactive scans: one per member, instead of emails about their alerts (design §3).

Alerts that a scan raises are marked with it, and alert emails leave them out (``alert_digests.repository``).
"""

import uuid

from breachlight.database.session import Connection, transaction
from breachlight.jobs import Payload, job
from breachlight.leaks.backfill import repository
from breachlight.leaks.backfill.repository import BackfillRow, Findings
from breachlight.mail.models import MailKind
from breachlight.mail.repository import users_wanting_alert_emails
from breachlight.mail.service import send_mail
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import BACKFILL_STOPPED_JOB


async def finish_and_notify(connection: Connection, row: BackfillRow, batches_done: int) -> None:
    """Mark a scan as ended and, in the same transaction, email the members who have alert emails on.

    The mark is set once, so each email is written once, whatever crashes. A scan without batches is not worth an email, nor
    is that of an address without findings.
    """
    del connection  # emails are written through the pool
    async with transaction() as pooled:
        found = await repository.finish_backfill(pooled, row.id, batches_done)
        if found is not None and (found.alerts or (found.batches and row.kind is IdentityKind.DOMAIN)):
            await _email(pooled, MailKind.BACKFILL_DONE, row.key, found)


@job(BACKFILL_STOPPED_JOB)
async def stop_and_notify(payload: Payload) -> None:
    """End a scan whose identity is no longer monitored, and email what it had found."""
    async with transaction() as connection:
        found = await repository.finish_backfill(connection, uuid.UUID(payload["backfill_id"]), 0)
        if found is not None and found.alerts:
            await _email(connection, MailKind.BACKFILL_STOPPED, payload["watched"], found)


async def _email(connection: Connection, kind: MailKind, watched: str, found: Findings) -> None:
    for user in await users_wanting_alert_emails(found.account_id):
        await send_mail(
            connection,
            kind,
            to=user.email,
            account_id=found.account_id,
            language=user.language,
            user_id=user.id,
            values={"name": user.first_name, "watched": watched, "found": f"{found.alerts:,}"},
        )
