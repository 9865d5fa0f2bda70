"""Creation times of files, which copying renews and ownership, modes and moves don't."""

import ctypes
import os
import struct
from pathlib import Path
from typing import Final

# statx(2). Python knows the creation time of a file on other systems than Linux only.
_HERE: Final = -100
_NO_FOLLOW: Final = 0x100
_WITH_BIRTH: Final = 0x800
_BIRTH_OFFSET: Final = 80
_BYTES: Final = 256


def birth_of(path: Path) -> int | None:
    """Return when a file was created, in nanoseconds, or None where the system doesn't know it."""
    known = getattr(path.lstat(), "st_birthtime_ns", None) or getattr(path.lstat(), "st_birthtime", None)
    if known is not None:
        return int(known)
    try:
        statx = ctypes.CDLL(None, use_errno=True).statx
    except (AttributeError, OSError):
        return None
    found = ctypes.create_string_buffer(_BYTES)
    if statx(_HERE, os.fsencode(path), _NO_FOLLOW, _WITH_BIRTH, found) != 0:
        return None
    (mask,) = struct.unpack_from("=I", found.raw)
    seconds, nanoseconds = struct.unpack_from("=qI", found.raw, _BIRTH_OFFSET)
    return int(seconds) * 1_000_000_000 + int(nanoseconds) if mask & _WITH_BIRTH else None
