"""The key file: the master keys of an installation, outside database and lake (design §4.8).

JSON of mode 0600: ``{"format": 2, "keys": {"sealing-1": {"key": "<base64>", "state": "active", "created": "<ISO 8601>"}}}``.
Each key is 32 random bytes. Format 1, in which signing and sealing shared their keys, is read as well: ``{"format": 1, "current": 2, "masters": {"1":
"<base64>"}, "index": "<base64>"}``. The first change writes format 2 and keeps a copy of the file as it was.
Format 3 is format 2, encrypted with a data key that a key service protects (``kit/key_services.py``).
"""

import base64
import binascii
import json
import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeAlias

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from breachlight.kit import clock
from breachlight.kit.key_services import KeyService, KeyServiceError

KEY_BYTES: Final = 32
_FORMAT: Final = 2
_CHECK_BYTES: Final = 16
_PROTECTED_FORMAT: Final = 3
_PROTECTED_FOR: Final = b"breachlight/key-file"
_NONCE_BYTES: Final = 12


class KeyFileError(Exception):
    """The key file can't be used; the message says what to do."""


class Ring(StrEnum):
    """What keys are for; each ring is independent of the others."""

    SIGNING = "signing"
    SEALING = "sealing"
    INDEXING = "indexing"


class KeyState(StrEnum):
    """States of a key in the order that it passes through."""

    NEXT = "next"
    ACTIVE = "active"
    OLD = "old"
    RETIRED = "retired"

    @property
    def order(self) -> int:
        """Position of the state; a key never goes back."""
        return list(KeyState).index(self)


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A key of a ring; ``created`` is unknown in files of format 1."""

    ring: Ring
    number: int
    secret: bytes = field(repr=False)
    state: KeyState
    created: datetime | None = None

    @property
    def name(self) -> str:
        """The id that commands, database and file use, such as ``sealing-2``."""
        return f"{self.ring}-{self.number}"

    @property
    def check(self) -> bytes:
        """Digest by which the database recognizes this key, and which doesn't help to find it."""
        return derive(self.secret, f"breachlight/key-check/{self.name}", _CHECK_BYTES)


Keys: TypeAlias = Mapping[str, MasterKey]
"""Keys by name."""


def derive(master: bytes, purpose: str, length: int) -> bytes:
    """Return ``length`` bytes derived by HKDF-SHA256 (RFC 5869)."""
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=purpose.encode()).derive(master)


def by_name(keys: Iterable[MasterKey]) -> dict[str, MasterKey]:
    """Return keys by name."""
    return {key.name: key for key in keys}


def new_key(ring: Ring, number: int, state: KeyState) -> MasterKey:
    """Return a random key."""
    return MasterKey(ring, number, secrets.token_bytes(KEY_BYTES), state, clock.now())


def first_keys() -> dict[str, MasterKey]:
    """Return the keys of a new installation, one for each ring."""
    return by_name(new_key(ring, 1, KeyState.ACTIVE) for ring in Ring)


