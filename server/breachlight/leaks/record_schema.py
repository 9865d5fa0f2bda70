"""Records on their way from parser to lake and matcher: one Arrow table per batch."""

from typing import Any, Final

import pyarrow as pa

from breachlight.leaks.records import Flag

_FIELDS: "list[pa.Field[Any]]" = [
    pa.field("offset", pa.int64(), nullable=False),
    pa.field("url", pa.string()),
    pa.field("host", pa.string()),
    pa.field("app", pa.string()),
    pa.field("username", pa.string()),
    pa.field("username_key", pa.string()),
    pa.field("email_key", pa.string()),
    pa.field("alias_key", pa.string()),
    pa.field("password", pa.string()),
    pa.field("password_type", pa.string()),
    pa.field("other_usernames", pa.list_(pa.string())),
    pa.field("flags", pa.int32(), nullable=False),
    pa.field("machine", pa.string()),
    pa.field("software", pa.string()),
]

RECORD_SCHEMA: Final = pa.schema(_FIELDS)
"""Columns of a table of records. ``offset`` is in bytes of the decoded stream; a text that a record lacks is null, and so is
an empty list of other user names; ``flags`` holds the bits of ``FLAG_BITS``; ``machine`` is JSON of a stealer log's machine."""

FLAG_BITS: Final = {flag: 1 << position for position, flag in enumerate(Flag)}
"""The bit of each flag. Sealed records keep these for ever: a new flag goes to the end of ``Flag``."""


def flags_of(bits: int) -> frozenset[Flag]:
    """Return the flags of the number of a record."""
    return frozenset(flag for flag, bit in FLAG_BITS.items() if bits & bit)
