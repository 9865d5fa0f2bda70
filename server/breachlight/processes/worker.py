"""A worker process: takes jobs until asked to stop, then finishes running ones."""

import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack, nullcontext

import structlog

from breachlight.config import Settings, get_settings
from breachlight.database.connection import database, server
from breachlight.database.presence import presence
from breachlight.keys.watch import key_watch
from breachlight.kit import tracing
from breachlight.kit.garbage import collect_garbage_seldom
from breachlight.kit.keys import KeyFileError
from breachlight.kit.logging import configure_logging
from breachlight.leaks.runs.runner import run_ingests
from breachlight.processes.bootstrap import prepare, warn_of_gaps
from breachlight.processes.children import Parent, descriptor_of, on_stop, raise_file_limit
from breachlight.processes.health import draining
from breachlight.processes.job_runner import run_jobs
from breachlight.processes.server import PARENT_VARIABLE
from breachlight.processes.worker_health import served_health
from breachlight.restores.startup import kept_generation
from breachlight.site.edited_content import edited_content

_DRAIN_SECONDS = 20.0

_log = structlog.get_logger("breachlight.processes.worker")


def work(settings: Settings) -> None:
    """Run a worker of its own in this process until SIGTERM or SIGINT (``breachlight worker``).

    Raises:
        DatabaseError, KeyFileError, StartError: one sentence that says what to do.
    """
    warn_of_gaps(settings)
    _run(settings, Parent(None))


def _run(settings: Settings, parent: Parent) -> None:
    tracing.start(settings.otlp_endpoint, settings.trace_ratio, "worker")
    try:
        asyncio.run(_work(settings, parent))
    finally:
        tracing.stop()


async def _work(settings: Settings, parent: Parent) -> None:
    stop, hurry = asyncio.Event(), asyncio.Event()

    def told(_: signal.Signals) -> None:
        draining.started = True
        (hurry if stop.is_set() else stop).set()

    on_stop(told)
    parent.watch(told, stop.set)
    # A supervisor's servers answer for its worker.
    async with AsyncExitStack() as stack:
        if parent.is_missing:
            await stack.enter_async_context(served_health(settings))
        await stack.enter_async_context(server(settings))
        if parent.is_missing:
            await stack.enter_async_context(presence(settings, "worker"))
        await prepare(settings)
        # A supervisor counts as running and keeps the generation for its children.
        kept = kept_generation(settings) if parent.is_missing else nullcontext()
        async with kept, database(settings), key_watch("worker"), edited_content():
            task = asyncio.create_task(_run_all(settings, stop))
            parent.say_ready()
            _log.info("worker ready")
            await asyncio.wait({task, asyncio.create_task(stop.wait())}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                _log.info("worker draining")
                await asyncio.wait(
                    {task, asyncio.create_task(hurry.wait())},
                    timeout=_DRAIN_SECONDS,
                    return_when=asyncio.FIRST_COMPLETED,
                )
            if not task.done():
                # Cancelling would mark the jobs as cancelled; a worker that is gone has them taken over.
                _log.warning("worker leaves jobs behind for others to resume")
                tracing.stop()
                os._exit(0)
            await task


async def _run_all(settings: Settings, stop: asyncio.Event) -> None:
    await asyncio.gather(run_jobs(settings, stop), run_ingests(settings, stop))


def main() -> None:
    """Run as the supervisor's child."""
    collect_garbage_seldom()
    settings = get_settings()
    configure_logging(settings.log_level, settings.log_format)
    raise_file_limit()
    try:
        _run(settings, Parent(descriptor_of(PARENT_VARIABLE)))
    except KeyFileError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
