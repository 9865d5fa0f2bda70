"""How bad an alert is: one formula whose factors add up to a score of 0 to 100 (design §3).

=================  ======  =================================================================
factor             points  when
=================  ======  =================================================================
login              10      always: somebody holds a login of this account
plain_text         25      the secret is a password that can be typed
hashed             10      the secret is a hash: it must be cracked first
stealer_log        35      malware took it from a machine, with cookies and all other logins
combolist          10      it is in lists that are tried against every site
mixed              10      a collection of several kinds
table_dump         5       one site lost its user table
within_30_days     20      the leak saw it at most 30 days before the alert was raised
within_90_days     15      likewise, 90 days
within_a_year      10      likewise, 365 days
within_3_years     5       likewise, 1,095 days
portal             10      it opens a site of the account's own domain
=================  ======  =================================================================

At most one factor of each group (secret, source, age) counts. 0-19 is info, 20-39 low, 40-59 medium, 60-79 high and
80-100 critical. Facts of a machine count as a stealer log whatever the kind of the leak. A fact that is worse never
lowers the score: newer instead of older, plain text instead of a hash, a stealer log instead of any other source.

The kind of the leak is that of the moment when the alert is raised. A leak that becomes mixed later, with a file of another kind,
changes no score: what was raised before is from files of the former kind. It is computed again, with the present kinds, when a leak that
the alert was in is retracted.

An incident has the score of its worst alert, and each completed step of its playbook takes ``POINTS_OF_STEP`` off, as the factor
``completed_steps``, but never more than half of that score, rounded down.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

PLAIN = "plain"
PLAIN_FACTOR = "plain_text"
NONE = "none"

POINTS_OF_STEP: Final = 10
STEPS_FACTOR: Final = "completed_steps"

_SOURCES = {"stealer_log": 35, "combolist": 10, "mixed": 10, "table_dump": 5}
_AGES = (
    (timedelta(days=30), "within_30_days", 20),
    (timedelta(days=90), "within_90_days", 15),
    (timedelta(days=365), "within_a_year", 10),
    (timedelta(days=1095), "within_3_years", 5),
)


class SeverityLevel(StrEnum):
    """The five steps that people see."""

    INFO = "info"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True)
class SeverityFactor:
    """One reason for the score."""

    name: str
    points: int


_STEPS = tuple(SeverityLevel)


def level_of(score: int) -> SeverityLevel:
    """Return the level of a score of 0 to 100."""
    return _STEPS[min(score // 20, 4)]


def severity_factors(
    *, leak_kind: str, password_type: str, seen_at: datetime, raised_at: datetime, is_portal: bool, has_machine: bool
) -> dict[str, int]:
    """Return the factors of an alert with their points; their sum is the score.

    Args:
        leak_kind: the kind of the leak, a value of ``leaks.models.LeakKind``.
        password_type: "plain", "none" or the kind of hash.
        seen_at: when the leak saw the login.
        raised_at: when the alert is raised; a ``seen_at`` after it counts as new.
        is_portal: whether the site belongs to a domain of the account.
        has_machine: whether facts of an infected device came with it.
    """
    factors = {"login": 10}
    if password_type == PLAIN:
        factors[PLAIN_FACTOR] = 25
    elif password_type != NONE:
        factors["hashed"] = 10
    source = "stealer_log" if has_machine else leak_kind
    if source in _SOURCES:
        factors[source] = _SOURCES[source]
    age = raised_at - seen_at
    for limit, name, points in _AGES:
        if age <= limit:
            factors[name] = points
            break
    if is_portal:
        factors["portal"] = 10
    return factors


def ordered_factors(factors: dict[str, int]) -> list[SeverityFactor]:
    """Return the stored factors of an alert, the heaviest first."""
    return [SeverityFactor(name, points) for name, points in sorted(factors.items(), key=_by_points)]


def _by_points(factor: tuple[str, int]) -> tuple[int, str]:
    return -factor[1], factor[0]
