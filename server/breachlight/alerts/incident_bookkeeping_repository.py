"""Bookkeeping of incidents, in SQL: parts of the statements that raise or change alerts (``bookkeeping_repository``).

An incident is all detections of one infected device, or else of one leak and list. Its id is a digest of that group, so an alert
needs no lookup for it, and the same evidence finds the same incident after a withdrawal or an import. What it is made of is
counted by the statement that writes the alerts, under the account's lock. An alert of a process from before incidents has none
until ``alerts.incidents.jobs`` adds it.

A cluster may distribute all tables here by account, so no subquery refers to a part of the statement, only to a table in the same
FROM (decision 61).
"""

from typing import Final

from breachlight.alerts.models import IncidentCause
from breachlight.alerts.severity import POINTS_OF_STEP
from breachlight.auth.repository import AHEAD_BY

DAYS: Final = 14
"""Days of which an incident keeps the number of its detections."""
_SCORE_SHIFT: Final = 48
"""An alert's rank is its score and then its number: the worst and newest alert of an incident has the largest."""

WORST_SEQUENCE: Final = f"(i.worst & ((1::bigint << {_SCORE_SHIFT}) - 1))"
"""In SQL: the number of the worst alert of ``incidents AS i``."""

WORST_SCORE: Final = f"(i.worst >> {_SCORE_SHIFT})"
"""Likewise its score."""

SITE: Final = "left(coalesce({alert}.host, {alert}.app), 200)"
"""In SQL: the site of an alert, as ``incident_sites`` has it."""
NOW: Final = f"""(statement_timestamp() + make_interval(secs =>
    coalesce(nullif(current_setting('{AHEAD_BY}', true), '')::float8, 0)))"""
"""In SQL: the product's time, in a transaction that has locked the accounts."""
_LISTS: Final = (("incident_people", "email_account_id"), ("incident_sites", "site"))


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


def _device(machine: str) -> str:
    """Return in SQL what an infected device is known by: HWID or machine ID, else computer name, user and IP."""
    fact = f"lower(({machine}) ->> '{{}}')"
    names = ", ".join(fact.format(name) for name in ("computer", "user_name", "ip"))
    return f"coalesce(nullif({fact.format('key')}, ''), nullif(concat_ws('/', {names}), ''))"


def incident_of(account_id: str, machine: str, leak_id: str, domain_name: str) -> str:
    """Return in SQL the incident of an alert with this evidence."""
    of_device = _digest(f"{account_id}::text || ' device ' || {_device(machine)}")
    return f"""coalesce(CASE WHEN ({machine}) IS NOT NULL THEN {of_device} END,
        {leak_incident(account_id, leak_id, domain_name)})"""


_VALUES: Final = f"""alerts.incident_id, alerts.leak_id, alerts.datetime,
    (alerts.severity_score::bigint << {_SCORE_SHIFT}) + alerts.sequence AS rank, {SITE.format(alert="alerts")} AS site"""
# As ``_device`` has a name, without its functions that a cluster doesn't allow in RETURNING, and without a digest of each alert.
_HAS_DEVICE: Final = """coalesce(alerts.machine ->> 'key' <> ''
        OR num_nonnulls(alerts.machine ->> 'computer', alerts.machine ->> 'user_name', alerts.machine ->> 'ip') > 1
        OR coalesce(alerts.machine ->> 'computer', alerts.machine ->> 'user_name', alerts.machine ->> 'ip') <> '', false)"""
ADDED: Final = f"{_VALUES}, {_HAS_DEVICE} AS is_of_device"
"""Columns that a part ``added``, which inserts alerts, returns for incidents."""

CHANGED: Final = f"""{_VALUES}, alerts.machine IS NOT NULL AS has_machine, former.incident_id AS former_incident_id,
    (former.severity_score::bigint << {_SCORE_SHIFT}) + alerts.sequence AS former_rank"""
"""Columns that a part ``changes``, which updates alerts from ``former``, returns for incidents."""

# The incident of an alert doesn't follow a device that a later sighting names. A cluster allows no digest in RETURNING.
_IS_OF_DEVICE: Final = (
    f"has_machine AND incident_id <> {leak_incident('account_id', 'leak_id', 'nullif(has_domain, false)')}"
)

