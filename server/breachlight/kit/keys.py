"""The key rings of one installation, and the keys that are derived from them (design §4.8).

Keys in use are derived by HKDF-SHA256 (RFC 5869), one for each purpose. Signing and sealing keys can be rotated: tokens and sealed
bytes carry the number of their key. The indexing key stays, because digests and blind indexes made with it are compared for ever.
"""

import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from breachlight.kit.key_file import (
    KEY_BYTES,
    KeyFileError,
    Keys,
    KeyState,
    MasterKey,
    Ring,
    by_name,
    derive,
    first_keys,
    later,
    new_key,
    read_keys,
    signature,
    write_keys,
)
from breachlight.kit.key_services import KeyService

__all__ = ["KeyFileError", "KeyRing", "MissingKeyError", "SealError", "sealed_with"]

SEAL_FORMAT: Final = 1
_NONCE_BYTES: Final = 12
_NUMBER_BYTES: Final = 4
PREFIX_BYTES: Final = 1 + _NUMBER_BYTES
"""Sealed bytes begin with the format and the number of their key."""
_HEADER_BYTES: Final = PREFIX_BYTES + _NONCE_BYTES
SEALED_BYTES: Final = _HEADER_BYTES + 16
"""A sealed value is so much longer: AES-GCM adds its tag."""
_REMEMBERED: Final = 4096  # purposes may carry an account's id, so what is derived is not kept for ever
_LOOK_SECONDS: Final = 1.0


class SealError(Exception):
    """Sealed bytes were cut, changed, moved to another place, or made with a key that this ring lacks."""


class MissingKeyError(SealError):
    """The key file lacks the key that something was sealed or signed with."""


def sealed_with(sealed: bytes) -> int:
    """Return the number of the sealing key of sealed bytes."""
    return int.from_bytes(sealed[1:PREFIX_BYTES], "big")


def seal_prefix(number: int) -> bytes:
    """Return what all bytes sealed with a key begin with."""
    return bytes([SEAL_FORMAT]) + number.to_bytes(_NUMBER_BYTES, "big")


