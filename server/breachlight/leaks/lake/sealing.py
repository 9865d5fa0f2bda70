"""Sealed blocks: about a thousand neighbouring records as one compressed and encrypted value (design §4.8).

Inside a block stand an Arrow stream, in which each column of texts holds the lengths of its texts, and then the texts
themselves, column after column. Compressed as a whole, texts that several columns share (a login stands in three) cost
once, and lengths cost much less than Arrow's own offsets: 34 bytes for a line of 57, where compressed Arrow columns take 69.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from breachlight.kit.keys import KeyRing
from breachlight.leaks.record_schema import RECORD_SCHEMA

BLOCK_RECORDS: Final = 1000
"""Who opens one record opens its block; every block costs 33 bytes, and one digest for each distinct domain in it."""

_PURPOSE: Final = "lake-block"
_COMPRESSION_LEVEL: Final = 1  # level 3 saves 3 % of the bytes and takes half as long again
_SIZE_BYTES: Final = 4
_LARGEST_SHORT_LENGTH: Final = 255
_TEXT_COLUMNS: Final = [field.name for field in RECORD_SCHEMA if field.type == pa.string()]


def pack_blocks(records: pa.Table) -> list[bytes]:
    """Return the records (``RECORD_SCHEMA``) as blocks, compressed and not yet sealed."""
    records = records.combine_chunks()
    texts = [_Texts(records[name]) for name in _TEXT_COLUMNS]
    columns: dict[str, Any] = {name: records[name] for name in records.schema.names}
    columns |= {name: column.lengths for name, column in zip(_TEXT_COLUMNS, texts, strict=True)}
    nothing: Any = pa.nulls(records.num_rows)
    slim = pa.table(
        {name: nothing if column.null_count == len(nothing) else column for name, column in columns.items()}
    )
    codec = pa.Codec("zstd", compression_level=_COMPRESSION_LEVEL)
    packed = []
    for number, batch in enumerate(slim.to_batches(max_chunksize=BLOCK_RECORDS)):
        piece = _without_neighbours(batch)
        start = number * BLOCK_RECORDS
        stream = pa.BufferOutputStream()
        with pa.ipc.new_stream(stream, piece.schema) as writer:
            writer.write_batch(piece)
        head = stream.getvalue()
        parts = [column.between(start, start + piece.num_rows) for column in texts]
        plain = b"".join([head.size.to_bytes(_SIZE_BYTES, "big"), head, *parts])
        packed.append(len(plain).to_bytes(_SIZE_BYTES, "big") + codec.compress(plain, asbytes=True))
    return packed


def seal_block(ring: KeyRing, batch_id: int, block: int, packed: bytes) -> bytes:
    """Return one of the blocks sealed; it opens as this block of this batch only."""
    return ring.seal(packed, _place(batch_id, block), _PURPOSE)


def open_block(ring: KeyRing, batch_id: int, block: int, sealed: bytes) -> pa.Table:
    """Return the records of a sealed block.

    Raises:
        SealError: the bytes were changed, stand in another place than they were made for, or need another key.
    """
    content = ring.open(sealed, _place(batch_id, block), _PURPOSE)
    size = int.from_bytes(content[:_SIZE_BYTES], "big")
    plain: Any = pa.Codec("zstd").decompress(content[_SIZE_BYTES:], decompressed_size=size)
    texts = _SIZE_BYTES + int.from_bytes(plain[:_SIZE_BYTES].to_pybytes(), "big")
    with pa.ipc.open_stream(plain[_SIZE_BYTES:texts]) as reader:
        records = reader.read_all().combine_chunks()
    for name in _TEXT_COLUMNS:
        lengths: Any = records[name].combine_chunks().cast(pa.int32())
        offsets = np.zeros(len(lengths) + 1, np.int32)
        np.cumsum(lengths.fill_null(0).to_numpy(), out=offsets[1:])
        end = texts + int(offsets[-1])
        column: Any = pa.StringArray.from_buffers(
            len(lengths), pa.py_buffer(offsets.data), plain[texts:end], lengths.is_valid().buffers()[1]
        )
        records = records.set_column(records.schema.get_field_index(name), name, column)
        texts = end
    return records.cast(RECORD_SCHEMA)


def _place(batch_id: int, block: int) -> bytes:
    return f"{batch_id}|{block}".encode()


def _without_neighbours(piece: Any) -> Any:
    """The same rows; Arrow would write the lists of the whole table with each slice of it."""
    for number, column in enumerate(piece.columns):
        if pa.types.is_list(column.type):
            copied = pa.array(column.to_pylist(), column.type)
            piece = piece.set_column(number, piece.schema.names[number], copied)
    return piece


class _Texts:
    """A column of texts as lengths and bytes."""

    def __init__(self, column: Any) -> None:
        array = column.combine_chunks()
        self._offsets = np.zeros(len(array) + 1, np.int32)
        self._bytes = memoryview(b"")
        self.lengths: Any = pa.nulls(len(array))
        if array.null_count == len(array):
            return
        missing = array.is_null().to_numpy(zero_copy_only=False) if array.null_count else None
        lengths = self._take(array)
        if missing is not None and lengths[missing].any():
            lengths = self._take(array.fill_null(""))  # what lies behind a null is not ours to keep
        narrow = np.uint8 if lengths.max() <= _LARGEST_SHORT_LENGTH else np.int32
        self.lengths = pa.array(lengths.astype(narrow), mask=missing)

    def _take(self, array: Any) -> npt.NDArray[np.int32]:
        first, last = array.offset, array.offset + len(array)
        self._offsets = np.frombuffer(array.buffers()[1], np.int32)[first : last + 1]
        self._bytes = memoryview(array.buffers()[2])
        return np.diff(self._offsets)

    def between(self, start: int, end: int) -> memoryview:
        """The bytes of some of the texts."""
        return self._bytes[self._offsets[start] : self._offsets[end]]
