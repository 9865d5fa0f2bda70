"""The stats base: numbers about the alerts of an account and about the whole lake (contract, Stats)."""

from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from breachlight.auth.subject import Subject
from breachlight.rest.requests import subject_of
from breachlight.rest.responses import answer
from breachlight.stats import service
from breachlight.stats.ranges import Days, days_from_parameters


async def record_counts(request: Request) -> Response:
    """GET stats-record-counts: how many breach records are the account's."""
    summary = await service.get_notification_summary(await _subject(request))
    return answer({"count": summary.totals.total})


async def user_stats(request: Request) -> Response:
    """GET user-stats: the block of what was found for users, which is Workforce."""
    summary = await service.get_notification_summary(await _subject(request))
    return answer(_printed(summary.user_notifications))


async def domain_counts(request: Request) -> Response:
    """GET stats-domain-counts: the domains with alerts in the range, the most first."""
    subject, days = await _asked(request)
    return answer([asdict(count) for count in await service.get_domain_counts(subject, days)])


async def timeline(request: Request) -> Response:
    """GET timeline and stats-record-counts-daily: every day of the range."""
    subject, days = await _asked(request)
    counts = await service.get_days(subject, days)
    return answer([{"day": count.day.isoformat(), "total_events": count.total_events} for count in counts])


async def detections(request: Request) -> Response:
    """GET detections: total and new in the range."""
    subject, days = await _asked(request)
    found = service.Detections.of(await service.get_days(subject, days))
    return answer({"total": found.total, "new": found.new})


async def totals(request: Request) -> Response:
    """GET totals: the block over both kinds; a range is checked and makes no difference."""
    subject, _ = await _asked(request)
    return answer(_printed((await service.get_notification_summary(subject)).totals))


async def notification_summary(request: Request) -> Response:
    """GET notification-summary: a block for each kind; a range is checked and makes no difference."""
    subject, _ = await _asked(request)
    summary = await service.get_notification_summary(subject)
    return answer(
        {
            "user_notifications": _printed(summary.user_notifications),
            "domain_notifications": _printed(summary.domain_notifications),
        }
    )


async def global_statistics(request: Request) -> Response:
    """GET global: the rows about the whole lake; a range is checked and makes no difference."""
    subject, _ = await _asked(request)
    rows = await service.get_global_statistics(subject)
    return answer([{"row_name": row.row_name.value, "count": row.count} for row in rows])


async def _subject(request: Request) -> Subject:
    return await subject_of(request, with_keys=True)


async def _asked(request: Request) -> tuple[Subject, Days]:
    subject = await _subject(request)
    return subject, days_from_parameters(request.query_params.multi_items())


def _printed(block: service.Block) -> dict[str, Any]:
    return asdict(block)
