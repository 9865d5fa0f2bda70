"""Format of API keys: a prefix, 32 random bytes and a checksum, each in base64url.

Prefix and checksum identify a key offline: for scanners of source code, and here before any query.
"""

import binascii
import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Final

PREFIX: Final = "blk_"
"""The prefix of every API key, by which scanners of source code find published keys."""

_RANDOM_BYTES: Final = 32
_FORM: Final = re.compile(rf"{PREFIX}([A-Za-z0-9_-]{{43}})([A-Za-z0-9_-]{{6}})", re.ASCII)
_HINT_LETTERS: Final = 4


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key, shown once, and what is stored: the SHA-256 of its random part, and its last characters."""

    token: str
    digest: str
    hint: str


def new_key() -> NewKey:
    """Return a new random key."""
    random = _printed(secrets.token_bytes(_RANDOM_BYTES))
    token = PREFIX + random + _checksum(random)
    return NewKey(token, _digest(random), token[-_HINT_LETTERS:])


def is_key(token: str) -> bool:
    """Whether a bearer token has the prefix of API keys, valid or not."""
    return token.startswith(PREFIX)


def digest_of(token: str) -> str | None:
    """Return the stored digest of a key, or None if its format or checksum is wrong."""
    parts = _FORM.fullmatch(token)
    return _digest(parts[1]) if parts and parts[2] == _checksum(parts[1]) else None


def _checksum(random: str) -> str:
    return _printed(binascii.crc32(random.encode()).to_bytes(4, "big"))


def _digest(random: str) -> str:
    return hashlib.sha256(random.encode()).hexdigest()


def _printed(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
