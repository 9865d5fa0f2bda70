"""The first count of existing alerts by severity level; from then on, the statements that write alerts maintain it."""

from breachlight.alerts.account_rounds import work_through
from breachlight.jobs import scheduled
from breachlight.stats import exposure_repository as repository


@scheduled("stats.count_severities", "* * * * *")
async def count_severities() -> None:
    """Count the alerts of accounts that were never counted."""
    await work_through(repository.find_uncounted_account, repository.count_severities)
