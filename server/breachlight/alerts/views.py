"""The fields of an alert, declared once: SELECT lists, GraphQL, REST and exported files follow (``alerts.fields`` says how).

Views are named as in the GraphQL schema. They convert a value when it is asked for: most lists show less than half of what an
alert has.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final, cast

import orjson

from breachlight.alerts.fields import (
    NOWHERE,
    Face,
    Identifier,
    Part,
    Row,
    column,
    columns_by_path,
    columns_of,
    computed,
)
from breachlight.alerts.incident_wording import HIDDEN_LEAK, Facts, title_of
from breachlight.alerts.leak_audience import CONCERN, HIDDEN_TITLE, may_see
from breachlight.alerts.models import IncidentKind
from breachlight.alerts.query.filters import Instant
from breachlight.alerts.severity import SeverityFactor, SeverityLevel, level_of, ordered_factors
from breachlight.auth.subject import Subject
from breachlight.kit import clock
from breachlight.kit.masking import MASK
from breachlight.kit.messages import Sentence

_API: Final = Face.GRAPHQL | Face.REST


class AlertDomain(Part, prefix="domain_"):
    """The domain of a Portals alert."""

    @property
    @computed(domain_id="a.domain_id::text", faces=_API)
    def id(self) -> Identifier:
        """Empty for a domain that was removed, whose name stays with the alert."""
        return self["domain_id"] or ""

    domain: str = column("a.domain_name", name="domain_name", export_as="domain")


class AlertUser(Part, prefix="user_"):
    """The monitored email of a Workforce alert."""

    id: Identifier = column("a.email_account_id::text", faces=_API)
    email: str = column("e.email", export_as="user")
    is_live: bool | None = column(
        "e.is_live",
        "Whether the email account is on the list of active accounts; null if unknown.",
        faces=Face.GRAPHQL,
    )


class AlertAssignee(Part, prefix="assignee_"):
    """The member who works on an alert."""

    id: Identifier = column("a.assignee_id::text", faces=_API)

    @property
    @computed(assignee_id="a.assignee_id::text", faces=_API | Face.EXPORT, export_as="assignee")
    def name(self) -> str | None:
        """Null for former members."""
        return cast("str | None", self["assignee_name"])


class AlertLeak(Part, prefix="leak_"):
    """The leak that raised the alert. A sensitive one has no name but for those whom it concerns (``disclosed``)."""

    @property
    @computed(leak_name="l.name", leak_concern=CONCERN, export_as="leak")
    def name(self) -> str:
        """The leak's name in the catalogue; empty if the leak is sensitive and doesn't concern the reader."""
        return "" if self._is_hidden else self["leak_name"]

    @property
    @computed(leak_title="l.title", leak_concern=CONCERN)
    def title(self) -> str:
        """The leak's display name."""
        return HIDDEN_TITLE if self._is_hidden else self["leak_title"]

    @property
    @computed(leak_domain="l.domain", leak_concern=CONCERN, faces=Face.GRAPHQL)
    def domain(self) -> str | None:
        """The breached site, if any."""
        return None if self._is_hidden else self["leak_domain"]

    @property
    @computed(leak_breach_date="l.breach_date", leak_concern=CONCERN, faces=Face.GRAPHQL)
    def breach_date(self) -> date | None:
        """The date of the breach, if known."""
        return None if self._is_hidden else self["leak_breach_date"]

    @property
    def _is_hidden(self) -> bool:
        return self["leak_concern"] is not None


class _DisclosedLeak(AlertLeak):
    """A sensitive leak, for a reader whom it concerns."""

    @property
    def _is_hidden(self) -> bool:
        return False


class Machine(Part, prefix="machine_"):
    """The infected device that a stealer log came from; each fact may be missing."""

    family: str | None = column("", "The malware.")
    computer: str | None = column("")
    user_name: str | None = column("")
    ip: str | None = column("")
    country: str | None = column("")
    operating_system: str | None = column("")

    @property
    @computed()
    def infected_at(self) -> datetime | None:
        """When the device was infected, if the log says so."""
        return clock.read_instant(self._row.get("infected_at"))

    software: str | None = column("")

    def __getitem__(self, name: str) -> str | None:
        value = self._row.get(name.removeprefix("machine_"))
        return None if value is None else str(value)


class Severity(Row, prefix="severity_"):
    """A score, its level and the factors that add up to it."""

    __slots__ = ()
    score: int = column("a.severity_score", "0 to 100.")

    @property
    @computed(severity_score="a.severity_score")
    def level(self) -> SeverityLevel:
        """The level of the score, in steps of 20."""
        return level_of(self.score)

    @property
    @computed(severity_factors="a.severity_factors", faces=Face.GRAPHQL)
    def factors(self) -> list[SeverityFactor]:
        """The reasons, the heaviest first."""
        return ordered_factors(orjson.loads(self["severity_factors"]))


