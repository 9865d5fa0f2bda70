"""Every alert of an account for its owner's file, in chunks; passwords are masked as everywhere."""

import uuid
from collections.abc import AsyncIterator
from typing import Any, Final

from breachlight.alerts import repository
from breachlight.alerts.fields import Face, as_plain
from breachlight.alerts.views import AlertView
from breachlight.database.session import reading

CHUNK: Final = 500
"""Alerts that are read at a time."""


async def every_alert(account_id: uuid.UUID) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield an account's alerts as plain values, oldest first; no connection is used between chunks."""
    alerts: list[AlertView] = []
    while True:
        async with reading() as connection:
            alerts = await repository.fetch_chunk(connection, account_id, alerts[-1] if alerts else None, CHUNK)
        if alerts:
            yield [_plain(alert) for alert in alerts]
        if len(alerts) < CHUNK:
            return


def _plain(alert: AlertView) -> dict[str, Any]:
    plain = as_plain(alert, Face.ACCOUNT_FILE, AlertView)
    # The owner gets all facts of the log, those too that no other face shows.
    plain["breach_record"]["machine"] = alert.machine_facts
    return plain
