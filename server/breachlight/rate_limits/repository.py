"""Queries of the shared counters of rate limits."""

from datetime import datetime
from typing import Final

from breachlight.database.session import Connection, reading

_HIT: Final = """
INSERT INTO throttle_counters AS kept (key, window_start, hits) VALUES ($1, $2, 1)
ON CONFLICT (key, window_start) DO UPDATE SET hits = kept.hits + 1 WHERE kept.hits < $3
RETURNING hits
"""


async def add_hit(connection: Connection, key: str, start: datetime, limit: int, *, seconds: float) -> int:
    """Count a hit and return the number of hits: ``limit + 1`` for a refused one, which is not counted.

    Raises:
        TimeoutError: there was no answer within ``seconds``.
    """
    rows = await connection.fetch(_HIT, key, start, limit, timeout=seconds)
    return int(rows[0]["hits"]) if rows else limit + 1


async def remove_hit(connection: Connection, key: str, start: datetime, *, seconds: float) -> None:
    """Uncount one hit.

    Raises:
        TimeoutError: as ``add_hit``.
    """
    statement = "UPDATE throttle_counters SET hits = hits - 1 WHERE key = $1 AND window_start = $2 AND hits > 0"
    await connection.fetch(statement, key, start, timeout=seconds)


async def remove_hits(connection: Connection, key: str, start: datetime, *, seconds: float) -> None:
    """Uncount all hits.

    Raises:
        TimeoutError: as ``add_hit``.
    """
    statement = "DELETE FROM throttle_counters WHERE key = $1 AND window_start = $2"
    await connection.fetch(statement, key, start, timeout=seconds)


async def delete_counters(before: datetime) -> None:
    """Delete the counters of windows that began before an instant."""
    async with reading() as connection:
        await connection.execute("DELETE FROM throttle_counters WHERE window_start < $1", before)
