"""The lake: every ingested record, sealed, and found by keyed digests (design §1 and §4.8).

Three tables. ``blocks`` holds sealed records. ``email_digests`` and ``domain_digests`` say in which block of which batch an
email key, an alias key, a site or a domain occurs; they are sorted by digest, so that a look-up reads a few kilobytes of
each file. Nothing readable is in them, in their files or in DuckLake's catalogue, whose statistics keep the least and the
largest value of every column.

A batch is written and removed as a whole. Batches share a lock in PostgreSQL, removals and maintenance take it exclusively, because
DuckLake refuses a DELETE that is concurrent with any other change of the same table (decision 21).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, Final, Self

import duckdb
import numpy as np
import pyarrow as pa

from breachlight.config import Settings
from breachlight.kit import tracing
from breachlight.kit.keys import KeyRing, SealError
from breachlight.kit.spans import Kind
from breachlight.leaks.lake.compaction import (
    delete_unused_files,
    has_many_files,
    merge_block_files,
    merge_files,
)
from breachlight.leaks.lake.conditions import has_domain, has_email
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.ducklake import advisory_lock, check_space, connect_lake, data_path, tried_lock
from breachlight.leaks.lake.faults import LakeError, lake_errors
from breachlight.leaks.lake.key_check import KEY_CHECK, old_key_check
from breachlight.leaks.lake.lake_rows import LakeRows, digests_of_batches
from breachlight.leaks.lake.repository import HOLD_LOCK
from breachlight.leaks.lake.sealing import open_block, seal_block, seal_blocks

LOCK: Final = 0x6C616B65
"""The lock that loads share; the name of an advisory lock is a number: "lake" in ASCII."""
DIGEST_TABLES: Final = ("email_digests", "domain_digests")
TABLES: Final = ("blocks", *DIGEST_TABLES)
_BLOCKS_AT_ONCE: Final = 200  # some 6 MB of sealed records
BLOCKS_PER_GROUP: Final = 16

_CREATE: Final = (
    "CREATE TABLE IF NOT EXISTS lake.blocks (batch_id BIGINT, block INTEGER, sealed BLOB)",
    "CREATE TABLE IF NOT EXISTS lake.email_digests (digest UBIGINT, batch_id BIGINT, block INTEGER)",
    "CREATE TABLE IF NOT EXISTS lake.domain_digests (digest UBIGINT, batch_id BIGINT, block INTEGER)",
    "ALTER TABLE lake.email_digests SET SORTED BY (digest ASC)",
    "ALTER TABLE lake.domain_digests SET SORTED BY (digest ASC)",
    "CALL lake.set_option('data_inlining_row_limit', 0)",
    "CALL lake.set_option('parquet_compression', 'uncompressed')",  # neither digests nor sealed bytes can be compressed
    "CALL lake.set_option('parquet_version', 2)",  # sorted digests are stored as differences
    # A load comes sorted; merged files are sorted anew.
    "CALL lake.set_option('sort_on_insert', false, table_name => 'email_digests')",
    "CALL lake.set_option('sort_on_insert', false, table_name => 'domain_digests')",
    # Who opens a block reads its row group.
    f"CALL lake.set_option('parquet_row_group_size', {BLOCKS_PER_GROUP}, table_name => 'blocks')",
)

Condition = Callable[[str, pa.Table], Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Blocks of one batch that may hold what was looked for."""

    batch_id: int
    blocks: tuple[int, ...]


