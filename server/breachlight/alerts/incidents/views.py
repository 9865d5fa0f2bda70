"""The fields of an incident, declared once as those of alerts are (``alerts.fields``)."""

from datetime import date, datetime, timedelta
from typing import Final

import orjson

from breachlight.alerts.fields import Identifier, Part, column, columns_of, computed
from breachlight.alerts.incident_bookkeeping_repository import DAYS, WORST_SCORE
from breachlight.alerts.incident_wording import HIDDEN_LEAK, Facts, summary_of, title_of
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.models import AlertList, IncidentKind
from breachlight.alerts.parts import AlertAssignee, AlertLeak, Machine, Severity
from breachlight.alerts.severity import PLAIN_FACTOR, STEPS_FACTOR, SeverityFactor
from breachlight.kit import clock
from breachlight.kit.messages import Sentence

MOST_NAMED: Final = 5
"""People and sites that an incident names."""


class IncidentPerson(Part):
    """An email account with detections in the incident."""

    id: Identifier = column("")
    email: str = column("")


class IncidentPeople(Part):
    """The email accounts of an incident."""

    total: int = column("", name="people")

    @property
    @computed()
    def first(self) -> list[IncidentPerson]:
        """Some of them, at most five."""
        return [IncidentPerson(row) for row in orjson.loads(self["first_people"] or "[]")]


class IncidentSites(Part):
    """The hosts and apps of an incident."""

    total: int = column("", name="sites")
    first: list[str] = column("", "Some of them, at most five.", name="first_sites")


class IncidentView(Severity):
    """All detections of one infected device, or else of one leak and list.

    A row of ``COLUMNS``: ``i`` is the incident, ``a`` its worst alert and ``l`` its leak.
    """

    __slots__ = ()
    id: Identifier = column("i.id::text")

    @property
    @computed(kind="i.kind")
    def kind(self) -> IncidentKind:
        """What its detections have in common."""
        return IncidentKind(self["kind"])

    @property
    @computed(has_domain="i.has_domain")
    def alert_kind(self) -> AlertList | None:
        """Whose logins leaked; null for devices."""
        if self["has_domain"] is None:
            return None
        return AlertList.PORTALS if self["has_domain"] else AlertList.WORKFORCE

    @property
    @computed(state="i.state")
    def state(self) -> IncidentState:
        """Closed if none of its detections is open."""
        return IncidentState(self["state"])

    @property
    @computed()
    def title(self) -> Sentence:
        """What it's about, in the language of the request."""
        return title_of(self._facts)

    @property
    @computed()
    def summary(self) -> Sentence:
        """What happened, in the language of the request."""
        return summary_of(self._facts)

    @property
    @computed(worst_score=WORST_SCORE)
    def severity(self) -> Severity:
        """That of its worst detection, lowered by completed steps of the playbook."""
        return self

    @property
    def factors(self) -> list[SeverityFactor]:
        """The factors of the worst detection, and the points that completed steps take off."""
        lowered = self.score - self["worst_score"]
        return super().factors + ([SeverityFactor(STEPS_FACTOR, lowered)] if lowered else [])

    @property
    @computed(leak_id="i.leak_id")
    def leak(self) -> AlertLeak | None:
        """The leak; null for devices."""
        return None if self["leak_id"] is None else AlertLeak(self)

    @property
    @computed(machine="CASE WHEN i.kind = 'device' THEN a.machine END")
    def device(self) -> Machine | None:
        """The infected device, whose id is the incident's."""
        facts = self["machine"]
        return None if facts is None else Machine(orjson.loads(facts))

    detections: int = column("i.detections")
    open_detections: int = column("i.open_detections")

    @property
    @computed(people="i.people", first_people="first.people")
    def people(self) -> IncidentPeople:
        """The affected email accounts."""
        return IncidentPeople(self)

    @property
    @computed(sites="i.sites", first_sites="first.sites")
    def sites(self) -> IncidentSites:
        """The affected hosts and apps."""
        return IncidentSites(self)

    @property
    @computed(daily="i.daily", daily_on="i.daily_on")
    def trend(self) -> list[int]:
        """Detections per day of the last 14 days up to today (UTC)."""
        today = clock.now().date()
        counts = {self["daily_on"] - timedelta(days=ago): count for ago, count in enumerate(self["daily"])}
        return [counts.get(today - timedelta(days=ago), 0) for ago in reversed(range(DAYS))]

    first_detected_at: datetime = column("i.first_detected_at")
    last_detected_at: datetime = column("i.last_detected_at")

    @property
    @computed(assignee_id="i.assignee_id::text")
    def assignee(self) -> AlertAssignee | None:
        """The member who works on it."""
        return None if self["assignee_id"] is None else AlertAssignee(self)

    @property
    @computed(resolution="i.resolution")
    def resolution(self) -> IncidentResolution | None:
        """Why it was closed, if that was said; null while it's open."""
        is_said = self["resolution"] is not None and self.state is IncidentState.CLOSED
        return IncidentResolution(self["resolution"]) if is_said else None

    @property
    @computed(accepted_until="i.accepted_until")
    def accepted_until(self) -> date | None:
        """Until when the risk is accepted, with that resolution."""
        accepted: date | None = self["accepted_until"]
        return accepted if self.resolution is IncidentResolution.ACCEPTED else None

    closed_at: datetime | None = column("i.closed_at")

    @property
    def _facts(self) -> Facts:
        people, sites, leak, device = self.people, self.sites, self.leak, self.device
        infected_at = device.infected_at if device else None
        return Facts(
            is_device=self.kind is IncidentKind.DEVICE,
            has_domain=bool(self["has_domain"]),
            detections=self.detections,
            people=people.total,
            leak="" if leak is None else (leak.title if leak.name else HIDDEN_LEAK),
            person=people.first[0].email if people.total == 1 and people.first else None,
            site=sites.first[0] if sites.total == 1 and sites.first else None,
            malware=device.family if device else None,
            computer=device.computer if device else None,
            infected_on=infected_at.date() if infected_at else None,
            is_readable=PLAIN_FACTOR in orjson.loads(self["severity_factors"] or "{}"),
        )


