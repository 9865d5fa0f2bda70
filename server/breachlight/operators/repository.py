"""Queries of operators."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from breachlight.database.session import Connection, reading


@dataclass(frozen=True, slots=True)
class OperatorRow:
    """An operator, and whether they can use the console."""

    user_id: uuid.UUID
    email: str
    granted_at: datetime
    granted_by: str
    has_second_factor: bool
    is_disabled: bool


async def add_operator(connection: Connection, user_id: uuid.UUID, at: datetime, by: str) -> bool:
    """Make a user an operator; False if they are one."""
    added = await connection.fetchval(
        """INSERT INTO operators (user_id, granted_at, granted_by) VALUES ($1, $2, $3)
        ON CONFLICT (user_id) DO NOTHING RETURNING true""",
        user_id,
        at,
        by,
    )
    return added is True


async def delete_operator(connection: Connection, user_id: uuid.UUID) -> bool:
    """Take the role from a user; False if they don't have it."""
    return await connection.fetchval("DELETE FROM operators WHERE user_id = $1 RETURNING true", user_id) is True


async def find_operator_email(user_id: uuid.UUID) -> str | None:
    """Return the address of an operator; None for everybody else."""
    async with reading() as connection:
        email: str | None = await connection.fetchval(
            "SELECT u.email FROM operators AS o JOIN users AS u ON u.id = o.user_id WHERE o.user_id = $1", user_id
        )
    return email


async def operator_rows() -> list[OperatorRow]:
    """Return all operators by address."""
    async with reading() as connection:
        rows = await connection.fetch(
            """SELECT o.user_id, u.email, o.granted_at, o.granted_by, u.disabled_at IS NOT NULL AS is_disabled,
                u.is_mfa_device_enabled AS has_second_factor
            FROM operators AS o JOIN users AS u ON u.id = o.user_id ORDER BY lower(u.email), o.user_id"""
        )
    return [OperatorRow(**row) for row in rows]
