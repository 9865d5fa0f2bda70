"""Sealed blocks: about a thousand neighbouring records as one compressed and encrypted value (design §4.8).

``packed_blocks`` describes what is compressed.
"""

import threading
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import zstandard

from breachlight.kit.keys import SEALED_BYTES, KeyRing
from breachlight.leaks.lake.old_blocks import records_of_old_block
from breachlight.leaks.lake.packed_blocks import PackedBlock
from breachlight.leaks.lake.spans import RecordSpans, readonly

BLOCK_RECORDS: Final = 1000
"""Who opens one record opens its block; every block costs 33 bytes, and one digest for each distinct domain in it."""

_PURPOSE: Final = "lake-block"
_COMPRESSION_LEVEL: Final = 1
_FRAME: Final = zstandard.FRAME_HEADER
"""What a compressed block begins with. The size with which those of version 0.1.0 begin is far below it."""
_WITH_HOSTS: Final = b"\x82"
"""What blocks began with, before their size, when they had each host, also that of a URL."""
_SIZE_BYTES: Final = 4

_threads = threading.local()
"""The compressor and the decompressor of each thread: making one takes as long as a tenth of a block."""


def pack_blocks(records: RecordSpans) -> list[memoryview]:
    """Return the records as blocks, compressed and not yet sealed."""
    if not len(records.spans):
        return []
    from breachlight.leaks.kernels import packing  # numba is loaded by processes that write, and by no other

    compressor: zstandard.ZstdCompressor | None = getattr(_threads, "compressor", None)
    if compressor is None:
        compressor = _threads.compressor = zstandard.ZstdCompressor(_COMPRESSION_LEVEL)
    machines, numbers = _machines_of_blocks(records)
    # All blocks in one call each: threads wait for the interpreter's lock at the end of every call.
    plain, limits = packing.pack_blocks(
        readonly(records.text),
        readonly(records.spans),
        readonly(records.other_usernames),
        readonly(records.offsets),
        readonly(records.password_types),
        readonly(records.flags),
        np.frombuffer(b"".join(machines), np.uint8),
        np.cumsum([0, *map(len, machines)], dtype=np.int64),
        numbers,
        BLOCK_RECORDS,
    )
    segments = np.stack([limits[:-1], np.diff(limits)], axis=1).astype(np.uint64)
    compressed: Any = compressor.multi_compress_to_buffer(zstandard.BufferWithSegments(plain.data, segments.tobytes()))
    return [memoryview(block) for block in compressed]


def _machines_of_blocks(records: RecordSpans) -> tuple[list[bytes], npt.NDArray[np.int32]]:
    """Return the infected devices of each block as they are stored, and for each record the number of its own in its block."""
    # Devices of all blocks at once, and only where another one begins: a call for each block takes longer than to pack it.
    count, devices = len(records.spans), len(records.machines)
    if devices == 1:  # files without infected devices have none, which counts as one
        return [_stored_machines([*records.machines])] * -(-count // BLOCK_RECORDS), np.zeros(count, np.int32)
    keys = np.arange(count) // BLOCK_RECORDS * devices + records.machine_numbers
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    used, owners = np.unique(keys[starts], return_inverse=True)
    firsts = np.searchsorted(used, np.arange(0, used[-1] + 1, devices))
    numbers = (owners - firsts[used[owners] // devices]).astype(np.int32)
    machines = [records.machines[number] for number in (used % devices).tolist()]
    stored = [_stored_machines(machines[first:last]) for first, last in pairwise([*firsts.tolist(), len(used)])]
    return stored, np.repeat(numbers, np.diff(starts, append=count))


def seal_block(ring: KeyRing, batch_id: int, block: int, packed: bytes | memoryview) -> bytes:
    """Return one of the blocks sealed; it opens as this block of this batch only."""
    return ring.seal(packed, _place(batch_id, block), _PURPOSE)


def seal_blocks(ring: KeyRing, blocks: Sequence[tuple[int, int, bytes | memoryview]]) -> "pa.Array[Any]":
    """Return packed blocks, each behind its batch and its number there, as ``seal_block`` returns one."""
    limits = np.cumsum([0, *(len(packed) + SEALED_BYTES for _, _, packed in blocks)], dtype=np.int64)
    sealed = np.empty(limits[-1], np.uint8)
    ring.seal_into(sealed.data, [(packed, _place(batch_id, block), _PURPOSE) for batch_id, block, packed in blocks])
    buffers = [None, pa.py_buffer(limits.data), pa.py_buffer(sealed.data)]
    return pa.Array.from_buffers(pa.large_binary(), len(blocks), buffers)


def reseal_block(ring: KeyRing, batch_id: int, block: int, sealed: bytes) -> bytes:
    """Return a block sealed with the current key, as compressed as it was.

    Raises:
        SealError: as ``open_block``.
    """
    return ring.seal(ring.open(sealed, _place(batch_id, block), _PURPOSE), _place(batch_id, block), _PURPOSE)


def open_block(
    ring: KeyRing, batch_id: int, block: int, sealed: bytes, texts: Collection[str] | None = None
) -> pa.Table:
    """Return the records of a sealed block; with ``texts`` at least all those with one of these texts within a column.

    Raises:
        SealError: the bytes were changed, stand in another place than they were made for, or need another key.
    """
    content = ring.open(sealed, _place(batch_id, block), _PURPOSE)
    decompressor: zstandard.ZstdDecompressor | None = getattr(_threads, "decompressor", None)
    if decompressor is None:
        decompressor = _threads.decompressor = zstandard.ZstdDecompressor()
    if content.startswith(_FRAME):
        opened = PackedBlock(decompressor.decompress(content))
    elif content.startswith(_WITH_HOSTS):
        start = len(_WITH_HOSTS) + _SIZE_BYTES
        size = int.from_bytes(content[len(_WITH_HOSTS) : start], "big")
        opened = PackedBlock(decompressor.decompress(content[start:], max_output_size=size), has_hosts=True)
    else:
        return records_of_old_block(content)
    return opened.records() if texts is None else opened.records_with(texts)


def _stored_machines(machines: list[str | None]) -> bytes:
    """Number of machines, and of each the size of its JSON, -1 for none, and the JSON."""
    texts = [(-1 if machine is None else len(machine.encode()), (machine or "").encode()) for machine in machines]
    stored = [size.to_bytes(4, "little", signed=True) + text for size, text in texts]
    return len(stored).to_bytes(4, "little") + b"".join(stored)


def _place(batch_id: int, block: int) -> bytes:
    return f"{batch_id}|{block}".encode()
