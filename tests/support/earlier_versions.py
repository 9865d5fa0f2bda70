"""Databases as earlier versions left them: some of the migrations applied, rows written by hand."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import asyncpg

from breachlight.database.migrations import LOCATION
from breachlight.kit.identifiers import new_id

FIRST = datetime(2026, 11, 1, tzinfo=UTC)


@dataclass(frozen=True)
class _Client:
    """What migrations ask of Tortoise's client."""

    connection: asyncpg.Connection

    async def execute_script(self, sql: str) -> None:
        await self.connection.execute(sql)

    async def execute_query(self, sql: str, values: Sequence[object] = ()) -> None:
        await self.connection.execute(sql, *values)

    async def execute_query_dict(self, sql: str, values: Sequence[object] = ()) -> list[dict[str, Any]]:
        return [dict(row) for row in await self.connection.fetch(sql, *values)]


async def apply(connection: asyncpg.Connection, *numbers: int) -> None:
    """Apply migrations, each in a transaction."""
    for number in numbers:
        path = next((LOCATION / "models").glob(f"{number}_*.py"))
        spec = spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        async with connection.transaction():
            await connection.execute(await module.upgrade(_Client(connection)))


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