class AlertIncident(Part, prefix="incident_"):
    """The incident of a detection."""

    id: Identifier = column("a.incident_id::text", "Also that of the infected device, if its kind is DEVICE.")

    @property
    @computed(incident_kind="i.kind")
    def kind(self) -> IncidentKind:
        """What its detections have in common."""
        return IncidentKind(self["incident_kind"])

    @property
    @computed()
    def title(self) -> Sentence:
        """What it's about, in the language of the request."""
        device = Machine(orjson.loads(self["machine"])) if self["machine"] else None
        return title_of(
            Facts(
                is_device=self["incident_kind"] == "device",
                has_domain=self["domain_name"] is not None,
                detections=self["incident_detections"],
                people=self["incident_people"],
                leak=self._leak_title,
                person=self["user_email"],
                malware=device.family if device else None,
                computer=device.computer if device else None,
            )
        )

    @property
    def _leak_title(self) -> str:
        return self["incident_leak"] if self["leak_concern"] is None else HIDDEN_LEAK


class _DisclosedIncident(AlertIncident):
    """The incident of a detection of a sensitive leak, for a reader whom it concerns."""

    @property
    def _leak_title(self) -> str:
        return cast("str", self["incident_leak"])


class BreachRecord(Row):
    """The leaked credential."""

    __slots__ = ()
    url: str | None = column("a.url")
    host: str | None = column("a.host", faces=~Face.REST)
    app: str | None = column("a.app", "The package name of an Android app.", faces=~Face.REST)
    usernames: list[str] = column("a.usernames")

    @property
    @computed(is_sealed="a.password_sealed IS NOT NULL", faces=~Face.EXPORT)
    def passwords(self) -> list[str]:
        """Eight bullets for each leaked password, whatever its length."""
        return [MASK] if self["is_sealed"] else []

    password_type: str = column("a.password_type", "plain, none, or the type of hash.")
    first_seen: datetime = column("a.first_seen")
    last_seen: datetime = column("a.last_seen")
    sightings: int = column("a.sightings", "In how many leak files the credential was seen.")

    @property
    @computed(machine="a.machine", faces=~Face.ACCOUNT_FILE)
    def machine(self) -> Machine | None:
        """The infected device, if the leak is a stealer log that describes one."""
        facts = self.machine_facts
        return None if facts is None else Machine(facts)

    @property
    def machine_facts(self) -> Mapping[str, Any] | None:
        """All facts about the infected device, as the log has them."""
        facts = self["machine"]
        return None if facts is None else orjson.loads(facts)


class AlertView(BreachRecord, Severity):
    """A detection: one leaked credential of the account.

    A row of ``COLUMNS``, or of a part of them, as asyncpg makes it. Severity and record are the row itself, since none of
    their names is an alert's own.
    """

    __slots__ = ()
    id: Identifier = column("a.id::text")
    datetime: Instant = column("a.datetime", "When the alert was raised.")
    is_read: bool = column("a.is_read")
    is_closed: bool = column("a.is_closed")

    @property
    @computed(domain_name="a.domain_name")
    def domain(self) -> AlertDomain | None:
        """The domain of a Portals alert."""
        return None if self["domain_name"] is None else AlertDomain(self)

    @property
    @computed(user_id="a.email_account_id::text", user_email="e.email")
    def user(self) -> AlertUser | None:
        """The monitored email of a Workforce alert."""
        return None if self["user_id"] is None or self["user_email"] is None else AlertUser(self)

    @property
    @computed(assignee_id="a.assignee_id::text", faces=~Face.ACCOUNT_FILE)
    def assignee(self) -> AlertAssignee | None:
        """The member who works on it."""
        return None if self["assignee_id"] is None else AlertAssignee(self)

    @property
    @computed()
    def severity(self) -> Severity:
        """How bad it is."""
        return self

    @property
    @computed()
    def leak(self) -> AlertLeak:
        """The leak that raised the alert."""
        return AlertLeak(self)

    @property
    @computed()
    def breach_record(self) -> BreachRecord:
        """The leaked credential."""
        return self

    is_alias: bool = column(
        "a.is_alias",
        "Whether the login matched the monitored email only without its +tag or dots.",
        faces=Face.GRAPHQL | Face.ACCOUNT_FILE,
    )
    previous_alert_id: Identifier | None = column(
        "a.previous_alert_id::text",
        "The alert for the previous password of the same login.",
        faces=Face.GRAPHQL | Face.EXPORT,
    )

    @property
    @computed(
        incident_kind="i.kind",
        incident_detections="i.detections",
        incident_people="i.people",
        machine="a.machine",
        incident_leak="il.title",
        domain_name="a.domain_name",
        user_email="e.email",
        leak_concern=CONCERN,
        faces=Face.GRAPHQL,
    )
    def incident(self) -> AlertIncident | None:
        """The incident that it belongs to; null for a moment after an upgrade."""
        return None if self["incident_kind"] is None else AlertIncident(self)

    retracted_at: Instant | None = column(
        "a.retracted_at", "Since when no leak confirms it: the leak that raised it was retracted. Null for all others."
    )
    erased_at: Instant | None = column(
        "a.erased_at", "When login, password, URL and device were erased on the person's request. Null for all others."
    )

    @property
    @computed(id="a.id::text", sequence="a.sequence", faces=NOWHERE)
    def position(self) -> int:
        """The number under which it was raised (``models.AlertSequence``)."""
        return cast("int", self["sequence"])


