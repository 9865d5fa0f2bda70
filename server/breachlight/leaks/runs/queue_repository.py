"""Statements of workers and of the processes that run: claims, progress and outcomes. Leases are by the database's clock."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from breachlight.database.session import Connection
from breachlight.leaks.runs.models import PreviewState, RunRequest, RunSource, RunState

LEASE_SECONDS: Final = 20
MOST_CRASHES: Final = 5
"""Processes of a run that may end without a word; the next one would most likely, too."""
_CLAIMING: Final = 0x627265616368_07
"""Taken while a host claims a run, so that its workers count what the others have claimed."""
_FREE: Final = "(state = 'waiting' OR (state = 'running' AND claimed_until < clock_timestamp()))"
_LEASE: Final = f"clock_timestamp() + interval '{LEASE_SECONDS} seconds'"
_CRASHED: Final = "its process ended {} times without a word, such as for lack of memory: see the worker's log"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A run that waits for a worker."""

    id: uuid.UUID
    source: RunSource
    upload_id: uuid.UUID | None
    location: str | None
    version: str | None
    host: str


@dataclass(frozen=True, slots=True)
class Progress:
    """What a process that runs says of the file so far."""

    bytes: int
    bytes_read: int
    counts: dict[str, Any]
    lines_per_second: float | None = None
    seconds_left: float | None = None
    file_id: uuid.UUID | None = None


async def waiting_runs(connection: Connection, uploads: Sequence[uuid.UUID], limit: int) -> list[Waiting]:
    """Return runs that wait, the oldest first: of these uploads, and of files in any folder."""
    rows = await connection.fetch(
        f"""SELECT id, source, upload_id, location, version, host FROM ingest_runs
        WHERE {_FREE} AND (upload_id IS NULL OR upload_id = ANY($1) AND EXISTS (
            SELECT 1 FROM leak_uploads WHERE leak_uploads.id = upload_id AND received = size
        )) ORDER BY created_at, id LIMIT $2""",
        uploads,
        limit,
    )
    return [Waiting(**{**row, "source": RunSource(row["source"])}) for row in rows]


