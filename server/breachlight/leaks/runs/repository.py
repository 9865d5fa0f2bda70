"""Statements of runs and previews for operators."""

import json
import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Self

import asyncpg

from breachlight.database.session import Connection
from breachlight.leaks.models import LeakKind
from breachlight.leaks.runs.models import PreviewState, RunRequest, RunSource, RunState

CHANNEL: Final = "ingest_runs"
"""Notified when there is something for workers."""
OPEN: Final = (RunState.WAITING, RunState.RUNNING, RunState.PAUSED, RunState.HELD)

_RUN: Final = """id, source, name, upload_id, location, version, host, leak, title, domain, breach_date, kind, reading, passwords_sealed,
    accept, state, requested, operator, claimed_by, crashes, bytes, bytes_read, lines_per_second, seconds_left, counts, file_id, reason,
    message, created_at, started_at, progress_at, ended_at"""
_PREVIEW: Final = (
    "id, upload_id, reading, passwords_sealed, state, claimed_by, crashes, result, failure, operator, created_at"
)


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run; ``counts`` as ``Counts.as_dict`` returns them."""

    id: uuid.UUID
    source: RunSource
    name: str
    upload_id: uuid.UUID | None
    location: str | None
    version: str | None
    host: str
    leak: str
    title: str | None
    domain: str | None
    breach_date: date | None
    kind: LeakKind | None
    reading: dict[str, Any]
    passwords_sealed: bytes | None
    accept: bool
    state: RunState
    operator: str | None
    bytes: int
    created_at: datetime
    requested: RunRequest | None = None
    claimed_by: uuid.UUID | None = None
    crashes: int = 0
    bytes_read: int = 0
    lines_per_second: float | None = None
    seconds_left: float | None = None
    counts: dict[str, Any] | None = None
    file_id: uuid.UUID | None = None
    reason: str | None = None
    message: str | None = None
    started_at: datetime | None = None
    progress_at: datetime | None = None
    ended_at: datetime | None = None

    @classmethod
    def of(cls, row: asyncpg.Record) -> Self:
        """Convert a row."""
        values = dict(row)
        for name, kind in (("source", RunSource), ("state", RunState)):
            values[name] = kind(values[name])
        for name in ("reading", "counts"):
            values[name] = json.loads(values[name])
        values["requested"] = None if values["requested"] is None else RunRequest(values["requested"])
        values["kind"] = None if values["kind"] is None else LeakKind(values["kind"])
        return cls(**values)

    @property
    def is_open(self) -> bool:
        """Whether it hasn't ended."""
        return self.state in OPEN


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A preview; ``result`` as ``DryRun`` has it."""

    id: uuid.UUID
    upload_id: uuid.UUID
    reading: dict[str, Any]
    passwords_sealed: bytes | None
    state: PreviewState
    operator: str
    created_at: datetime
    claimed_by: uuid.UUID | None = None
    crashes: int = 0
    result: dict[str, Any] | None = None
    failure: str | None = None

    @classmethod
    def of(cls, row: asyncpg.Record) -> Self:
        """Convert a row."""
        values = dict(row)
        values["state"] = PreviewState(values["state"])
        values["reading"] = json.loads(values["reading"])
        values["result"] = None if values["result"] is None else json.loads(values["result"])
        return cls(**values)


async def add_run(connection: Connection, run: RunRow) -> bool:
    """Add a run; False if there is one of the same version of its file or object."""
    added = await connection.fetchval(
        """INSERT INTO ingest_runs (id, source, name, upload_id, location, version, host, leak, title, domain, breach_date, kind, reading,
            passwords_sealed, accept, state, operator, bytes, created_at, crashes, bytes_read, counts)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 0, 0, '{}')
        ON CONFLICT (source, location, version) DO NOTHING RETURNING true""",
        run.id,
        run.source.value,
        run.name,
        run.upload_id,
        run.location,
        run.version,
        run.host,
        run.leak,
        run.title,
        run.domain,
        run.breach_date,
        None if run.kind is None else run.kind.value,
        json.dumps(run.reading),
        run.passwords_sealed,
        run.accept,
        run.state.value,
        run.operator,
        run.bytes,
        run.created_at,
    )
    return added is True


async def find_run(connection: Connection, run_id: uuid.UUID, *, locks: bool = False) -> RunRow | None:
    """Return a run; with ``locks`` nobody else changes it until the transaction ends."""
    row = await connection.fetchrow(
        f"SELECT {_RUN} FROM ingest_runs WHERE id = $1 {'FOR UPDATE' if locks else ''}", run_id
    )
    return None if row is None else RunRow.of(row)


async def runs(connection: Connection, is_open: bool | None, after: uuid.UUID | None, limit: int) -> list[RunRow]:
    """Return runs, the newest first, from behind ``after``."""
    rows = await connection.fetch(
        f"""SELECT {_RUN} FROM ingest_runs
        WHERE ($1::boolean IS NULL OR (state = ANY($2)) = $1)
            AND ($3::uuid IS NULL OR (created_at, id) < (SELECT created_at, id FROM ingest_runs WHERE id = $3))
        ORDER BY created_at DESC, id DESC LIMIT $4""",
        is_open,
        [state.value for state in OPEN],
        after,
        limit,
    )
    return [RunRow.of(row) for row in rows]


async def is_in_use(connection: Connection, upload_id: uuid.UUID) -> bool:
    """Return whether a run of an upload hasn't ended."""
    found = await connection.fetchval(
        "SELECT EXISTS (SELECT 1 FROM ingest_runs WHERE upload_id = $1 AND state = ANY($2))",
        upload_id,
        [state.value for state in OPEN],
    )
    return bool(found)


