"""Taking the statistics of the whole lake: after an intake, beside it, and never as a part of it.

``records`` adds up what the batches counted, exactly. The averages come from the digests of the lake: in how many leaks an
e-mail address, or a domain, occurs. Up to two million entries all of them are looked at; beyond, the addresses (domains) whose
digests are least, as many as make some two million entries. Digests are keyed and thus spread evenly, so those are a sample
at random with all that the lake has of each of them, and its average strays by a tenth of a percent or so. Digest files are
sorted: only their beginnings are read, and what this costs does not grow with the lake.

An address with a tag (``jane+shop@``) counts for itself and for the address without it. A domain is any name that a record's
site or address lies at or under, down to two labels.
"""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from breachlight.config import Settings, get_settings
from breachlight.database.connection import connect, dsn
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.leaks.lake.ducklake import connect_lake, lake_errors
from breachlight.stats.service import GlobalStatisticName

if TYPE_CHECKING:
    import asyncpg

    Connection = asyncpg.Connection[asyncpg.Record]

SAMPLE: Final = 2_000_000
"""Entries of a table of digests that are looked at, by and large."""

_LOCK: Final = 0x6C737461  # the name of an advisory lock is a number: "lsta" in ASCII
_LARGEST_DIGEST: Final = 2**64 - 1
_TABLES: Final = {
    GlobalStatisticName.AVERAGE_LEAKS_PER_EMAIL: "email_digests",
    GlobalStatisticName.AVERAGE_LEAKS_PER_DOMAIN: "domain_digests",
}


@scheduled("stats.take", "* * * * *")
async def take_statistics() -> None:
    """Take the statistics if records were taken in since, one worker at a time; else the lake is not even opened."""
    settings = get_settings()
    connection = await connect(settings)
    try:
        if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK):
            return
        records = await connection.fetchval(
            "SELECT coalesce(sum(records), 0)::float8 FROM batches WHERE done_at IS NOT NULL"
        )
        taken = await connection.fetchval(
            "SELECT count FROM lake_statistics WHERE row_name = $1", GlobalStatisticName.RECORDS.value
        )
        if records in {taken, 0}:
            return
        leaks = await _leaks_of_batches(connection)
        averages = await asyncio.to_thread(_averages, settings, leaks)
        await _store(connection, {GlobalStatisticName.RECORDS: records, **averages})
    finally:
        await connection.close(timeout=5)


async def _leaks_of_batches(connection: "Connection") -> pa.Table:
    """Return each batch that is done with a number for its leak."""
    rows = await connection.fetch(
        """SELECT batches.id, dense_rank() OVER (ORDER BY leak_id) AS leak
        FROM batches JOIN leak_files ON leak_files.id = file_id WHERE done_at IS NOT NULL"""
    )
    return pa.table({"batch_id": [row["id"] for row in rows], "leak": [row["leak"] for row in rows]})


async def _store(connection: "Connection", counts: Mapping[GlobalStatisticName, float]) -> None:
    await connection.executemany(
        """INSERT INTO lake_statistics (row_name, count, taken_at) VALUES ($1, $2, $3)
        ON CONFLICT (row_name) DO UPDATE SET count = excluded.count, taken_at = excluded.taken_at""",
        [(name.value, count, clock.now()) for name, count in counts.items()],
    )


def _averages(settings: Settings, leaks: pa.Table) -> dict[GlobalStatisticName, float]:
    with lake_errors(settings):
        connection = connect_lake(dsn(settings), settings)
        try:
            connection.register("leaks_of_batches", leaks)
            return {name: _average(connection, table) for name, table in _TABLES.items()}
        finally:
            connection.close()


def _average(connection: Any, table: str) -> float:
    """Return in how many leaks an entry of a table of digests occurs, on average; 0 without any."""
    (entries,) = connection.execute(f"SELECT count(*) FROM lake.{table}").fetchone()
    largest = _LARGEST_DIGEST if entries <= SAMPLE else _LARGEST_DIGEST * SAMPLE // entries
    pairs, digests = connection.execute(
        f"""SELECT count(*), count(DISTINCT digest) FROM (
            SELECT DISTINCT digest, leak FROM lake.{table} JOIN leaks_of_batches USING (batch_id)
            WHERE digest <= CAST($largest AS UBIGINT)
        )""",
        {"largest": largest},
    ).fetchone()
    return pairs / digests if digests else 0.0
