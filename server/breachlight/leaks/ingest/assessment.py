"""What a sample of a file says about the whole: how well it can be read, before anything of it is stored."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import pyarrow as pa

from breachlight.kit.masking import shape
from breachlight.kit.plurals import counted
from breachlight.leaks.formats.decoding import split_lines
from breachlight.leaks.formats.dialects import LineDialect, separator_votes
from breachlight.leaks.ingest.batch_builder import parse_segment, rejected_stretches
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.readings import PlainReading, Reading
from breachlight.leaks.line_text import decode_line
from breachlight.leaks.records import Tally
from breachlight.leaks.rejected_stretches import RejectedStretch

LARGEST_REJECTED_SHARE: Final = 0.05
"""Of the data lines of a sample; a file with more is held (leak-formats §8)."""
LEAST_DATA_LINES: Final = 20
"""Data lines of a sample that says something; a smaller file is never held."""
SHOWN_LINES: Final = 3

_HEAD_BYTES: Final = 1 << 20
_STRETCH_BYTES: Final = 64 << 10
_STRETCHES: Final = 8
_CLOSE_VOTE: Final = 0.8


@dataclass(slots=True)
class Sample:
    """The outcome of reading parts of a file; ``share`` is the sample's part of the file, ``seconds`` the time to parse it.

    ``member_formats`` are the formats of members, by name and start.
    """

    share: float = 0.0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)
    tables: list[pa.Table] = field(default_factory=list)
    rejected: list[RejectedStretch] = field(default_factory=list)
    member_formats: dict[tuple[str, int], str] = field(default_factory=dict)

    @property
    def rejected_lines(self) -> int:
        """Lines that look like data and gave no record."""
        return self.tally.rejected.total()

    @property
    def data_lines(self) -> int:
        """Lines that look like data."""
        return self.tally.lines - self.tally.skipped.total()

    @property
    def masked_lines(self) -> list[str]:
        """The first rejected lines, by their shape."""
        return [
            f"{stretch.reason}: {shape(decode_line(stretch.data)[0].strip())}"
            for stretch in islice(self.rejected, SHOWN_LINES)
        ]


@dataclass(frozen=True, slots=True)
class Hold:
    """Why a file is held: a sentence without its full stop, figures of the sample, and masked lines of it."""

    explanation: str
    data_lines: int
    rejected_lines: int
    reasons: dict[str, int]
    lines: list[str]


def sample(reading: Reading) -> Sample:
    """Read the beginning of a file and stretches across it, or the first chunk of what can only be read from its beginning.

    Raises:
        RefusedError: the file can no longer be read.
    """
    found = Sample()
    read = 0
    for chunk in _chunks(reading):
        read += chunk.read
        begun = time.perf_counter()
        for segment in chunk.segments:
            part = parse_segment(chunk, segment)
            found.tally.merge(part.tally)
            found.tables.append(part.table())
            found.rejected += rejected_stretches(chunk, [segment], part)
            if segment.member:
                found.member_formats[segment.member, segment.member_start] = segment.dialect.format
        found.seconds += time.perf_counter() - begun
    found.share = min(1.0, read / reading.size) if reading.size else 1.0
    return found


def _chunks(reading: Reading) -> Iterator[Chunk]:
    if isinstance(reading, PlainReading):
        return reading.samples(_HEAD_BYTES, _STRETCH_BYTES, _STRETCHES)
    return islice(reading.chunks(reading.detection, 0, _HEAD_BYTES), 1)


def hold_of(reading: Reading, found: Sample) -> Hold | None:
    """Return why a file must be held, None if it can be ingested."""
    explanation = _poorly_read(found) or _unclear(reading, found)
    if explanation is None:
        return None
    reasons = Counter({reason.value: number for reason, number in found.tally.rejected.items()})
    lines = found.masked_lines or _first_lines(reading)
    return Hold(explanation, found.data_lines, found.rejected_lines, dict(reasons.most_common()), lines)


def _poorly_read(found: Sample) -> str | None:
    if found.data_lines < LEAST_DATA_LINES or found.rejected_lines <= LARGEST_REJECTED_SHARE * found.data_lines:
        return None
    share = found.rejected_lines / found.data_lines
    return f"{share:.0%} of {counted(found.data_lines, 'data line')} in a sample can't be read"


def _unclear(reading: Reading, found: Sample) -> str | None:
    if not isinstance(reading.detection.dialect, LineDialect) or found.data_lines < LEAST_DATA_LINES:
        return None
    votes = separator_votes(_texts(reading)).most_common(2)
    if len(votes) < 2 or votes[1][1] < _CLOSE_VOTE * votes[0][1]:
        return None
    first, second = (repr(separator) for separator, _ in votes)
    return f"the separator is unclear: nearly as many lines speak for {second} as for {first}"


def _first_lines(reading: Reading) -> list[str]:
    return [f"line: {shape(text)}" for text in islice(_texts(reading), SHOWN_LINES)]


def _texts(reading: Reading) -> list[str]:
    chunk = next(_chunks(reading), None)
    if chunk is None:
        return []
    texts = (decode_line(line)[0].strip() for _, line in split_lines(chunk.data))
    return list(islice(filter(None, texts), 1000))
