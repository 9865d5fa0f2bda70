"""Queries of the installation's health in the console."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from breachlight.database.job_queue import SCHEMA, queries
from breachlight.database.session import Connection

_JOBS: Final = f"""
SELECT entrypoint AS name, count(*) FILTER (WHERE status = 'queued' AND execute_after <= $1) AS waiting,
    count(*) FILTER (WHERE status = 'queued' AND execute_after > $1) AS later,
    count(*) FILTER (WHERE status = 'picked') AS running, count(*) FILTER (WHERE status = 'failed') AS failed,
    min(execute_after) FILTER (WHERE status = 'queued' AND execute_after <= $1) AS waiting_since
FROM {SCHEMA}.pgqueuer GROUP BY entrypoint ORDER BY failed DESC, waiting DESC, entrypoint LIMIT $2"""
# The message of a failure names its kind alone (``processes.job_runner``).
_FAILED: Final = f"""
SELECT job.id, job.entrypoint AS name, job.created AS created_at, job.updated AS failed_at, job.attempts, (
    SELECT log.traceback ->> 'exception_message' FROM {SCHEMA}.pgqueuer_log AS log
    WHERE log.job_id = job.id AND log.traceback IS NOT NULL ORDER BY log.id DESC LIMIT 1) AS error
FROM {SCHEMA}.pgqueuer AS job WHERE job.status = 'failed' ORDER BY job.updated DESC, job.id DESC LIMIT $1"""
_MAILS: Final = """
SELECT kind, count(*) FILTER (WHERE sent_at IS NULL AND failed_at IS NULL AND content_sealed IS NOT NULL) AS waiting,
    count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed, count(*) FILTER (WHERE sent_at IS NOT NULL) AS sent,
    min(created_at) FILTER (WHERE sent_at IS NULL AND failed_at IS NULL AND content_sealed IS NOT NULL) AS waiting_since,
    (array_agg(failure ORDER BY failed_at DESC) FILTER (WHERE failed_at IS NOT NULL))[1] AS last_failure
FROM mails GROUP BY kind ORDER BY failed DESC, waiting DESC, kind"""

# From the first sample of the last days to the newest; none of both on one day says nothing.
_STORES: Final = """
SELECT split_part(row_name, ':', 2) AS name, count::bigint AS bytes, measured.taken_at AS measured_at,
    CASE WHEN measured.taken_at >= first.taken_at + interval '20 hours'
        THEN ((count - first.bytes) * 86400 / extract(epoch FROM measured.taken_at - first.taken_at))::bigint END AS bytes_per_day
FROM lake_statistics AS measured LEFT JOIN LATERAL (
    SELECT bytes, taken_at FROM storage_samples
    WHERE store = split_part(row_name, ':', 2) AND day >= $1 ORDER BY day LIMIT 1
) AS first ON true
WHERE row_name LIKE 'storage:%' ORDER BY row_name"""
_MISSING: Final = """
SELECT d.domain, d.account_id, a.company_name, d.missing_since FROM domains AS d JOIN accounts AS a ON a.id = d.account_id
WHERE d.is_verified AND d.missing_since IS NOT NULL ORDER BY d.missing_since, d.id LIMIT $1"""


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Jobs of one name by state; ``later`` wait for their time, such as that of a retry."""

    name: str
    waiting: int
    later: int
    running: int
    failed: int
    waiting_since: datetime | None


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job that is held after its last retry; ``error`` is the kind of failure, None if the queue no longer knows it."""

    id: int
    name: str
    created_at: datetime
    failed_at: datetime
    attempts: int
    error: str | None


@dataclass(frozen=True, slots=True)
class MailCounts:
    """Emails of one kind that aren't deleted yet, by state; ``last_failure`` is what the server said."""

    kind: str
    waiting: int
    failed: int
    sent: int
    waiting_since: datetime | None
    last_failure: str | None


@dataclass(frozen=True, slots=True)
class StoreSize:
    """The size of a store, when a worker measured it, and its growth; None until samples are most of a day apart."""

    name: str
    bytes: int
    measured_at: datetime
    bytes_per_day: int | None


@dataclass(frozen=True, slots=True)
class MissingRecord:
    """A verified domain of an account whose TXT record is missing."""

    domain: str
    account_id: UUID
    company_name: str | None
    missing_since: datetime


@dataclass(frozen=True, slots=True)
class LimitUse:
    """A rate limit that counted something lately: keys, and the most hits of one of them."""

    name: str
    keys: int
    most_hits: int
    since: datetime


async def job_counts(connection: Connection, now: datetime, limit: int) -> list[JobCounts]:
    """Return jobs by name, those with failures first."""
    return [JobCounts(**row) for row in await connection.fetch(_JOBS, now, limit)]


async def failed_jobs(connection: Connection, limit: int) -> list[FailedJob]:
    """Return failed jobs, the latest first."""
    return [FailedJob(**row) for row in await connection.fetch(_FAILED, limit)]


async def retry_job(connection: Connection, job_id: int) -> str | None:
    """Let a failed job run again in the caller's transaction, and return its name; None if it isn't failed anymore."""
    name: str | None = await connection.fetchval(
        f"SELECT entrypoint FROM {SCHEMA}.pgqueuer WHERE id = $1 AND status = 'failed' FOR UPDATE", job_id
    )
    if name is not None:
        from pgqueuer.domain.types import JobId  # as ``queries`` does, which imports late

        await queries(connection).requeue_jobs([JobId(job_id)])
    return name


async def mail_counts(connection: Connection) -> list[MailCounts]:
    """Return emails by kind, those with failures first."""
    return [MailCounts(**row) for row in await connection.fetch(_MAILS)]


async def store_sizes(connection: Connection, since: datetime) -> list[StoreSize]:
    """Return the sizes of the stores as a worker last measured them, and their growth since a day."""
    return [StoreSize(**row) for row in await connection.fetch(_STORES, since.date())]


async def missing_records(connection: Connection, limit: int) -> list[MissingRecord]:
    """Return verified domains of all accounts whose TXT record is missing, the longest first."""
    return [MissingRecord(**row) for row in await connection.fetch(_MISSING, limit)]


async def limits_in_use(connection: Connection, now: datetime, window: timedelta) -> list[LimitUse]:
    """Return the rate limits whose windows began lately. Their keys are digests, of which only the name is shown."""
    rows = await connection.fetch(
        """SELECT split_part(key, ':', 1) AS name, count(DISTINCT key) AS keys, max(hits) AS most_hits,
            min(window_start) AS since
        FROM throttle_counters WHERE window_start > $1 AND hits > 0 GROUP BY 1 ORDER BY most_hits DESC, name LIMIT 50""",
        now - window,
    )
    return [LimitUse(**row) for row in rows]
