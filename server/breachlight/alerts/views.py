"""The fields of an alert, declared once: SELECT lists, GraphQL, REST and exported files follow (``alerts.fields`` says how).

Views are named as in the GraphQL schema, and their parts are in ``parts``.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from breachlight.alerts.fields import NOWHERE, Face, Identifier, column, columns_by_path, columns_of, computed
from breachlight.alerts.leak_audience import CONCERN, may_see
from breachlight.alerts.parts import (
    AlertAssignee,
    AlertDomain,
    AlertIncident,
    AlertLeak,
    AlertUser,
    BreachRecord,
    DisclosedIncident,
    DisclosedLeak,
    Severity,
)
from breachlight.alerts.query.filters import Instant
from breachlight.auth.subject import Subject


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
    @computed(domain_name="a.domain_name", json="a.domain_name IS NOT NULL")
    def domain(self) -> AlertDomain | None:
        """The domain of a Portals alert."""
        return None if self["domain_name"] is None else AlertDomain(self)

    @property
    @computed(
        user_id="a.email_account_id::text",
        user_email="e.email",
        json="a.email_account_id IS NOT NULL AND e.email IS NOT NULL",
    )
    def user(self) -> AlertUser | None:
        """The monitored email of a Workforce alert."""
        return None if self["user_id"] is None or self["user_email"] is None else AlertUser(self)

    @property
    @computed(
        assignee_id="a.assignee_id::text",
        faces=~Face.ACCOUNT_FILE,
        json="a.assignee_id IS NOT NULL",
    )
    def assignee(self) -> AlertAssignee | None:
        """The member who works on it."""
        return None if self["assignee_id"] is None else AlertAssignee(self)

    @property
    @computed(json="true")
    def severity(self) -> Severity:
        """How bad it is."""
        return self

    @property
    @computed(json="CASE WHEN NOT l.is_sensitive THEN true END")  # only some may know its name
    def leak(self) -> AlertLeak:
        """The leak that raised the alert."""
        return AlertLeak(self)

    @property
    @computed(json="true")
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
        return DisclosedLeak(self._alert) if self._is_disclosed else AlertLeak(self._alert)

    @property
    def incident(self) -> AlertIncident | None:
        """The incident that it belongs to."""
        if self._alert["incident_kind"] is None:
            return None
        return (DisclosedIncident if self._is_disclosed else AlertIncident)(self._alert)

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

ROW_KEYS: Final = ", ".join(f"{_SQL[name]} AS {name}" for name in ("id", "sequence", "assignee_id"))
"""The part of ``COLUMNS`` that rows of JSON need besides it."""


@lru_cache(256)
def columns_for(attributes: frozenset[str]) -> str:
    """Return the part of ``COLUMNS`` that these attributes of ``AlertView`` need, deeper ones written ``leak.title``."""
    paths = {".".join(attribute.split(".")[:2]) for attribute in attributes}
    names = frozenset[str]().union(_BY_PATH["position"], *(_BY_PATH[path] for path in paths))
    return ", ".join(f"{sql} AS {name}" for name, sql in _SQL.items() if name in names)
