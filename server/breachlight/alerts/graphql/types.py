"""GraphQL types of alerts. Rows are served as the service returns them: the fields carry the same names."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import strawberry
from strawberry.types import get_object_definition
from strawberry.types.arguments import InputContext
from strawberry.utils.str_converters import to_camel_case

from breachlight.alerts.models import AlertAction
from breachlight.alerts.query import filters
from breachlight.alerts.query.filters import Instant
from breachlight.alerts.severity import SeverityLevel
from breachlight.graphql.errors import Problem
from breachlight.kit.messages import Sentence

strawberry.enum(SeverityLevel)
strawberry.enum(AlertAction)


@strawberry.type
class AlertDomain:
    """The domain of a Portals alert."""

    id: strawberry.ID
    domain: str


@strawberry.type
class AlertUser:
    """The watched address of a Workforce alert; ``isLive`` tells whether it exists, null while nobody told."""

    id: strawberry.ID
    email: str
    is_live: bool | None


@strawberry.type
class AlertAssignee:
    """The member who works on an alert."""

    id: strawberry.ID
    name: str | None = strawberry.field(description="Null for one who has left the account.")


@strawberry.type
class AlertLeak:
    """The leak that raised the alert."""

    name: str
    title: str
    domain: str | None
    breach_date: date | None


@strawberry.type(description="One reason for the score; the points of all factors add up to it.")
class SeverityFactor:
    """One reason for the score."""

    name: str
    points: int


@strawberry.type
class Severity:
    """How bad it is."""

    score: int
    level: SeverityLevel
    factors: list[SeverityFactor]


@strawberry.type
class Machine:
    """The machine that a stealer log came from."""

    family: str | None
    computer: str | None
    user_name: str | None
    ip: str | None
    country: str | None
    operating_system: str | None
    infected_at: datetime | None
    software: str | None


@strawberry.type
class BreachRecord:
    """The leaked credential."""

    url: str | None
    host: str | None
    app: str | None
    usernames: list[str]
    passwords: list[str] = strawberry.field(description="Eight bullets for each leaked password, whatever its length.")
    password_type: str
    first_seen: datetime
    last_seen: datetime
    sightings: int
    machine: Machine | None


@strawberry.type
class Alert:
    """One alert."""

    id: strawberry.ID
    datetime: Instant
    is_read: bool
    is_closed: bool
    domain: AlertDomain | None
    user: AlertUser | None
    assignee: AlertAssignee | None
    severity: Severity
    leak: AlertLeak
    breach_record: BreachRecord
    is_alias: bool = strawberry.field(
        description="True when the login carries a tag or dots and matched the watched address without them."
    )
    previous_alert_id: strawberry.ID | None


@strawberry.type
class AlertPage:
    """One page of alerts."""

    results: list[Alert]
    total: int = strawberry.field(
        description="Rows that the filter chooses; exact up to 100,000 unless kept as a counter."
    )
    total_is_exact: bool
    page: int
    page_size: int
    cursor: str = strawberry.field(description="Where to go on from: keep it and pass it as `after`.")
    has_more: bool


@strawberry.input
class AlertFilter:
    """The query fields of specification section 3."""

    id: strawberry.ID | None = strawberry.UNSET
    search: str | None = strawberry.UNSET
    user_id: strawberry.ID | None = strawberry.UNSET
    user_email: str | None = strawberry.field(default=strawberry.UNSET, description="A watched address, whole.")
    user_is_live: bool | None = strawberry.field(
        default=strawberry.UNSET,
        description="Whether the watched address is known to exist, or not to; where nobody told, neither holds.",
    )
    assignee_id: strawberry.ID | None = strawberry.UNSET
    is_assigned: bool | None = strawberry.UNSET
    severity_from: int | None = strawberry.field(default=strawberry.UNSET, description="The lowest score, 0 to 100.")
    domain_id: strawberry.ID | None = strawberry.UNSET
    is_read: bool | None = strawberry.UNSET
    is_closed: bool | None = strawberry.UNSET
    start_datetime: Instant | None = strawberry.UNSET
    datetime: Instant | None = strawberry.UNSET
    end_datetime: Instant | None = strawberry.UNSET
    domain_name: str | None = strawberry.UNSET
    domain_exact: str | None = strawberry.UNSET
    domain_is_set: bool | None = strawberry.UNSET
    domain_is_not_set: bool | None = strawberry.UNSET
    breach_record_usernames: str | None = strawberry.UNSET
    breach_record_passwords: str | None = strawberry.UNSET
    breach_record_url: str | None = strawberry.UNSET

    def plain(self) -> filters.AlertFilter:
        """Return what the service takes; null and absent are the same."""
        given = vars(self)
        return filters.AlertFilter(
            **{name: value for name in filters.FILTER_FIELDS if (value := given[name]) is not strawberry.UNSET}
        )


_FILTER_NAMES = {to_camel_case(name): name for name in filters.FILTER_FIELDS}


def _read_filter(_type: type, given: Mapping[str, Any], _context: InputContext) -> AlertFilter:
    """Make a filter of its parsed values, which are plain; Strawberry's way asks every field for its name and type."""
    return AlertFilter(**{_FILTER_NAMES[name]: value for name, value in given.items()})


get_object_definition(AlertFilter, strict=True).from_input = _read_filter


@strawberry.input
class UpdateAlertsInput:
    """What to do, with the alerts that are named or with all that a filter chooses."""

    action: AlertAction
    ids: list[strawberry.ID] | None = strawberry.UNSET
    filter: AlertFilter | None = strawberry.UNSET
    assignee_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="With ASSIGN alone, and needed there: the member, or null for nobody."
    )
    skip_missing: bool = strawberry.field(
        default=False, description="Do it with the named alerts that exist, instead of refusing all when one does not."
    )


@strawberry.type
class UpdateAlertsSuccess:
    """What the action came to."""

    message: Sentence
    updated: int
    operation_id: strawberry.ID
    alerts: list[Alert] = strawberry.field(
        description="The alerts named by id, as they now stand; empty for a whole filter."
    )
    missing: list[strawberry.ID] = strawberry.field(
        description="With skipMissing: what was named and is unknown, or another account's."
    )


@strawberry.type
class RevealPasswordSuccess:
    """The password in clear."""

    password: str


@strawberry.type
class ReauthenticationRequiredProblem(Problem):
    """The log-in is too old for what was asked; ``reauthenticate`` makes it new."""


@strawberry.type(
    description="New alerts of one load; `alerts` holds at most 100 of them, further ones follow in further events."
)
class AlertsRaised:
    """New alerts."""

    alerts: list[Alert]
    count: int
    workforce: int
    portals: int
    cursor: str
