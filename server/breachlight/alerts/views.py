"""Alerts as readers see them: views on rows of the database, named as in the GraphQL schema.

A view converts a value when it is asked for: most lists show less than half of what an alert has.
"""

import uuid
from datetime import date, datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

import asyncpg
import orjson

from breachlight.alerts.passwords import MASK
from breachlight.alerts.query.cursors import Cursor
from breachlight.alerts.query.filters import Instant
from breachlight.alerts.severity import SeverityFactor, SeverityLevel, level_of, ordered_factors
from breachlight.kit import clock


def member_name(user: str) -> str:
    """Return in SQL how a member is called where others see it; ``user`` is an alias of the table of users."""
    return f"coalesce(nullif(trim({user}.first_name || ' ' || {user}.last_name), ''), {user}.email)"


_EXPRESSIONS: Final = {
    "id": "a.id::text",
    "transaction_id": "a.transaction_id",
    "datetime": "a.datetime",
    "is_read": "a.is_read",
    "is_closed": "a.is_closed",
    "domain_id": "a.domain_id::text",
    "domain_name": "a.domain_name",
    "email_account_id": "a.email_account_id::text",
    "email": "e.email",
    "is_live": "e.is_live",
    "severity_score": "a.severity_score",
    "severity_factors": "a.severity_factors",
    "leak_name": "l.name",
    "leak_title": "l.title",
    "leak_domain": "l.domain",
    "breach_date": "l.breach_date",
    "url": "a.url",
    "host": "a.host",
    "app": "a.app",
    "usernames": "a.usernames",
    "has_password": "a.password_sealed IS NOT NULL",
    "password_type": "a.password_type",
    "first_seen": "a.first_seen",
    "last_seen": "a.last_seen",
    "sightings": "a.sightings",
    "machine": "a.machine",
    "is_alias": "a.is_alias",
    "previous_alert_id": "a.previous_alert_id::text",
    "assignee_id": "a.assignee_id::text",
    "assignee_name": member_name("u"),
}

_SOURCES: Final[dict[str, tuple[str, ...]]] = {
    **{f"domain.{name}": ("domain_id", "domain_name") for name in ("id", "domain")},
    **{f"user.{name}": ("email_account_id", "email", "is_live") for name in ("id", "email", "is_live")},
    **{f"assignee.{name}": ("assignee_id", "assignee_name") for name in ("id", "name")},
    **dict.fromkeys(("severity.score", "severity.level"), ("severity_score",)),
    "severity.factors": ("severity_factors",),
    "leak.name": ("leak_name",),
    "leak.title": ("leak_title",),
    "leak.domain": ("leak_domain",),
    "leak.breach_date": ("breach_date",),
    **{f"breach_record.{name}": (name,) for name in ("url", "host", "app", "usernames", "password_type")},
    **{f"breach_record.{name}": (name,) for name in ("first_seen", "last_seen", "sightings", "machine")},
    "breach_record.passwords": ("has_password",),
    "domain": ("domain_name",),
    "user": ("email_account_id", "email"),
    "assignee": ("assignee_id",),
    **dict.fromkeys(("severity", "leak", "breach_record"), ()),
    **{name: (name,) for name in ("id", "datetime", "is_read", "is_closed", "is_alias", "previous_alert_id")},
}
"""Which columns the attributes of an alert are made of; what lies deeper comes with its parent."""


def _columns(names: set[str]) -> str:
    return ", ".join(f"{expression} AS {name}" for name, expression in _EXPRESSIONS.items() if name in names)


COLUMNS: Final = _columns(set(_EXPRESSIONS))
"""All that views are made of; ``a`` is the alert, ``l`` its leak and ``e`` its e-mail account."""


@lru_cache(256)
def columns_for(attributes: frozenset[str]) -> str:
    """Return the part of ``COLUMNS`` that these attributes of ``AlertView`` need, deeper ones written ``leak.title``."""
    names = {"id", "transaction_id"}
    for attribute in attributes:
        names.update(_SOURCES[".".join(attribute.split(".")[:2])])
    return _columns(names)


def _column(name: str) -> Any:
    """Return a property that is a column of the row."""
    return property(itemgetter(name))


class _View:
    """Columns of an alert's row under other names."""

    __slots__ = ("_row",)

    def __init__(self, row: asyncpg.Record) -> None:
        self._row = row


class AlertDomain(_View):
    """The domain of a Portals alert."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """The domain's identifier; empty for one that was removed, whose name stays with the alert."""
        return self._row["domain_id"] or ""

    @property
    def domain(self) -> str:
        """The domain's name."""
        name: str = self._row["domain_name"]
        return name


