"""Jobs and schedules on pgqueuer, in the same PostgreSQL as the data: a job is committed with what it is about.

Handlers run at least once: a worker that is killed, or frozen for longer than the heartbeat, has its jobs taken over
while they may still run. So a handler is idempotent, puts blocking work in threads, and takes an advisory lock where
two runs at once would do harm. Payloads hold identifiers, never secrets: they lie readable in the database.
"""

import asyncio
import functools
import importlib
import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

from breachlight.database.job_queue import SCHEMA  # before pgqueuer, which reads its schema's name at import

# isort: split
import pgqueuer
from pgqueuer.errors import RetryRequested
from pgqueuer.executors import EntrypointExecutor, EntrypointExecutorParameters
from pgqueuer.models import Context, Job, Schedule
from pgqueuer.queries import Queries

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.session import Connection
from breachlight.kit import clock, metrics, tracing
from breachlight.kit.errors import UnavailableError
from breachlight.kit.spans import TRACEPARENT

if TYPE_CHECKING:
    import asyncpg

Payload = dict[str, Any]
Handler = TypeVar("Handler", bound=Callable[[Payload], Awaitable[None]])
Tick = TypeVar("Tick", bound=Callable[[], Awaitable[None]])

# The modules that define jobs; the worker imports them so that their decorators run.
MODULES = (
    "breachlight.lifecycle.purge",
    "breachlight.members.invitations",
    "breachlight.leaks.leaked_password_index",
    "breachlight.monitored_emails.service",
    "breachlight.auth.one_time_tokens",
    "breachlight.passwords.changes",
    "breachlight.alerts.incidents.jobs",
    "breachlight.alerts.triage.service",
    "breachlight.domains.management",
    "breachlight.domains.reverification",
    "breachlight.leaks.administration.operations",
    "breachlight.leaks.backfill.jobs",
    "breachlight.leaks.backfill.backfill_mails",
    "breachlight.leaks.lake.maintenance",
    "breachlight.alert_digests.jobs",
    "breachlight.mail.delivery",
    "breachlight.processes.migration_jobs",
    "breachlight.reports.flow_counting",
    "breachlight.reports.jobs",
    "breachlight.restores.jobs",
    "breachlight.sessions.inactivity",
    "breachlight.sessions.magic_links",
    "breachlight.alerts.query.cleanup",
    "breachlight.alerts.search.jobs",
    "breachlight.audit.shipping",
    "breachlight.sessions.cleanup",
    "breachlight.stats.lake_sampling",
    "breachlight.stats.severity_counting",
    "breachlight.stats.storage_sampling",
)

# Jobs of a lane wait for each other alone: what a person waits for must not stand behind minutes of work.
COMMON_LANE, URGENT_LANE, BULK_LANE = "common", "urgent", "bulk"

_HEARTBEAT = timedelta(seconds=30)
_POLL = timedelta(seconds=5)
_LONGEST_DELAY = timedelta(hours=6)
_MOST_DOUBLINGS = 20
_LONGEST_OUTAGE_DELAY = timedelta(minutes=5)
_KEPT_LOG = timedelta(days=7)
# A job may be cut short by deployments and by bad luck; one that kills its worker this often is at fault itself.
_MOST_CRASHES = 10

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class _Definition:
    handler: Callable[[Payload], Awaitable[None]]
    retries: int
    first_delay: timedelta
    at_once: int
    lane: str


_jobs: dict[str, _Definition] = {}
_schedules: dict[str, tuple[str, Callable[[], Awaitable[None]]]] = {}


class JobFailedError(Exception):
    """A run of a job failed. The message names the kind of failure only: it is stored, and the cause may quote data."""


def job(
    name: str,
    *,
    retries: int = 8,
    first_delay: timedelta = timedelta(seconds=2),
    at_once: int = 0,
    lane: str = COMMON_LANE,
) -> Callable[[Handler], Handler]:
    """Register the handler of the jobs called ``name``.

    A run that raises is tried again ``retries`` times, after ``first_delay`` and then twice as long each time, to six
    hours at most; then the job is held as failed. Outages (``UnavailableError``) don't count. ``at_once`` bounds how many run at the same time across all workers
    (0 = no bound). Each worker takes the jobs of each ``lane`` independently of the others.
    """

    def register(handler: Handler) -> Handler:
        if name in _jobs:
            raise ValueError(f"The job {name} has a handler already.")
        _jobs[name] = _Definition(handler, retries, first_delay, at_once, lane)
        return handler

    return register


