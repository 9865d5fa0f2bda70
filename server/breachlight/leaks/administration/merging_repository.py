"""The statements that merge one leak into another, in one transaction."""

import uuid
from collections.abc import Mapping
from typing import Final

from breachlight.alerts.bookkeeping_repository import CHANGED, FORMER, after_changing
from breachlight.alerts.incident_bookkeeping_repository import leak_incident
from breachlight.alerts.incidents.merging_repository import fetch_incidents_of_leak, follow_merge
from breachlight.alerts.triage.repository import announce_changed
from breachlight.auth.repository import lock_accounts
from breachlight.database.session import Connection
from breachlight.kit import clock

# A duplicate keeps its row, under a digest that no file can have: retroactive scans count batches, which must not disappear.
_MARK_DUPLICATES: Final = """
UPDATE leak_files SET state = 'duplicate', digest = digest || uuid_send(leak_id), quarantined = 0, quarantined_bytes = 0
WHERE id = any($1)
"""
_FOLLOW_DUPLICATES: Final = """
UPDATE sightings SET file_id = moved.kept FROM unnest($1::uuid[], $2::uuid[]) AS moved (duplicate, kept)
WHERE sightings.leak_id = any($3) AND sightings.file_id = moved.duplicate
"""
_DROP_DOUBLE_SIGHTINGS: Final = f"""
WITH doubles AS (
    DELETE FROM sightings AS old USING sightings AS kept
    WHERE old.leak_id = $1 AND kept.leak_id = $2 AND kept.account_id = old.account_id AND kept.alert_id = old.alert_id
        AND kept.file_digest = old.file_digest
    RETURNING old.account_id, old.alert_id
), doubled AS (
    SELECT account_id, alert_id, count(*) AS rows FROM doubles GROUP BY 1, 2
), former AS MATERIALIZED (
    SELECT {FORMER}, doubled.rows AS doubled FROM doubled
    JOIN alerts AS a ON a.account_id = doubled.account_id AND a.id = doubled.alert_id
), changes AS (
    UPDATE alerts SET sightings = greatest(1, alerts.sightings - former.doubled)
    FROM former WHERE alerts.account_id = former.account_id AND alerts.id = former.id
    RETURNING {CHANGED}
), {after_changing()}
SELECT count(*) FROM changes
"""
_MOVE_ALERTS: Final = f"""
WITH former AS MATERIALIZED (
    SELECT {FORMER}, {leak_incident("a.account_id", "$1::uuid", "a.domain_name")} AS old_incident_id,
        {leak_incident("a.account_id", "$2::uuid", "a.domain_name")} AS new_incident_id
    FROM alerts AS a WHERE a.account_id = ANY($3::uuid[]) AND a.leak_id = $1
), changes AS (
    UPDATE alerts SET leak_id = $2, incident_id = CASE
            WHEN alerts.incident_id = old_incident_id THEN new_incident_id ELSE alerts.incident_id END
    FROM former WHERE alerts.account_id = former.account_id AND alerts.id = former.id
    RETURNING {CHANGED}
), {after_changing(operation="NULL", unchanged="o.leak_id <> $1")}
SELECT account_id, id FROM changes
"""
_MERGE_ENTRY: Final = """
UPDATE leaks AS kept SET
    pwn_count = kept.pwn_count + $4, modified_at = $3,
    domain = coalesce(kept.domain, old.domain), breach_date = coalesce(kept.breach_date, old.breach_date),
    description = CASE WHEN kept.description = '' THEN old.description ELSE kept.description END,
    is_sensitive = kept.is_sensitive OR old.is_sensitive,
    data_classes = (SELECT coalesce(jsonb_agg(DISTINCT class), '[]')
        FROM jsonb_array_elements(kept.data_classes || old.data_classes) AS class)
FROM leaks AS old WHERE kept.id = $2 AND old.id = $1
"""


async def lock_leaks(connection: Connection, leak_ids: list[uuid.UUID]) -> bool:
    """Lock leaks until the transaction ends, and accounts with their alerts; False if a leak is gone."""
    rows = await connection.fetch("SELECT id FROM leaks WHERE id = any($1) ORDER BY id FOR UPDATE", leak_ids)
    accounts = await connection.fetch("SELECT DISTINCT account_id FROM sightings WHERE leak_id = any($1)", leak_ids)
    await lock_accounts(connection, {row["account_id"] for row in accounts})
    return len(rows) == len(leak_ids)


async def move_everything(
    connection: Connection, old: uuid.UUID, kept: uuid.UUID, duplicates: Mapping[uuid.UUID, uuid.UUID]
) -> dict[str, int]:
    """Move files, batches, sightings, alerts and names of one leak to another, and delete it; return what was moved.

    ``duplicates`` names, for each file whose bytes both leaks have, the one that stays.
    """
    # Before sightings that both leaks have are dropped: some accounts may have no other.
    rows = await connection.fetch("SELECT DISTINCT account_id FROM sightings WHERE leak_id = $1", old)
    account_ids = [row["account_id"] for row in rows]
    await connection.execute("DELETE FROM quarantined_stretches WHERE file_id = any($1)", list(duplicates))
    await connection.execute(_MARK_DUPLICATES, list(duplicates))
    await connection.execute(_FOLLOW_DUPLICATES, list(duplicates), list(duplicates.values()), [old, kept])
    await connection.execute(_DROP_DOUBLE_SIGHTINGS, old, kept)
    sightings = await connection.execute("UPDATE sightings SET leak_id = $2 WHERE leak_id = $1", old, kept)
    followed = await fetch_incidents_of_leak(connection, old, kept, account_ids)
    alerts = await connection.fetch(_MOVE_ALERTS, old, kept, account_ids)
    await follow_merge(connection, followed)
    records: int = await connection.fetchval(
        """SELECT coalesce(sum(records), 0)::bigint FROM batches JOIN leak_files ON leak_files.id = file_id
        WHERE leak_id = $1 AND state = 'done'""",
        old,
    )
    files: int = await connection.fetchval(
        "SELECT count(*) FROM leak_files WHERE leak_id = $1 AND state <> 'duplicate'", old
    )
    await connection.execute("UPDATE leak_files SET leak_id = $2 WHERE leak_id = $1", old, kept)
    await connection.execute(_MERGE_ENTRY, old, kept, clock.now(), records)
    await connection.execute("UPDATE leak_redirects SET leak_id = $2 WHERE leak_id = $1", old, kept)
    await connection.execute(
        "INSERT INTO leak_redirects (name, leak_id) SELECT name, $2 FROM leaks WHERE id = $1", old, kept
    )
    await connection.execute("DELETE FROM leaks WHERE id = $1", old)
    await announce_changed(connection, [(row["account_id"], row["id"]) for row in alerts])
    return {
        "files": files,
        "duplicate_files": len(duplicates),
        "records": records,
        "alerts": len(alerts),
        "sightings": int(sightings.rpartition(" ")[2]),
    }
