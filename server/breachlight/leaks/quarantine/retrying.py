"""Reading rejected stretches again, with the rules of this version: what they give now is stored and raised exactly once.

It goes the way of any batch: the records are stored in the lake under a batch that is not done; one transaction raises the alerts,
marks the batch done, and takes the stretches out of the quarantine.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import asyncpg

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository as ingestion
from breachlight.leaks.counts import Counts, counts_of
from breachlight.leaks.errors import OperationError
from breachlight.leaks.formats.detection import HEAD_BYTES, detect
from breachlight.leaks.formats.dialects import ArchiveDialect, Dialect
from breachlight.leaks.formats.options import ReadOptions
from breachlight.leaks.ingest.batch_builder import BatchBuilder, parse_segment
from breachlight.leaks.ingest.batches import Chunk, Pieces, Segment
from breachlight.leaks.ingest.commit import BatchCommitter, PendingBatch
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.quarantine import repository
from breachlight.leaks.quarantine.files_repository import QuarantinedFile
from breachlight.leaks.rejected_stretches import RejectedStretch, open_stretch

_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Retried:
    """The figures of a retry: stretches that were read again, those that gave records now, and what these came to."""

    stretches: int
    read: int
    records: int
    alerts: int
    sightings: int


async def retry_file(
    connection: Connection,
    lake: Lake,
    ring: KeyRing,
    file: QuarantinedFile,
    *,
    options: ReadOptions | None = None,
    operator: str | None = None,
) -> Retried:
    """Read the stretches of a file again, with their own format or a chosen one; those that still give no record stay.

    Raises:
        OperationError: the file is held or not ingested to its end, another process works on it, or the stretches aren't in the
            chosen format.
        IngestError: its leak was retracted.
        LakeError: the lake cannot be written.
    """
    if file.is_held:
        raise OperationError(f"{file.name} is held: ingest it with --accept, or with another --format.")
    if not file.is_done:
        raise OperationError(f"{file.name} is not ingested to its end: ingest it again first.")
    row, leak = await repository.origin(connection, file.id)
    if not await ingestion.lock_file(connection, row.leak_id, row.digest):
        raise OperationError(f"{file.name} is in use by another process: try again later.")
    left = await repository.unmarked_batches(connection, file.id)
    if left:
        await asyncio.to_thread(lake.remove, *left)
        await ingestion.drop_batches(connection, left)
    dialect = None if options is None else await _chosen_dialect(connection, ring, file, options)
    digester = Digester(ring)
    committer = BatchCommitter(ring, digester)
    await committer.refresh(connection)
    after, total = 0, [0, 0, 0, 0, 0]
    with BatchBuilder(digester) as builder:
        while rows := await repository.stretches(connection, file.id, after, _AT_ONCE):
            after = rows[-1]["id"]
            good = await asyncio.to_thread(_readable, ring, file, rows, dialect)
            total[0] += len(rows)
            if not good:
                continue
            chunk = _chunk_of([stretch for _, stretch in good])
            ids = [number for number, _ in good]
            batch = await builder.prepare(chunk, committer.watchlist)
            number = await repository.next_number(connection, file.id)
            batch_id = await ingestion.open_batch(connection, row, number, good[0][1].start, good[-1][1].start)
            await asyncio.to_thread(lake.write, batch_id, batch.rows)
            counts = counts_of(batch.tally, 0)

            async def settle(inside: Connection, ids: list[int] = ids, counts: Counts = counts) -> None:
                await repository.remove_stretches(inside, ids)
                await repository.add_records(inside, row.leak_id, counts.records)

            await committer.commit(connection, [PendingBatch(batch_id, batch, row, counts)], leak, lake, also=settle)
            for position, figure in enumerate((len(good), counts.records, counts.alerts, counts.sightings), 1):
                total[position] += figure
    done = Retried(*total)
    async with connection.transaction():
        await record_operator_event(
            connection,
            "quarantine_retried",
            {"file": str(file.id), "stretches": done.stretches, "read": done.read, "records": done.records},
            operator=operator,
        )
    return done


async def _chosen_dialect(
    connection: Connection, ring: KeyRing, file: QuarantinedFile, options: ReadOptions
) -> Dialect:
    """Return how the first stretches are written in the chosen format."""
    rows = await repository.stretches(connection, file.id, 0, _AT_ONCE)
    stretches = [open_stretch(ring, file.id, row["start"], row["reason"], row["sealed"]) for row in rows]
    head = _chunk_of(stretches).data[:HEAD_BYTES]
    found = await asyncio.to_thread(detect, head, file.name, options)
    if found.dialect is None or isinstance(found.dialect, ArchiveDialect):
        raise OperationError(
            f"The rejected input of {file.name} isn't in the chosen format: {found.refusal or found.kind}."
        )
    return found.dialect


def _readable(
    ring: KeyRing, file: QuarantinedFile, rows: Sequence[asyncpg.Record], dialect: Dialect | None
) -> list[tuple[int, RejectedStretch]]:
    """Return those stretches, with their ids, that give records and no rejection."""
    opened = ((row["id"], open_stretch(ring, file.id, row["start"], row["reason"], row["sealed"])) for row in rows)
    chosen = opened if dialect is None else ((number, replace(stretch, dialect=dialect)) for number, stretch in opened)
    return [(number, stretch) for number, stretch in chosen if _is_readable(stretch)]


def _is_readable(stretch: RejectedStretch) -> bool:
    chunk = _chunk_of([stretch])
    (segment,) = chunk.segments
    tally = parse_segment(chunk, segment).tally
    return tally.records > 0 and not tally.rejected


def _chunk_of(stretches: Sequence[RejectedStretch]) -> Chunk:
    """Join stretches to a chunk, each a segment of its own that ends with a line."""
    data = bytearray()
    segments: list[Segment] = []
    for stretch in stretches:
        start = len(data)
        data += stretch.data if stretch.data.endswith(b"\n") else stretch.data + b"\n"
        segments.append(Segment(start, len(data), stretch.dialect, stretch.machine))
    return Chunk(0, Pieces(bytes(data)), 0, 0, tuple(_joined(segments)))


def _joined(segments: Sequence[Segment]) -> Iterator[Segment]:
    """Join neighbours of one dialect and device whose lines can be read together."""
    waiting: Segment | None = None
    for segment in segments:
        if (
            waiting is not None
            and (waiting.dialect, waiting.machine) == (segment.dialect, segment.machine)
            and (segment.dialect.format == "lines")
        ):
            waiting = Segment(waiting.start, segment.end, segment.dialect, segment.machine)
            continue
        if waiting is not None:
            yield waiting
        waiting = segment
    if waiting is not None:
        yield waiting