class _Completed:
    """An alert with what its row doesn't have: the name of its assignee, and who may see its sensitive leak."""

    __slots__ = ("_alert", "_assignee_name", "_audience", "_is_disclosed")

    def __init__(
        self, alert: AlertView, assignee_name: str | None, audience: Sequence[str] | None, *, is_disclosed: bool = False
    ) -> None:
        self._alert = alert
        self._assignee_name = assignee_name
        self._audience = audience
        self._is_disclosed = is_disclosed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._alert, name)

    def __getitem__(self, name: str) -> Any:
        return self._assignee_name if name == "assignee_name" else self._alert[name]

    @property
    def assignee(self) -> AlertAssignee | None:
        """The member who works on it."""
        return None if self._alert["assignee_id"] is None else AlertAssignee(cast("AlertView", self))

    @property
    def leak(self) -> AlertLeak:
        """The leak that raised the alert."""
        return _DisclosedLeak(self._alert) if self._is_disclosed else AlertLeak(self._alert)

    @property
    def incident(self) -> AlertIncident | None:
        """The incident that it belongs to."""
        if self._alert["incident_kind"] is None:
            return None
        return (_DisclosedIncident if self._is_disclosed else AlertIncident)(self._alert)

    def disclosed(self, subject: Subject) -> "_Completed":
        """Return the alert as a subject may see it."""
        if self._audience is None or not may_see(subject, self._audience):
            return self
        return _Completed(self._alert, self._assignee_name, self._audience, is_disclosed=True)


def assignees_of(alerts: Sequence[AlertView]) -> set[str]:
    """Return the identifiers of the members who work on alerts."""
    return {alert["assignee_id"] for alert in alerts if alert.get("assignee_id") is not None}


def concerns_of(alerts: Sequence[AlertView]) -> set[str]:
    """Return what decides who may see the sensitive leaks of alerts (``leak_audience.CONCERN``)."""
    return {alert["leak_concern"] for alert in alerts if alert.get("leak_concern") is not None}


def completed(
    alerts: list[AlertView], names: Mapping[str, str], audiences: Mapping[str, Sequence[str]]
) -> list[AlertView]:
    """Return alerts with the names of their assignees, and with the audiences of their sensitive leaks."""
    return [
        cast(
            "AlertView",
            _Completed(
                alert, names.get(alert.get("assignee_id") or ""), audiences.get(alert.get("leak_concern") or "")
            ),
        )
        for alert in alerts
    ]


def disclosed(subject: Subject, alerts: Sequence[AlertView]) -> list[AlertView]:
    """Return the alerts with the sensitive leaks that the subject may see; all others stay without a name."""
    return [cast("AlertView", alert.disclosed(subject)) if isinstance(alert, _Completed) else alert for alert in alerts]


_SQL: Final = columns_of(AlertView)
_BY_PATH: Final = columns_by_path(AlertView)

COLUMNS: Final = ", ".join(f"{sql} AS {name}" for name, sql in _SQL.items())
"""The SELECT list of all that views are made of; for the tables' aliases see ``fields.column``."""


@lru_cache(256)
def columns_for(attributes: frozenset[str]) -> str:
    """Return the part of ``COLUMNS`` that these attributes of ``AlertView`` need, deeper ones written ``leak.title``."""
    paths = {".".join(attribute.split(".")[:2]) for attribute in attributes}
    names = frozenset[str]().union(_BY_PATH["position"], *(_BY_PATH[path] for path in paths))
    return ", ".join(f"{sql} AS {name}" for name, sql in _SQL.items() if name in names)
