"""Statements that raise alerts and count their sightings, from rows that are loaded into temporary tables."""

import hashlib
import uuid
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import orjson

from breachlight.alerts.bookkeeping_repository import ADDED, AFTER_RAISING, CHANGED, FORMER, after_changing
from breachlight.alerts.email_accounts.repository import live_state
from breachlight.alerts.incident_bookkeeping_repository import incident_of
from breachlight.alerts.upsert.matches import ALERT_COLUMNS, SIGHTING_COLUMNS
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_ids

CHANNEL: Final = "alerts_raised"
"""The channel on which PostgreSQL announces new alerts: JSON {account_id, sequence, count, workforce, portals}."""

# Below this, any plan is quick; above it, a plan made without statistics may compare each row with each.
_ANALYZED_FROM: Final = 5_000

_ALERT_TYPES: Final = """ordinal INT, id UUID, account_id UUID, key BYTEA, domain_id UUID, domain_name TEXT, email TEXT, is_alias BOOL,
    leak_id UUID, url TEXT, host TEXT, app TEXT, usernames TEXT[], username_key TEXT, password_sealed BYTEA,
    password_index BYTEA, password_type TEXT, severity_score SMALLINT, severity_factors JSONB, machine JSONB,
    first_seen TIMESTAMPTZ, last_seen TIMESTAMPTZ, sightings INT, backfill_id UUID, part INT, file_id UUID, file_digest BYTEA"""
_SIGHTING_TYPES: Final = """account_id UUID, key BYTEA, candidate_id UUID, leak_id UUID, file_id UUID, file_digest BYTEA, seen_at TIMESTAMPTZ,
    severity_score SMALLINT, severity_factors JSONB, machine JSONB, part INT"""


def _temporary(name: str, types: str) -> str:
    """Return a name of its own for each definition: a pooler may hand on a session with the tables of another version."""
    return f"{name}_{hashlib.sha256(types.encode()).hexdigest()[:8]}"


LOADED_ALERTS: Final = _temporary("raised_alerts", _ALERT_TYPES)
LOADED_SIGHTINGS: Final = _temporary("raised_sightings", _SIGHTING_TYPES)

# Statements are planned for each load, because the temporary tables hold one row now and 50,000 then.
_PREPARE: Final = f"""
SET LOCAL plan_cache_mode = force_custom_plan;
CREATE TEMPORARY TABLE IF NOT EXISTS {LOADED_ALERTS} ({_ALERT_TYPES}) ON COMMIT DELETE ROWS;
CREATE TEMPORARY TABLE IF NOT EXISTS {LOADED_SIGHTINGS} ({_SIGHTING_TYPES}) ON COMMIT DELETE ROWS;
DELETE FROM {LOADED_ALERTS};
DELETE FROM {LOADED_SIGHTINGS};
"""

_KNOWN = """
SELECT alerts.account_id, alerts.key FROM unnest($1::uuid[], $2::bytea[]) AS wanted (account_id, key)
JOIN alerts ON alerts.account_id = wanted.account_id AND alerts.key = wanted.key
"""

_ADD_EMAIL_ACCOUNTS = f"""
INSERT INTO email_accounts (id, account_id, email, is_live, created_at)
SELECT id, account_id, email, {live_state("wanted.account_id", "wanted.email")}, $4
FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS wanted (id, account_id, email)
ON CONFLICT (account_id, email) DO NOTHING
"""

# What another transaction has raised meanwhile. It is a statement of its own because PostgreSQL would expect none to remain, once it
# has statistics, and compare each candidate with each login.
_DROP_RAISED = f"""
DELETE FROM {LOADED_ALERTS} AS candidate USING alerts
WHERE alerts.account_id = candidate.account_id AND alerts.key = candidate.key AND $1::bool
RETURNING candidate.id
"""

