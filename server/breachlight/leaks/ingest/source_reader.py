"""Bytes of one source at offsets, with their digest: files are read in place, pipes from a spool."""

import hashlib
import os
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import HEAD_BYTES
from breachlight.leaks.ingest.digest_ahead import FileState, begun_digest, parts_of, state_of
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.ingest.spool import Spool
from breachlight.leaks.sealed_chunks import CHUNK_BYTES, SealedChunks


class StoppedError(Exception):
    """The operator asked to stop before the source had been read."""


@dataclass(slots=True)
class _OpenFile:
    """One file of a source: its size in bytes and its state when it was read first."""

    descriptor: int
    size: int = 0
    state: FileState = (0, 0, 0, 0)


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
        self._stored: SealedChunks | None = None
        if source.fault is not None:
            raise RefusedError(*source.fault)
        self._files: list[_OpenFile] = []
        self._is_ours = source.path is not None
        try:
            if source.upload is not None:
                self._stored = source.upload.open()
                self._scan_stored(self._stored, stopped)
            elif self._open(source):
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
        if self._stored is not None:
            return self._stored.read_at(offset, length)
        parts: list[bytes] = []
        try:
            for file in self._files:
                while length and 0 <= offset < file.size and (part := os.pread(file.descriptor, length, offset)):
                    # What was appended since the first reading belongs to no digest.
                    part = part[: file.size - offset] if len(self._files) > 1 else part
                    parts.append(part)
                    offset, length = offset + len(part), length - len(part)
                offset -= file.size
        except OSError as error:
            raise RefusedError("unreadable", f"it cannot be read ({error.strerror})") from error
        return parts[0] if len(parts) == 1 else b"".join(parts)

    @property
    def is_spooled(self) -> bool:
        """Whether the source can be read once and was kept, sealed."""
        return isinstance(self._stored, Spool)

    @property
    def descriptor_path(self) -> str | None:
        """A path of the open file itself, for libraries that want one; None if it is sealed or has several parts."""
        if self._stored is not None or len(self._files) != 1:
            return None
        return f"/proc/self/fd/{self._files[0].descriptor}"

    def check_unchanged(self) -> None:
        """Make sure that the ingested bytes are those of the digest.

        Raises:
            RefusedError: the file was written in the meantime.
        """
        if self._stored is None and any(state_of(file.descriptor) != file.state for file in self._files):
            raise RefusedError("changed", "it changed during ingestion: ingest it again when it is complete")

    def close(self) -> None:
        """Close the file, and what it was kept in."""
        if self._stored is not None:
            self._stored.close()
        if self._is_ours:
            self._is_ours = False
            for file in self._files:
                os.close(file.descriptor)

    def _open(self, source: Source) -> bool:
        """Open the source with all of its parts, and say whether it is a stream."""
        descriptor, is_stream = _open(source.path)
        self._files.append(_OpenFile(descriptor))
        for path in source.parts:
            descriptor, is_part_stream = _open(path)
            self._files.append(_OpenFile(descriptor))
            if is_stream or is_part_stream:
                raise RefusedError("no_file", "a part of it is no file")
        return is_stream

    def _fill_spool(self, folder: Path, stopped: Callable[[], bool]) -> None:
        self._stored = spool = Spool(folder)
        if not spool.fill(self._files[0].descriptor, stopped):
            raise StoppedError
        self.size, self.digest = spool.size, spool.digest

    def _scan_stored(self, stored: SealedChunks, stopped: Callable[[], bool]) -> None:
        digest = hashlib.sha256()
        while part := stored.read_at(self.size, CHUNK_BYTES):
            if stopped():
                raise StoppedError
            digest.update(part)
            self.size += len(part)
        self.digest = digest.digest()

    def _scan(self, stopped: Callable[[], bool]) -> None:
        for file in self._files:
            file.state = state_of(file.descriptor)
        only = self._files[0]
        if len(self._files) == 1 and (known := begun_digest(only.state, stopped)) is not None:
            _, _, only.size, _ = only.state
            self.size, self.digest = only.size, known
            return
        digest = hashlib.sha256()
        for file in self._files:
            for part in parts_of(file.descriptor):
                if stopped():
                    raise StoppedError
                digest.update(part)
                file.size += len(part)
            self.size += file.size
        self.digest = digest.digest()


def _open(path: Path | None) -> tuple[int, bool]:
    if path is None:
        return sys.stdin.fileno(), True
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise RefusedError("unreadable", "the folder cannot be listed: correct its permissions")
        if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
            raise RefusedError("no_file", "it is neither a file nor a pipe")
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC), stat.S_ISFIFO(mode)
    except FileNotFoundError:
        raise RefusedError("not_found", "there is no such file: correct the path") from None
    except PermissionError:
        raise RefusedError("unreadable", "it cannot be read: correct its permissions") from None
    except OSError as error:
        raise RefusedError("unreadable", f"it cannot be read ({error.strerror})") from error
