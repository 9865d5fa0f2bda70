"""The key file: versioned master keys outside database and lake, and what is derived from them (design §4.8).

The file is JSON of mode 0600: ``{"format": 1, "current": 2, "masters": {"1": "<base64>", "2": "<base64>"},
"index": "<base64>"}``. Each key is 32 random bytes. Keys in use are derived from them by HKDF-SHA256 (RFC 5869), one
for each purpose. The index master never rotates, because digests and blind indexes made with it are compared for ever.
"""

import base64
import binascii
import json
import os
import secrets
import stat
from functools import lru_cache
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_FORMAT = 1
_KEY_BYTES = 32
_NONCE_BYTES = 12
_VERSION_BYTES = 4
_REMEMBERED = 4096  # purposes may carry an account's id, so what is derived is not kept for ever
_HEADER_BYTES = 1 + _VERSION_BYTES + _NONCE_BYTES


class KeyFileError(Exception):
    """The key file can't be used; the message says what to do."""


class SealError(Exception):
    """Sealed bytes were cut, changed, moved to another place, or made with a key that this ring lacks."""


class KeyRing:
    """The keys of one installation. Sealed bytes carry the version of their key, so old ones open after a rotation."""

    def __init__(self, masters: dict[int, bytes], current: int, index_master: bytes, path: Path | None = None) -> None:
        """Make a ring of known keys; with ``path``, versions that another process adds are read from there."""
        self._masters = masters
        self.current = current
        self._index_master = index_master
        self._path = path
        self._derive = lru_cache(_REMEMBERED)(_derive)
        self._cipher = lru_cache(_REMEMBERED)(
            lambda purpose, version: AESGCM(self.derive(purpose, _KEY_BYTES, version))
        )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the key file.

        Raises:
            KeyFileError: it is missing, damaged, or readable by others.
        """
        try:
            status = path.stat()
            text = path.read_text(encoding="ascii")
        except FileNotFoundError:
            raise KeyFileError(
                f"The key file {path} is missing: restore it from its backup, or set its path in BREACHLIGHT_KEY_FILE."
            ) from None
        except (OSError, UnicodeError) as error:
            raise KeyFileError(
                f"The key file {path} cannot be read ({error}): correct its owner or BREACHLIGHT_KEY_FILE."
            ) from error
        if stat.S_IMODE(status.st_mode) & 0o077:
            raise KeyFileError(f"The key file {path} can be read or changed by other users: run chmod 600 {path}.")
        try:
            content = json.loads(text)
            masters = {int(version): _decode(key) for version, key in content["masters"].items()}
            ring = cls(masters, int(content["current"]), _decode(content["index"]), path)
            if content["format"] != _FORMAT or ring.current not in masters:
                raise ValueError("format")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise KeyFileError(f"The key file {path} is damaged: restore it from its backup.") from error
        return ring

    @classmethod
    def create(cls, path: Path) -> Self:
        """Write a new key file and return its ring; an existing file is never replaced.

        Raises:
            KeyFileError: the file exists or its folder cannot be written.
        """
        masters, index_master = {1: secrets.token_bytes(_KEY_BYTES)}, secrets.token_bytes(_KEY_BYTES)
        _write(path, masters, 1, index_master, replace=False)
        return cls(masters, 1, index_master, path)

    @classmethod
    def load_or_create(cls, path: Path, *, data_exists: bool) -> Self:
        """Read the key file, or make the first one; several processes may come here at once.

        Raises:
            KeyFileError: as ``load``; also when the file is gone although there are data that only it opens.
        """
        if not path.exists() and not data_exists:
            try:
                return cls.create(path)
            except KeyFileError:
                if not path.exists():  # otherwise another process has just made it
                    raise
        if not path.exists():
            raise KeyFileError(
                f"The key file {path} is missing and the stored data cannot be opened without it: restore it from its "
                "backup, or set its path in BREACHLIGHT_KEY_FILE."
            )
        return cls.load(path)

    def rotate(self, path: Path) -> int:
        """Add a master key, make it current, write the file and return the new version.

        Older data still opens; nothing is sealed again.

        Raises:
            KeyFileError: the file cannot be written; the ring is unchanged then.
        """
        version = max(self._masters) + 1
        masters = {**self._masters, version: secrets.token_bytes(_KEY_BYTES)}
        _write(path, masters, version, self._index_master, replace=True)
        self._masters, self.current = masters, version
        return version

    def derive(self, purpose: str, length: int = 32, version: int | None = None) -> bytes:
        """Return ``length`` bytes for ``purpose`` from the master key of ``version`` (the current one by default).

        Raises:
            SealError: the ring has no such version.
        """
        wanted = self.current if version is None else version
        if wanted not in self._masters and self._path is not None:
            fresh = self.load(self._path)  # another process has rotated since
            self._masters, self.current = fresh._masters, fresh.current  # noqa: SLF001 -- of this very class
        master = self._masters.get(wanted)
        if master is None:
            raise SealError(f"The key file has no key of version {version}.")
        return self._derive(master, f"breachlight/key/{purpose}", length)

    def index_key(self, purpose: str) -> bytes:
        """Return the permanent 32-byte key for digests and blind indexes of ``purpose``."""
        return self._derive(self._index_master, f"breachlight/index/{purpose}", _KEY_BYTES)

    def seal(self, plain: bytes, associated: bytes, purpose: str) -> bytes:
        """Encrypt and authenticate ``plain`` with AES-256-GCM (NIST SP 800-38D), 33 bytes longer than it.

        ``associated`` names the place of the value (table, row, field): it opens there only.
        """
        header = bytes([_FORMAT]) + self.current.to_bytes(_VERSION_BYTES, "big")
        nonce = secrets.token_bytes(_NONCE_BYTES)
        cipher: AESGCM = self._cipher(purpose, self.current)
        return header + nonce + cipher.encrypt(nonce, plain, header + associated)

    def open(self, sealed: bytes, associated: bytes, purpose: str) -> bytes:
        """Open what ``seal`` returned.

        Raises:
            SealError: the bytes are not what ``seal`` made for this place and purpose, or the key is not in the ring.
        """
        if len(sealed) < _HEADER_BYTES or sealed[0] != _FORMAT:
            raise SealError("The sealed value is damaged.")
        header, nonce = sealed[: 1 + _VERSION_BYTES], sealed[1 + _VERSION_BYTES : _HEADER_BYTES]
        cipher: AESGCM = self._cipher(purpose, int.from_bytes(header[1:], "big"))
        try:
            return cipher.decrypt(nonce, sealed[_HEADER_BYTES:], header + associated)
        except InvalidTag as error:
            raise SealError("The sealed value is damaged or does not belong to this row and field.") from error

    def __repr__(self) -> str:
        return f"KeyRing(current={self.current}, versions={sorted(self._masters)})"


def _write(path: Path, masters: dict[int, bytes], current: int, index_master: bytes, *, replace: bool) -> None:
    content = {
        "format": _FORMAT,
        "current": current,
        "masters": {str(version): _encode(key) for version, key in masters.items()},
        "index": _encode(index_master),
    }
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                json.dump(content, file)
                file.flush()
                os.fsync(file.fileno())
            if replace:
                draft.replace(path)
            else:
                os.link(draft, path)  # fails when the file exists, which a rename would not
        finally:
            draft.unlink(missing_ok=True)
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    except OSError as error:
        if isinstance(error, FileExistsError) and path.exists():
            raise KeyFileError(f"The key file {path} already exists and was not replaced.") from None
        raise KeyFileError(
            f"The key file {path} cannot be written ({error.strerror}): make its folder writable, "
            "or set another path in BREACHLIGHT_KEY_FILE."
        ) from error


def _derive(master: bytes, purpose: str, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=purpose.encode()).derive(master)


def _encode(key: bytes) -> str:
    return base64.b64encode(key).decode("ascii")


def _decode(text: str) -> bytes:
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("key") from error
    if len(key) != _KEY_BYTES:
        raise ValueError("key")
    return key
