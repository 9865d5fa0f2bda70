"""Statements that withdraw evidence from alerts."""

import json
import secrets
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg

from breachlight.alerts.bookkeeping_repository import CHANGED, FORMER, after_changing
from breachlight.alerts.incident_bookkeeping_repository import incident_of, leak_incident
from breachlight.database.session import Connection
from breachlight.kit import clock

_KEY_BYTES: Final = 32

_REMAINING: Final = """
SELECT a.id, a.password_type, a.datetime, a.domain_name IS NOT NULL AS is_portal, a.machine IS NOT NULL AS has_machine,
    a.leak_id, coalesce((SELECT json_agg(json_build_object('leak', s.leak_id, 'kind', l.kind, 'seen', s.seen_at) ORDER BY s.seen_at, s.id)
        FROM sightings AS s JOIN leaks AS l ON l.id = s.leak_id AND l.retracted_at IS NULL
        WHERE s.account_id = a.account_id AND s.alert_id = a.id AND s.leak_id <> $2), '[]') AS others
FROM alerts AS a WHERE a.account_id = $1 AND a.id IN (
    SELECT DISTINCT alert_id FROM sightings WHERE account_id = $1 AND leak_id = $2 LIMIT $3)
"""
_RETRACT: Final = f"""
WITH former AS MATERIALIZED (
    SELECT {FORMER} FROM alerts AS a WHERE a.account_id = $1 AND a.id = any($2::uuid[])
), changes AS (
    UPDATE alerts SET retracted_at = $3, is_closed_by_retraction = NOT alerts.is_closed, is_closed = true, sightings = 0
    FROM former WHERE alerts.account_id = $1 AND alerts.id = former.id
    RETURNING {CHANGED}
), {after_changing(operation="NULL")}
SELECT count(*) FROM changes
"""
_KEEP: Final = f"""
WITH former AS MATERIALIZED (
    SELECT {FORMER}, {incident_of("a.account_id", "CASE WHEN has_machine THEN a.machine END", "new_leak_id", "a.domain_name")} AS new_incident_id,
        kept.new_leak_id, new_sightings, new_first_seen, new_last_seen, new_score, new_factors, has_machine
    FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::smallint[], $8::text[], $9::bool[])
        AS kept (id, new_leak_id, new_sightings, new_first_seen, new_last_seen, new_score, new_factors, has_machine)
    JOIN alerts AS a ON a.account_id = $1 AND a.id = kept.id
), changes AS (
    UPDATE alerts SET leak_id = new_leak_id, sightings = new_sightings, first_seen = new_first_seen, last_seen = new_last_seen,
        severity_score = new_score, severity_factors = new_factors::jsonb, machine = CASE WHEN has_machine THEN machine END,
        incident_id = CASE WHEN new_leak_id = leak_id AND has_machine = (machine IS NOT NULL) THEN alerts.incident_id
            ELSE new_incident_id END
    FROM former WHERE alerts.account_id = $1 AND alerts.id = former.id
    RETURNING {CHANGED}
), {after_changing(operation="NULL")}
SELECT count(*) FROM changes
"""
# A former address of the account's list of people is a person's, too. Identifiers come from the same index.
_OF_PERSON: Final = """
SELECT a.account_id, a.id, a.username_key, a.usernames, e.email FROM alerts AS a
LEFT JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id
WHERE (a.account_id, a.id) > ($2, $3) AND a.erased_at IS NULL AND (
    a.username_key = any($1) OR e.email = any($1)
    OR a.username_key LIKE any($4) OR e.email LIKE any($4)
    OR EXISTS (SELECT 1 FROM unnest(a.usernames) AS username WHERE lower(username) LIKE any($5))
    OR lower(a.url) LIKE any($5) OR lower(a.machine::text) LIKE any($5))
ORDER BY a.account_id, a.id LIMIT $6
"""
# The key is a digest of login and secret, so a random one replaces it: what leaks again is a new detection.
_ERASE: Final = f"""
WITH former AS MATERIALIZED (
    SELECT {FORMER}, erased.new_key, {leak_incident("a.account_id", "a.leak_id", "a.domain_name")} AS new_incident_id FROM unnest($2::uuid[], $4::bytea[]) AS erased (id, new_key)
    JOIN alerts AS a ON a.account_id = $1 AND a.id = erased.id
), changes AS (
    UPDATE alerts SET key = new_key, url = NULL, usernames = '{{}}',
        username_key = '', password_sealed = NULL, password_index = NULL, machine = NULL, email_account_id = NULL,
        is_alias = false, previous_alert_id = NULL, erased_at = $3,
        incident_id = new_incident_id
    FROM former WHERE alerts.account_id = $1 AND alerts.id = former.id
    RETURNING {CHANGED}
), {after_changing(operation="NULL", ends_anchors=True)}
SELECT count(*) FROM changes
"""


