"""DuckLake's catalogue, read in PostgreSQL without opening the lake."""

from dataclasses import dataclass
from typing import Final

from breachlight.database.relations import exists
from breachlight.database.session import Connection
from breachlight.kit.keys import PREFIX_BYTES, sealed_with

HOLD_LOCK: Final = 0x6C616B68
"""The lock that a backup shares to keep files from being deleted; it is taken before the lock of loads."""


async def stored_data_path(connection: Connection) -> str | None:
    """Return where the lake's files are, with a slash at its end; None if there is no lake."""
    if not await exists(connection, "lake.ducklake_metadata"):
        return None
    path: str | None = await connection.fetchval(
        "SELECT max(value) FROM lake.ducklake_metadata WHERE key = 'data_path'"
    )
    return path


async def stored_key_checks(connection: Connection) -> list[str]:
    """Return the key check of the lake as DuckLake's statistics show it; nothing if there is no lake."""
    if not await exists(connection, "lake.ducklake_file_column_stats"):
        return []
    rows = await connection.fetch(
        """
        SELECT statistics.max_value FROM lake.ducklake_table AS tables
        JOIN lake.ducklake_data_file AS files USING (table_id)
        JOIN lake.ducklake_file_column_stats AS statistics USING (data_file_id)
        WHERE tables.table_name = 'key_check' AND tables.end_snapshot IS NULL AND files.end_snapshot IS NULL
        """
    )
    return [row[0] for row in rows]


@dataclass(frozen=True, slots=True)
class BlockFile:
    """A file with blocks: the batches in it, and the least and greatest number of their sealing keys, None if unknown."""

    first_batch: int
    last_batch: int
    least_key: int | None
    greatest_key: int | None

    def may_have(self, number: int) -> bool:
        """Return whether a sealing key may have sealed blocks of this file."""
        if self.least_key is None or self.greatest_key is None:
            return True
        return self.least_key <= number <= self.greatest_key

    def is_only(self, number: int) -> bool:
        """Return whether one sealing key has sealed all of it."""
        return self.least_key == self.greatest_key == number


async def block_files(connection: Connection) -> list[BlockFile]:
    """Return the files with blocks, by batch, as DuckLake's statistics describe them: reading the files would take hours."""
    if not await exists(connection, "lake.ducklake_file_column_stats"):
        return []
    rows = await connection.fetch(
        """
        SELECT batches.min_value::bigint AS first_batch, batches.max_value::bigint AS last_batch,
            left(sealed.min_value, $1) AS least, left(sealed.max_value, $1) AS greatest
        FROM lake.ducklake_table AS tables
        JOIN lake.ducklake_data_file AS files USING (table_id)
        JOIN lake.ducklake_column AS batch_column ON batch_column.table_id = tables.table_id
            AND batch_column.column_name = 'batch_id' AND batch_column.end_snapshot IS NULL
        JOIN lake.ducklake_column AS sealed_column ON sealed_column.table_id = tables.table_id
            AND sealed_column.column_name = 'sealed' AND sealed_column.end_snapshot IS NULL
        JOIN lake.ducklake_file_column_stats AS batches ON batches.data_file_id = files.data_file_id
            AND batches.column_id = batch_column.column_id
        LEFT JOIN lake.ducklake_file_column_stats AS sealed ON sealed.data_file_id = files.data_file_id
            AND sealed.column_id = sealed_column.column_id
        WHERE tables.table_name = 'blocks' AND tables.end_snapshot IS NULL AND files.end_snapshot IS NULL
        ORDER BY 1, files.data_file_id
        """,
        2 * PREFIX_BYTES,
    )
    return [
        BlockFile(row["first_batch"], row["last_batch"], _key_number(row["least"]), _key_number(row["greatest"]))
        for row in rows
    ]


def _key_number(digits: str | None) -> int | None:
    """Return the number of the key in the hexadecimal prefix of sealed bytes."""
    return None if not digits else sealed_with(bytes.fromhex(digits))


async def lake_bytes(connection: Connection) -> float:
    """Return the size of all files that the catalogue names, also of those that wait to be deleted; 0 if there is no lake."""
    if not await exists(connection, "lake.ducklake_data_file"):
        return 0.0
    return float(
        await connection.fetchval(
            """SELECT coalesce(sum(size), 0) FROM (
                SELECT file_size_bytes AS size FROM lake.ducklake_data_file
                UNION ALL SELECT file_size_bytes FROM lake.ducklake_delete_file
            ) AS files"""
        )
    )
