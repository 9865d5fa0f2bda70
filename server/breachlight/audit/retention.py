"""Deletion of rows of the audit log: behind a checkpoint, so that the chains still verify.

The database deletes rows for nothing else (``audit_delete_rows`` in the migrations).
"""

import uuid
from datetime import datetime
from typing import Final

from breachlight.audit import repository
from breachlight.audit.appending import append
from breachlight.audit.chain import CHAIN_ENDED, OPERATORS, ROWS_DELETED, Entry, Head, Personal
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

_PRODUCT: Final = "breachlight"
"""The operator of what the product does by itself."""


async def end_chain(connection: Connection, account_id: uuid.UUID) -> None:
    """Delete the events of an account that is being deleted; an event of the operators names the end of its chain."""
    head = await repository.find_head(connection, account_id)
    if head is None:
        return
    detail = {"chain": str(account_id), **_checkpoint(head)}
    await append(connection, OPERATORS, [_entry(CHAIN_ENDED, _PRODUCT, detail)])
    await repository.delete_through(connection, account_id, head.sequence)
    await repository.delete_head(connection, account_id)


async def delete_old_events(chain: uuid.UUID, before: datetime) -> None:
    """Delete the events of unknown addresses before an instant; an event in the same chain says up to where."""
    async with transaction() as connection:
        if await repository.find_head(connection, chain) is None:
            return
        last = await repository.last_before(connection, chain, before)
        if last is None:
            return
        await append(connection, chain, [_entry(ROWS_DELETED, "", _checkpoint(last))])
        await repository.delete_through(connection, chain, last.sequence)


def _checkpoint(head: Head) -> dict[str, object]:
    return {"through": head.sequence, "digest": head.digest.hex()}


def _entry(kind: str, address: str, detail: dict[str, object]) -> Entry:
    return Entry(new_id(), kind, clock.now(), None, Personal(address, "", detail))