_CREATED: Final = """account_id, id, kind, leak_id, has_domain, state, resolution, opened_at, closed_at, first_detected_at, last_detected_at,
        severity_score, worst, detections, open_detections, people, sites, daily, daily_on, is_listed"""


def _created(*, open_: str, rank: str, first: str, last: str, resolution: str = "NULL") -> str:
    """Return in SQL the first columns of ``_CREATED`` of an incident that begins with these alerts, up to ``worst``."""
    return f"""account_id, incident_id, CASE WHEN bool_or(is_of_device) THEN 'device' ELSE 'leak' END,
        (array_agg(leak_id) FILTER (WHERE leak_id IS NOT NULL))[1], bool_or(has_domain),
        CASE WHEN {open_} = 0 THEN 'closed' ELSE 'open' END, CASE WHEN {open_} = 0 THEN {resolution} END, {first},
        CASE WHEN {open_} = 0 THEN {last} END, {first}, {last}, ({rank} >> {_SCORE_SHIFT})::smallint, {rank}"""


def _raised_list(table: str, column: str) -> str:
    """Return the part that lists the people or sites of raised alerts, each with whether it is new to the incident."""
    return f"""{table}_raised AS (
    INSERT INTO {table} AS kept (account_id, incident_id, {column}, detections)
    SELECT account_id, incident_id, {column}, count(*) FROM added WHERE {column} IS NOT NULL GROUP BY 1, 2, 3
    ON CONFLICT (account_id, incident_id, {column}) DO UPDATE SET detections = kept.detections + excluded.detections
    RETURNING account_id, incident_id, xmax = 0 AS is_new
)"""


_NO_STEP: Final = """NULL::bool AS is_of_device, NULL::uuid AS leak_id, NULL::bool AS has_domain, 0 AS detections, 0 AS open, NULL::bigint AS rank,
        NULL::timestamptz AS first, NULL::timestamptz AS last, NULL::date AS day"""
_LATER: Final = "excluded.daily_on - kept.daily_on"
_PADDED: Final = f"(kept.daily || array_fill(0, ARRAY[{DAYS}]))"
# All alerts of a load are raised at once, on one day.
_DAILY_RAISED: Final = f"""CASE
            WHEN {_LATER} = 0 THEN (kept.daily[1] + excluded.detections) || kept.daily[2:]
            WHEN {_LATER} > 0 THEN (excluded.detections || array_fill(0, ARRAY[least({_LATER}, {DAYS}) - 1]) || kept.daily)[1:{DAYS}]
            WHEN {_LATER} > -{DAYS} THEN {_PADDED}[1:-({_LATER})] || ({_PADDED}[1 - ({_LATER})] + excluded.detections)
                || {_PADDED}[2 - ({_LATER}):{DAYS}]
            ELSE kept.daily END"""
