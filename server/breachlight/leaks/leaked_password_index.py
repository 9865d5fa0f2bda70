"""The index of leaked passwords, filled from the sealed blocks of the lake after their intake, which never waits for it."""

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.connection import connect, dsn
from breachlight.jobs import scheduled
from breachlight.kit.keys import KeyRing
from breachlight.leaks.formats.records import PasswordType
from breachlight.leaks.lake.ducklake import connect_lake, lake_errors
from breachlight.leaks.lake.sealing import open_block
from breachlight.leaks.leaked_passwords import BUCKET_BYTES, DIGEST_BYTES, IS_MADE, SCHEMA, digest_of, index_key

if TYPE_CHECKING:
    import asyncpg

_LOCK: Final = 0x6C706173  # the name of an advisory lock is a number: "lpas" in ASCII
_SECONDS: Final = 20.0  # then the next tick goes on, so that a worker which is told to stop is soon free
_BATCHES_AT_ONCE: Final = 8  # some 256 MiB of leaks; their digests take 40 MB of memory
_BLOCKS: Final = (
    "SELECT block, sealed FROM lake.blocks WHERE batch_id = $batch_id"  # of 32 MiB of a leak: at most 20 MB
)

_CREATE: Final = f"""
CREATE SCHEMA IF NOT EXISTS {SCHEMA};
CREATE TABLE IF NOT EXISTS {SCHEMA}.digests (
    bucket integer NOT NULL, first_batch bigint NOT NULL, digests bytea NOT NULL, PRIMARY KEY (bucket, first_batch)
);
ALTER TABLE {SCHEMA}.digests ALTER COLUMN digests SET STORAGE EXTERNAL; -- nothing about digests can be compressed
CREATE TABLE IF NOT EXISTS {SCHEMA}.batches (id bigint PRIMARY KEY);
"""
_MISSING: Final = f"""
SELECT id FROM batches WHERE done_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM {SCHEMA}.batches AS taken WHERE taken.id = batches.id
) ORDER BY id LIMIT {_BATCHES_AT_ONCE}
"""

_Digests = npt.NDArray[np.uint64]


@scheduled("leaked_passwords.fill", "* * * * *")
async def fill_index() -> None:
    """Take in the batches that were done since, one worker at a time; without any the lake is not even opened."""
    settings = get_settings()
    connection = await connect(settings)
    try:
        if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK):
            return
        if not await connection.fetchval(IS_MADE):
            await connection.execute(_CREATE)
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end and (batch_ids := [row["id"] for row in await connection.fetch(_MISSING)]):
            rows = await asyncio.to_thread(_rows_of, settings, get_key_ring(), batch_ids)
            await _store(connection, batch_ids, rows)
    finally:
        await connection.close(timeout=5)


async def _store(
    connection: "asyncpg.Connection[asyncpg.Record]", batch_ids: list[int], rows: list[tuple[int, int, bytes]]
) -> None:
    async with connection.transaction():
        await connection.copy_records_to_table("digests", schema_name=SCHEMA, records=rows)
        await connection.copy_records_to_table("batches", schema_name=SCHEMA, records=[(one,) for one in batch_ids])


def _rows_of(settings: Settings, ring: KeyRing, batch_ids: list[int]) -> list[tuple[int, int, bytes]]:
    """Return the rows of some batches: bucket, the first of the batches, and the digests in order, each once."""
    digests = _digests_of(settings, ring, batch_ids)
    buckets = digests >> np.uint64(8 * (DIGEST_BYTES - BUCKET_BYTES))
    numbers, starts = np.unique(buckets, return_index=True)
    kept = digests.astype(">u8").view(np.uint8).reshape(-1, DIGEST_BYTES)[:, BUCKET_BYTES:]
    ends = np.append(starts[1:], len(digests))
    return [
        (number, batch_ids[0], kept[start:end].tobytes())
        for number, start, end in zip(numbers.tolist(), starts.tolist(), ends.tolist()[: len(numbers)], strict=True)
    ]


def _digests_of(settings: Settings, ring: KeyRing, batch_ids: list[int]) -> _Digests:
    pieces: list[_Digests] = [np.empty(0, np.uint64)]
    key = index_key(ring)
    with lake_errors(settings):
        connection = connect_lake(dsn(settings), settings)
        try:
            for batch_id in batch_ids:
                for block, sealed in connection.execute(_BLOCKS, {"batch_id": batch_id}).fetchall():
                    pieces.append(_digests_of_block(key, open_block(ring, batch_id, block, sealed)))
        finally:
            connection.close()
    return np.unique(np.concatenate(pieces))


def _digests_of_block(key: bytes, records: pa.Table) -> _Digests:
    is_plain: Any = pc.equal(records["password_type"], pa.scalar(PasswordType.PLAIN.value))
    passwords: Any = pc.unique(records["password"].filter(is_plain).drop_null())
    joined = b"".join(digest_of(key, password) for password in passwords.to_pylist())
    return np.frombuffer(joined, ">u8").astype(np.uint64)
