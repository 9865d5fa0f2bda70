"""Bookkeeping of incidents, in SQL: parts of the statements that raise or change alerts (``bookkeeping_repository``).

An incident is all detections of one infected device, or else of one leak and list. Its id is a digest of that group, so an alert
needs no lookup for it, and the same evidence finds the same incident after a withdrawal or an import. What it is made of is
counted by the statement that writes the alerts, under the account's lock. An alert of a process from before incidents has none
until ``alerts.incidents.jobs`` adds it.
"""

from typing import Final

from breachlight.alerts.severity import POINTS_OF_STEP

DAYS: Final = 14
"""Days of which an incident keeps the number of its detections."""
_SCORE_SHIFT: Final = 48
"""An alert's rank is its score and then its number: the worst and newest alert of an incident has the largest."""

WORST_SEQUENCE: Final = f"(i.worst & ((1::bigint << {_SCORE_SHIFT}) - 1))"
"""In SQL: the number of the worst alert of ``incidents AS i``."""

WORST_SCORE: Final = f"(i.worst >> {_SCORE_SHIFT})"
"""Likewise its score."""

SITE: Final = "left(coalesce({alert}.host, {alert}.app), 200)"
"""In SQL: the site of an alert, as the index ``alerts_of_incident_sites`` has it."""


def lowered(worst: str, completed_steps: str) -> str:
    """Return in SQL the score of an incident with this worst alert and number of completed steps."""
    score = f"({worst} >> {_SCORE_SHIFT})"
    return f"greatest({score} - {POINTS_OF_STEP} * ({completed_steps}), ({score} + 1) / 2)::smallint"


def _digest(text: str) -> str:
    """Return in SQL a UUID of version 8 from the SHA-256 of a text."""
    digest = f"encode(sha256(convert_to({text}, 'UTF8')), 'hex')"
    return f"left(overlay(overlay({digest} PLACING '8' FROM 13) PLACING '8' FROM 17), 32)::uuid"


def leak_incident(account_id: str, leak_id: str, domain_name: str) -> str:
    """Return in SQL the incident of a leak's detections in one list."""
    kind = f"CASE WHEN {domain_name} IS NULL THEN ' workforce ' ELSE ' portals ' END"
    return _digest(f"{account_id}::text || {kind} || {leak_id}::text")


def incident_of(account_id: str, machine: str, leak_id: str, domain_name: str) -> str:
    """Return in SQL the incident of an alert with this evidence.

    A device is known by its HWID or machine ID, else by computer name, user and IP.
    """
    fact = f"lower(({machine}) ->> '{{}}')"
    names = ", ".join(fact.format(name) for name in ("computer", "user_name", "ip"))
    device = f"coalesce(nullif({fact.format('key')}, ''), nullif(concat_ws('/', {names}), ''))"
    of_device = _digest(f"{account_id}::text || ' device ' || {device}")
    return f"""coalesce(CASE WHEN ({machine}) IS NOT NULL THEN {of_device} END,
        {leak_incident(account_id, leak_id, domain_name)})"""


_OF_DEVICE: Final = f"alerts.incident_id <> {leak_incident('alerts.account_id', 'alerts.leak_id', 'alerts.domain_name')} AS is_of_device"
ADDED: Final = f"""alerts.incident_id, {_OF_DEVICE}, alerts.leak_id, alerts.datetime,
    (alerts.severity_score::bigint << {_SCORE_SHIFT}) + alerts.sequence AS rank, {SITE.format(alert="alerts")} AS site"""
"""Columns that a part ``added``, which inserts alerts, returns for incidents."""

CHANGED: Final = f"""{ADDED}, former.incident_id AS former_incident_id, (former.severity_score::bigint << {_SCORE_SHIFT}) + alerts.sequence AS former_rank"""
"""Columns that a part ``changes``, which updates alerts from ``former``, returns for incidents."""

_NOTHING: Final = """NULL::bool AS is_of_device, NULL::uuid AS leak_id, NULL::bool AS has_domain, NULL::date AS day, 0 AS detections, 0 AS open,
        NULL::bigint AS gained, NULL::bigint AS lost, NULL::timestamptz AS gained_first, NULL::timestamptz AS lost_first,
        NULL::timestamptz AS gained_last, NULL::timestamptz AS lost_last"""


def _other(column: str, *, besides: str = "") -> str:
    """Return in SQL whether the statement's snapshot has an alert of incident and person or site ``{column}`` of a row ``pair``.

    Ordered and within bounds, it can be read in the column's index alone, whatever PostgreSQL knows of the tables: for an equation it
    may choose another index and read an incident's alerts, which may be millions.
    """
    wanted = SITE.format(alert="o") if column == "site" else f"o.{column}"
    return f"""((SELECT 1 FROM alerts AS o WHERE o.account_id = pair.account_id AND o.incident_id = pair.incident_id
            AND {wanted} BETWEEN pair.{column} AND pair.{column}{besides} ORDER BY {wanted} LIMIT 1) IS NOT NULL)"""


