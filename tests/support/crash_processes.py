"""The processes that crash rounds kill: commands, a worker's backfills and its password ranges, forked from a server that has them loaded."""

import asyncio
import multiprocessing
import os
import sys
import uuid
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from typing import Any

import pytest

from breachlight.config import get_key_ring, get_settings
from breachlight.database.connection import database
from breachlight.leaks.administration.operations import run_operation
from breachlight.leaks.backfill import search
from breachlight.leaks.backfill.backfill_mails import summarize
from breachlight.leaks.backfill.jobs import backfill
from breachlight.leaks.ingest.console import IngestOptions
from breachlight.leaks.ingest.console import ingest as run_ingest
from breachlight.leaks.ranges.definitions import PASSWORDS
from breachlight.leaks.ranges.jobs import update_index
from breachlight.processes.bootstrap import prepare


def forking() -> ForkServerContext:
    """Give a server of processes that has loaded what they run; each would load it for a second and a half."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["crash_processes"])
    with pytest.MonkeyPatch.context() as patch:
        # Before Python 3.12.4 the server does not learn of its parent's path, and loads nothing without a word.
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        forkserver.ensure_running()
    return context


def _become(environment: Mapping[str, str], output: str = os.devnull) -> None:
    os.environ.update(environment)
    get_settings.cache_clear()
    get_key_ring.cache_clear()
    os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 1)


def ingest(
    environment: Mapping[str, str],
    paths: Sequence[str],
    batch_bytes: int,
    output: str = os.devnull,
    **options: Any,
) -> None:
    _become(environment, output)
    options = {"leak": "Some leak", **options}
    code = run_ingest(IngestOptions(paths, batch_bytes=batch_bytes, as_json=True, **options), prepare)
    sys.stdout.flush()
    sys.exit(code)


def work(environment: Mapping[str, str], most_records: int = search.MOST_RECORDS) -> None:
    """Run the backfills that have not ended and write their summaries, as the worker's jobs do."""
    _become(environment)
    search.MOST_RECORDS = most_records  # type: ignore[misc] -- in this process of a test
    asyncio.run(_work())


def update_ranges(environment: Mapping[str, str]) -> None:
    """Update the password ranges until nothing is left, as the worker's job does."""
    _become(environment)
    asyncio.run(_update_ranges())


async def _update_ranges() -> None:
    while not await update_index(PASSWORDS):
        pass


def operate(environment: Mapping[str, str], operation_id: uuid.UUID) -> None:
    """Do a retraction or an erasure."""
    _become(environment)
    asyncio.run(run_operation(get_settings(), get_key_ring(), operation_id))


async def _work() -> None:
    async with database(get_settings()):
        await backfill({})
        await summarize({})
