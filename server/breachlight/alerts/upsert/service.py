"""Raising alerts: each exactly once, whatever file, order, retry or parallel writer brings it (design sections 3 and 4.9)."""

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import asyncpg
import orjson

from breachlight.alerts.email_accounts.service import live_state
from breachlight.alerts.upsert.matches import (
    ALERT_COLUMNS,
    SIGHTING_COLUMNS,
    Finding,
    KeyedFinding,
    alert_row,
    keyed,
    sighting_rows,
)
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.mail.alert_digest_jobs import announce

CHANNEL = "alerts_raised"
"""Where PostgreSQL tells of new alerts: JSON {account_id, transaction_id, count, workforce, portals}."""

# Statements are planned anew for each load, because the temporary tables hold one row now and 50,000 then.
_PREPARE = """
SET LOCAL plan_cache_mode = force_custom_plan;
CREATE TEMPORARY TABLE IF NOT EXISTS raised_alerts (
    ordinal INT, id UUID, account_id UUID, key BYTEA, domain_id UUID, domain_name TEXT, email TEXT, is_alias BOOL,
    leak_id UUID, url TEXT, host TEXT, app TEXT, usernames TEXT[], username_key TEXT, password_sealed BYTEA,
    password_index BYTEA, password_type TEXT, severity_score SMALLINT, severity_factors JSONB, machine JSONB,
    first_seen TIMESTAMPTZ, last_seen TIMESTAMPTZ, sightings INT
) ON COMMIT DELETE ROWS;
CREATE TEMPORARY TABLE IF NOT EXISTS raised_sightings (
    account_id UUID, key BYTEA, candidate_id UUID, leak_id UUID, file_id UUID, file_digest BYTEA, seen_at TIMESTAMPTZ,
    severity_score SMALLINT, severity_factors JSONB, machine JSONB
) ON COMMIT DELETE ROWS;
TRUNCATE raised_alerts, raised_sightings;
"""

_KNOWN = """
SELECT alerts.account_id, alerts.key FROM unnest($1::uuid[], $2::bytea[]) AS wanted (account_id, key)
JOIN alerts ON alerts.account_id = wanted.account_id AND alerts.key = wanted.key
"""

# Whoever writes alerts of an account holds its row first, accounts in order of id: nobody waits in a circle.
_LOCK_ACCOUNTS = "SELECT id FROM accounts WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE"

_ADD_EMAIL_ACCOUNTS = f"""
INSERT INTO email_accounts (id, account_id, email, is_live, created_at)
SELECT id, account_id, email, {live_state("wanted.account_id", "wanted.email")}, $4
FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS wanted (id, account_id, email)
ON CONFLICT (account_id, email) DO NOTHING
"""