async def claim_run(
    connection: Connection, ids: Sequence[uuid.UUID], claim: uuid.UUID, *, host: str, most: int, now: datetime
) -> uuid.UUID | None:
    """Claim the first of these runs that is free; None if there is none, or this host has as many as it may."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _CLAIMING)
        found: uuid.UUID | None = await connection.fetchval(
            f"""UPDATE ingest_runs SET state = 'running', claimed_by = $2, claimed_until = {_LEASE}, host = $3, requested = NULL,
                started_at = coalesce(started_at, $5), progress_at = $5, ended_at = NULL, lines_per_second = NULL, seconds_left = NULL,
                crashes = crashes + (state = 'running')::int
            WHERE id = (SELECT id FROM ingest_runs WHERE id = ANY($1) AND {_FREE} AND requested IS NULL
                    ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
                AND (SELECT count(*) FROM ingest_runs WHERE state = 'running' AND host = $3 AND claimed_until >= clock_timestamp()) < $4
            RETURNING id""",
            ids,
            claim,
            host,
            most,
            now,
        )
        return found


async def renew_run(
    connection: Connection, run_id: uuid.UUID, claim: uuid.UUID, progress: Progress, now: datetime
) -> tuple[bool, RunRequest | None]:
    """Store progress and keep the claim; return whether it is still ours, and what the operator asks for."""
    row = await connection.fetchrow(
        f"""UPDATE ingest_runs SET claimed_until = {_LEASE}, progress_at = $3, bytes = $4, bytes_read = $5, counts = $6,
            lines_per_second = $7, seconds_left = $8, file_id = coalesce($9, file_id)
        WHERE id = $1 AND claimed_by = $2 RETURNING requested""",
        run_id,
        claim,
        now,
        progress.bytes,
        progress.bytes_read,
        json.dumps(progress.counts),
        progress.lines_per_second,
        progress.seconds_left,
        progress.file_id,
    )
    if row is None:
        return False, None
    return True, None if row["requested"] is None else RunRequest(row["requested"])


async def requested_of(connection: Connection, run_id: uuid.UUID, claim: uuid.UUID) -> RunRequest | None:
    """Return what the operator asks for of a run that we have, and keep that from changing until the transaction ends."""
    text = await connection.fetchval(
        "SELECT requested FROM ingest_runs WHERE id = $1 AND claimed_by = $2 FOR UPDATE", run_id, claim
    )
    return None if text is None else RunRequest(text)


async def end_run(
    connection: Connection,
    run_id: uuid.UUID,
    claim: uuid.UUID,
    state: RunState,
    *,
    reason: str | None,
    message: str | None,
    ended_at: datetime | None,
) -> bool:
    """Store the outcome of a process; False if the claim is lost. What another process may need stays."""
    found = await connection.fetchval(
        """UPDATE ingest_runs SET state = $3::text, reason = $4, message = $5, ended_at = $6, requested = NULL, claimed_by = NULL,
            claimed_until = NULL, lines_per_second = NULL, seconds_left = NULL,
            passwords_sealed = CASE WHEN $3::text IN ('done', 'cancelled') THEN NULL ELSE passwords_sealed END
        WHERE id = $1 AND claimed_by = $2 RETURNING true""",
        run_id,
        claim,
        state.value,
        reason,
        message,
        ended_at,
    )
    return found is True


async def touch_upload(connection: Connection, upload_id: uuid.UUID, now: datetime) -> None:
    """Let an upload's week begin again."""
    await connection.execute("UPDATE leak_uploads SET touched_at = $2 WHERE id = $1", upload_id, now)


async def note_crash(connection: Connection, run_id: uuid.UUID, claim: uuid.UUID, *, is_told: bool) -> None:
    """Free a run whose process is gone without an outcome; one that was told to stop didn't crash."""
    await connection.execute(
        """UPDATE ingest_runs SET state = 'waiting', claimed_by = NULL, claimed_until = NULL, crashes = crashes + $3::int
        WHERE id = $1 AND claimed_by = $2""",
        run_id,
        claim,
        int(not is_told),
    )


async def end_hopeless(connection: Connection, host: str, now: datetime) -> None:
    """End runs that no process can do: whose upload is deleted, or whose processes all ended without a word."""
    await connection.execute(
        f"""UPDATE ingest_runs SET state = 'refused', reason = 'gone', ended_at = $1, requested = NULL, claimed_by = NULL,
            message = 'its upload was deleted: upload the file again'
        WHERE (state IN ('paused', 'held') OR {_FREE}) AND upload_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM leak_uploads WHERE leak_uploads.id = upload_id)""",
        now,
    )
    await connection.execute(
        f"""UPDATE ingest_runs SET state = 'failed', reason = 'crashed', ended_at = $1, requested = NULL, claimed_by = NULL, message = $2
        WHERE {_FREE} AND crashes >= $3 AND host = $4""",
        now,
        _CRASHED.format(MOST_CRASHES),
        MOST_CRASHES,
        host,
    )
    # Their process was killed before it came to that.
    await connection.execute(
        f"""WITH ended AS (
            UPDATE ingest_runs SET state = CASE requested WHEN 'pause' THEN 'paused' ELSE 'cancelled' END, requested = NULL,
                claimed_by = NULL, ended_at = CASE requested WHEN 'cancel' THEN $1::timestamptz END
            WHERE {_FREE} AND requested IS NOT NULL RETURNING state, upload_id
        ) DELETE FROM leak_uploads USING ended WHERE leak_uploads.id = ended.upload_id AND ended.state = 'cancelled'""",
        now,
    )


async def refuse_missing(connection: Connection, run_id: uuid.UUID, now: datetime) -> None:
    """End a run whose file was moved, deleted or changed before it began."""
    await connection.execute(
        f"""UPDATE ingest_runs SET state = 'refused', reason = 'changed', ended_at = $2,
            message = 'it was moved, deleted or changed before it was ingested'
        WHERE id = $1 AND {_FREE}""",
        run_id,
        now,
    )


async def claim_preview(
    connection: Connection, uploads: Sequence[uuid.UUID], claim: uuid.UUID, seconds: float
) -> uuid.UUID | None:
    """Claim a preview of these uploads for some seconds."""
    found: uuid.UUID | None = await connection.fetchval(
        f"""UPDATE ingest_previews SET state = 'running', claimed_by = $2, claimed_until = clock_timestamp() + make_interval(secs => $3)
        WHERE id = (SELECT id FROM ingest_previews WHERE upload_id = ANY($1) AND {_FREE} ORDER BY created_at, id LIMIT 1
            FOR UPDATE SKIP LOCKED)
        RETURNING id""",
        uploads,
        claim,
        seconds,
    )
    return found


async def end_preview(
    connection: Connection,
    preview_id: uuid.UUID,
    claim: uuid.UUID,
    state: PreviewState,
    *,
    result: dict[str, Any] | None = None,
    failure: str | None = None,
) -> None:
    """Store the outcome of a preview."""
    await connection.execute(
        """UPDATE ingest_previews SET state = $3, result = $4, failure = $5, claimed_by = NULL, claimed_until = NULL,
            passwords_sealed = NULL
        WHERE id = $1 AND claimed_by = $2""",
        preview_id,
        claim,
        state.value,
        None if result is None else json.dumps(result),
        failure,
    )


async def objects_to_fetch(connection: Connection, uploads: Sequence[uuid.UUID], host: str) -> list[Waiting]:
    """Return runs of a bucket's objects of which this host lacks bytes, the oldest first."""
    rows = await connection.fetch(
        """SELECT run.id, source, upload_id, location, version, run.host FROM ingest_runs AS run
        JOIN leak_uploads AS upload ON upload.id = upload_id
        WHERE source = 'bucket' AND state IN ('waiting', 'paused') AND received < size AND (upload_id = ANY($1) OR upload.host = $2)
        ORDER BY run.created_at, run.id""",
        uploads,
        host,
    )
    return [Waiting(**{**row, "source": RunSource(row["source"])}) for row in rows]


async def open_objects(connection: Connection) -> int:
    """Return how many objects of a bucket are fetched or ingested, or wait for that."""
    number: int = await connection.fetchval(
        "SELECT count(*) FROM ingest_runs WHERE source = 'bucket' AND state IN ('waiting', 'running')"
    )
    return number


async def is_known(connection: Connection, source: RunSource, location: str, version: str) -> bool:
    """Return whether there is a run of a version of a file or object."""
    found = await connection.fetchval(
        "SELECT EXISTS (SELECT 1 FROM ingest_runs WHERE source = $1 AND location = $2 AND version = $3)",
        source.value,
        location,
        version,
    )
    return bool(found)
