"""Sizes of the stores for operators: measured on a schedule by one worker, shown by the metrics of all processes."""

from breachlight.database.session import transaction
from breachlight.jobs import scheduled
from breachlight.leaks.lake.repository import lake_bytes
from breachlight.stats import repository


@scheduled("stats.measure_storage", "*/5 * * * *")
async def measure_storage() -> None:
    """Measure database, lake, quarantine and queue, and estimate the rows of the tables that grow."""
    async with transaction() as connection:
        sizes = {**await repository.measure_database(connection), "storage:lake": await lake_bytes(connection)}
        await repository.store_lake_statistics(connection, sizes)
