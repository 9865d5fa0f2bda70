"""Identifiers: UUID version 7, ordered by the time of their making."""

import secrets
import uuid
from typing import Final

from breachlight.kit import clock

_RANDOM_BYTES: Final = 10


def new_id() -> uuid.UUID:
    """Return a UUID version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, then 74 random bits."""
    return new_ids(1)[0]


def new_ids(count: int) -> list[uuid.UUID]:
    """Return so many identifiers of one moment, in no order.

    The system is asked for random bytes once: each time another thread may take the interpreter's lock.
    """
    milliseconds = int(clock.now().timestamp() * 1000) & 0xFFFF_FFFF_FFFF
    random = secrets.token_bytes(_RANDOM_BYTES * count)
    ids = []
    for start in range(0, len(random), _RANDOM_BYTES):
        value = milliseconds << 80 | int.from_bytes(random[start : start + _RANDOM_BYTES], "big")
        value = value & ~(0xF << 76) | 0x7 << 76
        value = value & ~(0x3 << 62) | 0x2 << 62
        ids.append(uuid.UUID(int=value))
    return ids


def parse_id(text: str) -> uuid.UUID | None:
    """Return the identifier that ``text`` spells, or None: identifiers are opaque strings to clients."""
    try:
        return uuid.UUID(text)
    except (ValueError, AttributeError, TypeError):
        return None
