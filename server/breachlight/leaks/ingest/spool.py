"""Bytes that can be read once (standard input, a pipe), kept on disk sealed during ingestion.

The file has no name (O_TMPFILE where the file system knows it) and mode 0600, its key is random and lives in this
process alone. So nothing is left to remove when the process is killed, and what the disk still holds cannot be read.
"""

import errno
import hashlib
import os
import secrets
import select
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Self

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from breachlight.leaks.errors import IngestError
from breachlight.leaks.sealed_chunks import CHUNK_BYTES, SealedChunks, write_at

_TAG_BYTES = 16
_POLL_SECONDS = 0.2
_SEALED_BYTES = CHUNK_BYTES + _TAG_BYTES


class Spool(SealedChunks):
    """A stream turned into bytes at offsets; AES-256-GCM per chunk of 1 MiB, the chunk's number is its nonce."""

    def __init__(self, folder: Path) -> None:
        """Open a file in ``folder``, which is made with mode 0700 when it is missing.

        Raises:
            IngestError: the folder cannot be written.
        """
        super().__init__()
        self._cipher = AESGCM(secrets.token_bytes(32))
        self.digest = b""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 -- closed by close()
        except OSError as error:
            raise IngestError(
                f"Input cannot be spooled in {folder} ({error.strerror}): make that folder writable."
            ) from error
        self._folder = folder

    def fill(self, descriptor: int, stopped: Callable[[], bool]) -> bool:
        """Read a pipe or the like to its end, in bounded memory; sets ``size`` (bytes) and ``digest`` (SHA-256).

        Returns False when ``stopped`` became true before the end.

        Raises:
            IngestError: the disk is full or cannot be written.
        """
        return self.fill_from(_pipe(descriptor, stopped))

    def fill_from(self, parts: Iterable[bytes | None]) -> bool:
        """Take bytes to their end, in bounded memory; sets ``size`` (bytes) and ``digest`` (SHA-256).

        Returns False at the first None: the operator stopped.

        Raises:
            IngestError: the disk is full or cannot be written.
        """
        digest = hashlib.sha256()
        number, rest = 0, bytearray()
        for part in chain(parts, (b"",)):
            if part is None:
                return False
            digest.update(part)
            rest += part
            ended = not part
            # Chunks are found by their number, so all but the last are full, whatever a pipe gives at a time.
            while len(rest) >= CHUNK_BYTES or (ended and rest):
                self._append(number, bytes(rest[:CHUNK_BYTES]))
                del rest[:CHUNK_BYTES]
                number += 1
        self.digest = digest.digest()
        return True

    def close(self) -> None:
        """Give the disk space back; the key is forgotten with this object."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _append(self, number: int, plain: bytes) -> None:
        try:
            sealed = self._cipher.encrypt(_nonce(number), plain, None)
            write_at(self._file.fileno(), sealed, number * _SEALED_BYTES)
        except OSError as error:
            advice = (
                "free some space there, or pass a file instead of standard input"
                if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
                else "make that folder writable"
            )
            raise IngestError(f"Input cannot be spooled in {self._folder} ({error.strerror}): {advice}.") from error
        self.size += len(plain)

    def _opened(self, number: int) -> bytes:
        sealed = os.pread(self._file.fileno(), _SEALED_BYTES, number * _SEALED_BYTES)
        return self._cipher.decrypt(_nonce(number), sealed, None)


def _pipe(descriptor: int, stopped: Callable[[], bool]) -> Iterator[bytes | None]:
    while True:
        if stopped():
            yield None
        if not select.select([descriptor], [], [], _POLL_SECONDS)[0]:
            continue
        part = os.read(descriptor, CHUNK_BYTES)
        if not part:
            return
        yield part


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")
