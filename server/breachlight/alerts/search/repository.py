"""Statements of the index of alerts' texts."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import asyncpg

from breachlight.alerts.models import Alert
from breachlight.alerts.query.where import TEXT
from breachlight.alerts.search.trigrams import LARGEST_PAIR, LONGEST_TEXT, SEGMENT_BITS, Built, Lookup
from breachlight.database.session import Connection

_MOST_ROWS: Final = 6
"""Rows of a segment that are read: the shortest, since each of them only leaves alerts out."""
_ACCOUNTS_AT_ONCE: Final = 100
_MOST_SEGMENTS: Final = 1 << 31
"""Numbers of segments; a restore takes 2**18."""

_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('alert_search/' || $1::uuid::text, 0))"
_DUE: Final = f"""
SELECT account_id, min(id) AS segment FROM alert_search_segments WHERE NOT is_built GROUP BY account_id
UNION ALL
SELECT numbers.account_id, next.segment FROM alert_sequences AS numbers
LEFT JOIN LATERAL (
    SELECT id FROM alert_search_segments WHERE account_id = numbers.account_id ORDER BY id DESC LIMIT 1
) AS built ON true
CROSS JOIN LATERAL (
    SELECT sequence >> {SEGMENT_BITS} AS segment FROM alerts
    WHERE account_id = numbers.account_id AND sequence >= (coalesce(built.id, -1) + 1) << {SEGMENT_BITS}
    ORDER BY sequence LIMIT 1
) AS next
WHERE coalesce(built.id, -1) + 1 < numbers.last_number >> {SEGMENT_BITS}
    AND next.segment < least(numbers.last_number >> {SEGMENT_BITS}, {_MOST_SEGMENTS})
LIMIT {_ACCOUNTS_AT_ONCE}
"""
_TEXTS: Final = f"""
SELECT (a.sequence & {(1 << SEGMENT_BITS) - 1})::int AS number, left(lower({TEXT}), {LONGEST_TEXT + 1}) AS text FROM alerts AS a
WHERE a.account_id = $1 AND a.sequence BETWEEN $2::bigint << {SEGMENT_BITS} AND (($2::bigint + 1) << {SEGMENT_BITS}) - 1
"""
# One statement, so that a segment that is withdrawn meanwhile is either complete or known to be missing.
_READ: Final = f"""
SELECT segments.id AS segment, segments.is_built, segments.unindexed, found.pair, found.postings
FROM alert_search_segments AS segments
LEFT JOIN LATERAL (
    (SELECT pair, postings FROM (
        SELECT id & {LARGEST_PAIR} AS pair, postings, count(*) OVER () AS pairs FROM alert_search_postings
        WHERE account_id = $1 AND id = ANY(ARRAY(SELECT (segments.id << 32) + wanted FROM unnest($2::bigint[]) AS wanted))
    ) AS every WHERE pairs = cardinality($2) ORDER BY octet_length(postings), pair LIMIT {_MOST_ROWS})
    UNION ALL
    SELECT id & {LARGEST_PAIR}, postings FROM alert_search_postings
    WHERE account_id = $1 AND id BETWEEN (segments.id << 32) + $3 AND (segments.id << 32) + $4
) AS found ON segments.is_built
WHERE segments.account_id = $1
"""
_RANGE_BYTES: Final = """
SELECT coalesce(sum(octet_length(postings)), 0) FROM alert_search_segments AS segments JOIN alert_search_postings AS postings
    ON postings.account_id = segments.account_id
    AND postings.id BETWEEN (segments.id << 32) + $2 AND (segments.id << 32) + $3
