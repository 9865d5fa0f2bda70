"""Removing single records from the lake, so that their bytes are gone from its files too.

Blocks are sealed as a whole: one that has such a record is opened and sealed again without it, under the same number, and its
digests are computed again from what remains. ``purge`` then rewrites the files that have removed rows, and deletes old ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breachlight.kit.mentions import Mention
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.lake_rows import LakeRows, digest_tables
from breachlight.leaks.lake.store import DIGEST_TABLES, TABLES, Lake

_BLOCKS_AT_ONCE: Final = 64

# Nobody else changes the lake meanwhile, so every file that the catalogue doesn't need is of an old snapshot or a dead process.
_DELETE_OLD_FILES: Final = (
    "CALL ducklake_expire_snapshots('lake', older_than => now())",
    "CALL ducklake_cleanup_old_files('lake', cleanup_all => true)",
    "CALL ducklake_delete_orphaned_files('lake', cleanup_all => true)",
)


@dataclass(frozen=True, slots=True)
class Erased:
    """What was removed from some blocks."""

    records: int
    blocks: int


@dataclass(frozen=True, slots=True)
class Remaining:
    """The files of the lake after ``purge``; ``unneeded`` should be none."""

    files: int
    unneeded: int


class LakeEraser:
    """Removes the records of one mailbox: by its email keys, and where a text of a record names it."""

    def __init__(self, lake: Lake, digester: Digester, keys: frozenset[str]) -> None:
        """Look for these email keys, also as alias keys."""
        self._lake = lake
        self._digester = digester
        self._keys = pa.array(sorted(keys), pa.string())
        self._mention = Mention(keys)

    def batches_after(self, batch_id: int) -> list[int]:
        """Return the batches in the lake with a greater id, in order, whether they count or not."""
        with self._lake.cursor() as cursor:
            rows = cursor.execute(
                "SELECT DISTINCT batch_id FROM lake.blocks WHERE batch_id > $after ORDER BY batch_id",
                {"after": batch_id},
            ).fetchall()
        return [batch_id for (batch_id,) in rows]

    def affected(self, batch_id: int, blocks: Sequence[int] | None = None) -> list[int]:
        """Return the blocks of a batch that have records of the mailbox, among all by default.

        Most have none: they are looked through while others change the lake.

        Raises:
            LakeError: the lake cannot be read, or a block was damaged.
        """
        numbers = self._blocks_of(batch_id) if blocks is None else list(blocks)
        with self._lake.cursor() as cursor:
            return [
                block
                for first in range(0, len(numbers), _BLOCKS_AT_ONCE)
                for block, records in self._opened(cursor, batch_id, numbers[first : first + _BLOCKS_AT_ONCE])
                if pc.any(self._concerns(records)).as_py()
            ]

    def erase(self, batch_id: int, numbers: Sequence[int]) -> Erased:
        """Remove the records from affected blocks of a batch.

        Each part of a batch is one transaction. Loads wait.

        Raises:
            LakeError: the lake cannot be changed, or a block was damaged.
        """
        records = changed = 0
        for first in range(0, len(numbers), _BLOCKS_AT_ONCE):
            done = self._erase_some(batch_id, numbers[first : first + _BLOCKS_AT_ONCE])
            records, changed = records + done.records, changed + done.blocks
        return Erased(records, changed)

    def remaining(self, batch_id: int, blocks: Sequence[int] | None = None) -> int:
        """Return how many records of a batch, or of some of its blocks, are of the mailbox.

        Raises:
            LakeError: the lake cannot be read, or a block was damaged.
        """
        numbers = self._blocks_of(batch_id) if blocks is None else list(blocks)
        with self._lake.cursor() as cursor:
            return sum(
                int(pc.sum(self._concerns(records)).as_py() or 0)
                for first in range(0, len(numbers), _BLOCKS_AT_ONCE)
                for _, records in self._opened(cursor, batch_id, numbers[first : first + _BLOCKS_AT_ONCE])
            )

    def purge(self) -> None:
        """Rewrite files that have removed rows, forget old snapshots, and delete every file that nothing needs.

        Readers that began before may fail and have to start again.

        Raises:
            LakeError: a part was not done; run it again.
        """
        purge(self._lake)

    def files(self) -> Remaining:
        """Compare the files that exist with those that the catalogue needs.

        Raises:
            LakeError: the lake cannot be read.
        """
        with self._lake.cursor() as cursor:
            tables = _tables(cursor)
            needed, deletions = set[str](), 0
            for table in tables:
                for data_file, delete_file in cursor.execute(
                    f"SELECT data_file, delete_file FROM ducklake_list_files('lake', '{table}')"
                ).fetchall():
                    needed.add(data_file.rpartition("/")[2])
                    if delete_file:
                        needed.add(delete_file.rpartition("/")[2])
                        deletions += 1
            pattern = f"{self._lake.data_path}**/*.parquet"
            present = {
                file.rpartition("/")[2]
                for (file,) in cursor.execute("SELECT file FROM glob($pattern)", {"pattern": pattern}).fetchall()
            }
        return Remaining(len(present), len(present - needed) + deletions)

    def _blocks_of(self, batch_id: int) -> list[int]:
        with self._lake.cursor() as cursor:
            rows = cursor.execute(
                "SELECT block FROM lake.blocks WHERE batch_id = $batch_id ORDER BY block", {"batch_id": batch_id}
            ).fetchall()
        return [block for (block,) in rows]

    def _erase_some(self, batch_id: int, affected: Sequence[int]) -> Erased:
        with self._lake.changes() as cursor:
            kept: list[tuple[int, pa.Table]] = []
            removed = 0
            for block, records in self._opened(cursor, batch_id, affected):
                rest = records.filter(pc.invert(self._concerns(records)))
                removed += records.num_rows - rest.num_rows
                kept.append((block, rest))
            where = "batch_id = $batch_id AND block IN (SELECT unnest($blocks))"
            for table in TABLES:
                cursor.execute(
                    f"DELETE FROM lake.{table} WHERE {where}", {"batch_id": batch_id, "blocks": list(affected)}
                )
            for block, rest in kept:
                if rest.num_rows:
                    self._insert(cursor, batch_id, block, rest)
        return Erased(removed, len(affected))

    def _insert(self, cursor: duckdb.DuckDBPyConnection, batch_id: int, block: int, records: pa.Table) -> None:
        rows = LakeRows.of_table(records, self._digester)
        (packed,) = rows.blocks
        given = {"batch_id": batch_id, "block": block}
        sealed = self._lake.sealed(batch_id, block, packed)
        cursor.execute("INSERT INTO lake.blocks VALUES ($batch_id, $block, $sealed)", given | {"sealed": sealed})
        for table, digests in zip(DIGEST_TABLES, digest_tables([rows]), strict=True):
            cursor.register("rewritten_digests", digests)
            cursor.execute(f"INSERT INTO lake.{table} SELECT digest, $batch_id, $block FROM rewritten_digests", given)

    def _opened(
        self, cursor: duckdb.DuckDBPyConnection, batch_id: int, numbers: Sequence[int]
    ) -> Iterator[tuple[int, pa.Table]]:
        rows = cursor.execute(
            "SELECT block, sealed FROM lake.blocks WHERE batch_id = $batch_id AND block IN (SELECT unnest($blocks)) ORDER BY block",
            {"batch_id": batch_id, "blocks": list(numbers)},
        ).fetchall()
        for block, sealed in rows:
            yield block, self._lake.opened(batch_id, block, sealed)

    def _concerns(self, records: pa.Table) -> Any:
        """Return for each record whether it is of the mailbox."""
        keyed = pc.or_(
            pc.is_in(records["email_key"], value_set=self._keys), pc.is_in(records["alias_key"], value_set=self._keys)
        )
        named = np.zeros(records.num_rows, np.bool_)
        for column in records.columns:
            if pa.types.is_string(column.type):
                self._mark(column.combine_chunks(), named)
            elif pa.types.is_list(column.type):
                lists: Any = column.combine_chunks()
                inside = np.zeros(len(lists.flatten()), np.bool_)
                self._mark(lists.flatten(), inside)
                if inside.any():
                    named[pc.list_parent_indices(lists).to_numpy()[inside]] = True
        return pc.or_(keyed, pa.array(named))

    def _mark(self, texts: Any, named: Any) -> None:
        """Set ``named`` where a text mentions the mailbox."""
        data = texts.buffers()[2]
        if data is None or not self._mention.may_be_in(data.to_pybytes()):
            return
        for row, text in enumerate(texts.to_pylist()):
            if text is not None and self._mention.in_text(text):
                named[row] = True


def purge(lake: Lake) -> None:
    """Do what ``LakeEraser.purge`` does.

    Raises:
        LakeError: a part was not done; run it again.
    """
    with lake.deletions(), lake.cursor() as cursor:
        for table in _tables(cursor):
            cursor.execute(f"CALL ducklake_rewrite_data_files('lake', '{table}', delete_threshold => 0)").fetchall()
        for statement in _DELETE_OLD_FILES:
            cursor.execute(statement).fetchall()


def _tables(cursor: duckdb.DuckDBPyConnection) -> list[str]:
    rows = cursor.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = 'lake'").fetchall()
    return [name for (name,) in rows]
