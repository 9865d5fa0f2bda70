"""Columns of names, taken apart by Arrow: what digests and matching both need."""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Texts = Any
"""A ``pyarrow.StringArray``: the stubs of pyarrow refuse calls that it takes."""


def mail_domains(emails: Texts) -> Texts:
    """Return what stands behind the ``@`` of each e-mail key; none of them may be null."""
    if not len(emails):
        return emails
    found: Any = pc.find_substring(emails, "@")
    limits = np.frombuffer(emails.buffers()[1], np.int32)[emails.offset : emails.offset + len(emails) + 1]
    cuts = np.empty(2 * len(emails), np.int32)
    cuts[0::2], cuts[1::2] = limits[:-1] + found.to_numpy() + 1, limits[1:]
    pieces: Texts = pa.StringArray.from_buffers(len(cuts) - 1, pa.py_buffer(cuts.data), emails.buffers()[2])
    return pieces.take(pa.array(np.arange(0, len(cuts), 2, dtype=np.int32)))


def domains_above(names: Texts) -> Texts:
    """Return each name without its first label; each of them has a dot, none may be null."""
    halves: Texts = pc.list_flatten(pc.split_pattern(names, ".", max_splits=1))
    return halves.take(pa.array(np.arange(1, 2 * len(names), 2, dtype=np.int32)))
