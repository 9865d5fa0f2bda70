"""The processes that crash rounds kill: an ingest command and a worker's backfills, forked from a server that has them loaded."""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence

from breachlight.config import get_key_ring, get_settings
from breachlight.database.connection import database
from breachlight.leaks.backfill.backfill_mails import summarize
from breachlight.leaks.backfill.jobs import backfill
from breachlight.leaks.ingest.console import IngestOptions
from breachlight.leaks.ingest.console import ingest as run_ingest
from breachlight.processes.bootstrap import prepare


def _become(environment: Mapping[str, str]) -> None:
    os.environ.update(environment)
    get_settings.cache_clear()
    get_key_ring.cache_clear()
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)


def ingest(environment: Mapping[str, str], paths: Sequence[str], batch_bytes: int) -> None:
    _become(environment)
    sys.exit(run_ingest(IngestOptions(paths, leak="Some leak", batch_bytes=batch_bytes), prepare))


def work(environment: Mapping[str, str]) -> None:
    """Run the backfills that have not ended and write their summaries, as the worker's jobs do."""
    _become(environment)
    asyncio.run(_work())


async def _work() -> None:
    async with database(get_settings()):
        await backfill({})
        await summarize({})
