"""The tables of the job queue (pgqueuer), in a schema of their own."""

import os
import re
from importlib.metadata import version

import asyncpg

SCHEMA = "jobs"
# pgqueuer reads the name when it is first imported.
os.environ["PGQUEUER_SCHEMA"] = SCHEMA

from pgqueuer.queries import Queries  # noqa: E402 -- after the schema's name


async def install(connection: "asyncpg.Connection[asyncpg.Record]") -> bool:
    """Create or upgrade pgqueuer's tables and say whether there was anything to do; call it under our migration lock."""
    wanted = f"pgqueuer {version('pgqueuer')}"
    installed = await connection.fetchval("SELECT obj_description(to_regnamespace($1), 'pg_namespace')", SCHEMA)
    if installed is not None and _numbers(installed) >= _numbers(wanted):
        return False
    await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    await Queries.from_asyncpg_connection(connection).upgrade()
    await connection.execute(f"COMMENT ON SCHEMA {SCHEMA} IS '{wanted}'")
    return True


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]
