"""The large libraries of an ingest, mapped and linked by a thread while a command imports its modules.

Linking them takes a sixth of a second, and doesn't need the interpreter. This module imports nothing that takes time.
"""

import ctypes
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_LIBRARIES: Final = (
    ("llvmlite", "binding/libllvmlite.*"),
    ("numpy", "_core/_multiarray_umath.*"),
    ("pyarrow", "lib.*.so"),
    ("_duckdb", ""),
)
"""Packages that are imported later, in the order of their use, and where their libraries are; else the module is one itself."""


def begin_loading() -> None:
    """Begin to load the libraries that are installed; what can't be loaded is left to the import, which reports it."""
    threading.Thread(target=_load, name="libraries", daemon=True).start()


def _load() -> None:
    for name, pattern in _LIBRARIES:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            continue
        origin = Path(spec.origin)
        for path in origin.parent.glob(pattern) if pattern else (origin,):
            with suppress(OSError):
                ctypes.CDLL(str(path))
