"""A person's page: a mailbox with its addresses, how exposed it is, where, and what happened."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from breachlight.alerts.incidents.models import IncidentKind
from breachlight.alerts.models import AlertAction
from breachlight.alerts.profiles import people_repository as repository
from breachlight.alerts.profiles.exposure import ExposingAlert, Exposure, StateChange, exposure_of, reuses_password
from breachlight.alerts.views import AlertView, disclosed
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit import clock
from breachlight.kit.identifiers import parse_id

TREND_DAYS: Final = 30
MOST_SITES: Final = 50
MOST_EVENTS: Final = 50


class PersonEventKind(StrEnum):
    """What happened to detections of a person."""

    LEAKED = "leaked"
    CLOSED = "closed"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class PersonAddress:
    """One address of a person: the mailbox itself, or an alias of it."""

    id: str
    email: str
    open_detections: int


@dataclass(frozen=True, slots=True)
class PersonSite:
    """A site or app with logins of the person."""

    name: str
    is_app: bool
    detections: int
    open_detections: int
    last_detected_at: datetime


@dataclass(frozen=True, slots=True)
class PersonEvent:
    """Detections of one leak that were raised on one day (UTC), or that one action closed or reopened.

    ``leak_name`` is empty for a sensitive leak that the reader may not see. ``family`` is the malware, if a device was infected,
    and ``device_id`` the incident of that device.
    """

    kind: PersonEventKind
    at: datetime
    detections: int
    leak_name: str = ""
    leak_title: str | None = None
    family: str | None = None
    device_id: str | None = None
    by: str | None = None


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
    sites: list[PersonSite]
    site_count: int
    timeline: list[PersonEvent]


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
    sites = _sites(alerts)
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
        timeline=sorted([*_leaked(alerts), *_triaged(changes)], key=_time_of, reverse=True)[:MOST_EVENTS],
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


def _sites(alerts: Iterable[AlertView]) -> list[PersonSite]:
    """Return the sites, those with the most open detections first."""
    by_site: dict[tuple[str, bool], list[AlertView]] = {}
    for alert in alerts:
        name = alert.host or alert.app
        if name is not None:
            by_site.setdefault((name, alert.host is None), []).append(alert)
    sites = [
        PersonSite(
            name,
            is_app,
            len(group),
            sum(not alert.is_closed for alert in group),
            max(alert.datetime for alert in group),
        )
        for (name, is_app), group in by_site.items()
    ]
    return sorted(sites, key=_by_open)


def _by_open(site: PersonSite) -> tuple[int, int, str]:
    return -site.open_detections, -site.detections, site.name


def _leaked(alerts: Iterable[AlertView]) -> Iterable[PersonEvent]:
    groups: dict[tuple[object, ...], list[AlertView]] = {}
    for alert in alerts:
        day = alert.datetime.astimezone(UTC).date()
        groups.setdefault((day, alert.leak.name, alert.leak.title), []).append(alert)
    for group in groups.values():
        machines = [alert.machine for alert in group]
        incidents = [alert.incident for alert in group]
        yield PersonEvent(
            PersonEventKind.LEAKED,
            max(alert.datetime for alert in group),
            len(group),
            group[0].leak.name,
            group[0].leak.title,
            next((machine.family for machine in machines if machine is not None and machine.family), None),
            next((each.id for each in incidents if each is not None and each.kind is IncidentKind.DEVICE), None),
        )


def _triaged(changes: Sequence[Mapping[str, Any]]) -> Iterable[PersonEvent]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for change in changes:
        if change["undone_at"] is None:
            groups.setdefault(change["operation_id"], []).append(change)
    for group in groups.values():
        first = group[0]
        kind = PersonEventKind.CLOSED if first["action"] == AlertAction.CLOSE else PersonEventKind.REOPENED
        yield PersonEvent(kind, first["created_at"], len(group), by=first["author"])


def _time_of(event: PersonEvent) -> datetime:
    return event.at
