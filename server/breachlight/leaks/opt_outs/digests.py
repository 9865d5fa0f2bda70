"""The keyed digest of an address, computed from its SHA-1, which is all that an index of addresses has."""

import hashlib
from typing import Final

from breachlight.kit.keys import KeyRing

_PURPOSE: Final = "opt-out"
_BYTES: Final = 32
_DIGITS: Final = 16


class OptOutDigester:
    """Digests hashes of addresses with the permanent key of one key ring."""

    def __init__(self, ring: KeyRing) -> None:
        self._key = ring.index_key(_PURPOSE)

    def of_hash(self, sha1: bytes) -> bytes:
        """Return the digest of an address by its SHA-1."""
        return hashlib.blake2b(sha1, digest_size=_BYTES, key=self._key).digest()

    def of_address(self, email_key: str) -> bytes:
        """Return the digest of an address in normal form."""
        return self.of_hash(hashlib.sha1(email_key.encode(), usedforsecurity=False).digest())


def shown(digest: bytes) -> str:
    """Return the part of a digest that names an opt-out to operators."""
    return digest.hex()[:_DIGITS]
