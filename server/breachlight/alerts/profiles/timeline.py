"""What happened to the detections of a person or a device."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from breachlight.alerts.models import AlertAction, IncidentKind
from breachlight.alerts.views import AlertView

MOST_EVENTS: Final = 50


class ProfileEventKind(StrEnum):
    """What happened; INFECTED is the device's infection, as its log dates it."""

    INFECTED = "infected"
    LEAKED = "leaked"
    CLOSED = "closed"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class ProfileEvent:
    """Detections of one leak that were raised on one day (UTC), or that one action closed or reopened.

    ``leak_name`` is empty for a sensitive leak that the reader may not see. ``family`` is the malware, if a device was infected,
    and ``device_id`` the incident of that device.
    """

    kind: ProfileEventKind
    at: datetime
    detections: int
    leak_name: str = ""
    leak_title: str | None = None
    family: str | None = None
    device_id: str | None = None
    by: str | None = None


def events_of(
    alerts: Iterable[AlertView], changes: Sequence[Mapping[str, Any]], *more: ProfileEvent
) -> list[ProfileEvent]:
    """Return the newest events of alerts and of what was done with these (``people_repository.fetch_changes``)."""
    return sorted([*_leaked(alerts), *_triaged(changes), *more], key=_time_of, reverse=True)[:MOST_EVENTS]


def _leaked(alerts: Iterable[AlertView]) -> Iterable[ProfileEvent]:
    groups: dict[tuple[object, ...], list[AlertView]] = {}
    for alert in alerts:
        day = alert.datetime.astimezone(UTC).date()
        groups.setdefault((day, alert.leak.name, alert.leak.title), []).append(alert)
    for group in groups.values():
        machines = [alert.machine for alert in group]
        incidents = [alert.incident for alert in group]
        yield ProfileEvent(
            ProfileEventKind.LEAKED,
            max(alert.datetime for alert in group),
            len(group),
            group[0].leak.name,
            group[0].leak.title,
            next((machine.family for machine in machines if machine is not None and machine.family), None),
            next((each.id for each in incidents if each is not None and each.kind is IncidentKind.DEVICE), None),
        )


def _triaged(changes: Sequence[Mapping[str, Any]]) -> Iterable[ProfileEvent]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for change in changes:
        if change["undone_at"] is None:
            groups.setdefault(change["operation_id"], []).append(change)
    for group in groups.values():
        first = group[0]
        kind = ProfileEventKind.CLOSED if first["action"] == AlertAction.CLOSE else ProfileEventKind.REOPENED
        yield ProfileEvent(kind, first["created_at"], len(group), by=first["author"])


def _time_of(event: ProfileEvent) -> datetime:
    return event.at
