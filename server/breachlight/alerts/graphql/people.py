"""GraphQL: the page of a person."""

from datetime import datetime
from typing import cast

import strawberry

from breachlight.alerts.graphql.types import SeverityFactor
from breachlight.alerts.profiles import people
from breachlight.alerts.profiles.timeline import ProfileEventKind
from breachlight.alerts.severity import SeverityLevel
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.limits import cost

strawberry.enum(ProfileEventKind)


@strawberry.type
class PersonAddress:
    """An address of a person: the mailbox itself, or an alias of it."""

    id: strawberry.ID
    email: str
    open_detections: int


@strawberry.type
class ProfileSite:
    """A site or app with logins of a person or a device."""

    name: str
    is_app: bool
    detections: int
    open_detections: int
    last_detected_at: datetime


@strawberry.type(
    description="Alerts of one leak that were raised on one day (UTC), or that one action closed or reopened. INFECTED has no alerts: "
    "it is when the device was infected, as its log says."
)
class ProfileEvent:
    """What happened to alerts of a person or a device."""

    kind: ProfileEventKind
    at: datetime
    detections: int
    leak_name: str = strawberry.field(description="Empty if there is none, or if you may not see it.")
    leak_title: str | None
    family: str | None = strawberry.field(description="The malware, if a device was infected.")
    device_id: strawberry.ID | None = strawberry.field(description="That device, one of them if there are several.")
    by: str | None = strawberry.field(description="The member's name; null for former members.")


@strawberry.type
class Exposure:
    """How exposed a person is, from 0 to 100, by their open alerts; the points of all factors add up to the score."""

    score: int
    level: SeverityLevel
    factors: list[SeverityFactor] = strawberry.field(
        description="worst: score of the worst open alert. further: 2 for each other one, at most 10. reused: 10 if one "
        "readable password was leaked for several sites."
    )
    trend: list[int] = strawberry.field(description="The score at the end of each of the last 30 days, in UTC.")


@strawberry.type
class Person:
    """A mailbox with all its addresses; the newest 1,000 alerts are looked at."""

    id: strawberry.ID
    email: str
    addresses: list[PersonAddress]
    is_live: bool | None = strawberry.field(description="Whether the email account is active; null if unknown.")
    open_detections: int
    detections: int = strawberry.field(description="Alerts that were looked at.")
    is_complete: bool = strawberry.field(description="Whether all alerts were looked at.")
    last_seen: datetime | None
    exposure: Exposure
    reuses_password: bool = strawberry.field(
        description="Whether one readable password was leaked for several sites, open or closed."
    )
    sites: list[ProfileSite] = strawberry.field(description="At most 50, those with the most open alerts first.")
    site_count: int
    timeline: list[ProfileEvent] = strawberry.field(description="The newest events, at most 50.")


async def _person(info: Info, id: strawberry.ID) -> Person | None:  # noqa: A002 -- the schema's name for it
    return cast("Person | None", await people.get_person(await require_subject(info, with_keys=True), id))


@strawberry.type
class PersonQuery:
    """Queries of people."""

    person: Person | None = strawberry.field(
        resolver=_person,
        description="A person by the ID of one of their email accounts, or of a monitored email; null if it is unknown.",
        metadata=cost(500),
    )