class AlertUser(_View):
    """The watched address of a Workforce alert."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """The identifier of the address."""
        identifier: str = self._row["email_account_id"]
        return identifier

    @property
    def email(self) -> str:
        """The address."""
        email: str = self._row["email"]
        return email

    @property
    def is_live(self) -> bool | None:
        """Whether the e-mail account exists, by its organization's list."""
        is_live: bool | None = self._row["is_live"]
        return is_live


class AlertAssignee(_View):
    """The member who works on an alert."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """The identifier of the user."""
        identifier: str = self._row["assignee_id"]
        return identifier

    @property
    def name(self) -> str | None:
        """The member's name, else the e-mail address; None for one who has left the account."""
        name: str | None = self._row["assignee_name"]
        return name


class AlertLeak(_View):
    """The leak that raised the alert."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The leak's name in the catalogue."""
        name: str = self._row["leak_name"]
        return name

    @property
    def title(self) -> str:
        """The leak's name for people."""
        title: str = self._row["leak_title"]
        return title

    @property
    def domain(self) -> str | None:
        """The site that leaked, if it was one."""
        domain: str | None = self._row["leak_domain"]
        return domain

    @property
    def breach_date(self) -> date | None:
        """When it leaked, where that is known."""
        breach_date: date | None = self._row["breach_date"]
        return breach_date


class Machine:
    """The machine that a stealer log came from; each fact may be missing."""

    __slots__ = ("_facts",)

    def __init__(self, facts: dict[str, Any]) -> None:
        self._facts = facts

    @staticmethod
    def _fact(name: str) -> Any:
        def read(machine: "Machine") -> str | None:
            value = machine._facts.get(name)  # noqa: SLF001 -- of this very class
            return None if value is None else str(value)

        return property(read)

    family: str | None = _fact("family")
    computer: str | None = _fact("computer")
    user_name: str | None = _fact("user_name")
    ip: str | None = _fact("ip")
    country: str | None = _fact("country")
    operating_system: str | None = _fact("operating_system")
    software: str | None = _fact("software")

    @property
    def infected_at(self) -> datetime | None:
        """When the machine was infected, where the log says so."""
        return clock.read_instant(self._facts.get("infected_at"))


class Severity(asyncpg.Record):
    """A score, its level and the factors that add up to it."""

    __slots__ = ()
    score: int = _column("severity_score")

    @property
    def level(self) -> SeverityLevel:
        """The step that people see."""
        return level_of(self.score)

    @property
    def factors(self) -> list[SeverityFactor]:
        """The reasons, the heaviest first."""
        return ordered_factors(orjson.loads(self["severity_factors"]))


class BreachRecord(asyncpg.Record):
    """The leaked credential; each password shows as eight bullets."""

    __slots__ = ()
    url: str | None = _column("url")
    host: str | None = _column("host")
    app: str | None = _column("app")
    usernames: list[str] = _column("usernames")
    password_type: str = _column("password_type")
    first_seen: datetime = _column("first_seen")
    last_seen: datetime = _column("last_seen")
    sightings: int = _column("sightings")

    @property
    def passwords(self) -> list[str]:
        """One mask for each password."""
        return [MASK] if self["has_password"] else []

    @property
    def machine(self) -> Machine | None:
        """The machine, if a stealer log told of one."""
        facts = self["machine"]
        return None if facts is None else Machine(orjson.loads(facts))


class AlertView(BreachRecord, Severity):
    """One alert: a row of ``COLUMNS``, or of a part of them, as asyncpg makes it.

    Severity and record are the row itself, since none of their names is an alert's own.
    """

    __slots__ = ()
    id: str = _column("id")
    datetime: Instant = _column("datetime")
    is_read: bool = _column("is_read")
    is_closed: bool = _column("is_closed")
    is_alias: bool = _column("is_alias")
    previous_alert_id: str | None = _column("previous_alert_id")

    @property
    def domain(self) -> AlertDomain | None:
        """The domain of a Portals alert."""
        return None if self["domain_name"] is None else AlertDomain(self)

    @property
    def user(self) -> AlertUser | None:
        """The watched address of a Workforce alert."""
        return None if self["email_account_id"] is None or self["email"] is None else AlertUser(self)

    @property
    def assignee(self) -> AlertAssignee | None:
        """The member who works on it."""
        return None if self["assignee_id"] is None else AlertAssignee(self)

    @property
    def leak(self) -> AlertLeak:
        """The leak that raised the alert."""
        return AlertLeak(self)

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return self

    @property
    def breach_record(self) -> BreachRecord:
        """The leaked credential."""
        return self

    @property
    def place(self) -> Cursor:
        """The alert's place in the order of commits."""
        return Cursor(self["transaction_id"], uuid.UUID(self.id))
