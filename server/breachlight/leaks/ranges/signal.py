"""The jobs that keep the indexes up to date, as those know them who give them work."""

from collections.abc import Collection

from breachlight.database.session import Connection
from breachlight.jobs import enqueue_unless_waiting
from breachlight.leaks.ranges.definitions import INDEXES, RangeIndex
from breachlight.leaks.ranges.switch_repository import enabled_indexes


async def signal_update(connection: Connection, indexes: Collection[RangeIndex] = INDEXES) -> None:
    """Let a worker update the indexes that are on once the caller's transaction has committed.

    A job that begins before that misses the change; a schedule finds it within a minute.
    """
    for index in await enabled_indexes(connection):
        if index in indexes:
            await enqueue_unless_waiting(connection, index.job)
