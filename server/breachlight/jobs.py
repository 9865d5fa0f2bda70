"""Jobs and schedules on pgqueuer, in the same PostgreSQL as the data: a job is committed with what it is about.

Handlers run at least once: a worker that is killed, or frozen for longer than the heartbeat, has its jobs taken over
while they may still run. So a handler is idempotent, puts blocking work in threads, and takes an advisory lock where
two runs at once would do harm. Payloads hold identifiers, never secrets: they lie readable in the database.
"""

import importlib
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from breachlight.database.job_queue import SCHEMA, queries
from breachlight.database.session import Connection
from breachlight.kit import tracing

Payload = dict[str, Any]
Handler = TypeVar("Handler", bound=Callable[[Payload], Awaitable[None]])
Tick = TypeVar("Tick", bound=Callable[[], Awaitable[None]])

# The modules that define jobs; the worker imports them so that their decorators run.
MODULES = (
    "breachlight.lifecycle.purge",
    "breachlight.members.invitations",
    "breachlight.leaks.leaked_password_index",
    "breachlight.leaks.ranges.jobs",
    "breachlight.monitored_emails.service",
    "breachlight.auth.one_time_tokens",
    "breachlight.passwords.changes",
    "breachlight.alerts.incidents.jobs",
    "breachlight.alerts.triage.service",
    "breachlight.domains.management",
    "breachlight.domains.reverification",
    "breachlight.leaks.administration.figures",
    "breachlight.leaks.administration.operations",
    "breachlight.leaks.backfill.jobs",
    "breachlight.leaks.backfill.backfill_mails",
    "breachlight.leaks.lake.maintenance",
    "breachlight.leaks.runs.jobs",
    "breachlight.leaks.uploads.jobs",
    "breachlight.leaks.address_checks.jobs",
    "breachlight.leaks.address_requests.jobs",
    "breachlight.leaks.opt_outs.jobs",
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


@dataclass(frozen=True)
class Definition:
    """A kind of job: its handler, its retries and its lane."""

    handler: Callable[[Payload], Awaitable[None]]
    retries: int
    first_delay: timedelta
    at_once: int
    lane: str


_jobs: dict[str, Definition] = {}
_schedules: dict[str, tuple[str, Callable[[], Awaitable[None]]]] = {}


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
        _jobs[name] = Definition(handler, retries, first_delay, at_once, lane)
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
    await queries(connection).enqueue(
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


def definitions() -> Mapping[str, Definition]:
    """Return the jobs that the modules imported so far define, by name."""
    return _jobs


def schedules() -> Mapping[str, tuple[str, Callable[[], Awaitable[None]]]]:
    """Return the schedules that the modules imported so far define, by name: cron expression and function."""
    return _schedules


def import_all() -> None:
    """Import all modules that define jobs or schedules."""
    for module in MODULES:
        importlib.import_module(module)
