"""The progress bar of an ingestion on a terminal."""

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text


class ProgressBar:
    """A bar on standard error; it disappears when it is stopped."""

    def __init__(self, total: int) -> None:
        """Expect so many bytes; 0 means unknown."""
        self._bars = Progress(
            TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
            BarColumn(bar_width=None, table_column=Column(ratio=1)),
            DownloadColumn(table_column=Column(no_wrap=True)),
            _LineRate(table_column=Column(no_wrap=True)),
            TimeRemainingColumn(table_column=Column(no_wrap=True)),
            console=Console(stderr=True),
            expand=True,
            transient=True,
        )
        self._task = self._bars.add_task("", total=total or None, lines=0)

    def start(self) -> None:
        """Begin to draw."""
        self._bars.start()

    def stop(self) -> None:
        """Take the bar away."""
        self._bars.stop()

    def name(self, text: str) -> None:
        """Show what is being read."""
        self._bars.update(self._task, description=_shortened(text))

    def show(self, done: int, total: int, lines: int) -> None:
        """Show the bytes that have been read, of ``total`` (0: unknown), and the lines in them."""
        self._bars.update(self._task, completed=done, total=total or None, lines=lines)

    def note(self, text: str) -> None:
        """Print a sentence above the bar."""
        self._bars.console.print(text, markup=False, highlight=False)


class _LineRate(ProgressColumn):
    """Lines per second since the start."""

    def render(self, task: Task) -> Text:
        rate = task.fields["lines"] / task.elapsed if task.elapsed else 0.0
        return Text(f"{rate:,.0f} lines/s", style="progress.data.speed")


def _shortened(name: str, length: int = 24) -> str:
    return name if len(name) <= length else "…" + name[1 - length :]
