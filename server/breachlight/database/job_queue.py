"""The tables of the job queue (pgqueuer), in a schema of their own."""

import os
import re
from importlib.metadata import version
from typing import TYPE_CHECKING

import asyncpg

if TYPE_CHECKING:
    from pgqueuer.queries import Queries

SCHEMA = "jobs"
# pgqueuer reads the name when it is first imported.
os.environ["PGQUEUER_SCHEMA"] = SCHEMA


def preload() -> None:
    """Import pgqueuer now, so that no request waits for it."""
    import pgqueuer.queries  # noqa: F401 -- for its effect


def queries(connection: "asyncpg.Connection[asyncpg.Record]") -> "Queries":
    """Return pgqueuer's statements on a connection."""
    from pgqueuer.queries import Queries  # takes a tenth of a second, which an ingest spends later on

    return Queries.from_asyncpg_connection(connection)


async def install(connection: "asyncpg.Connection[asyncpg.Record]") -> bool:
    """Create or upgrade pgqueuer's tables and say whether there was anything to do; call it under our migration lock."""
    wanted = f"pgqueuer {version('pgqueuer')}"
    installed = await connection.fetchval("SELECT obj_description(to_regnamespace($1), 'pg_namespace')", SCHEMA)
    if installed is not None and _numbers(installed) >= _numbers(wanted):
        return False
    await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    await queries(connection).upgrade()
    await connection.execute(f"COMMENT ON SCHEMA {SCHEMA} IS '{wanted}'")
    return True


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]
