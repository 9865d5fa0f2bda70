"""Statements that count the records and affected accounts of leaks."""

import uuid
from collections.abc import Sequence

from breachlight.database.session import Connection
from breachlight.kit import clock


async def uncounted_leaks(connection: Connection) -> list[uuid.UUID]:
    """Return the leaks that weren't counted yet, or that files, merges, retractions or edits have changed since."""
    rows = await connection.fetch(
        """SELECT id FROM leaks LEFT JOIN leak_figures AS f ON f.leak_id = leaks.id
        WHERE f.leak_id IS NULL OR modified_at > f.counted_at"""
    )
    return [row["id"] for row in rows]


async def all_leaks(connection: Connection) -> list[uuid.UUID]:
    """Return all leaks."""
    return [row["id"] for row in await connection.fetch("SELECT id FROM leaks")]


async def count_records(connection: Connection, leak_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return how many records of leaks are in the lake; leaks without any are left out."""
    rows = await connection.fetch(
        """SELECT leak_id, sum(records - coalesce((tally->>'erased')::int, 0))::bigint AS records
        FROM batches JOIN leak_files ON leak_files.id = file_id
        WHERE leak_id = any($1) AND done_at IS NOT NULL AND state NOT IN ('duplicate', 'retracted') GROUP BY leak_id""",
        list(leak_ids),
    )
    return {row["leak_id"]: row["records"] for row in rows}


async def count_accounts(connection: Connection, leak_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return how many accounts have detections of leaks; leaks without any are left out."""
    rows = await connection.fetch(
        """SELECT leak_id, count(*) AS accounts FROM (
            SELECT DISTINCT leak_id, account_id FROM sightings WHERE leak_id = any($1)
        ) AS affected GROUP BY leak_id""",
        list(leak_ids),
    )
    return {row["leak_id"]: row["accounts"] for row in rows}


async def store_figures(connection: Connection, figures: Sequence[tuple[uuid.UUID, int, int]]) -> None:
    """Store the records and accounts of leaks."""
    await connection.execute(
        """INSERT INTO leak_figures (leak_id, records, accounts, counted_at)
        SELECT leak_id, records, accounts, $4 FROM unnest($1::uuid[], $2::bigint[], $3::int[]) AS t (leak_id, records, accounts)
        ON CONFLICT (leak_id) DO UPDATE SET records = excluded.records, accounts = excluded.accounts, counted_at = excluded.counted_at""",
        [leak_id for leak_id, _, _ in figures],
        [records for _, records, _ in figures],
        [accounts for _, _, accounts in figures],
        clock.now(),
    )


async def remove_stale_figures(connection: Connection) -> None:
    """Delete the figures of leaks that there are no more."""
    await connection.execute("DELETE FROM leak_figures WHERE leak_id NOT IN (SELECT id FROM leaks)")
