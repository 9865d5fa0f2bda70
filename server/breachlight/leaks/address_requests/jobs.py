"""The schedule that deletes requests for addresses."""

from breachlight.database.session import transaction
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.leaks.address_requests.repository import remove_expired


@scheduled("address_requests.trim", "*/30 * * * *")
async def trim_requests() -> None:
    """Delete requests whose link has expired, with their addresses."""
    async with transaction() as connection:
        await remove_expired(connection, clock.now())
