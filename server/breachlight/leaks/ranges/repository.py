"""Queries of an index, whose tables are in a schema of its own that exists only while the feature is on.

The index consists of *runs*: each is a sorted set of hashes with counts, and never changes. The count of a hash is the sum of its
counts in all live runs. Every batch and every withdrawal adds a run of each kind of hash; a job merges them.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import asyncpg

from breachlight.database.relations import exists
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.leaks.ranges.definitions import RangeIndex
from breachlight.leaks.ranges.kinds import PREFIX_BITS, HashKind

if TYPE_CHECKING:  # processes that only look hashes up load no arrays
    from breachlight.leaks.ranges.hashes import Hashes


def _create(index: RangeIndex) -> str:
    return f"""
DROP SCHEMA IF EXISTS {index.schema} CASCADE; -- of an earlier version
CREATE SCHEMA {index.schema};
CREATE TABLE {index.schema}.state (id smallint PRIMARY KEY, created_at timestamptz NOT NULL, built_at timestamptz);
CREATE TABLE {index.schema}.batches (id bigint PRIMARY KEY);
CREATE TABLE {index.schema}.stale_blocks (batch_id bigint NOT NULL, block integer NOT NULL, PRIMARY KEY (batch_id, block));
CREATE TABLE {index.schema}.damaged_blocks (batch_id bigint NOT NULL, block integer NOT NULL, PRIMARY KEY (batch_id, block));
CREATE TABLE {index.schema}.runs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind smallint NOT NULL, bits smallint NOT NULL,
    state text NOT NULL, hashes bigint NOT NULL, bytes bigint NOT NULL, changed_at timestamptz NOT NULL,
    sources bigint[], position integer NOT NULL DEFAULT 0
);
CREATE TABLE {index.schema}.entries (
    run_id bigint NOT NULL, bucket integer NOT NULL, hashes bytea NOT NULL, PRIMARY KEY (run_id, bucket)
) WITH (toast_tuple_target = 8160);
ALTER TABLE {index.schema}.entries ALTER COLUMN hashes SET STORAGE EXTERNAL; -- hashes cannot be compressed
"""


_CREATE_LEAKS: Final = """
CREATE TABLE {schema}.leaks (number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, leak_id uuid NOT NULL);
CREATE INDEX ON {schema}.leaks (leak_id);
CREATE TABLE {schema}.batch_leaks (batch_id bigint PRIMARY KEY, number integer NOT NULL);
"""


# A leak that is being retracted, and a file that another has replaced, don't count although their batches are done.
def pending(index: RangeIndex) -> str:
    """Return the FROM of batches that count and are not in an index."""
    return f"""
FROM batches JOIN leak_files ON leak_files.id = batches.file_id JOIN leaks ON leaks.id = leak_files.leak_id
WHERE done_at IS NOT NULL AND retracted_at IS NULL AND leak_files.state NOT IN ('duplicate', 'retracted')
    AND NOT EXISTS (SELECT FROM {index.schema}.batches AS counted WHERE counted.id = batches.id)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """A run; one that is being merged from others has the next prefix to write as its ``position``."""

    id: int
    kind: HashKind
    bits: int
    hashes: int
    changed_at: datetime
    sources: list[int]
    position: int


async def has_index(connection: Connection, index: RangeIndex) -> bool:
    """Return whether the tables exist, as this version has them."""
    return await exists(connection, f"{index.schema}.state", f"{index.schema}.damaged_blocks")


async def create_index(connection: Connection, index: RangeIndex) -> None:
    """Create the tables, empty."""
    async with connection.transaction():
        await connection.execute(_create(index))
        if index.names_leaks:
            await connection.execute(_CREATE_LEAKS.format(schema=index.schema))
        await connection.execute(f"INSERT INTO {index.schema}.state (id, created_at) VALUES (1, $1)", clock.now())


async def drop_index(connection: Connection, index: RangeIndex) -> bool:
    """Drop the tables with everything in them; return whether there were any."""
    if not await exists(connection, f"{index.schema}.state"):
        return False
    await connection.execute(f"DROP SCHEMA {index.schema} CASCADE")
    return True


async def is_built(connection: Connection, index: RangeIndex) -> bool:
    """Return whether every batch that there was has been counted once."""
    return await connection.fetchval(f"SELECT built_at FROM {index.schema}.state") is not None


async def mark_built(connection: Connection, index: RangeIndex) -> bool:
    """Record that every batch has been counted once; False if that had been before."""
    statement = f"UPDATE {index.schema}.state SET built_at = $1 WHERE built_at IS NULL RETURNING id"
    return await connection.fetchval(statement, clock.now()) is not None


async def pending_batches(connection: Connection, index: RangeIndex, most_records: int, most: int) -> list[int]:
    """Return the first batches that count and aren't in the index, of so many records in all, at least one."""
    rows = await connection.fetch(
        f"SELECT batches.id, batches.records {pending(index)} ORDER BY batches.id LIMIT $1", most
    )
    chosen: list[int] = []
    records = 0
    for row in rows:
        records += row["records"]
        if chosen and records > most_records:
            break
        chosen.append(row["id"])
    return chosen


