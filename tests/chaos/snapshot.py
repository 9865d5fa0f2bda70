"""What an installation knows, in terms that don't depend on its identifiers and times, and how two installations differ."""

import json
import re
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import asyncpg
from mail_server import Received

from breachlight.alerts.passwords import open_password
from breachlight.kit.keys import KeyRing

AlertKey = tuple[str | None, ...]
"""Account, host, username key, password, domain and address of an alert."""

MOST_SHOWN: Final = 8
"""Differences of each kind that are shown."""

_COUNTED_ALERTS: Final = """SELECT account_id, domain_name IS NOT NULL AS has_domain, is_read, is_closed,
    (datetime AT TIME ZONE 'UTC')::date AS day, count(*) AS alerts FROM alerts GROUP BY 1, 2, 3, 4, 5"""
_COUNTED_PER_DOMAIN: Final = """SELECT account_id, domain_id, (datetime AT TIME ZONE 'UTC')::date AS day, is_read, count(*) AS alerts
    FROM alerts WHERE domain_id IS NOT NULL GROUP BY 1, 2, 3, 4"""
_COUNTED_PER_SEVERITY: Final = """SELECT account_id, least(severity_score / 20, 4)::smallint AS level, is_closed,
    (datetime AT TIME ZONE 'UTC')::date AS day, count(*)::int AS alerts FROM alerts GROUP BY 1, 2, 3, 4"""
_OPEN_PER_ADDRESS: Final = """SELECT a.account_id, e.email, count(*) FILTER (WHERE NOT a.is_closed)::int AS open_detections
    FROM alerts AS a JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id GROUP BY 1, 2"""
INVARIANTS: Final = {
    "counters of alerts": (
        "SELECT account_id, has_domain, is_read, is_closed, day, alerts FROM alert_counters WHERE alerts <> 0",
        _COUNTED_ALERTS,
    ),
    "counters of domains": (
        "SELECT account_id, domain_id, day, is_read, alerts FROM domain_alert_counters WHERE alerts <> 0",
        _COUNTED_PER_DOMAIN,
    ),
    "counters of severities": (
        "SELECT account_id, level, is_closed, day, alerts FROM severity_alert_counters WHERE alerts <> 0",
        _COUNTED_PER_SEVERITY,
    ),
    "open detections of addresses": (
        "SELECT account_id, email, open_detections FROM email_accounts",
        _OPEN_PER_ADDRESS,
    ),
    "sightings of alerts": (
        "SELECT account_id, id, sightings FROM alerts",
        "SELECT account_id, alert_id, count(*)::int FROM sightings GROUP BY 1, 2",
    ),
}
"""Pairs of queries that return the same rows at any moment at which nothing is written."""


class Difference(AssertionError):
    """An installation isn't as the undisturbed one, or contradicts itself; the message lists how."""


@dataclass(frozen=True)
class Snapshot:
    """``things`` by kind, counted so that doubles show, and the alerts' identifiers, which each installation has its own of."""

    things: dict[str, Counter[Hashable]]
    ids: dict[AlertKey, str]


def compare(undisturbed: Snapshot, found: Snapshot) -> None:
    """Raise unless both are equal.

    Raises:
        Difference: they are not.
    """
    lines: list[str] = []
    for kind, wanted in undisturbed.things.items():
        present = found.things[kind]
        lines += _listed(f"{kind}: missing", wanted - present) + _listed(f"{kind}: too many", present - wanted)
    if lines:
        raise Difference("\n".join(lines))


def _listed(title: str, things: Counter[Hashable]) -> list[str]:
    shown = [f"  {number} × {thing}" for thing, number in sorted(things.items(), key=repr)[:MOST_SHOWN]]
    return [f"{title}: {things.total()}", *shown] if things else []


async def check_invariants(connection: asyncpg.Connection) -> None:
    """Raise unless counters say what a count says.

    Raises:
        Difference: one doesn't.
    """
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        for name, (kept, counted) in INVARIANTS.items():
            rows = await connection.fetch(f"({counted}) EXCEPT ALL ({kept})")
            rows += await connection.fetch(f"({kept}) EXCEPT ALL ({counted})")
            if rows:
                raise Difference(f"{name}: {[tuple(row) for row in rows[:MOST_SHOWN]]}")


