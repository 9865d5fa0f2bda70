"""Reports as files: who may take one away, how many, and that it is recorded."""

import asyncio
from datetime import timedelta
from typing import Final

from breachlight.audit.events import record_event_of
from breachlight.auth.repository import find_user
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.kit.errors import EmailNotVerifiedError
from breachlight.rate_limits.limiter import RateLimit
from breachlight.reports.service import get_report

_EVENT: Final = "report_downloaded"
_MOST_AT_ONCE: Final = 2

_quota: Final = RateLimit("report-files", limit=60, window=timedelta(hours=1))
_drawing: Final = asyncio.Semaphore(_MOST_AT_ONCE)


async def make_file(subject: Subject, client: Client, month: str, language: str) -> bytes:
    """Return the report of a month as a PDF file in a language, and record that it was taken.

    It is drawn in a thread, two at a time in a process, so that others are served meanwhile.

    Raises:
        EmailNotVerifiedError: the user's email address is not verified yet (design §4.3).
        ThrottledError: more than 60 files an hour.
        ForbiddenError, NotFoundError, UnavailableError: as ``get_report``.
    """
    user = await find_user(subject.user_id)
    if user is None or user.email_verified_at is None:
        raise EmailNotVerifiedError
    await _quota.hit(str(subject.user_id))
    report = await get_report(subject, month)
    async with transaction():
        await record_event_of(subject, _EVENT, client, {"month": report.month})
    # Only who takes a file needs fonts and their tools.
    from breachlight.reports.pdf.document import write_file

    async with _drawing:
        return await asyncio.to_thread(write_file, report, language)