def _added_pairs(column: str) -> str:
    return f"""SELECT account_id, incident_id, count(*) FROM (
        SELECT DISTINCT account_id, incident_id, {column} FROM added WHERE incident_id IS NOT NULL AND {column} IS NOT NULL
    ) AS pair WHERE NOT {_other(column)} GROUP BY 1, 2"""


def _changed_pairs(column: str) -> str:
    remains = _other(column, besides=" AND o.id NOT IN (SELECT id FROM changes)")
    return f"""SELECT account_id, incident_id, sum((is_gained OR {remains})::int - {_other(column)}::int) FROM (
        SELECT account_id, incident_id, {column}, bool_or(step > 0) AS is_gained FROM incident_rows
        WHERE {column} IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(step) <> 0
    ) AS pair GROUP BY 1, 2"""


_RAISING_STEPS: Final = f"""incident_steps AS (
    SELECT account_id, incident_id, is_of_device, CASE WHEN NOT is_of_device THEN leak_id END AS leak_id,
        CASE WHEN NOT is_of_device THEN has_domain END AS has_domain, day, count(*) AS detections,
        count(*) FILTER (WHERE NOT is_closed) AS open, max(rank) AS gained, NULL::bigint AS lost,
        min(datetime) AS gained_first, NULL::timestamptz AS lost_first, max(datetime) AS gained_last,
        NULL::timestamptz AS lost_last, 0 AS people, 0 AS sites
    FROM added WHERE incident_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
    UNION ALL SELECT account_id, incident_id, {_NOTHING}, count, 0 FROM ({_added_pairs("email_account_id")}) AS new
    UNION ALL SELECT account_id, incident_id, {_NOTHING}, 0, count FROM ({_added_pairs("site")}) AS new
)"""

_CHANGING_STEPS: Final = f"""incident_rows AS (
    SELECT account_id, incident_id, is_of_device, leak_id, has_domain, day, datetime, email_account_id, site, is_closed, rank, 1 AS step
    FROM changes WHERE incident_id IS NOT NULL
    UNION ALL
    SELECT account_id, former_incident_id, NULL, NULL, NULL, day, datetime, former_email_account_id, site, was_closed, former_rank, -1
    FROM changes WHERE former_incident_id IS NOT NULL
), incident_steps AS (
    SELECT account_id, incident_id, bool_or(is_of_device) AS is_of_device,
        (array_agg(leak_id) FILTER (WHERE NOT is_of_device))[1] AS leak_id,
        bool_or(has_domain) FILTER (WHERE NOT is_of_device) AS has_domain, day, sum(step) AS detections,
        coalesce(sum(step) FILTER (WHERE NOT is_closed), 0) AS open,
        max(rank) FILTER (WHERE step > 0) AS gained, max(rank) FILTER (WHERE step < 0) AS lost,
        min(datetime) FILTER (WHERE step > 0) AS gained_first, min(datetime) FILTER (WHERE step < 0) AS lost_first,
        max(datetime) FILTER (WHERE step > 0) AS gained_last, max(datetime) FILTER (WHERE step < 0) AS lost_last,
        0 AS people, 0 AS sites
    FROM incident_rows GROUP BY account_id, incident_id, day
    UNION ALL SELECT account_id, incident_id, {_NOTHING}, sum, 0 FROM ({_changed_pairs("email_account_id")}) AS moved
    UNION ALL SELECT account_id, incident_id, {_NOTHING}, 0, sum FROM ({_changed_pairs("site")}) AS moved
)"""


def _extreme(kept: str, change: str, compare: str, best: str, remaining: str) -> str:
    """Return in SQL a largest or smallest value after a change; remaining alerts are read only if the kept one has gone."""
    return f"""CASE WHEN s.lost{change} IS NULL OR k.{kept} {compare} s.lost{change} THEN {best}(k.{kept}, s.gained{change})
            WHEN s.gained{change} {compare}= k.{kept} THEN s.gained{change}
            ELSE {best}(s.gained{change}, {remaining}) END"""