async def take(connection: asyncpg.Connection, ring: KeyRing, received: Iterable[Received]) -> Snapshot:
    """Read an installation that is at rest."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        names = {
            row["id"]: row["company_name"] for row in await connection.fetch("SELECT id, company_name FROM accounts")
        }
        alerts = {
            (row["account_id"], row["id"]): (
                names[row["account_id"]],
                row["host"],
                row["username_key"],
                open_password(ring, row["account_id"], row["id"], row["password_sealed"]),
                row["domain_name"],
                row["email"],
            )
            for row in await connection.fetch(
                """SELECT a.*, e.email FROM alerts AS a
                LEFT JOIN email_accounts AS e ON e.id = a.email_account_id AND e.account_id = a.account_id"""
            )
        }
        triage = await connection.fetch("SELECT account_id, id, is_read, is_closed, sightings FROM alerts")
        sightings = await connection.fetch(
            """SELECT s.account_id, s.alert_id, l.name AS leak, f.name FROM sightings AS s
            JOIN leaks AS l ON l.id = s.leak_id JOIN leak_files AS f ON f.id = s.file_id"""
        )
        counters = await connection.fetch(
            """SELECT account_id, has_domain, is_read, is_closed, sum(alerts)::int AS alerts FROM alert_counters GROUP BY 1, 2, 3, 4
            HAVING sum(alerts) <> 0"""
        )
        quarantine = await connection.fetch(
            "SELECT f.name, q.start, q.length, q.reason FROM quarantined_stretches AS q JOIN leak_files AS f ON f.id = q.file_id"
        )
        files = await connection.fetch("SELECT id, name, state FROM leak_files")
        batches = await connection.fetch(
            "SELECT file_id, lines, records, tally::text FROM batches WHERE done_at IS NOT NULL"
        )
    things: dict[str, Counter[Hashable]] = {
        "alerts": Counter(
            (*alerts[row["account_id"], row["id"]], row["is_read"], row["is_closed"], row["sightings"])
            for row in triage
        ),
        "sightings": Counter(
            (*alerts[row["account_id"], row["alert_id"]], row["leak"], row["name"]) for row in sightings
        ),
        "counters": Counter((names[row["account_id"]], *list(row)[1:]) for row in counters),
        "quarantine": Counter(tuple(row) for row in quarantine),
        "files": _files(files, batches),
        "emails": reported(received),
    }
    return Snapshot(things, {key: str(alert_id) for (_, alert_id), key in alerts.items()})


def _files(files: list[asyncpg.Record], batches: list[asyncpg.Record]) -> Counter[Hashable]:
    sums: dict[Any, Counter[str]] = {row["id"]: Counter() for row in files}
    for row in batches:
        sums[row["file_id"]].update(lines=row["lines"], records=row["records"])
        for kind, reasons in json.loads(row["tally"]).items():
            if isinstance(reasons, dict):
                sums[row["file_id"]].update({f"{kind}.{reason}": count for reason, count in reasons.items()})
    return Counter((row["name"], row["state"], *sorted((+sums[row["id"]]).items())) for row in files)


def reported(received: Iterable[Received]) -> Counter[Hashable]:
    """Return how many detections each person's emails report; an email that was delivered twice counts once.

    Raises:
        Difference: two emails with one Message-ID say different things.
    """
    texts: dict[str, tuple[str, str]] = {}
    for mail in received:
        message, text = mail.message, " ".join(mail.body().split())
        if texts.setdefault(message["Message-ID"], (mail.recipients[0], text)) != (mail.recipients[0], text):
            raise Difference(f"two emails have the Message-ID {message['Message-ID']}")
    found: Counter[Hashable] = Counter()
    for recipient, text in texts.values():
        for number in re.findall(r"New detections: ([\d,]+)|([\d,]+) new leaked login", text):
            found[recipient] += int("".join(number).replace(",", ""))
    return found