class Lake:
    """One process's way into the lake; its threads may share it."""

    def __init__(self, dsn: str, settings: Settings, ring: KeyRing) -> None:
        """Open the lake, or make it if there is none yet.

        Raises:
            LakeError: it cannot be reached or written, lies elsewhere, or was made with another key file.
        """
        self._settings = settings
        self._ring = ring
        self._digester = Digester(ring)
        self._connection = connect_lake(dsn, settings)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of PostgreSQL and of all memory."""
        self._connection.close()

    def write(self, batch_id: int, rows: Sequence[LakeRows]) -> None:
        """Seal and store the records of a batch; see ``write_all``."""
        self.write_all([(batch_id, rows)])

    def write_all(self, batches: Sequence[tuple[int, Sequence[LakeRows]]]) -> None:
        """Seal and store the records of batches in one transaction: all of them or none.

        Raises:
            LakeError: nothing was stored, unless PostgreSQL went away while it committed: remove the batches to be sure.
        """
        batches = [(batch_id, rows) for batch_id, rows in batches if any(part.blocks for part in rows)]
        if not batches:
            return
        blocks = self._sealed(batches)
        emails, domains = digests_of_batches(batches)
        check_space(self._settings, blocks.nbytes + emails.nbytes + domains.nbytes)
        with self._changes(shared=True) as cursor:
            # DuckDB ends a row group only between the batches that it is given.
            groups = blocks.to_batches(max_chunksize=BLOCKS_PER_GROUP)
            cursor.register("new_blocks", pa.RecordBatchReader.from_batches(blocks.schema, groups))
            cursor.register("new_email_digests", emails)
            cursor.register("new_domain_digests", domains)
            cursor.execute("INSERT INTO lake.blocks SELECT batch_id, block, sealed FROM new_blocks")
            for table in DIGEST_TABLES:
                cursor.execute(f"INSERT INTO lake.{table} SELECT digest, batch_id, block FROM new_{table}")

    def remove(self, *batch_ids: int) -> None:
        """Take batches out; nothing happens if they are not in.

        Waits for loads that are under way and keeps new ones waiting. Their files go when ``upkeep`` comes to them.

        Raises:
            LakeError: they are still in.
        """
        with self._changes(shared=False) as cursor:
            for table in TABLES:
                cursor.execute(
                    f"DELETE FROM lake.{table} WHERE batch_id IN (SELECT unnest($batch_ids))",
                    {"batch_ids": list(batch_ids)},
                )

    def locate_email(self, key: str) -> list[Place]:
        """Say where records of this email key, or with it as alias key, may be, by batch.

        Raises:
            LakeError: the lake cannot be read.
        """
        return self.locate_emails([key])[key]

    def locate_emails(self, keys: Collection[str]) -> dict[str, list[Place]]:
        """Say for each of these email keys what ``locate_email`` says, in one query.

        Raises:
            LakeError: the lake cannot be read.
        """
        return self._locate("email_digests", {key: self._digester.email(key) for key in keys})

    def locate_domain(self, domain: str) -> list[Place]:
        """Say where records of sites and addresses at or under this domain (A-labels) may be, by batch.

        Raises:
            LakeError: the lake cannot be read.
        """
        return self.locate_domains([domain])[domain]

    def locate_domains(self, domains: Collection[str]) -> dict[str, list[Place]]:
        """Say for each of these domains what ``locate_domain`` says, in one query.

        Raises:
            LakeError: the lake cannot be read.
        """
        return self._locate("domain_digests", {domain: self._digester.domain(domain) for domain in domains})

    def read_email(self, places: Iterable[Place], key: str) -> Iterator[tuple[int, pa.Table]]:
        """Yield batch id and the records of this email key, or with it as alias key, of each place that has any.

        Raises:
            LakeError: the lake cannot be read, or a block was changed.
        """
        return self._read(places, key, has_email)

    def read_domain(self, places: Iterable[Place], domain: str) -> Iterator[tuple[int, pa.Table]]:
        """Yield batch id and the records with site or address at or under this domain of each place that has any.

        Raises:
            LakeError: the lake cannot be read, or a block was changed.
        """
        return self._read(places, domain, has_domain)

    def read_blocks(
        self, wanted: Iterable[tuple[int, int]], texts: Callable[[int, int], Collection[str]]
    ) -> Iterator[tuple[int, int, pa.Table]]:
        """Yield records of those blocks of these (batch id, block) that exist, in their order, with both numbers.

        They are at least all those with one of the ``texts`` of the block.

        Raises:
            LakeError: the lake cannot be read, or a block was changed.
        """
        iterator = iter(wanted)
        while some := list(islice(iterator, _BLOCKS_AT_ONCE)):
            batch_ids, blocks = zip(*some, strict=True)
            with self._cursor() as cursor:
                pairs = pa.table({"batch_id": pa.array(batch_ids, pa.int64()), "block": pa.array(blocks, pa.int32())})
                cursor.register("wanted", pairs)
                # The lists let DuckLake pass over files, and DuckDB over row groups.
                rows = cursor.execute(
                    "SELECT batch_id, block, sealed FROM lake.blocks JOIN wanted USING (batch_id, block) "
                    f"WHERE batch_id IN ({_list(batch_ids)}) AND block IN ({_list(blocks)})"
                ).fetchall()
            sealed = {(batch_id, block): data for batch_id, block, data in rows}
            for batch_id, block in some:
                if (batch_id, block) in sealed:
                    found = self._opened(batch_id, block, sealed[batch_id, block], texts(batch_id, block))
                    yield batch_id, block, found

    def cursor(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """Open a cursor; what it raises becomes a ``LakeError``."""
        return self._cursor()

    def changes(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """Open a transaction during which nothing else changes the lake."""
        return self._changes(shared=False)

    def opened(self, batch_id: int, block: int, sealed: bytes) -> pa.Table:
        """Return the records of a block.

        Raises:
            LakeError: it was changed, or the key file lacks its key.
        """
        return self._opened(batch_id, block, sealed)

    def exclusively(self) -> AbstractContextManager[None]:
        """Keep loads and other changes waiting."""
        return self._locked(shared=False)

    @contextmanager
    def deletions(self) -> Iterator[None]:
        """Keep loads and other changes waiting, and wait for backups, which need files that may go."""
        with lake_errors(self._settings), advisory_lock(self._connection, HOLD_LOCK, shared=False), self.exclusively():
            yield

    def sealed(self, batch_id: int, block: int, packed: bytes | memoryview) -> bytes:
        """Return a packed block as it is stored."""
        return seal_block(self._ring, batch_id, block, packed)

    @property
    def data_path(self) -> str:
        """The folder or bucket of the files, with a slash at its end."""
        return data_path(self._settings)

    def compact(self, prepare: Callable[[], None] = lambda: None) -> None:
        """Merge digest files, after ``prepare``, if there are so many that lookups take longer; loads wait meanwhile.

        Raises:
            LakeError: it wasn't done; nothing is lost.
        """
        with self._cursor() as cursor:
            if not has_many_files(cursor):
                return
        prepare()
        with self._locked(shared=False), self._cursor() as cursor:
            merge_files(cursor)

    def upkeep(self) -> None:
        """Merge files, forget old snapshots, delete files that nothing needs; loads wait meanwhile.

        Raises:
            LakeError: a part was not done; nothing is lost.
        """
        with self._locked(shared=False), self._cursor() as cursor:
            merge_files(cursor)
            merge_block_files(cursor)
        # A backup that runs keeps the files: the next time will do.
        with lake_errors(self._settings), tried_lock(self._connection, HOLD_LOCK) as may_delete:
            if may_delete:
                with self._locked(shared=False), self._cursor() as cursor:
                    delete_unused_files(cursor)

    def _prepare(self) -> None:
        digest = self._digester.email(KEY_CHECK)
        stored = self._stored_check()
        if stored is None:
            with self._locked(shared=False):
                stored = self._stored_check()
                if stored is None:
                    self._create(digest)
                    return
        if stored == old_key_check(self._ring):
            raise LakeError(
                "The lake was written by an earlier version: stop every process of that version and run "
                '"breachlight migrate".'
            )
        if stored != digest:
            raise LakeError(
                f"The key file {self._settings.key_file} is not the one this lake was created with: restore that one, or "
                "set its path in BREACHLIGHT_KEY_FILE."
            )

    def _create(self, digest: int) -> None:
        """Make the tables. The key check comes last: without it the next process begins again."""
        with self._cursor() as cursor:
            for statement in _CREATE:
                cursor.execute(statement)
        with self._transaction() as cursor:
            cursor.execute("CREATE TABLE lake.key_check (digest UBIGINT)")
            cursor.execute("INSERT INTO lake.key_check VALUES ($digest)", {"digest": digest})

    def _stored_check(self) -> int | None:
        with self._cursor() as cursor:
            is_made = cursor.execute(
                "SELECT 1 FROM duckdb_tables() WHERE database_name = 'lake' AND table_name = 'key_check'"
            ).fetchone()
            row = cursor.execute("SELECT max(digest) FROM lake.key_check").fetchone() if is_made else None
        return None if row is None else int(row[0])

    def _sealed(self, batches: Sequence[tuple[int, Sequence[LakeRows]]]) -> pa.Table:
        packed = [
            (batch_id, number, block)
            for batch_id, rows in batches
            for number, block in enumerate(block for part in rows for block in part.blocks)
        ]
        batch_ids = np.array([batch_id for batch_id, _, _ in packed], np.int64)
        numbers = np.array([number for _, number, _ in packed], np.int32)
        return pa.table({"batch_id": batch_ids, "block": numbers, "sealed": seal_blocks(self._ring, packed)})

    def _locate(self, table: str, digests: Mapping[str, int]) -> dict[str, list[Place]]:
        if not digests:
            return {}
        with self._cursor() as cursor:
            # Written out and of the column's type, the digests let DuckDB pass over row groups.
            wanted = ", ".join(f"{digest}::UBIGINT" for digest in set(digests.values()))
            rows = cursor.execute(
                f"SELECT digest, batch_id, list_sort(list(DISTINCT block)) FROM lake.{table} "
                f"WHERE digest IN ({wanted}) GROUP BY digest, batch_id ORDER BY digest, batch_id"
            ).fetchall()
        places: dict[int, list[Place]] = {}
        for digest, batch_id, blocks in rows:
            places.setdefault(digest, []).append(Place(batch_id, tuple(blocks)))
        return {text: places.get(digest, []) for text, digest in digests.items()}

    def _read(self, places: Iterable[Place], key: str, condition: "Condition") -> Iterator[tuple[int, pa.Table]]:
        wanted = ((place.batch_id, block) for place in places for block in place.blocks)
        for batch_id, blocks in groupby(self.read_blocks(wanted, lambda *_: (key,)), itemgetter(0)):
            opened = pa.concat_tables([records for _, _, records in blocks])
            found = opened.filter(condition(key, opened))
            if found.num_rows:
                yield batch_id, found

    def _opened(self, batch_id: int, block: int, sealed: bytes, texts: Collection[str] | None = None) -> pa.Table:
        try:
            return open_block(self._ring, batch_id, block, sealed, texts)
        except SealError as error:
            raise LakeError(
                f"Block {block} of batch {batch_id} of the lake cannot be opened: it is damaged or the key file lacks its "
                "key. Restore the lake or the key file from its backup."
            ) from error

    @contextmanager
    def _cursor(self, span: str = "lake query") -> Iterator[duckdb.DuckDBPyConnection]:
        with tracing.span(span, Kind.CLIENT), lake_errors(self._settings), self._connection.cursor() as cursor:
            yield cursor

    @contextmanager
    def _transaction(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._cursor("lake change") as cursor:
            cursor.begin()
            try:
                yield cursor
                cursor.commit()
            except BaseException:
                # A commit that failed has ended the transaction already.
                with suppress(duckdb.Error):
                    cursor.rollback()
                raise

    @contextmanager
    def _locked(self, *, shared: bool) -> Iterator[None]:
        with lake_errors(self._settings), advisory_lock(self._connection, LOCK, shared=shared):
            yield

    @contextmanager
    def _changes(self, *, shared: bool) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._locked(shared=shared), self._transaction() as cursor:
            yield cursor


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(set(numbers))))
