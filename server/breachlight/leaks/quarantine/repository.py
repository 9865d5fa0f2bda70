"""Queries of the quarantine."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import asyncpg

from breachlight.database.session import Connection
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.models import LeakKind
from breachlight.leaks.repository import FILE_COLUMNS, FileRow, file_row

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


async def find_file(connection: Connection, file_id: uuid.UUID) -> QuarantinedFile | None:
    """Return a file with something in the quarantine."""
    row = await connection.fetchrow(f"{_FILE} WHERE f.id = $1 AND (f.quarantined > 0 OR f.state = 'held')", file_id)
    return None if row is None else _file(row)


async def origin(connection: Connection, file_id: uuid.UUID) -> tuple[FileRow, CatalogueEntry]:
    """Return a file and its leak as ingestion needs them."""
    row = await connection.fetchrow(
        f"""SELECT {FILE_COLUMNS}, leaks.name AS leak_name, leaks.kind AS leak_kind, leaks.breach_date
        FROM leak_files JOIN leaks ON leaks.id = leak_id WHERE leak_files.id = $1""",
        file_id,
    )
    assert row is not None
    leak = CatalogueEntry(row["leak_id"], row["leak_name"], LeakKind(row["leak_kind"]), row["breach_date"])
    return file_row(row), leak


async def stretches(connection: Connection, file_id: uuid.UUID, after: int, limit: int) -> list[asyncpg.Record]:
    """Return some stretches of a file in their order, those after the id ``after``."""
    return await connection.fetch(
        """SELECT id, start, length, reason, sealed FROM quarantined_stretches
        WHERE file_id = $1 AND id > $2 ORDER BY id LIMIT $3""",
        file_id,
        after,
        limit,
    )


async def all_stretches(connection: Connection, after: int, limit: int) -> list[asyncpg.Record]:
    """Return some stretches of all files, those after the id ``after``."""
    return await connection.fetch(
        "SELECT id, file_id, start, reason, sealed FROM quarantined_stretches WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit,
    )


async def remove_stretches(connection: Connection, ids: Sequence[int]) -> int:
    """Delete stretches and return how many there were."""
    rows = await connection.fetch(
        """WITH removed AS (
            DELETE FROM quarantined_stretches WHERE id = any($1) RETURNING file_id, length
        ), counted AS (
            UPDATE leak_files SET quarantined = quarantined - sums.number, quarantined_bytes = quarantined_bytes - sums.bytes
            FROM (SELECT file_id, count(*) AS number, sum(length) AS bytes FROM removed GROUP BY file_id) AS sums
            WHERE leak_files.id = sums.file_id
        )
        SELECT length FROM removed""",
        list(ids),
    )
    return len(rows)


async def remove_stretches_of(connection: Connection, file_id: uuid.UUID) -> int:
    """Delete all stretches of a file and return how many there were."""
    status = await connection.execute("DELETE FROM quarantined_stretches WHERE file_id = $1", file_id)
    await connection.execute("UPDATE leak_files SET quarantined = 0, quarantined_bytes = 0 WHERE id = $1", file_id)
    return int(status.rpartition(" ")[2])


async def forget_held_file(connection: Connection, file_id: uuid.UUID) -> None:
    """Delete the row of a held file."""
    await connection.execute("DELETE FROM leak_files WHERE id = $1 AND state = 'held'", file_id)


async def next_number(connection: Connection, file_id: uuid.UUID) -> int:
    """Return the number of the next batch of a file."""
    number: int = await connection.fetchval(
        "SELECT coalesce(max(number) + 1, 0) FROM batches WHERE file_id = $1", file_id
    )
    return number


async def unmarked_batches(connection: Connection, file_id: uuid.UUID) -> list[int]:
    """Return the batches of a file that are not done."""
    rows = await connection.fetch("SELECT id FROM batches WHERE file_id = $1 AND done_at IS NULL", file_id)
    return [row["id"] for row in rows]


async def add_records(connection: Connection, leak_id: uuid.UUID, records: int) -> None:
    """Count more records of a leak."""
    await connection.execute("UPDATE leaks SET pwn_count = pwn_count + $2 WHERE id = $1", leak_id, records)
