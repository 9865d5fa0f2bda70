"""The allocators of an ingestion process, chosen before the libraries that allocate are loaded, and what they keep."""

import ctypes
import os
from contextlib import suppress
from typing import Final

# malloc.h
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8

_LARGEST_KEPT: Final = 32 << 20
"""Bytes, more than a batch: what is freed up to this size is used again. Larger blocks are returned at once; glibc allows no more."""


def choose_allocators() -> None:
    """Make this process keep the memory that batch after batch needs; call it before pyarrow and DuckDB are imported."""
    # Arrow's own allocator returns pages that the next batch asks for again: a sixth of the processor went into that. Its
    # kernels take the allocator of the environment, whatever is chosen later.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # NumPy multiplies no matrices here, and its threads for that begin to wait by spinning.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with suppress(AttributeError, OSError):  # another C library than glibc
        choose = ctypes.CDLL(None).mallopt
        # Else each thread has a heap of its own, and what lies unused in one is of no use to the others.
        choose(_M_ARENA_MAX, 2)
        # Else every batch is read into fresh pages: 110,000 of them for 600 MB.
        choose(_M_MMAP_THRESHOLD, _LARGEST_KEPT)
        choose(_M_TRIM_THRESHOLD, 2 * _LARGEST_KEPT)


def release_unused_memory() -> None:
    """Return to the system what this process has freed and kept for the next batch."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
