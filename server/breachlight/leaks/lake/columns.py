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


def mail_domains(emails: Texts) -> Texts:
    """Return what stands behind the ``@`` of each email key, each domain once (a dictionary array); null stays null."""
    encoded: Any = behind_first(emails.drop_null(), "@").dictionary_encode()
    is_present = emails.is_valid().to_numpy(zero_copy_only=False)
    numbers = np.zeros(len(emails), np.int32)
    numbers[is_present] = encoded.indices.to_numpy()
    indices: Any = pa.array(numbers, mask=~is_present)
    return pa.DictionaryArray.from_arrays(indices, encoded.dictionary)
