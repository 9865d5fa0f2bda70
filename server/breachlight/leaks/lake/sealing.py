"""Sealed blocks: about a thousand neighbouring records as one compressed and encrypted value (design §4.8).

A block has the number of its records, the offset of the first, the infected devices, then column after column: distances
of the offsets, password types, flags, number of the device, and of each column of texts the lengths and then the bytes. A text that equals that of the
column before (an email key, mostly) isn't stored again. Columns that are all null or zero take one byte.
"""

import threading
from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import zstandard

from breachlight.kit.keys import SEALED_BYTES, KeyRing
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

_TYPES: Final = [None, *PASSWORD_TYPES[1:]]
_FEW: Final = 8  # of so many records one: from about there on it is faster to read all
_VERY_FEW: Final = 16  # so many are read faster than all, however small the block

_threads = threading.local()
"""The compressor and the decompressor of each thread: making one takes as long as a tenth of a block."""


def pack_blocks(records: RecordSpans) -> list[bytes]:
    """Return the records as blocks, compressed and not yet sealed."""
    if not len(records.spans):
        return []
    from breachlight.leaks.kernels import packing  # numba is loaded by processes that write, and by no other

    compressor: zstandard.ZstdCompressor | None = getattr(_threads, "compressor", None)
    if compressor is None:
        compressor = _threads.compressor = zstandard.ZstdCompressor(_COMPRESSION_LEVEL, write_content_size=False)
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
    sizes = np.diff(limits)
    segments = np.stack([limits[:-1], sizes], axis=1).astype(np.uint64)
    compressed: Any = compressor.multi_compress_to_buffer(zstandard.BufferWithSegments(plain.data, segments.tobytes()))
    return [
        b"".join((_FORMAT, size.to_bytes(_SIZE_BYTES, "big"), compressed[number]))
        for number, size in enumerate(sizes.tolist())
    ]


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


def seal_block(ring: KeyRing, batch_id: int, block: int, packed: bytes) -> bytes:
    """Return one of the blocks sealed; it opens as this block of this batch only."""
    return ring.seal(packed, _place(batch_id, block), _PURPOSE)


def seal_blocks(ring: KeyRing, blocks: Sequence[tuple[int, int, bytes]]) -> pa.LargeBinaryArray:
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
    if not content.startswith(_FORMAT):
        return records_of_old_block(content)
    start = len(_FORMAT) + _SIZE_BYTES
    size = int.from_bytes(content[len(_FORMAT) : start], "big")
    decompressor: zstandard.ZstdDecompressor | None = getattr(_threads, "decompressor", None)
    if decompressor is None:
        decompressor = _threads.decompressor = zstandard.ZstdDecompressor()
    opened = _Block(decompressor.decompress(content[start:], max_output_size=size))
    return opened.records() if texts is None else opened.records_with(texts)


def _stored_machines(machines: list[str | None]) -> bytes:
    """Number of machines, and of each the size of its JSON, -1 for none, and the JSON."""
    texts = [(-1 if machine is None else len(machine.encode()), (machine or "").encode()) for machine in machines]
    stored = [size.to_bytes(4, "little", signed=True) + text for size, text in texts]
    return len(stored).to_bytes(4, "little") + b"".join(stored)


def _place(batch_id: int, block: int) -> bytes:
    return f"{batch_id}|{block}".encode()


class _Texts:
    """A column of texts as it is stored: their lengths, some of which are signs, and where they begin in the block."""

    def __init__(self, stored: npt.NDArray[Any], width: int, begin: int) -> None:
        self.stored = stored
        self.is_null, self.is_same = _LENGTHS_THAT_ARE_NONE[width]
        self.begin = begin
        lengths = np.maximum(stored, 0) if self.is_null < 0 else np.where(stored >= self.is_same, 0, stored)
        self.bounds = np.zeros(len(stored) + 1, np.int32)
        np.cumsum(lengths, out=self.bounds[1:])
        self.end = begin + int(self.bounds[-1])