def _parts(steps: str, remaining: str, *, is_raising: bool) -> str:
    left = f"""(SELECT {{}} FROM alerts AS o WHERE o.account_id = s.account_id AND o.incident_id = s.incident_id{remaining})"""
    ranks = left.format(f"max((o.severity_score::bigint << {_SCORE_SHIFT}) + o.sequence)")
    first, last = left.format("min(o.datetime)"), left.format("max(o.datetime)")
    # Detections of a closed incident that are closed as duplicates leave it as it is.
    is_news = "s.open > 0" if is_raising else "state.is_reopened"
    return f"""{steps}, incident_sums AS (
    SELECT account_id, incident_id, bool_or(is_of_device) AS is_of_device,
        (array_agg(leak_id) FILTER (WHERE leak_id IS NOT NULL))[1] AS leak_id, bool_or(has_domain) AS has_domain,
        sum(detections)::int AS detections, sum(open)::int AS open, max(gained) AS gained, max(lost) AS lost,
        min(gained_first) AS gained_first, min(lost_first) AS lost_first, max(gained_last) AS gained_last,
        max(lost_last) AS lost_last, sum(people)::int AS people, sum(sites)::int AS sites,
        array_agg(day) FILTER (WHERE detections <> 0) AS days,
        array_agg(detections::int) FILTER (WHERE detections <> 0) AS detections_on
    FROM incident_steps GROUP BY 1, 2
    HAVING sum(detections) <> 0 OR sum(open) <> 0 OR sum(people) <> 0 OR sum(sites) <> 0 OR max(gained) IS DISTINCT FROM max(lost)
), incident_states AS (
    SELECT s.account_id, s.incident_id, s.is_of_device, s.leak_id, s.has_domain,
        coalesce(k.detections, 0) + s.detections AS detections, state.open, coalesce(k.people, 0) + s.people AS people,
        coalesce(k.sites, 0) + s.sites AS sites, coalesce(k.completed_steps, 0) AS completed_steps, k.state AS former_state, state.is_reopened, newest.day,
        CASE WHEN state.open = 0 THEN 'closed' WHEN k.state = 'waiting' THEN k.state ELSE 'open' END AS state,
        CASE WHEN {is_news} THEN NULL WHEN k.state IS NULL AND {"state.open = 0" if is_raising else "false"} THEN 'duplicate'
            ELSE k.resolution END AS resolution,
        CASE WHEN NOT {is_news} THEN k.accepted_until END AS accepted_until,
        CASE WHEN k.state IS NULL THEN s.gained_first WHEN state.is_reopened THEN statement_timestamp() ELSE k.opened_at END AS opened_at,
        CASE WHEN state.open = 0 THEN CASE WHEN k.state = 'closed' THEN k.closed_at ELSE statement_timestamp() END END AS closed_at,
        coalesce({_extreme("worst", "", ">", "greatest", ranks)}, 0) AS worst,
        coalesce({_extreme("first_detected_at", "_first", "<", "least", first)}, k.first_detected_at) AS first_detected_at,
        coalesce({_extreme("last_detected_at", "_last", ">", "greatest", last)}, k.last_detected_at) AS last_detected_at,
        CASE WHEN s.days IS NULL THEN k.daily WHEN k.daily IS NULL AND cardinality(s.days) = 1 THEN s.detections_on ELSE (
            SELECT array_agg((coalesce(k.daily[k.daily_on - newest.day + ago + 1], 0)
                + coalesce((SELECT sum(detections) FROM unnest(s.days, s.detections_on) AS each (day, detections)
                    WHERE each.day = newest.day - ago), 0))::int ORDER BY ago)
            FROM generate_series(0, {DAYS - 1}) AS ago
        ) END AS daily
    FROM incident_sums AS s
    LEFT JOIN LATERAL (
        SELECT detections, open_detections, people, sites, completed_steps, state, resolution, accepted_until, opened_at, closed_at, worst,
            first_detected_at, last_detected_at, daily, daily_on
        FROM incidents WHERE account_id = s.account_id AND id = s.incident_id LIMIT 1
    ) AS k ON true
    CROSS JOIN LATERAL (SELECT greatest(k.daily_on, (SELECT max(day) FROM unnest(s.days) AS day)) AS day) AS newest
    CROSS JOIN LATERAL (
        SELECT coalesce(k.open_detections, 0) + s.open AS open,
            coalesce(k.state = 'closed' AND coalesce(k.open_detections, 0) + s.open > 0, false) AS is_reopened
    ) AS state
), incidents_kept AS (
    INSERT INTO incidents AS kept (account_id, id, kind, leak_id, has_domain, state, resolution, accepted_until, opened_at,
        closed_at, first_detected_at, last_detected_at, severity_score, worst, detections, open_detections, people, sites, daily, daily_on)
    SELECT account_id, incident_id, CASE WHEN is_of_device THEN 'device' ELSE 'leak' END, leak_id, has_domain, state, resolution,
        accepted_until, opened_at, closed_at, first_detected_at, last_detected_at, {lowered("worst", "completed_steps")}, worst,
        detections, open, people, sites, daily, day
    FROM incident_states ORDER BY account_id, incident_id
    ON CONFLICT (account_id, id) DO UPDATE SET state = excluded.state, resolution = excluded.resolution,
        accepted_until = excluded.accepted_until, opened_at = excluded.opened_at, closed_at = excluded.closed_at,
        first_detected_at = excluded.first_detected_at, last_detected_at = excluded.last_detected_at,
        severity_score = excluded.severity_score, worst = excluded.worst, detections = excluded.detections,
        open_detections = excluded.open_detections, people = excluded.people, sites = excluded.sites, daily = excluded.daily,
        daily_on = excluded.daily_on
), incidents_reopened AS (
    INSERT INTO incident_changes (account_id, incident_id, changed_at, state, was_state)
    SELECT account_id, incident_id, statement_timestamp(), state, former_state FROM incident_states WHERE is_reopened
)"""


AFTER_RAISING: Final = _parts(_RAISING_STEPS, "", is_raising=True)
AFTER_CHANGING: Final = _parts(_CHANGING_STEPS, " AND o.id NOT IN (SELECT id FROM changes)", is_raising=False)
