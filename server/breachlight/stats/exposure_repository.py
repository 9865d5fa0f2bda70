"""Queries of an account's exposure: counters by severity, people, leaks and the time to close, none of which reads all alerts."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, NamedTuple, TypeAlias

from breachlight.alerts.bookkeeping_repository import SEVERITY_LEVEL
from breachlight.alerts.directory_repository import fetch_verified
from breachlight.alerts.leak_audience import LeakReader, is_seen_by
from breachlight.alerts.mailboxes import mailbox
from breachlight.alerts.severity import PLAIN
from breachlight.database.session import Connection
from breachlight.stats.ranges import Days

AccountId: TypeAlias = uuid.UUID

MOST_COUNTED: Final = 20_000
"""Alerts of a leak that are counted."""
LARGEST_SAMPLE: Final = 1_000
"""Closed incidents that the median is taken of."""
MOST_LEAKS: Final = 1_000
"""Leaks of an account that are looked at."""
_MOST_JUDGED: Final = 10_000

_COUNT_SEVERITIES: Final = f"""
INSERT INTO severity_alert_counters (account_id, day, level, is_closed, alerts)
SELECT account_id, (datetime AT TIME ZONE 'UTC')::date, {SEVERITY_LEVEL.format("alerts")}, is_closed, count(*)
FROM alerts WHERE account_id = $1 GROUP BY 1, 2, 3, 4
"""
_PEOPLE: Final = f"""
SELECT *, count(*) OVER () AS total FROM (
    SELECT {mailbox("email")} AS email, (array_agg(id ORDER BY open_detections DESC, email))[1]::text AS id,
        sum(open_detections)::bigint AS open_detections, max(last_seen) AS last_seen
    FROM email_accounts WHERE account_id = $1 AND open_detections > 0 GROUP BY 1
) AS people ORDER BY open_detections DESC, last_seen DESC, email LIMIT $2
"""
# The latest, whatever the number of closed incidents.
_MEDIAN: Final = f"""
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM closed_at - opened_at))::bigint FROM (
    SELECT opened_at, closed_at, resolution, detections FROM incidents WHERE account_id = $1 AND state = 'closed'
    ORDER BY last_detected_at DESC, id DESC LIMIT {LARGEST_SAMPLE}
) AS latest WHERE resolution IS DISTINCT FROM 'duplicate' AND detections > 0
"""
# From leak to leak through their index, however many alerts each has.
_LEAKS: Final = f"""
WITH RECURSIVE own AS (
    (SELECT leak_id FROM alerts WHERE account_id = $1 ORDER BY leak_id LIMIT 1)
    UNION ALL
    SELECT (SELECT a.leak_id FROM alerts AS a WHERE a.account_id = $1 AND a.leak_id > own.leak_id ORDER BY a.leak_id LIMIT 1)
    FROM own WHERE own.leak_id IS NOT NULL
), leaks_of_account AS (
    SELECT leak_id FROM own WHERE leak_id IS NOT NULL LIMIT {MOST_LEAKS}
)
SELECT l.id, l.name, l.title, l.kind, l.breach_date, l.added_at, l.pwn_count, l.is_sensitive
FROM leaks_of_account JOIN leaks AS l ON l.id = leak_id WHERE l.retracted_at IS NULL ORDER BY l.added_at DESC, l.name
"""
_SEEN: Final = f"""
SELECT wanted.id FROM unnest($2::uuid[]) AS wanted (id) WHERE EXISTS (
    SELECT FROM (
        SELECT account_id, leak_id, domain_id, email_account_id, username_key FROM alerts
        WHERE account_id = $1 AND leak_id = wanted.id LIMIT {_MOST_JUDGED}
    ) AS a
    WHERE {is_seen_by("$1", "$3", "$4", "$5")}
)
"""
_SHARES: Final = f"""
SELECT wanted.id, counted.detections, counted.open FROM unnest($2::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
    SELECT count(*) AS detections, count(*) FILTER (WHERE NOT is_closed) AS open FROM (
        SELECT is_closed FROM alerts WHERE account_id = $1 AND leak_id = wanted.id ORDER BY datetime DESC LIMIT {MOST_COUNTED + 1}
    ) AS newest
) AS counted
"""
# Alerts with the same login and password differ in their site: that is what makes them different alerts.
_REUSED: Final = f"""
WITH newest AS MATERIALIZED (
    SELECT username_key, password_index, password_type, is_closed, coalesce(host, app) AS site FROM alerts
    WHERE account_id = $1 ORDER BY datetime DESC, id DESC LIMIT {MOST_COUNTED + 1}
), reused AS (
    SELECT username_key, password_index FROM newest
    WHERE NOT is_closed AND password_type = '{PLAIN}' AND password_index IS NOT NULL AND site IS NOT NULL AND username_key <> ''
    GROUP BY 1, 2 HAVING count(*) > 1
)
SELECT (SELECT count(*) FROM reused) AS reused, (SELECT count(*) FROM newest) AS looked_at
"""


class SeverityCount(NamedTuple):
    """The alerts of a level, 0 for info to 4 for critical, that were raised on a day, in UTC."""

    day: date
    level: int
    alerts: int


@dataclass(frozen=True, slots=True)
class ExposedPerson:
    """A mailbox with open detections; ``id`` is that of one of its email accounts."""

    email: str
    id: str
    open_detections: int
    last_seen: datetime


@dataclass(frozen=True, slots=True)
class AccountLeak:
    """A leak that raised alerts of the account."""

    id: uuid.UUID
    name: str
    title: str
    kind: str
    breach_date: date | None
    added_at: datetime
    pwn_count: int
    is_sensitive: bool


async def find_uncounted_account(connection: Connection) -> AccountId | None:
    """Return an account whose alerts were never counted by severity, None if there is none."""
    found: AccountId | None = await connection.fetchval(
        "SELECT account_id FROM alert_sequences WHERE NOT has_severity_counters LIMIT 1"
    )
    return found


async def count_severities(connection: Connection, account_id: AccountId) -> None:
    """Count an account's alerts by severity; the caller has locked the account."""
    await connection.execute("DELETE FROM severity_alert_counters WHERE account_id = $1", account_id)
    await connection.execute(_COUNT_SEVERITIES, account_id)
    await connection.execute(
        "UPDATE alert_sequences SET has_severity_counters = true WHERE account_id = $1", account_id
    )


