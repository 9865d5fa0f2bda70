"""The allocators of an ingestion process, chosen before the libraries that allocate are loaded, and what they keep."""

import ctypes
import os
from contextlib import suppress
from typing import Final

_M_ARENA_MAX: Final = -8  # malloc.h


def choose_allocators() -> None:
    """Make this process keep the memory that batch after batch needs; call it before pyarrow and DuckDB are imported."""
    # Arrow's own allocator returns pages that the next batch asks for again: a sixth of the processor went into that. Its
    # kernels take the allocator of the environment, whatever is chosen later.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # NumPy multiplies no matrices here, and its threads for that begin to wait by spinning.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Else each thread has a heap of its own, and what lies unused in one is of no use to the others.
    with suppress(AttributeError, OSError):  # another C library than glibc
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


def release_unused_memory() -> None:
    """Return to the system what this process has freed and kept for the next batch."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