def columns(seen: str, member_ids: str, member_names: str) -> str:
    """Return the SELECT list of incidents.

    The arguments are placeholders: of those incidents of a sensitive leak that the reader may see, and of assignees, whose table
    no statement with incidents reads (decision 61).
    """
    own = {
        "assignee_id": "i.assignee_id::text",
        "severity_score": "i.severity_score",
        "assignee_name": f"""(SELECT name FROM unnest({member_ids}::text[], {member_names}::text[]) AS member (id, name)
            WHERE member.id = i.assignee_id::text)""",
    }
    concern = {"leak_concern": f"CASE WHEN l.is_sensitive AND i.id <> ALL({seen}::uuid[]) THEN '' END"}
    sort_keys = {"at": "i.last_detected_at"}
    return ", ".join(f"{sql} AS {name}" for name, sql in (columns_of(IncidentView) | own | concern | sort_keys).items())


FIRST: Final = f"""CROSS JOIN LATERAL (SELECT
    (SELECT json_agg(json_build_object('id', p.id, 'email', p.email) ORDER BY p.email) FROM (
        SELECT email_account_id FROM incident_people WHERE account_id = $1 AND incident_id = i.id
        ORDER BY email_account_id LIMIT {MOST_NAMED}
    ) AS listed JOIN email_accounts AS p ON p.account_id = $1 AND p.id = listed.email_account_id) AS people,
    ARRAY(SELECT site FROM incident_sites WHERE account_id = $1 AND incident_id = i.id ORDER BY site LIMIT {MOST_NAMED}) AS sites
) AS first"""
"""The join with the first people and sites of incidents of the account ``$1``."""