_IS_REOPENED: Final = "kept.state = 'closed' AND excluded.open_detections > 0"
# Detections of a closed incident that are closed as duplicates leave it as it is. An incident that has none begins again.
AFTER_RAISING: Final = f"""{", ".join(_raised_list(*each) for each in _LISTS)}, incident_parts AS (
    SELECT account_id, incident_id, is_of_device, CASE WHEN NOT is_of_device THEN leak_id END AS leak_id,
        CASE WHEN NOT is_of_device THEN has_domain END AS has_domain, count(*) AS detections,
        count(*) FILTER (WHERE NOT is_closed) AS open, max(rank) AS rank, min(datetime) AS first, max(datetime) AS last,
        max(day) AS day, 0 AS people, 0 AS sites
    FROM added GROUP BY 1, 2, 3, 4, 5
    UNION ALL SELECT account_id, incident_id, {_NO_STEP}, count(*), 0 FROM incident_people_raised WHERE is_new GROUP BY 1, 2
    UNION ALL SELECT account_id, incident_id, {_NO_STEP}, 0, count(*) FROM incident_sites_raised WHERE is_new GROUP BY 1, 2
), incidents_raised AS (
    INSERT INTO incidents AS kept ({_CREATED})
    SELECT {_created(open_="sum(open)", rank="max(rank)", first="min(first)", last="max(last)", resolution="'duplicate'")},
        sum(detections), sum(open), sum(people), sum(sites), ARRAY[sum(detections)::int], max(day), true
    FROM incident_parts GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (account_id, id) DO UPDATE SET
        state = CASE WHEN kept.open_detections + excluded.open_detections = 0 THEN 'closed' WHEN kept.state = 'waiting' THEN kept.state ELSE 'open' END,
        resolution = CASE WHEN excluded.open_detections = 0 THEN kept.resolution END,
        accepted_until = CASE WHEN excluded.open_detections = 0 THEN kept.accepted_until END,
        opened_at = CASE WHEN {_IS_REOPENED} THEN excluded.opened_at ELSE kept.opened_at END,
        closed_at = CASE WHEN excluded.open_detections = 0 THEN kept.closed_at END,
        first_detected_at = least(CASE WHEN kept.detections > 0 THEN kept.first_detected_at END, excluded.first_detected_at),
        last_detected_at = greatest(CASE WHEN kept.detections > 0 THEN kept.last_detected_at END, excluded.last_detected_at),
        severity_score = {lowered("greatest(kept.worst, excluded.worst)", "kept.completed_steps")}, worst = greatest(kept.worst, excluded.worst),
        detections = kept.detections + excluded.detections, open_detections = kept.open_detections + excluded.open_detections,
        people = kept.people + excluded.people, sites = kept.sites + excluded.sites,
        daily = {_DAILY_RAISED}, daily_on = greatest(kept.daily_on, excluded.daily_on)
    RETURNING account_id, id, opened_at, first_detected_at
), incidents_reopened AS (
    INSERT INTO incident_changes (account_id, incident_id, cause, changed_at, state, was_state)
    SELECT account_id, id, '{IncidentCause.DETECTION}', {NOW}, 'open', 'closed' FROM incidents_raised
    WHERE opened_at = (SELECT max(datetime) FROM added) AND first_detected_at < opened_at
)"""
"""The parts about incidents of a statement after ``added``."""


def _changed_list(table: str, column: str, former_column: str) -> str:
    """Return the parts that list the people or sites of alerts that moved: what each incident gains and loses is its ``step``."""
    key = f"account_id, incident_id, {column}"
    is_moved = f"(incident_id, {column}) IS DISTINCT FROM (former_incident_id, {former_column})"
    same = " AND ".join(f"kept.{each} = s.{each}" for each in key.split(", "))
    return f"""{table}_steps AS (
    SELECT {key}, sum(step)::int AS step FROM (
        SELECT {key}, 1 AS step FROM changes WHERE {is_moved}
        UNION ALL SELECT account_id, former_incident_id, {former_column}, -1 FROM changes WHERE {is_moved}
    ) AS moved WHERE incident_id IS NOT NULL AND {column} IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(step) <> 0
), {table}_counts AS (
    SELECT {key}, sum(was)::int AS was, sum(step + was)::int AS detections FROM (
        SELECT {key}, step, 0 AS was FROM {table}_steps
        UNION ALL SELECT {", ".join(f"s.{each}" for each in key.split(", "))}, 0, kept.detections
        FROM {table}_steps AS s JOIN {table} AS kept ON {same}
    ) AS each GROUP BY 1, 2, 3
), {table}_gone AS (
    DELETE FROM {table} AS kept USING {table}_counts AS s WHERE {same} AND s.detections <= 0
), {table}_kept AS (
    INSERT INTO {table} ({key}, detections) SELECT {key}, detections FROM {table}_counts WHERE detections > 0
    ON CONFLICT ({key}) DO UPDATE SET detections = excluded.detections
)"""


_NO_CHANGE: Final = """NULL::bool AS is_of_device, NULL::uuid AS leak_id, NULL::bool AS has_domain, NULL::date AS day, 0 AS detections, 0 AS open,
        NULL::bigint AS gained, NULL::bigint AS lost, NULL::timestamptz AS gained_first, NULL::timestamptz AS lost_first,
        NULL::timestamptz AS gained_last, NULL::timestamptz AS lost_last, NULL::date AS newest"""
_NEW_LESS_GONE: Final = "sum((detections > 0)::int - (was > 0)::int)"
UNCHANGED: Final = "o.id NOT IN (SELECT id FROM changes)"
"""In SQL: ``alerts AS o`` isn't among the changes. PostgreSQL compares each with all of these if they don't fit into ``work_mem``."""
_REMAINING: Final = """(SELECT {} FROM alerts AS o WHERE o.account_id = k.account_id AND o.incident_id = k.id
                AND {})"""


