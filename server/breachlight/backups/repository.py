"""Queries of backups, all of one snapshot of the database."""

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from breachlight.backups.manifest import TableContent
from breachlight.database.connection import APP
from breachlight.database.relations import exists
from breachlight.database.session import Connection
from breachlight.leaks.lake.repository import HOLD_LOCK

_FILES: Final = """
SELECT CASE WHEN file.path_is_relative THEN CASE WHEN tables.path_is_relative THEN schemas.path ELSE '' END || tables.path ELSE '' END
    || file.path AS path, file.path_is_relative AND tables.path_is_relative AND schemas.path_is_relative AS is_relative, size
FROM (
    SELECT table_id, path, path_is_relative, file_size_bytes AS size FROM lake.ducklake_data_file
    UNION ALL
    SELECT table_id, path, path_is_relative, file_size_bytes FROM lake.ducklake_delete_file
) AS file
JOIN (SELECT DISTINCT ON (table_id) * FROM lake.ducklake_table ORDER BY table_id, begin_snapshot DESC) AS tables USING (table_id)
JOIN (SELECT DISTINCT ON (schema_id) * FROM lake.ducklake_schema ORDER BY schema_id, begin_snapshot DESC) AS schemas USING (schema_id)
"""
_ROWS: Final = """
SELECT tables.table_name,
    coalesce((SELECT sum(record_count) FROM lake.ducklake_data_file AS file
        WHERE file.table_id = tables.table_id AND file.end_snapshot IS NULL), 0)
    - coalesce((SELECT sum(delete_count) FROM lake.ducklake_delete_file AS file
        WHERE file.table_id = tables.table_id AND file.end_snapshot IS NULL), 0) AS rows
FROM lake.ducklake_table AS tables WHERE tables.end_snapshot IS NULL
"""


@asynccontextmanager
async def snapshot(connection: Connection) -> AsyncIterator[str]:
    """Open a transaction that sees one state of the database, and yield the name by which pg_dump shares it."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        # It waits as long as pg_dump takes.
        await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield str(await connection.fetchval("SELECT pg_export_snapshot()"))


async def hold_lake_files(connection: Connection) -> None:
    """Keep files of the lake from being deleted as long as the connection lives; waits for a deletion that runs."""
    await connection.execute("SELECT pg_advisory_lock_shared($1)", HOLD_LOCK)


async def has_tables(connection: Connection) -> bool:
    """Return whether the database has tables of an installation."""
    return bool(
        await connection.fetchval(
            "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname IN ('public', 'lake', 'jobs') AND tablename <> 'spatial_ref_sys')"
        )
    )


async def table_contents(connection: Connection) -> dict[str, TableContent]:
    """Return the number of rows of every table and the digest of its content."""
    names = await connection.fetch(
        "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables "
        "WHERE schemaname IN ('public', 'lake', 'jobs') ORDER BY 1"
    )
    found = {}
    for (name,) in names:
        row = await connection.fetchrow(
            f"SELECT count(*) AS rows, coalesce(sum(hashtextextended(whole_row_::text, 0)::numeric), 0)::text AS digest "
            f"FROM {name} AS whole_row_"  # a column of the alias's name would be summed instead
        )
        if row is not None:
            found[str(name)] = TableContent(row["rows"], row["digest"])
    return found


async def lake_files(connection: Connection) -> dict[str, int]:
    """Return the files that the lake's catalogue names, relative to the lake, with their sizes; none if there is no lake.

    Raises:
        ValueError: a file is outside the lake.
    """
    if not await exists(connection, "lake.ducklake_data_file"):
        return {}
    rows = await connection.fetch(_FILES)
    if not all(row["is_relative"] for row in rows):
        raise ValueError("a file of the lake has an absolute path")
    return {row["path"]: row["size"] for row in rows}


async def lake_rows(connection: Connection) -> dict[str, int]:
    """Return the number of rows of each table of the lake, as its catalogue has it."""
    if not await exists(connection, "lake.ducklake_data_file"):
        return {}
    return {row["table_name"]: int(row["rows"]) for row in await connection.fetch(_ROWS)}


async def installation_id(connection: Connection) -> str | None:
    """Return the id of the installation, or None before its first start."""
    if not await exists(connection, "installation_state"):
        return None
    found: uuid.UUID | None = await connection.fetchval("SELECT installation_id FROM installation_state")
    return None if found is None else str(found)


async def last_migration(connection: Connection) -> str | None:
    """Return the newest migration of the database."""
    if not await exists(connection, "aerich"):
        return None
    found: str | None = await connection.fetchval(
        "SELECT version FROM aerich WHERE app = $1 ORDER BY id DESC LIMIT 1", APP
    )
    return found


async def server_version(connection: Connection) -> str:
    """Return the version of the server."""
    return str(await connection.fetchval("SELECT current_setting('server_version')"))


async def adapt(connection: Connection, data_path: str) -> None:
    """Let the restored catalogue name the lake where it is now, and forget files that were waiting to be deleted."""
    async with connection.transaction():
        if await exists(connection, "lake.ducklake_metadata"):
            await connection.execute("UPDATE lake.ducklake_metadata SET value = $1 WHERE key = 'data_path'", data_path)
            await connection.execute("DELETE FROM lake.ducklake_files_scheduled_for_deletion")
    await connection.execute("ANALYZE")
