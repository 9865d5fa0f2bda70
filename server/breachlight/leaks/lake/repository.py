"""DuckLake's catalogue, read in PostgreSQL without opening the lake."""

from breachlight.database.session import Connection


async def stored_key_checks(connection: Connection) -> list[str]:
    """Return the key check of the lake as DuckLake's statistics show it; nothing if there is no lake."""
    if not await connection.fetchval("SELECT to_regclass('lake.ducklake_file_column_stats') IS NOT NULL"):
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
