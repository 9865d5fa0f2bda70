"""Queries of the state of an index, for operators and for metrics."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.database.session import Connection
from breachlight.leaks.ranges.definitions import RangeIndex
from breachlight.leaks.ranges.kinds import HashKind
from breachlight.leaks.ranges.repository import has_index, pending

_RUNS: Final = """
SELECT kind, count(*) AS runs, sum(hashes)::bigint AS hashes FROM {schema}.runs WHERE state = 'live' GROUP BY kind
"""
_STATUS: Final = """
SELECT (SELECT built_at FROM {schema}.state) AS built_at, (SELECT count(*) FROM {schema}.batches) AS batches,
    (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
        WHERE relnamespace = to_regnamespace('{schema}') AND relkind = 'r') AS size,
    waiting, waiting_since, (SELECT count(*) FROM {schema}.damaged_blocks) AS damaged
FROM (SELECT count(*) AS waiting, min(done_at) AS waiting_since {pending}) AS pending
"""


@dataclass(frozen=True, slots=True)
class Status:
    """The index: entries and runs by kind of hash, bytes, batches that are counted, and those that wait.

    ``damaged`` blocks of the lake could not be counted. A hash may have an entry in several runs. ``built_at`` is None while the index is built.
    """

    built_at: datetime | None
    hashes: dict[HashKind, int]
    runs: dict[HashKind, int]
    size: int
    batches: int
    waiting: int
    waiting_since: datetime | None
    damaged: int


async def read_status(connection: Connection, index: RangeIndex) -> Status | None:
    """Return the state of the index; None if there is none."""
    if not await has_index(connection, index):
        return None
    runs = {HashKind(row["kind"]): row for row in await connection.fetch(_RUNS.format(schema=index.schema))}
    row = await connection.fetchrow(_STATUS.format(schema=index.schema, pending=pending(index)))
    assert row is not None
    return Status(
        row["built_at"],
        {kind: runs[kind]["hashes"] if kind in runs else 0 for kind in index.kinds},
        {kind: runs[kind]["runs"] if kind in runs else 0 for kind in index.kinds},
        row["size"],
        row["batches"],
        row["waiting"],
        row["waiting_since"],
        row["damaged"],
    )
