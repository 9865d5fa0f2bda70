"""How much of an account is in a leak: its detections, their people, and the trend."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.profiles import leaks_repository as repository
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit import clock

TREND_DAYS: Final = 90
_NONE: Final = repository.Newest([], 0)


@dataclass(frozen=True, slots=True)
class LeakDetections:
    """The detections of an account that a leak raised.

    ``total``, ``open`` and ``people`` are exact while ``is_exact``: up to 100,000 detections are counted, the newest. ``known``
    are detections that another leak raised and this one contains, too; None for a sensitive leak.
    """

    total: int
    open: int
    is_exact: bool
    people: int
    known: int | None
    first_detected_at: datetime | None
    last_detected_at: datetime | None
    trend: list[int]
    """Detections per day, 90 days up to today, UTC."""


async def count_detections(subject: Subject, leak_ids: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, LeakDetections]:
    """Count the detections of leaks that the subject may see.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        newest = await repository.count_newest(connection, subject.account_id, reader_of(subject), leak_ids)
        contained = await repository.count_contained(connection, subject.account_id, leak_ids)
    today = clock.now().date()
    return {leak_id: _detections(newest.get(leak_id, _NONE), contained.get(leak_id), today) for leak_id in leak_ids}


def _detections(newest: repository.Newest, contained: int | None, today: date) -> LeakDetections:
    days = newest.days
    total = sum(day.alerts for day in days)
    by_day = {day.day: day.alerts for day in days}
    return LeakDetections(
        total=min(total, repository.MOST_COUNTED),
        open=sum(day.open for day in days),
        is_exact=total <= repository.MOST_COUNTED,
        people=newest.people,
        known=None if contained is None else max(contained - total, 0),
        first_detected_at=min((day.first for day in days), default=None),
        last_detected_at=max((day.last for day in days), default=None),
        trend=[by_day.get(today - timedelta(days=ago), 0) for ago in range(TREND_DAYS - 1, -1, -1)],
    )
