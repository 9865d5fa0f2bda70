"""Merging of the lake's files, so that a lookup takes as long however many files were ingested.

Every load adds a file to each table, and a lookup reads a little of each digest file. Files are merged in tiers, as they age:
small ones become a large one, and large ones are merged again only when there are many, so each row is rewritten a few times
at most. The number of files with blocks hardly matters to a lookup, which knows the batch, but a catalogue of many thousands
would: they are merged less eagerly, and a little at a time, since loads wait.
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

# The sizes of files that are merged with each other, and how many of them there may be.
_BLOCK_TIERS: Final = ((0, 8 << 20, 64), (8 << 20, 128 << 20, 256))
_MERGED_BLOCK_FILES: Final = 4
"""So many merged files are written at a time, of 128 MiB at most: some seconds."""

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


def merge_block_files(cursor: duckdb.DuckDBPyConnection) -> None:
    """Merge some files with blocks, if there are many; the caller has the lock alone."""
    for least, largest, most in _BLOCK_TIERS:
        if sum(least <= size < largest for size in _all_sizes(cursor, "blocks")) > most:
            _merge(cursor, "blocks", least, largest, f"max_compacted_files => {_MERGED_BLOCK_FILES}")


def delete_unused_files(cursor: duckdb.DuckDBPyConnection) -> None:
    """Forget old snapshots and delete the files that nothing needs any more; the caller has the lock alone."""
    for statement in _DELETE:
        cursor.execute(statement).fetchall()


def _sizes(cursor: duckdb.DuckDBPyConnection, table: str) -> tuple[list[int], list[int]]:
    """The sizes of the small and of the large files."""
    sizes = _all_sizes(cursor, table)
    return [size for size in sizes if size < _TIER_BYTES], [size for size in sizes if size >= _TIER_BYTES]


def _all_sizes(cursor: duckdb.DuckDBPyConnection, table: str) -> list[int]:
    query = f"SELECT data_file_size_bytes FROM ducklake_list_files('lake', '{table}')"
    return [int(size) for (size,) in cursor.execute(query).fetchall()]


def _merge(cursor: duckdb.DuckDBPyConnection, table: str, least: int, largest: int, *options: str) -> None:
    limits = ", ".join([*([f"min_file_size => {least}"] if least else []), f"max_file_size => {largest}", *options])
    cursor.execute(f"CALL ducklake_merge_adjacent_files('lake', '{table}', {limits})").fetchall()
