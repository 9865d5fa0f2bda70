"""Queries of notifications: each source gives its newest entries by an index, so that costs don't depend on what an account has.

Detections and incidents may be distributed over a cluster, and other tables not, so one statement reads these and another one those
(decision 61).
"""

import uuid
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

import asyncpg

from breachlight.database.session import Connection
from breachlight.kit.identifiers import new_id

MOST: Final = 50
"""Entries of one source."""
MOST_SEEN: Final = 200
"""Entries that are remembered as seen; no reader is shown as many."""

_MEMBER: Final = """
SELECT m.created_at AS since, coalesce(k.seen_ids, '{}') AS seen_ids FROM memberships AS m
LEFT JOIN notification_marks AS k ON k.account_id = m.account_id AND k.user_id = m.user_id
WHERE m.account_id = $1 AND m.user_id = $2
"""
# What a member reopened is no news: only a new detection opens an incident no later than its last one.
_INCIDENTS: Final = f"""
SELECT CASE WHEN EXISTS (
        SELECT FROM incident_changes AS c WHERE c.account_id = $1 AND c.incident_id = i.id AND c.cause = 'expiry' AND c.changed_at = i.opened_at
    ) THEN 'acceptance_ended' WHEN i.first_detected_at < i.opened_at THEN 'incident_reopened' ELSE 'incident_opened' END AS kind,
    i.id AS source_id, i.opened_at AS happened_at, NULL::uuid AS user_id, i.detections AS number, 0::bigint AS found,
    i.id AS incident_id, NULL::uuid AS alert_id, NULL::bool AS has_domain, NULL::text AS target
FROM incidents AS i
WHERE i.account_id = $1 AND i.state <> 'closed' AND i.opened_at <= i.last_detected_at AND i.opened_at >= $3
ORDER BY i.opened_at DESC, i.severity_score DESC, i.id DESC LIMIT {MOST}
"""
# After a further detection it is among those above, as the same entry.
_ACCEPTANCES_ENDED: Final = f"""
SELECT 'acceptance_ended', i.id, i.opened_at, NULL, i.detections, 0, i.id, NULL, NULL, NULL
FROM incident_changes AS c JOIN incidents AS i ON i.account_id = $1 AND i.id = c.incident_id AND i.opened_at = c.changed_at
WHERE c.account_id = $1 AND c.cause = 'expiry' AND c.changed_at >= $3 AND i.state <> 'closed' AND i.opened_at > i.last_detected_at
ORDER BY i.opened_at DESC, i.severity_score DESC, i.id DESC LIMIT {MOST}
"""
_ASSIGNED: Final = f"""FROM {{}} WHERE account_id = $1 AND assignee_id = $2 AND user_id <> $2 AND created_at >= $3
    AND undone_at IS NULL AND updated > 0 ORDER BY created_at DESC LIMIT {MOST}"""
