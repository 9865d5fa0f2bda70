"""Bookkeeping of alerts, recomputed for tests and benchmarks that write alerts themselves."""

import asyncpg


async def recount(connection: asyncpg.Connection) -> None:
    """Recompute counters, people and numbers from ``alerts``."""
    await connection.execute(_RECOUNT)


_RECOUNT = """
DELETE FROM alert_counters;
INSERT INTO alert_counters (account_id, has_domain, is_read, is_closed, day, alerts)
SELECT account_id, domain_name IS NOT NULL, is_read, is_closed, (datetime AT TIME ZONE 'UTC')::date, count(*)
FROM alerts GROUP BY 1, 2, 3, 4, 5;
DELETE FROM domain_alert_counters;
INSERT INTO domain_alert_counters (account_id, domain_id, day, is_read, alerts)
SELECT account_id, domain_id, (datetime AT TIME ZONE 'UTC')::date, is_read, count(*)
FROM alerts WHERE domain_id IS NOT NULL GROUP BY 1, 2, 3, 4;
UPDATE email_accounts AS e SET
    open_detections = (SELECT count(*) FROM alerts WHERE account_id = e.account_id AND email_account_id = e.id AND NOT is_closed),
    last_seen = (SELECT max(last_seen) FROM alerts WHERE account_id = e.account_id AND email_account_id = e.id);
INSERT INTO alert_sequences AS kept (account_id, last_number) SELECT account_id, max(sequence) FROM alerts GROUP BY 1
ON CONFLICT (account_id) DO UPDATE SET last_number = greatest(kept.last_number, excluded.last_number);
"""
