"""Batches, prepared for both stores: blocks and digests for the lake, candidate records for PostgreSQL.

A batch is prepared in slices of a few megabytes, each by one thread from its bytes to its blocks while it is in the
processor's cache. Only records that may match the watchlist stay in memory. Threads suffice, because NumPy, Arrow and the
cipher release the interpreter's lock.
"""

import asyncio
import os
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Final, Self

import numpy as np
import pyarrow as pa

from breachlight.leaks.formats import BlockDialect, parse_part, parts_of
from breachlight.leaks.formats.blocks import BlockFile, parse_files
from breachlight.leaks.ingest.batches import Chunk, Segment
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.lake_rows import LakeRows
from breachlight.leaks.lake.sealing import BLOCK_RECORDS
from breachlight.leaks.lake.spans import RecordSpans
from breachlight.leaks.matching.watched_identities import Watchlist, distinct_credentials
from breachlight.leaks.parsed import REJECT_REASONS, ParsedPart, Rejections
from breachlight.leaks.record_schema import RECORD_SCHEMA
from breachlight.leaks.records import Tally
from breachlight.leaks.rejected_stretches import LONGEST_STRETCH, MOST_STRETCHES, RejectedStretch, within_limits

_SLICE_BYTES: Final = 2 << 20
_SHORT_BYTES: Final = 1 << 20
"""Blocks that are shorter are read as they are: stealer logs have thousands of files."""
_FEW: Final = 1 << 12
_CORES: Final = os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """A batch ready for both stores; ``candidates`` are the credentials that may match ``watchlist``.

    ``rejected`` are the first rejected stretches, no more than are kept of a file. ``left_out`` are opted-out mailboxes that it had
    records of.
    """

    rows: list[LakeRows]
    candidates: pa.Table
    watchlist: Watchlist
    tally: Tally
    rejected: list[RejectedStretch]
    left_out: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Slice:
    rows: LakeRows
    candidates: RecordSpans | pa.Table
    tally: Tally
    rejected: list[RejectedStretch]
    left_out: frozenset[str]


class BatchBuilder:
    """Prepares batches on several cores, one slice per core at a time."""

    def __init__(self, digester: Digester, threads: Callable[[], int] = lambda: _CORES) -> None:
        """Start the threads, of which ``threads()`` may work at a time; they end with the context."""
        self._digester: Final = digester
        self._pool = ThreadPoolExecutor(_CORES, "prepare")
        self._threads = threads
        self._working = 0
        self._idle = threading.Condition()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.shutdown()

    async def prepare(self, chunk: Chunk, watchlist: Watchlist) -> PreparedBatch:
        """Parse a chunk and prepare its records."""
        loop = asyncio.get_running_loop()

        def in_turn(segments: Sequence[Segment]) -> _Slice:
            # The threads themselves take the next slice: the event loop may be busy when one is done.
            with self._idle:
                self._idle.wait_for(lambda: self._working < self._threads())
                self._working += 1
            try:
                return prepare_slice(segments)
            finally:
                with self._idle:
                    self._working -= 1
                    self._idle.notify_all()

        def prepare_slice(segments: Sequence[Segment]) -> _Slice:
            tally = Tally()
            runs = _runs(segments)
            parsed = [parse_run(chunk, run) for run in runs]
            for part in parsed:
                tally.merge(part.tally)
            records = RecordSpans.joined([RecordSpans.of_part(part) for part in parsed])
            if 1 < len(runs) < len(segments):
                # What is read together may come from anywhere in the slice; records are stored in the order of the file.
                records = records.chosen(np.argsort(records.offsets, kind="stable"))
            digests = self._digester.records(records, BLOCK_RECORDS, watchlist.emails, watchlist.domains)
            candidates = records.chosen(digests.candidates)
            opted_out = watchlist.opted_out_keys(_table(candidates), self._digester) if len(watchlist.opted_out) else []
            if any(opted_out):
                # Rare, so it may cost a second digestion: that the first one finds them costs nothing.
                is_left_out = np.array([key is not None for key in opted_out])
                is_kept = np.ones(len(records.spans), np.bool_)
                is_kept[digests.candidates[is_left_out]] = False
                records, candidates = records.chosen(is_kept), candidates.chosen(~is_left_out)
                digests = self._digester.records(records, BLOCK_RECORDS, watchlist.emails, watchlist.domains)
                tally.erased += int(is_left_out.sum())
            rejected = within_limits(sorted(_rejected(chunk, runs, parsed), key=lambda stretch: stretch.start))
            left_out = frozenset(key for key in opted_out if key is not None)
            return _Slice(LakeRows.of(records, digests), _kept(candidates), tally, rejected, left_out)

        parts: Sequence[_Slice] = await asyncio.gather(
            *(loop.run_in_executor(self._pool, in_turn, segments) for segments in _slices(chunk))
        )
        tally = Tally()
        for part in parts:
            tally.merge(part.tally)
        candidates = distinct_credentials(_tables([part.candidates for part in parts]))
        rejected = within_limits(stretch for part in parts for stretch in part.rejected)
        left_out = frozenset[str]().union(*(part.left_out for part in parts))
        rows = [part.rows for part in parts]
        return PreparedBatch(rows, candidates.combine_chunks(), watchlist, tally, rejected, left_out)


