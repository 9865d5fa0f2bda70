"""Jobs of reports: the monthly email of each member who wants one.

The email and the row that says so are written in one transaction, so a member gets one per month, whatever crashes.
"""

import uuid
from datetime import timedelta
from typing import Final

import asyncpg

from breachlight.alerts.leak_audience import LeakReader
from breachlight.database.session import reading, transaction
from breachlight.jobs import BULK_LANE, Payload, enqueue_many, job, scheduled
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.mail.templates import has_language
from breachlight.reports import mail_repository as repository
from breachlight.reports.months import Month
from breachlight.reports.service import Report, read_report
from breachlight.site import service as site

EMAIL_JOB: Final = "reports.email"
LAST_DAY: Final = 7
"""The last day of a month on which the report of the one before is sent, if workers were down before."""

_MOST_ACCOUNTS: Final = 1_000
_AT_ONCE: Final = 2
_FIRST_DELAY: Final = timedelta(seconds=30)


@scheduled("reports.schedule_emails", "*/10 * * * *")
async def schedule_emails() -> None:
    """Enqueue a job for each account whose members are due the report of the last month."""
    now = clock.now()
    if now.day > LAST_DAY:
        return
    running = Month.of(now.date())
    month = running.plus(-1)
    async with transaction() as connection:
        due = await repository.fetch_due_accounts(connection, month.first_day, running.begins, _MOST_ACCOUNTS)
        await enqueue_many(
            connection,
            EMAIL_JOB,
            [{"account_id": str(account_id), "month": str(month)} for account_id in due],
            [f"{EMAIL_JOB}:{account_id}:{month}" for account_id in due],
        )


@job(EMAIL_JOB, at_once=_AT_ONCE, first_delay=_FIRST_DELAY, lane=BULK_LANE)
async def email_members(payload: Payload) -> None:
    """Email the report of a month to the members of an account who want it and haven't got it."""
    account_id, month = uuid.UUID(payload["account_id"]), Month.parse(payload["month"])
    if month is None:
        return
    async with reading() as connection:
        members = await repository.fetch_due_members(connection, account_id, month.first_day, month.ends)
    if not members:
        return
    try:
        # The email has numbers only, which are the same for all of them.
        report = await read_report(account_id, LeakReader(account_id, for_domains=False), str(month))
    except NotFoundError:
        return
    for member in members:
        await _email(account_id, month, member, report)


async def _email(account_id: uuid.UUID, month: Month, member: asyncpg.Record, report: Report) -> None:
    # Babel's data take a moment to load.
    from breachlight.reports.pdf.words import Words

    language = member["language"]
    chosen = language if has_language(language) else (await site.get_site_settings()).language
    words = Words(str(chosen).partition("-")[0])
    values = {
        "name": member["first_name"],
        "account": member["company_name"],
        "target": member["company_name"] or member["email"],
        "month": words.month(month),
        "total": words.number(report.new.total),
        "closed": words.number(report.closed.total),
        "open": words.number(report.open.total),
        "median": words.duration(report.median_seconds),
        "link": public_link(f"/dashboard/reports/{month}"),
    }
    async with transaction() as connection:
        if not await repository.claim(connection, account_id, member["id"], month.first_day):
            return
        await send_mail(
            connection,
            MailKind.MONTHLY_REPORT,
            to=member["email"],
            account_id=account_id,
            user_id=member["id"],
            language=language,
            values=values,
        )
