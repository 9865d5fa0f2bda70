"""The leak that a filter names, read before the alerts: its former names and its readers' addresses are in other tables (decision 61)."""

import uuid
from typing import Final

from breachlight.alerts.directory_repository import Verified, fetch_verified
from breachlight.alerts.leak_audience import LeakReader
from breachlight.alerts.query.filters import AlertFilter
from breachlight.alerts.query.where import Selection, WantedLeak, select
from breachlight.config import get_key_ring
from breachlight.database.session import Connection

_NAMED: Final = "SELECT id, is_sensitive FROM leaks WHERE name = $1"
_FORMERLY_NAMED: Final = """SELECT leaks.id, is_sensitive FROM leak_redirects JOIN leaks ON leaks.id = leak_id
WHERE leak_redirects.name = $1"""


async def fetch_leak(
    connection: Connection, account_id: uuid.UUID, name: str | None, reader: LeakReader | None
) -> WantedLeak | None:
    """Return the leak of a name or former name, and what the reader may see of it; None without a name or such a leak."""
    if name is None:
        return None
    row = await connection.fetchrow(_NAMED, name) or await connection.fetchrow(_FORMERLY_NAMED, name)
    if row is None:
        return None
    if not row["is_sensitive"]:
        return WantedLeak(row["id"], None)
    if reader is None:
        return WantedLeak(row["id"], Verified([], [], []))
    verified = await fetch_verified(connection, account_id, reader)
    return WantedLeak(row["id"], verified)


async def fetch_selection(
    connection: Connection, account_id: uuid.UUID, conditions: AlertFilter, reader: LeakReader | None
) -> Selection:
    """Turn a checked filter into conditions.

    Alerts of a sensitive leak are found by its name only by a ``reader`` who may see it.
    """
    leak = await fetch_leak(connection, account_id, conditions.leak_name, reader)
    return select(account_id, conditions, get_key_ring(), leak)
