"""The first count of what happened to existing alerts; from then on, the statements that write alerts maintain it."""

from breachlight.auth.repository import lock_accounts
from breachlight.database.session import reading, transaction
from breachlight.jobs import scheduled
from breachlight.reports import repository


@scheduled("reports.count_flow", "* * * * *")
async def count_flow() -> None:
    """Count the alerts of accounts that were never counted, one account at a time under its lock."""
    while True:
        async with reading() as connection:
            account_id = await repository.find_uncounted_account(connection)
        if account_id is None:
            return
        async with transaction() as connection:
            await lock_accounts(connection, [account_id])
            await repository.count_flow(connection, account_id)
