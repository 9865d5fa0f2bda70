"""The statements by which processes share the batches of a file."""

import json
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.leaks.counts import Counts
from breachlight.leaks.ingest.cuts import KnownBatch
from breachlight.leaks.models import LeakFileState
from breachlight.leaks.repository import FileRow, NewFile, written_detection

LEASE_SECONDS: Final = 60
"""A process that doesn't renew its claims for so long is taken for frozen."""

# The clock is the database's: the hosts of two processes may disagree about the time.
_UNTIL: Final = f"clock_timestamp() + make_interval(secs => {LEASE_SECONDS})"
_NUMBER: Final = "(classid::bigint << 32) | objid::bigint"
_IS_HELD: Final = """
locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_HELD: Final = f"SELECT FROM pg_locks WHERE {_IS_HELD} AND {_NUMBER} ="
_LEASE_PASSED: Final = "claimed_until < clock_timestamp()"
# A batch that an earlier version entered has no claim; its lock is that of the file, which is ours now.
_IS_ABANDONED: Final = f"""
done_at IS NULL AND (claimed_by IS NULL OR {_LEASE_PASSED} OR NOT EXISTS ({_HELD} claimed_by))
"""
_TAKE_ABANDONED: Final = f"""
UPDATE batches SET claimed_by = $2, claimed_until = {_UNTIL} WHERE id IN (
    SELECT id FROM batches WHERE file_id = $1 AND {_IS_ABANDONED} FOR UPDATE SKIP LOCKED
) RETURNING id
"""
_CLAIM: Final = f"""
INSERT INTO batches (file_id, number, start_offset, end_offset, source_end, lines, records, alerts, sightings, tally,
    claimed_by, claimed_until)
VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 0, '{{}}', $6, {_UNTIL})
ON CONFLICT (file_id, number) DO NOTHING RETURNING id
"""
# Without waiting for a commit, which would also wait for those that come later in its order.
_RENEW: Final = f"""
UPDATE batches SET claimed_until = {_UNTIL} WHERE id IN (
    SELECT id FROM batches WHERE id = any($1) AND claimed_by = $2 FOR UPDATE SKIP LOCKED
)
"""
# A frozen process keeps the locks of its transactions, in this database and in the lake's catalogue, until its sessions end. All
# of them have its name. Those of an earlier version share the product's name, as those of every pool do, and are left alone.
_OWNER_SESSIONS: Final = f"""
FROM pg_locks JOIN pg_stat_activity USING (pid) JOIN batches ON claimed_by = {_NUMBER} AND done_at IS NULL AND {_LEASE_PASSED}
WHERE {_IS_HELD} AND application_name LIKE 'breachlight %'
"""
_END: Final = """
SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_stat_activity JOIN frozen ON application_name = name
WHERE datname = current_database() AND usename = current_user AND name <> current_setting('application_name')
"""
_END_OWNERS: Final = f"""
WITH frozen AS (SELECT DISTINCT application_name AS name {_OWNER_SESSIONS} AND file_id = $1) {_END}
"""
# Also those at the end of a queue.
_END_AWAITED: Final = f"""
WITH RECURSIVE awaited (pid) AS (
    SELECT unnest(pg_blocking_pids(pid)) FROM pg_stat_activity
    WHERE application_name = current_setting('application_name') AND wait_event_type = 'Lock'
    UNION SELECT unnest(pg_blocking_pids(pid)) FROM awaited
), frozen AS (
    SELECT DISTINCT application_name AS name FROM awaited JOIN pg_stat_activity USING (pid)
    WHERE EXISTS (SELECT FROM (SELECT application_name AS owner {_OWNER_SESSIONS}) AS owners WHERE owner = application_name)
) {_END}
"""
# One statement, so that a process that is frozen amid it keeps nobody waiting; in one order, so that two never wait for each other.
_ENTER_FILES: Final = f"""
WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::text[], $4::bigint[], $5::text[], $6::jsonb[], $7::text[], $8::bigint[])
        AS given (id, digest, name, size, kind, dialect, path, end_offset)
), files AS (
    INSERT INTO leak_files (id, leak_id, digest, name, size, kind, dialect, state, started_at, path)
    SELECT id, $9, digest, name, size, kind, dialect, 'running', $10, path FROM given ORDER BY digest
    ON CONFLICT (leak_id, digest) DO NOTHING RETURNING id
)
INSERT INTO batches (file_id, number, start_offset, end_offset, lines, records, alerts, sightings, tally, claimed_by,
    claimed_until)
