"""Statements that group existing alerts into incidents."""

import uuid
from typing import Final, TypeAlias

from breachlight.alerts.bookkeeping_repository import CHANGED, FORMER, after_changing
from breachlight.alerts.incident_bookkeeping_repository import SITE, incident_of
from breachlight.database.session import Connection

AccountId: TypeAlias = uuid.UUID

CHUNK: Final = 1_000
"""Alerts of one transaction: the account's other writers wait no longer than for these."""

_GROUP: Final = f"""
WITH former AS MATERIALIZED (
    SELECT {FORMER}, {incident_of("a.account_id", "a.machine", "a.leak_id", "a.domain_name")} AS new_incident_id
    FROM alerts AS a WHERE a.account_id = $1 AND a.incident_id IS NULL ORDER BY a.id LIMIT {CHUNK}
), changes AS (
    UPDATE alerts SET incident_id = new_incident_id FROM former WHERE alerts.account_id = $1 AND alerts.id = former.id
    RETURNING {CHANGED}
), {after_changing()}
SELECT count(*) FROM changes
"""
_DELETE_EMPTY: Final = """
WITH deleted AS (
    DELETE FROM incidents WHERE account_id = $1 AND detections = 0 RETURNING id
), steps AS (
    DELETE FROM incident_steps WHERE account_id = $1 AND incident_id IN (SELECT id FROM deleted)
), step_changes AS (
    DELETE FROM incident_step_changes WHERE account_id = $1 AND incident_id IN (SELECT id FROM deleted)
)
DELETE FROM incident_changes WHERE account_id = $1 AND incident_id IN (SELECT id FROM deleted)
"""
_LISTED_AT_ONCE: Final = 100
_UNLISTED: Final = (
    f"SELECT id FROM incidents WHERE account_id = $1 AND NOT is_listed ORDER BY id LIMIT {_LISTED_AT_ONCE}"
)
_UNLIST: Final = "DELETE FROM {table} WHERE account_id = $1 AND incident_id = ANY($2::uuid[])"
_LIST: Final = """
INSERT INTO {table} (account_id, incident_id, {column}, detections)
SELECT account_id, incident_id, {value}, count(*) FROM alerts
WHERE account_id = $1 AND incident_id = ANY($2::uuid[]) AND {value} IS NOT NULL GROUP BY 1, 2, 3
"""
_LISTED: Final = """
UPDATE incidents AS i SET is_listed = true,
    people = (SELECT count(*) FROM incident_people WHERE account_id = $1 AND incident_id = i.id),
    sites = (SELECT count(*) FROM incident_sites WHERE account_id = $1 AND incident_id = i.id)
WHERE account_id = $1 AND id = ANY($2::uuid[])
"""
_LISTS: Final = (
    {"table": "incident_people", "column": "email_account_id", "value": "email_account_id"},
    {"table": "incident_sites", "column": "site", "value": SITE.format(alert="alerts")},
)


async def find_account_without_incidents(connection: Connection) -> AccountId | None:
    """Return an account with alerts that have no incident yet, None if there is none."""
    found: AccountId | None = await connection.fetchval(
        "SELECT account_id FROM alerts WHERE incident_id IS NULL LIMIT 1"
    )
    return found


async def group_some(connection: Connection, account_id: AccountId) -> int:
    """Add some of an account's alerts without an incident to theirs, and return how many."""
    count: int = await connection.fetchval(_GROUP, account_id)
    return count


async def find_account_with_empty(connection: Connection) -> AccountId | None:
    """Return an account with incidents whose alerts have all moved to others, None if there is none."""
    found: AccountId | None = await connection.fetchval("SELECT account_id FROM incidents WHERE detections = 0 LIMIT 1")
    return found


async def delete_empty(connection: Connection, account_id: AccountId) -> None:
    """Delete an account's incidents whose alerts have all moved to others, and their history; the caller has locked the account."""
    await connection.execute(_DELETE_EMPTY, account_id)


async def find_account_with_unlisted(connection: Connection) -> AccountId | None:
    """Return an account with incidents whose people and sites aren't listed yet, None if there is none."""
    found: AccountId | None = await connection.fetchval("SELECT account_id FROM incidents WHERE NOT is_listed LIMIT 1")
    return found


async def list_some(connection: Connection, account_id: AccountId) -> None:
    """List the people and sites of some incidents from before these lists; the caller has locked the account."""
    ids = [row["id"] for row in await connection.fetch(_UNLISTED, account_id)]
    for each in _LISTS:
        await connection.execute(_UNLIST.format(**each), account_id, ids)
        await connection.execute(_LIST.format(**each), account_id, ids)
    await connection.execute(_LISTED, account_id, ids)
