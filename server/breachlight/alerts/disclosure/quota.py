"""The quota of disclosed passwords: one for each person and one for each account, whatever the channel.

An API key counts for the person who created it. Both are consumed in the transaction of the audit entries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from breachlight.auth.subject import Subject
from breachlight.config import get_settings
from breachlight.database.session import Connection
from breachlight.kit.errors import ThrottledError
from breachlight.kit.messages import say_counted
from breachlight.rate_limits.limiter import RateLimit

_HOUR: Final = timedelta(hours=1)


class QuotaExceededError(ThrottledError):
    """Not enough passwords are left this hour; ``left`` says how many are."""

    def __init__(self, needed: int, left: int, limit: int, seconds: int) -> None:
        self.left = left
        message = say_counted(
            "{needed} passwords were requested, but only {count} of {limit} per hour is left. Try again in {minutes} min, "
            "choose fewer, or export without passwords.",
            "{needed} passwords were requested, but only {count} of {limit} per hour are left. Try again in {minutes} min, "
            "choose fewer, or export without passwords.",
            left,
            needed=needed,
            limit=limit,
            minutes=-(-seconds // 60),
        )
        super().__init__(seconds, message if needed > 1 else None)


@dataclass(frozen=True, slots=True)
class _Part:
    """One of the two counters."""

    limit: RateLimit
    key: str


def _parts(subject: Subject, *, is_bulk_enabled: bool) -> tuple[_Part, _Part]:
    settings = get_settings()
    least = settings.bulk_disclosures if is_bulk_enabled else 0
    # All disclosures lock the counters in this order.
    return (
        _Part(
            RateLimit("reveal-account", max(settings.disclosures_per_account, least), _HOUR), str(subject.account_id)
        ),
        _Part(RateLimit("reveal", max(settings.disclosures_per_person, least), _HOUR), str(subject.user_id)),
    )


@dataclass(frozen=True, slots=True)
class Consumed:
    """What was consumed, and in which windows."""

    parts: Sequence[tuple[_Part, datetime]] = ()


async def consume(connection: Connection, subject: Subject, amount: int, *, is_bulk_enabled: bool) -> Consumed:
    """Consume an amount of both quotas in the caller's transaction, or nothing of either if one doesn't suffice.

    Raises:
        QuotaExceededError: fewer are left; the caller's transaction must end.
    """
    if amount == 0:
        return Consumed()
    parts = _parts(subject, is_bulk_enabled=is_bulk_enabled)
    takings = [await part.limit.take(connection, amount, part.key) for part in parts]
    if all(taking.is_granted for taking in takings):
        return Consumed([(part, taking.start) for part, taking in zip(parts, takings, strict=True)])
    least = min(takings, key=lambda taking: taking.left_before)
    raise QuotaExceededError(amount, least.left_before, least.limit, least.seconds_left)


async def give_back(connection: Connection, consumed: Consumed, amount: int) -> None:
    """Return a part of what was consumed to the same windows, in the caller's transaction."""
    for part, start in consumed.parts:
        await part.limit.give_back(connection, amount, start, part.key)
