"""Queries of reports: counters, and what happened in a month through indexes of time. None reads all alerts of an account.

Each statement names the account, and joins no table of the coordinator with one that grows with detections (decision 61).
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

import asyncpg

from breachlight.alerts.bookkeeping_repository import SEVERITY_LEVEL
from breachlight.alerts.incident_bookkeeping_repository import SITE
from breachlight.alerts.mailboxes import mailbox
from breachlight.database.session import Connection
from breachlight.reports.months import Month

MOST_READ: Final = 100_000
"""Detections of a month that are read for people, sites and leaks: the newest."""
MOST_CLOSED: Final = 20_000
"""Closed incidents of a month that are read: the last closed."""
MOST_LEAKS: Final = 200
"""Leaks of a month that are looked at, those with the most detections."""

_COUNT_FLOW: Final = f"""
INSERT INTO alert_flow_counters (account_id, day, level, has_domain, closed, reopened, open_change)
SELECT $1, day, level, has_domain, sum(closed), 0, sum(opened) FROM (
    SELECT (a.datetime AT TIME ZONE 'UTC')::date AS day, {SEVERITY_LEVEL.format("a")} AS level, a.domain_name IS NOT NULL AS has_domain,
        0 AS closed, 1 AS opened
    FROM alerts AS a WHERE a.account_id = $1
    UNION ALL
    SELECT (greatest(coalesce(CASE WHEN a.is_closed_by_retraction THEN a.retracted_at END, (
            SELECT max(o.created_at) FROM alert_changes AS c JOIN alert_operations AS o ON o.account_id = $1 AND o.id = c.operation_id
            WHERE c.account_id = $1 AND c.alert_id = a.id AND NOT c.was_closed AND o.action = 'close' AND o.undone_at IS NULL
        )), a.datetime) AT TIME ZONE 'UTC')::date, {SEVERITY_LEVEL.format("a")}, a.domain_name IS NOT NULL, 1, -1
    FROM alerts AS a WHERE a.account_id = $1 AND a.is_closed
) AS moved GROUP BY day, level, has_domain
"""
_RAISED_BY_LEVEL: Final = """
SELECT date_trunc('month', day::timestamp)::date AS month, level, sum(alerts)::bigint AS alerts FROM severity_alert_counters
WHERE account_id = $1 AND day >= $2 AND day < $3 GROUP BY 1, 2 HAVING sum(alerts) > 0
"""
_RAISED_BY_KIND: Final = """
SELECT date_trunc('month', day::timestamp)::date AS month, has_domain, sum(alerts)::bigint AS alerts FROM alert_counters
WHERE account_id = $1 AND day < $2 GROUP BY 1, 2 HAVING sum(alerts) > 0
"""
_FLOW: Final = """
SELECT date_trunc('month', day::timestamp)::date AS month, level, has_domain, sum(closed)::bigint AS closed,
    sum(reopened)::bigint AS reopened, sum(open_change)::bigint AS open_change
FROM alert_flow_counters WHERE account_id = $1 AND day < $2 GROUP BY 1, 2, 3
"""
# The rows of bookkeeping have a cause: each is a state that really changed. One that was undone counts neither way.
_TURNED: Final = f"""
SELECT c.id, c.incident_id, c.changed_at, c.cause, c.operation_id, c.state = 'closed' AS is_closed
FROM incident_changes AS c LEFT JOIN alert_operations AS t ON t.account_id = $1 AND t.id = c.operation_id
WHERE c.account_id = $1 AND c.changed_at >= $2 AND c.changed_at < $3 AND c.cause IS NOT NULL AND c.state <> c.was_state
    AND (c.state = 'closed' OR c.was_state = 'closed') AND (c.cause = 'expiry' OR t.undone_at IS NULL)
