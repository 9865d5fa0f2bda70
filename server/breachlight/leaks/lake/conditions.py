"""Which records of a block a lookup is for: digests only say where they may be."""

from functools import reduce
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc


def has_email(key: str, records: pa.Table) -> Any:
    """Return for each record whether this is its email key or alias key."""
    wanted = pa.scalar(key)
    return pc.or_kleene(pc.equal(records["email_key"], wanted), pc.equal(records["alias_key"], wanted))


def has_domain(domain: str, records: pa.Table) -> Any:
    """Return for each record whether its site or address is at or under this domain."""
    conditions = [
        pc.equal(records["host"], pa.scalar(domain)),
        pc.ends_with(records["host"], f".{domain}"),
        pc.ends_with(records["email_key"], f"@{domain}"),
        pc.ends_with(records["email_key"], f".{domain}"),
    ]
    return reduce(pc.or_kleene, conditions)
