"""Archives as decoded streams, and the records in them."""

from pathlib import Path

from breachlight.leaks.formats import parse_part
from breachlight.leaks.ingest.archive_reading import ArchiveOptions, ArchiveReading
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sources import Source


def reading(path: Path, spool: Path, *passwords: str) -> ArchiveReading:
    """The reading of an archive."""
    opened = OpenSource(Source(path.name, path), spool, lambda: False)
    options = ArchiveOptions(passwords=passwords)
    return ArchiveReading(opened, path.name, path, archives=options, spool_folder=spool, stopped=lambda: False)


def records(chunks: list[Chunk]) -> list[dict[str, object]]:
    """The records in chunks."""
    return [
        record
        for chunk in chunks
        for segment in chunk.segments
        for record in parse_part(
            chunk.data[segment.start - chunk.start : segment.end - chunk.start],
            segment.start,
            segment.dialect,
            segment.machine,
        )
        .table()
        .to_pylist()
    ]
