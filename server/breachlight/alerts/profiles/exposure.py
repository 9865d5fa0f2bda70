"""How exposed a person is: one formula over their open alerts, whose factors add up to a score of 0 to 100.

=======  ==========  ==============================================================================
factor   points      when
=======  ==========  ==============================================================================
worst    its score   the severity of the worst open alert
further  2 for each  open alerts besides the worst one, at most 10 points
reused   10          the same readable password was leaked for several sites and is open for them
=======  ==========  ==============================================================================

Without an open alert the score is 0, and it never exceeds 100: later factors get what is left. Levels are those of severity.
Closing an alert never raises the score, and a further alert never lowers it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.alerts.severity import PLAIN, SeverityFactor, SeverityLevel, level_of

_LARGEST: Final = 100
_PER_FURTHER: Final = 2
_MOST_FURTHER: Final = 10
_REUSED: Final = 10


@dataclass(frozen=True, slots=True)
class ExposingAlert:
    """What an alert adds to the exposure of a person; ``secret`` identifies the password without being it."""

    id: str
    raised_at: datetime
    is_closed: bool
    score: int
    site: str | None
    secret: bytes | None
    password_type: str


@dataclass(frozen=True, slots=True)
class StateChange:
    """An alert was closed or reopened; with ``undone_at`` it was what it had been again."""

    alert_id: str
    at: datetime
    is_closed: bool
    was_closed: bool
    undone_at: datetime | None


@dataclass(frozen=True, slots=True)
class Exposure:
    """The score at present, its factors, and the scores at the ends of past days."""

    score: int
    factors: list[SeverityFactor]
    trend: list[int]

    @property
    def level(self) -> SeverityLevel:
        """The level of the score, in steps of 20."""
        return level_of(self.score)


def exposure_factors(open_alerts: Collection[ExposingAlert]) -> list[SeverityFactor]:
    """Return the factors of a person with these open alerts."""
    if not open_alerts:
        return []
    points = {
        "worst": max(alert.score for alert in open_alerts),
        "further": min(_MOST_FURTHER, _PER_FURTHER * (len(open_alerts) - 1)),
        "reused": _REUSED if reuses_password(open_alerts) else 0,
    }
    left, factors = _LARGEST, []
    for name, wanted in points.items():
        given = min(wanted, left)
        left -= given
        if given:
            factors.append(SeverityFactor(name, given))
    return factors


def reuses_password(alerts: Iterable[ExposingAlert]) -> bool:
    """Return whether one readable password is that of several sites."""
    sites: dict[bytes, set[str]] = {}
    for alert in alerts:
        if alert.secret is not None and alert.site is not None and alert.password_type == PLAIN:
            sites.setdefault(alert.secret, set()).add(alert.site)
    return any(len(names) > 1 for names in sites.values())


def exposure_of(
    alerts: Sequence[ExposingAlert], changes: Iterable[StateChange], instants: Sequence[datetime]
) -> Exposure:
    """Return the present exposure, and what it was at instants."""
    by_alert: dict[str, list[StateChange]] = {}
    for change in changes:
        by_alert.setdefault(change.alert_id, []).append(change)
    states = {alert.id: _states(alert, by_alert.get(alert.id, ())) for alert in alerts}
    factors = exposure_factors([alert for alert in alerts if not alert.is_closed])
    trend = [
        _score([alert for alert in alerts if alert.raised_at <= at and not _was_closed(states[alert.id], at)])
        for at in instants
    ]
    return Exposure(sum(factor.points for factor in factors), factors, trend)


def _score(open_alerts: Collection[ExposingAlert]) -> int:
    return sum(factor.points for factor in exposure_factors(open_alerts))


def _states(alert: ExposingAlert, changes: Sequence[StateChange]) -> list[tuple[datetime, bool]]:
    """Return whether an alert was closed, from when on; the first state is that in which it was raised."""
    moments: list[tuple[datetime, bool]] = []
    for change in changes:
        moments.append((change.at, change.is_closed))
        if change.undone_at is not None:
            moments.append((change.undone_at, change.was_closed))
    first = changes[0].was_closed if changes else alert.is_closed
    return [(alert.raised_at, first), *sorted(moments, key=_moment)]


def _moment(state: tuple[datetime, bool]) -> datetime:
    return state[0]


def _was_closed(states: Sequence[tuple[datetime, bool]], at: datetime) -> bool:
    return [closed for since, closed in states if since <= at][-1]
