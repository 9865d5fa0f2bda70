"""The parts of an alert's views: domain, people, leak, device, severity, incident and record.

``views`` makes alerts of them. A value is converted when it is asked for: most lists show less than half of what an alert has.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final, cast

import orjson

from breachlight.alerts.bookkeeping_repository import SEVERITY_LEVEL
from breachlight.alerts.fields import PLACE, Face, Identifier, Part, Row, column, computed
from breachlight.alerts.incident_wording import HIDDEN_LEAK, Facts, title_of
from breachlight.alerts.leak_audience import CONCERN, HIDDEN_TITLE
from breachlight.alerts.malware.families import family_name
from breachlight.alerts.models import IncidentKind
from breachlight.alerts.severity import SeverityFactor, SeverityLevel, level_of, ordered_factors
from breachlight.kit import clock
from breachlight.kit.masking import MASK
from breachlight.kit.messages import Sentence

_API: Final = Face.GRAPHQL | Face.REST
_LEVELS: Final = ", ".join(f"'{level.name}'" for level in SeverityLevel)


class AlertDomain(Part, prefix="domain_"):
    """The domain of a Portals alert."""

    @property
    @computed(domain_id="a.domain_id::text", faces=_API, json="coalesce(a.domain_id::text, '')")
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
    @computed(assignee_id="a.assignee_id::text", faces=_API | Face.EXPORT, export_as="assignee", json=PLACE)
    def name(self) -> str | None:
        """Null for former members."""
        return cast("str | None", self["assignee_name"])


class AlertLeak(Part, prefix="leak_"):
    """The leak that raised the alert. A sensitive one has no name but for those whom it concerns (``disclosed``)."""

    @property
    @computed(leak_name="l.name", leak_concern=CONCERN, json="l.name", export_as="leak")
    def name(self) -> str:
        """The leak's name in the catalogue; empty if the leak is sensitive and doesn't concern the reader."""
        return "" if self._is_hidden else self["leak_name"]

    @property
    @computed(leak_title="l.title", leak_concern=CONCERN, json="l.title")
    def title(self) -> str:
        """The leak's display name."""
        return HIDDEN_TITLE if self._is_hidden else self["leak_title"]

    @property
    @computed(leak_domain="l.domain", leak_concern=CONCERN, faces=Face.GRAPHQL, json="l.domain")
    def domain(self) -> str | None:
        """The breached site, if any."""
        return None if self._is_hidden else self["leak_domain"]

    @property
    @computed(leak_breach_date="l.breach_date", leak_concern=CONCERN, faces=Face.GRAPHQL, json="l.breach_date")
    def breach_date(self) -> date | None:
        """The date of the breach, if known."""
        return None if self._is_hidden else self["leak_breach_date"]

    @property
    def _is_hidden(self) -> bool:
        return self["leak_concern"] is not None


class DisclosedLeak(AlertLeak):
    """A sensitive leak, for a reader whom it concerns."""

    @property
    def _is_hidden(self) -> bool:
        return False


class Machine(Part, prefix="machine_"):
    """The infected device that a stealer log came from; each fact may be missing."""

    @property
    @computed()
    def family(self) -> str | None:
        """The malware, as people write it."""
        return family_name(self["family"]) or self["family"]

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
    @computed(severity_score="a.severity_score", json=f"(ARRAY[{_LEVELS}])[1 + {SEVERITY_LEVEL.format('a')}]")
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


class DisclosedIncident(AlertIncident):
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
    @computed(
        is_sealed="a.password_sealed IS NOT NULL",
        faces=~Face.EXPORT,
        json=f"CASE WHEN a.password_sealed IS NULL THEN '{{}}' ELSE ARRAY['{MASK}'] END",
    )
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
