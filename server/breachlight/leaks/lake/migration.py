"""Migration of lakes that version 0.1.0 wrote: their digests are computed again from the sealed blocks.

New digests are collected in tables of their own, batch by batch, so a migration that is cut short continues where it was;
one transaction at the end replaces the old ones. Blocks of the old layout stay: they open as before.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, Final

import duckdb
import numpy as np
import pyarrow as pa

from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.connection import dsn
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.ducklake import advisory_lock, connect_lake
from breachlight.leaks.lake.faults import LakeError, lake_errors
from breachlight.leaks.lake.key_check import KEY_CHECK, old_key_check
from breachlight.leaks.lake.lake_rows import sorted_digests
from breachlight.leaks.lake.sealing import open_block
from breachlight.leaks.lake.spans import RecordSpans
from breachlight.leaks.lake.store import LOCK

Progress = Callable[[int, int], None]

_BLOCKS_AT_ONCE: Final = 64  # some 12 MB of opened records
_BLOCKS_PER_STEP: Final = 2_000
_CREATE: Final = (
    "CREATE TABLE IF NOT EXISTS lake.migrated_batches (batch_id BIGINT)",
    "CREATE TABLE IF NOT EXISTS lake.new_email_digests (digest UBIGINT, batch_id BIGINT, block INTEGER)",
    "CREATE TABLE IF NOT EXISTS lake.new_domain_digests (digest UBIGINT, batch_id BIGINT, block INTEGER)",
    "ALTER TABLE lake.new_email_digests SET SORTED BY (digest ASC)",
    "ALTER TABLE lake.new_domain_digests SET SORTED BY (digest ASC)",
)
_REPLACE: Final = (
    "DROP TABLE lake.email_digests",
    "DROP TABLE lake.domain_digests",
    "ALTER TABLE lake.new_email_digests RENAME TO email_digests",
    "ALTER TABLE lake.new_domain_digests RENAME TO domain_digests",
    "DROP TABLE lake.migrated_batches",
    "DELETE FROM lake.key_check",
)


def migrate_lake(settings: Settings, ring: KeyRing, progress: Progress) -> None:
    """Bring the lake to this version; loads and maintenance wait meanwhile. ``progress`` receives blocks done and in all.

    Raises:
        LakeError: it isn't done; the next call continues.
    """
    with lake_errors(settings):
        connection = connect_lake(dsn(settings), settings)
        try:
            with advisory_lock(connection, LOCK, shared=False):
                _Migration(connection, ring).run(progress)
        finally:
            connection.close()


class _Migration:
    """The migration of an open and locked lake."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, ring: KeyRing) -> None:
        self._connection = connection
        self._ring = ring
        self._digester = Digester(ring)

    def run(self, progress: Progress) -> None:
        """Migrate what is left, unless another process has."""
        row = self._connection.execute("SELECT max(digest) FROM lake.key_check").fetchone()
        if row is None or row[0] != old_key_check(self._ring):
            return
        for statement in _CREATE:
            self._connection.execute(statement)
        total = self._count("lake.blocks")
        done = total - sum(count for _, count in self._missing())
        for batch_ids, count in self._steps():
            progress(done, total)
            self._migrate(batch_ids)
            done += count
        self._replace()
        progress(total, total)

    def _count(self, table: str) -> int:
        row = self._connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(row[0]) if row else 0

    def _missing(self) -> list[tuple[int, int]]:
        return self._connection.execute(
            "SELECT batch_id, count(*) FROM lake.blocks "
            "WHERE batch_id NOT IN (SELECT batch_id FROM lake.migrated_batches) GROUP BY batch_id ORDER BY batch_id"
        ).fetchall()

    def _steps(self) -> Iterator[tuple[list[int], int]]:
        """Batches that are migrated in one transaction, and the number of their blocks."""
        before = 0
        numbered = []
        for batch_id, count in self._missing():
            numbered.append((before // _BLOCKS_PER_STEP, batch_id, count))
            before += count
        for _, step in groupby(numbered, lambda batch: batch[0]):
            batches = list(step)
            yield [batch_id for _, batch_id, _ in batches], sum(count for _, _, count in batches)

    def _migrate(self, batch_ids: list[int]) -> None:
        emails, domains = self._digests(batch_ids)
        with self._connection.cursor() as cursor:
            cursor.begin()
            try:
                for name, rows in (("email_digests", emails), ("domain_digests", domains)):
                    cursor.register("rows", rows)
                    cursor.execute(f"INSERT INTO lake.new_{name} SELECT digest, batch_id, block FROM rows")
                cursor.execute("INSERT INTO lake.migrated_batches SELECT unnest($batches)", {"batches": batch_ids})
                cursor.commit()
            except BaseException:
                cursor.rollback()
                raise

    def _digests(self, batch_ids: list[int]) -> tuple[pa.Table, pa.Table]:
        nothing = self._digester.set_of_emails([])
        found: tuple[list[pa.Table], list[pa.Table]] = ([], [])
        with self._connection.cursor() as cursor:
            cursor.execute(
                "SELECT batch_id, block, sealed FROM lake.blocks WHERE batch_id IN (SELECT unnest($batches))",
                {"batches": batch_ids},
            )
            while rows := cursor.fetchmany(_BLOCKS_AT_ONCE):
                for batch_id, block, sealed in rows:
                    records = RecordSpans.of_table(open_block(self._ring, batch_id, block, sealed))
                    digests = self._digester.records(records, len(records.spans) or 1, nothing, nothing)
                    found[0].append(_table(digests.emails, batch_id, block))
                    found[1].append(_table(digests.domains, batch_id, block))
        emails, domains = (sorted_digests(pa.concat_tables(tables)) for tables in found)
        return emails, domains

    def _replace(self) -> None:
        with self._connection.cursor() as cursor:
            cursor.begin()
            try:
                for statement in _REPLACE:
                    cursor.execute(statement)
                digest = self._digester.email(KEY_CHECK)
                cursor.execute("INSERT INTO lake.key_check VALUES ($digest)", {"digest": digest})
                cursor.commit()
            except BaseException:
                cursor.rollback()
                raise


def _table(digests: Any, batch_id: int, block: int) -> pa.Table:
    batches, blocks = np.full(len(digests), batch_id, np.int64), np.full(len(digests), block, np.int32)
    return pa.table({"digest": digests, "batch_id": batches, "block": blocks})


def main() -> None:
    """Migrate the lake of this environment, as a process of its own: the server's processes never load numba."""
    try:
        migrate_lake(get_settings(), get_key_ring(), show_progress)
    except LakeError as error:
        sys.exit(error.reason)


def show_progress(done: int, total: int) -> None:
    """Print how much of a migration is done."""
    sys.stderr.write(f"Migrating the lake: {done:,} of {total:,} blocks\n")


if __name__ == "__main__":
    main()
