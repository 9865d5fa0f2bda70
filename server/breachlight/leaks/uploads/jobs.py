"""The schedule that deletes abandoned uploads."""

from breachlight.audit.operators import record_operator_event
from breachlight.config import get_settings
from breachlight.database.session import transaction
from breachlight.jobs import scheduled
from breachlight.leaks.uploads.service import delete_abandoned, remove_ownerless


@scheduled("uploads.trim", "*/10 * * * *")
async def trim_uploads() -> None:
    """Delete uploads that nobody has continued for a day, or ingested for a week."""
    async with transaction() as connection:
        for row in await delete_abandoned(connection):
            await record_operator_event(connection, "upload_expired", {"upload": str(row.id)}, operator=row.operator)
    await remove_ownerless(get_settings())
