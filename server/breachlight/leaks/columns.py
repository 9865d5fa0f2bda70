"""Columns of texts, taken apart by Arrow: what parsing and digests both need."""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Texts = Any
"""A ``pyarrow.StringArray``: the stubs of pyarrow refuse calls that it takes."""


def behind_first(texts: Texts, separator: str) -> Texts:
    """Return what stands behind the first ``separator`` of each text; each has one, none may be null."""
    if not len(texts):
        return texts
    found: Any = pc.find_substring(texts, separator)
    limits = np.frombuffer(texts.buffers()[1], np.int32)[texts.offset : texts.offset + len(texts) + 1]
    cuts = np.empty(2 * len(texts), np.int32)
    cuts[0::2], cuts[1::2] = limits[:-1] + found.to_numpy() + 1, limits[1:]
    pieces: Texts = pa.StringArray.from_buffers(len(cuts) - 1, pa.py_buffer(cuts.data), texts.buffers()[2])
    return pieces.take(pa.array(np.arange(0, len(cuts), 2, dtype=np.int32)))
