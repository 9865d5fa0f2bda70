"""The index of leaked passwords, filled in the background from the sealed blocks of the lake."""

import asyncio
import time
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.connection import connect, dsn
from breachlight.database.locks import try_advisory_lock
from breachlight.jobs import scheduled
from breachlight.kit.keys import KeyRing
from breachlight.leaks import leaked_password_repository as repository
from breachlight.leaks.lake.ducklake import connect_lake
from breachlight.leaks.lake.faults import lake_errors
from breachlight.leaks.lake.sealing import open_block
from breachlight.leaks.leaked_passwords import BUCKET_BYTES, DIGEST_BYTES, digest_of, index_key
from breachlight.leaks.records import PasswordType

_LOCK: Final = 0x6C706173  # the name of an advisory lock is a number: "lpas" in ASCII
_SECONDS: Final = 20.0  # then the next tick continues, so that a worker stops promptly
_BATCHES_AT_ONCE: Final = 8  # some 256 MiB of leaks; their digests take 40 MB of memory
_BLOCKS: Final = (
    "SELECT block, sealed FROM lake.blocks WHERE batch_id = $batch_id"  # of 32 MiB of a leak: at most 20 MB
)

_Digests = npt.NDArray[np.uint64]


@scheduled("leaked_passwords.fill", "* * * * *")
async def fill_index() -> None:
    """Index the batches finished since the last time, one worker at a time; without any the lake is not opened."""
    settings = get_settings()
    connection = await connect(settings)
    try:
        if not await try_advisory_lock(connection, _LOCK):
            return
        await repository.create_index(connection)
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end and (batch_ids := await repository.missing_batches(connection, _BATCHES_AT_ONCE)):
            rows = await asyncio.to_thread(_rows_of, settings, get_key_ring(), batch_ids)
            await repository.add_rows(connection, batch_ids, rows)
    finally:
        await connection.close(timeout=5)


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