def _extreme(kept: str, change: str, compare: str, best: str, remaining: str) -> str:
    """Return in SQL a largest or smallest value after a change; remaining alerts are read only if the kept one has gone.

    ``remaining`` reads it from them.
    """
    return f"""CASE WHEN s.lost{change} IS NULL OR k.{kept} {compare} s.lost{change} THEN {best}(k.{kept}, s.gained{change})
            WHEN s.gained{change} {compare}= k.{kept} THEN s.gained{change}
            ELSE {best}(s.gained{change}, {remaining}) END"""


def _days_later(daily: str, days: str) -> str:
    """Return in SQL counts of days backwards from a later day."""
    return f"(array_fill(0, ARRAY[least({days}, {DAYS})]) || {daily} || array_fill(0, ARRAY[{DAYS}]))[1:{DAYS}]"


_WORST: Final = f"max((o.severity_score::bigint << {_SCORE_SHIFT}) + o.sequence)"
_ON_DAYS: Final = ", ".join(
    f"coalesce(sum(detections) FILTER (WHERE day = newest - {ago}), 0)::int" for ago in range(DAYS)
)
_ALL_DAYS: Final = ", ".join(f"daily[{number}] + moved[{number}]" for number in range(1, DAYS + 1))
_NEWEST: Final = "greatest(k.daily_on, s.newest)"


