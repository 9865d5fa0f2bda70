"""Alerts as readers see them: plain values in slots, named as in the GraphQL schema, made straight from the row."""

import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import asyncpg
import orjson

from breachlight.alerts.cursors import Cursor
from breachlight.alerts.filters import Instant
from breachlight.alerts.passwords import MASK
from breachlight.alerts.severity import Severity, severity_of
from breachlight.kit import clock


@dataclass(frozen=True, slots=True)
class AlertDomain:
    """The domain of a Portals alert."""

    id: str
    domain: str


@dataclass(frozen=True, slots=True)
class AlertUser:
    """The watched address of a Workforce alert."""

    id: str
    email: str


@dataclass(frozen=True, slots=True)
class AlertLeak:
    """The leak that raised the alert."""

    name: str
    title: str
    domain: str | None
    breach_date: date | None


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine that a stealer log came from; each fact may be missing."""

    family: str | None
    computer: str | None
    user_name: str | None
    ip: str | None
    country: str | None
    operating_system: str | None
    infected_at: datetime | None
    software: str | None


@dataclass(frozen=True, slots=True)
class BreachRecord:
    """The leaked credential; each password shows as eight bullets."""

    url: str | None
    host: str | None
    app: str | None
    usernames: list[str]
    passwords: list[str]
    password_type: str
    first_seen: datetime
    last_seen: datetime
    sightings: int
    machine: Machine | None


@dataclass(frozen=True, slots=True)
class AlertView:
    """One alert."""

    id: str
    datetime: Instant
    is_read: bool
    is_closed: bool
    domain: AlertDomain | None
    user: AlertUser | None
    severity: Severity
    leak: AlertLeak
    breach_record: BreachRecord
    is_alias: bool
    previous_alert_id: str | None


COLUMNS = """a.id::text AS id, a.transaction_id, a.datetime, a.is_read, a.is_closed, a.domain_id::text AS domain_id,
    a.domain_name, a.email_account_id::text AS email_account_id, e.email, a.severity_score, a.severity_factors,
    l.name, l.title, l.domain AS leak_domain, l.breach_date, a.url, a.host, a.app, a.usernames,
    a.password_sealed IS NOT NULL AS has_password, a.password_type, a.first_seen, a.last_seen, a.sightings, a.machine,
    a.is_alias, a.previous_alert_id::text AS previous_alert_id"""
"""What ``alert_view`` reads, in its order; ``a`` is the alert, ``l`` its leak and ``e`` its e-mail account."""

_NO_DOMAIN = ""


def alert_view(row: asyncpg.Record) -> AlertView:
    """Make an alert from a row of ``COLUMNS``."""
    (
        alert_id,
        _transaction_id,
        raised_at,
        is_read,
        is_closed,
        domain_id,
        domain_name,
        email_account_id,
        email,
        score,
        factors,
        leak_name,
        leak_title,
        leak_domain,
        breach_date,
        url,
        host,
        app,
        usernames,
        has_password,
        password_type,
        first_seen,
        last_seen,
        sightings,
        machine,
        is_alias,
        previous_alert_id,
    ) = row
    return AlertView(
        alert_id,
        raised_at,
        is_read,
        is_closed,
        # The name outlives the row of a domain that was removed.
        None if domain_name is None else AlertDomain(domain_id or _NO_DOMAIN, domain_name),
        None if email_account_id is None or email is None else AlertUser(email_account_id, email),
        severity_of(score, orjson.loads(factors)),
        AlertLeak(leak_name, leak_title, leak_domain, breach_date),
        BreachRecord(
            url,
            host,
            app,
            usernames,
            [MASK] if has_password else [],
            password_type,
            first_seen,
            last_seen,
            sightings,
            None if machine is None else _machine(orjson.loads(machine)),
        ),
        is_alias,
        previous_alert_id,
    )


def place_of(row: asyncpg.Record) -> Cursor:
    """Return the place of a row of ``COLUMNS`` in the order of commits."""
    return Cursor(row["transaction_id"], uuid.UUID(row["id"]))


def _machine(facts: dict[str, Any]) -> Machine:
    return Machine(
        _text(facts, "family"),
        _text(facts, "computer"),
        _text(facts, "user_name"),
        _text(facts, "ip"),
        _text(facts, "country"),
        _text(facts, "operating_system"),
        clock.read_instant(facts.get("infected_at")),
        _text(facts, "software"),
    )


def _text(facts: dict[str, Any], name: str) -> str | None:
    value = facts.get(name)
    return None if value is None else str(value)
