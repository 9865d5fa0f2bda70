"""Where a reader of live events begins."""

import uuid

from breachlight.alerts.bookkeeping_repository import fetch_last
from breachlight.alerts.query.cursors import read_cursor
from breachlight.database.session import reading


async def first_position(account_id: uuid.UUID, after: str | None) -> int:
    """Return the number of a cursor, or without one the account's last number.

    Raises:
        ValidationError: ``after`` is no cursor of the account.
    """
    async with reading() as connection:
        last = await fetch_last(connection, account_id)
        return last if after is None else await read_cursor(connection, account_id, after, last)
