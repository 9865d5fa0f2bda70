"""The metrics of the indexes, as the database knows them."""

from typing import Final

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.metrics import Reading
from breachlight.leaks.ranges.definitions import EMAILS, INDEXES, PASSWORDS, RangeIndex
from breachlight.leaks.ranges.status_repository import read_status

_NAMES: Final = {
    PASSWORDS.schema: (
        "breachlight_password_range_hashes",
        "breachlight_password_range_bytes",
        "breachlight_password_range_waiting_batches",
        "breachlight_password_range_lag_seconds",
    ),
    EMAILS.schema: (
        "breachlight_email_range_hashes",
        "breachlight_email_range_bytes",
        "breachlight_email_range_waiting_batches",
        "breachlight_email_range_lag_seconds",
    ),
}


async def range_readings(connection: Connection) -> list[Reading]:
    """Return the metrics of the indexes that there are."""
    return [reading for index in INDEXES for reading in await _readings(connection, index)]


async def _readings(connection: Connection, index: RangeIndex) -> list[Reading]:
    status = await read_status(connection, index)
    if status is None:
        return []
    hashes, size, waiting, lag = _NAMES[index.schema]
    waited = (clock.now() - status.waiting_since).total_seconds() if status.waiting_since else 0.0
    return [
        *(
            Reading(hashes, f"Entries of the {index.label}, by kind of hash.", float(number), {"kind": kind.label})
            for kind, number in status.hashes.items()
        ),
        Reading(size, f"Bytes of the tables of the {index.label}.", status.size),
        Reading(waiting, f"Ingested batches that the {index.label} don't have yet.", status.waiting),
        Reading(lag, "Seconds that the oldest of these batches has waited.", waited),
    ]
