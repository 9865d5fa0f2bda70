"""Sealing blocks of the lake with the current key, without reading what is in them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import duckdb
import numpy as np
import pyarrow as pa

from breachlight.kit.key_file import Ring
from breachlight.kit.keys import KeyRing, SealError, seal_prefix
from breachlight.leaks.lake.repository import BlockFile
from breachlight.leaks.lake.sealing import reseal_block
from breachlight.leaks.lake.store import BLOCKS_PER_GROUP, Lake

_SEALED_WITH: Final = "sealed >= $least AND sealed < $greater"
_BLOCKS_AT_ONCE: Final = 512  # one file of some megabytes; loads wait about a second


@dataclass(frozen=True, slots=True)
class ResealedBlocks:
    """What was done to the blocks of a batch."""

    blocks: int
    unreadable: int


class LakeResealer:
    """Seals what older keys sealed with the current one."""

    def __init__(self, lake: Lake, ring: KeyRing) -> None:
        self._lake = lake
        self._ring = ring

    def batches_of(self, file: BlockFile) -> list[int]:
        """Return the batches of a file that have blocks of other keys, in order.

        Raises:
            LakeError: the lake cannot be read.
        """
        with self._lake.cursor() as cursor:
            rows = cursor.execute(
                f"SELECT DISTINCT batch_id FROM lake.blocks WHERE {_between(file)} AND NOT ({_SEALED_WITH}) ORDER BY batch_id",
                self._current(),
            ).fetchall()
        return [batch_id for (batch_id,) in rows]

    def reseal(self, batch_id: int) -> ResealedBlocks:
        """Seal the blocks of a batch again, each part in one transaction; loads wait.

        Raises:
            LakeError: the lake cannot be changed.
        """
        done = unreadable = 0
        after = -1
        while True:
            with self._lake.changes() as cursor:
                rows = cursor.execute(
                    f"SELECT block, sealed FROM lake.blocks WHERE batch_id = $batch_id AND block > $block AND NOT ({_SEALED_WITH}) "
                    f"ORDER BY block LIMIT {_BLOCKS_AT_ONCE}",
                    {"batch_id": batch_id, "block": after, **self._current()},
                ).fetchall()
                changed = self._resealed(batch_id, rows)
                if changed:
                    _replace(cursor, batch_id, changed)
            done, unreadable = done + len(changed), unreadable + len(rows) - len(changed)
            if len(rows) < _BLOCKS_AT_ONCE:
                return ResealedBlocks(done, unreadable)
            after = rows[-1][0]

    def _resealed(self, batch_id: int, rows: list[Any]) -> dict[int, bytes]:
        changed = {}
        for block, sealed in rows:
            try:
                changed[block] = reseal_block(self._ring, batch_id, block, sealed)
            except SealError:
                continue
        return changed

    def _current(self) -> dict[str, bytes]:
        return _limits(self._ring.current(Ring.SEALING).number)


def blocks_sealed_with(lake: Lake, files: Iterable[BlockFile], number: int) -> int:
    """Return how many blocks a sealing key has sealed; files that have none aren't read.

    Raises:
        LakeError: the lake cannot be read.
    """
    batch_ids = set[int]()
    blocks = 0
    with lake.cursor() as cursor:
        for file in files:
            if not file.may_have(number):
                continue
            rows = cursor.execute(
                f"SELECT batch_id, count(*) FROM lake.blocks WHERE {_between(file)} AND {_SEALED_WITH} GROUP BY batch_id",
                _limits(number),
            ).fetchall()
            # The batches of two files may overlap.
            blocks += sum(count for batch_id, count in rows if batch_id not in batch_ids)
            batch_ids |= {batch_id for batch_id, _ in rows}
    return blocks


def _between(file: BlockFile) -> str:
    """Return the condition that lets DuckLake pass over all other files."""
    return f"batch_id BETWEEN {file.first_batch} AND {file.last_batch}"


def _limits(number: int) -> dict[str, bytes]:
    return {"least": seal_prefix(number), "greater": seal_prefix(number + 1)}


def _replace(cursor: duckdb.DuckDBPyConnection, batch_id: int, changed: dict[int, bytes]) -> None:
    cursor.execute(
        "DELETE FROM lake.blocks WHERE batch_id = $batch_id AND block IN (SELECT unnest($blocks))",
        {"batch_id": batch_id, "blocks": list(changed)},
    )
    table: Any = pa.table(
        {
            "block": np.array(list(changed), dtype=np.int32),
            "sealed": pa.array(list(changed.values()), pa.binary()),
        }
    )
    groups = table.to_batches(max_chunksize=BLOCKS_PER_GROUP)
    cursor.register("resealed_blocks", pa.RecordBatchReader.from_batches(table.schema, groups))
    cursor.execute(
        "INSERT INTO lake.blocks SELECT $batch_id, block, sealed FROM resealed_blocks", {"batch_id": batch_id}
    )
