"""Statements that keep rejected stretches."""

import uuid
from collections.abc import Sequence

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.leaks.rejected_stretches import RejectedStretch, seal_stretch, within_limits


async def keep_stretches(
    connection: Connection, ring: KeyRing, file_id: uuid.UUID, stretches: Sequence[RejectedStretch]
) -> None:
    """Keep the stretches of a batch, as far as its file has room, in the transaction that marks the batch done."""
    if not stretches:
        return
    row = await connection.fetchrow(
        "SELECT quarantined, quarantined_bytes FROM leak_files WHERE id = $1 FOR NO KEY UPDATE", file_id
    )
    if row is None:
        return
    kept = within_limits(stretches, row["quarantined"], row["quarantined_bytes"])
    now = clock.now()
    await connection.copy_records_to_table(
        "quarantined_stretches",
        records=[
            (file_id, stretch.start, len(stretch.data), stretch.reason, seal_stretch(ring, file_id, stretch), now)
            for stretch in kept
        ],
        columns=("file_id", "start", "length", "reason", "sealed", "created_at"),
    )
    await connection.execute(
        "UPDATE leak_files SET quarantined = quarantined + $2, quarantined_bytes = quarantined_bytes + $3 WHERE id = $1",
        file_id,
        len(kept),
        sum(len(stretch.data) for stretch in kept),
    )
