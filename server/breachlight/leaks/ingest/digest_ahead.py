"""The SHA-256 of a large file, computed by a thread while a command loads its libraries: those need one core only.

This module imports nothing that takes time.
"""

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Final

FileState = tuple[int, int, int, int]
"""Device, inode, size in bytes and time of the last change in nanoseconds."""

_READ_BYTES: Final = 8 << 20
_LEAST_BYTES: Final = 16 << 20
_POLL_SECONDS: Final = 0.1

_begun: dict[FileState, "Future[bytes | None]"] = {}


def state_of(descriptor: int) -> FileState:
    """Return what changes when the bytes of an open file do."""
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def parts_of(descriptor: int) -> Iterator[bytes]:
    """Yield the bytes of an open file."""
    offset = 0
    while part := os.pread(descriptor, _READ_BYTES, offset):
        yield part
        offset += len(part)


def first_file(paths: Iterable[str]) -> Path | None:
    """Return the first of these paths that is a file."""
    return next((path for path in map(Path, paths) if path.is_file()), None)


def begin_digest(path: Path) -> None:
    """Begin to compute the digest of a file if that takes long; nothing happens if it can't be read."""
    with suppress(OSError):
        status = path.stat()
        if S_ISREG(status.st_mode) and status.st_size >= _LEAST_BYTES:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            found: Future[bytes | None] = Future()
            _begun[state_of(descriptor)] = found
            threading.Thread(target=_compute, args=(descriptor, found), name="digest", daemon=True).start()


def begun_digest(state: FileState, stopped: Callable[[], bool]) -> bytes | None:
    """Return the digest of a file that was begun in this state, None if there is none or ``stopped`` became true."""
    found = _begun.pop(state, None)
    while found is not None and not stopped():
        with suppress(TimeoutError):
            return found.result(_POLL_SECONDS)
    return None


def _compute(descriptor: int, found: "Future[bytes | None]") -> None:
    try:
        state = state_of(descriptor)
        digest = hashlib.sha256()
        for part in parts_of(descriptor):
            digest.update(part)
        found.set_result(digest.digest() if state_of(descriptor) == state else None)
    except OSError:
        found.set_result(None)  # who reads the file reports it
    finally:
        os.close(descriptor)