def signature(path: Path) -> tuple[int, ...]:
    """Return what changes when a key file is replaced or edited, without reading it.

    Raises:
        KeyFileError: it is missing or can be read by others.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        raise KeyFileError(
            f"The key file {path} is missing: restore it from its backup, or set its path in BREACHLIGHT_KEY_FILE."
        ) from None
    except OSError as error:
        raise _unreadable(path, error) from error
    if stat.S_ISDIR(status.st_mode):
        raise KeyFileError(f"The key file {path} is a folder: set the path of the file in BREACHLIGHT_KEY_FILE.")
    if stat.S_IMODE(status.st_mode) & 0o077:
        raise KeyFileError(f"The key file {path} can be read or changed by other users: run chmod 600 {path}.")
    if not os.access(path, os.R_OK):
        raise _unreadable(path, "Permission denied")
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def read_keys(path: Path, service: KeyService | None = None) -> dict[str, MasterKey]:
    """Read a key file; one that is protected needs its key service.

    Raises:
        KeyFileError: it is missing, damaged, readable by others, or its key service can't be used.
    """
    signature(path)
    try:
        content = json.loads(path.read_text(encoding="ascii"))
    except OSError as error:
        raise _unreadable(path, error) from error
    except ValueError as error:
        raise _damaged(path) from error
    try:
        keys = _parsed(_unprotected(path, content, service))
        for ring in Ring:
            if not any(key.ring is ring and key.state is KeyState.ACTIVE for key in keys.values()):
                raise ValueError(ring)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path) from error
    return keys


def write_keys(path: Path, keys: Keys, service: KeyService | None = None, *, replace: bool) -> None:
    """Write a key file as a whole, protected if there is a key service; a replaced file of format 1 is kept as well.

    Raises:
        KeyFileError: it exists and isn't to be replaced, its folder can't be written, or the key service can't be used.
    """
    content: dict[str, object] = {
        "format": _FORMAT,
        "keys": {
            key.name: {
                "key": base64.b64encode(key.secret).decode("ascii"),
                "state": key.state.value,
                "created": clock.write_instant(key.created) if key.created else None,
            }
            for key in sorted(keys.values(), key=lambda key: (list(Ring).index(key.ring), key.number))
        },
    }
    if service is not None:
        content = _protected(content, service)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                json.dump(content, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            if replace:
                _keep_first_format(path)
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


def later(one: MasterKey, state: KeyState) -> MasterKey:
    """Return a key with the later of its own state and another."""
    return replace(one, state=state) if state.order > one.state.order else one


def _keep_first_format(path: Path) -> None:
    copy = path.with_name(f"{path.name}.format-1")
    if not copy.exists() and '"format": 1,' in path.read_text(encoding="ascii"):
        shutil.copy2(path, copy)


def _protected(content: object, service: KeyService) -> dict[str, object]:
    data_key, nonce = secrets.token_bytes(KEY_BYTES), secrets.token_bytes(_NONCE_BYTES)
    try:
        wrapped = service.wrap(data_key)
    except KeyServiceError as error:
        raise KeyFileError(str(error)) from error
    sealed = nonce + AESGCM(data_key).encrypt(nonce, json.dumps(content).encode("ascii"), _PROTECTED_FOR)
    return {
        "format": _PROTECTED_FORMAT,
        "service": service.name,
        "data_key": base64.b64encode(wrapped).decode("ascii"),
        "sealed": base64.b64encode(sealed).decode("ascii"),
    }


def _unprotected(path: Path, content: Any, service: KeyService | None) -> Any:
    if content["format"] != _PROTECTED_FORMAT:
        return content
    if service is None:
        raise KeyFileError(
            f"The key file {path} is protected by {content['service']}: set BREACHLIGHT_KEY_SERVICE and what belongs to it."
        )
    sealed = base64.b64decode(content["sealed"], validate=True)
    try:
        data_key = service.unwrap(base64.b64decode(content["data_key"], validate=True))
        return json.loads(AESGCM(data_key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], _PROTECTED_FOR))
    except KeyServiceError as error:
        raise KeyFileError(f"The key file {path} cannot be opened. {error}") from error
    except InvalidTag as error:
        raise _damaged(path) from error


def _parsed(content: Any) -> dict[str, MasterKey]:
    if content["format"] == 1:
        return _first_format(content)
    if content["format"] != _FORMAT:
        raise ValueError("format")
    keys = []
    for name, stored in content["keys"].items():
        ring, _, number = name.partition("-")
        created = clock.read_instant(stored["created"]) if stored["created"] else None
        keys.append(MasterKey(Ring(ring), int(number), _decoded(stored["key"]), KeyState(stored["state"]), created))
    return by_name(keys)


def _first_format(content: Any) -> dict[str, MasterKey]:
    """Signing and sealing shared their keys; different purposes kept what was derived from them apart."""
    masters = {int(version): _decoded(key) for version, key in content["masters"].items()}
    current = int(content["current"])
    return by_name(
        [
            *(
                MasterKey(ring, version, secret, KeyState.ACTIVE if version == current else KeyState.OLD)
                for ring in (Ring.SIGNING, Ring.SEALING)
                for version, secret in masters.items()
            ),
            MasterKey(Ring.INDEXING, 1, _decoded(content["index"]), KeyState.ACTIVE),
        ]
    )


def _decoded(text: str) -> bytes:
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("key") from error
    if len(key) != KEY_BYTES:
        raise ValueError("key")
    return key


def _damaged(path: Path) -> KeyFileError:
    return KeyFileError(f"The key file {path} is damaged: restore it from its backup.")


def _unreadable(path: Path, reason: object) -> KeyFileError:
    return KeyFileError(f"The key file {path} cannot be read ({reason}): correct its owner or BREACHLIGHT_KEY_FILE.")