def scheduled(name: str, expression: str) -> Callable[[Tick], Tick]:
    """Register a function that runs at each tick of a cron expression (UTC), once over all workers."""

    def register(handler: Tick) -> Tick:
        if name in _schedules:
            raise ValueError(f"The schedule {name} has a handler already.")
        _schedules[name] = (expression, handler)
        return handler

    return register


async def enqueue(
    connection: Connection,
    name: str,
    payload: Payload,
    dedupe_key: str | None = None,
    priority: int = 0,
    *,
    delay: timedelta | None = None,
) -> None:
    """Add a job within the caller's transaction: it exists if and only if that commits.

    While a job with the same ``dedupe_key`` waits
    or runs, nothing is added. A larger ``priority`` goes first.
    """
    await enqueue_many(connection, name, [payload], [dedupe_key], priority, delay=delay)


async def enqueue_many(
    connection: Connection,
    name: str,
    payloads: Sequence[Payload],
    dedupe_keys: Sequence[str | None] | None = None,
    priority: int = 0,
    *,
    delay: timedelta | None = None,
) -> None:
    """Add many jobs of one name in one statement, as ``enqueue`` does."""
    if not payloads:
        return
    count = len(payloads)
    await Queries.from_asyncpg_connection(connection).enqueue(
        [name] * count,
        [json.dumps(payload).encode() for payload in payloads],
        [priority] * count,
        [delay] * count,
        dedupe_key=list(dedupe_keys) if dedupe_keys else [None] * count,
        headers=[tracing.headers() or None] * count,
        on_conflict="skip",
    )


async def enqueue_unless_waiting(connection: Connection, name: str) -> None:
    """Add a job without a payload in the caller's transaction, unless one that has not begun is waiting.

    That one must see what the caller has changed: its handler begins by waiting for a lock that the caller holds until its
    transaction ends.
    """
    waiting = await connection.fetchval(
        f"SELECT 1 FROM {SCHEMA}.pgqueuer WHERE entrypoint = $1 AND status = 'queued' AND execute_after <= now() LIMIT 1",
        name,
    )
    if waiting is None:
        await enqueue(connection, name, {})


async def run(settings: Settings, stop: asyncio.Event, *, most_at_once: int = 4) -> None:
    """Take jobs until ``stop`` is set, then finish running ones; the database must be open (``connection.database``).

    ``most_at_once`` bounds what runs on each lane. A lost connection is retried every second.
    """
    for module in MODULES:
        importlib.import_module(module)
    lanes = {COMMON_LANE, *(definition.lane for definition in _jobs.values())}
    await asyncio.gather(*(_run_lane(settings, lane, stop, most_at_once) for lane in sorted(lanes)))


