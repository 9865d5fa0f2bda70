"""Sealed blocks: about a thousand neighbouring records as one compressed and encrypted value (design §4.8).

A block has the number of its records, the offset of the first, the infected devices, then column after column: distances
of the offsets, password types, flags, number of the device, and of each column of texts the lengths and then the bytes. A text that equals that of the
column before (an email key, mostly) isn't stored again. Columns that are all null or zero take one byte.
"""

import threading
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import zstandard

from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.old_blocks import records_of_old_block
from breachlight.leaks.lake.spans import OTHER_USERNAMES, PASSWORD_TYPES, TEXT_COLUMNS, RecordSpans, readonly
from breachlight.leaks.record_schema import RECORD_SCHEMA

BLOCK_RECORDS: Final = 1000
"""Who opens one record opens its block; every block costs 33 bytes, and one digest for each distinct domain in it."""

_PURPOSE: Final = "lake-block"
_COMPRESSION_LEVEL: Final = 1
_FORMAT: Final = b"\x82"  # blocks of version 0.1.0 begin with their size, which is below 2^31
_SIZE_BYTES: Final = 4
_NUMBER_TYPES: Final[dict[int, Any]] = {1: np.dtype(np.uint8), 2: np.dtype("<i4"), 3: np.dtype("<i8")}
_LENGTHS_THAT_ARE_NONE: Final = {1: (255, 254), 2: (-1, -2)}  # of a null, and of a text that the column before has

_compressors = threading.local()


def pack_blocks(records: RecordSpans) -> list[bytes]:
    """Return the records as blocks, compressed and not yet sealed."""
    from breachlight.leaks.kernels import packing  # numba is loaded by processes that write, and by no other

    compressor: zstandard.ZstdCompressor | None = getattr(_compressors, "one", None)
    if compressor is None:
        compressor = _compressors.one = zstandard.ZstdCompressor(_COMPRESSION_LEVEL, write_content_size=False)
    columns = (records.spans, records.other_usernames, records.offsets, records.password_types, records.flags)
    parts = [readonly(column) for column in columns]
    text = readonly(records.text)
    packed = []
    has_one_machine = bool(len(records.machine_numbers)) and not np.ptp(records.machine_numbers)
    for start in range(0, len(records.spans), BLOCK_RECORDS):
        rows = [part[start : start + BLOCK_RECORDS] for part in parts]
        used: npt.NDArray[Any] = records.machine_numbers[start : start + BLOCK_RECORDS]
        numbers: npt.NDArray[Any] = np.zeros(len(used), np.int32)
        if has_one_machine:
            used = used[:1]
        else:
            used, numbers = np.unique(used, return_inverse=True)
            numbers = numbers.astype(np.int32)
        machines = np.frombuffer(_stored_machines([records.machines[number] for number in used.tolist()]), np.uint8)
        plain = packing.pack(text, rows[0], rows[1], rows[2], rows[3], rows[4], machines, numbers)
        packed.append(_FORMAT + len(plain).to_bytes(_SIZE_BYTES, "big") + compressor.compress(plain.data))
    return packed


def seal_block(ring: KeyRing, batch_id: int, block: int, packed: bytes) -> bytes:
    """Return one of the blocks sealed; it opens as this block of this batch only."""
    return ring.seal(packed, _place(batch_id, block), _PURPOSE)


def reseal_block(ring: KeyRing, batch_id: int, block: int, sealed: bytes) -> bytes:
    """Return a block sealed with the current key, as compressed as it was.

    Raises:
        SealError: as ``open_block``.
    """
    return ring.seal(ring.open(sealed, _place(batch_id, block), _PURPOSE), _place(batch_id, block), _PURPOSE)


def open_block(ring: KeyRing, batch_id: int, block: int, sealed: bytes) -> pa.Table:
    """Return the records of a sealed block.

    Raises:
        SealError: the bytes were changed, stand in another place than they were made for, or need another key.
    """
    content = ring.open(sealed, _place(batch_id, block), _PURPOSE)
    if not content.startswith(_FORMAT):
        return records_of_old_block(content)
    start = len(_FORMAT) + _SIZE_BYTES
    size = int.from_bytes(content[len(_FORMAT) : start], "big")
    return _Block(zstandard.ZstdDecompressor().decompress(content[start:], max_output_size=size)).records()


