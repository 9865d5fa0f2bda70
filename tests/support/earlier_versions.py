"""Databases as earlier versions left them: some of the migrations applied, rows written by hand."""

import uuid
from datetime import UTC, datetime
from typing import Any

import asyncpg

from breachlight.database.migration_files import migration_files
from breachlight.kit.identifiers import new_id

FIRST = datetime(2026, 11, 1, tzinfo=UTC)


async def apply(connection: asyncpg.Connection, *numbers: int) -> None:
    """Apply migrations, each in a transaction if it asks for one."""
    for number in numbers:
        migration = next(each for each in migration_files() if each.number == number)
        if migration.is_transactional:
            async with connection.transaction():
                await connection.execute(await migration.upgrade(connection))
        else:
            for statement in await migration.statements(connection):
                await connection.execute(statement)


def alert_values(**changes: Any) -> dict[str, Any]:
    """Return a row of alerts with the columns that all versions have."""
    return {
        "id": new_id(),
        "key": uuid.uuid4().bytes,
        "datetime": FIRST,
        "is_read": False,
        "is_closed": False,
        "is_alias": False,
        "leak_id": uuid.uuid4(),
        "usernames": ["jo@acme.example"],
        "username_key": "jo@acme.example",
        "password_type": "plain",
        "severity_score": 40,
        "severity_factors": "{}",
        "first_seen": FIRST,
        "last_seen": FIRST,
        "sightings": 1,
        **changes,
    }


async def insert(connection: asyncpg.Connection, table: str, **values: Any) -> None:
    """Insert a row."""
    marks = ", ".join(f"${number}" for number in range(1, len(values) + 1))
    await connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", *values.values())
