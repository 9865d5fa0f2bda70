"""The digest by which a lake recognizes its key file, and its version."""

from typing import Final

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB

from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake import repository

KEY_CHECK: Final = "the key that belongs to this lake"
"""Every lake stores the digest of this text, so it never changes."""

_BLOCK_BYTES: Final = 16
_DIGEST_BYTES: Final = 8


async def is_old_lake(connection: Connection, ring: KeyRing) -> bool:
    """Return whether there is a lake of version 0.1.0, which must be migrated."""
    return str(old_key_check(ring)) in await repository.stored_key_checks(connection)


async def is_lake_of(connection: Connection, ring: KeyRing) -> bool | None:
    """Return whether the lake was made with this key file, of whichever version it is; None if there is no lake."""
    from breachlight.leaks.lake.digests import Digester  # most commands don't need it

    stored = await repository.stored_key_checks(connection)
    if not stored:
        return None
    return bool({str(Digester(ring).email(KEY_CHECK)), str(old_key_check(ring))} & set(stored))


def old_key_check(ring: KeyRing) -> int:
    """Return the digest of ``KEY_CHECK`` in lakes of version 0.1.0: of an AES-256 CBC-MAC with the length in its first block."""
    data = KEY_CHECK.encode()
    size = (len(data) // _BLOCK_BYTES + 1) * _BLOCK_BYTES
    encryptor = Cipher(AES256(ring.index_key("lake-email")), ECB()).encryptor()  # noqa: S305 -- chained below
    state = encryptor.update(len(data).to_bytes(_DIGEST_BYTES, "little") + bytes(_BLOCK_BYTES - _DIGEST_BYTES))
    padded = data.ljust(size, b"\0")
    for start in range(0, size, _BLOCK_BYTES):
        block = padded[start : start + _BLOCK_BYTES]
        state = encryptor.update(bytes(a ^ b for a, b in zip(state, block, strict=True)))
    return int.from_bytes(state[:_DIGEST_BYTES], "little")
