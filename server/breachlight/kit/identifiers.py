"""Identifiers: UUID version 7, ordered by the time of their making."""

import secrets
import uuid

from breachlight.kit import clock


def new_id() -> uuid.UUID:
    """Return a UUID version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, then 74 random bits."""
    milliseconds = int(clock.now().timestamp() * 1000)
    value = (milliseconds & 0xFFFF_FFFF_FFFF) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return uuid.UUID(int=value)


def parse_id(text: str) -> uuid.UUID | None:
    """Return the identifier that ``text`` spells, or None: identifiers are opaque strings to clients."""
    try:
        return uuid.UUID(text)
    except (ValueError, AttributeError, TypeError):
        return None