class _Block:
    """The bytes of a block, read from their beginning to their end."""

    def __init__(self, plain: bytes) -> None:
        self._plain = plain
        self._position = 0
        self._count = self._number(4)
        self._first = self._number(8)
        self._machines = [self._machine() for _ in range(self._number(4))]
        self._offsets, self._types, self._flags, self._owners = (self._numbers() for _ in range(4))
        self._texts = [self._column() for _ in range(len(TEXT_COLUMNS) + OTHER_USERNAMES)]

    def records(self) -> pa.Table:
        """Return the records."""
        texts: list[Any] = []
        for number, column in enumerate(self._texts):
            texts.append(self._array(column, texts[_before(number)] if number else None))
        offsets = pa.array(np.cumsum(self._offsets, dtype=np.int64) + self._first)
        types, machines = pa.array(_TYPES, pa.string()), pa.array(self._machines, pa.string())
        owners = machines.take(pa.array(self._owners))
        return _table(texts, offsets, types.take(pa.array(self._types)), pa.array(self._flags.astype(np.int32)), owners)

    def records_with(self, texts: Collection[str]) -> pa.Table:
        """Return the records that contain one of these texts, and perhaps others: a few are read much faster than all."""
        rows = self._rows_with(texts)
        if len(rows) > _VERY_FEW and len(rows) * _FEW > self._count:
            return self.records()
        columns: list[list[str | None]] = []
        for number, column in enumerate(self._texts):
            columns.append(self._values(column, rows, columns[_before(number)] if number else []))
        offsets = [int(self._offsets[: row + 1].sum(dtype=np.int64)) + self._first for row in rows]
        return _table(
            [_strings(column) for column in columns],
            pa.array(offsets, pa.int64()),
            _strings([_TYPES[self._types[row]] for row in rows]),
            pa.array(self._flags[rows].astype(np.int32)),
            _strings([self._machines[self._owners[row]] for row in rows]),
        )

    def _rows_with(self, texts: Collection[str]) -> list[int]:
        """The rows of some texts; a text that another column repeats is found where it is stored."""
        first = next((column.begin for column in self._texts if column is not None), len(self._plain))
        positions = set[int]()
        for text in texts:
            wanted = text.encode()
            position = self._plain.find(wanted, first)
            while position >= 0:
                positions.add(position)
                # What reaches from one text into the next may hide one.
                position = self._plain.find(wanted, position + 1)
        found = sorted(positions)
        rows = set[int]()
        for column in self._texts:
            if column is not None:
                inside = found[bisect_left(found, column.begin) : bisect_left(found, column.end)]
                if inside:
                    rows.update((column.bounds.searchsorted(np.array(inside) - column.begin, "right") - 1).tolist())
        return sorted(rows)

    def _number(self, size: int) -> int:
        self._position += size
        return int.from_bytes(self._plain[self._position - size : self._position], "little", signed=True)

    def _machine(self) -> str | None:
        size = self._number(4)
        if size < 0:
            return None
        self._position += size
        return self._plain[self._position - size : self._position].decode()

    def _numbers(self) -> npt.NDArray[Any]:
        stored = _NUMBER_TYPES.get(self._number(1))
        if stored is None:
            return np.zeros(self._count, np.int32)
        found: npt.NDArray[Any] = np.frombuffer(self._plain, stored, self._count, self._position)
        self._position += self._count * stored.itemsize
        return found

    def _column(self) -> _Texts | None:
        """The next column of texts, None if all are null."""
        width = self._number(1)
        if width not in _LENGTHS_THAT_ARE_NONE:
            return None
        stored = np.frombuffer(self._plain, _NUMBER_TYPES[width], self._count, self._position)
        column = _Texts(stored, width, self._position + self._count * stored.itemsize)
        self._position = column.end
        return column

    def _array(self, column: _Texts | None, before: Any) -> Any:
        """The texts of a column; ``before`` is the one before it."""
        if column is None:
            return pa.nulls(self._count, pa.string())
        texts: Any = pa.StringArray.from_buffers(
            self._count, pa.py_buffer(column.bounds.data), pa.py_buffer(self._plain[column.begin : column.end])
        )
        is_null, is_same = column.stored == column.is_null, column.stored == column.is_same
        if is_same.any():
            texts = pc.if_else(pa.array(is_same), before, texts)
        return pc.if_else(pa.array(is_null), pa.scalar(None, pa.string()), texts) if is_null.any() else texts

    def _values(self, column: _Texts | None, rows: Sequence[int], before: Sequence[str | None]) -> list[str | None]:
        """The texts of some rows of a column; ``before`` are those of the column before it."""
        if column is None:
            return [None] * len(rows)
        values: list[str | None] = []
        for number, row in enumerate(rows):
            length = column.stored[row]
            if length == column.is_null:
                values.append(None)
            elif length == column.is_same:
                values.append(before[number])
            else:
                begin = column.begin + int(column.bounds[row])
                values.append(self._plain[begin : begin + int(length)].decode())
        return values


def _before(number: int) -> int:
    """The number of the column whose texts a column repeats: further user names repeat the last column of texts."""
    return min(number, len(TEXT_COLUMNS)) - 1


def _strings(texts: Sequence[str | None]) -> Any:
    is_any = any(text is not None for text in texts)
    return pa.array(texts, pa.string()) if is_any else pa.nulls(len(texts), pa.string())


def _table(texts: list[Any], offsets: Any, types: Any, flags: Any, machines: Any) -> pa.Table:
    columns: dict[str, Any] = dict(zip(TEXT_COLUMNS, texts, strict=False))
    columns |= {"offset": offsets, "password_type": types, "flags": flags, "machine": machines}
    columns["other_usernames"] = _lists(texts[len(TEXT_COLUMNS) :])
    return pa.table([columns[field.name] for field in RECORD_SCHEMA], schema=RECORD_SCHEMA)


def _lists(columns: list[Any]) -> Any:
    """The texts of each row as a list without nulls; null if there are none."""
    kind = pa.list_(pa.string())
    if all(column.null_count == len(column) for column in columns):
        return pa.nulls(len(columns[0]), kind)
    rows = zip(*(column.to_pylist() for column in columns), strict=True)
    return pa.array([[name for name in row if name is not None] or None for row in rows], kind)
