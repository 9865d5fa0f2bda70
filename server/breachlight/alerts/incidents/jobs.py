"""Jobs of incidents: alerts from before incidents get theirs, and incidents without alerts go."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from breachlight.alerts.incidents import grouping_repository as repository
from breachlight.auth.repository import lock_accounts
from breachlight.database.session import Connection, reading, transaction
from breachlight.jobs import scheduled


@scheduled("incidents.group", "* * * * *")
async def group_alerts() -> None:
    """Group alerts without an incident, with as much time between chunks as they take; another run continues where one stops.

    After an upgrade these are all alerts, and until it is complete those that processes of the version before raise.
    """
    while (account_id := await _next(repository.find_account_without_incidents)) is not None:
        begin = time.monotonic()
        async with transaction() as connection:
            await lock_accounts(connection, [account_id])
            await repository.group_some(connection, account_id)
        await asyncio.sleep(time.monotonic() - begin)
    while (account_id := await _next(repository.find_account_with_empty)) is not None:
        async with transaction() as connection:
            await lock_accounts(connection, [account_id])
            await repository.delete_empty(connection, account_id)


async def _next(find: Callable[[Connection], Awaitable[repository.AccountId | None]]) -> repository.AccountId | None:
    async with reading() as connection:
        return await find(connection)
