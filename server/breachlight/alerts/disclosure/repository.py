"""Queries of disclosures. Sealed passwords are read here and nowhere else (``tests/unit/alerts/test_gate.py``)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from breachlight.alerts.directory_repository import member_name
from breachlight.database.session import Connection


@dataclass(frozen=True, slots=True)
class Recipient:
    """An owner who is emailed."""

    email: str
    first_name: str
    language: str | None


async def fetch_sealed(
    connection: Connection, account_id: uuid.UUID, ids: Sequence[uuid.UUID]
) -> dict[uuid.UUID, bytes | None]:
    """Return the sealed passwords of alerts, None for alerts without one; unknown alerts are left out."""
    rows = await connection.fetch(
        "SELECT id, password_sealed FROM alerts WHERE account_id = $1 AND id = ANY($2::uuid[])", account_id, ids
    )
    return {row["id"]: row["password_sealed"] for row in rows}


async def count_with_password(connection: Connection, account_id: uuid.UUID, ids: Sequence[uuid.UUID]) -> int:
    """Return how many of some alerts have a password."""
    count: int = await connection.fetchval(
        "SELECT count(*) FROM alerts WHERE account_id = $1 AND id = ANY($2::uuid[]) AND password_sealed IS NOT NULL",
        account_id,
        ids,
    )
    return count


async def is_bulk_enabled(connection: Connection, account_id: uuid.UUID) -> bool:
    """Return whether the owners allow several passwords per request."""
    enabled = await connection.fetchval("SELECT is_bulk_disclosure_enabled FROM accounts WHERE id = $1", account_id)
    return bool(enabled)


async def fetch_owners(connection: Connection, account_id: uuid.UUID) -> list[Recipient]:
    """Return the owners of an account who can log in."""
    rows = await connection.fetch(
        """SELECT u.email, u.first_name, u.language FROM memberships AS m JOIN users AS u ON u.id = m.user_id
        WHERE m.account_id = $1 AND m.role = 'owner' AND u.disabled_at IS NULL ORDER BY u.id""",
        account_id,
    )
    return [Recipient(row["email"], row["first_name"], row["language"]) for row in rows]


async def fetch_actor(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, api_key_id: uuid.UUID | None
) -> tuple[str, str]:
    """Return the name and address of a member, and the name of their API key or an empty text."""
    row = await connection.fetchrow(
        f"""SELECT {member_name("u")} AS name, u.email,
            (SELECT name FROM api_keys WHERE account_id = $2 AND id = $3) AS key_name
        FROM users AS u WHERE u.id = $1""",
        user_id,
        account_id,
        api_key_id,
    )
    return ("", "") if row is None else (f"{row['name']} ({row['email']})", row["key_name"] or "")
