"""The statements of ingestion: files, batches, and the epoch of the monitored identities."""

import json
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final

import asyncpg

from breachlight.database.locks import share_advisory_locks, try_advisory_lock
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.counts import Counts
from breachlight.leaks.formats import Detection, FileKind, StreamEncoding, dump_dialect, load_dialect
from breachlight.leaks.models import LeakFileState, LeakKind

FILE_COLUMNS: Final = ", ".join(
    f"leak_files.{name}" for name in ("id", "leak_id", "digest", "kind", "dialect", "state", "started_at")
)


@dataclass(frozen=True, slots=True)
class FileRow:
    """One file of a leak, known by the digest of its bytes."""

    id: uuid.UUID
    leak_id: uuid.UUID
    digest: bytes
    detection: Detection
    is_done: bool
    started_at: datetime
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is to be entered; ``size`` is in bytes, ``path`` where it is."""

    digest: bytes
    name: str
    size: int
    detection: Detection
    path: str | None


async def lock_file(connection: Connection, leak_id: uuid.UUID, digest: bytes) -> bool:
    """Take the lock of one file alone for as long as the connection lives; False when another process has or shares it."""
    return await try_advisory_lock(connection, _file_lock(leak_id, digest))


async def share_file(connection: Connection, leak_id: uuid.UUID, digest: bytes) -> bool:
    """Share the lock of one file with other ingestions; False when a process has it alone."""
    return bool(await share_files(connection, leak_id, [digest]))


async def share_files(connection: Connection, leak_id: uuid.UUID, digests: Sequence[bytes]) -> list[bytes]:
    """Share the locks of files as ``share_file``; return the files whose lock no process has alone."""
    names = {_file_lock(leak_id, digest): digest for digest in digests}
    return [names[name] for name in await share_advisory_locks(connection, list(names))]


def _file_lock(leak_id: uuid.UUID, digest: bytes) -> int:
    """Return the name of the lock of a file."""
    return int.from_bytes(blake2b(leak_id.bytes + digest, digest_size=8).digest(), "big", signed=True)


async def find_file(connection: Connection, leak_id: uuid.UUID, digest: bytes) -> FileRow | None:
    """Return the file with these bytes in this leak."""
    row = await connection.fetchrow(
        f"SELECT {FILE_COLUMNS} FROM leak_files WHERE leak_id = $1 AND digest = $2",
        leak_id,
        digest,
    )
    return None if row is None else file_row(row)


def file_row(row: asyncpg.Record) -> FileRow:
    """Return the file of a row of ``leak_files``."""
    return FileRow(
        row["id"],
        row["leak_id"],
        row["digest"],
        _read_detection(row["kind"], json.loads(row["dialect"])),
        row["state"] == LeakFileState.DONE,
        row["started_at"],
        row["state"] == LeakFileState.HELD,
    )


async def add_file(
    connection: Connection, leak_id: uuid.UUID, file: NewFile, hold: dict[str, object] | None = None
) -> FileRow:
    """Enter a file, or replace what is known of a held one, which has no batches; any other stays as it is. Return the file.

    ``hold`` says why it is held; without, its ingestion begins.
    """
    row = await connection.fetchrow(
        f"""INSERT INTO leak_files (id, leak_id, digest, name, size, kind, dialect, state, started_at, path, hold)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        ON CONFLICT (leak_id, digest) DO UPDATE SET name = excluded.name, kind = excluded.kind, dialect = excluded.dialect,
            state = excluded.state, started_at = excluded.started_at, path = excluded.path, hold = excluded.hold
        WHERE leak_files.state = 'held'
        RETURNING {FILE_COLUMNS}""",
        new_id(),
        leak_id,
        file.digest,
        file.name,
        file.size,
        file.detection.kind.value,
        written_detection(file.detection),
        (LeakFileState.RUNNING if hold is None else LeakFileState.HELD).value,
        clock.now(),
        file.path,
        None if hold is None else json.dumps(hold),
    )
    found = file_row(row) if row is not None else await find_file(connection, leak_id, file.digest)
    assert found is not None
    return found


def written_detection(detection: Detection) -> str:
    """Return the JSON of what was detected, without the kind."""
    dialect = dump_dialect(detection.dialect) if detection.dialect else {}
    return json.dumps({"encoding": detection.encoding.value, "dialect": dialect})


def _read_detection(kind: str, written: dict[str, Any]) -> Detection:
    """The dialect of the first run holds for the file, even when a later version would vote otherwise."""
    return Detection(FileKind(kind), StreamEncoding(written["encoding"]), load_dialect(written["dialect"], kind))


async def finish_file(connection: Connection, file: FileRow) -> None:
    """Mark a file done, once, and count its records for its leak; all its batches are done."""
    async with connection.transaction():
        done = await connection.fetchval(
            "UPDATE leak_files SET state = $2, finished_at = $3 WHERE id = $1 AND state = 'running' RETURNING id",
            file.id,
            LeakFileState.DONE.value,
            clock.now(),
        )
        if done is not None:
            records = await connection.fetchval(
                "SELECT coalesce(sum(records), 0)::bigint FROM batches WHERE file_id = $1", file.id
            )
            await connection.execute(
                "UPDATE leaks SET modified_at = $3, pwn_count = pwn_count + $2 WHERE id = $1",
                file.leak_id,
                records,
                clock.now(),
            )


async def drop_batches(connection: Connection, batch_ids: Sequence[int]) -> None:
    """Forget batches whose rows have been taken out of the lake; done ones stay whatever is asked."""
    await connection.execute("DELETE FROM batches WHERE id = any($1) AND done_at IS NULL", list(batch_ids))


async def open_batch(connection: Connection, file: FileRow, number: int, start: int, end: int) -> int:
    """Enter a batch that is not done yet, of a file whose lock the caller has alone, and return its id."""
    batch_id: int = await connection.fetchval(
        """INSERT INTO batches (file_id, number, start_offset, end_offset, lines, records, alerts, sightings, tally)
        VALUES ($1, $2, $3, $4, 0, 0, 0, 0, '{}') RETURNING id""",
        file.id,
        number,
        start,
        end,
    )
    return batch_id


async def mark_batch_done(
    connection: Connection, batch_id: int, identity_epoch: int, counts: Counts, owner: int | None
) -> bool:
    """Mark a batch done, in the transaction of its alerts; False when its claim is no longer the owner's."""
    marked = await connection.fetchval(
        """UPDATE batches SET identity_epoch = $2, lines = $3, records = $4, alerts = $5, sightings = $6, tally = $7,
            done_at = $8, claimed_by = NULL, claimed_until = NULL
        WHERE id = $1 AND done_at IS NULL AND claimed_by IS NOT DISTINCT FROM $9 RETURNING id""",
        batch_id,
        identity_epoch,
        counts.lines,
        counts.records,
        counts.alerts,
        counts.sightings,
        json.dumps(counts.as_dict()),
        clock.now(),
        owner,
    )
    return marked is not None


