"""Summary emails of retroactive scans: one per member for all that an account's scans found, instead of emails about alerts.

Alerts that a scan raises are marked with it, and alert emails leave them out (``alert_digests.repository``). A summary is
written when no scan of the account goes on, or a quarter of an hour after the first of them ended.
"""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from breachlight.database.session import Connection, reading, transaction
from breachlight.jobs import BULK_LANE, Payload, enqueue_unless_waiting, job
from breachlight.kit import clock
from breachlight.leaks.backfill import repository
from breachlight.leaks.backfill.repository import Summarized
from breachlight.mail.models import MailKind
from breachlight.mail.repository import users_wanting_alert_emails
from breachlight.mail.service import send_mail
from breachlight.mail.templates import listed
from breachlight.watchlist.service import BACKFILL_STOPPED_JOB

SUMMARY_JOB: Final = "backfill.summaries"
LONGEST_WAIT: Final = timedelta(minutes=15)
_MOST_NAMED: Final = 50


async def enqueue_summaries(connection: Connection) -> None:
    """Enqueue the summaries of scans that have ended, if any is due."""
    if await repository.accounts_to_summarize(connection, clock.now() - LONGEST_WAIT):
        await enqueue_unless_waiting(connection, SUMMARY_JOB)


@job(SUMMARY_JOB, lane=BULK_LANE)
async def summarize(_: Payload) -> None:
    """Write the summaries that are due; each scan is marked as reported in the transaction that writes the emails."""
    async with reading() as connection:
        account_ids = await repository.accounts_to_summarize(connection, clock.now() - LONGEST_WAIT)
    for account_id in account_ids:
        async with transaction() as connection:
            scans = await repository.take_for_summary(connection, account_id)
            if scans:
                await _summarize(connection, account_id, scans)


@job(BACKFILL_STOPPED_JOB)
async def stop_and_notify(payload: Payload) -> None:
    """End a scan whose identity is no longer monitored, and email what it had found."""
    async with transaction() as connection:
        stopped = await repository.stop(connection, uuid.UUID(payload["backfill_id"]))
        if stopped is not None:
            account_id, alerts = stopped
            values = {"watched": payload["watched"], "found": f"{alerts:,}"}
            if alerts:
                await _email(connection, MailKind.BACKFILL_STOPPED, account_id, values)


async def _summarize(connection: Connection, account_id: uuid.UUID, scans: Sequence[Summarized]) -> None:
    kind = MailKind.BACKFILL_DONE if len(scans) == 1 else MailKind.BACKFILLS_DONE
    watched = listed([scan.watched for scan in scans[:_MOST_NAMED]], len(scans))
    found = f"{sum(scan.alerts for scan in scans):,}"
    await _email(connection, kind, account_id, {"watched": watched, "found": found})


async def _email(connection: Connection, kind: MailKind, account_id: uuid.UUID, values: dict[str, str]) -> None:
    for user in await users_wanting_alert_emails(account_id):
        await send_mail(
            connection,
            kind,
            to=user.email,
            account_id=account_id,
            language=user.language,
            user_id=user.id,
            values={"name": user.first_name, **values},
        )