def after_changing(cause: IncidentCause, operation: str = "NULL", unchanged: str = UNCHANGED) -> str:
    """Return the parts about incidents of a statement after ``changes``; ``operation`` is the SQL of its id or of null.

    ``unchanged`` replaces ``UNCHANGED`` in a statement of which something else says the same.
    """
    worst, first, last = (
        _REMAINING.format(value, unchanged) for value in (_WORST, "min(o.datetime)", "max(o.datetime)")
    )
    lists = ", ".join(
        (
            _changed_list("incident_people", "email_account_id", "former_email_account_id"),
            _changed_list("incident_sites", "site", "site"),
        )
    )
    return f"""{lists}, incident_rows AS (
    SELECT account_id, incident_id, {_IS_OF_DEVICE} AS is_of_device, leak_id, has_domain, day, datetime, is_closed, rank, 1 AS step
    FROM changes WHERE incident_id IS NOT NULL
    UNION ALL
    SELECT account_id, former_incident_id, NULL, NULL, NULL, day, datetime, was_closed, former_rank, -1
    FROM changes WHERE former_incident_id IS NOT NULL
), incident_days AS (
    SELECT account_id, incident_id, bool_or(is_of_device) AS is_of_device,
        (array_agg(leak_id) FILTER (WHERE NOT is_of_device))[1] AS leak_id,
        bool_or(has_domain) FILTER (WHERE NOT is_of_device) AS has_domain, day, sum(step) AS detections,
        coalesce(sum(step) FILTER (WHERE NOT is_closed), 0) AS open,
        max(rank) FILTER (WHERE step > 0) AS gained, max(rank) FILTER (WHERE step < 0) AS lost,
        min(datetime) FILTER (WHERE step > 0) AS gained_first, min(datetime) FILTER (WHERE step < 0) AS lost_first,
        max(datetime) FILTER (WHERE step > 0) AS gained_last, max(datetime) FILTER (WHERE step < 0) AS lost_last
    FROM incident_rows GROUP BY account_id, incident_id, day
), incident_parts AS (
    SELECT *, max(day) FILTER (WHERE detections <> 0) OVER (PARTITION BY account_id, incident_id) AS newest, 0 AS people, 0 AS sites
    FROM incident_days
    UNION ALL SELECT account_id, incident_id, {_NO_CHANGE}, {_NEW_LESS_GONE}, 0 FROM incident_people_counts GROUP BY 1, 2
    UNION ALL SELECT account_id, incident_id, {_NO_CHANGE}, 0, {_NEW_LESS_GONE} FROM incident_sites_counts GROUP BY 1, 2
), incident_sums AS (
    SELECT account_id, incident_id, bool_or(is_of_device) AS is_of_device,
        (array_agg(leak_id) FILTER (WHERE leak_id IS NOT NULL))[1] AS leak_id, bool_or(has_domain) AS has_domain,
        sum(detections)::int AS detections, sum(open)::int AS open, max(gained) AS gained, max(lost) AS lost,
        min(gained_first) AS gained_first, min(lost_first) AS lost_first, max(gained_last) AS gained_last,
        max(lost_last) AS lost_last, sum(people)::int AS people, sum(sites)::int AS sites, max(newest) AS newest,
        ARRAY[{_ON_DAYS}] AS daily, count(*) FILTER (WHERE detections <> 0) AS days
    FROM incident_parts GROUP BY 1, 2
    HAVING sum(detections) <> 0 OR sum(open) <> 0 OR sum(people) <> 0 OR sum(sites) <> 0 OR max(gained) IS DISTINCT FROM max(lost)
), incident_values AS (
    SELECT k.account_id, k.id, {NOW} AS happened_at, k.state AS was_state, k.resolution, k.accepted_until, k.opened_at, k.closed_at,
        k.detections + s.detections AS detections, k.open_detections + s.open AS open, k.people + s.people AS people,
        k.sites + s.sites AS sites, {_NEWEST} AS daily_on,
        CASE WHEN s.newest IS NULL THEN k.daily ELSE {_days_later("k.daily", f"{_NEWEST} - k.daily_on")} END AS daily,
        CASE WHEN s.newest IS NOT NULL THEN {_days_later("s.daily", f"{_NEWEST} - s.newest")} END AS moved,
        coalesce({_extreme("worst", "", ">", "greatest", worst)}, 0) AS worst,
        coalesce({_extreme("first_detected_at", "_first", "<", "least", first)}, k.first_detected_at) AS first_detected_at,
        coalesce({_extreme("last_detected_at", "_last", ">", "greatest", last)}, k.last_detected_at) AS last_detected_at
    FROM incident_sums AS s JOIN incidents AS k ON k.account_id = s.account_id AND k.id = s.incident_id
), incident_states AS (
    SELECT *, CASE WHEN open = 0 THEN 'closed' WHEN was_state = 'waiting' THEN was_state ELSE 'open' END AS state,
        was_state = 'closed' AND open > 0 AS is_reopened
    FROM incident_values
), incidents_changed AS (
    UPDATE incidents AS kept SET state = s.state, resolution = CASE WHEN NOT s.is_reopened THEN s.resolution END,
        accepted_until = CASE WHEN NOT s.is_reopened THEN s.accepted_until END,
        opened_at = CASE WHEN s.is_reopened THEN s.happened_at ELSE s.opened_at END,
        closed_at = CASE WHEN s.open = 0 THEN coalesce(s.closed_at, s.happened_at) END,
        first_detected_at = s.first_detected_at, last_detected_at = s.last_detected_at,
        severity_score = {lowered("s.worst", "kept.completed_steps")}, worst = s.worst, detections = s.detections,
        open_detections = s.open, people = s.people, sites = s.sites,
        daily = CASE WHEN s.moved IS NULL THEN s.daily ELSE ARRAY[{_ALL_DAYS.replace("daily[", "s.daily[").replace("moved[", "s.moved[")}] END,
        daily_on = s.daily_on
    FROM incident_states AS s WHERE kept.account_id = s.account_id AND kept.id = s.id
), incidents_created AS (
    INSERT INTO incidents ({_CREATED})
    SELECT {_created(open_="max(open)", rank="max(gained)", first="min(gained_first)", last="max(gained_last)")},
        max(detections), max(open), max(people), max(sites), CASE WHEN max(days) = 1 THEN (max(daily))[1:1] ELSE max(daily) END,
        max(newest), true
    FROM incident_sums WHERE detections > 0 GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (account_id, id) DO NOTHING
), incidents_reopened AS (
    INSERT INTO incident_changes (account_id, incident_id, operation_id, cause, changed_at, state, was_state, was_resolution,
        was_accepted_until)
    SELECT account_id, id, {operation}::uuid, '{cause}', {NOW}, state, was_state, resolution, accepted_until
    FROM incident_states WHERE (state = 'closed') <> (was_state = 'closed') AND detections > 0
)"""
