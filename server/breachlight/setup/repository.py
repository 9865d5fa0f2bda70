"""Facts of the first run, as the database has them."""

import uuid
from dataclasses import dataclass
from typing import Final

from breachlight.database.session import Connection

_FACTS: Final = """
SELECT EXISTS (SELECT 1 FROM operators AS o JOIN users AS u ON u.id = o.user_id WHERE u.disabled_at IS NULL) AS has_operator,
    EXISTS (SELECT 1 FROM operators AS o JOIN users AS u ON u.id = o.user_id
        WHERE u.disabled_at IS NULL AND u.is_mfa_device_enabled) AS has_second_factor,
    EXISTS (SELECT 1 FROM batches JOIN leak_files ON leak_files.id = file_id
        WHERE done_at IS NOT NULL AND state NOT IN ('duplicate', 'retracted')) AS has_leak,
    EXISTS (SELECT 1 FROM domains WHERE is_verified) AS has_domain,
    EXISTS (SELECT 1 FROM alerts) AS has_detection"""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the tables say."""

    has_operator: bool
    has_second_factor: bool
    has_leak: bool
    has_domain: bool
    has_detection: bool


async def fetch_facts(connection: Connection) -> Facts:
    """Return what the tables say."""
    [row] = await connection.fetch(_FACTS)
    return Facts(**row)


async def find_user(connection: Connection, user_id: uuid.UUID) -> tuple[str, str, str | None]:
    """Return address, first name and language of a user."""
    [row] = await connection.fetch("SELECT email, first_name, language FROM users WHERE id = $1", user_id)
    return row["email"], row["first_name"], row["language"]
