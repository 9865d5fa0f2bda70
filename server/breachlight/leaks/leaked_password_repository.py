"""Queries of the index of leaked passwords, which has a schema of its own: it can always be rebuilt from the lake.

Each row has a bucket, the first 16 bits of a digest, and the other 48 bits of all its digests, concatenated in order.
"""

from typing import Final

from breachlight.database.relations import exists
from breachlight.database.session import Connection, reading

SCHEMA: Final = "leaked_passwords"

_DIGESTS: Final = f"{SCHEMA}.digests"
_CREATE: Final = f"""
CREATE SCHEMA IF NOT EXISTS {SCHEMA};
CREATE TABLE IF NOT EXISTS {SCHEMA}.digests (
    bucket integer NOT NULL, first_batch bigint NOT NULL, digests bytea NOT NULL, PRIMARY KEY (bucket, first_batch)
);
ALTER TABLE {SCHEMA}.digests ALTER COLUMN digests SET STORAGE EXTERNAL; -- digests cannot be compressed
CREATE TABLE IF NOT EXISTS {SCHEMA}.batches (id bigint PRIMARY KEY);
"""
# Without the alias, a missing column would mean the whole row of the table of that name.
_FIND: Final = f"SELECT stored.digests FROM {SCHEMA}.digests AS stored WHERE stored.bucket = $1"
_MISSING: Final = f"""
SELECT id FROM batches WHERE done_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM {SCHEMA}.batches AS indexed WHERE indexed.id = batches.id
) ORDER BY id LIMIT $1
"""


async def find_bucket(bucket: int) -> list[bytes]:
    """Return the rows of a bucket; none while there is no index."""
    async with reading() as connection:
        if not await exists(connection, _DIGESTS):
            return []
        return [row["digests"] for row in await connection.fetch(_FIND, bucket)]


async def create_index(connection: Connection) -> None:
    """Create the tables unless they exist."""
    if not await exists(connection, _DIGESTS):
        await connection.execute(_CREATE)


async def missing_batches(connection: Connection, limit: int) -> list[int]:
    """Return the first finished batches that are not indexed."""
    return [row["id"] for row in await connection.fetch(_MISSING, limit)]


async def add_rows(connection: Connection, batch_ids: list[int], rows: list[tuple[int, int, bytes]]) -> None:
    """Store the rows of some batches and mark these as indexed, in one transaction."""
    async with connection.transaction():
        await connection.copy_records_to_table("digests", schema_name=SCHEMA, records=rows)
        await connection.copy_records_to_table("batches", schema_name=SCHEMA, records=[(one,) for one in batch_ids])
