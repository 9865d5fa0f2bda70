"""Up to where each member of an account has been told of its alerts by mail: places in the order of commits.

Who has no position yet has been told of nothing; alerts that are older than the membership are never told of.
"""

import uuid
from datetime import datetime

from breachlight.alerts.query.cursors import HORIZON, Cursor
from breachlight.database.session import Connection

_MAKE = """INSERT INTO alert_mail_positions (account_id, user_id, cursor) VALUES ($1, $2, $3)
ON CONFLICT (account_id, user_id) DO NOTHING"""
_HOLD = "SELECT cursor FROM alert_mail_positions WHERE account_id = $1 AND user_id = $2 FOR UPDATE"
_TOLD_AT = "SELECT told_at FROM alert_mail_positions WHERE account_id = $1 AND user_id = $2"
_MOVE = """UPDATE alert_mail_positions SET cursor = $3, told_at = coalesce($4, told_at)
WHERE account_id = $1 AND user_id = $2"""


async def hold_position(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> Cursor:
    """Return where a member stands and hold it until the caller's transaction (READ COMMITTED) ends.

    Whoever tells a member of alerts, in a mail or otherwise, does it in one transaction with the move of the position that
    it holds: so each alert is told of once, whatever crashes and whoever else tells at the same time.
    """
    await connection.execute(_MAKE, account_id, user_id, Cursor.before(0).encode())
    return Cursor.decode(await connection.fetchval(_HOLD, account_id, user_id))


async def told_at(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> datetime | None:
    """Return when a member was last told of alerts by a mail of new ones."""
    at: datetime | None = await connection.fetchval(_TOLD_AT, account_id, user_id)
    return at


async def advance_position(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, cursor: Cursor, *, told: datetime | None = None
) -> None:
    """Note, in the caller's transaction, that a member has been told of all alerts up to ``cursor``; never goes back.

    ``present_place`` gives the cursor of all that has been raised so far. ``told`` is when a mail of new alerts was written.
    """
    if await hold_position(connection, account_id, user_id) < cursor:
        await connection.execute(_MOVE, account_id, user_id, cursor.encode(), told)


async def present_place(connection: Connection) -> Cursor:
    """Return the place behind everything that has been committed so far.

    Where transactions are open, alerts that were committed after the oldest of them began still lie behind it, and may be
    told of once more. What the caller's own transaction has raised lies behind it too: ask in one that begins afterwards.
    """
    return Cursor.before(await connection.fetchval(f"SELECT {HORIZON}"))