async def _run_lane(settings: Settings, lane: str, stop: asyncio.Event, most_at_once: int) -> None:
    @asynccontextmanager
    async def worker() -> AsyncIterator[pgqueuer.PgQueuer]:
        connection = await connect(settings)
        try:
            yield _assemble(connection, lane)
        finally:
            await connection.close(timeout=5)

    await pgqueuer.run(
        worker,
        batch_size=max(1, most_at_once // 2),
        max_concurrent_tasks=max(2, most_at_once),
        heartbeat_timeout=_HEARTBEAT,
        dequeue_timeout=_POLL,
        shutdown_on_listener_failure=True,
        restart_on_failure=True,
        restart_delay=timedelta(seconds=1),
        shutdown=stop,
    )


def _assemble(connection: "asyncpg.Connection[asyncpg.Record]", lane: str) -> pgqueuer.PgQueuer:
    queue = pgqueuer.PgQueuer.from_asyncpg_connection(connection)
    for name, definition in _jobs.items():
        if definition.lane != lane:
            continue
        queue.entrypoint(
            name,
            concurrency_limit=definition.at_once,
            accepts_context=False,
            on_failure="hold",
            executor_factory=functools.partial(_Executor, definition=definition, queue=queue),
        )(_never)
    if lane != COMMON_LANE:
        return queue
    for name, (expression, handler) in _schedules.items():
        queue.schedule(name, expression, clean_old=True, accepts_context=False)(_scheduled_run(name, handler))
    queue.schedule("jobs.trim", "17 * * * *", clean_old=True, accepts_context=False)(
        functools.partial(_trim, connection=queue.connection)
    )
    return queue


async def _never(_: Job) -> None:
    """Placeholder for the function that pgqueuer requires; the executor calls the handler itself."""


class _Executor(EntrypointExecutor):
    """Runs a handler; counts crashes, spaces retries out, and keeps the words of failures out of the database."""

    def __init__(
        self, parameters: EntrypointExecutorParameters, definition: _Definition, queue: pgqueuer.PgQueuer
    ) -> None:
        super().__init__(parameters)
        self._definition = definition
        self._queue = queue

    async def execute(self, job: Job, context: Context) -> None:  # noqa: ARG002 -- pgqueuer's interface
        log = _log.bind(job=job.entrypoint, job_id=job.id, attempt=job.attempts + 1)
        starts = await self._queue.connection.fetch(
            f"SELECT count(*) AS starts FROM {SCHEMA}.pgqueuer_log WHERE job_id = $1 AND status = 'picked'", job.id
        )
        crashes = int(str(starts[0]["starts"])) - 1 - job.attempts
        if crashes > _MOST_CRASHES:
            log.error("job held: its worker crashed each time", crashes=crashes)
            raise JobFailedError("held after too many worker crashes")
        begin, outcome = time.perf_counter(), "done"
        traceparent = (job.headers or {}).get(TRACEPARENT)
        try:
            with tracing.job_span(f"job {job.entrypoint}", traceparent, {"job.attempt": job.attempts + 1}):
                await self._definition.handler(json.loads(job.payload or b"{}"))
        except Exception as error:
            outcome = "failed"
            log.warning("job failed", exc_info=True)
            reason = type(error).__name__
            if isinstance(error, UnavailableError) and error.is_outage:
                # It isn't the job's fault, however long it lasts.
                raise RetryRequested(
                    delay=min(self._delay(job.attempts), _LONGEST_OUTAGE_DELAY), reason=reason
                ) from None
            if job.attempts >= self._definition.retries:
                raise JobFailedError(reason) from None
            raise RetryRequested(delay=self._delay(job.attempts), reason=reason) from None
        finally:
            metrics.JOB_SECONDS.labels(job.entrypoint, outcome).observe(time.perf_counter() - begin)

    def _delay(self, attempts: int) -> timedelta:
        # The jitter keeps jobs that failed together from coming back together.
        return min(
            self._definition.first_delay * 2.0 ** min(attempts, _MOST_DOUBLINGS), _LONGEST_DELAY
        ) * random.uniform(0.8, 1.2)


def _scheduled_run(name: str, handler: Callable[[], Awaitable[None]]) -> Callable[[Schedule], Awaitable[None]]:
    async def tick(_: Schedule) -> None:
        try:
            with tracing.span(f"schedule {name}"):
                await handler()
        except Exception:
            _log.warning("schedule failed", schedule=name, exc_info=True)

    return tick


async def _trim(_: Schedule, connection: "pgqueuer.db.Driver") -> None:
    """Delete old log rows of pgqueuer, which writes three per job and never deletes them."""
    before = clock.now() - _KEPT_LOG
    # What belongs to a job that is still there stays: crashes are counted in it.
    await connection.execute(
        f"DELETE FROM {SCHEMA}.pgqueuer_log AS old WHERE created < $1 "
        f"AND NOT EXISTS (SELECT 1 FROM {SCHEMA}.pgqueuer AS job WHERE job.id = old.job_id)",
        before,
    )
    await connection.execute(f"DELETE FROM {SCHEMA}.pgqueuer_statistics WHERE created < $1", before)
