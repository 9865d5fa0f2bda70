"""The bytes of an upload on disk: sealed as they arrive, whatever a request brings at a time.

Full chunks are appended to one file. What follows the last of them is in another, which is replaced as a whole. So a process may be
killed at any time: what it has not written is received again.
"""

import fcntl
import os
import secrets
import threading
import uuid
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.sealed_chunks import CHUNK_BYTES, SealedChunks, write_at

KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_SEALED_BYTES: Final = CHUNK_BYTES + _NONCE_BYTES + 16
_CHUNKS, _REST = "chunks", "rest"


class InUseError(Exception):
    """Another request writes this upload."""


class SealedFile(SealedChunks):
    """An upload that is open, for one writer or any number of readers; AES-256-GCM per chunk, which is bound to its place."""

    def __init__(self, folder: Path, upload_id: uuid.UUID, key: bytes, *, writes: bool) -> None:
        """Open the upload in its folder; the first writer makes it.

        Raises:
            InUseError: it is being written, and this is another writer.
            OSError: the folder can't be used.
        """
        super().__init__()
        self._folder = folder
        self._id = upload_id
        self._cipher = AESGCM(key)
        # A request that is cancelled closes the file while a thread may still write.
        self._lock = threading.Lock()
        if writes:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT if writes else os.O_RDONLY
        self._descriptor = os.open(folder / _CHUNKS, flags | os.O_CLOEXEC, 0o600)
        try:
            if writes:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._full = os.fstat(self._descriptor).st_size // _SEALED_BYTES
            if writes:  # a chunk that was being written as the process died counts for nothing
                os.ftruncate(self._descriptor, self._full * _SEALED_BYTES)
            self._rest = bytearray(self._stored_rest())
        except BlockingIOError:
            self.close()
            raise InUseError from None
        except BaseException:
            self.close()
            raise
        self._measure()

    def append(self, data: bytes) -> None:
        """Add bytes; those after the last full chunk are on disk once they are flushed.

        Raises:
            OSError: the disk is full or can't be written; what it has counts.
        """
        with self._lock:
            self._append(data)

    def _append(self, data: bytes) -> None:
        self._rest += data
        try:
            while len(self._rest) >= CHUNK_BYTES:
                sealed = self._sealed(self._full, bytes(self._rest[:CHUNK_BYTES]))
                write_at(self._descriptor, sealed, self._full * _SEALED_BYTES)
                del self._rest[:CHUNK_BYTES]
                self._full += 1
        except OSError:
            del self._rest[CHUNK_BYTES - 1 :]
            raise
        finally:
            self._measure()

    def flush(self) -> None:
        """Bring everything that was added to the disk.

        Raises:
            OSError: the disk is full or can't be written.
        """
        with self._lock:
            self._flush()

    def _flush(self) -> None:
        os.fdatasync(self._descriptor)
        path, new = self._folder / _REST, self._folder / f"{_REST}.new"
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            write_at(descriptor, self._sealed(self._full, bytes(self._rest)), 0)
            os.fdatasync(descriptor)
        finally:
            os.close(descriptor)
        new.replace(path)

    def close(self) -> None:
        """Close the file, and let others write it."""
        with self._lock:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _measure(self) -> None:
        self.size = self._full * CHUNK_BYTES + len(self._rest)

    def _stored_rest(self) -> bytes:
        """Return what follows the last full chunk; nothing if that chunk was written and the process died before it came to the rest."""
        try:
            sealed = (self._folder / _REST).read_bytes()
        except FileNotFoundError:
            return b""
        try:
            return self._plain(self._full, sealed)
        except RefusedError:
            return b""

    def _opened(self, number: int) -> bytes:
        if number == self._full:
            return bytes(self._rest)
        return self._plain(number, os.pread(self._descriptor, _SEALED_BYTES, number * _SEALED_BYTES))

    def _sealed(self, number: int, plain: bytes) -> bytes:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, self._place(number))

    def _plain(self, number: int, sealed: bytes) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], self._place(number))
        except (InvalidTag, ValueError) as error:
            raise RefusedError("damaged", "what is stored of it is damaged: upload it again") from error

    def _place(self, number: int) -> bytes:
        return self._id.bytes + number.to_bytes(8, "big")
