"""Queries of monthly emails: who is due one, and who has got it."""

import uuid
from datetime import date, datetime
from typing import Final

import asyncpg

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

_DUE: Final = """
FROM memberships AS m JOIN users AS u ON u.id = m.user_id JOIN accounts AS a ON a.id = m.account_id
WHERE u.monthly_report_since < $2 AND m.created_at < $2 AND u.is_email_notifications_enabled
    AND u.email_verified_at IS NOT NULL AND u.disabled_at IS NULL
    AND NOT EXISTS (SELECT FROM report_mails AS r WHERE r.account_id = m.account_id AND r.user_id = u.id AND r.month = $1)
"""


async def fetch_due_accounts(connection: Connection, month: date, end: datetime, limit: int) -> list[uuid.UUID]:
    """Return accounts with a member who wanted the report of a month before it ended and hasn't got it."""
    rows = await connection.fetch(
        f"SELECT DISTINCT m.account_id {_DUE} ORDER BY m.account_id LIMIT $3", month, end, limit
    )
    return [row["account_id"] for row in rows]


async def fetch_due_members(
    connection: Connection, account_id: uuid.UUID, month: date, end: datetime
) -> list[asyncpg.Record]:
    """Return these members of an account."""
    return await connection.fetch(
        f"""SELECT u.id, u.email, u.first_name, u.language, m.role, coalesce(a.company_name, '') AS company_name {_DUE}
        AND m.account_id = $3 ORDER BY u.id""",
        month,
        end,
        account_id,
    )


async def claim(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, month: date) -> bool:
    """Enter that a member gets the report of a month, in the transaction of the email; False if they have got it."""
    claimed = await connection.fetchval(
        """INSERT INTO report_mails (id, account_id, user_id, month, created_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (account_id, user_id, month) DO NOTHING RETURNING 1""",
        new_id(),
        account_id,
        user_id,
        month,
        clock.now(),
    )
    return claimed is not None