# Those whose duplicates are closed; read by itself, so that a load of other accounts looks for no duplicates.
_CLOSING = f"""
SELECT DISTINCT memberships.account_id FROM memberships JOIN users ON users.id = memberships.user_id
WHERE users.is_auto_close_duplicate_breach_records_enabled AND memberships.role <> 'viewer'
    AND memberships.account_id IN (SELECT account_id FROM {LOADED_ALERTS})
"""

# Numbers follow the order of the load; the last one used is read under the account's lock. Each alert of a login, of the load or before
# it, points to the one before: in one order of all of them, since PostgreSQL expects few older ones, and would compare each with each.
_ADD_ALERTS = f"""
WITH fresh AS (
    SELECT * FROM {LOADED_ALERTS}
), logins AS (
    SELECT DISTINCT account_id, host, app, username_key FROM fresh WHERE username_key <> ''
), chain AS (
    SELECT account_id, host, app, username_key, ordinal, NULL::timestamptz AS datetime, id FROM fresh WHERE username_key <> ''
    UNION ALL
    SELECT logins.account_id, logins.host, logins.app, logins.username_key, -1, alerts.datetime, alerts.id
    FROM logins JOIN alerts ON alerts.account_id = logins.account_id AND alerts.username_key = logins.username_key
        AND alerts.host IS NOT DISTINCT FROM logins.host AND alerts.app IS NOT DISTINCT FROM logins.app
), linked AS (
    SELECT ordinal, id, lag(id) OVER (PARTITION BY account_id, host, app, username_key ORDER BY ordinal, datetime, id) AS earlier_id
    FROM chain
), duplicates AS (
    SELECT DISTINCT fresh.id FROM fresh
    JOIN alerts ON alerts.account_id = fresh.account_id AND alerts.username_key = fresh.username_key
        AND alerts.password_index = fresh.password_index AND alerts.is_closed AND alerts.retracted_at IS NULL
    WHERE fresh.account_id = ANY($2::uuid[])
), added AS (
    INSERT INTO alerts (id, account_id, key, sequence, datetime, is_read, is_closed, domain_id, domain_name,
        email_account_id, is_alias, leak_id, url, host, app, usernames, username_key, password_sealed, password_index,
        password_type, severity_score, severity_factors, machine, first_seen, last_seen, sightings, previous_alert_id,
        backfill_id, incident_id)
    SELECT fresh.id, fresh.account_id, fresh.key,
        coalesce(used.last_number, 0) + row_number() OVER (PARTITION BY fresh.account_id ORDER BY fresh.ordinal), $1, false,
        duplicates.id IS NOT NULL, fresh.domain_id, fresh.domain_name, email_accounts.id, fresh.is_alias, fresh.leak_id,
        fresh.url, fresh.host, fresh.app, fresh.usernames, fresh.username_key, fresh.password_sealed,
        fresh.password_index, fresh.password_type, fresh.severity_score, fresh.severity_factors, fresh.machine,
        fresh.first_seen, fresh.last_seen, fresh.sightings,
        linked.earlier_id, fresh.backfill_id,
        {incident_of("fresh.account_id", "fresh.machine", "fresh.leak_id", "fresh.domain_name")}
    FROM fresh
    LEFT JOIN alert_sequences AS used ON used.account_id = fresh.account_id
    LEFT JOIN email_accounts ON email_accounts.account_id = fresh.account_id AND email_accounts.email = fresh.email
    LEFT JOIN linked ON linked.id = fresh.id
    LEFT JOIN duplicates ON duplicates.id = fresh.id
    ORDER BY fresh.account_id, fresh.ordinal
    ON CONFLICT (account_id, key) DO NOTHING
    RETURNING {ADDED}
), sighted AS (
    -- An alert that is new has no sighting that this one could repeat.
    INSERT INTO sightings (account_id, alert_id, leak_id, file_id, file_digest, seen_at)
    SELECT fresh.account_id, fresh.id, fresh.leak_id, fresh.file_id, fresh.file_digest, fresh.last_seen
    FROM added JOIN fresh ON fresh.id = added.id WHERE fresh.file_digest IS NOT NULL
), {AFTER_RAISING}
SELECT added.account_id, fresh.part, count(*) AS alerts, count(*) FILTER (WHERE has_domain) AS portals,
    count(fresh.file_digest) AS sightings, max(sequence) AS sequence
FROM added JOIN fresh ON fresh.id = added.id GROUP BY GROUPING SETS ((added.account_id), (fresh.part))
"""

