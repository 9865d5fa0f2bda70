"""Running jobs and schedules: a worker takes them from the queue, spaces retries out and counts crashes."""

import asyncio
import functools
import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from breachlight.database.job_queue import SCHEMA  # before pgqueuer, which reads its schema's name at import

# isort: split
import pgqueuer
from pgqueuer.errors import RetryRequested
from pgqueuer.executors import EntrypointExecutor, EntrypointExecutorParameters
from pgqueuer.models import Context, Job, Schedule

from breachlight import jobs
from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.kit import clock, metrics, tracing
from breachlight.kit.errors import UnavailableError
from breachlight.kit.spans import TRACEPARENT

if TYPE_CHECKING:
    import asyncpg

_HEARTBEAT = timedelta(seconds=30)
_POLL = timedelta(seconds=5)
_LONGEST_DELAY = timedelta(hours=6)
_MOST_DOUBLINGS = 20
_LONGEST_OUTAGE_DELAY = timedelta(minutes=5)
_KEPT_LOG = timedelta(days=7)
# A job may be cut short by deployments and by bad luck; one that kills its worker this often is at fault itself.
_MOST_CRASHES = 10

_log = structlog.get_logger(__name__)


class JobFailedError(Exception):
    """A run of a job failed. The message names the kind of failure only: it is stored, and the cause may quote data."""


async def run_jobs(settings: Settings, stop: asyncio.Event, *, most_at_once: int = 4) -> None:
    """Take jobs until ``stop`` is set, then finish running ones; the database must be open (``connection.database``).

    ``most_at_once`` bounds what runs on each lane. A lost connection is retried every second.
    """
    jobs.import_all()
    lanes = {jobs.COMMON_LANE, *(definition.lane for definition in jobs.definitions().values())}
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
    for name, definition in jobs.definitions().items():
        if definition.lane != lane:
            continue
        queue.entrypoint(
            name,
            concurrency_limit=definition.at_once,
            accepts_context=False,
            on_failure="hold",
            executor_factory=functools.partial(_Executor, definition=definition, queue=queue),
        )(_never)
    if lane != jobs.COMMON_LANE:
        return queue
    for name, (expression, handler) in jobs.schedules().items():
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
        self, parameters: EntrypointExecutorParameters, definition: jobs.Definition, queue: pgqueuer.PgQueuer
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
