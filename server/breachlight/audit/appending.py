"""Appending rows to the chains of the audit log."""

import uuid
from collections.abc import Sequence
from typing import Final

from breachlight.audit import repository
from breachlight.audit.chain import ChainKeys, Entry, Head
from breachlight.config import get_key_ring
from breachlight.database.session import Connection

_CHUNK: Final = 5_000
"""Rows of one statement; between chunks, other work of this process has its turn."""


async def append(connection: Connection, chain: uuid.UUID, entries: Sequence[Entry]) -> Head:
    """Append entries to a chain in the caller's transaction, and return its new end.

    Others who append to the same chain wait until the transaction ends.

    Raises:
        KeyFileError: the key file cannot be used.
    """
    keys = ChainKeys.of(get_key_ring())
    head = await repository.lock_chain(connection, chain)
    for start in range(0, len(entries), _CHUNK):
        rows = list(keys.append(chain, head, entries[start : start + _CHUNK]))
        await repository.insert_entries(connection, chain, rows)
        head = Head(rows[-1][1].sequence, rows[-1][1].digest)
    await repository.move_head(connection, chain, head)
    return head