SELECT id, 0, 0, end_offset, 0, 0, 0, 0, '{{}}', $11, {_UNTIL} FROM given JOIN files USING (id)
RETURNING file_id, id
"""


async def begin_claiming(connection: Connection, owner: int, host: int) -> None:
    """Take the lock of an owner of claims, and share the one of its host, for the life of the connection."""
    await connection.execute("SELECT pg_advisory_lock($1), pg_advisory_lock_shared($2)", owner, host)


async def owners_at(connection: Connection, host: int) -> int:
    """Return how many connections share the lock of a host."""
    count: int = await connection.fetchval(f"SELECT count(*) FROM ({_HELD} $1::bigint) AS held", host)
    return count


async def known_batches(connection: Connection, file_id: uuid.UUID) -> list[KnownBatch]:
    """Return the batches of a file that are done or claimed."""
    rows = await connection.fetch(
        """SELECT number, start_offset, end_offset, source_end, done_at IS NOT NULL AS is_done
        FROM batches WHERE file_id = $1 ORDER BY number""",
        file_id,
    )
    return [
        KnownBatch(row["number"], row["start_offset"], row["end_offset"], row["source_end"], row["is_done"])
        for row in rows
    ]


async def claim(connection: Connection, file_id: uuid.UUID, batch: KnownBatch, owner: int) -> int | None:
    """Enter a batch that is not done yet, and return its id, under which its rows go into the lake; None if it is entered.

    A batch that is ingested again gets a new id: rows that a frozen process still adds under the old one belong to no
    batch and are never read.
    """
    batch_id: int | None = await connection.fetchval(
        _CLAIM, file_id, batch.number, batch.start, batch.end, batch.source_end, owner
    )
    return batch_id


async def enter_files(
    connection: Connection, leak_id: uuid.UUID, files: Sequence[NewFile], ends: Sequence[int], owner: int
) -> dict[bytes, tuple[FileRow, int]]:
    """Enter new files of one batch each and claim these, all at once; return those that are new, with the batch's id.

    ``ends`` are the ends of the batches.
    """
    ids, now = [new_id() for _ in files], clock.now()
    rows = await connection.fetch(
        _ENTER_FILES,
        ids,
        [file.digest for file in files],
        [file.name for file in files],
        [file.size for file in files],
        [file.detection.kind.value for file in files],
        [written_detection(file.detection) for file in files],
        [file.path for file in files],
        list(ends),
        leak_id,
        now,
        owner,
    )
    by_id = {
        file_id: FileRow(file_id, leak_id, file.digest, file.detection, False, now)
        for file_id, file in zip(ids, files, strict=True)
    }
    return {by_id[row["file_id"]].digest: (by_id[row["file_id"]], row["id"]) for row in rows}


async def take_abandoned(connection: Connection, file_id: uuid.UUID, owner: int) -> list[int]:
    """Claim the batches that dead and frozen processes have left, and return their ids; none may be marked done now.

    The sessions of those that are frozen end, as if they had died.
    """
    await connection.execute(_END_OWNERS, file_id)
    rows = await connection.fetch(_TAKE_ABANDONED, file_id, owner)
    return [row["id"] for row in rows]


async def renew(connection: Connection, batch_ids: Collection[int], owner: int) -> None:
    """Keep claims for another while, except those of batches that are just being committed."""
    await connection.execute(_RENEW, list(batch_ids), owner)


async def end_frozen(connection: Connection) -> None:
    """End the sessions of frozen processes for whose locks this process waits."""
    await connection.execute(_END_AWAITED)


async def drop(connection: Connection, batch_ids: Collection[int], owner: int) -> None:
    """Forget claimed batches that have no rows in the lake: they can be claimed again."""
    await connection.execute(
        "DELETE FROM batches WHERE id = any($1) AND claimed_by = $2 AND done_at IS NULL", list(batch_ids), owner
    )


async def abandon(connection: Connection, batch_ids: Collection[int], owner: int) -> None:
    """Leave claimed batches that may have rows in the lake to the next process."""
    await connection.execute(
        "UPDATE batches SET claimed_by = NULL, claimed_until = NULL WHERE id = any($1) AND claimed_by = $2",
        list(batch_ids),
        owner,
    )


class Progress(Enum):
    """The state of a file that other processes ingest."""

    DONE = "done"
    BUSY = "busy"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class SharedFile:
    """A file that other processes ingest."""

    id: uuid.UUID
    kind: str
    progress: Progress


async def shared_files(
    connection: Connection, leak_id: uuid.UUID, digests: Collection[bytes]
) -> dict[bytes, SharedFile]:
    """Return those of the files with these digests that exist; LEFT is what somebody has to go on with."""
    rows = await connection.fetch(
        f"""SELECT digest, id, kind, state, EXISTS (
            SELECT FROM batches WHERE file_id = leak_files.id AND done_at IS NULL AND NOT ({_IS_ABANDONED})
        ) AS is_busy FROM leak_files WHERE leak_id = $1 AND digest = any($2)""",
        leak_id,
        list(digests),
    )

    def progress(state: str, is_busy: bool) -> Progress:
        if state == LeakFileState.DONE:
            return Progress.DONE
        return Progress.BUSY if is_busy else Progress.LEFT

    return {row["digest"]: SharedFile(row["id"], row["kind"], progress(row["state"], row["is_busy"])) for row in rows}


async def file_counts(connection: Connection, file_id: uuid.UUID) -> Counts:
    """Return the sums of all batches of a file."""
    total = Counts()
    for row in await connection.fetch("SELECT tally FROM batches WHERE file_id = $1 AND done_at IS NOT NULL", file_id):
        total.add(Counts.of(json.loads(row["tally"])))
    return total
