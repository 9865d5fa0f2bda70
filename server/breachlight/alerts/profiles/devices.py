"""Infected devices of an account: each is an incident, and what its log says about it."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson

from breachlight.alerts.incidents import service as incidents
from breachlight.alerts.incidents.filters import DeviceOrder, IncidentFilter
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.malware.families import family_name
from breachlight.alerts.malware.texts import FamilySentence
from breachlight.alerts.models import IncidentKind
from breachlight.alerts.parts import AlertLeak
from breachlight.alerts.profiles import devices_repository as repository
from breachlight.alerts.profiles.people_repository import MOST_ALERTS, fetch_changes
from breachlight.alerts.profiles.sites import MOST_SITES, ProfileSite, sites_of
from breachlight.alerts.profiles.timeline import ProfileEvent, ProfileEventKind, events_of
from breachlight.alerts.views import AlertView, disclosed
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import Sentence

DEFAULT_PAGE: Final = 25
MOST_PEOPLE: Final = 50
MOST_LEAKS: Final = 20


@dataclass(frozen=True, slots=True)
class StolenData:
    """What the malware collected besides logins: only numbers are stored, of files except for cookies."""

    cookies: int
    cookie_domains: int
    token_files: int
    wallet_files: int
    card_files: int
    autofill_files: int


@dataclass(frozen=True, slots=True)
class Malware:
    """A family; ``name`` is None if the log names none."""

    name: str | None
    description: Sentence


@dataclass(frozen=True, slots=True)
class Device:
    """An infected device. Its facts are those of its worst detection."""

    incident: IncidentView
    facts: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The ID of its incident."""
        return self.incident.id

    @property
    def malware(self) -> Malware:
        """What infected it."""
        family = self._text("family")
        return Malware(family_name(family), FamilySentence.of(family))

    @property
    def computer(self) -> str | None:
        """Its name."""
        return self._text("computer")

    @property
    def user_name(self) -> str | None:
        """Whose account of the system was used."""
        return self._text("user_name")

    @property
    def ip(self) -> str | None:
        """Its address at the time."""
        return self._text("ip")

    @property
    def country(self) -> str | None:
        """ISO 3166 alpha-2."""
        return self._text("country")

    @property
    def city(self) -> str | None:
        """Where the address is, as the log says."""
        return self._text("city")

    @property
    def operating_system(self) -> str | None:
        """As the log says."""
        return self._text("operating_system")

    @property
    def hardware_id(self) -> str | None:
        """HWID or machine ID; None if the log has none, and the device is known by computer name, user and IP."""
        key, names = self._text("key"), (self.computer, self.user_name, self.ip)
        return None if key is None or key == "/".join(name.lower() for name in names if name) else key

    @property
    def infected_at(self) -> datetime | None:
        """When it was infected, if the log says so."""
        return clock.read_instant(self._text("infected_at"))

    @property
    def antivirus(self) -> list[str]:
        """Installed products."""
        found = self.facts.get("antivirus") or []
        return [str(name) for name in found] if isinstance(found, list) else [str(found)]

    @property
    def malware_path(self) -> str | None:
        """Where the malware was started from."""
        return self._text("malware_path")

    @property
    def build(self) -> str | None:
        """The build of the malware, which names its user or campaign."""
        return self._text("build")

    @property
    def stolen_data(self) -> StolenData | None:
        """What else was collected; None if the log has only logins."""
        names = StolenData.__slots__
        numbers = {name: found for name in names if isinstance(found := self.facts.get(name), int)}
        return StolenData(**{name: numbers.get(name, 0) for name in names}) if numbers else None

    def _text(self, name: str) -> str | None:
        value = self.facts.get(name)
        return None if value is None else str(value)


@dataclass(frozen=True, slots=True)
class DevicePage:
    """Some devices; ``cursor`` is the position of the last one, empty on an empty page."""

    results: list[Device]
    total: int
    total_is_exact: bool
    has_more: bool
    cursor: str


@dataclass(frozen=True, slots=True)
class DevicePerson:
    """An email account with logins on the device."""

    id: str
    email: str
    detections: int
    open_detections: int


@dataclass(frozen=True, slots=True)
class DeviceEvidence:
    """What was found on a device; the newest 1,000 detections are looked at, and ``is_complete`` says whether there are no more."""

    people: list[DevicePerson]
    sites: list[ProfileSite]
    leaks: list[AlertLeak]
    timeline: list[ProfileEvent]
    is_complete: bool


async def list_devices(
    subject: Subject,
    *,
    is_closed: bool | None,
    order: DeviceOrder,
    first: int,
    after: str | None,
    is_reversed: bool = False,
) -> DevicePage:
    """List devices by state, at most 100 behind a cursor.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a page size below 1, or a cursor that this list never returned.
    """
    conditions = IncidentFilter(kind=IncidentKind.DEVICE, is_closed=is_closed)
    page = await incidents.list_incidents(subject, conditions, order, first, after, is_reversed=is_reversed)
    return DevicePage(list(map(_device, page.results)), page.total, page.total_is_exact, page.has_more, page.cursor)


async def get_device(subject: Subject, device_id: str) -> Device | None:
    """Return a device; None if it is unknown or another account's, or if the id is that of an incident of a leak.

    Raises:
        ForbiddenError: the subject may not read.
    """
    try:
        incident = await incidents.get_incident(subject, device_id)
    except NotFoundError:
        return None
    return _device(incident) if incident.kind is IncidentKind.DEVICE else None


async def get_evidence(subject: Subject, device: Device) -> DeviceEvidence:
    """Return what was found on a device.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        found = await repository.fetch_alerts(connection, subject.account_id, uuid.UUID(device.id))
        alerts = disclosed(subject, found[:MOST_ALERTS])
        ids = [uuid.UUID(alert.id) for alert in alerts]
        changes = await fetch_changes(connection, subject.account_id, ids)
    infected = [] if device.infected_at is None else [_infection(device, device.infected_at)]
    return DeviceEvidence(
        people=_people(alerts)[:MOST_PEOPLE],
        sites=sites_of(alerts)[:MOST_SITES],
        leaks=_leaks(alerts)[:MOST_LEAKS],
        timeline=events_of(alerts, changes, *infected),
        is_complete=len(found) <= MOST_ALERTS,
    )


def _device(incident: IncidentView) -> Device:
    facts = incident["machine"]
    return Device(incident, {} if facts is None else orjson.loads(facts))


def _infection(device: Device, at: datetime) -> ProfileEvent:
    return ProfileEvent(ProfileEventKind.INFECTED, at, 0, family=device.malware.name, device_id=device.id)


def _people(alerts: Iterable[AlertView]) -> list[DevicePerson]:
    """Return the email accounts, those with the most open detections first."""
    by_account: dict[tuple[str, str], list[AlertView]] = {}
    for alert in alerts:
        if alert.user is not None:
            by_account.setdefault((alert.user.id, alert.user.email), []).append(alert)
    people = [
        DevicePerson(account_id, email, len(group), sum(not alert.is_closed for alert in group))
        for (account_id, email), group in by_account.items()
    ]
    return sorted(people, key=_by_open)


def _by_open(person: DevicePerson) -> tuple[int, int, str]:
    return -person.open_detections, -person.detections, person.email


def _leaks(alerts: Iterable[AlertView]) -> list[AlertLeak]:
    """Return the leaks that raised the alerts, the newest first; sensitive ones that don't concern the reader count as one."""
    return list({alert.leak.name: alert.leak for alert in reversed(list(alerts))}.values())[::-1]
