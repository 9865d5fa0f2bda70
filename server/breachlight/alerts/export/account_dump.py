"""Every alert of an account for its owner's file, in chunks; passwords are masked as everywhere."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Final

from breachlight.alerts import repository
from breachlight.alerts.bookkeeping_repository import fetch_last
from breachlight.alerts.fields import Face, as_plain
from breachlight.alerts.views import AlertView, disclosed
from breachlight.auth.subject import Subject
from breachlight.database.replica import current_position, read_from_replica
from breachlight.database.session import reading

CHUNK: Final = 500
"""Alerts that are read at a time."""


async def every_alert(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield the alerts of a subject's account as plain values, in the order in which they were raised.

    They are all that had been raised when the export began. No connection is used between chunks.
    """
    position = 0
    async with reading() as connection:
        last = await fetch_last(connection, subject.account_id)
    needed = await current_position()
    while True:
        read = partial(repository.fetch_raised, account_id=subject.account_id, after=position, limit=CHUNK, until=last)
        alerts = await read_from_replica(read, needed)
        if alerts:
            position = alerts[-1].position
            yield [_plain(alert) for alert in disclosed(subject, alerts)]
        if len(alerts) < CHUNK:
            return


def _plain(alert: AlertView) -> dict[str, Any]:
    plain = as_plain(alert, Face.ACCOUNT_FILE, AlertView)
    # The owner gets all facts of the log, those too that no other face shows.
    plain["breach_record"]["machine"] = alert.machine_facts
    return plain