async def ask(connection: Connection, run_id: uuid.UUID, requested: RunRequest) -> None:
    """Ask the process that runs for something."""
    await connection.execute("UPDATE ingest_runs SET requested = $2 WHERE id = $1", run_id, requested.value)


async def set_state(connection: Connection, run_id: uuid.UUID, state: RunState, ended_at: datetime | None) -> None:
    """Change the state of a run that no process runs."""
    await connection.execute(
        """UPDATE ingest_runs SET state = $2::text, ended_at = $3, requested = NULL, claimed_by = NULL, claimed_until = NULL,
            passwords_sealed = CASE WHEN $2::text = 'cancelled' THEN NULL ELSE passwords_sealed END
        WHERE id = $1""",
        run_id,
        state.value,
        ended_at,
    )


async def wait_again(
    connection: Connection, run_id: uuid.UUID, *, accept: bool, reading: dict[str, Any], passwords_sealed: bytes | None
) -> None:
    """Let a run that has ended, or is held, wait for a worker again."""
    await connection.execute(
        """UPDATE ingest_runs SET state = 'waiting', accept = $2, reading = $3, passwords_sealed = $4, crashes = 0, reason = NULL,
            message = NULL, ended_at = NULL, requested = NULL
        WHERE id = $1""",
        run_id,
        accept,
        json.dumps(reading),
        passwords_sealed,
    )


async def add_preview(connection: Connection, preview: PreviewRow) -> None:
    """Add a preview."""
    await connection.execute(
        """INSERT INTO ingest_previews (id, upload_id, reading, passwords_sealed, state, operator, created_at, crashes)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 0)""",
        preview.id,
        preview.upload_id,
        json.dumps(preview.reading),
        preview.passwords_sealed,
        preview.state.value,
        preview.operator,
        preview.created_at,
    )


async def find_preview(connection: Connection, preview_id: uuid.UUID) -> PreviewRow | None:
    """Return a preview."""
    row = await connection.fetchrow(f"SELECT {_PREVIEW} FROM ingest_previews WHERE id = $1", preview_id)
    return None if row is None else PreviewRow.of(row)


async def previews_waiting(connection: Connection) -> int:
    """Return how many previews haven't ended."""
    number: int = await connection.fetchval(
        "SELECT count(*) FROM ingest_previews WHERE state IN ('waiting', 'running')"
    )
    return number


async def delete_previews(connection: Connection, before: datetime) -> None:
    """Delete previews that were asked for before a time."""
    await connection.execute("DELETE FROM ingest_previews WHERE created_at < $1", before)


async def forget_passwords(connection: Connection, before: datetime) -> None:
    """Delete passwords of runs that ended before a time and weren't retried."""
    await connection.execute(
        "UPDATE ingest_runs SET passwords_sealed = NULL WHERE ended_at < $1 AND passwords_sealed IS NOT NULL", before
    )


async def wake_workers(connection: Connection) -> None:
    """Notify workers that there is something for them."""
    await connection.execute("SELECT pg_notify($1, '')", CHANNEL)