_ADD_SIGHTINGS = f"""
WITH matched AS (
    SELECT seen.*, alerts.id AS alert_id, alerts.id IS NOT DISTINCT FROM seen.candidate_id AS is_new
    FROM {LOADED_SIGHTINGS} AS seen JOIN alerts ON alerts.account_id = seen.account_id AND alerts.key = seen.key
    WHERE $1::bool -- only a statement with a parameter is planned again
), placed AS (
    INSERT INTO sightings (account_id, alert_id, leak_id, file_id, file_digest, seen_at)
    SELECT account_id, alert_id, leak_id, file_id, file_digest, seen_at FROM matched
    ON CONFLICT (account_id, alert_id, leak_id, file_digest) DO NOTHING
    RETURNING account_id, alert_id, leak_id, file_digest
), repeated AS (
    SELECT account_id, alert_id, count(*) AS sightings, min(seen_at) AS first_seen, max(seen_at) AS last_seen,
        max(severity_score) AS severity_score,
        (array_agg(severity_factors ORDER BY severity_score DESC))[1] AS severity_factors,
        (array_agg(machine) FILTER (WHERE machine IS NOT NULL))[1] AS machine,
        (array_agg(leak_id ORDER BY seen_at))[1] AS leak_id
    FROM placed JOIN matched USING (account_id, alert_id, leak_id, file_digest)
    WHERE NOT is_new GROUP BY account_id, alert_id
), former AS MATERIALIZED (
    SELECT {FORMER}, repeated.sightings AS new_sightings, repeated.first_seen AS new_first_seen,
        repeated.last_seen AS new_last_seen, repeated.severity_score AS new_score, repeated.severity_factors AS new_factors,
        repeated.machine AS new_machine, repeated.leak_id AS new_leak_id,
        {incident_of("a.account_id", "repeated.machine", "repeated.leak_id", "a.domain_name")} AS new_incident_id
    FROM repeated JOIN alerts AS a ON a.account_id = repeated.account_id AND a.id = repeated.alert_id
), changes AS (
    -- An alert that was retracted has no other evidence than this.
    UPDATE alerts SET sightings = alerts.sightings + new_sightings,
        first_seen = CASE WHEN retracted_at IS NULL THEN least(alerts.first_seen, new_first_seen) ELSE new_first_seen END,
        last_seen = CASE WHEN retracted_at IS NULL THEN greatest(alerts.last_seen, new_last_seen) ELSE new_last_seen END,
        severity_factors = CASE WHEN new_score > alerts.severity_score OR retracted_at IS NOT NULL
            THEN new_factors ELSE alerts.severity_factors END,
        severity_score = CASE WHEN retracted_at IS NULL THEN greatest(alerts.severity_score, new_score) ELSE new_score END,
        machine = CASE WHEN retracted_at IS NULL THEN coalesce(alerts.machine, new_machine) ELSE new_machine END,
        leak_id = CASE WHEN retracted_at IS NULL THEN alerts.leak_id ELSE new_leak_id END,
        incident_id = CASE WHEN retracted_at IS NULL THEN alerts.incident_id
            ELSE new_incident_id END,
        is_closed = alerts.is_closed AND NOT alerts.is_closed_by_retraction,
        is_closed_by_retraction = false, retracted_at = NULL
    FROM former WHERE alerts.account_id = former.account_id AND alerts.id = former.id
    RETURNING {CHANGED}
), {after_changing()}
SELECT matched.part, count(*) AS sightings
FROM placed JOIN matched USING (account_id, alert_id, leak_id, file_digest) GROUP BY matched.part
"""