_ADD_ALERTS = """
WITH fresh AS (
    SELECT candidate.*, lag(candidate.id) OVER (
        PARTITION BY candidate.account_id, candidate.host, candidate.app, candidate.username_key ORDER BY candidate.ordinal
    ) AS earlier_id
    FROM raised_alerts AS candidate
    WHERE NOT EXISTS (
        SELECT 1 FROM alerts WHERE alerts.account_id = candidate.account_id AND alerts.key = candidate.key
    )
), logins AS (
    SELECT DISTINCT account_id, host, app, username_key FROM fresh WHERE username_key <> ''
), latest AS (
    SELECT DISTINCT ON (logins.account_id, logins.host, logins.app, logins.username_key) logins.*, alerts.id
    FROM logins JOIN alerts ON alerts.account_id = logins.account_id AND alerts.username_key = logins.username_key
        AND alerts.host IS NOT DISTINCT FROM logins.host AND alerts.app IS NOT DISTINCT FROM logins.app
    ORDER BY logins.account_id, logins.host, logins.app, logins.username_key, alerts.datetime DESC, alerts.id DESC
), closing AS (
    SELECT DISTINCT memberships.account_id FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE users.is_auto_close_duplicate_breach_records_enabled AND memberships.role <> 'viewer'
        AND memberships.account_id IN (SELECT account_id FROM fresh)
), duplicates AS (
    SELECT DISTINCT fresh.id FROM closing JOIN fresh ON fresh.account_id = closing.account_id
    JOIN alerts ON alerts.account_id = fresh.account_id AND alerts.username_key = fresh.username_key
        AND alerts.password_index = fresh.password_index AND alerts.is_closed
), added AS (
    INSERT INTO alerts (id, account_id, key, transaction_id, datetime, is_read, is_closed, domain_id, domain_name,
        email_account_id, is_alias, leak_id, url, host, app, usernames, username_key, password_sealed, password_index,
        password_type, severity_score, severity_factors, machine, first_seen, last_seen, sightings, previous_alert_id,
        look_back_id)
    SELECT fresh.id, fresh.account_id, fresh.key, pg_current_xact_id()::text::bigint, $1, false,
        duplicates.id IS NOT NULL, fresh.domain_id, fresh.domain_name, email_accounts.id, fresh.is_alias, fresh.leak_id,
        fresh.url, fresh.host, fresh.app, fresh.usernames, fresh.username_key, fresh.password_sealed,
        fresh.password_index, fresh.password_type, fresh.severity_score, fresh.severity_factors, fresh.machine,
        fresh.first_seen, fresh.last_seen, fresh.sightings,
        CASE WHEN fresh.username_key <> '' THEN coalesce(fresh.earlier_id, latest.id) END, $2
    FROM fresh
    LEFT JOIN email_accounts ON email_accounts.account_id = fresh.account_id AND email_accounts.email = fresh.email
    LEFT JOIN latest ON latest.account_id = fresh.account_id AND latest.username_key = fresh.username_key
        AND latest.host IS NOT DISTINCT FROM fresh.host AND latest.app IS NOT DISTINCT FROM fresh.app
    LEFT JOIN duplicates ON duplicates.id = fresh.id
    ORDER BY fresh.account_id, fresh.ordinal
    ON CONFLICT (account_id, key) DO NOTHING
    RETURNING account_id, domain_name
)
SELECT account_id, count(*) AS count, count(domain_name) AS portals, pg_current_xact_id()::text::bigint AS transaction_id
FROM added GROUP BY account_id
"""

_ADD_SIGHTINGS = """
WITH matched AS (
    SELECT seen.*, alerts.id AS alert_id, alerts.id IS NOT DISTINCT FROM seen.candidate_id AS is_new
    FROM raised_sightings AS seen JOIN alerts ON alerts.account_id = seen.account_id AND alerts.key = seen.key
    WHERE $1::bool -- only a statement with a parameter is planned anew
), placed AS (
    INSERT INTO sightings (account_id, alert_id, leak_id, file_id, file_digest, seen_at)
    SELECT account_id, alert_id, leak_id, file_id, file_digest, seen_at FROM matched
    ON CONFLICT (account_id, alert_id, leak_id, file_digest) DO NOTHING
    RETURNING account_id, alert_id, leak_id, file_digest
), repeated AS (
    SELECT account_id, alert_id, count(*) AS sightings, min(seen_at) AS first_seen, max(seen_at) AS last_seen,
        max(severity_score) AS severity_score,
        (array_agg(severity_factors ORDER BY severity_score DESC))[1] AS severity_factors,
        (array_agg(machine) FILTER (WHERE machine IS NOT NULL))[1] AS machine
    FROM placed JOIN matched USING (account_id, alert_id, leak_id, file_digest)
    WHERE NOT is_new GROUP BY account_id, alert_id
), updated AS (
    UPDATE alerts SET sightings = alerts.sightings + repeated.sightings,
        first_seen = least(alerts.first_seen, repeated.first_seen),
        last_seen = greatest(alerts.last_seen, repeated.last_seen),
        severity_factors = CASE WHEN repeated.severity_score > alerts.severity_score
            THEN repeated.severity_factors ELSE alerts.severity_factors END,
        severity_score = greatest(alerts.severity_score, repeated.severity_score),
        machine = coalesce(alerts.machine, repeated.machine)
    FROM repeated WHERE alerts.account_id = repeated.account_id AND alerts.id = repeated.alert_id
)
SELECT count(*) FROM placed
"""

_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"

_ID, _ACCOUNT, _KEY, _EMAIL = (ALERT_COLUMNS.index(name) for name in ("id", "account_id", "key", "email"))
# Below this, any plan is quick; above it, a plan made without statistics may compare each row with each.
_ANALYZED_FROM = 1_000

_Groups = Mapping[tuple[uuid.UUID, bytes], list[KeyedFinding]]


