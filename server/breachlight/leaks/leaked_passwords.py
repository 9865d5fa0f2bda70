"""Whether a password was seen in what was ever taken in.

The index is made from the lake, which it can be made from again at any time; so it keeps house in a schema of its own, beside
the migrated tables. It holds the first 64 bits of the keyed BLAKE2b (RFC 7693) of every plain password, and neither whose
that was nor how often it occurred: 16 of them choose the rows, the other 48 stand side by side in one value of each row.
"""

import hashlib
from typing import Final

import asyncpg
import structlog
from tortoise.exceptions import OperationalError

from breachlight.config import get_key_ring
from breachlight.database.session import reading
from breachlight.kit.keys import KeyRing

SCHEMA: Final = "leaked_passwords"
DIGEST_BYTES: Final = 8
BUCKET_BYTES: Final = 2
KEPT_BYTES: Final = DIGEST_BYTES - BUCKET_BYTES
IS_MADE: Final = f"SELECT to_regclass('{SCHEMA}.digests') IS NOT NULL AS is_made"

_PURPOSE: Final = "leaked-password"
_FIND: Final = f"SELECT held.digests FROM {SCHEMA}.digests AS held WHERE held.bucket = $1"

_log = structlog.get_logger(__name__)


async def has_leaked(password: str) -> bool:
    """Tell whether a password stands in the index; False where that cannot be read, which is logged (hostile-inputs A05)."""
    digest = digest_of(index_key(get_key_ring()), password)
    bucket, kept = int.from_bytes(digest[:BUCKET_BYTES], "big"), digest[BUCKET_BYTES:]
    try:
        async with reading() as connection:
            if not await connection.fetchval(IS_MADE):
                return False
            rows = await connection.fetch(_FIND, bucket)
    except (
        OperationalError,
        asyncpg.PostgresError,
    ) as error:  # if the whole database is away, the next statement says so
        _log.warning("leaked passwords could not be looked up", reason=type(error.__cause__ or error).__name__)
        return False
    return any(_stands_in(kept, row["digests"]) for row in rows)


def index_key(ring: KeyRing) -> bytes:
    """Return the key of the digests; it is the same for ever."""
    return ring.index_key(_PURPOSE)


def digest_of(key: bytes, password: str) -> bytes:
    """Return the digest of a password, which tells nothing without the key file."""
    return hashlib.blake2b(password.encode(), digest_size=DIGEST_BYTES, key=key).digest()


def _stands_in(kept: bytes, row: bytes) -> bool:
    place = row.find(kept)
    while place % KEPT_BYTES and place >= 0:  # across the border of two
        place = row.find(kept, place + 1)
    return place >= 0