_COUNT_BY_BACKFILL = f"""
SELECT raised.backfill_id, count(*) AS count FROM {LOADED_ALERTS} AS raised
JOIN alerts ON alerts.account_id = raised.account_id AND alerts.id = raised.id
WHERE raised.backfill_id IS NOT NULL GROUP BY raised.backfill_id
"""

_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"


@dataclass(frozen=True, slots=True)
class Added:
    """How many alerts of an account a load has raised, the number of the last one, and how many concern Portals."""

    account_id: uuid.UUID
    sequence: int
    alerts: int
    portals: int


async def fetch_known(connection: Connection, keys: Sequence[tuple[uuid.UUID, bytes]]) -> set[tuple[uuid.UUID, bytes]]:
    """Return those pairs of account and alert key that exist."""
    rows = await connection.fetch(_KNOWN, [account_id for account_id, _ in keys], [key for _, key in keys])
    return {(row["account_id"], row["key"]) for row in rows}


async def load_alerts(connection: Connection, rows: Sequence[tuple[object, ...]]) -> set[uuid.UUID]:
    """Put rows of ``ALERT_COLUMNS`` into their temporary table, and return the identifiers of those raised meanwhile, which aren't in it."""
    await connection.execute(_PREPARE)
    await _copy(connection, LOADED_ALERTS, ALERT_COLUMNS, rows)
    return {row["id"] for row in await connection.fetch(_DROP_RAISED, True)}


async def _copy(connection: Connection, table: str, columns: Sequence[str], rows: Sequence[tuple[object, ...]]) -> None:
    await connection.copy_records_to_table(table, records=rows, columns=columns)
    if len(rows) > _ANALYZED_FROM:
        await connection.execute(f"ANALYZE {table}")


async def add_email_accounts(connection: Connection, emails: Collection[tuple[object, object]]) -> None:
    """Add the email accounts, given with their account, that do not exist yet."""
    await connection.execute(
        _ADD_EMAIL_ACCOUNTS,
        new_ids(len(emails)),
        [account_id for account_id, _ in emails],
        [email for _, email in emails],
        clock.now(),
    )


async def add_alerts(connection: Connection, raised_at: datetime) -> tuple[list[Added], Counter[int], Counter[int]]:
    """Raise the loaded alerts that are new.

    Return how many those are by account and by part, and by part how many of them have the only sighting in their row.
    """
    closing = [row["account_id"] for row in await connection.fetch(_CLOSING)]
    rows = await connection.fetch(_ADD_ALERTS, raised_at, closing)
    added = [
        Added(row["account_id"], row["sequence"], row["alerts"], row["portals"])
        for row in rows
        if row["account_id"] is not None
    ]
    by_part = [row for row in rows if row["part"] is not None]
    alerts, sightings = (Counter({row["part"]: row[name] for row in by_part}) for name in ("alerts", "sightings"))
    return added, alerts, sightings


async def count_by_backfill(connection: Connection) -> dict[uuid.UUID, int]:
    """Return how many of the loaded alerts were raised, by the backfill that found them."""
    return {row["backfill_id"]: row["count"] for row in await connection.fetch(_COUNT_BY_BACKFILL)}


async def add_sightings(connection: Connection, rows: Sequence[tuple[object, ...]]) -> Counter[int]:
    """Add the sightings that are new, of rows of ``SIGHTING_COLUMNS``, and return how many those are by part."""
    await _copy(connection, LOADED_SIGHTINGS, SIGHTING_COLUMNS, rows)
    return Counter({row["part"]: row["sightings"] for row in await connection.fetch(_ADD_SIGHTINGS, True)})


async def notify(connection: Connection, added: Sequence[Added]) -> None:
    """Notify the listeners of ``CHANNEL`` on commit."""
    payloads = [
        orjson.dumps(
            {
                "account_id": str(of_account.account_id),
                "sequence": of_account.sequence,
                "count": of_account.alerts,
                "workforce": of_account.alerts - of_account.portals,
                "portals": of_account.portals,
            }
        ).decode()
        for of_account in added
    ]
    await connection.execute(_NOTIFY, CHANNEL, payloads)
