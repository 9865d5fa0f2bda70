"""Queries of the switches of the indexes, which processes ask that load no arrays."""

from breachlight.database.session import Connection
from breachlight.leaks.ranges.definitions import INDEXES, RangeIndex


async def is_enabled(connection: Connection, index: RangeIndex) -> bool:
    """Return whether the feature that an index is for is on."""
    return bool(await connection.fetchval(f"SELECT {index.setting} FROM site_settings"))


async def enabled_indexes(connection: Connection) -> list[RangeIndex]:
    """Return the indexes whose features are on."""
    row = await connection.fetchrow(f"SELECT {', '.join(index.setting for index in INDEXES)} FROM site_settings")
    return [index for index in INDEXES if row is not None and row[index.setting]]