async def counted_batches(connection: Connection, index: RangeIndex, batch_ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return those of some batches that are in the index, each with its number of records."""
    rows = await connection.fetch(
        f"""SELECT counted.id, coalesce(batches.records, 0) AS records
        FROM {index.schema}.batches AS counted LEFT JOIN batches USING (id) WHERE counted.id = any($1) ORDER BY counted.id""",
        list(batch_ids),
    )
    return [(row["id"], row["records"]) for row in rows]


async def stale_blocks(
    connection: Connection, index: RangeIndex, batch_ids: Sequence[int] | None = None, *, most: int | None = None
) -> list[tuple[int, int]]:
    """Return blocks of counted batches that were taken out of the index because they change, by default all of any batch."""
    rows = await connection.fetch(
        f"""SELECT batch_id, block FROM {index.schema}.stale_blocks WHERE $1::bigint[] IS NULL OR batch_id = any($1)
        ORDER BY batch_id, block LIMIT $2""",
        None if batch_ids is None else list(batch_ids),
        most,
    )
    return [(row["batch_id"], row["block"]) for row in rows]


async def add_run(connection: Connection, index: RangeIndex, hashes: "Hashes") -> None:
    """Add a live run; nothing if it is empty."""
    if not len(hashes.counts):
        return
    rows = list(hashes.rows(hashes.bits))
    run_id = await connection.fetchval(
        f"""INSERT INTO {index.schema}.runs (kind, bits, state, hashes, bytes, changed_at)
        VALUES ($1, $2, 'live', $3, $4, $5) RETURNING id""",
        hashes.kind,
        hashes.bits,
        len(hashes.counts),
        sum(len(row) for _, row in rows),
        clock.now(),
    )
    await _add_entries(connection, index, run_id, rows)


async def add_batches(connection: Connection, index: RangeIndex, batch_ids: Iterable[int]) -> None:
    """Enter batches as counted."""
    await connection.copy_records_to_table("batches", schema_name=index.schema, records=[(one,) for one in batch_ids])


async def number_leaks(connection: Connection, index: RangeIndex, batch_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of the leak of each of some batches; new ones get that which their leak has, or a new one.

    A batch keeps its number when its leak is merged into another, because its entries have it.
    """
    if not index.names_leaks:
        return {}
    ids = list(batch_ids)
    async with connection.transaction():
        await connection.execute(
            f"""INSERT INTO {index.schema}.leaks (leak_id)
            SELECT DISTINCT leak_id FROM batches JOIN leak_files ON leak_files.id = batches.file_id
            WHERE batches.id = any($1) AND NOT EXISTS (
                SELECT FROM {index.schema}.leaks AS numbered WHERE numbered.leak_id = leak_files.leak_id)""",
            ids,
        )
        await connection.execute(
            f"""INSERT INTO {index.schema}.batch_leaks (batch_id, number)
            SELECT batches.id, (SELECT min(number) FROM {index.schema}.leaks AS numbered
                WHERE numbered.leak_id = leak_files.leak_id)
            FROM batches JOIN leak_files ON leak_files.id = batches.file_id WHERE batches.id = any($1)
            ON CONFLICT DO NOTHING""",
            ids,
        )
    rows = await connection.fetch(
        f"SELECT batch_id, number FROM {index.schema}.batch_leaks WHERE batch_id = any($1)", ids
    )
    return {row["batch_id"]: row["number"] for row in rows}


async def merge_leak_numbers(connection: Connection, index: RangeIndex, old: uuid.UUID, kept: uuid.UUID) -> None:
    """Let the numbers of a leak mean the one that it is merged into."""
    await connection.execute(f"UPDATE {index.schema}.leaks SET leak_id = $2 WHERE leak_id = $1", old, kept)


async def remove_batches(connection: Connection, index: RangeIndex, batch_ids: Sequence[int]) -> None:
    """Forget that batches were counted."""
    await connection.execute(f"DELETE FROM {index.schema}.batches WHERE id = any($1)", list(batch_ids))
    for table in ("stale_blocks", "damaged_blocks", *(["batch_leaks"] if index.names_leaks else [])):
        await connection.execute(f"DELETE FROM {index.schema}.{table} WHERE batch_id = any($1)", list(batch_ids))


async def add_stale_blocks(connection: Connection, index: RangeIndex, blocks: Iterable[tuple[int, int]]) -> None:
    """Enter blocks of counted batches as not counted."""
    await connection.copy_records_to_table("stale_blocks", schema_name=index.schema, records=list(blocks))


async def add_damaged_blocks(connection: Connection, index: RangeIndex, blocks: Iterable[tuple[int, int]]) -> None:
    """Enter blocks of counted batches that cannot be opened, and so are not counted."""
    await connection.copy_records_to_table("damaged_blocks", schema_name=index.schema, records=list(blocks))


async def damaged_blocks(connection: Connection, index: RangeIndex, batch_ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return the blocks of some batches that could not be opened."""
    rows = await connection.fetch(
        f"SELECT batch_id, block FROM {index.schema}.damaged_blocks WHERE batch_id = any($1)", list(batch_ids)
    )
    return [(row["batch_id"], row["block"]) for row in rows]


async def remove_stale_blocks(connection: Connection, index: RangeIndex, blocks: Sequence[tuple[int, int]]) -> None:
    """Enter blocks as counted again."""
    await connection.execute(
        f"""DELETE FROM {index.schema}.stale_blocks USING unnest($1::bigint[], $2::integer[]) AS given (batch_id, block)
        WHERE stale_blocks.batch_id = given.batch_id AND stale_blocks.block = given.block""",
        [batch_id for batch_id, _ in blocks],
        [block for _, block in blocks],
    )


async def live_runs(connection: Connection, index: RangeIndex, kind: HashKind) -> list[Run]:
    """Return the live runs of a kind, the smallest first."""
    return await _runs(connection, index, "kind = $1 AND state = 'live' ORDER BY hashes, id", kind)


async def runs_of(connection: Connection, index: RangeIndex, run_ids: Sequence[int]) -> list[Run]:
    """Return some runs."""
    return await _runs(connection, index, "id = any($1)", list(run_ids))


async def unfinished_merge(connection: Connection, index: RangeIndex) -> Run | None:
    """Return a run that is being merged from others."""
    return next(iter(await _runs(connection, index, "state = 'merging' ORDER BY id LIMIT 1")), None)


async def begin_merge(connection: Connection, index: RangeIndex, sources: Sequence[Run], bits: int) -> None:
    """Begin a run that will replace others."""
    await connection.execute(
        f"""INSERT INTO {index.schema}.runs (kind, bits, state, hashes, bytes, changed_at, sources)
        VALUES ($1, $2, 'merging', 0, 0, $3, $4)""",
        sources[0].kind,
        bits,
        max(run.changed_at for run in sources),
        [run.id for run in sources],
    )


async def read_entries(
    connection: Connection, index: RangeIndex, run: Run, first: int, end: int
) -> list[tuple[int, bytes]]:
    """Return the rows of a run that have prefixes from ``first`` on and before ``end``."""
    shift = PREFIX_BITS - run.bits
    rows = await connection.fetch(
        f"SELECT bucket, hashes FROM {index.schema}.entries WHERE run_id = $1 AND bucket BETWEEN $2 AND $3 ORDER BY bucket",
        run.id,
        first >> shift,
        (end - 1) >> shift,
    )
    return [(row["bucket"], row["hashes"]) for row in rows]


async def advance_merge(connection: Connection, index: RangeIndex, run: Run, hashes: "Hashes", end: int) -> bool:
    """Add hashes to a run that is being merged, up to a prefix; False if another process did so."""
    async with connection.transaction():
        rows = list(hashes.rows(run.bits))
        is_mine = await connection.fetchval(
            f"""UPDATE {index.schema}.runs SET position = $3, hashes = hashes + $4, bytes = bytes + $5
            WHERE id = $1 AND position = $2 AND state = 'merging' RETURNING true""",
            run.id,
            run.position,
            end,
            len(hashes.counts),
            sum(len(row) for _, row in rows),
        )
        if is_mine:
            await _add_entries(connection, index, run.id, rows)
    return bool(is_mine)


async def finish_merge(connection: Connection, index: RangeIndex, run: Run) -> None:
    """Let a merged run replace those that it was merged from."""
    async with connection.transaction():
        await connection.execute(f"UPDATE {index.schema}.runs SET state = 'live', sources = NULL WHERE id = $1", run.id)
        await connection.execute(f"UPDATE {index.schema}.runs SET state = 'replaced' WHERE id = any($1)", run.sources)


async def delete_replaced_runs(connection: Connection, index: RangeIndex) -> None:
    """Delete runs that others have replaced."""
    async with connection.transaction():
        await connection.execute(
            f"DELETE FROM {index.schema}.entries WHERE run_id IN (SELECT id FROM {index.schema}.runs WHERE state = 'replaced')"
        )
        await connection.execute(f"DELETE FROM {index.schema}.runs WHERE state = 'replaced'")


async def _runs(connection: Connection, index: RangeIndex, condition: str, *values: Any) -> list[Run]:
    rows = await connection.fetch(
        f"SELECT id, kind, bits, hashes, changed_at, sources, position FROM {index.schema}.runs WHERE {condition}",
        *values,
    )
    return [_run(row) for row in rows]


def _run(row: asyncpg.Record) -> Run:
    return Run(
        row["id"],
        HashKind(row["kind"]),
        row["bits"],
        row["hashes"],
        row["changed_at"],
        row["sources"] or [],
        row["position"],
    )


async def _add_entries(
    connection: Connection, index: RangeIndex, run_id: int, rows: Sequence[tuple[int, bytes]]
) -> None:
    await connection.copy_records_to_table(
        "entries", schema_name=index.schema, records=[(run_id, bucket, row) for bucket, row in rows]
    )
