"""Bookkeeping of alerts, recomputed for tests and benchmarks that write alerts themselves, and for comparisons with what is kept."""

import uuid
from datetime import timedelta

import asyncpg

from breachlight.alerts.incident_bookkeeping_repository import DAYS, incident_of, lowered


async def recount(connection: asyncpg.Connection) -> None:
    """Recompute counters, people, numbers and incidents from ``alerts``."""
    await connection.execute(_RECOUNT)


async def incident_faults(connection: asyncpg.Connection, account_id: uuid.UUID) -> list[str]:
    """Return how the kept incidents of an account differ from its alerts; incidents without alerts don't count."""
    kept = {row["id"]: dict(row) for row in await connection.fetch(_KEPT, account_id)}
    counted = {
        row["id"]: dict(row)
        for row in await connection.fetch(f"{_COUNTED} WHERE account_id = $1 GROUP BY 1, 2", account_id)
    }
    found = [f"{name}: {sorted(kept.keys() ^ counted.keys())}" for name in ["unknown"] if kept.keys() != counted.keys()]
    steps = {row["incident_id"]: row["count"] for row in await connection.fetch(_STEPS, account_id)}
    days: dict[uuid.UUID, dict[object, int]] = {}
    for row in await connection.fetch(_DAYS, account_id):
        days.setdefault(row["id"], {})[row["day"]] = row["count"]
    for incident_id in kept.keys() & counted.keys():
        row, expected = kept[incident_id], counted[incident_id]
        expected["completed_steps"] = steps.get(incident_id, 0)
        score = expected["severity_score"]
        expected["severity_score"] = max(score - 10 * expected["completed_steps"], (score + 1) // 2)
        daily, newest = row.pop("daily"), row.pop("daily_on")
        shown = {newest - timedelta(days=ago): count for ago, count in enumerate(daily) if count}
        of_days = {day: count for day, count in days[incident_id].items() if newest - timedelta(days=DAYS) < day}
        if shown != of_days:
            found.append(f"{incident_id} by day: {shown}, but {of_days}")
        is_closed = row.pop("state") == "closed"
        if is_closed != (row["open_detections"] == 0):
            found.append(f"{incident_id} is_closed={is_closed} with {row['open_detections']} open")
        found += [
            f"{incident_id} {name}: {row[name]}, but {expected[name]}" for name in row if row[name] != expected[name]
        ]
    for table, (kept_rows, counted_rows) in _LISTS.items():
        listed = {tuple(row) for row in await connection.fetch(kept_rows, account_id)}
        recounted = {tuple(row) for row in await connection.fetch(counted_rows, account_id)}
        if listed != recounted:
            found.append(f"{table}: {listed - recounted}, but {recounted - listed}")
    return found


def _lists(table: str, column: str, value: str) -> tuple[str, str]:
    return (
        f"SELECT incident_id, {column}, detections FROM {table} WHERE account_id = $1",
        f"""SELECT incident_id, {value}, count(*)::int FROM alerts WHERE account_id = $1 AND incident_id IS NOT NULL
        AND {value} IS NOT NULL GROUP BY 1, 2""",
    )


_LISTS = {
    "incident_people": _lists("incident_people", "email_account_id", "email_account_id"),
    "incident_sites": _lists("incident_sites", "site", "left(coalesce(host, app), 200)"),
}


_COUNTED = """SELECT account_id, incident_id AS id, count(*)::int AS detections, count(*) FILTER (WHERE NOT is_closed)::int AS open_detections,
    count(DISTINCT email_account_id)::int AS people, count(DISTINCT left(coalesce(host, app), 200))::int AS sites,
    max((severity_score::bigint << 48) + sequence) AS worst, max(severity_score) AS severity_score,
    min(datetime) AS first_detected_at, max(datetime) AS last_detected_at FROM alerts"""
_KEPT = """SELECT id, detections, open_detections, people, sites, worst, severity_score, first_detected_at, last_detected_at, state, daily,
    daily_on, completed_steps FROM incidents WHERE account_id = $1 AND detections <> 0"""
_DAYS = """SELECT incident_id AS id, (datetime AT TIME ZONE 'UTC')::date AS day, count(*)::int FROM alerts WHERE account_id = $1
    GROUP BY 1, 2"""
_STEPS = "SELECT incident_id, count(*) FROM incident_steps WHERE account_id = $1 GROUP BY 1"
# Every writer of alerts locks its account first; the worker of an installation that runs may group alerts meanwhile.
_RECOUNT = f"""
DO $$ BEGIN PERFORM FROM accounts ORDER BY id FOR NO KEY UPDATE; END $$;
DELETE FROM alert_counters;
INSERT INTO alert_counters (account_id, has_domain, is_read, is_closed, day, alerts)
SELECT account_id, domain_name IS NOT NULL, is_read, is_closed, (datetime AT TIME ZONE 'UTC')::date, count(*)
FROM alerts GROUP BY 1, 2, 3, 4, 5;
DELETE FROM domain_alert_counters;
INSERT INTO domain_alert_counters (account_id, domain_id, day, is_read, alerts)
SELECT account_id, domain_id, (datetime AT TIME ZONE 'UTC')::date, is_read, count(*)
FROM alerts WHERE domain_id IS NOT NULL GROUP BY 1, 2, 3, 4;
DELETE FROM severity_alert_counters;
INSERT INTO severity_alert_counters (account_id, day, level, is_closed, alerts)
SELECT account_id, (datetime AT TIME ZONE 'UTC')::date, least(severity_score / 20, 4), is_closed, count(*)
FROM alerts GROUP BY 1, 2, 3, 4;
DELETE FROM alert_flow_counters;
INSERT INTO alert_flow_counters (account_id, day, level, has_domain, closed, reopened, open_change)
SELECT account_id, (datetime AT TIME ZONE 'UTC')::date, least(severity_score / 20, 4), domain_name IS NOT NULL,
    count(*) FILTER (WHERE is_closed), 0, count(*) FILTER (WHERE NOT is_closed) FROM alerts GROUP BY 1, 2, 3, 4;
UPDATE email_accounts AS e SET
    open_detections = (SELECT count(*) FROM alerts WHERE account_id = e.account_id AND email_account_id = e.id AND NOT is_closed),
    last_seen = (SELECT max(last_seen) FROM alerts WHERE account_id = e.account_id AND email_account_id = e.id);
INSERT INTO alert_sequences AS kept (account_id, last_number, has_severity_counters, has_flow_counters)
SELECT account_id, max(sequence), true, true FROM alerts GROUP BY 1
ON CONFLICT (account_id) DO UPDATE SET last_number = greatest(kept.last_number, excluded.last_number),
    has_severity_counters = true, has_flow_counters = true;
WITH one AS MATERIALIZED (
    SELECT account_id, id, {incident_of("account_id", "machine", "leak_id", "domain_name")} AS incident_id FROM alerts
) UPDATE alerts SET incident_id = one.incident_id FROM one WHERE alerts.account_id = one.account_id AND alerts.id = one.id AND alerts.incident_id IS NULL;
DELETE FROM incident_people;
INSERT INTO incident_people SELECT account_id, incident_id, email_account_id, count(*) FROM alerts
WHERE email_account_id IS NOT NULL GROUP BY 1, 2, 3;
DELETE FROM incident_sites;
INSERT INTO incident_sites SELECT account_id, incident_id, left(coalesce(host, app), 200), count(*) FROM alerts
WHERE coalesce(host, app) IS NOT NULL GROUP BY 1, 2, 3;
DELETE FROM incidents;
INSERT INTO incidents (account_id, id, detections, open_detections, people, sites, worst, severity_score, first_detected_at,
    last_detected_at, kind, leak_id, has_domain, state, opened_at, daily, daily_on, is_listed)
SELECT counted.*, CASE WHEN one.machine IS NULL THEN 'leak' ELSE 'device' END, CASE WHEN one.machine IS NULL THEN one.leak_id END,
    CASE WHEN one.machine IS NULL THEN one.domain_name IS NOT NULL END, CASE WHEN open_detections = 0 THEN 'closed' ELSE 'open' END,
    first_detected_at, ARRAY[detections], (last_detected_at AT TIME ZONE 'UTC')::date, true
FROM ({_COUNTED} GROUP BY 1, 2) AS counted JOIN (
    SELECT DISTINCT ON (account_id, incident_id) account_id, incident_id, machine, leak_id, domain_name FROM alerts
) AS one ON one.account_id = counted.account_id AND one.incident_id = counted.id;
UPDATE incidents AS i SET completed_steps = done.count, severity_score = {lowered("i.worst", "done.count")}
FROM (SELECT account_id, incident_id, count(*) FROM incident_steps GROUP BY 1, 2) AS done
WHERE i.account_id = done.account_id AND i.id = done.incident_id;
"""
