"""The first count of existing alerts by severity level; from then on, the statements that write alerts maintain it."""

from breachlight.auth.repository import lock_accounts
from breachlight.database.session import reading, transaction
from breachlight.jobs import scheduled
from breachlight.stats import exposure_repository as repository


@scheduled("stats.count_severities", "* * * * *")
async def count_severities() -> None:
    """Count the alerts of accounts that were never counted, one account at a time under its lock."""
    while True:
        async with reading() as connection:
            account_id = await repository.find_uncounted_account(connection)
        if account_id is None:
            return
        async with transaction() as connection:
            await lock_accounts(connection, [account_id])
            await repository.count_severities(connection, account_id)