ORDER BY c.changed_at DESC LIMIT {MOST_CLOSED}
"""
_REMEDIATED: Final = f"""
WITH turned AS MATERIALIZED ({_TURNED}), closed AS (
    SELECT turned.changed_at, CASE WHEN turned.cause = 'evidence' THEN 'withdrawn' ELSE coalesce(o.resolution, 'none') END AS resolution,
        coalesce((
            SELECT max(p.changed_at) FROM incident_changes AS p
            WHERE p.account_id = $1 AND p.incident_id = turned.incident_id AND p.id < turned.id AND p.cause IS NOT NULL
                AND p.was_state = 'closed' AND p.state <> 'closed'
        ), (SELECT i.first_detected_at FROM incidents AS i WHERE i.account_id = $1 AND i.id = turned.incident_id)) AS opened_at
    FROM turned LEFT JOIN incident_operations AS o ON o.account_id = $1 AND o.id = turned.operation_id
    WHERE turned.is_closed
)
SELECT (SELECT count(*) FROM turned WHERE NOT is_closed) AS reopened, (SELECT count(*) FROM closed) AS closed,
    (SELECT json_object_agg(resolution, incidents) FROM (
        SELECT resolution, count(*) AS incidents FROM closed GROUP BY 1) AS by_resolution)::text AS resolutions,
    (SELECT array[percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds), percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds)]::bigint[]
        FROM (SELECT greatest(extract(epoch FROM changed_at - opened_at), 0) AS seconds FROM closed
            WHERE resolution NOT IN ('duplicate', 'withdrawn')) AS remediated) AS seconds,
    (SELECT count(*) FROM incidents WHERE account_id = $1 AND detections > 0 AND first_detected_at >= $2 AND first_detected_at < $3)
        AS opened
