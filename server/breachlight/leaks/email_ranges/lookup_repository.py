"""The queries of an API process, which loads no arrays: the rows that a prefix is in, and names of leaks."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg
from tortoise.exceptions import OperationalError

from breachlight.database.session import reading
from breachlight.leaks.public_catalogue.repository import PUBLIC
from breachlight.leaks.ranges.definitions import EMAILS
from breachlight.leaks.ranges.kinds import HashKind

# One statement, so one state of all runs.
_FIND: Final = f"""
SELECT state.built_at, found.bits, found.hashes
FROM {EMAILS.schema}.state LEFT JOIN LATERAL (
    SELECT runs.bits, entries.hashes FROM {EMAILS.schema}.runs JOIN {EMAILS.schema}.entries
        ON entries.run_id = runs.id AND entries.bucket = ($2::integer >> ({HashKind.EMAIL.prefix_bits} - runs.bits))
    WHERE runs.kind = $1 AND runs.state = 'live'
) AS found ON true
"""
_NAMES: Final = f"""
SELECT numbered.number, leaks.name FROM {EMAILS.schema}.leaks AS numbered JOIN leaks ON leaks.id = numbered.leak_id
WHERE numbered.number = any($1) AND {PUBLIC}
"""


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a prefix: bits and bytes of each row that may have it; ``built_at`` is None while the index is built."""

    built_at: datetime | None
    rows: list[tuple[int, bytes]]


async def find(prefix: int) -> Found:
    """Return the rows of a prefix; none while there is no index."""
    async with reading() as connection:
        try:
            rows = await connection.fetch(_FIND, HashKind.EMAIL, prefix)
        except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError, OperationalError):
            return Found(None, [])
    return Found(rows[0]["built_at"], [(row["bits"], row["hashes"]) for row in rows if row["bits"] is not None])


async def public_names(numbers: Collection[int]) -> dict[int, str]:
    """Return the names of those leaks that anyone may see, by the numbers that entries have."""
    async with reading() as connection:
        rows = await connection.fetch(_NAMES, list(numbers))
    return {row["number"]: row["name"] for row in rows}
