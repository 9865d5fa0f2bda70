"""Rate limit of searches for a leaked password: they reveal whether a guess is right."""

from datetime import timedelta
from typing import Final

from breachlight.alerts.query.filters import AlertFilter
from breachlight.auth.subject import Subject
from breachlight.rate_limits.limiter import RateLimit

_quota: Final = RateLimit("password-search", limit=120, window=timedelta(hours=1))


async def guard_password_search(subject: Subject, conditions: AlertFilter) -> None:
    """Count a search for a password; call it before the search.

    Raises:
        ThrottledError: the user has had 120 such filters this hour, each page of a list counted.
    """
    if conditions.breach_record_passwords is not None:
        await _quota.hit(str(subject.user_id))
