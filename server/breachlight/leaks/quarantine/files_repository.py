"""Queries of the quarantine as operators see it; loads nothing that parses."""

import json
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import asyncpg

from breachlight.database.session import Connection

_FILE: Final = """
SELECT f.id, l.name AS leak, f.name, f.size, f.path, f.state, f.hold, f.started_at, f.quarantined, f.quarantined_bytes,
    coalesce((SELECT json_object_agg(reason, number) FROM (SELECT reason, count(*) AS number FROM quarantined_stretches
        WHERE file_id = f.id GROUP BY reason) AS reasons), '{}') AS reasons,
    coalesce((SELECT sum(lines_of.amount::bigint) FROM batches, json_each_text(batches.tally::json -> 'rejected') AS lines_of (reason, amount)
        WHERE file_id = f.id AND done_at IS NOT NULL), 0)::bigint AS rejected_lines
FROM leak_files AS f JOIN leaks AS l ON l.id = f.leak_id
"""


@dataclass(frozen=True, slots=True)
class QuarantinedFile:
    """A file with kept stretches, or that is held; ``rejected_lines`` counts all, also those that are not kept."""

    id: uuid.UUID
    leak: str
    name: str
    size: int
    path: str | None
    state: str
    hold: dict[str, Any] | None
    started_at: datetime
    stretches: int
    stretch_bytes: int
    reasons: dict[str, int]
    rejected_lines: int

    @property
    def is_held(self) -> bool:
        """Whether nothing of the file was stored."""
        return self.state == "held"

    @property
    def is_done(self) -> bool:
        """Whether the file is ingested to its end."""
        return self.state == "done"


def _file(row: asyncpg.Record) -> QuarantinedFile:
    return QuarantinedFile(
        row["id"],
        row["leak"],
        row["name"],
        row["size"],
        row["path"],
        row["state"],
        None if row["hold"] is None else json.loads(row["hold"]),
        row["started_at"],
        row["quarantined"],
        row["quarantined_bytes"],
        json.loads(row["reasons"]),
        row["rejected_lines"],
    )


async def list_files(connection: Connection) -> list[QuarantinedFile]:
    """Return the files with something in the quarantine, the newest first."""
    rows = await connection.fetch(
        f"{_FILE} WHERE f.quarantined > 0 OR f.state = 'held' ORDER BY f.started_at DESC, f.id"
    )
    return [_file(row) for row in rows]


async def page_of_files(
    connection: Connection,
    search: str | None,
    reason: str | None,
    before: tuple[datetime, uuid.UUID] | None,
    limit: int,
) -> list[QuarantinedFile]:
    """Return files whose name or leak is like a pattern and that have stretches of a reason, the newest first; None is any."""
    rows = await connection.fetch(
        f"""{_FILE} WHERE (f.quarantined > 0 OR f.state = 'held')
            AND ($1::text IS NULL OR f.name ILIKE $1 OR l.name ILIKE $1 OR l.title ILIKE $1)
            AND ($2::text IS NULL OR EXISTS (SELECT 1 FROM quarantined_stretches WHERE file_id = f.id AND reason = $2))
            AND ($3::timestamptz IS NULL OR (f.started_at, f.id) < ($3, $4::uuid))
        ORDER BY f.started_at DESC, f.id DESC LIMIT $5""",
        search,
        reason,
        *(before or (None, None)),
        limit,
    )
    return [_file(row) for row in rows]


async def find_file(connection: Connection, file_id: uuid.UUID) -> QuarantinedFile | None:
    """Return a file with something in the quarantine."""
    row = await connection.fetchrow(f"{_FILE} WHERE f.id = $1 AND (f.quarantined > 0 OR f.state = 'held')", file_id)
    return None if row is None else _file(row)


async def page_of_stretches(
    connection: Connection, file_id: uuid.UUID, reason: str | None, after: int, limit: int
) -> list[asyncpg.Record]:
    """Return some stretches of a file in their order, those after the id ``after``; of one reason if it is given."""
    return await connection.fetch(
        """SELECT id, start, length, reason, sealed FROM quarantined_stretches
        WHERE file_id = $1 AND id > $2 AND ($4::text IS NULL OR reason = $4) ORDER BY id LIMIT $3""",
        file_id,
        after,
        limit,
        reason,
    )


async def remove_stretches_of(connection: Connection, file_id: uuid.UUID) -> int:
    """Delete all stretches of a file and return how many there were."""
    status = await connection.execute("DELETE FROM quarantined_stretches WHERE file_id = $1", file_id)
    await connection.execute("UPDATE leak_files SET quarantined = 0, quarantined_bytes = 0 WHERE id = $1", file_id)
    return int(status.rpartition(" ")[2])


async def forget_held_file(connection: Connection, file_id: uuid.UUID) -> None:
    """Delete the row of a held file."""
    await connection.execute("DELETE FROM leak_files WHERE id = $1 AND state = 'held'", file_id)