def _stored_machines(machines: list[str | None]) -> bytes:
    """Number of machines, and of each the size of its JSON, -1 for none, and the JSON."""
    texts = [(-1 if machine is None else len(machine.encode()), (machine or "").encode()) for machine in machines]
    stored = [size.to_bytes(4, "little", signed=True) + text for size, text in texts]
    return len(stored).to_bytes(4, "little") + b"".join(stored)


def _place(batch_id: int, block: int) -> bytes:
    return f"{batch_id}|{block}".encode()


class _Block:
    """The bytes of a block, read from their beginning to their end."""

    def __init__(self, plain: bytes) -> None:
        self._plain = plain
        self._position = 0
        self._count = self._number(4)

    def records(self) -> pa.Table:
        """Return the records."""
        first = self._number(8)
        machines = [self._machine() for _ in range(self._number(4))]
        offsets = self._numbers(np.int64)
        columns: dict[str, Any] = {"offset": pa.array(np.cumsum(offsets) + first)}
        types: Any = pa.DictionaryArray.from_arrays(
            pa.array(self._numbers(np.int64)), pa.array([None, *PASSWORD_TYPES[1:]], pa.string())
        )
        columns["password_type"] = types.cast(pa.string())
        columns["flags"] = pa.array(self._numbers(np.int32))
        owners: Any = pa.DictionaryArray.from_arrays(pa.array(self._numbers(np.int32)), pa.array(machines, pa.string()))
        columns["machine"] = owners.cast(pa.string())
        before: Any = pa.nulls(self._count, pa.string())
        for name in TEXT_COLUMNS:
            columns[name] = before = self._texts(before)
        others = [self._texts(before) for _ in range(OTHER_USERNAMES)]
        columns["other_usernames"] = _lists(others)
        return pa.table([columns[field.name] for field in RECORD_SCHEMA], schema=RECORD_SCHEMA)

    def _number(self, size: int) -> int:
        self._position += size
        return int.from_bytes(self._plain[self._position - size : self._position], "little", signed=True)

    def _machine(self) -> str | None:
        size = self._number(4)
        if size < 0:
            return None
        self._position += size
        return self._plain[self._position - size : self._position].decode()

    def _numbers(self, kind: type[np.integer[Any]]) -> npt.NDArray[Any]:
        stored = _NUMBER_TYPES.get(self._number(1))
        if stored is None:
            return np.zeros(self._count, kind)
        found: npt.NDArray[Any] = np.frombuffer(self._plain, stored, self._count, self._position)
        self._position += self._count * stored.itemsize
        return found.astype(kind)

    def _texts(self, before: Any) -> Any:
        """The next column of texts; ``before`` is the one before it."""
        width = self._number(1)
        if width not in _LENGTHS_THAT_ARE_NONE:
            return pa.nulls(self._count, pa.string())
        stored = np.frombuffer(self._plain, _NUMBER_TYPES[width], self._count, self._position)
        self._position += self._count * stored.itemsize
        null, same = (stored == sign for sign in _LENGTHS_THAT_ARE_NONE[width])
        offsets = np.zeros(self._count + 1, np.int32)
        np.cumsum(np.where(null | same, 0, stored), out=offsets[1:])
        end = self._position + int(offsets[-1])
        column: Any = pa.StringArray.from_buffers(
            self._count, pa.py_buffer(offsets.data), pa.py_buffer(self._plain[self._position : end])
        )
        self._position = end
        if same.any():
            column = pc.if_else(pa.array(same), before, column)
        return pc.if_else(pa.array(null), pa.scalar(None, pa.string()), column) if null.any() else column


def _lists(columns: list[Any]) -> Any:
    """The texts of each row as a list without nulls; null if there are none."""
    kind = pa.list_(pa.string())
    if all(column.null_count == len(column) for column in columns):
        return pa.nulls(len(columns[0]), kind)
    rows = zip(*(column.to_pylist() for column in columns), strict=True)
    return pa.array([[name for name in row if name is not None] or None for row in rows], kind)
