"""When and by whom settings were last changed."""

from datetime import datetime
from typing import Final

from breachlight.database.session import Connection

KIND: Final = "site_settings_changed"

# Of the kind's events there are few, and of operators' events not many: they are kept for good and read once for a page.
_LAST_CHANGES: Final = """
SELECT DISTINCT ON (name) name, happened_at, operator
FROM operator_events CROSS JOIN LATERAL jsonb_object_keys(detail) AS name
WHERE kind = $1 ORDER BY name, sequence DESC"""


async def last_changes(connection: Connection) -> dict[str, tuple[datetime, str]]:
    """Return the time and the operator of the last change of each setting that was changed."""
    rows = await connection.fetch(_LAST_CHANGES, KIND)
    return {row["name"]: (row["happened_at"], row["operator"]) for row in rows}
