"""Lookup of passwords that occurred in any ingested leak.

The index has the first 64 bits of the keyed BLAKE2b (RFC 7693) of every plain password, but neither its owner nor how often it
occurred: 16 bits select the row, the other 48 are in the row.
"""

import hashlib
from typing import Final

import asyncpg
import structlog
from tortoise.exceptions import OperationalError

from breachlight.config import get_key_ring
from breachlight.kit.keys import KeyRing
from breachlight.leaks.leaked_password_repository import find_bucket

DIGEST_BYTES: Final = 8
BUCKET_BYTES: Final = 2
KEPT_BYTES: Final = DIGEST_BYTES - BUCKET_BYTES

_PURPOSE: Final = "leaked-password"

_log = structlog.get_logger(__name__)


async def has_leaked(password: str) -> bool:
    """Return whether a password is in the index; False, with a log line, if the index cannot be read (hostile-inputs A05)."""
    digest = digest_of(index_key(get_key_ring()), password)
    bucket, kept = int.from_bytes(digest[:BUCKET_BYTES], "big"), digest[BUCKET_BYTES:]
    try:
        rows = await find_bucket(bucket)
    except (
        OperationalError,
        asyncpg.PostgresError,
    ) as error:  # if the whole database is away, the next statement says so
        _log.warning("leaked passwords could not be looked up", reason=type(error.__cause__ or error).__name__)
        return False
    return any(_contains(row, kept) for row in rows)


def index_key(ring: KeyRing) -> bytes:
    """Return the key of the digests, which never changes."""
    return ring.index_key(_PURPOSE)


def digest_of(key: bytes, password: str) -> bytes:
    """Return the digest of a password, which reveals nothing without the key file."""
    return hashlib.blake2b(password.encode(), digest_size=DIGEST_BYTES, key=key).digest()


def _contains(row: bytes, kept: bytes) -> bool:
    position = row.find(kept)
    while position % KEPT_BYTES and position >= 0:  # across the border of two digests
        position = row.find(kept, position + 1)
    return position >= 0
