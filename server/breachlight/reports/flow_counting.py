"""The first count of what happened to existing alerts; from then on, the statements that write alerts maintain it."""

from breachlight.alerts.account_rounds import work_through
from breachlight.jobs import scheduled
from breachlight.reports import repository


@scheduled("reports.count_flow", "* * * * *")
async def count_flow() -> None:
    """Count the alerts of accounts that were never counted."""
    await work_through(repository.find_uncounted_account, repository.count_flow)
