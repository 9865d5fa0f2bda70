"""Bytes of one source at offsets, with their digest: files are read in place, pipes from a spool."""

import hashlib
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import HEAD_BYTES
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.ingest.spool import Spool

_READ_BYTES = 8 << 20


class StoppedError(Exception):
    """The operator asked to stop before the source had been read."""


class OpenSource:
    """A source that has been read once from end to end; close it after its ingestion.

    ``size`` counts bytes, ``digest`` is their SHA-256, ``head`` the part that ``detect`` looks at.
    """

    def __init__(self, source: Source, spool_folder: Path, stopped: Callable[[], bool]) -> None:
        """Read the source to its end, in bounded memory. Blocks: call it in a thread.

        Raises:
            RefusedError: it cannot be read, is not a file, or is empty.
            IngestError: the spool cannot be written.
            StoppedError: ``stopped`` became true.
        """
        self.size = 0
        self.digest = b""
        self._first_state = (0, 0)
        self._spool: Spool | None = None
        self._descriptor, is_stream = _open(source)
        self._is_ours = source.path is not None
        try:
            if is_stream:
                self._fill_spool(spool_folder, stopped)
            else:
                self._scan(stopped)
            if not self.size:
                raise RefusedError("empty", "it is empty")
            self.head = self.read_at(0, HEAD_BYTES)
        except OSError as error:
            self.close()
            raise RefusedError("unreadable", f"it cannot be read ({error.strerror})") from error
        except BaseException:
            self.close()
            raise

    def read_at(self, offset: int, length: int) -> bytes:
        """Return ``length`` bytes from ``offset``, fewer only at the end.

        Raises:
            RefusedError: the file can no longer be read.
        """
        if self._spool is not None:
            return self._spool.read_at(offset, length)
        parts: list[bytes] = []
        try:
            while length and (part := os.pread(self._descriptor, length, offset)):
                parts.append(part)
                offset, length = offset + len(part), length - len(part)
        except OSError as error:
            raise RefusedError("unreadable", f"it cannot be read ({error.strerror})") from error
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def check_unchanged(self) -> None:
        """Make sure that the ingested bytes are those of the digest.

        Raises:
            RefusedError: the file was written in the meantime.
        """
        if self._spool is None and _state(self._descriptor) != self._first_state:
            raise RefusedError("changed", "it changed during ingestion: ingest it again when it is complete")

    def close(self) -> None:
        """Close the file and the spool."""
        if self._spool is not None:
            self._spool.close()
        if self._is_ours:
            self._is_ours = False
            os.close(self._descriptor)

    def _fill_spool(self, folder: Path, stopped: Callable[[], bool]) -> None:
        self._spool = Spool(folder)
        if not self._spool.fill(self._descriptor, stopped):
            raise StoppedError
        self.size, self.digest = self._spool.size, self._spool.digest

    def _scan(self, stopped: Callable[[], bool]) -> None:
        self._first_state = _state(self._descriptor)
        digest = hashlib.sha256()
        while part := os.pread(self._descriptor, _READ_BYTES, self.size):
            if stopped():
                raise StoppedError
            digest.update(part)
            self.size += len(part)
        self.digest = digest.digest()


def _open(source: Source) -> tuple[int, bool]:
    if source.path is None:
        return sys.stdin.fileno(), True
    try:
        mode = source.path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise RefusedError("unreadable", "the folder cannot be listed: correct its permissions")
        if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
            raise RefusedError("no_file", "it is neither a file nor a pipe")
        return os.open(source.path, os.O_RDONLY | os.O_CLOEXEC), stat.S_ISFIFO(mode)
    except FileNotFoundError:
        raise RefusedError("not_found", "there is no such file: correct the path") from None
    except PermissionError:
        raise RefusedError("unreadable", "it cannot be read: correct its permissions") from None
    except OSError as error:
        raise RefusedError("unreadable", f"it cannot be read ({error.strerror})") from error


def _state(descriptor: int) -> tuple[int, int]:
    status = os.fstat(descriptor)
    return status.st_size, status.st_mtime_ns