def _slices(chunk: Chunk) -> Iterator[list[Segment]]:
    """Cut a chunk into parts of a few megabytes: long segments are divided, short ones are put together."""
    together: list[Segment] = []
    size = 0
    for segment in chunk.segments:
        for part in _parts(chunk, segment):
            together.append(part)
            size += part.end - part.start
            if size >= _SLICE_BYTES:
                yield together
                together, size = [], 0
    if together:
        yield together


def _parts(chunk: Chunk, segment: Segment) -> Iterable[Segment]:
    if segment.end - segment.start <= _SHORT_BYTES and isinstance(segment.dialect, BlockDialect):
        return (segment,)
    parts = parts_of(chunk.view(segment.start, segment.end), segment.dialect)
    return [replace(segment, start=segment.start + start, end=segment.start + end) for start, end in parts]


def _kept(candidates: RecordSpans) -> RecordSpans | pa.Table:
    """Return the candidates of a slice as they are kept until those of the others are there.

    Many take less memory as a table; they may be one credential, a hundred thousand times.
    """
    return candidates.copied() if len(candidates.spans) <= _FEW else distinct_credentials(_table(candidates))


def _tables(kept: Iterable[RecordSpans | pa.Table]) -> pa.Table:
    """Return the candidates of all slices, in their order.

    Neighbours of few make one table, which takes as long for one record as for a thousand.
    """
    tables = [RECORD_SCHEMA.empty_table()]
    few: list[RecordSpans] = []
    for candidates in [*kept, RECORD_SCHEMA.empty_table()]:
        if isinstance(candidates, RecordSpans):
            few.append(candidates)
            continue
        if few:
            tables.append(_table(RecordSpans.joined(few)))
            few = []
        tables.append(candidates)
    return pa.concat_tables(tables)


def _table(records: RecordSpans) -> pa.Table:
    return ParsedPart(
        records.text,
        records.spans,
        records.other_usernames,
        records.offsets,
        records.password_types,
        records.flags,
        None,
        Rejections.none(),
        machines=records.machines,
        machine_rows=records.machine_numbers,
    ).table()


def _rejected(
    chunk: Chunk, runs: Sequence[Sequence[Segment]], parsed: Sequence[ParsedPart]
) -> Iterator[RejectedStretch]:
    for segments, part in zip(runs, parsed, strict=True):
        yield from rejected_stretches(chunk, segments, part)


def rejected_stretches(chunk: Chunk, segments: Sequence[Segment], part: ParsedPart) -> Iterator[RejectedStretch]:
    """Yield the first rejected stretches of a part, no more than are kept of a file and none of the long ones.

    ``segments`` make up the part, in their order.
    """
    starts = [segment.start for segment in segments]
    found = part.rejections
    rows = slice(MOST_STRETCHES)
    spans = zip(found.starts[rows].tolist(), found.lengths[rows].tolist(), found.reasons[rows].tolist(), strict=True)
    reasons = ((start, length, REJECT_REASONS[reason].value) for start, length, reason in spans)
    for start, length, reason in reasons:
        if length <= LONGEST_STRETCH:
            segment = segments[bisect_right(starts, start) - 1]
            data = bytes(chunk.view(start, start + length))
            yield RejectedStretch(
                start, data, reason, segment.dialect, segment.machine, segment.member, start - segment.member_start
            )


def _runs(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Divide segments into those that are read together: files of labels in one dialect, wherever they are."""
    runs: list[list[Segment]] = []
    together: dict[BlockDialect, list[Segment]] = {}
    for segment in segments:
        dialect = segment.dialect
        run = together.get(dialect) if isinstance(dialect, BlockDialect) else None
        if run is None:
            run = []
            runs.append(run)
            if isinstance(dialect, BlockDialect):
                together[dialect] = run
        run.append(segment)
    return runs


def parse_run(chunk: Chunk, segments: Sequence[Segment]) -> ParsedPart:
    """Parse segments of a chunk in their order, several only of one dialect of blocks."""
    first = segments[0]
    if len(segments) == 1 or not isinstance(first.dialect, BlockDialect):
        return parse_segment(chunk, first)
    files = [BlockFile(one.start, chunk.view(one.start, one.end), one.machine) for one in segments]
    return parse_files(files, first.dialect)


def parse_segment(chunk: Chunk, segment: Segment) -> ParsedPart:
    """Parse a segment of a chunk."""
    data = chunk.view(segment.start, segment.end)
    return parse_part(data, segment.start, segment.dialect, segment.machine)
