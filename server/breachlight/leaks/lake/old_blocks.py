"""Blocks that version 0.1.0 wrote: they open as before.

Inside such a block are an Arrow stream, in which each column of texts has the lengths of its texts, and then the texts
themselves, column after column.
"""

from typing import Any, Final

import numpy as np
import pyarrow as pa

from breachlight.leaks.record_schema import RECORD_SCHEMA

_SIZE_BYTES: Final = 4
_TEXT_COLUMNS: Final = [field.name for field in RECORD_SCHEMA if field.type == pa.string()]


def records_of_old_block(content: bytes) -> pa.Table:
    """Return the records of an opened block of version 0.1.0."""
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
