"""Queries of one infected device: its newest alerts, bounded whatever their number."""

import uuid
from typing import Final

from breachlight.alerts.profiles.people_repository import MOST_ALERTS, PROFILE_COLUMNS
from breachlight.alerts.repository import JOINS, read_alerts
from breachlight.alerts.views import AlertView
from breachlight.database.session import Connection

_ALERTS: Final = f"""
SELECT {PROFILE_COLUMNS} FROM (
    SELECT id FROM alerts WHERE account_id = $1 AND incident_id = $2 ORDER BY datetime DESC, id DESC LIMIT {MOST_ALERTS + 1}
) AS chosen JOIN alerts AS a ON a.account_id = $1 AND a.id = chosen.id {JOINS} ORDER BY a.datetime DESC, a.id DESC
"""


async def fetch_alerts(connection: Connection, account_id: uuid.UUID, device_id: uuid.UUID) -> list[AlertView]:
    """Return the newest alerts of a device, one more than ``MOST_ALERTS``."""
    return await read_alerts(connection, account_id, _ALERTS, account_id, device_id)