"""
_STEPS: Final = """
SELECT step, count(*) AS completed FROM incident_steps WHERE account_id = $1 AND completed_at >= $2 AND completed_at < $3
GROUP BY 1 ORDER BY 2 DESC, 1
"""
_NEWEST: Final = f"""newest AS MATERIALIZED (
    SELECT a.email_account_id, {SITE.format(alert="a")} AS site, a.leak_id, a.is_closed, a.severity_score FROM alerts AS a
    WHERE a.account_id = $1 AND a.datetime >= $2 AND a.datetime < $3 ORDER BY a.datetime DESC LIMIT {MOST_READ}
)"""
_NUMBERS: Final = (
    "count(*) AS detections, count(*) FILTER (WHERE NOT is_closed) AS still_open, max(severity_score) AS worst"
)
_RANKED: Final = f"""
WITH {_NEWEST}, people AS (
    SELECT {mailbox("e.email")} AS name, (array_agg(e.id::text ORDER BY e.email))[1] AS id, sum(detections)::bigint AS detections,
        sum(still_open)::bigint AS still_open, max(worst) AS worst
    FROM (SELECT email_account_id, {_NUMBERS} FROM newest WHERE email_account_id IS NOT NULL GROUP BY 1) AS each
    JOIN email_accounts AS e ON e.account_id = $1 AND e.id = each.email_account_id GROUP BY 1
), sites AS (
    SELECT site AS name, NULL::text AS id, {_NUMBERS} FROM newest WHERE site IS NOT NULL GROUP BY 1
), leaks AS (
    SELECT NULL::text AS name, leak_id::text AS id, {_NUMBERS} FROM newest GROUP BY leak_id
)
(SELECT 'person' AS kind, *, count(*) OVER () AS total FROM people ORDER BY detections DESC, worst DESC, name LIMIT $4)
UNION ALL (SELECT 'site', *, count(*) OVER () FROM sites ORDER BY detections DESC, worst DESC, name LIMIT $4)
UNION ALL (SELECT 'leak', *, count(*) OVER () FROM leaks ORDER BY detections DESC, worst DESC, id LIMIT {MOST_LEAKS})
"""


@dataclass(frozen=True, slots=True)
class Flow:
    """What happened to the alerts of a level and kind in a month."""

    month: Month
    level: int
    has_domain: bool
    closed: int
    reopened: int
    open_change: int


@dataclass(frozen=True, slots=True)
class Raised:
    """The alerts of a level or of a kind that were raised in a month."""

    month: Month
    key: int
    alerts: int


@dataclass(frozen=True, slots=True)
class LeakFacts:
    """What the catalogue says about a leak."""

    name: str
    title: str
    kind: str
    breach_date: date | None
    records: int
    is_sensitive: bool


async def find_uncounted_account(connection: Connection) -> uuid.UUID | None:
    """Return an account whose alerts were never counted by what happened to them, None if there is none."""
    found: uuid.UUID | None = await connection.fetchval(
        "SELECT account_id FROM alert_sequences WHERE NOT has_flow_counters LIMIT 1"
    )
    return found


async def count_flow(connection: Connection, account_id: uuid.UUID) -> None:
    """Count what is known to have happened to an account's alerts; the caller has locked the account.

    Of an alert that was closed and reopened before, only the last closing is known.
    """
    await connection.execute("DELETE FROM alert_flow_counters WHERE account_id = $1", account_id)
    await connection.execute(_COUNT_FLOW, account_id)
    await connection.execute("UPDATE alert_sequences SET has_flow_counters = true WHERE account_id = $1", account_id)


async def is_counted(connection: Connection, account_id: uuid.UUID) -> bool:
    """Return whether the counters of an account are complete."""
    counted: bool | None = await connection.fetchval(
        "SELECT has_flow_counters AND has_severity_counters FROM alert_sequences WHERE account_id = $1", account_id
    )
    return counted is not False  # without a row there are no alerts


async def fetch_raised_by_level(connection: Connection, account_id: uuid.UUID, start: date, end: date) -> list[Raised]:
    """Return the alerts that were raised in the months of a range, by level."""
    rows = await connection.fetch(_RAISED_BY_LEVEL, account_id, start, end)
    return [Raised(Month.of(row["month"]), row["level"], row["alerts"]) for row in rows]


async def fetch_raised_by_kind(connection: Connection, account_id: uuid.UUID, end: date) -> list[Raised]:
    """Return the alerts that were raised before a day by month; the key is 0 for Workforce and 1 for Portals."""
    rows = await connection.fetch(_RAISED_BY_KIND, account_id, end)
    return [Raised(Month.of(row["month"]), int(row["has_domain"]), row["alerts"]) for row in rows]


async def fetch_flow(connection: Connection, account_id: uuid.UUID, end: date) -> list[Flow]:
    """Return what happened to the alerts of an account in each month before a day."""
    rows = await connection.fetch(_FLOW, account_id, end)
    return [
        Flow(
            Month.of(row["month"]),
            row["level"],
            row["has_domain"],
            row["closed"],
            row["reopened"],
            row["open_change"],
        )
        for row in rows
    ]


async def fetch_remediation(
    connection: Connection, account_id: uuid.UUID, begins: datetime, ends: datetime
) -> asyncpg.Record:
    """Return how many incidents were opened, reopened and closed, for which reasons, and two percentiles of the time to close."""
    row = await connection.fetchrow(_REMEDIATED, account_id, begins, ends)
    assert row is not None
    return row


async def fetch_steps(
    connection: Connection, account_id: uuid.UUID, begins: datetime, ends: datetime
) -> list[tuple[str, int]]:
    """Return the steps of playbooks that were completed and are, with the number of incidents."""
    rows = await connection.fetch(_STEPS, account_id, begins, ends)
    return [(row["step"], row["completed"]) for row in rows]


async def fetch_ranked(
    connection: Connection, account_id: uuid.UUID, begins: datetime, ends: datetime, most: int
) -> list[asyncpg.Record]:
    """Return the people and sites with the most alerts of a stretch of time, and its leaks; ``total`` counts all of a kind."""
    return await connection.fetch(_RANKED, account_id, begins, ends, most)


async def fetch_leaks(connection: Connection, ids: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, LeakFacts]:
    """Return what the catalogue says about leaks; retracted ones are left out."""
    rows = await connection.fetch(
        """SELECT id, name, title, kind, breach_date, pwn_count, is_sensitive FROM leaks
        WHERE id = ANY($1::uuid[]) AND retracted_at IS NULL""",
        list(ids),
    )
    return {row["id"]: LeakFacts(*tuple(row)[1:]) for row in rows}


async def fetch_account(connection: Connection, account_id: uuid.UUID) -> Any:
    """Return kind, organization and beginning of an account, None if it is gone."""
    return await connection.fetchrow(
        """SELECT kind = 'ind' AS is_individual, coalesce(company_name, '') AS company_name, created_at
        FROM accounts WHERE id = $1""",
        account_id,
    )
