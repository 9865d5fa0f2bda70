"""Progress of an ingestion: a bar on a terminal, a line every few seconds elsewhere."""

import sys
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.filesize import decimal

from breachlight.kit.plurals import counted
from breachlight.leaks.ingest.sources import Source

if TYPE_CHECKING:
    from breachlight.leaks.ingest.progress_bar import ProgressBar

_PLAIN_SECONDS = 5.0


class Display:
    """Progress over all sources, on standard error; the size of standard input is unknown until its end."""

    def __init__(self, sources: Sequence[Source]) -> None:
        """Expect these sources in this order."""
        self._total = sum(source.size for source in sources if source.skip is None)
        self._before = self._read = self._lines = 0
        self._begun = self._spoken = time.monotonic()
        self._name = ""
        self._bar = _bar(self._total) if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def begin(self, source: Source) -> None:
        """Show that the next source is being read."""
        self._name = source.name
        if self._bar is not None:
            self._bar.name(Path(source.name).name)

    def end(self, source: Source) -> None:
        """Count the source as finished, ingested or not."""
        self._before += source.size if source.skip is None else 0
        self._read = 0
        self._show()

    def enter(self, file_id: uuid.UUID) -> None:
        """Show nothing: the id is of no use to who has just named the file."""

    def advance(self, read: int, lines: int) -> None:
        """Report that ``read`` bytes of the current source have been read so far, and ``lines`` more lines ingested."""
        self._read = read
        self._lines += lines
        self._show()
        now = time.monotonic()
        if self._bar is None and now - self._spoken >= _PLAIN_SECONDS:
            self._spoken = now
            print(self._sentence(now), file=sys.stderr, flush=True)  # noqa: T201 -- progress

    def note(self, text: str) -> None:
        """Show the operator a sentence now."""
        if self._bar is not None:
            self._bar.note(text)
        else:
            print(text, file=sys.stderr, flush=True)  # noqa: T201 -- progress

    def _show(self) -> None:
        if self._bar is not None:
            done = self._before + self._read
            self._bar.show(done, max(self._total, done), self._lines)

    def _sentence(self, now: float) -> str:
        done, seconds = self._before + self._read, now - self._begun
        total = max(self._total, done)
        left = seconds * (total - done) / done if done else 0.0
        return (
            f"{self._name}: {decimal(done)} of {decimal(total)}, {counted(self._lines, 'line')}, "
            f"{self._lines / seconds:,.0f} lines/s, about {left:,.0f} s left"
        )


def _bar(total: int) -> "ProgressBar":
    from breachlight.leaks.ingest.progress_bar import ProgressBar  # takes time that ingests elsewhere don't need

    return ProgressBar(total)
