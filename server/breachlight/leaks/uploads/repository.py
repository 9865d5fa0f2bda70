"""Statements of uploads."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.database.session import Connection

_COLUMNS: Final = "id, name, size, received, key_sealed, operator, host, created_at, touched_at"


@dataclass(frozen=True, slots=True)
class UploadRow:
    """An upload; ``size`` and ``received`` in bytes."""

    id: uuid.UUID
    name: str
    size: int
    received: int
    key_sealed: bytes
    operator: str
    host: str | None
    created_at: datetime
    touched_at: datetime

    @property
    def is_complete(self) -> bool:
        """Whether all of its bytes are stored."""
        return self.received == self.size


async def add_upload(connection: Connection, row: UploadRow) -> None:
    """Add an upload of which nothing is stored yet."""
    await connection.execute(
        f"INSERT INTO leak_uploads ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        row.id,
        row.name,
        row.size,
        row.received,
        row.key_sealed,
        row.operator,
        row.host,
        row.created_at,
        row.touched_at,
    )


async def find_upload(connection: Connection, upload_id: uuid.UUID) -> UploadRow | None:
    """Return an upload."""
    row = await connection.fetchrow(f"SELECT {_COLUMNS} FROM leak_uploads WHERE id = $1", upload_id)
    return None if row is None else UploadRow(**row)


async def lock_upload(connection: Connection, upload_id: uuid.UUID) -> UploadRow | None:
    """Return an upload that nobody else changes until the transaction ends."""
    row = await connection.fetchrow(f"SELECT {_COLUMNS} FROM leak_uploads WHERE id = $1 FOR UPDATE", upload_id)
    return None if row is None else UploadRow(**row)


async def uploads(connection: Connection) -> list[UploadRow]:
    """Return all uploads, the newest first."""
    rows = await connection.fetch(f"SELECT {_COLUMNS} FROM leak_uploads ORDER BY created_at DESC, id DESC")
    return [UploadRow(**row) for row in rows]


async def note_received(connection: Connection, upload_id: uuid.UUID, received: int, at: datetime) -> bool:
    """Store how many bytes of an upload are stored; False if it was deleted."""
    found = await connection.fetchval(
        "UPDATE leak_uploads SET received = $2, touched_at = $3 WHERE id = $1 RETURNING true", upload_id, received, at
    )
    return found is True


async def bytes_to_come(connection: Connection) -> int:
    """Return how many bytes all unfinished uploads still lack."""
    lacking: int = await connection.fetchval("SELECT coalesce(sum(size - received), 0)::bigint FROM leak_uploads")
    return lacking


async def delete_upload(connection: Connection, upload_id: uuid.UUID) -> UploadRow | None:
    """Delete an upload with its key, and return it."""
    row = await connection.fetchrow(f"DELETE FROM leak_uploads WHERE id = $1 RETURNING {_COLUMNS}", upload_id)
    return None if row is None else UploadRow(**row)


async def delete_abandoned(connection: Connection, unfinished: datetime, complete: datetime) -> list[UploadRow]:
    """Delete uploads that nobody has touched since these times, and that aren't being ingested; return them."""
    rows = await connection.fetch(
        f"""DELETE FROM leak_uploads WHERE touched_at < CASE WHEN received = size THEN $2::timestamptz ELSE $1::timestamptz END
            AND NOT EXISTS (SELECT 1 FROM ingest_runs AS run WHERE run.upload_id = leak_uploads.id
                AND run.state IN ('waiting', 'running', 'paused'))
        RETURNING {_COLUMNS}""",
        unfinished,
        complete,
    )
    return [UploadRow(**row) for row in rows]