_INCIDENTS_ASSIGNED: Final = f"""
SELECT 'incidents_assigned', o.id, o.created_at, o.user_id, o.updated, 0, changed.incident_id, NULL, NULL, NULL
FROM (SELECT * {_ASSIGNED.format("incident_operations")}) AS o LEFT JOIN LATERAL (
    SELECT c.incident_id FROM incident_changes AS c WHERE c.account_id = $1 AND c.operation_id = o.id AND c.cause IS NULL LIMIT 1
) AS changed ON o.updated = 1
"""
_TARGET: Final = "coalesce(e.email, a.domain_name, a.host, a.app)"
_ALERTS_ASSIGNED: Final = f"""
SELECT 'detections_assigned', o.id, o.created_at, o.user_id, o.updated, 0, NULL, CASE WHEN o.updated = 1 THEN a.id END,
    a.domain_name IS NOT NULL, CASE WHEN o.updated = 1 THEN {_TARGET} END
FROM (SELECT * {_ASSIGNED.format("alert_operations")}) AS o LEFT JOIN LATERAL (
    SELECT c.alert_id FROM alert_changes AS c WHERE c.account_id = $1 AND c.operation_id = o.id LIMIT 1
) AS changed ON true
LEFT JOIN alerts AS a ON a.account_id = $1 AND a.id = changed.alert_id
LEFT JOIN email_accounts AS e ON e.account_id = $1 AND e.id = a.email_account_id
"""
# A note keeps whom it mentioned once, also if it doesn't anymore.
_MENTIONS: Final = f"""
SELECT 'mentioned', n.id, n.at, n.user_id, 1, 0, NULL, a.id, a.domain_name IS NOT NULL, {_TARGET}
FROM (
    SELECT id, alert_id, user_id, coalesce(edited_at, created_at) AS at FROM alert_notes
    WHERE account_id = $1 AND cardinality(mentioned_ids) > 0 AND coalesce(edited_at, created_at) >= $3
        AND $2 = ANY(mentioned_ids) AND user_id <> $2 AND position('<@' || $2::text || '>' IN text) > 0
    ORDER BY coalesce(edited_at, created_at) DESC LIMIT {MOST}
) AS n JOIN alerts AS a ON a.account_id = $1 AND a.id = n.alert_id
LEFT JOIN email_accounts AS e ON e.account_id = $1 AND e.id = a.email_account_id
"""
_OF_DETECTIONS: Final = " UNION ALL ".join(
    f"({source})" for source in (_INCIDENTS, _ACCEPTANCES_ENDED, _INCIDENTS_ASSIGNED, _ALERTS_ASSIGNED, _MENTIONS)
)
_DOMAINS_MISSING: Final = f"""
SELECT 'domain_record_missing' AS kind, d.id AS source_id, d.missing_since AS happened_at, NULL::uuid AS user_id, 1::bigint AS number,
    0::bigint AS found, NULL::uuid AS incident_id, NULL::uuid AS alert_id, NULL::bool AS has_domain, d.domain::text AS target
FROM domains AS d WHERE d.account_id = $1 AND d.is_verified AND d.missing_since >= $2 ORDER BY d.missing_since DESC LIMIT {MOST}
"""
_DOMAINS_LOST: Final = f"""
SELECT 'domain_lost', s.id, s.happened_at, NULL, 1, 0, NULL, NULL, NULL, s.detail ->> 'domain' FROM security_events AS s
WHERE s.account_id = $1 AND s.kind = 'domain_lost' AND s.happened_at >= $2 AND NOT EXISTS (
    SELECT FROM domains AS d WHERE d.account_id = $1 AND d.domain = s.detail ->> 'domain' AND d.is_verified
) ORDER BY s.happened_at DESC LIMIT {MOST}
"""
# Scans of many addresses that begin together end together.
_BACKFILLS: Final = f"""
SELECT 'backfill_finished', (array_agg(b.id ORDER BY b.finished_at DESC, b.id))[1], max(b.finished_at), NULL, count(*), sum(b.alerts),
    NULL, NULL, NULL, CASE WHEN count(*) = 1 THEN min(b.key) END
FROM (
    SELECT b.id, b.finished_at, b.alerts, i.key FROM backfills AS b
    JOIN identities AS i ON i.account_id = $1 AND i.id = b.identity_id
    WHERE b.account_id = $1 AND b.finished_at >= $2
) AS b GROUP BY date_trunc('hour', b.finished_at) ORDER BY 3 DESC LIMIT {MOST}
"""
# There are no reports before the first detection.
_HAD_DETECTIONS: Final = "SELECT EXISTS (SELECT 1 FROM alert_counters WHERE account_id = $1 AND day < $2::date)"
_REPORT: Final = """
SELECT 'report_ready', $1, $4::timestamptz, NULL, 1, 0, NULL, NULL, NULL, to_char($3::date, 'YYYY-MM') WHERE $4 >= $2 AND $5
"""
_OF_ACCOUNT: Final = " UNION ALL ".join(
    f"({source})" for source in (_DOMAINS_MISSING, _DOMAINS_LOST, _BACKFILLS, _REPORT)
)
_MARK: Final = f"""
INSERT INTO notification_marks AS kept (id, account_id, user_id, seen_ids) VALUES ($1, $2, $3, $4)
ON CONFLICT (account_id, user_id) DO UPDATE SET seen_ids = (excluded.seen_ids || ARRAY(
    SELECT id FROM unnest(kept.seen_ids) WITH ORDINALITY AS old (id, place) WHERE id <> ALL(excluded.seen_ids) ORDER BY place
))[1:{MOST_SEEN}]
"""


async def fetch_member(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID
) -> tuple[datetime, set[uuid.UUID]] | None:
    """Return since when a user is a member of an account and what they have seen; None if they aren't."""
    row = await connection.fetchrow(_MEMBER, account_id, user_id)
    return None if row is None else (row["since"], set(row["seen_ids"]))


async def fetch_of_detections(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, since: datetime
) -> list[asyncpg.Record]:
    """Return new incidents, what others assigned to a member, and notes that mention the member, each from ``since`` on."""
    return await connection.fetch(_OF_DETECTIONS, account_id, user_id, since)


async def fetch_of_account(
    connection: Connection, account_id: uuid.UUID, since: datetime, month: date, ended: datetime
) -> list[asyncpg.Record]:
    """Return lost domains, finished retroactive scans by hour, and the report of a month that ended, each from ``since`` on."""
    has_report = await connection.fetchval(_HAD_DETECTIONS, account_id, ended.date())
    return await connection.fetch(_OF_ACCOUNT, account_id, since, month, ended, has_report)


async def mark_seen(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, ids: Sequence[uuid.UUID]
) -> None:
    """Remember notifications as seen."""
    await connection.execute(_MARK, new_id(), account_id, user_id, list(ids))
