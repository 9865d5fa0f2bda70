"""Queries of processes: the metrics that the database knows, and whether an installation has data."""

from typing import Final

from breachlight.database.relations import exists
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.metrics import Reading

# One row per value: name, description, label, value of the label, value.
_READINGS: Final = """
SELECT 'breachlight_queue_age_seconds', 'Seconds that the oldest job that could run has waited.',
    'job', entrypoint, extract(epoch FROM $1 - min(execute_after))
FROM jobs.pgqueuer WHERE status = 'queued' AND execute_after <= $1 GROUP BY entrypoint
UNION ALL
SELECT 'breachlight_jobs', 'Jobs by status.', 'status', status::text, count(*) FROM jobs.pgqueuer GROUP BY status
UNION ALL
SELECT 'breachlight_alert_lag_seconds', 'Seconds that the oldest unfinished retroactive scan has waited.', '', '',
    coalesce(extract(epoch FROM $1 - min(created_at)), 0) FROM backfills WHERE finished_at IS NULL
UNION ALL
SELECT 'breachlight_mail_age_seconds', 'Seconds that the oldest mail that is not delivered yet has waited.', '', '',
    coalesce(extract(epoch FROM $1 - min(created_at)), 0) FROM mails
WHERE sent_at IS NULL AND failed_at IS NULL AND content_sealed IS NOT NULL
UNION ALL
SELECT 'breachlight_mails', 'Mails of the last 30 days by what became of them.', 'state', state, count(*) FROM (
    SELECT CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed'
        WHEN content_sealed IS NULL THEN 'erased' ELSE 'waiting' END AS state FROM mails
) AS mails GROUP BY state
UNION ALL
SELECT 'breachlight_ingestion_' || kind || '_total', 'Ingested so far: ' || kind || '.', '', '', amount FROM (
    SELECT coalesce(sum(lines), 0) AS lines, coalesce(sum(records), 0) AS records, coalesce(sum(alerts), 0) AS alerts,
        coalesce(sum(sightings), 0) AS sightings, coalesce(sum(end_offset - start_offset), 0) AS bytes, count(*) AS batches
    FROM batches WHERE done_at IS NOT NULL
) AS done CROSS JOIN LATERAL (VALUES ('lines', lines::numeric), ('records', records), ('alerts', alerts),
    ('sightings', sightings), ('bytes', bytes), ('batches', batches)) AS each (kind, amount)
UNION ALL
SELECT 'breachlight_ingestion_unfinished_files', 'Files that are being ingested, or whose ingestion was stopped.', '', '',
    count(*) FROM leak_files WHERE state = 'running'
UNION ALL
SELECT 'breachlight_ingestion_stalled_seconds', 'Longest time since an unfinished file last made progress.', '', '',
    coalesce(extract(epoch FROM $1 - min(greatest(started_at,
        (SELECT max(done_at) FROM batches WHERE file_id = leak_files.id)))), 0)
FROM leak_files WHERE state = 'running'
UNION ALL
SELECT 'breachlight_storage_bytes', 'Bytes by store, as a worker last measured them.', 'store', split_part(row_name, ':', 2), count
FROM lake_statistics WHERE row_name LIKE 'storage:%'
UNION ALL
SELECT 'breachlight_table_rows', 'Approximate number of rows by table, as a worker last measured it.', 'table',
    split_part(row_name, ':', 2), count
FROM lake_statistics WHERE row_name LIKE 'rows:%'
UNION ALL
SELECT 'breachlight_storage_measured_age_seconds', 'Seconds since a worker measured the storage.', '', '',
    extract(epoch FROM $1 - min(taken_at)) FROM lake_statistics WHERE row_name LIKE 'storage:%' HAVING count(*) > 0
"""


async def read_metrics(connection: Connection) -> list[Reading]:
    """Return the metrics of jobs, scans, emails, ingestion and storage."""
    rows = await connection.fetch(_READINGS, clock.now())
    return [
        Reading(name, description, float(amount), {label: value} if label else {})
        for name, description, label, value, amount in rows
    ]


async def has_data(connection: Connection) -> bool:
    """Return whether the database has users or ingested batches; one without tables has neither."""
    if not await exists(connection, "users", "batches"):
        return False
    return bool(await connection.fetchval("SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM batches)"))
