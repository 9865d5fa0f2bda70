"""Progress of an ingestion: a bar on a terminal, a line every few seconds elsewhere."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.filesize import decimal
from rich.progress import BarColumn, DownloadColumn, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars
from rich.table import Column
from rich.text import Text

from breachlight.kit.plurals import counted
from breachlight.leaks.ingest.sources import Source

_PLAIN_SECONDS = 5.0


class Display:
    """Progress over all sources, on standard error; the size of standard input is unknown until its end."""

    def __init__(self, sources: Sequence[Source]) -> None:
        """Expect these sources in this order."""
        self._total = sum(source.size for source in sources if source.skip is None)
        self._before = self._read = self._lines = 0
        self._begun = self._spoken = time.monotonic()
        self._name = ""
        console = Console(stderr=True)
        self._bars: Bars | None = None
        self._task = TaskID(0)
        if console.is_terminal:
            self._bars = Bars(
                TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
                BarColumn(bar_width=None, table_column=Column(ratio=1)),
                DownloadColumn(table_column=Column(no_wrap=True)),
                _LineRate(table_column=Column(no_wrap=True)),
                TimeRemainingColumn(table_column=Column(no_wrap=True)),
                console=console,
                expand=True,
                transient=True,
            )
            self._task = self._bars.add_task("", total=self._total or None, lines=0)

    def __enter__(self) -> Self:
        if self._bars is not None:
            self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bars is not None:
            self._bars.stop()

    def begin(self, source: Source) -> None:
        """Show that the next source is being read."""
        self._name = source.name
        if self._bars is not None:
            self._bars.update(self._task, description=_shortened(Path(source.name).name))

    def end(self, source: Source) -> None:
        """Count the source as finished, ingested or not."""
        self._before += source.size if source.skip is None else 0
        self._read = 0
        self._show()

    def advance(self, read: int, lines: int) -> None:
        """Report that ``read`` bytes of the current source have been read so far, and ``lines`` more lines ingested."""
        self._read = read
        self._lines += lines
        self._show()
        now = time.monotonic()
        if self._bars is None and now - self._spoken >= _PLAIN_SECONDS:
            self._spoken = now
            print(self._sentence(now), file=sys.stderr, flush=True)  # noqa: T201 -- progress

    def note(self, text: str) -> None:
        """Show the operator a sentence now."""
        if self._bars is not None:
            self._bars.console.print(text, markup=False, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)  # noqa: T201 -- progress

    def _show(self) -> None:
        if self._bars is not None:
            done = self._before + self._read
            self._bars.update(self._task, completed=done, total=max(self._total, done) or None, lines=self._lines)

    def _sentence(self, now: float) -> str:
        done, seconds = self._before + self._read, now - self._begun
        total = max(self._total, done)
        left = seconds * (total - done) / done if done else 0.0
        return (
            f"{self._name}: {decimal(done)} of {decimal(total)}, {counted(self._lines, 'line')}, "
            f"{self._lines / seconds:,.0f} lines/s, about {left:,.0f} s left"
        )


class _LineRate(ProgressColumn):
    """Lines per second since the start."""

    def render(self, task: Task) -> Text:
        rate = task.fields["lines"] / task.elapsed if task.elapsed else 0.0
        return Text(f"{rate:,.0f} lines/s", style="progress.data.speed")


def _shortened(name: str, length: int = 24) -> str:
    return name if len(name) <= length else "…" + name[1 - length :]
