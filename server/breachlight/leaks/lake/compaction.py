"""Merging of the lake's digest files, so that a lookup takes as long however many files were ingested.

Every batch adds a file to each digest table, and a lookup reads a little of each file. Files are merged in tiers: small ones
become a large one, and large ones are merged again only when there are many, so each row is rewritten a few times at most.
"""

from typing import Final

import duckdb

_TABLES: Final = ("email_digests", "domain_digests")
_MOST_FILES: Final = 48
"""Lookups take 6 ms with one file, 11 ms with 50, 28 ms with 200."""

_FAR_TOO_MANY_FILES: Final = 250
_CHEAP_BYTES: Final = 64 << 20
"""Merging more takes an ingest seconds and memory: the hourly maintenance does that."""

_TIER_BYTES: Final = 64 << 20
_LARGE_BYTES: Final = 1 << 40
_MOST_LARGE_FILES: Final = 12

# The ages are those of files and snapshots, so they count from the database's clock and not from the steerable one.
# A reader needs the snapshot that it began with; a load's files belong to nothing until it commits.
_DELETE: Final = (
    "CALL ducklake_expire_snapshots('lake', older_than => now() - INTERVAL 1 HOUR)",
    "CALL ducklake_cleanup_old_files('lake', older_than => now() - INTERVAL 1 HOUR)",
    "CALL ducklake_delete_orphaned_files('lake', older_than => now() - INTERVAL 1 DAY)",
)


def has_many_files(cursor: duckdb.DuckDBPyConnection) -> bool:
    """Return whether an ingest should merge small files: they slow lookups down, and merging them is cheap or urgent."""
    for table in _TABLES:
        small, _ = _sizes(cursor, table)
        if len(small) > _FAR_TOO_MANY_FILES or (len(small) > _MOST_FILES and sum(small) <= _CHEAP_BYTES):
            return True
    return False


def merge_files(cursor: duckdb.DuckDBPyConnection) -> None:
    """Merge the small files of each digest table, and its large ones if they are many; the caller has the lock alone."""
    for table in _TABLES:
        small, large = _sizes(cursor, table)
        if len(small) > 1:
            _merge(cursor, table, 0, _TIER_BYTES)
        if len(large) > _MOST_LARGE_FILES:
            _merge(cursor, table, _TIER_BYTES, _LARGE_BYTES)


def delete_unused_files(cursor: duckdb.DuckDBPyConnection) -> None:
    """Forget old snapshots and delete the files that nothing needs any more; the caller has the lock alone."""
    for statement in _DELETE:
        cursor.execute(statement).fetchall()


def _sizes(cursor: duckdb.DuckDBPyConnection, table: str) -> tuple[list[int], list[int]]:
    """The sizes of the small and of the large files."""
    query = f"SELECT data_file_size_bytes FROM ducklake_list_files('lake', '{table}')"
    sizes = [int(size) for (size,) in cursor.execute(query).fetchall()]
    return [size for size in sizes if size < _TIER_BYTES], [size for size in sizes if size >= _TIER_BYTES]


def _merge(cursor: duckdb.DuckDBPyConnection, table: str, least: int, largest: int) -> None:
    limits = f"min_file_size => {least}, max_file_size => {largest}" if least else f"max_file_size => {largest}"
    cursor.execute(f"CALL ducklake_merge_adjacent_files('lake', '{table}', {limits})").fetchall()
