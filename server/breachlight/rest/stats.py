"""The stats base: numbers about the alerts of an account and about the whole lake (rest-contract §2)."""

from breachlight.rest.operations import Call
from breachlight.rest.schemas import stats as schemas
from breachlight.rest.schemas.base import NoQuery
from breachlight.stats import service


async def record_counts(call: Call[None, NoQuery]) -> schemas.RecordCount:
    """Return the number of breach records of the account."""
    summary = await service.get_notification_summary(call.subject)
    return schemas.RecordCount(count=summary.totals.total)


async def user_stats(call: Call[None, NoQuery]) -> schemas.StatsBlock:
    """Return the numbers of Workforce."""
    summary = await service.get_notification_summary(call.subject)
    return schemas.StatsBlock.model_validate(summary.user_notifications)


async def domain_counts(call: Call[None, schemas.RangeQuery]) -> list[schemas.DomainCount]:
    """Return the domains with alerts in the range, those with the most first."""
    counts = await service.get_domain_counts(call.subject, call.query.days())
    return [schemas.DomainCount.model_validate(count) for count in counts]


async def timeline(call: Call[None, schemas.RangeQuery]) -> list[schemas.TimelineItem]:
    """Return every day of the range."""
    counts = await service.get_days(call.subject, call.query.days())
    return [schemas.TimelineItem.model_validate(count) for count in counts]


async def detections(call: Call[None, schemas.RangeQuery]) -> schemas.DetectionStats:
    """Return the number of alerts in the range, and of those that are unread."""
    found = service.Detections.of(await service.get_days(call.subject, call.query.days()))
    return schemas.DetectionStats.model_validate(found)


async def totals(call: Call[None, schemas.RangeQuery]) -> schemas.StatsBlock:
    """Return the numbers of Workforce and Portals together; the range is checked and ignored."""
    call.query.days()
    summary = await service.get_notification_summary(call.subject)
    return schemas.StatsBlock.model_validate(summary.totals)


async def notification_summary(call: Call[None, schemas.RangeQuery]) -> schemas.NotificationSummary:
    """Return the numbers of Workforce and Portals; the range is checked and ignored."""
    call.query.days()
    return schemas.NotificationSummary.model_validate(await service.get_notification_summary(call.subject))


async def global_statistics(call: Call[None, schemas.RangeQuery]) -> list[schemas.GlobalStatistic]:
    """Return the numbers about the whole lake; the range is checked and ignored."""
    call.query.days()
    return [schemas.GlobalStatistic.model_validate(row) for row in await service.get_global_statistics(call.subject)]
