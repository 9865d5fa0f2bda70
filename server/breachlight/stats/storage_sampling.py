"""Sizes of the stores for operators: measured on a schedule by one worker, shown by the metrics of all processes."""

from datetime import timedelta
from typing import Final

from breachlight.database.session import transaction
from breachlight.jobs import scheduled
from breachlight.leaks.lake.repository import lake_bytes
from breachlight.stats import repository

_KEPT_FOR: Final = timedelta(days=400)


@scheduled("stats.measure_storage", "*/5 * * * *")
async def measure_storage() -> None:
    """Measure database, lake, quarantine and queue, keep a sample a day, and estimate the rows of the tables that grow."""
    async with transaction() as connection:
        sizes = {**await repository.measure_database(connection), "storage:lake": await lake_bytes(connection)}
        await repository.store_lake_statistics(connection, sizes)
        await repository.store_samples(connection, sizes, _KEPT_FOR)
