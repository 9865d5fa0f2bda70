"""Counting the records and affected accounts of leaks on a schedule, so that the console's list costs the same with any lake.

Leaks that have changed are counted within minutes, all of them every hour: retroactive scans and deleted accounts change no leak.
"""

import uuid
from collections.abc import Sequence

from breachlight.database.session import Connection, transaction
from breachlight.jobs import scheduled
from breachlight.leaks.administration import figures_repository as repository


@scheduled("leaks.count_changed", "*/5 * * * *")
async def count_changed() -> None:
    """Count the leaks that have changed."""
    async with transaction() as connection:
        await _count(connection, await repository.uncounted_leaks(connection))


@scheduled("leaks.count_all", "23 * * * *")
async def count_all() -> None:
    """Count all leaks."""
    async with transaction() as connection:
        await _count(connection, await repository.all_leaks(connection))
        await repository.remove_stale_figures(connection)


async def _count(connection: Connection, leak_ids: Sequence[uuid.UUID]) -> None:
    if not leak_ids:
        return
    records = await repository.count_records(connection, leak_ids)
    accounts = await repository.count_accounts(connection, leak_ids)
    found = [(leak_id, records.get(leak_id, 0), accounts.get(leak_id, 0)) for leak_id in leak_ids]
    await repository.store_figures(connection, found)
