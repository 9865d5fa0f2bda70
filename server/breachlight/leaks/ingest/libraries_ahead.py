"""The large libraries of an ingest, mapped and linked by a thread while a command imports its modules.

Linking them takes a sixth of a second, and doesn't need the interpreter. This module imports nothing that takes time.
"""

import ctypes
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from breachlight.leaks.ingest.malloc import choose_allocators

_LIBRARIES: Final = (
    ("llvmlite", "binding/libllvmlite.*"),
    ("numpy", "_core/_multiarray_umath.*"),
    ("pyarrow", "lib.*.so"),
    ("_duckdb", "_duckdb.*.so"),
)
"""Packages and modules in the order in which they are imported, and their libraries, relative to where each is."""


def begin_loading() -> None:
    """Begin to load the libraries that are installed; what can't be loaded is left to the import, which reports it.

    The allocators are chosen first, since libraries look at them when they are loaded.
    """
    choose_allocators()
    threading.Thread(target=_load, name="libraries", daemon=True).start()


def _load() -> None:
    for name, pattern in _LIBRARIES:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            continue
        for path in Path(spec.origin).parent.glob(pattern):
            with suppress(OSError):
                ctypes.CDLL(str(path))
