"""Queries of the quarantine by those who read rejected input."""

import uuid
from collections.abc import Sequence

import asyncpg

from breachlight.database.session import Connection
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.models import LeakKind
from breachlight.leaks.repository import FILE_COLUMNS, FileRow, file_row


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
