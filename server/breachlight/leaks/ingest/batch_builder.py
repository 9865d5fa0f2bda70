"""From the bytes of a batch to what the two stores take: blocks and digests for the lake, findings for PostgreSQL.

A batch is prepared in parts of a few megabytes, each from its bytes to its blocks by one thread while it lies in the
processor's cache; of its records only those stay in memory that may concern anybody. Threads are enough, because NumPy, Arrow
and the cipher let go of the interpreter's lock.
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
from breachlight.leaks.ingest.batches import Piece
from breachlight.leaks.ingest.vectorised import parse_part, parts_of
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.lake_rows import LakeRows
from breachlight.leaks.matching.watched_identities import Watch, distinct_credentials
from breachlight.leaks.record_schema import RECORD_SCHEMA


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """A batch ready for both stores; ``concerned`` are the credentials that may concern those who watched at ``watch``."""

    rows: list[LakeRows]
    concerned: pa.Table
    watch: Watch
    tally: Tally


@dataclass(frozen=True, slots=True)
class _Part:
    rows: LakeRows
    concerned: pa.Table
    tally: Tally


class Preparer:
    """Prepares batches on all processors, as many parts at once as there are."""

    def __init__(self, digester: Digester) -> None:
        """Start the threads; they end with ``close``."""
        self._digester: Final = digester
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1, "prepare")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.shutdown()

    async def prepare(self, piece: Piece, dialect: Dialect, machine: str | None, watch: Watch) -> PreparedBatch:
        """Read the lines of a piece and prepare what they hold; ``machine`` is the JSON of a stealer log's machine."""
        loop = asyncio.get_running_loop()

        def prepare_part(start: int, end: int) -> _Part:
            parsed = parse_part(piece.data[start:end], piece.start + start, dialect, machine)
            records = parsed.table
            emails, domains = self._digester.emails(records), self._digester.domains(records, parsed.mail_domains)
            watched = [emails.rows[watch.emails.among(emails.digests)], domains.rows_under(watch.domains)]
            concerned = distinct_credentials(records.take(np.unique(np.concatenate(watched))))
            return _Part(LakeRows.of(records, emails, domains), concerned, parsed.tally)

        parts: Sequence[_Part] = await asyncio.gather(
            *(loop.run_in_executor(self._pool, prepare_part, *span) for span in parts_of(piece.data, dialect))
        )
        tally = Tally()
        for part in parts:
            tally.merge(part.tally)
        concerned = pa.concat_tables([RECORD_SCHEMA.empty_table(), *(part.concerned for part in parts)])
        return PreparedBatch([part.rows for part in parts], concerned.combine_chunks(), watch, tally)
