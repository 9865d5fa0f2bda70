"""Statements that keep rejected stretches."""

import uuid
from collections.abc import Sequence
from typing import Final

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.leaks import rejected_stretches as limits
from breachlight.leaks.rejected_stretches import RejectedStretch, seal_stretch

# Which ones are kept follows from the file alone, not from which process commits its batch first: all up to where the limits are
# reached.
_TRIM: Final = """
WITH running AS (
    SELECT start, count(*) OVER by_start AS stretches, sum(length) OVER by_start AS bytes
    FROM quarantined_stretches WHERE file_id = $1 WINDOW by_start AS (ORDER BY start)
), beyond AS (
    SELECT min(start) AS start FROM running WHERE stretches > $2 OR bytes > $3
), removed AS (
    DELETE FROM quarantined_stretches USING beyond WHERE file_id = $1 AND quarantined_stretches.start >= beyond.start
    RETURNING length
)
UPDATE leak_files SET quarantine_end = beyond.start, quarantined = quarantined - removals.stretches,
    quarantined_bytes = quarantined_bytes - removals.bytes
FROM beyond, (SELECT count(*) AS stretches, coalesce(sum(length), 0) AS bytes FROM removed) AS removals
WHERE id = $1 AND beyond.start IS NOT NULL
"""


async def keep_stretches(
    connection: Connection, ring: KeyRing, file_id: uuid.UUID, stretches: Sequence[RejectedStretch]
) -> None:
    """Keep the stretches of a batch, as far as its file has room, in the transaction that marks the batch done."""
    if not stretches:
        return
    row = await connection.fetchrow(
        "SELECT quarantined, quarantined_bytes, quarantine_end FROM leak_files WHERE id = $1 FOR NO KEY UPDATE", file_id
    )
    if row is None:
        return
    end = row["quarantine_end"]
    kept = [stretch for stretch in stretches if end is None or stretch.start < end]
    if not kept:
        return
    now = clock.now()
    await connection.copy_records_to_table(
        "quarantined_stretches",
        records=[
            (file_id, stretch.start, len(stretch.data), stretch.reason, seal_stretch(ring, file_id, stretch), now)
            for stretch in kept
        ],
        columns=("file_id", "start", "length", "reason", "sealed", "created_at"),
    )
    size = sum(len(stretch.data) for stretch in kept)
    await connection.execute(
        "UPDATE leak_files SET quarantined = quarantined + $2, quarantined_bytes = quarantined_bytes + $3 WHERE id = $1",
        file_id,
        len(kept),
        size,
    )
    if row["quarantined"] + len(kept) > limits.MOST_STRETCHES or row["quarantined_bytes"] + size > limits.MOST_BYTES:
        await connection.execute(_TRIM, file_id, limits.MOST_STRETCHES, limits.MOST_BYTES)
