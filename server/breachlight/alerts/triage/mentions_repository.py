"""Statements on the members that notes mention."""

import uuid
from collections.abc import Collection
from typing import Final

import asyncpg

from breachlight.alerts.directory_repository import member_name
from breachlight.database.session import Connection

_SUBSCRIBED: Final = """SELECT u.id, u.email, u.first_name, u.language, m.role FROM memberships AS m
JOIN users AS u ON u.id = m.user_id
WHERE m.account_id = $1 AND m.user_id = ANY($2::uuid[]) AND u.disabled_at IS NULL AND u.email_verified_at IS NOT NULL
    AND u.is_email_notifications_enabled AND u.is_mention_email_enabled ORDER BY u.id"""
_AUTHOR: Final = f"""SELECT {member_name("u")} AS name, coalesce(a.company_name, '') AS company FROM memberships AS m
JOIN users AS u ON u.id = m.user_id JOIN accounts AS a ON a.id = m.account_id WHERE m.account_id = $1 AND m.user_id = $2"""


async def count_members(connection: Connection, account_id: uuid.UUID, user_ids: Collection[uuid.UUID]) -> int:
    """Return how many of these users are members of an account."""
    count: int = await connection.fetchval(
        "SELECT count(*) FROM memberships WHERE account_id = $1 AND user_id = ANY($2::uuid[])",
        account_id,
        list(user_ids),
    )
    return count


async def fetch_subscribed(
    connection: Connection, account_id: uuid.UUID, user_ids: Collection[uuid.UUID]
) -> list[asyncpg.Record]:
    """Return those of these members who want emails about mentions, with a verified address."""
    return await connection.fetch(_SUBSCRIBED, account_id, list(user_ids))


async def fetch_author(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> tuple[str, str]:
    """Return the name of a member as others see it, and that of the organization."""
    row = await connection.fetchrow(_AUTHOR, account_id, user_id)
    assert row is not None
    return row["name"], row["company"]