async def lock_leaks(connection: Connection, leak_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, bool]:
    """Keep leaks from being retracted or merged until the transaction ends; return whether each that exists was retracted."""
    rows = await connection.fetch(
        "SELECT id, retracted_at IS NOT NULL AS is_retracted FROM leaks WHERE id = any($1) ORDER BY id FOR KEY SHARE",
        list(leak_ids),
    )
    return {row["id"]: row["is_retracted"] for row in rows}


async def batches_before(connection: Connection, epoch: int, skip: int) -> list[int]:
    """Return the batches that are done and older than ``epoch``, in order, without the first ``skip``."""
    rows = await connection.fetch(
        "SELECT id FROM batches WHERE identity_epoch < $1 AND done_at IS NOT NULL ORDER BY id OFFSET $2", epoch, skip
    )
    return [row["id"] for row in rows]


async def origins(connection: Connection, batch_ids: Sequence[int]) -> dict[int, tuple[FileRow, CatalogueEntry]]:
    """Return the file and the leak of each batch."""
    rows = await connection.fetch(
        f"""SELECT batches.id AS batch_id, {FILE_COLUMNS}, leaks.name AS leak_name, leaks.kind AS leak_kind, leaks.breach_date
        FROM batches JOIN leak_files ON leak_files.id = file_id JOIN leaks ON leaks.id = leak_id
        WHERE batches.id = any($1)""",
        list(batch_ids),
    )
    return {
        row["batch_id"]: (
            file_row(row),
            CatalogueEntry(row["leak_id"], row["leak_name"], LeakKind(row["leak_kind"]), row["breach_date"]),
        )
        for row in rows
    }


async def opted_out_digests(connection: Connection) -> list[int]:
    """Return the digests, as the lake has them, of addresses whose records aren't stored."""
    rows = await connection.fetch("SELECT lake_digest FROM opt_outs WHERE lake_digest IS NOT NULL")
    return [row["lake_digest"] % (1 << 64) for row in rows]