WHERE segments.account_id = $1
"""

_COLUMNS: Final = ", ".join(
    each["db_column"] for each in (Alert.describe()["pk_field"], *Alert.describe()["data_fields"])
)
# OFFSET 0: these rows are chosen by number, whatever order or condition follows.
CANDIDATES: Final = f"""(
    SELECT {_COLUMNS} FROM alerts WHERE account_id = $1 AND sequence = ANY({{numbers}}::bigint[])
    UNION ALL
    SELECT found.* FROM unnest({{firsts}}::bigint[], {{lasts}}::bigint[]) AS missing (first, last) CROSS JOIN LATERAL (
        SELECT {_COLUMNS} FROM alerts WHERE account_id = $1 AND sequence BETWEEN missing.first AND missing.last
        ORDER BY sequence
    ) AS found
    OFFSET 0)"""
"""Alerts of the account ``$1`` by number and in ranges of numbers, in the place of a table."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of an account that is due."""

    account_id: uuid.UUID
    number: int


async def fetch_due(connection: Connection) -> list[Segment]:
    """Return segments that have all their numbers and aren't built, one or two of each account."""
    return [Segment(row["account_id"], row["segment"]) for row in await connection.fetch(_DUE)]


async def lock_segments(connection: Connection, account_id: uuid.UUID) -> None:
    """Keep others from building or withdrawing an account's segments until the transaction ends."""
    await connection.execute(_LOCK, account_id)


async def is_built(connection: Connection, segment: Segment) -> bool:
    """Return whether a segment is built."""
    return bool(
        await connection.fetchval(
            "SELECT is_built FROM alert_search_segments WHERE account_id = $1 AND id = $2",
            segment.account_id,
            segment.number,
        )
    )


async def fetch_texts(connection: Connection, segment: Segment) -> list[tuple[int, str]]:
    """Return the texts of a segment's alerts, in lower case, with the offsets of these; of long texts the beginning."""
    rows = await connection.fetch(_TEXTS, segment.account_id, segment.number)
    return [(row["number"], row["text"]) for row in rows]


async def add_segment(connection: Connection, segment: Segment, built: Built) -> None:
    """Store a segment that has no rows, and mark it as built."""
    await connection.execute(
        """INSERT INTO alert_search_segments (account_id, id, is_built, unindexed) VALUES ($1, $2, true, $3)
        ON CONFLICT (account_id, id) DO UPDATE SET is_built = true, unindexed = excluded.unindexed""",
        segment.account_id,
        segment.number,
        built.unindexed,
    )
    await connection.copy_records_to_table(
        "alert_search_postings",
        records=((segment.account_id, (segment.number << 32) + pair, postings) for pair, postings in built.rows),
        columns=("account_id", "id", "postings"),
    )


async def withdraw_segments(connection: Connection, account_id: uuid.UUID, alert_ids: Sequence[uuid.UUID]) -> None:
    """Delete the segments with these alerts; they are due then."""
    await lock_segments(connection, account_id)
    await connection.execute(
        f"""WITH withdrawn AS (
            UPDATE alert_search_segments SET is_built = false WHERE account_id = $1 AND id IN (
                SELECT sequence >> {SEGMENT_BITS} FROM alerts WHERE account_id = $1 AND id = ANY($2::uuid[]))
            RETURNING id
        ) DELETE FROM alert_search_postings AS postings USING withdrawn
        WHERE account_id = $1 AND postings.id BETWEEN withdrawn.id << 32 AND (withdrawn.id << 32) + {LARGEST_PAIR}""",
        account_id,
        alert_ids,
    )


async def fetch_postings(connection: Connection, account_id: uuid.UUID, wanted: Lookup) -> list[asyncpg.Record]:
    """Return all segments of an account, each with the rows of a lookup, or with nulls if it has none."""
    return await connection.fetch(_READ, account_id, list(wanted.pairs), wanted.first, wanted.last)


async def lowered(connection: Connection, text: str) -> str:
    """Return a text in lower case by the rules of the database, which ``ILIKE`` follows."""
    # With what surrounds it in the pattern of ILIKE: a sigma at the end of a word is another letter.
    lower: str = await connection.fetchval("SELECT lower('%' || $1::text || '%')", text)
    return lower[1:-1]


async def range_bytes(connection: Connection, account_id: uuid.UUID, wanted: Lookup) -> int:
    """Return the size of the rows in the range of a lookup."""
    size: int = await connection.fetchval(_RANGE_BYTES, account_id, wanted.first, wanted.last)
    return size
