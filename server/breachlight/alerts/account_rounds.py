"""Work on one account after another, each under its lock."""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from breachlight.auth.repository import lock_accounts
from breachlight.database.session import Connection, reading, transaction

Find: TypeAlias = Callable[[Connection], Awaitable[uuid.UUID | None]]
Work: TypeAlias = Callable[[Connection, uuid.UUID], Awaitable[object]]


async def work_through(find: Find, work: Work, *, rests: bool = False) -> None:
    """Do ``work`` in a transaction of its own for each account that ``find`` returns, until it returns none.

    It must change what ``find`` looks for. With ``rests``, as much time passes after each transaction as it took.
    """
    while True:
        async with reading() as connection:
            account_id = await find(connection)
        if account_id is None:
            return
        begin = time.monotonic()
        async with transaction() as connection:
            await lock_accounts(connection, [account_id])
            await work(connection, account_id)
        if rests:
            await asyncio.sleep(time.monotonic() - begin)
