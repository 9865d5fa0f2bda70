"""The query of an API process, which loads no arrays: the rows that a prefix is in."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg
from tortoise.exceptions import OperationalError

from breachlight.database.session import reading
from breachlight.leaks.ranges.definitions import PASSWORDS
from breachlight.leaks.ranges.kinds import PREFIX_BITS, HashKind
from breachlight.leaks.ranges.switch_repository import is_enabled

# One statement, so one state of the switch and of all runs.
_FIND: Final = f"""
SELECT site.password_ranges_enabled AS is_enabled, site.password_ranges_minimum AS minimum, state.built_at,
    found.bits, found.changed_at, found.hashes
FROM site_settings AS site CROSS JOIN {PASSWORDS.schema}.state LEFT JOIN LATERAL (
    SELECT runs.bits, runs.changed_at, entries.hashes FROM {PASSWORDS.schema}.runs JOIN {PASSWORDS.schema}.entries
        ON entries.run_id = runs.id AND entries.bucket = ($2::integer >> ({PREFIX_BITS} - runs.bits))
    WHERE runs.kind = $1 AND runs.state = 'live'
) AS found ON true
"""


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a prefix: bits and bytes of each row that may have it; ``built_at`` is None while the index is built."""

    is_enabled: bool
    built_at: datetime | None
    minimum: int
    changed_at: datetime | None
    rows: list[tuple[int, bytes]]


async def find(kind: HashKind, prefix: int) -> Found:
    """Return the rows of a prefix; none while there is no index."""
    async with reading() as connection:
        try:
            rows = await connection.fetch(_FIND, kind, prefix)
        except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError, OperationalError):
            return Found(await is_enabled(connection, PASSWORDS), None, 1, None, [])
    first = rows[0]
    return Found(
        first["is_enabled"],
        first["built_at"],
        first["minimum"],
        max((row["changed_at"] for row in rows if row["bits"] is not None), default=first["built_at"]),
        [(row["bits"], row["hashes"]) for row in rows if row["bits"] is not None],
    )
