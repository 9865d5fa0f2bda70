"""Queries of the shared counters of rate limits."""

from datetime import datetime
from typing import Final

from breachlight.database.session import Connection, reading

_HIT: Final = """
INSERT INTO throttle_counters AS kept (key, window_start, hits) VALUES ($1, $2, 1)
ON CONFLICT (key, window_start) DO UPDATE SET hits = kept.hits + 1 WHERE kept.hits < $3
RETURNING hits
"""


_TAKE: Final = """
INSERT INTO throttle_counters AS kept (key, window_start, hits) SELECT $1, $2, $4::int WHERE $4::int <= $3::int
ON CONFLICT (key, window_start) DO UPDATE SET hits = kept.hits + excluded.hits WHERE kept.hits + excluded.hits <= $3
RETURNING hits
"""


async def take(connection: Connection, key: str, start: datetime, amount: int, limit: int) -> tuple[bool, int]:
    """Count an amount in the caller's transaction unless it exceeds the limit; return whether it was, and the hits now."""
    hits = await connection.fetchval(_TAKE, key, start, limit, amount)
    if hits is not None:
        return True, int(hits)
    query = "SELECT hits FROM throttle_counters WHERE key = $1 AND window_start = $2"
    return False, int(await connection.fetchval(query, key, start) or 0)


async def give_back(connection: Connection, key: str, start: datetime, amount: int) -> None:
    """Uncount an amount in the caller's transaction."""
    await connection.execute(
        "UPDATE throttle_counters SET hits = greatest(hits - $3, 0) WHERE key = $1 AND window_start = $2",
        key,
        start,
        amount,
    )


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