@dataclass(frozen=True, slots=True)
class Raised:
    """What a load came to: new alerts, and sightings beyond the first of each new alert."""

    alerts: int
    sightings: int


async def raise_alerts(
    connection: Connection, findings: Sequence[Finding], ring: KeyRing, *, look_back_id: uuid.UUID | None = None
) -> Raised:
    """Raise the alerts of a load and count its sightings, inside the caller's transaction (READ COMMITTED).

    An alert that exists already gains a sighting for each leak and file that it was not seen in before, which may raise
    its severity and its last seen date; nothing else of it changes. A closed alert stays closed. Findings of accounts
    that are gone are left out. Listeners of ``CHANNEL`` hear of it when the transaction commits, once for each account;
    members who want it are told by mail soon after, unless a look-back raises them: its summary tells of them.

    From this call on the transaction holds the rows of all accounts concerned, so call it once in a transaction and
    commit soon: other writers of these accounts wait.

    Raises:
        asyncpg.PostgresError: nothing of the load stands; the caller's transaction has failed and may be tried again.
    """
    if not findings:
        return Raised(0, 0)
    raised_at = clock.now()
    groups: _Groups = await asyncio.to_thread(keyed, findings, ring, raised_at)
    known = await _known(connection, groups)
    # Sealing comes before the lock: it is the slow part and needs no lock.
    alert_rows = await asyncio.to_thread(_alert_rows, groups, known, ring)
    account_ids = {account_id for account_id, _ in groups}
    present = {row["id"] for row in await connection.fetch(_LOCK_ACCOUNTS, list(account_ids))}
    ids = {(row[_ACCOUNT], row[_KEY]): row[_ID] for row in alert_rows}
    seen_rows = [row for key, group in groups.items() for row in sighting_rows(group, ids.get(key))]
    if len(present) < len(account_ids):
        alert_rows = [row for row in alert_rows if row[_ACCOUNT] in present]
        seen_rows = [row for row in seen_rows if row[0] in present]
    await connection.execute(_PREPARE)
    await connection.copy_records_to_table("raised_alerts", records=alert_rows, columns=ALERT_COLUMNS)
    await connection.copy_records_to_table("raised_sightings", records=seen_rows, columns=SIGHTING_COLUMNS)
    if len(seen_rows) > _ANALYZED_FROM:
        await connection.execute("ANALYZE raised_alerts, raised_sightings")
    await _add_email_accounts(connection, alert_rows)
    added = await connection.fetch(_ADD_ALERTS, raised_at, look_back_id)
    placed: int = await connection.fetchval(_ADD_SIGHTINGS, True)
    count = sum(row["count"] for row in added)
    if added:
        await connection.execute(_NOTIFY, CHANNEL, [_payload(row) for row in added])
        await announce(connection, [row["account_id"] for row in added])
    return Raised(alerts=count, sightings=placed - count)


async def _known(connection: Connection, groups: _Groups) -> set[tuple[uuid.UUID, bytes]]:
    keys = list(groups)
    rows = await connection.fetch(_KNOWN, [account_id for account_id, _ in keys], [key for _, key in keys])
    return {(row["account_id"], row["key"]) for row in rows}


def _alert_rows(groups: _Groups, known: set[tuple[uuid.UUID, bytes]], ring: KeyRing) -> list[tuple[object, ...]]:
    new = [group for key, group in groups.items() if key not in known]
    # Identifiers of one millisecond are in no order; sorted, they tell which alert of a load came first.
    ids = sorted(new_id() for _ in new)
    return [alert_row(number, ids[number], group, ring) for number, group in enumerate(new)]


async def _add_email_accounts(connection: Connection, alert_rows: Sequence[Sequence[object]]) -> None:
    wanted = {(row[_ACCOUNT], row[_EMAIL]) for row in alert_rows if row[_EMAIL] is not None}
    if wanted:
        await connection.execute(
            _ADD_EMAIL_ACCOUNTS,
            [new_id() for _ in wanted],
            [account_id for account_id, _ in wanted],
            [address for _, address in wanted],
            clock.now(),
        )


def _payload(row: asyncpg.Record) -> str:
    count, portals = row["count"], row["portals"]
    content = {
        "account_id": str(row["account_id"]),
        "transaction_id": row["transaction_id"],
        "count": count,
        "workforce": count - portals,
        "portals": portals,
    }
    return orjson.dumps(content).decode("ascii")
