"""Records on their way from parser to lake and matcher: one Arrow table per batch."""

from collections.abc import Iterable
from typing import Any, Final

import pyarrow as pa

from breachlight.kit.addresses import alias_key
from breachlight.leaks.records import Flag, ParsedRecord, PasswordType

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


def flag_bits(flags: Iterable[Flag]) -> int:
    """Return the flags as one number."""
    return sum(FLAG_BITS[flag] for flag in flags)


def flags_of(bits: int) -> frozenset[Flag]:
    """Return the flags of a number that ``flag_bits`` made."""
    return frozenset(flag for flag, bit in FLAG_BITS.items() if bits & bit)


def table_of(records: Iterable[ParsedRecord], machine: str | None = None) -> pa.Table:
    """Return parsed records as a table of ``RECORD_SCHEMA``; ``machine`` (JSON) is that of all of them."""
    rows = list(records)
    email_keys = [row.email_key for row in rows]
    columns: list[list[object]] = [
        [row.offset for row in rows],
        [row.url for row in rows],
        [row.host for row in rows],
        [row.app for row in rows],
        [row.username for row in rows],
        [row.username_key or None for row in rows],
        list(email_keys),
        [None if key is None else alias_key(key) for key in email_keys],
        [row.password for row in rows],
        [None if row.password_type is PasswordType.NONE else row.password_type.value for row in rows],
        [list(row.aliases) or None for row in rows],
        [flag_bits(row.flags) for row in rows],
        [machine] * len(rows),
        [row.software for row in rows],
    ]
    arrays = [pa.array(column, type=field.type) for column, field in zip(columns, RECORD_SCHEMA, strict=True)]
    return pa.Table.from_arrays(arrays, schema=RECORD_SCHEMA)
