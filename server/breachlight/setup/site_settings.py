"""Changes of the public settings by an operator in the console."""

from breachlight.database.session import transaction
from breachlight.operators.recording import record
from breachlight.operators.service import Operator
from breachlight.site.service import change_site_settings


async def change(operator: Operator, changes: dict[str, bool]) -> None:
    """Change public settings by name, and record names and values."""
    if not changes:
        return
    async with transaction() as connection:
        await change_site_settings(changes)
        await record(connection, operator, "console_settings_changed", changes)