@dataclass(frozen=True, slots=True)
class KeptAlert:
    """An alert that other leaks confirm, with the evidence that remains."""

    id: uuid.UUID
    leak_id: uuid.UUID
    sightings: int
    first_seen: datetime
    last_seen: datetime
    score: int
    factors: dict[str, int]
    has_machine: bool


async def accounts_of_leak(connection: Connection, leak_id: uuid.UUID) -> list[uuid.UUID]:
    """Return the accounts with sightings of a leak."""
    rows = await connection.fetch(
        "SELECT DISTINCT account_id FROM sightings WHERE leak_id = $1 ORDER BY account_id", leak_id
    )
    return [row["account_id"] for row in rows]


async def count_sightings(connection: Connection, leak_id: uuid.UUID) -> int:
    """Return how many sightings a leak has."""
    count: int = await connection.fetchval("SELECT count(*) FROM sightings WHERE leak_id = $1", leak_id)
    return count


async def alerts_of_leak(
    connection: Connection, account_id: uuid.UUID, leak_id: uuid.UUID, limit: int
) -> list[asyncpg.Record]:
    """Return some alerts of an account with sightings of a leak, and what other leaks say about each (JSON)."""
    return await connection.fetch(_REMAINING, account_id, leak_id, limit)


async def remove_sightings(
    connection: Connection, account_id: uuid.UUID, leak_id: uuid.UUID, alert_ids: Sequence[uuid.UUID]
) -> int:
    """Delete the sightings of a leak from alerts and return how many there were."""
    status = await connection.execute(
        "DELETE FROM sightings WHERE account_id = $1 AND leak_id = $2 AND alert_id = any($3)",
        account_id,
        leak_id,
        list(alert_ids),
    )
    return int(status.rpartition(" ")[2])


async def remove_sightings_without_alert(connection: Connection, account_id: uuid.UUID, leak_id: uuid.UUID) -> None:
    """Delete the sightings of a leak whose alerts are gone."""
    await connection.execute("DELETE FROM sightings WHERE account_id = $1 AND leak_id = $2", account_id, leak_id)


async def retract_alerts(connection: Connection, account_id: uuid.UUID, alert_ids: Sequence[uuid.UUID]) -> None:
    """Mark and close alerts that no leak confirms any more."""
    await connection.execute(_RETRACT, account_id, list(alert_ids), clock.now())


async def keep_alerts(connection: Connection, account_id: uuid.UUID, alerts: Sequence[KeptAlert]) -> None:
    """Store what remains of the evidence of alerts."""
    await connection.execute(
        _KEEP,
        account_id,
        [alert.id for alert in alerts],
        [alert.leak_id for alert in alerts],
        [alert.sightings for alert in alerts],
        [alert.first_seen for alert in alerts],
        [alert.last_seen for alert in alerts],
        [alert.score for alert in alerts],
        [json.dumps(alert.factors) for alert in alerts],
        [alert.has_machine for alert in alerts],
    )


async def alerts_of_person(
    connection: Connection, keys: Collection[str], after: tuple[uuid.UUID, uuid.UUID], limit: int
) -> list[asyncpg.Record]:
    """Return alerts, in the order of account and id, that may concern a mailbox; some may be of similar addresses."""
    tagged = [_like(key.rpartition("@")[2], before="%@") for key in keys]
    return await connection.fetch(
        _OF_PERSON, list(keys), *after, tagged, [_like(key, before="%", behind="%") for key in keys], limit
    )


def _like(text: str, *, before: str = "", behind: str = "") -> str:
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"{before}{escaped}{behind}"


async def urls_and_machines(
    connection: Connection, account_id: uuid.UUID, alert_ids: Sequence[uuid.UUID]
) -> dict[uuid.UUID, str]:
    """Return URL and facts of the device of alerts, as one text."""
    rows = await connection.fetch(
        """SELECT id, coalesce(url, '') || ' ' || coalesce(machine::text, '') AS text FROM alerts
        WHERE account_id = $1 AND id = any($2)""",
        account_id,
        list(alert_ids),
    )
    return {row["id"]: row["text"] for row in rows}


async def erase_alerts(connection: Connection, account_id: uuid.UUID, alert_ids: Sequence[uuid.UUID]) -> None:
    """Remove a person's data from alerts: login, secret, URL and device. Site, leak, dates and severity stay."""
    keys = [secrets.token_bytes(_KEY_BYTES) for _ in alert_ids]
    await connection.execute(_ERASE, account_id, list(alert_ids), clock.now(), keys)


async def remove_email_accounts(connection: Connection, keys: Collection[str]) -> int:
    """Delete the people of accounts' lists with these addresses, whose alerts were erased; return how many there were."""
    status = await connection.execute(
        """DELETE FROM email_accounts AS e WHERE email = any($1) AND NOT EXISTS (
            SELECT 1 FROM alerts AS a WHERE a.account_id = e.account_id AND a.email_account_id = e.id)""",
        list(keys),
    )
    return int(status.rpartition(" ")[2])
