"""A worker that does nothing but ingest, with small batches, in a process that tests can kill."""

import asyncio

from console_runs import small

from breachlight.config import settings_with_logging
from breachlight.leaks.runs.runner import run_ingests

if __name__ == "__main__":
    asyncio.run(run_ingests(settings_with_logging(), asyncio.Event(), small()))
