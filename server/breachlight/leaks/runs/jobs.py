"""The schedule that deletes what previews and ended runs no longer need."""

from datetime import timedelta
from typing import Final

from breachlight.database.session import transaction
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.leaks.runs import repository

PREVIEWS_FOR: Final = timedelta(days=1)
PASSWORDS_FOR: Final = timedelta(days=7)


@scheduled("runs.trim", "*/10 * * * *")
async def trim_runs() -> None:
    """Delete previews after a day, and passwords of runs that ended a week ago and weren't retried."""
    now = clock.now()
    async with transaction() as connection:
        await repository.delete_previews(connection, now - PREVIEWS_FOR)
        await repository.forget_passwords(connection, now - PASSWORDS_FOR)