class KeyRing:
    """The keys of one installation; a change of the key file reaches it within a second of its next use."""

    def __init__(
        self,
        keys: Keys,
        path: Path | None = None,
        mark: tuple[int, ...] | None = None,
        service: KeyService | None = None,
    ) -> None:
        """Make a ring of known keys; ``path`` is the file that they were read from, and ``mark`` its signature then."""
        self._service = service
        self._in_file: Keys = keys
        self._keys: Keys = keys
        self._states: Mapping[str, KeyState] = {}
        self._path = path
        self._mark = mark
        self._looked = time.monotonic()
        self._derive = lru_cache(_REMEMBERED)(derive)
        self._cipher = lru_cache(_REMEMBERED)(
            lambda purpose, secret: AESGCM(self._derive(secret, f"breachlight/key/{purpose}", KEY_BYTES))
        )

    @classmethod
    def of(cls, master: bytes, index_master: bytes) -> Self:
        """Return a ring without a file: one secret signs and seals, the other one indexes."""
        secrets_of = {Ring.SIGNING: master, Ring.SEALING: master, Ring.INDEXING: index_master}
        return cls(by_name(MasterKey(ring, 1, secret, KeyState.ACTIVE) for ring, secret in secrets_of.items()))

    @classmethod
    def load(cls, path: Path, service: KeyService | None = None) -> Self:
        """Read the key file; with a key service, it is protected when it is written next.

        Raises:
            KeyFileError: it is missing, damaged, or readable by others.
        """
        mark = signature(path)
        return cls(read_keys(path, service), path, mark, service)

    @classmethod
    def create(cls, path: Path, service: KeyService | None = None) -> Self:
        """Write a new key file and return its ring; an existing file is never replaced.

        Raises:
            KeyFileError: the file exists or its folder cannot be written.
        """
        write_keys(path, first_keys(), service, replace=False)
        return cls.load(path, service)

    @classmethod
    def load_or_create(cls, path: Path, service: KeyService | None = None, *, data_exists: bool) -> Self:
        """Read the key file, or make the first one; several processes may come here at once.

        Raises:
            KeyFileError: as ``load``; also when the file is gone although there are data that only it opens.
        """
        if not path.exists() and not data_exists:
            try:
                return cls.create(path, service)
            except KeyFileError:
                if not path.exists():  # otherwise another process has just made it
                    raise
        if not path.exists():
            raise KeyFileError(
                f"The key file {path} is missing and the stored data cannot be opened without it: restore it from its "
                "backup, or set its path in BREACHLIGHT_KEY_FILE."
            )
        return cls.load(path, service)

    @property
    def path(self) -> Path | None:
        """The key file; None for a ring that was made without one."""
        return self._path

    @property
    def keys(self) -> list[MasterKey]:
        """The keys with their states, by ring and number."""
        return sorted(self._keys.values(), key=lambda key: (list(Ring).index(key.ring), key.number))

    @property
    def in_file(self) -> Keys:
        """The keys that the file had when it was read last; a restart knows no others."""
        return self._in_file

    def current(self, ring: Ring) -> MasterKey:
        """Return the key that is used for what is new.

        Raises:
            MissingKeyError: the file is so old that all its keys are retired.
        """
        self._look()
        usable = [
            key
            for key in self._keys.values()
            if key.ring is ring and key.state not in {KeyState.NEXT, KeyState.RETIRED}
        ]
        if not usable:
            raise MissingKeyError(f"The key file has no key for {ring} that is in use.")
        # A host whose file lacks the newest key goes on with the one before, which every host can open.
        return max(usable, key=lambda key: (key.state is KeyState.ACTIVE, key.number))

    def refresh(self) -> bool:
        """Read the file again if it has changed since; return whether it had.

        Raises:
            KeyFileError: it can't be used, or belongs to another installation; the ring is as it was.
        """
        self._looked = time.monotonic()
        if self._path is None:
            return False
        mark = signature(self._path)
        if mark == self._mark:
            return False
        found = read_keys(self._path, self._service)
        if any(name in found and found[name].secret != key.secret for name, key in self._keys.items()):
            raise KeyFileError(
                f"The key file {self._path} was replaced by that of another installation: restore the one of this installation."
            )
        self._mark, self._in_file = mark, found
        # Keys that are in use stay until the process ends, also if an older file was put back.
        self._merge({**self._keys, **found})
        return True

    def apply(self, states: Mapping[str, KeyState]) -> None:
        """Take over the states of the database, which all hosts share; each key has the later of both states."""
        self._states = states
        self._merge(self._keys)

    def add(self, ring: Ring) -> MasterKey:
        """Write a key to the file that isn't used for anything new yet, or return the one that is there.

        Raises:
            KeyFileError: the file cannot be written; the ring is unchanged then.
        """
        waiting = [key for key in self._keys.values() if key.ring is ring and key.state is KeyState.NEXT]
        if waiting:
            return waiting[0]
        key = new_key(ring, max(key.number for key in self._keys.values() if key.ring is ring) + 1, KeyState.NEXT)
        self._write({**self._keys, key.name: key})
        return key

    def activate(self, name: str) -> None:
        """Use a key for everything new from now on, and write that to the file.

        Raises:
            KeyFileError: the file cannot be written; the ring is unchanged then.
        """
        chosen = self._keys[name]
        changed = {
            key.name: replace(key, state=KeyState.OLD)
            for key in self._keys.values()
            if key.ring is chosen.ring and key.number < chosen.number
        }
        self._write({**self._keys, **changed, name: replace(chosen, state=KeyState.ACTIVE)})

    def remove(self, name: str) -> None:
        """Remove a key that isn't current from ring and file.

        Raises:
            KeyFileError: the file cannot be written; the ring is unchanged then.
        """
        self._write({key.name: key for key in self._keys.values() if key.name != name})

    def restore(self, keys: Iterable[MasterKey]) -> None:
        """Add keys that were removed before; they only open.

        Raises:
            KeyFileError: the file cannot be written; the ring is unchanged then.
        """
        self._write({**self._keys, **by_name(replace(key, state=KeyState.OLD) for key in keys)})

    def protect(self, service: KeyService | None) -> None:
        """Write the file again, protected by a key service or, with None, by none.

        Raises:
            KeyFileError: the file cannot be written, or the service can't be used; the file is unchanged then.
        """
        before, self._service = self._service, service
        try:
            self._write(self._keys)
        except KeyFileError:
            self._service = before
            raise

    def derive(self, purpose: str, length: int = KEY_BYTES, number: int | None = None) -> bytes:
        """Return ``length`` bytes for ``purpose`` from the signing key of this number (the current one by default).

        Raises:
            MissingKeyError: the ring has no such key.
            KeyFileError: it may be in the file, but that can't be used.
        """
        key = self.current(Ring.SIGNING) if number is None else self._key(Ring.SIGNING, number)
        return self._derive(key.secret, f"breachlight/key/{purpose}", length)

    def index_key(self, purpose: str) -> bytes:
        """Return the permanent 32-byte key for digests and blind indexes of ``purpose``."""
        return self._derive(self._key(Ring.INDEXING, 1).secret, f"breachlight/index/{purpose}", KEY_BYTES)

    def seal(self, plain: bytes | memoryview, associated: bytes, purpose: str) -> bytes:
        """Encrypt and authenticate ``plain`` with AES-256-GCM (NIST SP 800-38D), 33 bytes longer than it.

        ``associated`` names the place of the value (table, row, field): it opens there only.
        """
        return self.seal_all([(plain, associated, purpose)])[0]

    def seal_all(self, values: Sequence[tuple[bytes | memoryview, bytes, str]]) -> list[bytes]:
        """Return what ``seal`` would of each of these values; the system is asked for random bytes once."""
        return [
            header + cipher.encrypt(header[PREFIX_BYTES:], plain, associated)
            for header, cipher, plain, associated in self._sealing(values)
        ]

    def seal_into(self, buffer: memoryview, values: Sequence[tuple[bytes | memoryview, bytes, str]]) -> None:
        """Write what ``seal_all`` returns into a buffer, one after the other: ``SEALED_BYTES`` more than each value has.

        To join what ``seal_all`` returns takes longer than to seal it, if the values are as long as blocks.
        """
        start = 0
        for header, cipher, plain, associated in self._sealing(values):
            begin, end = start + _HEADER_BYTES, start + SEALED_BYTES + len(plain)
            buffer[start:begin] = header
            cipher.encrypt_into(header[PREFIX_BYTES:], plain, associated, buffer[begin:end])
            start = end

    def _sealing(
        self, values: Sequence[tuple[bytes | memoryview, bytes, str]]
    ) -> Iterator[tuple[bytes, AESGCM, bytes | memoryview, bytes]]:
        """Yield for each value what its sealed bytes begin with, its cipher, itself, and what it is authenticated with."""
        key = self.current(Ring.SEALING)
        prefix, random = seal_prefix(key.number), secrets.token_bytes(_NONCE_BYTES * len(values))
        for number, (plain, associated, purpose) in enumerate(values):
            nonce = random[_NONCE_BYTES * number : _NONCE_BYTES * (number + 1)]
            yield prefix + nonce, self._cipher(purpose, key.secret), plain, prefix + associated

    def open(self, sealed: bytes, associated: bytes, purpose: str) -> bytes:
        """Open what ``seal`` returned.

        Raises:
            SealError: the bytes are not what ``seal`` made for this place and purpose.
            MissingKeyError: the key is not in the ring.
            KeyFileError: it may be in the file, but that can't be used.
        """
        if len(sealed) < _HEADER_BYTES or sealed[0] != SEAL_FORMAT:
            raise SealError("The sealed value is damaged.")
        header, nonce = sealed[:PREFIX_BYTES], sealed[PREFIX_BYTES:_HEADER_BYTES]
        cipher: AESGCM = self._cipher(purpose, self._key(Ring.SEALING, sealed_with(sealed)).secret)
        try:
            return cipher.decrypt(nonce, sealed[_HEADER_BYTES:], header + associated)
        except InvalidTag as error:
            raise SealError("The sealed value is damaged or does not belong to this row and field.") from error

    def __repr__(self) -> str:
        return f"KeyRing({', '.join(f'{key.name} {key.state}' for key in self.keys)})"

    def _key(self, ring: Ring, number: int) -> MasterKey:
        name = f"{ring}-{number}"
        if name not in self._keys:
            self.refresh()  # another process may have rotated since
        try:
            return self._keys[name]
        except KeyError:
            raise MissingKeyError(f"The key file has no key {name}.") from None

    def _look(self) -> None:
        """Look at the file now and then; if it can't be used, the keys in memory still do, and readiness reports it."""
        if time.monotonic() - self._looked < _LOOK_SECONDS:
            return
        try:
            self.refresh()
        except KeyFileError:
            return

    def _merge(self, keys: Keys) -> None:
        self._keys = {name: later(key, self._states.get(name, key.state)) for name, key in keys.items()}

    def _write(self, keys: Keys) -> None:
        if self._path is None:
            raise KeyFileError("These keys are not in a file.")
        write_keys(self._path, keys, self._service, replace=True)
        self._mark, self._in_file = signature(self._path), keys
        self._merge(keys)