async def has_severity_counters(connection: Connection, account_id: AccountId) -> bool:
    """Return whether an account's alerts are counted by severity."""
    counted: bool | None = await connection.fetchval(
        "SELECT has_severity_counters FROM alert_sequences WHERE account_id = $1", account_id
    )
    return counted is not False  # without a row there are no alerts


async def count_open(connection: Connection, account_id: AccountId) -> Mapping[int, int]:
    """Return the number of open alerts by level."""
    rows = await connection.fetch(
        """SELECT level, sum(alerts)::bigint AS alerts FROM severity_alert_counters
        WHERE account_id = $1 AND NOT is_closed GROUP BY 1""",
        account_id,
    )
    return {row["level"]: row["alerts"] for row in rows}


async def fetch_severities(connection: Connection, account_id: AccountId, days: Days) -> list[SeverityCount]:
    """Return the alerts of each day of a range by level; numbers of 0 are left out."""
    rows = await connection.fetch(
        """SELECT day, level, sum(alerts)::bigint AS alerts FROM severity_alert_counters
        WHERE account_id = $1 AND day >= $2 AND day < $3 GROUP BY 1, 2 HAVING sum(alerts) > 0""",
        account_id,
        days.start,
        days.end,
    )
    return [SeverityCount(*row) for row in rows]


async def fetch_exposed(connection: Connection, account_id: AccountId, limit: int) -> tuple[list[ExposedPerson], int]:
    """Return the people with the most open detections, and the number of all who have any."""
    rows = await connection.fetch(_PEOPLE, account_id, limit)
    people = [ExposedPerson(row["email"], row["id"], row["open_detections"], row["last_seen"]) for row in rows]
    return people, rows[0]["total"] if rows else 0


async def fetch_median_seconds(connection: Connection, account_id: AccountId) -> int | None:
    """Return the median of how long incidents were open, of the latest closed ones; None without any."""
    seconds: int | None = await connection.fetchval(_MEDIAN, account_id)
    return seconds


async def count_reused(connection: Connection, account_id: AccountId) -> tuple[int, bool]:
    """Return how many readable passwords one login has at several sites and are open there, and whether all alerts were looked at.

    The newest ``MOST_COUNTED`` are, so the cost has a bound whatever the number of alerts.
    """
    row = await connection.fetchrow(_REUSED, account_id)
    assert row is not None
    return row["reused"], row["looked_at"] <= MOST_COUNTED


async def fetch_leaks(connection: Connection, account_id: AccountId, reader: LeakReader) -> list[AccountLeak]:
    """Return the leaks with alerts of the account that the reader may see, the last added first."""
    found = [AccountLeak(*row) for row in await connection.fetch(_LEAKS, account_id)]
    sensitive = [leak.id for leak in found if leak.is_sensitive]
    seen = await fetch_seen(connection, account_id, sensitive, reader)
    return [leak for leak in found if not leak.is_sensitive or leak.id in seen]


async def fetch_seen(
    connection: Connection, account_id: AccountId, sensitive: Sequence[uuid.UUID], reader: LeakReader
) -> set[uuid.UUID]:
    """Return those of some sensitive leaks that the reader may see."""
    if not sensitive:
        return set()
    verified = await fetch_verified(connection, account_id, reader)
    return {row["id"] for row in await connection.fetch(_SEEN, account_id, list(sensitive), *verified)}


async def count_of_leaks(
    connection: Connection, account_id: AccountId, leak_ids: Sequence[uuid.UUID]
) -> Mapping[uuid.UUID, tuple[int, int]]:
    """Return how many alerts of leaks there are, and how many of these are open; one more than ``MOST_COUNTED`` at most."""
    rows = await connection.fetch(_SHARES, account_id, list(leak_ids))
    return {row["id"]: (row["detections"], row["open"]) for row in rows}
