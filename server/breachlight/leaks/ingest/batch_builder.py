"""Batches, prepared for both stores: blocks and digests for the lake, candidate records for PostgreSQL.

A batch is prepared in slices of a few megabytes, each by one thread from its bytes to its blocks while it is in the
processor's cache. Only records that may match the watchlist stay in memory. Threads suffice, because NumPy, Arrow and the
cipher release the interpreter's lock.
"""

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

import numpy as np
import pyarrow as pa

from breachlight.leaks.formats.dialects import Dialect
from breachlight.leaks.formats.records import Tally
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.vectorised import parse_part, parts_of
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.lake_rows import LakeRows
from breachlight.leaks.matching.watched_identities import Watchlist, distinct_credentials
from breachlight.leaks.record_schema import RECORD_SCHEMA


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """A batch ready for both stores; ``candidates`` are the credentials that may match ``watchlist``."""

    rows: list[LakeRows]
    candidates: pa.Table
    watchlist: Watchlist
    tally: Tally


@dataclass(frozen=True, slots=True)
class _Slice:
    rows: LakeRows
    candidates: pa.Table
    tally: Tally


class BatchBuilder:
    """Prepares batches on all cores, one slice per core at a time."""

    def __init__(self, digester: Digester) -> None:
        """Start the threads; they end with the context."""
        self._digester: Final = digester
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1, "prepare")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.shutdown()

    async def prepare(self, chunk: Chunk, dialect: Dialect, machine: str | None, watchlist: Watchlist) -> PreparedBatch:
        """Parse a chunk and prepare its records; ``machine`` is the infected device of a stealer log, as JSON."""
        loop = asyncio.get_running_loop()

        def prepare_slice(start: int, end: int) -> _Slice:
            parsed = parse_part(chunk.data[start:end], chunk.start + start, dialect, machine)
            records = parsed.table
            emails, domains = self._digester.emails(records), self._digester.domains(records, parsed.mail_domains)
            matching = [emails.rows[watchlist.emails.among(emails.digests)], domains.rows_under(watchlist.domains)]
            candidates = distinct_credentials(records.take(np.unique(np.concatenate(matching))))
            return _Slice(LakeRows.of(records, emails, domains), candidates, parsed.tally)

        parts: Sequence[_Slice] = await asyncio.gather(
            *(loop.run_in_executor(self._pool, prepare_slice, *span) for span in parts_of(chunk.data, dialect))
        )
        tally = Tally()
        for part in parts:
            tally.merge(part.tally)
        candidates = pa.concat_tables([RECORD_SCHEMA.empty_table(), *(part.candidates for part in parts)])
        return PreparedBatch([part.rows for part in parts], candidates.combine_chunks(), watchlist, tally)
