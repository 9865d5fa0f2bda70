"""A person's page: a mailbox with its addresses, how exposed it is, where, and what happened."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from breachlight.alerts.models import AlertAction
from breachlight.alerts.profiles import people_repository as repository
from breachlight.alerts.profiles.exposure import ExposingAlert, Exposure, StateChange, exposure_of, reuses_password
from breachlight.alerts.profiles.sites import MOST_SITES, ProfileSite, sites_of
from breachlight.alerts.profiles.timeline import ProfileEvent, events_of
from breachlight.alerts.views import AlertView, disclosed
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit import clock
from breachlight.kit.identifiers import parse_id

TREND_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class PersonAddress:
    """One address of a person: the mailbox itself, or an alias of it."""

    id: str
    email: str
    open_detections: int


@dataclass(frozen=True, slots=True)
class PersonProfile:
    """A person; the newest 1,000 detections are looked at, and ``is_complete`` says whether there are no more."""

    id: str
    email: str
    addresses: list[PersonAddress]
    is_live: bool | None
    open_detections: int
    detections: int
    is_complete: bool
    last_seen: datetime | None
    exposure: Exposure
    reuses_password: bool
    sites: list[ProfileSite]
    site_count: int
    timeline: list[ProfileEvent]


async def get_person(subject: Subject, person_id: str) -> PersonProfile | None:
    """Return the person with an email account or a monitored email of the account; None if there is none.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    identifier = parse_id(person_id)
    if identifier is None:
        return None
    async with reading() as connection:
        rows = await repository.fetch_addresses(connection, subject.account_id, identifier)
        leaked = [row for row in rows if row["id"] is not None]
        found = await repository.fetch_alerts(connection, subject.account_id, [row["id"] for row in leaked])
        alerts = disclosed(subject, found[: repository.MOST_ALERTS])
        ids = [uuid.UUID(alert.id) for alert in alerts]
        changes = await repository.fetch_changes(connection, subject.account_id, ids)
    if not rows:
        return None
    exposing = [_exposing(alert) for alert in alerts]
    sites = sites_of(alerts)
    live = [row["is_live"] for row in leaked if row["is_live"] is not None]
    return PersonProfile(
        id=person_id,
        email=rows[0]["mailbox"],
        addresses=[PersonAddress(str(row["id"]), row["email"], row["open_detections"]) for row in leaked],
        is_live=any(live) if live else None,
        open_detections=sum(row["open_detections"] for row in leaked),
        detections=len(alerts),
        is_complete=len(found) <= repository.MOST_ALERTS,
        last_seen=max((row["last_seen"] for row in leaked), default=None),
        exposure=exposure_of(exposing, map(_state_change, changes), _ends_of_days(clock.now())),
        reuses_password=reuses_password(exposing),
        sites=sites[:MOST_SITES],
        site_count=len(sites),
        timeline=events_of(alerts, changes),
    )


def _exposing(alert: AlertView) -> ExposingAlert:
    return ExposingAlert(
        alert.id,
        alert.datetime,
        alert.is_closed,
        alert.score,
        alert.host or alert.app,
        alert["password_index"],
        alert.password_type,
    )


def _state_change(row: Mapping[str, Any]) -> StateChange:
    is_closed = row["action"] == AlertAction.CLOSE
    return StateChange(row["alert_id"], row["created_at"], is_closed, row["was_closed"], row["undone_at"])


def _ends_of_days(now: datetime) -> list[datetime]:
    """Return the ends of the last days in UTC; the last one is now."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return [*(midnight - timedelta(days=ago) for ago in range(TREND_DAYS - 2, -1, -1)), now]
