"""Statistics of the whole lake, computed in the background after an ingestion.

``records`` is the exact sum of the batches' counts. The averages come from the digests of the lake: in how many leaks an email
address, or a domain, occurs. Up to two million entries all of them are read; beyond, the addresses (domains) with the smallest
digests, as many as make some two million entries. Digests are keyed and so evenly distributed, which makes those a random sample
with everything the lake has of each; its average is off by about a tenth of a percent. Digest files are sorted: only their
beginnings are read, and the cost does not grow with the lake.

An address with a tag (``jane+shop@``) counts for itself and for the address without it. A domain is any name that a record's
site or address is at or under, down to two labels.
"""

import asyncio
from typing import Any, Final

import pyarrow as pa

from breachlight.config import Settings, get_settings
from breachlight.database.connection import connect, dsn
from breachlight.database.locks import try_advisory_lock
from breachlight.database.replica import LONGEST_LAG, current_position, read_from_replica
from breachlight.jobs import scheduled
from breachlight.leaks.lake.ducklake import connect_lake
from breachlight.leaks.lake.faults import lake_errors
from breachlight.stats import repository
from breachlight.stats.service import GlobalStatisticName

SAMPLE: Final = 2_000_000
"""Entries of a digest table that are read, approximately."""

_LOCK: Final = 0x6C737461  # the name of an advisory lock is a number: "lsta" in ASCII
_LARGEST_DIGEST: Final = 2**64 - 1
_TABLES: Final = {
    GlobalStatisticName.AVERAGE_LEAKS_PER_EMAIL: "email_digests",
    GlobalStatisticName.AVERAGE_LEAKS_PER_DOMAIN: "domain_digests",
}


@scheduled("stats.take", "* * * * *")
async def take_statistics() -> None:
    """Compute the statistics if records were ingested since the last time, one worker at a time."""
    settings = get_settings()
    connection = await connect(settings)
    try:
        if not await try_advisory_lock(connection, _LOCK):
            return
        position = await current_position()
        records = await read_from_replica(repository.ingested_records, position, patience=LONGEST_LAG)
        taken = (await repository.fetch_lake_statistics(connection)).get(GlobalStatisticName.RECORDS.value)
        if records in {taken, 0}:
            return
        batches = await read_from_replica(repository.leaks_of_batches, position, patience=LONGEST_LAG)
        leaks = pa.table(dict(zip(("batch_id", "leak"), batches, strict=True)))
        averages = await asyncio.to_thread(_averages, settings, leaks)
        await repository.store_lake_statistics(connection, {GlobalStatisticName.RECORDS.value: records, **averages})
    finally:
        await connection.close(timeout=5)


def _averages(settings: Settings, leaks: pa.Table) -> dict[str, float]:
    with lake_errors(settings):
        connection = connect_lake(dsn(settings), settings)
        try:
            connection.register("leaks_of_batches", leaks)
            return {name.value: _average(connection, table) for name, table in _TABLES.items()}
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
